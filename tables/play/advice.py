"""Advice of a computer player to a person who is to act: a move, its effects, its rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import ngettext

from drawing.language.words import to_the_site
from drawing.play.options import option
from drawing.play.weighed import brings
from drawing.text.reasons import RuleReason, keys_of, rule_reason
from engine import State, awaited
from engine.computer import choose
from engine.entries import Action, Load
from engine.previews import preview
from engine.sailings import sailings
from engine.vocabulary import Site

LEVEL: Final = "greedy"
"""Level of the adviser, which answers at once."""


class Advice(NamedTuple):
    """Advice to a player: the `words` of the move as a page chooses it, a `sentence` that says it,
    its `effects` (a sentence each), and `reasons`, the rules behind it."""

    words: list[str]
    sentence: str
    effects: list[str]
    reasons: list[RuleReason]


def advise(s: State, seat: int, names: Sequence[str]) -> Advice | None:
    """Advice to the player of `seat`; ``None`` if another is to act. `names` by seat. The adviser
    knows what that player may know, and nothing else."""
    decision = awaited(s)
    if decision is None or decision.seat != seat:
        return None
    action = choose(s, seat, LEVEL, random.SystemRandom())
    advised = option(action, s, seat)
    tried = preview(s, seat, action)
    reasons = [rule_reason(tried.after.rules, key) for key in keys_of(tried.events)]
    return Advice(
        [word.key for word in advised.words],
        advised.sentence,
        brings(tried, names) + _prepares(action, tried.after, seat),
        reasons,
    )


# --- inside -------------------------------------------------------------------


def _prepares(action: Action, after: State, seat: int) -> list[str]:
    """Promise of a loaded stone: the best site of its ship for the player."""
    if not isinstance(action, Load):
        return []
    cargo = next(sailing for sailing in sailings(after, seat) if sailing.number == action.ship)
    if cargo.lacks:
        template = ngettext(
            "The ship then needs %d more stone before it may sail.",
            "The ship then needs %d more stones before it may sail.",
            cargo.lacks,
        )
        return [template % cargo.lacks]
    building = [berth for berth in cargo.berths if berth.site is not Site.MARKET]
    best = max(building, key=lambda berth: berth.gains[seat], default=None)
    if best is None or best.gains[seat] <= 0:
        return []
    n = best.gains[seat]
    template = ngettext(
        "The ship may then sail. Sailing %(where)s would bring you %(n)s point.",
        "The ship may then sail. Sailing %(where)s would bring you %(n)s points.",
        n,
    )
    return [template % {"where": to_the_site(best.site), "n": n}]
