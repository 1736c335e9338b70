"""From a log to its game: steps with events, play-while-valid, the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import length_hint
from typing import NamedTuple, TypeVar

from engine.agenda import Chance
from engine.apply import apply, apply_all, start
from engine.digest import game_digest, text_digest
from engine.errors import IllegalAction, ReplayError, ResultMismatch, Rule
from engine.events import Event
from engine.identity import identity_of, numbered_body, numbered_identity
from engine.legal import awaited, legal_actions, outcome_texts
from engine.log import Entry, Header, Log, entry_text
from engine.log.entries import entry_texts
from engine.log.text import body_text, head_text
from engine.proof import Proof, check_deal, proof_of
from engine.scoring import Result, result
from engine.setup import Setup
from engine.state import State
from engine.vocabulary import BANK


class Step(NamedTuple):
    """One entry of a replay: its number `ply` (from 1), its `line` (0 if unknown), what it said
    and what happened. `state` is the position after it: one object that the next step changes;
    copy it to keep it."""

    ply: int
    line: int
    entry: Entry
    events: tuple[Event, ...]
    state: State


T = TypeVar("T")


class Playback(NamedTuple):
    """How far a log can be played: the last position, the entries that stand (those that
    repeat a forced answer left out), and the first error, if there is one. `starts`: how many
    events had happened before each of these entries; none where events are not kept."""

    state: State
    entries: tuple[Entry, ...]
    error: ReplayError | None
    starts: tuple[int, ...] = ()


class Texts(NamedTuple):
    """Texts of a game: the canonical `log`, its `fingerprint`, its `identity`
    (``Game`` says of what), and its entries with seats for colours, `numbered`
    (``engine.identity``). The entries are written once for all of them."""

    log: str
    fingerprint: str
    identity: str
    numbered: str


class Game(NamedTuple):
    """A legal, finished game. `starts`: if it was verified with `keep_events`, how many of
    ``state.events`` had happened before each of its `entries`."""

    log: Log
    state: State
    entries: tuple[Entry, ...]
    result: Result
    starts: tuple[int, ...] = ()

    @property
    def canonical(self) -> Log:
        """The log as the record keeps it: entries without forced answers, no comments."""
        return Log(self.log.header, self.entries)

    @property
    def deal(self) -> Proof:
        """Proof of the log about its deal; its revelations have been checked."""
        return proof_of(self.log.header)

    @property
    def texts(self) -> Texts:
        """All its texts at once."""
        header, setup = self.log.header, self.log.setup
        body = self._body()
        log = head_text(header) + body
        numbered = numbered_body(setup, body)
        identity = numbered_identity(setup, numbered)
        return Texts(log, _fingerprint(setup, body), identity, numbered)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of set-up and entries; the other fields of the header left out."""
        return _fingerprint(self.log.setup, self._body())

    @property
    def identity(self) -> str:
        """The same for every log of this game (``engine.identity``)."""
        return identity_of(self.log.setup, self._body())

    @property
    def digest(self) -> str:
        """SHA-256 of all that happened in the game, in its order, and of its last position.

        Replays the game, unless it was verified with `keep_events`.
        """
        happened = self.state.events
        if happened is None:
            happened = play(self.canonical, keep_events=True).state.events
        assert happened is not None
        return game_digest(happened, self.state)

    def _body(self) -> str:
        return body_text(entry_texts(self.log.setup, self.entries))


def _fingerprint(setup: Setup, body: str) -> str:
    """Of a game, where its entries are written already (``engine.log.text.body_text``)."""
    return text_digest(head_text(Header(setup)) + body)


def verify(log: Log, *, keep_events: bool = False) -> Game:
    """The game of `log`; with `keep_events` all its events are kept, in ``game.state.events``.

    Raises ``ReplayError`` for the first entry that cannot stand, or where the log stops early;
    ``DealMismatch`` where it reveals a secret that its deal does not follow from;
    ``ResultMismatch`` where it claims another result.
    """
    played = play(log, keep_events=keep_events)
    if played.error is not None:
        raise played.error
    s = played.state
    if not s.over:
        raise _unfinished(log, s)
    check_deal(log, played.entries)
    tally = result(s)
    claimed = log.header.result
    if claimed is not None and claimed != tally.points:
        words = [colour.word for colour in log.setup.seats]
        raise ResultMismatch(
            log.field_line("result"),
            dict(zip(words, claimed, strict=True)),
            dict(zip(words, tally.points, strict=True)),
        )
    return Game(log, s, played.entries, tally, played.starts)


