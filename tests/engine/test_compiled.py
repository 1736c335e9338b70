"""Compiled modules are used for the very source they were made from, and for no other."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine import compiled
from tests.engine.cli.shell import unmeasured

SUFFIX = EXTENSION_SUFFIXES[0]
ASK = "import engine.{0}; print(engine.COMPILED, engine.{0}.__file__.endswith('.py'))"


def an_extension() -> tuple[str, Path]:
    """A module made of C that is here anyway: its name and file."""
    for name in ("_heapq", "_bisect", "_queue", "_cffi_backend"):
        spec = find_spec(name)
        if spec and spec.origin and Path(spec.origin).is_file():
            return name, Path(spec.origin)
    raise AssertionError("no extension module is here")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the engine with one module more, of which there is a compiled one too."""
    ours = shutil.ignore_patterns("__pycache__", "__compiled__")
    copy = Path(shutil.copytree(compiled.SOURCE, tmp_path / "engine", ignore=ours))
    name, file = an_extension()
    (copy / f"{name}.py").write_text("")
    monkeypatch.setattr(compiled, "SOURCE", copy)
    monkeypatch.setattr(compiled, "BUILDS", copy / "__compiled__")
    made = copy / "__compiled__" / compiled.build_key() / "engine"
    made.mkdir(parents=True)
    shutil.copy(file, made / f"{name}{SUFFIX}")
    return copy


def run(tree: Path, wish: str = "") -> str:
    """What a process of its own says: whether compiled, and whether that module is source."""
    environment = unmeasured() | {"IMHOTEP_ENGINE": wish, "PYTHONPATH": str(tree.parent)}
    command = [sys.executable, "-c", ASK.format(an_extension()[0])]
    ended = subprocess.run(command, cwd=tree.parent, env=environment, capture_output=True)
    return (ended.stdout + ended.stderr).decode().strip()


def test_what_was_compiled_of_this_source_runs(tree: Path) -> None:
    assert run(tree) == run(tree, "compiled") == "True False"
    assert run(tree, "source") == "False True"


@pytest.mark.parametrize("place", ["apply.py", "sites/market.py", "vocabulary.py"])
def test_a_changed_line_is_what_runs(tree: Path, place: str) -> None:
    with (tree / place).open("a") as file:
        file.write("CHANGED = True\n")
    assert run(tree) == "False True"
    assert "there is no compiled engine of this source" in run(tree, "compiled")


def test_a_module_more_or_less_is_another_source(tree: Path) -> None:
    before = compiled.build_key()
    (tree / "more.py").write_text("")
    assert compiled.build_key() != before
    (tree / "more.py").unlink()
    assert compiled.build_key() == before


def test_a_build_for_another_python_is_none(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiled.build_key()
    monkeypatch.setattr(compiled, "EXTENSION_SUFFIXES", [".cpython-399-other.so"])
    assert compiled.build_key() != before


def test_which_is_chosen(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    looked = len(sys.meta_path)
    assert not compiled.choose_modules("source")
    assert len(sys.meta_path) == looked
    assert compiled.choose_modules("")
    assert isinstance(sys.meta_path[0], compiled.Finder)
    shutil.rmtree(tree / "__compiled__")
    assert not compiled.choose_modules("")
    with pytest.raises(ImportError, match="make fast"):
        compiled.choose_modules("compiled")


def test_only_modules_of_the_engine_are_found(tree: Path) -> None:
    finder = compiled.Finder(tree / "__compiled__" / compiled.build_key())
    name, _ = an_extension()
    spec = finder.find_spec(f"engine.{name}")
    assert spec is not None
    assert spec.origin == str(finder.build / "engine" / f"{name}{SUFFIX}")
    assert finder.find_spec("engine.apply") is None
    assert finder.find_spec(name) is None
    assert finder.find_spec(compiled.SHARED) is None
