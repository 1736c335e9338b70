"""The build of the rules is a digest of what judges a log, and of nothing else."""

from __future__ import annotations

import ast
from hashlib import sha256
from pathlib import Path

import pytest

from engine import build

ENGINE = build.FOLDER
NOT_JUDGING = {
    "computer/": "computer players choose entries; the judge reads them",
    "odds.py": "deals after a position from elsewhere, which no log has",
    "receipt.py": "compares a log with a player's receipt, after the verdict",
    "shown.py": "what a seat may see of the market",
    "build.py": "names the judging modules",
}
"""What the judging modules import and the verdict does not depend on, with the reason."""


def modules() -> dict[str, str]:
    """Paths below the engine by dotted name."""
    names = {}
    for path in ENGINE.rglob("*.py"):
        place = path.relative_to(ENGINE).as_posix()
        names["engine." + place.removesuffix(".py").replace("/", ".")] = place
    return names


def imported(place: str, names: dict[str, str]) -> set[str]:
    """Paths of the engine's modules that a module imports."""
    places = set()
    for node in ast.walk(ast.parse((ENGINE / place).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            candidates = {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            candidates = {f"{node.module}.{alias.name}" for alias in node.names}
            candidates |= {f"{node.module}", f"{node.module}.__init__"}
        else:
            continue
        places |= {names[name] for name in candidates if name in names}
    return places - {"__init__.py"}


def test_everything_that_the_verdict_imports_is_in_the_build():
    names = modules()
    reached, waiting = set(), ["verdict.py", "replay.py", "log/__init__.py"]
    while waiting:
        place = waiting.pop()
        if place in reached or place.startswith(tuple(NOT_JUDGING)):
            continue
        reached.add(place)
        waiting += imported(place, names)
    assert "sites/temple.py" in reached
    assert reached - build.judging_sources().keys() == set()


def test_every_line_of_the_list_names_something():
    names = build.judging_sources().keys()
    empty = [part for part in build.JUDGING if not any(name.startswith(part) for name in names)]
    assert empty == []


def build_after(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str) -> str:
    """The build of a copy of the engine in which one file has another line."""
    for path in ENGINE.rglob("*"):
        if path.suffix in (".py", ".toml") and "__compiled__" not in path.parts:
            copy = tmp_path / path.relative_to(ENGINE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    changed = tmp_path / place
    changed.write_text(changed.read_text("utf-8") + "# a comment\n", "utf-8")
    monkeypatch.setattr(build, "FOLDER", tmp_path)
    build.judging_sources.cache_clear()
    build.build.cache_clear()
    digest = build.build()
    monkeypatch.undo()
    build.judging_sources.cache_clear()
    build.build.cache_clear()
    return digest


@pytest.mark.parametrize(
    "place",
    [
        "facts/fact.py",
        "analysis/shares.py",
        "computer/worth.py",
        "cli/check.py",
        "__main__.py",
        "previews.py",
    ],
)
def test_what_does_not_judge_leaves_the_build_alone(monkeypatch, tmp_path, place):
    assert build_after(monkeypatch, tmp_path, place) == build.build()


@pytest.mark.parametrize(
    "place", ["sites/temple.py", "cards/statue.py", "log/text.py", "editions/2026.1.toml"]
)
def test_what_judges_makes_a_new_build(monkeypatch, tmp_path, place):
    assert build_after(monkeypatch, tmp_path, place) != build.build()


def test_the_build_is_the_digest_of_names_and_digests():
    """As an outsider works it out from a checkout."""
    lines = [
        f"{name}\n{sha256((ENGINE / name).read_bytes()).hexdigest()}\n"
        for name in sorted(build.judging_sources())
    ]
    assert build.build() == sha256("".join(lines).encode()).hexdigest()[:12]
