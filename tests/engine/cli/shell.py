"""The command line of the engine, for tests: in this process (quick), or in one of its own."""

from __future__ import annotations

import io
import os
import runpy
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "tests" / "golden"


class Said(NamedTuple):
    """What a command said, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def engine(*arguments: str | Path, stdin: bytes = b"") -> Said:
    """``python -m engine`` with `arguments`, in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    argv = ["engine", *map(str, arguments)]
    text_i_o_wrapper = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)), "utf-8")
    with (
        mock.patch.object(sys, "argv", argv),
        mock.patch.object(sys, "stdin", text_i_o_wrapper),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            runpy.run_module("engine", run_name="__main__", alter_sys=False)
        except SystemExit as end:
            status = end.code
    out.flush()
    err.flush()
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    assert isinstance(status, int)
    return Said(status, *texts)


def environment(**changes: str) -> dict[str, str]:
    """This process's environment, without what changes how Python writes."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**variables, "PYTHONIOENCODING": "utf-8:strict", **changes}


def unmeasured() -> dict[str, str]:
    """This process's environment for the engine in a copied tree: coverage is of the checkout, and
    so is what was compiled."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")
    }
    return environment | {"IMHOTEP_ENGINE": "source"}


def shell(*arguments: str | Path, stdin: bytes = b"", **changes: str) -> Said:
    """``python -m engine`` with `arguments`, in a process of its own."""
    command = [sys.executable, "-m", "engine", *map(str, arguments)]
    done = subprocess.run(
        command, input=stdin, capture_output=True, cwd=ROOT, env=environment(**changes), check=False
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def bare(folder: Path, *arguments: str | Path) -> Said:
    """The same of the checkout in `folder`, with no site-packages and no environment."""
    command = [sys.executable, "-E", "-s", "-S", "-B", "-m", "engine", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, cwd=folder, env={}, check=False)
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())
