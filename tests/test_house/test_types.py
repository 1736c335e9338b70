"""Signatures say what they take and give: few have ``Any``, and no alias hides one."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.test_house import source
from tests.test_house.test_arrows import LAYERS

ROOT = Path(__file__).resolve().parents[2]
SIGNATURES = 100
"""There are fewer with ``Any`` than this."""

VALUES = (ast.Call, ast.Dict, ast.Lambda, ast.Compare)
"""What has no place in a type."""

Trees = Mapping[str, ast.Module]
"""By the module's dotted name."""


def trees() -> dict[str, ast.Module]:
    """Every module of ours but the migrations, which Django writes."""
    trees_by_module = {}
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            place = path.relative_to(ROOT).with_suffix("")
            if "migrations" not in place.parts:
                parts = place.parts[:-1] if place.name == "__init__" else place.parts
                trees_by_module[".".join(parts)] = source.tree(path)
    return trees_by_module


def imported(tree: ast.Module) -> dict[str, str]:
    """Dotted names by the names that the module has for them."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {name.asname or name.name: f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            names |= {name.asname or name.name: name.name for name in node.names}
    return names


def mentioned(module: str, names: Mapping[str, str], expression: ast.AST) -> Iterator[str]:
    """The dotted names in a type, quoted ones too."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Name | ast.Attribute):
            first, dot, remainder = ast.unparse(node).partition(".")
            yield f"{names.get(first, f'{module}.{first}')}{dot}{remainder}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                quoted = ast.parse(node.value, mode="eval")
            except SyntaxError:
                continue
            yield from mentioned(module, names, quoted)


def top_level(tree: ast.Module | ast.If) -> Iterator[ast.stmt]:
    """The statements of a module outside of functions and classes."""
    for node in tree.body:
        if isinstance(node, ast.If):
            yield from top_level(node)
        else:
            yield node


def hiding(trees: Trees) -> set[str]:
    """``Any`` and every alias that stands for a type with it, by dotted name."""
    aliases = {}
    for module, tree in trees.items():
        names = imported(tree)
        for node in top_level(tree):
            if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
                continue
            if any(isinstance(part, VALUES) for part in ast.walk(node.value)):
                continue  # no type
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            mentions = set(mentioned(module, names, node.value))
            aliases |= {f"{module}.{ast.unparse(target)}": mentions for target in targets}
        aliases |= {f"{module}.{name}": {source} for name, source in names.items()}
    hidden, new = set[str](), {"typing.Any"}
    while new:
        hidden |= new
        new = {alias for alias, mentions in aliases.items() if mentions & hidden} - hidden
    return hidden


def with_any(trees: Trees) -> list[str]:
    """Each signature with ``Any``: the module, the line and the name."""
    hidden = hiding(trees)
    signatures = []
    for module, tree in trees.items():
        names = imported(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                types = [
                    argument.annotation
                    for argument in ast.walk(node.args)
                    if isinstance(argument, ast.arg)
                ]
                mentions = (
                    mentioned(module, names, annotation)
                    for annotation in [*types, node.returns]
                    if annotation
                )
                if any(not hidden.isdisjoint(annotation) for annotation in mentions):
                    signatures.append(f"{module}:{node.lineno} {node.name}")
    return signatures


def test_few_signatures_have_any():
    signatures = with_any(trees())
    listed = "\n".join(signatures)
    assert len(signatures) < SIGNATURES, f"{len(signatures)} signatures with Any, in:\n{listed}"


def test_any_is_found_behind_its_aliases():
    shapes = "from typing import Any\nShape = dict[str, Any]\nEMPTY = dict[str, Any]()\nPlain = int"
    users = """
import shapes
import typing as t
from shapes import EMPTY, Plain, Shape as Form
Forms = list[Form]
def alias(one: Form) -> None: ...
def alias_of_an_alias(*many: Forms) -> None: ...
def of_a_module() -> shapes.Shape: ...
def quoted(one: "list[t.Any]") -> None: ...
def returned() -> t.Any: ...
class Of:
    async def method(self, *, one: Form | None = None) -> int: ...
def honest(one: Plain, two: object = EMPTY) -> "dict[str, int]": ...
"""
    signatures = with_any({"shapes": ast.parse(shapes), "users": ast.parse(users)})
    named = "alias", "alias_of_an_alias", "of_a_module", "quoted", "returned", "method"
    assert [line.split()[1] for line in signatures] == list(named)
