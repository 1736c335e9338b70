"""The engine of a recording as it runs in a browser: Python in WebAssembly, without the browser."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from engine import Log, entry_text, play, read_log, write_text
from engine.log.text import head_text
from tables.recorder.archive import pack_modules
from tests.golden.make import FOLDER
from tests.services import node, pyodide
from tests.services.errors import ServiceMissing, cannot_run

HERE = Path(__file__).parent

ON_A_DISK = """
import { fileURLToPath } from "node:url";
import * as real from "./real/pyodide.mjs";
export const loadPyodide = ({ indexURL }) =>
  real.loadPyodide({ indexURL: fileURLToPath(`${indexURL}real/`) });
"""
"""Node wants a path where a browser wants an address."""


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
    entries = play(log).entries
    body = b64encode(pack_modules("fr", ()).body).decode()
    parameters = {
        "places": {
            "worker": "",
            "pyodide": f"{tmp_path.as_uri()}/",
            "python": f"data:application/zip;base64,{body}",
        },
        "head": head_text(log.header),
        "entries": [entry_text(log.setup, entry) for entry in entries],
    }
    run = node_path.run([HERE / "recorded.js"], HERE, text=json.dumps(parameters))
    assert run.returncode == 0, run.stderr[-2000:]
    document = json.loads(run.stdout.splitlines()[-1])
    assert document["text"] == write_text(Log(log.header, entries))
    assert document["over"] is True
    assert document["steps"] == len(entries)
    assert document["left"] <= len(entries) - 5
    assert document["refused"] == "la partie est terminée"
    assert document["median"] < 100, "milliseconds from the tap to what is drawn"
    assert (
        "À vous de jouer\N{NO-BREAK SPACE}: que faites-vous\N{NO-BREAK SPACE}?"
        in document["questions"]
    )


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_archive_is_small(language: str) -> None:
    assert len(pack_modules(language, ()).body) < 490_000
