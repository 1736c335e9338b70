"""The engine of a recording as it runs in a browser: Python in WebAssembly, without the browser."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from engine import Log, entry_text, play, read_log, write_text
from engine.log.text import head_text
from tables.recorder.archive import pack_modules
from tests.golden.make import FOLDER
from tests.services import node, pyodide
from tests.services.errors import ServiceMissing, cannot_run

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FIRST_LINE = "imhotep 1"

ON_A_DISK = """
import { fileURLToPath } from "node:url";
import * as real from "./real/pyodide.mjs";
globalThis.starts = [];
export const loadPyodide = ({ indexURL, ...options }) => {
  globalThis.starts.push(...Object.keys(options));
  return real.loadPyodide({ ...options, indexURL: fileURLToPath(`${indexURL}real/`) });
};
"""
"""Node wants a path where a browser wants an address. `starts`: how each start began."""


def test_a_game_is_recorded_in_webassembly(settings: Any, tmp_path: Path) -> None:
    """Nothing but the files that the site sends: rules, words, drawing, questions."""
    try:
        pyodide.kept(settings)
        node_path = node.find()
    except ServiceMissing as missing:
        cannot_run(missing)
    (tmp_path / "real").mkdir()
    pyodide.unpack(tmp_path / "real")
    (tmp_path / "pyodide.mjs").write_text(ON_A_DISK)
    log = read_log((FOLDER / "ending-stuck-last-round.imh").read_bytes())
    names = [f"Senbi the {n}." for n in range(len(log.setup.seats))]
    header = replace(log.header, names=tuple(names))
    entries = play(log).entries
    body = b64encode(pack_modules("fr", ()).body).decode()
    parameters = {
        "places": {
            "worker": "",
            "pyodide": f"{tmp_path.as_uri()}/",
            "python": f"data:application/zip;base64,{body}",
        },
        "head": head_text(header),
        "entries": [entry_text(log.setup, entry) for entry in entries],
        "names": [*names, FIRST_LINE],
    }
    run = node_path.run([HERE / "recorded.js"], HERE, text=json.dumps(parameters))
    assert run.returncode == 0, run.stderr[-2000:]
    document = json.loads(run.stdout.splitlines()[-1])
    written = write_text(Log(header, entries))
    assert document["text"] == document["again"] == written
    assert document["over"] is True
    assert document["steps"] == len(entries)
    assert document["left"] <= len(entries) - 5
    assert document["refused"] == "la partie est terminée"
    assert document["median"] < 100, "milliseconds from the tap to what is drawn"
    assert (
        "À vous de jouer\N{NO-BREAK SPACE}: que faites-vous\N{NO-BREAK SPACE}?"
        in document["questions"]
    )
    assert document["ofThisArchive"] is True
    assert document["has"] == [FIRST_LINE], "the memory is of before the first game"
    assert document["renewed"] is True, "a memory that cannot be used is replaced"
    first_start, from_memory = "_makeSnapshot", "_loadSnapshot"
    assert document["starts"] == [first_start, from_memory, from_memory, first_start]
    print("ready, milliseconds:", document["ready"])
    assert document["progress"] == [[0.25, 0.5, 0.75, 1]] * 3


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_archive_is_small(language: str) -> None:
    assert len(pack_modules(language, ()).body) < 400_000


def test_the_archive_has_the_words_of_its_modules() -> None:
    """The same words as the catalogue of the site, and none that only the site says."""
    with ZipFile(BytesIO(pack_modules("pl", ()).body)) as archive:
        packed = GNUTranslations(BytesIO(archive.read("drawing/language/catalogue.mo")))
    site = GNUTranslations(BytesIO((ROOT / "locale/pl/LC_MESSAGES/django.mo").read_bytes()))
    assert packed.info() == site.info()
    word = "The game is over"
    assert packed.gettext(word) == site.gettext(word) != word
    for number in (1, 2, 5):
        words = ("%(cards)s card face down", "%(cards)s cards face down", number)
        assert packed.ngettext(*words) == site.ngettext(*words) != words[number > 1]
    elsewhere = "Games to confirm"
    assert packed.gettext(elsewhere) == elsewhere != site.gettext(elsewhere)
