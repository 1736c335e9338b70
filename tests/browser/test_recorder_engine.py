"""The engine of a recording in Chromium: it starts, and records a game without a network. How long
that takes, ``benchmarks/recorder_start.py`` measures."""

from __future__ import annotations

from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page

from engine import Log, entry_text, play, read_log, write_text
from engine.log.text import head_text
from tables.recorder import files
from tests.browser import recording
from tests.golden.make import FOLDER

START = """async ([script, places]) => {
  const { Engine } = await import(script);
  globalThis.engine = new Engine(places);
  await globalThis.engine.ready;
}"""

RECORD = """async ([head, entries]) => {
  const { engine } = globalThis;
  await engine.open(head);
  for (const [at, entry] of entries.entries()) {
    if (engine.entries.length > at) continue;
    await engine.do(entry);
  }
  const { text, over } = await engine.log();
  return { text, over, steps: engine.payload.steps.length };
}"""


@pytest.fixture
def pyodide_runtime(settings: Any) -> None:
    recording.pyodide_for(settings)


def test_a_game_is_recorded_with_the_network_cut(
    page: Page, site: str, pyodide_runtime: None
) -> None:
    log = read_log((FOLDER / "all-a-two.imh").read_bytes())
    entries = play(log).entries
    lines = [entry_text(log.setup, entry) for entry in entries]
    page.goto("/about/")
    scripts = [static("js/recorder/engine.js"), files.urls("en")]
    page.evaluate(START, scripts)
    page.context.set_offline(True)
    try:
        state = page.evaluate(RECORD, [head_text(log.header), lines])
    finally:
        page.context.set_offline(False)
    assert state["text"] == write_text(Log(log.header, entries))
    assert state["over"] is True
    assert state["steps"] == len(entries)
