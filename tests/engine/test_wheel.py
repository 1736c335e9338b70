"""The engine as a wheel: built by the command of the document, at work where nothing else is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from engine.build import VERSION, engine_version
from tests.engine.cli.shell import GOLDEN, ROOT

PARTS = ("pyproject.toml", "LICENSE", "docs/engine.md")
GAME = GOLDEN / "hand-typed-two-players.imh"


def run(*command: str | Path, folder: Path) -> str:
    """What `command` prints. Without a network: pip is told of no index."""
    environment = {"PATH": os.environ["PATH"], "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_the_wheel_works_where_nothing_else_is_installed(tmp_path: Path) -> None:
    source = tmp_path / "source"
    leave_out = shutil.ignore_patterns("__pycache__", "__compiled__")
    shutil.copytree(ROOT / "engine", source / "engine", ignore=leave_out)
    for part in PARTS:
        (source / part).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / part, source / part)
    document = (ROOT / "docs" / "engine.md").read_text("utf-8")
    words = re.findall(r"^\$ python3 -m (pip wheel .*)$", document, re.M)[0].split()
    # The build takes the setuptools that the lock names, instead of fetching one.
    run(sys.executable, "-m", *words, "--no-build-isolation", folder=source)
    [wheel] = source.glob("dist/*.whl")
    assert wheel.name == f"imhotep_engine-{VERSION}-py3-none-any.whl"

    bare = tmp_path / "bare"
    venv.create(bare, with_pip=True)
    python = bare / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, folder=tmp_path)
    assert run(python, "-m", "engine", "check", GAME, folder=tmp_path).startswith("ok ")
    assert run(python, "-m", "engine", "--version", folder=tmp_path) == f"{engine_version()}\n"
    code = (
        "import doctest, engine, importlib.util as u, sys\n"
        "assert doctest.testmod(engine).failed == 0\n"
        "print(doctest.testmod(engine).attempted, u.find_spec('django'), engine.__file__)\n"
        "from engine.environment import numbering\n"
        "print(len(numbering(engine.Setup.of('black white'))) > 500)\n"
    )
    attempted, django, file, complete = run(python, "-c", code, folder=tmp_path).split()
    assert (int(attempted) > 10, django, complete) == (True, "None", "True")
    assert Path(file).is_relative_to(bare)
