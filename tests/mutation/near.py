"""Run the tests nearest to the change: `make near`.

    python -m tests.mutation.near [--list] [--base main] [PYTEST'S OPTIONS]

The change is the difference from where the branch left `main`, and all that is not committed. Of a
module the nearest tests are those of its name and those that import it; if there are none, those
that import what imports it. A template, script or text file counts as the modules that name it.
Tests that start browsers or processes of the site are left out, as are those of the house
(`make check`).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.mutation.concerned import Concerned, dotted

ROOT: Final = Path(__file__).resolve().parents[2]
LEFT_OUT: Final = (
    *("tests/browser/", "tests/pipeline/", "tests/attacks/live/", "tests/compiled/"),
    *("tests/test_house/", "tests/site/test_serve.py"),
)
FARTHEST: Final = 3
"""Imports between a module and a test that is still asked."""
SCRIPTS: Final = "tests/js/test_scripts.py"
PROCESSES: Final = 12
"""Files of tests from which on several processes run them."""


def changed(base: str) -> list[str]:
    """Files that differ from where this branch left `base`, committed or not, as they are now;
    without such a branch, those that are not committed."""
    branch = _git("branch", "--list", base, "--format=%(refname:short)").strip()
    fork = _git("merge-base", branch or "HEAD", "HEAD").strip()
    names = _git("diff", "--name-only", fork).splitlines()
    names += _git("ls-files", "--others", "--exclude-standard").splitlines()
    return sorted({name for name in names if (ROOT / name).is_file()})


def nearest(concerned: Concerned, module: str) -> set[str]:
    """The modules of tests that are nearest to `module`, itself if it is one."""
    by_distance: dict[int, set[str]] = {}
    for name, distance in concerned.distances(module).items():
        if concerned.files[name].name.startswith("test_"):
            by_distance.setdefault(distance, set()).add(name)
    stem = f".test_{module.rpartition('.')[2]}"
    of_its_name = {name for name in concerned.files if name.endswith(stem)}
    levels = [by_distance.get(distance, set()) for distance in range(FARTHEST + 1)]
    return of_its_name | next((level for level in levels if level), set())


def naming(root: Path, concerned: Concerned, file: str) -> Iterator[str]:
    """Modules whose text names a file that is no module: a template, a catalogue, a document."""
    path = Path(file)
    words = {file, "/".join(path.parts[1:]) or file} | (
        {path.name} if len(path.parts) < 3 else set()
    )
    for name, module in concerned.files.items():
        text = (root / module).read_text(encoding="utf-8")
        if any(f'"{word}"' in text for word in words):
            yield name


def tests(root: Path, files: Iterable[str]) -> list[str]:
    """The files of tests of the tree `root` that are nearest to `files`."""
    concerned = Concerned(root)
    chosen: set[str] = set()
    for file in files:
        module = dotted(Path(file))
        if file.endswith(".js"):
            chosen.add(SCRIPTS)
        modules = [module] if module in concerned.files else naming(root, concerned, file)
        for name in modules:
            near = nearest(concerned, name)
            chosen |= {concerned.files[test].as_posix() for test in near}
    return sorted(name for name in chosen if not name.startswith(LEFT_OUT))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--base", default="main", help="the branch to compare with")
    parser.add_argument("--list", action="store_true", help="name the tests, run none")
    options, pytest_arguments = parser.parse_known_args(arguments)
    files = changed(options.base)
    chosen = tests(ROOT, files)
    print(
        f"{len(files)} files changed; {len(chosen)} files of tests are near:", *chosen, sep="\n  "
    )
    if options.list or not chosen:
        return 0
    side_by_side = ["-n", "auto", "--dist", "worksteal"] if len(chosen) > PROCESSES else []
    command = [sys.executable, "-m", "pytest", "-q", *side_by_side, *chosen, *pytest_arguments]
    return subprocess.run(command, cwd=ROOT).returncode


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
