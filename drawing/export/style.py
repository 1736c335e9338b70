"""The style sheets of the site for a picture that stands alone: light theme, no custom properties.

Renderers outside a browser know neither ``var()`` nor ``:is()``, and rules for things that are not
in the picture would only make it larger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize
from tinycss2.ast import Comment, Declaration, FunctionBlock, Node, QualifiedRule

STATIC: Final = Path(__file__).parents[2] / "static"
"""Folder of the site's static files."""

SHEETS: Final = ("css/tokens.css", "css/scene.css", "css/replay.css", "css/picture.css")
ROOTS: Final = (":root", ".replay")
"""Selectors that set custom properties."""

IMPORT: Final = re.compile(r'@import "(\w+\.css)";\n?')
"""Import of another style sheet of the folder."""

_FONT: Final = re.compile(r"^(?:(\d{3}|bold|normal)\s+)?([\d.]+\w+)(?:/\S+)?\s+(.+)$")

Tokens = list[Node]
"""A selector or a value, as ``tinycss2`` reads it."""


class StyleRule(NamedTuple):
    """Selectors, and declarations with custom properties put in."""

    selectors: tuple[str, ...]
    declarations: tuple[tuple[str, str], ...]


def stylesheet_bytes(path: str) -> bytes:
    """A static file of ours."""
    return (STATIC / path).read_bytes()


def static_text(path: str) -> str:
    """The text of a static file."""
    return stylesheet_bytes(path).decode()


def sheet_for(markup: str) -> str:
    """The rules that reach something in `markup`, which stands in ``.replay-block``."""
    classes = {word for value in re.findall(r'class="([^"]*)"', markup) for word in value.split()}
    words = classes | {"replay-block"}
    lines = []
    for rule in light_rules():
        fitting = [selector for selector in rule.selectors if reaches(selector, words)]
        if fitting:
            inside = ";".join(f"{name}:{value}" for name, value in rule.declarations)
            lines.append(f"{','.join(fitting)}{{{inside}}}")
    return "\n".join(lines)


@lru_cache(maxsize=1)
def light_rules() -> tuple[StyleRule, ...]:
    """Every rule of the light theme that has something to say about a picture."""
    return parsed_rules(*map(static_text, SHEETS))


def parsed_rules(*sheets: str) -> tuple[StyleRule, ...]:
    """The rules of these style sheets that set more than custom properties."""
    read = [rule for sheet in sheets for rule in _read(sheet)]
    values: dict[str, Tokens] = {}
    for selector, declarations in read:
        if _words(selector) in ROOTS:
            values.update(
                (declaration.name, declaration.value)
                for declaration in declarations
                if _is_custom(declaration)
            )
    rules = []
    for selector, declarations in read:
        plain = [declaration for declaration in declarations if not _is_custom(declaration)]
        put_in = tuple(pair for declaration in plain for pair in _expanded(declaration, values))
        if put_in:
            rules.append(StyleRule(tuple(selectors(selector)), put_in))
    return tuple(rules)


def _read(text: str) -> Iterator[tuple[Tokens, list[Declaration]]]:
    """Selector and declarations of each rule outside of every at-rule, and of no rule in a rule:
    those are about the page."""
    for rule in parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if isinstance(rule, QualifiedRule):
            inside = parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            yield rule.prelude, [node for node in inside if isinstance(node, Declaration)]


def _is_custom(declaration: Declaration) -> bool:
    """True if it sets a custom property."""
    return bool(declaration.name.startswith("--"))


def _words(tokens: Iterable[Node]) -> str:
    """Tokens as text, a space where there were several."""
    text = serialize([token for token in tokens if not isinstance(token, Comment)])
    return " ".join(text.split())


def _expanded(declaration: Declaration, values: dict[str, Tokens]) -> Iterator[tuple[str, str]]:
    """A declaration as renderers know it: a font is its weight, size and family."""
    put_in = _words(_resolved(declaration.value, values))
    font = _FONT.match(put_in) if declaration.name == "font" else None
    if font:
        yield "font-weight", font[1] or "400"
        yield "font-size", font[2]
        yield "font-family", font[3]
    else:
        yield declaration.name, put_in


def _resolved(tokens: Iterable[Node], values: dict[str, Tokens]) -> Iterator[Node]:
    """Tokens with custom properties put in, those inside others too; in its own value one has
    none."""
    for token in tokens:
        if not isinstance(token, FunctionBlock):
            yield token
        elif token.lower_name == "var":
            name, *fallback = _split(token.arguments, limit=1)
            replacement = values.get(_words(name)) or [node for part in fallback for node in part]
            yield from _resolved(replacement, {**values, _words(name): []})
        else:
            inside = list(_resolved(token.arguments, values))
            yield FunctionBlock(token.source_line, token.source_column, token.name, inside)


def _split(tokens: Iterable[Node], limit: int = -1) -> list[Tokens]:
    """Tokens between the commas, of which only `limit` count."""
    parts: list[Tokens] = [[]]
    for token in tokens:
        if token == "," and len(parts) != limit + 1:
            parts.append([])
        elif not isinstance(token, Comment):
            parts[-1].append(token)
    return parts


def selectors(tokens: Tokens) -> Iterator[str]:
    """The selectors of a list, ``:is()`` written out."""
    for selector in _split(tokens):
        ways: list[list[str]] = []
        for token in selector:
            if isinstance(token, FunctionBlock) and token.lower_name == "is":
                ways.pop()  # the colon
                ways.append([_words(way) for way in _split(token.arguments)])
            else:
                ways.append([serialize([token])])
        yield from (" ".join("".join(way).split()) for way in product(*ways))


def reaches(selector: str, classes: set[str]) -> bool:
    if re.search(r"[:\[*>+~]", selector) or selector in ROOTS:
        return False
    named = re.findall(r"\.([\w-]+)", selector)
    return bool(named) and classes.issuperset(named)
