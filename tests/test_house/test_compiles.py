"""The engine has a compiled form, and the image has all that it needs."""

import ast
from pathlib import Path

from fast import modules

ROOT = Path(__file__).resolve().parents[2]


def breaks_when_run(tree: ast.AST) -> list[int]:
    """Lines that mypyc takes, and that fail or do something else when they run compiled:
    ``dataclass(slots=True)``, ``object.__new__``."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.keyword) and node.arg == "slots")
        or (isinstance(node, ast.Attribute) and ast.unparse(node) == "object.__new__")
    ]


def test_nothing_compiled_is_known_to_break_when_it_runs():
    lines = {path: breaks_when_run(ast.parse((ROOT / path).read_text())) for path in modules()}
    assert lines.keys() >= {"engine/apply.py", "engine/state.py"}
    assert {path: matches for path, matches in lines.items() if matches} == {}


def test_what_breaks_is_found():
    code = "@dataclass(slots=True)\nclass A:\n    def copy(self):\n        return object.__new__(A)"
    assert breaks_when_run(ast.parse(code)) == [1, 4]


def versions(lock: str) -> dict[str, str]:
    lines = (ROOT / "requirements" / lock).read_text("utf-8").splitlines()
    pinned = [line.split()[0].split("==") for line in lines if "==" in line.split(";")[0]]
    return dict(pinned)


def test_the_image_compiles_with_what_developers_compile_with():
    fast, ours = versions("fast.lock"), versions("dev.lock") | versions("build.lock")
    assert {"mypy", "setuptools"} <= fast.keys()
    assert fast == {name: ours[name] for name in fast}


def test_the_image_has_what_the_site_reads():
    """Its packages, and the folders of the repository that the settings or the code name."""
    copied = {
        line.split()[1]
        for line in (ROOT / "Dockerfile").read_text("utf-8").splitlines()
        if line.startswith("COPY ")
    }
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    expected = packages - {"benchmarks", "tests"} | {"templates", "static", "docs", "locale"}
    assert expected - copied == set()


def test_the_image_is_given_what_it_copies():
    """Docker sees only what .dockerignore names."""
    parts = (ROOT / ".dockerignore").read_text("utf-8").split()
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    copied = [
        line.split()[1] for line in lines if line.startswith("COPY ") and "--from" not in line
    ]
    assert copied
    within = [[path, *map(str, Path(path).parents)] for path in copied]
    assert [
        path
        for path, *above in within
        if not {f"!{parent}" for parent in (path, *above)} & {*parts}
    ] == []
    assert [path for path in copied if not (ROOT / path).exists()] == []
