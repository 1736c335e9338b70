"""The compiled engine as a wheel: at work where there is no compiler."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

import pytest

import engine
from engine.build import VERSION, engine_version
from fast import ROOT, make_wheel

pytestmark = [
    pytest.mark.skipif(not engine.COMPILED, reason="only with the compiled engine"),
    pytest.mark.long,
]
GAME = ROOT / "tests" / "golden" / "everything-four.imh"


def test_a_golden_game_is_played_by_the_wheel_without_a_compiler(tmp_path: Path) -> None:
    wheel = make_wheel(tmp_path / "dist")
    assert wheel.name.startswith(f"imhotep_engine-{VERSION}-cp3")
    assert not wheel.name.endswith("-any.whl")
    bare = tmp_path / "bare"
    venv.create(bare, with_pip=True)
    python = str(bare / "bin" / "python")
    # Nothing but the folder of this Python is on the path: no gcc, no cc.
    environment = {
        "PATH": str(bare / "bin"),
        "PIP_NO_INDEX": "1",
        "PIP_CONFIG_FILE": os.devnull,
        "IMHOTEP_ENGINE": "compiled",
    }

    def run(*words: str | Path) -> str:
        command = [python, *map(str, words)]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("-m", "pip", "install", "--quiet", wheel)
    script = "import engine, sys; print(engine.COMPILED, sys.modules['engine.apply'].__file__)"
    compiled, file = run("-c", script).split()
    assert compiled == "True"
    assert Path(file).is_relative_to(bare)
    assert Path(file).suffix == ".so"
    game = engine.verify(engine.read_log(GAME.read_bytes()))
    assert run("-m", "engine", "check", GAME).split()[:3] == ["ok", str(GAME), game.fingerprint]
    assert run("-m", "engine", "--version") == f"{engine_version()}\n"
