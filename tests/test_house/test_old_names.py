"""Names by which programs outside import the project hold for one release after they changed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from audit import merkle, signed
from tests.test_house.source import ROOT


def test_proofs_are_checked_by_the_names_of_before() -> None:
    assert merkle.included is merkle.is_included
    assert signed.checkpoint is signed.open_checkpoint
    assert signed.key_of is signed.parse_vkey


def test_the_analysis_is_imported_by_its_name_of_before() -> None:
    import engine.analysis

    with pytest.warns(DeprecationWarning, match="engine.analysis"):
        import analysis
    assert analysis.analysed_game is engine.analysis.analysed_game


def test_the_analysis_is_started_by_its_name_of_before() -> None:
    command = [sys.executable, "-m", "analysis", "--help"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0
    assert "python -m engine.analysis" in run.stdout
    assert "is now" in run.stderr
