"""The engine of a recording in Chromium: it starts, and records a game without a network. How long
that takes, ``benchmarks/recorder_start.py`` measures."""

from __future__ import annotations

from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page, Route, expect

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


def test_a_bar_is_in_sight_while_the_rules_load(
    page: Page, site: str, pyodide_runtime: None
) -> None:
    held: list[Route] = []
    released: list[bool] = []

    def hold(route: Route) -> None:
        if released:
            route.continue_()
        else:
            held.append(route)

    page.context.route("**/python_stdlib.zip", hold)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/record/")
    bar = page.get_by_label("Loading the rules")
    expect(bar).to_be_hidden()  # nobody waits for them yet
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Start recording").click()
    expect(bar).to_be_in_viewport()
    expect(bar).to_have_js_property("value", 0.25)
    released.append(True)
    for route in held:
        route.continue_()
    expect(page.locator("#table")).to_be_visible(timeout=90_000)
    expect(bar).to_be_hidden()


MEMORIES = """async () => {
  const names = await caches.keys();
  const cache = names.includes("python-memory") && await caches.open("python-memory");
  return cache ? (await cache.keys()).length : 0;
}"""


def test_the_next_visit_begins_with_the_memory_of_the_first(
    page: Page, site: str, pyodide_runtime: None
) -> None:
    page.goto("/record/")
    page.wait_for_function(MEMORIES, timeout=90_000)
    page.goto("/about/")
    page.goto("/record/")
    recording.set_up(page, "Ana", "Ben")
    log = (FOLDER / "all-a-two.imh").read_text()
    recording.write(page, recording.entries_of(log)[:5])
    assert recording.plies(page) == 5
    assert page.evaluate(MEMORIES) == 1
