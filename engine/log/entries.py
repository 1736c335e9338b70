"""One entry and its line, both ways."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.actions import BANK_VERBS, VERBS, read_action, read_as
from engine.entries import Action, Entry, EntryError, Outcome
from engine.entries.action import entry_of
from engine.errors import LogSyntaxError
from engine.setup import Setup
from engine.vocabulary import BANK, Colour

BANK_WORD: Final = "bank"

CACHED_LENGTH_LIMIT: Final = 80
"""Characters of the longest line worth remembering; an entry in canonical form has fewer."""


class Decoder(dict[str, Entry]):
    """Entries of one seat order, by their lines: ``decoder[line]``.

    A line seen before is looked up; any other is parsed. Raises ``EntryError``.
    """

    CACHE_LIMIT: Final = 8_192

    def __init__(self, seats: tuple[Colour, ...]) -> None:
        super().__init__()
        self.seats = {colour.word: seat for seat, colour in enumerate(seats)}

    def __missing__(self, line: str) -> Entry:
        words = line.split() or [""]
        actor, words = words[0], words[1:]
        kind = BANK_VERBS.get(actor)
        if kind is not None:
            entry = entry_of(BANK, read_as(kind, words))
            return self._know(line, entry) if kind.form.is_frequent(words) else entry
        seat = self.seats.get(actor)
        if seat is None:
            return self._know(line, Entry(BANK, self._bank(actor, words)))
        if not words:
            raise EntryError(f"the entry has to say what {actor} does")
        if len(line) > CACHED_LENGTH_LIMIT:
            return Entry(seat, read_action(words))
        return self._know(line, Entry(seat, action_of(" ".join(words))))

    def _know(self, line: str, entry: Entry) -> Entry:
        if len(self) < self.CACHE_LIMIT and len(line) <= CACHED_LENGTH_LIMIT:
            self[line] = entry
        return entry

    def _bank(self, actor: str, words: list[str]) -> Action:
        """An entry that begins with ``bank``; or one without an actor."""
        if actor == BANK_WORD:
            if not words:
                raise EntryError("the entry has to say what the bank does")
            return read_action(words)
        if actor == "imhotep":
            raise EntryError("another game begins here; a log can hold only one")
        if actor.lower() != actor and actor.lower() in {*self.seats, *VERBS}:
            raise EntryError(f"write words in lower case: {actor.lower()}")
        if actor in Colour.words():
            raise EntryError(f"{actor} has no seat in this game")
        if actor not in VERBS:
            raise EntryError(f"expected a colour or an outcome of the bank, not {actor[:40]!r}")
        raise EntryError(f"an entry has to begin with a colour, not with {actor!r}")


@lru_cache(maxsize=1 << 14)
def action_of(text: str) -> Action:
    """The action of an entry without its colour, parsed once for all orders of seats. Raises
    ``EntryError``."""
    return read_action(text.split(" "))


@lru_cache(maxsize=64)
def decoder(seats: tuple[Colour, ...]) -> Decoder:
    """The decoder of a seat order; there are 60 orders."""
    return Decoder(seats)


def entry_text(setup: Setup, entry: Entry) -> str:
    """An entry in canonical form; an action of a player that is
    given to the bank shows the bank."""
    return entry_texts(setup, (entry,))[0]


def entry_texts(setup: Setup, entries: Iterable[Entry]) -> list[str]:
    """``entry_text`` of each of `entries`."""
    words = [colour.word for colour in setup.seats]
    return [
        f"{words[seat]} {action.text}" if seat != BANK else _bank_text(action)
        for seat, action in entries
    ]


def _bank_text(action: Action) -> str:
    return action.text if isinstance(action, Outcome) else f"{BANK_WORD} {action.text}"


def parse_entry(setup: Setup, text: str) -> Entry:
    """One entry of a game with this set-up; raises ``LogSyntaxError``."""
    try:
        if text.strip():
            return decoder(setup.seats)[text]
    except EntryError as error:
        raise LogSyntaxError(0, str(error)) from None
    raise LogSyntaxError(0, "this entry is empty")
