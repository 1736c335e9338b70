"""The table that a script lays is the one of the site's template."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from drawing.replay.page import blocks_of
from engine import Log, play, read_log, write_text
from tables.recorder.engine.bridge import Face
from tests.golden.make import FOLDER
from tests.services import node
from tests.services.errors import ServiceMissing, cannot_run

HERE = Path(__file__).parent
WORDS = {
    "larger": "%s: enlarge",
    "close": "Close",
    "modules": "Modules",
    "toMove": "to move",
    "resigned": "resigned",
    "toDraw": "to draw",
    "discarded": "discarded",
    "quarry": "stones left in the quarry",
    "points": "Points so far",
    "prospect": "If the game ended now",
    "stones": "stones",
    "stonesHere": "%s: stones here, and the points that they are worth now",
    "worthNow": "worth now:",
    "doubt": "The numbers on this side are provisional. They stand in for the printed ones.",
    "colours": {"black": "black", "white": "white", "brown": "brown", "gray": "gray"},
}


class Elements(HTMLParser):
    """Tags with their attributes, and words, one after the other."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[object] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, sorted((name, value or "") for name, value in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        self.found += data.split()


@pytest.mark.parametrize("name", ["all-a-two", "everything-four"])
@pytest.mark.parametrize("entries", [0, 40])
def test_it_has_the_same_elements(name: str, entries: int) -> None:
    log = read_log((FOLDER / f"{name}.imh").read_bytes())
    names = tuple(f"{seat} \"&'<b>" for seat in range(len(log.setup.seats)))
    header = replace(log.header, names=names, result=None)
    text = write_text(Log(header, play(log).entries[:entries]))
    face = Face()
    blocks = json.loads(face.called("open", json.dumps([text])))["answer"]["blocks"]
    live = face.open_recording.live
    live_blocks = blocks_of(live.drawing, live.names, live.now, live.table, live.heard)
    context = {"blocks": live_blocks, "prefix": "", "to_move": None}
    try:
        run = node.find().run(
            [HERE / "table.js"], HERE, text=json.dumps({"blocks": blocks, "words": WORDS})
        )
    except ServiceMissing as missing:
        cannot_run(missing)
    assert run.returncode == 0, run.stderr
    elements = Elements(render_to_string("games/replay/blocks.html", context)).found
    assert Elements(run.stdout).found == elements
    assert len(elements) > 500
