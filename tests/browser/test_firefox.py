"""Pages in Firefox without a network. Runs where Firefox is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import recording
from tests.browser.cut import Line
from tests.services import node
from tests.services.errors import ServiceMissing, cannot_run

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_suffix("").parent / "firefox.mjs"
NAMES = ("firefox", "firefox-esr")


@pytest.fixture
def line(site: str) -> Iterator[Line]:
    cut_line = Line(site)
    yield cut_line
    cut_line.end()


def test_pages_come_without_a_network(site: str, line: Line, settings: Any) -> None:
    """The recorder's page as it was stored, and a page that says so for all others."""
    browser = next((path for program in NAMES if (path := shutil.which(program))), None)
    if browser is None:
        pytest.skip("no Firefox on the PATH")
    recording.pyodide_for(settings)
    try:
        node_binary = node.find()
        modules = node_binary.packages(ROOT)
    except ServiceMissing as missing:
        cannot_run(missing)
    assert (modules / "puppeteer-core").is_dir()
    with subprocess.Popen(
        [node_binary.binary, SCRIPT, browser, line.address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"MOZ_HEADLESS": "1"},
    ) as run:
        assert run.stdin
        assert run.stdout
        assert run.stdout.readline() == "stored\n"
        line.cut()
        run.stdin.write("cut\n")
        run.stdin.flush()
        answer = json.loads(run.stdout.readline())
    # A browser asks for the icon of a tab whenever it likes, and may do so without a network.
    problems = [problem for problem in answer["problems"] if "/favicon.svg" not in problem]
    assert problems == []
    assert answer["titles"]["/record/"].startswith("Record a game")
    assert answer["titles"]["/games/"].startswith("No connection")
