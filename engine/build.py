"""The build of the rules: a digest of what judges a log, and of nothing else in the engine; the
version of an engine, which is written into every verification."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

VERSION: Final = "0.2.0"
"""As in pyproject.toml."""

JUDGING: Final = (
    *("actions.py", "agenda.py", "apply.py", "digest.py", "errors.py", "events.py"),
    *("event_text.py", "flow.py"),
    *("legal.py", "pile.py", "profiles.py", "replay.py", "rulebooks.py", "rules.py", "scoring.py"),
    *("setup.py", "state.py", "stones.py", "verdict.py", "vocabulary.py"),
    *("cards/", "entries/", "modules/", "sites/", "turns/"),
    # printed numbers
    "editions/",
    # logs as text, their fingerprints, and deals that follow from what a log reveals
    *("files.py", "log/", "identity.py", "dealer.py", "draw_pile.py", "fairness.py", "proof.py"),
)
"""Modules, and folders with a slash, from this folder: what is read to judge a log. A change in
any other part (computer players, facts, analysis, the command line) makes no new build."""

FOLDER: Final = Path(__file__).parent


@cache
def judging_sources() -> dict[str, str]:
    """SHA-256 in hex of each file that judges, sources and editions, by its path from here."""
    paths = (path for suffix in (".py", ".toml") for path in FOLDER.rglob(f"*{suffix}"))
    names = sorted(path.relative_to(FOLDER).as_posix() for path in paths)
    return {
        name: sha256((FOLDER / name).read_bytes()).hexdigest()
        for name in names
        if name.startswith(JUDGING)
    }


@cache
def build() -> str:
    """The first 12 hex digits of the SHA-256 over ``judging_sources``."""
    lines = (f"{name}\n{digest}\n" for name, digest in judging_sources().items())
    return sha256("".join(lines).encode()).hexdigest()[:12]


@cache
def engine_version() -> str:
    """``0.2.0+`` and the build of the rules: an engine that judges by other sources has another
    version, however small the change."""
    return f"{VERSION}+{build()}"
