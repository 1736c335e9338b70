"""The first readers after a start ask for the engine in several languages at once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, BrokenBarrierError

import pytest

from tables.recorder import archive
from tables.recorder.catalogue import source_messages


def test_sources_are_parsed_by_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    barrier, calls = Barrier(2), []

    def parse(sources: Iterable[bytes]) -> frozenset[str]:
        calls.append(1)
        with contextlib.suppress(BrokenBarrierError):
            barrier.wait(0.5)  # a second thread comes here, if it can
        return source_messages(sources)

    monkeypatch.setattr(archive, "refresh_editions", lambda: None)
    monkeypatch.setattr(archive, "source_messages", parse)
    archive.pack_modules.cache_clear()
    archive._messages.cache_clear()
    with ThreadPoolExecutor(2) as threads:
        bodies = [packed.body for packed in threads.map(archive.engine_archive, ("de", "fr"))]
    assert len(set(bodies)) == 2
    assert calls == [1]
