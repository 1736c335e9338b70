"""How browser tests drive the recorder: games are set up and written down as at a table."""

from __future__ import annotations

import shutil
from typing import Any

from playwright.sync_api import Page, expect

from engine import play, read_log
from tables.recorder import runtime
from tests.services import pyodide
from tests.services.errors import ServiceMissing, cannot_run

RECORDER = 'document.querySelector("[data-recorder]").recorder'

WRITE = f"""async (entries) => {{
  const {{ recording }} = {RECORDER};
  for (const [at, entry] of entries) {{
    if (recording.answer.plies < at && (await recording.write(entry)) !== "sent")
      throw new Error(`${{entry}}: ${{recording.sidePanel.parts.problem?.textContent}}`);
  }}
}}"""
"""By the page's own script, as a tap does it; what wrote itself is left out."""

NEXT = f"""(entry) => {{
  const {{ turn }} = {RECORDER}.recording;
  if (turn.prompt.naming) return turn.prompt.naming.values
    .find(([value]) => value === entry.split(" ")[turn.chooser.path.length + 1])[1];
  const option = turn.chooser.fitting.find((one) => one.entry === entry);
  return turn.chooser.next.find((word) => option.words.includes(word));
}}"""
"""The word to tap, on the way to an entry."""

DONE = f"""(before) => !{RECORDER}.recording.turn.waiting
  || {RECORDER}.recording.answer.plies !== before"""


def pyodide_for(settings: Any) -> None:
    """The data folder of the site that runs has Pyodide."""
    folder = runtime.folder()
    data = settings.DATA_DIR
    try:
        pyodide.kept(settings)
    except ServiceMissing as missing:
        cannot_run(missing)
    runtime_folder = runtime.folder()
    settings.DATA_DIR = data
    if not folder.exists():
        shutil.copytree(runtime_folder, folder)


def entries_of(log: str) -> list[str]:
    """The entries of a log, as the page offers them."""
    return [entry.action.text for entry in play(read_log(log)).entries]


def opened(page: Page) -> None:
    """The page of the recorder, and all that it needs without a network."""
    page.goto("/record/")
    expect(page.locator("[data-offline]")).to_be_visible(timeout=60_000)


def set_up(page: Page, *names: str) -> None:
    """A new game of two, sides A."""
    page.get_by_role("button", name="New game").click()
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_role("button", name="Start recording").click()
    expect(page.locator("#table")).to_be_visible(timeout=90_000)


def plies(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-plies") or 0)


def write(page: Page, entries: list[str]) -> None:
    """Write down `entries`, the game's from its beginning; those that are there are left."""
    page.evaluate(WRITE, [[number, entry] for number, entry in enumerate(entries, 1)])


def tap(page: Page, entry: str) -> None:
    """Write one down with the finger."""
    before = plies(page)
    while plies(page) == before:
        word = page.evaluate(NEXT, entry)
        page.locator(f'[data-choices] [data-word="{word}"]').click()
        page.wait_for_function(DONE, arg=before)


def kept(page: Page) -> list[dict[str, Any]]:
    """The games that this browser keeps."""
    drafts: list[dict[str, Any]] = page.evaluate(f"() => {RECORDER}.store.games()")
    return drafts
