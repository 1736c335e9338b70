"""The styles of a picture that is shown by a browser on its own: by day and by night.

As ``style`` has them, but custom properties stay: a browser knows them, and the few that the
picture needs are written down twice, for the light and the dark colour scheme.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

from drawing.export.style import reaches, selectors, static_text

SHEETS: Final = ("css/tokens.css", "css/scene.css")
DARK: Final = "(prefers-color-scheme: dark)"
WORDS: Final = re.compile(r"^(?:font|letter-spacing|text-|dominant-)|^--font")
"""Properties of words, which these pictures have none of."""

_VAR: Final = re.compile(r"var\((--[\w-]+)")

Values = dict[str, str]
"""Custom properties and what they are."""


class Themes(NamedTuple):
    """`rules`: selectors and their declarations; `day` and `night`: the custom properties, of
    `night` those alone that differ."""

    rules: tuple[tuple[tuple[str, ...], str], ...]
    day: Values
    night: Values


def themed_sheet_for(markup: str) -> str:
    """The rules that reach something in `markup`, and the properties that these need."""
    known = {word for value in re.findall(r'class="([^"]*)"', markup) for word in value.split()}
    themes = _themes()
    lines = []
    for names, declarations in themes.rules:
        if fitting := [one for one in names if reaches(one, known)]:
            lines.append(f"{','.join(fitting)}{{{declarations}}}")
    rules = "\n".join(lines)
    needed = _needed(rules, themes)
    day, night = _root(needed, themes.day), _root(needed, themes.night)
    return f"{day}\n@media {DARK}{{{night}}}\n{rules}"


@lru_cache(maxsize=1)
def stylesheet_digest() -> str:
    """Another one once the style sheets are others: eight hexadecimal digits."""
    return f"{crc32(''.join(map(static_text, SHEETS)).encode()):08x}"


@lru_cache(maxsize=1)
def _themes() -> Themes:
    rules: list[tuple[tuple[str, ...], str]] = []
    day, night = Values(), Values()
    for path in SHEETS:
        for node in parse_stylesheet(static_text(path), skip_comments=True, skip_whitespace=True):
            if isinstance(node, QualifiedRule):
                if serialize(node.prelude).strip() == ":root":
                    day.update(_properties(node.content))
                elif written := ";".join(_written(node.content)):
                    rules.append((tuple(selectors(node.prelude)), written))
            elif isinstance(node, AtRule) and DARK in serialize(node.prelude):
                for inside in parse_stylesheet(serialize(node.content or []), skip_whitespace=True):
                    if isinstance(inside, QualifiedRule):
                        night.update(_properties(inside.content))
    return Themes(tuple(rules), day, night)


def _declarations(content: Iterable[Node]) -> Iterator[Declaration]:
    for one in parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if isinstance(one, Declaration) and not WORDS.search(one.name):
            yield one


def _properties(content: Iterable[Node]) -> Values:
    found = _declarations(content)
    return {one.name: serialize(one.value).strip() for one in found if one.name.startswith("--")}


def _written(content: Iterable[Node]) -> Iterator[str]:
    for one in _declarations(content):
        yield f"{one.name}:{serialize(one.value).strip()}"


def _needed(rules: str, themes: Themes) -> set[str]:
    """The custom properties that `rules` name, and those that these name."""
    found, new = set[str](), set(_VAR.findall(rules))
    while new:
        found |= new
        values = [themes.day.get(name, "") + themes.night.get(name, "") for name in new]
        new = set(_VAR.findall(" ".join(values))) - found
    return found


def _root(needed: set[str], values: Mapping[str, str]) -> str:
    inside = ";".join(f"{name}:{value}" for name, value in values.items() if name in needed)
    return f":root{{{inside}}}"
