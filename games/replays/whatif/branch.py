"""A branch: the entries of a game up to a step, and other ones after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from drawing.replay.replay import seat_names
from drawing.text.narration import Narrator
from engine import (
    Chance,
    Entry,
    Log,
    LogSyntaxError,
    ReplayError,
    State,
    apply,
    awaited,
    entry_text,
    legal_actions,
    parse_entry,
    play,
    read_log,
    start,
)
from engine.legal import possible_outcomes
from engine.odds import Luck, turned_up
from engine.vocabulary import BANK
from games.limits import BRANCH_ENTRIES
from web.errors import Invalid


class CannotStand(Invalid):
    """An entry of a branch that is not legal. `place`: the ruling, if the entry could be read."""

    def __init__(self, message: str, place: str) -> None:
        super().__init__(message)
        self.place = place


class BranchOption(NamedTuple):
    """An entry that may be written next, and what it would do, in words."""

    entry: str
    words: str


class OptionGroup(NamedTuple):
    """Options that begin with the same word."""

    verb: str
    options: list[BranchOption]


class Naming(NamedTuple):
    """Outcome to name: `verb` and `number` things out of `values`."""

    verb: str
    number: int
    values: list[str]

    @property
    def places(self) -> range:
        """The things, from 1."""
        return range(1, self.number + 1)


@dataclass(frozen=True)
class Branch:
    """`log` holds the game up to `ply` and the branch; `state` is the position after it."""

    log: Log
    ply: int
    state: State
    names: list[str]

    @property
    def lines(self) -> list[str]:
        """The entries after the step."""
        return [entry_text(self.log.setup, entry) for entry in self.log.entries[self.ply :]]

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def full(self) -> bool:
        """True if no more entries fit."""
        return len(self.log.entries) - self.ply >= BRANCH_ENTRIES

    @property
    def seat(self) -> int | None:
        """The seat that is to act, or ``BANK``."""
        pending = awaited(self.state)
        return None if pending is None else pending.seat


def branch(text: str, ply: int, lines: Sequence[str]) -> Branch:
    """The game with the log `text` up to `ply`, and `lines` after it.

    Raises ``CannotStand`` with the number of the first line that cannot stand.
    """
    log = read_log(text)
    entries = list(log.entries[:ply])
    for number, line in enumerate(lines, 1):
        try:
            entries.append(parse_entry(log.setup, line))
        except LogSyntaxError as error:
            raise _cannot_stand(number, line, error) from None
    header = replace(log.header.unrevealed(), result=None, replaced=())
    gone_on = Log(header, tuple(entries))
    played = play(gone_on)
    if played.error is not None:
        number = played.error.ply - ply
        raise _cannot_stand(number, lines[number - 1] if number > 0 else "", played.error)
    return Branch(Log(header, played.entries), ply, played.state, seat_names(log))


def sentences_of(variation: Branch) -> list[str]:
    """The entries of the branch in words."""
    s = start(variation.log.setup)
    for entry in variation.log.entries[: variation.ply]:
        apply(s, *entry)
    narrator = Narrator(variation.names)
    words = []
    for entry in variation.log.entries[variation.ply :]:
        s.events = []
        apply(s, *entry)
        words.append(narrator.narrate(entry, s.events, s).full_text)
    return words


def _cannot_stand(number: int, line: str, error: LogSyntaxError | ReplayError) -> CannotStand:
    place = error.rule.place if isinstance(error, ReplayError) else ""
    reason = error.message if isinstance(error, LogSyntaxError) else str(error.cause)
    words = {"number": number, "entry": line[:80], "reason": reason[:300]}
    text = _("Move %(number)d, “%(entry)s”, is not possible: %(reason)s.") % words
    return CannotStand(text, place)


def options(variation: Branch) -> list[OptionGroup]:
    """Options of a player, by their first word; empty if the bank is to write."""
    if variation.full or variation.seat in (None, BANK):
        return []
    assert variation.seat is not None
    entries = [Entry(variation.seat, action) for action in legal_actions(variation.state)]
    groups = groupby(entries, lambda entry: entry.action.text.partition(" ")[0])
    return [
        OptionGroup(verb, [_option(variation, entry) for entry in group]) for verb, group in groups
    ]


def _option(variation: Branch, entry: Entry) -> BranchOption:
    tried = variation.state.copy()
    tried.events = []
    apply(tried, *entry)
    words = Narrator(variation.names).narrate(entry, tried.events, tried).full_text
    return BranchOption(entry_text(variation.log.setup, entry), words)


def naming(variation: Branch) -> Naming | None:
    """Possible outcomes, if the bank is to write: each value is possible by itself."""
    pending = awaited(variation.state)
    if variation.full or pending is None or not isinstance(pending.item, Chance):
        return None
    named = possible_outcomes(variation.state, pending.item)
    return Naming(named.verb, named.due, named.values)


def by_chance(variation: Branch, chance: Luck) -> str:
    """Something that the bank may write, by the odds. Raises ``Invalid`` if it is not to write."""
    pending = awaited(variation.state)
    if variation.full or pending is None or not isinstance(pending.item, Chance):
        raise Invalid(_("No card or tile is drawn at this point."))
    return turned_up(variation.state, pending.item, chance).text


def ordered(values: Sequence[str]) -> list[str]:
    """As a log has them: numbers by size, words as they come."""
    if all(value.isdecimal() for value in values):
        return sorted(values, key=int)
    return list(values)
