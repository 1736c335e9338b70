"""What the README says to type."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.engine.cli.shell import ROOT, engine

COMMANDS = re.findall(r"python3 -m engine ([^`\n]+)", (ROOT / "README.md").read_text("utf-8"))


def test_the_commands_of_the_readme_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, in one folder: what one writes another reads."""
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) > 1
    for command in COMMANDS:
        words, _, file = command.partition(" > ")
        output = engine(*shlex.split(words))
        assert (output.status, output.err) == (0, ""), command
        if file:
            Path(file).write_text(output.out, "utf-8")
