"""The table of entry forms: every action of the game, and the reading of an entry.

A form is stated with its class; what is not in this table cannot be written in a log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.entries.action import Action, Outcome, interned
from engine.entries.answer import (
    Build,
    ChooseCard,
    ChooseObelisk,
    ChoosePoints,
    ChoosePyramid,
    ChooseSpace,
    ChooseStones,
    ChooseTile,
    Decline,
    Keep,
)
from engine.entries.forms import EntryError
from engine.entries.outcome import (
    DealMarket,
    DrawCard,
    LookAtCards,
    RefillMarket,
    RevealCrypt,
    RevealRoundCard,
    RevealScaffold,
)
from engine.entries.turn import (
    Load,
    Pass,
    PlayChisel,
    PlayHammer,
    PlayLever,
    PlayLoadingPlank,
    PlayRaft,
    PlaySail,
    Sail,
    Take,
)
from engine.modules import MODULES

TURNS: Final = (
    *(Take, Load, Sail, Pass),
    *(PlayLever, PlayHammer, PlaySail, PlayChisel, PlayRaft, PlayLoadingPlank),
)
ANSWERS: Final = (
    *(ChooseCard, Keep, ChoosePyramid, Decline, ChoosePoints, ChooseStones),
    *(ChooseSpace, ChooseTile, Build, ChooseObelisk),
)
OUTCOMES: Final = (
    *(RevealScaffold, RevealRoundCard, DealMarket, RefillMarket, RevealCrypt),
    *(DrawCard, LookAtCards),
)

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(*TURNS, *ANSWERS, *OUTCOMES),
    *(kind for module in MODULES.values() for kind in module.entries),
)
"""Every action; one that is new is entered above, or with its module."""

Verbs = Mapping[str, Mapping[str, type[Action]]]


def _by_verb() -> Verbs:
    verbs: dict[str, dict[str, type[Action]]] = {}
    for kind in ACTIONS:
        first, _, second = kind.form.verb.partition(" ")
        verbs.setdefault(first, {})[second] = kind
    return verbs


VERBS: Final[Verbs] = _by_verb()
"""The actions by the first word of their verb, and by the second, which may be empty."""

BANK_VERBS: Final[Mapping[str, type[Action]]] = {
    kind.form.verb: kind for kind in ACTIONS if issubclass(kind, Outcome)
}
"""What the bank writes, without the word ``bank``."""


def read_action(words: Sequence[str]) -> Action:
    """The action that `words` (verb, then arguments) say; raises ``EntryError``."""
    kinds = VERBS.get(words[0])
    if kinds is None:
        raise EntryError(f"unknown verb {words[0][:40]!r}")
    if "" in kinds:
        return read_as(kinds[""], words[1:])
    choices = "|".join(kinds)
    if len(words) == 1:
        raise EntryError(f"expected: {words[0]} {choices} …")
    kind = kinds.get(words[1])
    if kind is None:
        raise EntryError(f"expected: {words[0]} {choices} …, not {words[1][:40]!r}")
    return read_as(kind, words[2:])


def read_as(kind: type[Action], words: Sequence[str]) -> Action:
    """The `kind` of action that `words`, those after its verb, say; raises ``EntryError``."""
    values = kind.form.read(words)
    return kind(*values) if kind.form.rare else interned(kind, *values)
