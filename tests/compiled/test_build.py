"""The build of the compiled engine: `make fast` runs this, and CI where a C compiler is."""

import importlib
import subprocess
import sys

import pytest

import engine
from engine.compiled import BUILDS, build_key
from fast import ROOT, modules

pytestmark = pytest.mark.skipif(not engine.COMPILED, reason="only with the compiled engine")

TRANSLATE_ONE = """
import fast, sys
fast.modules = lambda: [sys.argv[2]]
fast.translate(sys.argv[1])
"""


def test_every_hot_module_runs_compiled():
    """From the build of this very source; what is not hot runs as it is written."""
    names = {path.removesuffix(".py").replace("/", ".") for path in modules()}
    build = str(BUILDS / build_key())
    loaded = {name: str(importlib.import_module(name).__file__) for name in names}
    assert {"engine.apply", "engine.state"} <= names
    assert {name: file for name, file in loaded.items() if not file.startswith(build)} == {}
    assert str(importlib.import_module("engine.vocabulary").__file__).endswith("vocabulary.py")


def test_a_module_that_mypyc_refuses_is_noticed(tmp_path):
    refused = tmp_path / "refused.py"
    refused.write_text("class Outer:\n    class Inner:\n        pass\n")
    command = [sys.executable, "-c", TRANSLATE_ONE, str(tmp_path / "work"), str(refused)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode != 0
    assert "refused.py:2: error: Unsupported" in ended.stdout + ended.stderr
