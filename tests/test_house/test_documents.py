"""Documents say what the code has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.test_house.source import ROOT, text

DOCUMENTS: Final = [
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "benchmarks/README.md")),
]
GENERATED: Final = [path for path in DOCUMENTS if "[[[cog" in text(path)]


@pytest.mark.parametrize("document", GENERATED, ids=lambda path: path.name)
def test_generated_tables_are_current(document: Path):
    """``make format`` writes them."""
    assert len(GENERATED) >= 2
    command = [sys.executable, "-m", "cogapp", "--check", "-I", str(ROOT), str(document)]
    assert subprocess.run(command, check=False, timeout=60).returncode == 0
