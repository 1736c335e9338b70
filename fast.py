"""Compile the hot part of the engine: ``make fast``, and the container's image.

What is not compiled is not hot, or has no compiled form: an ``Enum`` with an ``__init__`` of its
own, a cached property, a literal of half a character. Or it reads files in a generator, which
once compiled would keep them open when it is left early.

All is built elsewhere and moved in whole, under a name that says of which source it is
(``engine/compiled.py``): a running process is not disturbed, and the next one finds it.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Final

from mypyc.build import mypycify
from setuptools import Extension, setup

os.environ.setdefault("IMHOTEP_ENGINE", "source")  # before anything of the engine is imported

from engine.compiled import BUILDS, build_key

ROOT: Final = Path(__file__).resolve().parent
KEPT: Final = 2
"""Builds that stay: the new one, and one that may be running."""
EVERY: Final = 10.0
"""Seconds between two lines on the progress of a build."""

INTERPRETED: Final = frozenset(
    f"engine/{path}"
    for path in (
        *("vocabulary.py", "errors.py", "events.py", "setup.py", "profiles.py", "compiled.py"),
        *("files.py", "build.py"),
        *("digest.py", "proof.py", "fairness.py", "dealer.py", "draw_pile.py"),
        *("log/model.py", "log/envelope.py", "view.py", "verdict.py", "progress.py"),
        *("computer/choice.py", "computer/levels.py", "computer/search.py"),
        *("analysis/fit.py", "analysis/judged.py", "analysis/serialization.py"),
        *("analysis/weights.py", "analysis/whole.py"),
        *("facts/extract.py",),
    )
)
FOLDERS: Final = (
    *("engine/cli/", "engine/editions/"),
    *("engine/environment/", "engine/bots/"),
)


def modules() -> list[str]:
    """The modules to compile, as paths from the root."""
    found = (path.relative_to(ROOT).as_posix() for path in (ROOT / "engine").rglob("*.py"))
    return sorted(
        path
        for path in found
        if path not in INTERPRETED and "__" not in path and not path.startswith(FOLDERS)
    )


def why_not() -> str:
    """Missing requirements in words; empty if all are there."""
    if not shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0]):
        return "there is no C compiler here"
    if not Path(sysconfig.get_paths()["include"], "Python.h").exists():
        return "the headers of Python are not here"
    return ""


def translate(work: str) -> list[Extension]:
    """The modules as C, in the folder `work`. Ends the process where one has no compiled form."""
    flags = ["--config-file=", "--python-version=3.11", "--strict", f"--cache-dir={work}/mypy"]
    extensions: list[Extension] = mypycify(
        [*flags, *modules()],
        debug_level="0",
        group_name="engine",
        multi_file=True,
        target_dir=f"{work}/c",
    )
    return extensions


def build(into: str, work: str) -> None:
    """Compile everything into the folder `into`; `work` is for what comes between."""
    places = ["--build-lib", into, "--build-temp", f"{work}/o"]
    setup(
        packages=[],
        ext_modules=translate(work),
        script_args=["--quiet", "build_ext", *places, "--parallel", "2"],
    )


@contextmanager
def progress(work: Path) -> Iterator[None]:
    """Prints every ten seconds how far the build in `work` is, while this lasts."""
    over, began = threading.Event(), time.monotonic()

    def line() -> str:
        translated, compiled = len(list(work.rglob("*.c"))), len(list(work.rglob("*.o")))
        step = f"{compiled} of {translated} files" if translated else "reading the types"
        return f"Compiling the engine: {step} ({time.monotonic() - began:.0f} s) …"

    def write() -> None:
        while not over.wait(EVERY):
            print(line(), file=sys.__stdout__, flush=True)

    writer = threading.Thread(target=write, daemon=True)
    print("Compiling the engine: about a minute …", file=sys.__stdout__, flush=True)
    writer.start()
    try:
        yield
    finally:
        over.set()
        writer.join()


def make() -> Path:
    """The build of the source as it stands, made if it is not there."""
    BUILDS.mkdir(exist_ok=True)
    name = build_key()
    made = BUILDS / name
    if not made.is_dir():
        with (
            tempfile.TemporaryDirectory(prefix="new-", dir=BUILDS) as new,
            tempfile.TemporaryDirectory(prefix="imhotep-engine-") as work,
        ):
            with progress(Path(work)):
                build(f"{new}/built", work)
            check(f"{new}/built")
            if name != build_key():
                raise OSError("the source changed meanwhile")
            os.replace(f"{new}/built", made)
    for old in sorted(BUILDS.glob("*/"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return made


CHECK: Final = """
import runpy, sys
from pathlib import Path
sys.meta_path.insert(0, runpy.run_path("engine/compiled.py")["Finder"](Path(sys.argv.pop())))
sys.argv += ["bench", "--games", "1", "--seconds", "0"]
runpy.run_module("engine", run_name="__main__")
"""
"""Runs the build whose folder is its argument, before it is put in its place."""


def check(folder: str) -> None:
    """Plays games with the build in `folder`. Raises ``OSError`` if that fails."""
    environment = os.environ | {"IMHOTEP_ENGINE": "source"}
    command = [sys.executable, "-c", CHECK, folder]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if ended.returncode:
        raise OSError(f"it does not run compiled:\n{ended.stderr}")


IN_WHEEL: Final = ("pyproject.toml", "LICENSE", "docs/engine.md")
"""Files of a wheel of the engine, beside ``engine/``."""
PURE: Final = '"*" = ["*.toml", "py.typed"]'
"""The line of pyproject.toml that says which other files the wheel has."""


def make_wheel(folder: Path) -> Path:
    """A wheel of the engine in `folder`, with the build of the source as it stands: for this kind
    of Python and of machine, and for no compiler. Raises ``OSError`` if that fails."""
    built = make()
    with tempfile.TemporaryDirectory(prefix="imhotep-wheel-") as work:
        source = Path(work, "source")
        without = shutil.ignore_patterns("__pycache__", BUILDS.name)
        shutil.copytree(ROOT / "engine", source / "engine", ignore=without)
        shutil.copytree(built, source / built.relative_to(ROOT))
        for part in IN_WHEEL:
            (source / part).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / part, source / part)
        project = (source / "pyproject.toml").read_text("utf-8")
        libraries = f'"engine" = ["{BUILDS.name}/**/*.so"]'
        (source / "pyproject.toml").write_text(
            project.replace(PURE, f"{PURE}\n{libraries}"), "utf-8"
        )
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        options = f"--build-option=--python-tag={python} --plat-name={platform}"
        words = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", work]
        command = [sys.executable, "-m", "pip", *words, "--config-settings", options, "."]
        ended = subprocess.run(command, cwd=source, capture_output=True, text=True)
        if ended.returncode:
            raise OSError(f"pip makes no wheel of it:\n{ended.stdout}{ended.stderr}")
        [wheel] = Path(work).glob("*.whl")
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(wheel, folder))


def main() -> int:
    """``python fast.py`` compiles; with ``--wheel FOLDER`` the engine becomes a wheel there as
    well; ``--missing`` prints what there is not, for it to do so."""
    command = sys.argv[1:]
    wheels = Path(command[1]).resolve() if command[:1] == ["--wheel"] and command[1:] else None
    os.chdir(ROOT)
    if command == ["--missing"]:
        print(why_not())
        return 0
    said = io.StringIO()
    try:
        if missing := why_not():
            raise OSError(missing)
        with redirect_stdout(said):
            made = make()
            wheel = make_wheel(wheels) if wheels is not None else None
    except (Exception, SystemExit) as error:  # whatever mypy, setuptools, gcc and disks raise
        print(said.getvalue(), end="", file=sys.stderr)
        print(f"The engine could not be compiled: {error}", file=sys.stderr)
        return 1
    print(f"The engine is compiled, for what starts from now on: {made.relative_to(ROOT)}")
    if wheel is not None:
        print(f"Its wheel: {wheel}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
