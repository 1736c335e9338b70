"""What may be changed on a line: small wrong turns such as a programmer takes.

Each change is text for text, so that all else of a file stays as it is. Left alone are what no test
can or should notice: annotations, docstrings and messages, assertions, decorators, slots, and code
for the type checker.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
ARITHMETIC: Final[dict[type[ast.operator], str]] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.BitOr: "&",
    ast.BitAnd: "|",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
QUIET_NAMES: Final = frozenset({"__slots__", "__all__", "__match_args__"})


class Change(NamedTuple):
    """One change: in `file`, at bytes `start` to `end`, `old` becomes `new`; `line` from 1."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.file}:{self.line}  {old}  →  {new}"

    def made(self, source: bytes) -> bytes:
        """`source` with the change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def changes(file: str, source: str) -> list[Change]:
    """Every change that `source` offers, in its order."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    content = b"".join(lines)
    edits = []
    for node in _code(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        old = content[start:end].decode()
        for new in _instead(node):
            if new != old:
                edits.append(Change(file, node.lineno, start, end, old, new))
    return edits


def _code(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The expressions and statements below `node` that may be changed."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _left_alone(child, node):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            yield from _code(child)


def _left_alone(node: ast.AST, parent: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name):
        return node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        alias = isinstance(parent, ast.Module) and isinstance(node.value, ast.Subscript | ast.BinOp)
        return bool(names & QUIET_NAMES) or alias
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
        return parent.func.id in ("cast", "TypeVar") and node is not parent.args[-1]
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "TypeVar"


def _instead(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield f"{_in(left)} {COMPARISONS[type(op)]} {_in(right)}"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
            yield f"{_in(left)} {ARITHMETIC[type(op)]} {_in(right)}"
        case ast.BoolOp(op=op, values=values):
            other = " or " if isinstance(op, ast.And) else " and "
            yield f"({other.join(map(_in, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield _in(operand)
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value):
            yield str(value + 1)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield f"({_in(orelse)} if {_in(test)} else {_in(body)})"
        case _:
            yield from _instead_of_statement(node)


def _instead_of_statement(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in ARITHMETIC:
            yield f"{ast.unparse(target)} {ARITHMETIC[type(op)]}= {ast.unparse(value)}"
        case ast.Return(value=ast.Constant(value="")):
            yield 'return "changed"'  # for those who ask, None would be the same
        case ast.Return(value=ast.Constant(value=None | bool() | int())):
            return  # likewise; the value itself is changed
        case ast.Return(value=ast.expr()):
            yield "return None"
        case ast.Expr(value=ast.Call()):
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"


def _in(node: ast.expr) -> str:
    """The text of an operand."""
    text = ast.unparse(node)
    simple = ast.Name | ast.Constant | ast.Attribute | ast.Call | ast.Subscript
    return text if isinstance(node, simple) else f"({text})"
