"""The whole audit: the games over all cores, the ratings in their order."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Final

from audit import lists
from audit.books import Books
from audit.clubs import read_club_members
from audit.dump import Dump, UnreadableDump, compare_digests, compare_engine, read_dump
from audit.events import EventAudit
from audit.fields import AuditDifference
from audit.folds import FoldAudit
from audit.game_check import JudgedGames, judge_games
from audit.history import LogHistory
from audit.leaf_moments import compare_moments
from audit.lines_by_game import DumpByGame, GameLines
from audit.lists import read_editions, register_editions
from audit.pins import PinnedGame
from audit.rating import LedgerAudit
from audit.retired import chain_differences
from audit.series import SeriesAudit
from audit.shared_deals import SharedDeals
from audit.tables import ResearchAudit, line_table_differences
from audit.wrong_editions import WrongEdition, read_wrong_editions, unknown_editions
from engine.editions import load

CHUNK: Final = 40
"""Games that a process is given at once."""
AHEAD: Final = 4
"""Chunks that wait for each process: so many are in memory."""
BOARD_LENGTH: Final = 20


@dataclass
class Audit:
    """One audit of the dump in `folder`; `since`, `key` and `witnesses` are for ``audit.history``.
    Iterate over ``differences``; afterwards the numbers are there: games judged, deals dealt again,
    games that are pinned and differ as that explains (`other_engines`: by the version of another
    engine that judged them, how many games differ), `wrong_editions`, changes that hold and that
    are retired, and what was looked at of the log; `not_audited`: parts that were not looked at.
    `tell` is given each pinned game as it is found."""

    folder: Path
    jobs: int = 1
    quick: bool = False
    since: str | None = None
    key: str | None = None
    since_key: str | None = None
    witnesses: Sequence[str] = ()
    tell: Callable[[PinnedGame], None] = lambda _pinned: None
    log: str = ""
    later: list[str] = field(default_factory=list)
    dump: Dump | None = None
    folds: FoldAudit | None = None
    shared: SharedDeals | None = None
    events: EventAudit | None = None
    series: SeriesAudit | None = None
    games: int = 0
    deals: int = 0
    found: int = 0
    pinned: int = 0
    changes: int = 0
    retired: int = 0
    other_engines: Counter[str] = field(default_factory=Counter)
    wrong_editions: dict[str, WrongEdition] = field(default_factory=dict)
    not_audited: list[str] = field(default_factory=list)
    _editions: list[str] = field(default_factory=list)
    _tables: ResearchAudit | None = None
    _with_rows: bool = False
    boards: list[tuple[str, list[tuple[str, int, int]]]] = field(default_factory=list)

    def differences(self) -> Iterator[AuditDifference | str]:
        """Those of the log are sentences. Raises ``Unreadable``."""
        history = LogHistory(self.folder, self.since, self.key, self.since_key, self.witnesses)
        parts: tuple[Iterator[AuditDifference | str], ...] = (
            self._differences(),
            history.differences(),
        )
        for difference in chain.from_iterable(parts):
            self.found += 1
            yield difference
        self.log, self.later = history.summary(), history.later

    def _differences(self) -> Iterator[AuditDifference | str]:
        self.dump = dump = read_dump(self.folder)
        yield from compare_digests(dump)
        yield from compare_engine(dump)
        yield from compare_moments(dump)
        self.shared = SharedDeals(dump)
        yield from self.shared.differences()
        books, players = Books(dump), lists.read_players(dump)
        yield from books.check()
        met = lists.PlayerMeetings(dump, players)
        self.folds = FoldAudit(dump)
        self._tables = tables = ResearchAudit(dump)
        self._with_rows = tables.present and not self.quick
        ledger = LedgerAudit(
            books, self.folds, met.add, tables.rated, lists.computers_since(players)
        )
        club_rows, miscounted = read_club_members(dump)
        yield from miscounted
        names_in_logs = lists.names_in_logs(players)
        self.events = EventAudit(dump, players, club_rows, names_in_logs)
        yield from self.events.begin()
        joined = DumpByGame(dump, names_in_logs, club_rows)
        self._editions, wrong = read_editions(dump)
        yield from wrong
        self.wrong_editions = read_wrong_editions(dump)
        names = [load(text).name for text in self._editions]
        yield from unknown_editions(self.wrong_editions, names)
        if self.jobs == 1:
            yield from self._alone(joined, ledger, self.events)
        else:
            yield from self._side_by_side(joined, ledger, self.events)
        yield from self.events.end()
        self.series = SeriesAudit(
            dump, self.events.states, self.events.older, self.events.officers_at
        )
        yield from self.series.differences()
        yield from ledger.end()
        yield from self.folds.end()
        yield from chain_differences(dump, ledger.revised, ledger.computed)
        if not self.quick:
            yield from line_table_differences(dump)
            yield from tables.end()
        self.not_audited = _not_audited(dump, self.folds, tables, self.quick)
        self.not_audited += self.series.not_audited
        yield from joined.differences
        yield from lists.compare_ratings(dump, ledger)
        yield from lists.unnamed_players(players, ledger)
        self.changes, self.retired = ledger.changes, ledger.retired
        self.boards = list(lists.leaderboards_of_dump(ledger, met, players, BOARD_LENGTH))

    def _alone(
        self, joined: DumpByGame, ledger: LedgerAudit, events: EventAudit
    ) -> Iterator[AuditDifference]:
        for bundle in joined:
            chunk = judge_games([bundle], self.quick, self.wrong_editions, self._with_rows)
            yield from self._count(chunk)
            yield from ledger.add(bundle)
            yield from events.add(bundle)

    def _side_by_side(
        self, joined: DumpByGame, ledger: LedgerAudit, events: EventAudit
    ) -> Iterator[AuditDifference]:
        """Chunks in their order, so that what is found stands in the order of the files."""
        bundles = iter(joined)
        waiting: deque[Future[JudgedGames]] = deque()
        with ProcessPoolExecutor(self.jobs, None, register_editions, (self._editions,)) as pool:
            try:
                while chunk := list(islice(bundles, CHUNK)):
                    waiting.append(
                        pool.submit(
                            judge_games,
                            [_without_ledger(game_lines) for game_lines in chunk],
                            self.quick,
                            self.wrong_editions,
                            self._with_rows,
                        )
                    )
                    for bundle in chunk:
                        yield from ledger.add(bundle)
                        yield from events.add(bundle)
                    while len(waiting) >= AHEAD * self.jobs:
                        yield from self._count(waiting.popleft().result())
                while waiting:
                    yield from self._count(waiting.popleft().result())
            except BrokenProcessPool:
                raise UnreadableDump("a process that judged games ended early") from None
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _count(self, chunk: JudgedGames) -> Iterator[AuditDifference]:
        self.games += chunk.games
        self.deals += chunk.deals
        self.pinned += len(chunk.pinned)
        if self._tables:
            self._tables.add(chunk.rows)
        self.other_engines.update(chunk.other_engines)
        for pinned in chunk.pinned:
            self.tell(pinned)
        yield from chunk.differences


def _not_audited(dump: Dump, folds: FoldAudit, tables: ResearchAudit, quick: bool) -> list[str]:
    """Parts of a dump that were not looked at."""
    listed = [file for file in dump.files.values() if file.optional]
    absent = [file.name for file in listed if quick or not file.path.exists()]
    parts = [f"{', '.join(absent)} ({'--quick' if quick else 'not here'})"] if absent else []
    parts += tables.notes
    if not folds.present:
        parts.append("folds (an older dump has no file of them)")
    return parts


def _without_ledger(bundle: GameLines) -> GameLines:
    """Without the ledger, which the processes that judge do not need."""
    return bundle._replace(ledger=[])
