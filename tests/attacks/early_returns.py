"""Early returns of the audit: every ``continue``, and every ``return`` with statements behind it.
Each hides nothing, or has a lie behind it that is named all the same."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

AUDIT: Final = Path(__file__).parents[2] / "audit"
LOOPS: Final = (ast.For, ast.While, ast.FunctionDef, ast.ClassDef)


def early_returns() -> dict[str, tuple[str, int]]:
    """File and line by name: module, function and the condition before it."""
    returns: dict[str, tuple[str, int]] = {}
    for path in sorted(AUDIT.glob("*.py")):
        counts: Counter[str] = Counter()
        for name, line in _of_module(path):
            counts[name] += 1
            suffix = f" ({counts[name]})" if counts[name] > 1 else ""
            returns[f"{path.stem}.{name}{suffix}"] = (str(path), line)
    return returns


def executed_lines(run: Callable[[], object]) -> set[tuple[str, int]]:
    """Lines of the audit that `run` goes through, in this process."""
    lines: set[tuple[str, int]] = set()
    folder = str(AUDIT)

    def in_function(frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return in_function

    def at_call(frame: FrameType, _event: str, _argument: Any) -> Any:
        return in_function if frame.f_code.co_filename.startswith(folder) else None

    before = sys.gettrace()
    sys.settrace(at_call)
    try:
        run()
    finally:
        sys.settrace(before)
    return lines


# --- inside -------------------------------------------------------------------


def _of_module(path: Path) -> Iterator[tuple[str, int]]:
    yield from _within(ast.parse(path.read_text("utf-8")), [], "", set())


def _within(
    node: ast.AST, names: list[str], guard: str, last: set[int]
) -> Iterator[tuple[str, int]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield from _within(child, [*names, child.name], "", set(_last(child.body)))
        elif isinstance(child, ast.ClassDef):
            yield from _within(child, [*names, child.name], "", set())
        else:
            condition = _condition(child) or guard
            is_return = isinstance(child, ast.Return) and id(child) not in last
            if is_return or isinstance(child, ast.Continue):
                yield f"{'.'.join(names)}: {guard}", child.lineno
            yield from _within(child, names, condition, last)


def _condition(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    if isinstance(node, ast.ExceptHandler) and node.type:
        return f"except {ast.unparse(node.type)}"
    if isinstance(node, ast.With):
        return f"with {ast.unparse(node.items[0])}"
    return "try" if isinstance(node, ast.Try) else ""


def _last(statements: list[ast.stmt]) -> Iterator[int]:
    """Statements that nothing of their function stands behind."""
    statement = statements[-1]
    yield id(statement)
    if not isinstance(statement, LOOPS):
        for name in ("body", "orelse", "finalbody"):
            if inner := getattr(statement, name, None):
                yield from _last(inner)
    for handler in getattr(statement, "handlers", []):
        yield from _last(handler.body)
