"""A position as the player who is to act sees it: what a puzzle shows, and nothing else.

Players have the names of their colours. What the seat may not know is in none of it: it is drawn
as a running table draws for its player (``drawing.play.live``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from drawing.play.live import Live, LiveGames
from drawing.play.options import option, options_of
from drawing.replay.replay import start_of_last_turn
from drawing.text.narration import Narrator
from engine import (
    EngineError,
    Entry,
    IllegalAction,
    LogSyntaxError,
    Setup,
    apply,
    parse_entry,
    read_log,
)
from engine.entries import Resign
from engine.errors import Rule
from engine.vocabulary import BANK
from games.models import Game
from insights.puzzles.models import Puzzle
from insights.puzzles.proving import reply_to
from tables.errors import IllegalEntry

KEEP: Final = LiveGames(60)
"""Positions that a process remembers as they are drawn; apart from the tables."""


class Posed(NamedTuple):
    """The position before entry number `entry` of a game, and who acts there; `key` names it."""

    key: str
    setup: Setup
    entries: tuple[Entry, ...]
    seat: int

    @property
    def entry(self) -> int:
        return len(self.entries) + 1

    @property
    def names(self) -> tuple[str, ...]:
        """Empty names: ``drawing.text.names.seated`` takes the colours."""
        return ("",) * len(self.setup.seats)

    def live(self) -> Live:
        """The position drawn for the seat to act, with the steps of the turn before it: nobody asks
        for those of the whole game."""
        live = KEEP.live_game(self.key, self.setup, self.names, self.seat, self._earlier())
        with live.lock:
            live.follow(self.entries)
        return live

    def tried(self, *entries: Entry) -> Live:
        """The position drawn after `entries`, the first of the seat to act."""
        key = " ".join([self.key, *(entry.action.text for entry in entries)])
        live = KEEP.live_game(key, self.setup, self.names, self.seat, self._earlier())
        with live.lock:
            live.follow((*self.entries, *entries))
        return live

    def reply_to(self, entry: Entry) -> Entry | None:
        """The other player's answer to `entry` of the seat to act (``proving.reply_to``)."""
        step = reply_to(self.live().state, self.seat, entry.action)
        return Entry(step.seat, step.action) if step else None

    def reply_words(self, entry: Entry, reply: Entry) -> str:
        """`reply` to `entry` as a sentence, without its player."""
        state = self.live().state.copy()
        apply(state, *entry)
        return option(reply.action, state, reply.seat).sentence

    def _earlier(self) -> tuple[Entry, ...]:
        return self.entries[: start_of_last_turn(self.setup, self.entries)[0]]

    def read(self, text: str) -> Entry:
        """The entry that `text` is, without the colour. Raises ``IllegalEntry``."""
        state = self.live().state
        try:
            entry = parse_entry(self.setup, f"{self.setup.seats[self.seat].word} {text.strip()}")
            if isinstance(entry.action, Resign):
                raise IllegalAction(Rule.NOT_AN_ANSWER)
            apply(state.copy(), *entry)
        except (IllegalAction, LogSyntaxError) as cause:
            raise IllegalEntry(cause, [option.entry for option in options_of(state)]) from None
        return entry

    def line_sentences(self, text: str, line: Sequence[str]) -> list[str]:
        """The entries of `line`, with their colours, that follow the entry `text`, as the list of
        moves says them."""
        live = self.live()
        narrator, state, sentences = Narrator(live.names), live.state.copy(), []
        apply(state, *self.read(text))
        for following in line:
            entry = parse_entry(self.setup, following)
            state.events = []
            apply(state, *entry)
            narration = narrator.narrate(entry, state.events, state)
            sentences.append(narration.brief or narration.words)
        return sentences

    def sentence(self, text: str) -> str:
        """The entry `text` as a sentence in the reader's language."""
        entry = parse_entry(self.setup, f"{self.setup.seats[self.seat].word} {text}")
        return option(entry.action, self.live().state, self.seat).sentence


def posed(game: Game, entry: int) -> Posed:
    """The position before entry number `entry` of `game`, from 1. Raises ``EngineError`` if the
    log has no such entry, or it is no player's."""
    log = read_log(game.log.encode())
    if not 1 <= entry <= len(log.entries) or log.entries[entry - 1].seat == BANK:
        raise EngineError(f"entry {entry} of {game.pk} is no player's")
    before = tuple(log.entries[: entry - 1])
    return Posed(f"{game.pk}.{entry}", log.header.setup, before, log.entries[entry - 1].seat)


def posed_puzzle(puzzle: Puzzle) -> Posed:
    """The position of `puzzle`: of its game, or the end of the log that it was shipped with."""
    if puzzle.game is not None:
        return posed(puzzle.game, puzzle.entry)
    log = read_log(puzzle.log.encode())
    return Posed(f"shipped.{puzzle.number}", log.header.setup, tuple(log.entries), puzzle.seat)


def sides_of_puzzle(puzzle: Puzzle) -> str:
    """Five letters, the sides of the sites from market to obelisks."""
    if puzzle.game is not None:
        return puzzle.game.sides
    return _sides_of_log(puzzle.log)


@lru_cache(maxsize=256)
def _sides_of_log(text: str) -> str:
    return "".join(side.word for side in read_log(text.encode()).header.setup.sides)
