"""The whole audit: the games over all cores, the ratings in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Final

from audit import lists
from audit.books import Books
from audit.differences import Difference
from audit.dump import Dump, Unreadable, compare_digests, read
from audit.editions import know, read_editions
from audit.history import History
from audit.joined import Bundle, Joined
from audit.judging import Judged, judge
from audit.pins import Pinned
from audit.rating import Ledger

CHUNK: Final = 40
"""Games that a process is given at once."""
AHEAD: Final = 4
"""Chunks that wait for each process: so many are in memory."""
SHOWN: Final = 20


@dataclass
class Audit:
    """One audit of the dump in `folder`; `since` and `key` are for ``audit.history``. Iterate over
    ``differences``; afterwards the numbers are there: games judged, deals dealt again, games that
    are pinned and differ as that explains, changes that hold and that are retired, and what was
    looked at of the log. `tell` is given each pinned game as it is found."""

    folder: Path
    jobs: int = 1
    quick: bool = False
    since: str | None = None
    key: str | None = None
    tell: Callable[[Pinned], None] = lambda one: None
    log: str = ""
    dump: Dump | None = None
    games: int = 0
    deals: int = 0
    found: int = 0
    pinned: int = 0
    changes: int = 0
    retired: int = 0
    _editions: list[str] = field(default_factory=list)
    boards: list[tuple[str, list[tuple[str, int, int]]]] = field(default_factory=list)

    def differences(self) -> Iterator[Difference | str]:
        """Those of the log are sentences. Raises ``Unreadable``."""
        history = History(self.folder, self.since, self.key)
        parts: tuple[Iterator[Difference | str], ...] = self._differences(), history.differences()
        for one in chain.from_iterable(parts):
            self.found += 1
            yield one
        self.log = history.summary()

    def _differences(self) -> Iterator[Difference | str]:
        self.dump = dump = read(self.folder)
        yield from compare_digests(dump)
        books, known = Books(dump), lists.players(dump)
        yield from books.check()
        met = lists.Met(dump, known)
        ledger, joined = Ledger(books, met.add), Joined(dump)
        self._editions, wrong = read_editions(dump)
        yield from wrong
        if self.jobs == 1:
            yield from self._alone(joined, ledger)
        else:
            yield from self._side_by_side(joined, ledger)
        yield from ledger.end()
        yield from joined.differences
        yield from lists.compare(dump, ledger)
        self.changes, self.retired = ledger.changes, ledger.retired
        self.boards = list(lists.boards(ledger, met, known, SHOWN))

    def _alone(self, joined: Joined, ledger: Ledger) -> Iterator[Difference]:
        for bundle in joined:
            yield from self._noted(judge([bundle], self.quick))
            yield from ledger.add(bundle)

    def _side_by_side(self, joined: Joined, ledger: Ledger) -> Iterator[Difference]:
        """Chunks in their order, so that what is found stands in the order of the files."""
        bundles = iter(joined)
        waiting: deque[Future[Judged]] = deque()
        with ProcessPoolExecutor(self.jobs, None, know, (self._editions,)) as pool:
            try:
                while chunk := list(islice(bundles, CHUNK)):
                    waiting.append(pool.submit(judge, [_light(one) for one in chunk], self.quick))
                    for bundle in chunk:
                        yield from ledger.add(bundle)
                    while len(waiting) >= AHEAD * self.jobs:
                        yield from self._noted(waiting.popleft().result())
                while waiting:
                    yield from self._noted(waiting.popleft().result())
            except BrokenProcessPool:
                raise Unreadable("a process that judged games ended early") from None
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _noted(self, judged: Judged) -> Iterator[Difference]:
        self.games += judged.games
        self.deals += judged.deals
        self.pinned += len(judged.pinned)
        for one in judged.pinned:
            self.tell(one)
        yield from judged.differences


def _light(bundle: Bundle) -> Bundle:
    """Without the ledger, which the processes that judge do not need."""
    return bundle._replace(ledger=[])
