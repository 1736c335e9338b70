"""Compile the hot part of the engine, in place: ``make fast``.

What is not compiled is not hot, or has no compiled form: an ``Enum`` with an ``__init__`` of its
own, a cached property, a literal of half a character.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mypyc.build import mypycify
from setuptools import setup

INTERPRETED: Final = frozenset(
    f"engine/{path}"
    for path in (
        *("vocabulary.py", "errors.py", "events.py", "setup.py", "profiles.py", "compiled.py"),
        *("digest.py", "proof.py", "fairness.py", "dealer.py"),
        *("log/model.py", "log/envelope.py", "view.py"),
        *("computer/choice.py", "computer/levels.py", "computer/search.py"),
    )
)
FOLDERS: Final = ("engine/cli/", "engine/editions/")

MODULES: Final = sorted(
    path
    for path in (found.as_posix() for found in Path("engine").rglob("*.py"))
    if path not in INTERPRETED and "__" not in path and not path.startswith(FOLDERS)
)

if __name__ == "__main__":
    setup(
        packages=[],
        ext_modules=mypycify(
            ["--config-file=", "--python-version=3.11", "--strict", *MODULES],
            debug_level="0",
            group_name="engine",
            multi_file=True,
        ),
    )