def prove(log: Log) -> Proof:
    """Proof of `log` about its deal; it need not be finished.

    Raises ``ReplayError`` for an entry that cannot stand, ``DealMismatch`` where the deal does not
    follow from what the log reveals.
    """
    played = play(log)
    if played.error is not None:
        raise played.error
    check_deal(log, played.entries)
    return proof_of(log.header)


def play(log: Log, *, keep_events: bool = False) -> Playback:
    """Play `log` while it is valid; with `keep_events` they are kept, all, in ``state.events``."""
    s = start(log.setup)
    s.events = [] if keep_events else None
    entries = log.entries
    remaining: Iterator[Entry] = iter(entries)
    starts: list[int] = []
    if s.events is not None:
        remaining = Noted(remaining, s.events, starts)
    repeated: list[int] = []
    while True:
        try:
            apply_all(s, remaining)
        except IllegalAction as cause:
            index = len(entries) - length_hint(remaining) - 1
            if not repeats(s, entries[index]):
                error = placed_refusal(cause, s, log, index)
                done = _without(entries[:index], repeated)
                return Playback(s, done, error, _without(starts[:index], repeated))
            repeated.append(index)
        else:
            return Playback(s, _without(entries, repeated), None, _without(starts, repeated))


class Noted:
    """`entries` one by one; before each of them, how many `events` there are goes to `starts`."""

    def __init__(self, entries: Iterator[Entry], events: list[Event], starts: list[int]) -> None:
        self.entries = entries
        self.events = events
        self.starts = starts

    def __iter__(self) -> Noted:
        return self

    def __next__(self) -> Entry:
        entry = next(self.entries)
        self.starts.append(len(self.events))
        return entry

    def __length_hint__(self) -> int:
        return length_hint(self.entries)


def repeats(s: State, entry: Entry) -> bool:
    """True if `entry` writes out an answer that the engine has just taken (R2.8); asked of each
    such entry once."""
    if entry not in s.forced:
        return False
    s.forced = s.forced[s.forced.index(entry) + 1 :]
    return True


def _without(values: Sequence[T], left_out: list[int]) -> tuple[T, ...]:
    if not left_out:
        return tuple(values)
    return tuple(value for index, value in enumerate(values) if index not in left_out)


def steps(log: Log) -> Iterator[Step]:
    """Replay `log` step by step, with events; entries that repeat a forced answer are no steps.

    Raises ``ReplayError`` at the first entry that cannot stand.
    """
    s = start(log.setup)
    for index, entry in enumerate(log.entries):
        s.events = []
        try:
            apply(s, *entry)
        except IllegalAction as cause:
            if not repeats(s, entry):
                raise placed_refusal(cause, s, log, index) from None
            continue
        events = tuple(s.events)
        yield Step(index + 1, log.line(index), entry, events, s)


def placed_refusal(cause: IllegalAction, s: State, log: Log, index: int) -> ReplayError:
    """`cause` with its place: entry `index` of `log` cannot stand in `s`."""
    entry = log.entries[index]
    actor = "bank" if entry.seat == BANK else log.setup.seats[entry.seat].word
    tried = entry_text(log.setup, entry)
    return ReplayError(cause, log.line(index), index + 1, actor, tried, legal_texts(s))


def _unfinished(log: Log, s: State) -> ReplayError:
    decision = awaited(s)
    assert decision is not None
    actor = "bank" if decision.seat == BANK else log.setup.seats[decision.seat].word
    index = len(log.entries)
    cause = IllegalAction(Rule.GAME_UNFINISHED)
    return ReplayError(cause, log.line(index), index + 1, actor, "", legal_texts(s))


def legal_texts(s: State) -> tuple[str, ...]:
    """Legal next entries as texts; none at the end."""
    decision = awaited(s)
    if decision is None:
        return ()
    if isinstance(decision.item, Chance):
        return outcome_texts(s, decision.item)
    setup = s.rules.setup
    return tuple(entry_text(setup, Entry(decision.seat, action)) for action in legal_actions(s))
