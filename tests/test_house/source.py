"""Python files of the tree, each read and parsed once for all tests of the house."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path))


@cache
def packages() -> tuple[Path, ...]:
    """Folders of the product: packages at the top that are neither tests nor benchmarks."""
    return tuple(
        folder
        for folder in sorted(ROOT.iterdir())
        if (folder / "__init__.py").exists() and folder.name not in ("tests", "benchmarks")
    )


@cache
def product() -> tuple[Path, ...]:
    """Modules of the product but migrations, which Django writes."""
    inside = (path for folder in packages() for path in sorted(folder.rglob("*.py")))
    return (*sorted(ROOT.glob("*.py")), *(path for path in inside if not _migration(path)))


@cache
def tests() -> tuple[Path, ...]:
    return tuple(sorted((ROOT / "tests").rglob("*.py")))


def defined_names(module: ast.Module) -> Iterator[str]:
    """Names that a module gives: functions, classes, arguments, variables."""
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.arg(name) | ast.Name(name, ast.Store()):
                yield name


def docstrings(module: ast.AST) -> Iterator[str]:
    """Strings that stand as statements: of modules, classes, functions and assignments."""
    for node in ast.walk(module):
        match node:
            case ast.Expr(ast.Constant(str(line))):
                yield line


def _migration(path: Path) -> bool:
    return path.parent.name == "migrations"
