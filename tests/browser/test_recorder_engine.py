"""The engine of a recording in Chromium: it starts, and records a game without a network."""

from __future__ import annotations

import shutil
from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page

from engine import Log, entry_text, play, read_log, write_text
from engine.log.text import head_text
from games.recorder import files, runtime
from tests.golden.make import FOLDER
from tests.services import pyodide
from tests.services.errors import ServiceMissing, cannot_run

START = """async ([script, places]) => {
  const { Engine } = await import(script);
  const began = performance.now();
  const engine = new Engine(places);
  await engine.ready;
  globalThis.engine = engine;
  return performance.now() - began;
}"""

RECORD = """async ([head, entries]) => {
  const { engine } = globalThis;
  await engine.open(head);
  const times = [];
  for (const [at, entry] of entries.entries()) {
    if (engine.entries.length > at) continue;
    const before = performance.now();
    await engine.do(entry);
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  const { text, over } = await engine.log();
  return { text, over, median: times[times.length >> 1], steps: engine.payload.steps.length };
}"""

COLD, AGAIN, ENTRY = 5_000, 3_000, 100
"""Milliseconds: the first start, the next one, and from a tap to the answer (median)."""

SLACK = 3
"""What a start may take longer while other tests run."""


@pytest.fixture
def pyodide_there(settings: Any) -> None:
    """The data folder of the site that runs has Pyodide."""
    wanted = runtime.folder()
    data = settings.DATA_DIR
    try:
        pyodide.kept(settings)
    except ServiceMissing as missing:
        cannot_run(missing)
    found = runtime.folder()
    settings.DATA_DIR = data
    if not wanted.exists():
        shutil.copytree(found, wanted)


def test_a_game_is_recorded_with_the_network_cut(
    page: Page, site: str, pyodide_there: None
) -> None:
    log = read_log((FOLDER / "all-a-two.imh").read_bytes())
    entries = play(log).entries
    lines = [entry_text(log.setup, entry) for entry in entries]
    page.goto("/about/")
    given = [static("js/record/engine.js"), files.urls("en")]
    assert page.evaluate(START, given) < SLACK * COLD
    assert page.evaluate("engine.close()") is None
    assert page.evaluate(START, given) < SLACK * AGAIN
    page.context.set_offline(True)
    try:
        seen = page.evaluate(RECORD, [head_text(log.header), lines])
    finally:
        page.context.set_offline(False)
    assert seen["text"] == write_text(Log(log.header, entries))
    assert seen["over"] is True
    assert seen["steps"] == len(entries)
    assert seen["median"] < ENTRY
