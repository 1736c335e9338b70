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
from tinycss2.ast import Declaration, Node, QualifiedRule

from drawing.export.style import reaches, selectors, static_text

SHEETS: Final = ("css/tokens.css", "css/scene.css")
NIGHT: Final = "css/night.css"
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
    words = {word for value in re.findall(r'class="([^"]*)"', markup) for word in value.split()}
    themes = _themes()
    lines = []
    for names, declarations in themes.rules:
        if fitting := [name for name in names if reaches(name, words)]:
            lines.append(f"{','.join(fitting)}{{{declarations}}}")
    rules = "\n".join(lines)
    return f"{themed_properties(rules)}\n{rules}"


def themed_properties(rules: str) -> str:
    """The custom properties that `rules` need, by day and by night."""
    themes = _themes()
    needed = _needed(rules, themes)
    return f"{_root(needed, themes.day)}\n@media {DARK}{{{_root(needed, themes.night)}}}"


def fixed_look(picture: str, *, night: bool) -> str:
    """The `picture` in the colours of the day or of the night, whatever a browser prefers.

    Safari does not ask for the colour scheme inside an image, so the page has to name the look.
    """
    before, _, night_on = picture.partition(f"@media {DARK}{{")
    colours, _, after = night_on.partition("}}")
    return f"{before}{colours}}}{after}" if night else f"{before}{after}"


@lru_cache(maxsize=1)
def stylesheet_digest() -> str:
    """Another one once the style sheets are others: eight hexadecimal digits."""
    return f"{crc32(''.join(map(static_text, (*SHEETS, NIGHT))).encode()):08x}"


@lru_cache(maxsize=1)
def _themes() -> Themes:
    rules: list[tuple[tuple[str, ...], str]] = []
    day, night = Values(), Values()
    for path in SHEETS:
        for node in parse_stylesheet(static_text(path), skip_comments=True, skip_whitespace=True):
            if isinstance(node, QualifiedRule):
                if serialize(node.prelude).strip() == ":root":
                    day.update(_properties(node.content))
                elif text := ";".join(_declaration_texts(node.content)):
                    rules.append((tuple(selectors(node.prelude)), text))
    for node in parse_stylesheet(static_text(NIGHT), skip_comments=True, skip_whitespace=True):
        if isinstance(node, QualifiedRule):
            night.update(_properties(node.content))
    return Themes(tuple(rules), day, night)


def _declarations(content: Iterable[Node]) -> Iterator[Declaration]:
    for node in parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if isinstance(node, Declaration) and not WORDS.search(node.name):
            yield node


def _properties(content: Iterable[Node]) -> Values:
    declarations = _declarations(content)
    return {
        declaration.name: serialize(declaration.value).strip()
        for declaration in declarations
        if declaration.name.startswith("--")
    }


def _declaration_texts(content: Iterable[Node]) -> Iterator[str]:
    for declaration in _declarations(content):
        yield f"{declaration.name}:{serialize(declaration.value).strip()}"


def _needed(rules: str, themes: Themes) -> set[str]:
    """The custom properties that `rules` name, and those that these name."""
    names, new = set[str](), set(_VAR.findall(rules))
    while new:
        names |= new
        values = [themes.day.get(name, "") + themes.night.get(name, "") for name in new]
        new = set(_VAR.findall(" ".join(values))) - names
    return names


def _root(needed: set[str], values: Mapping[str, str]) -> str:
    inside = ";".join(f"{name}:{value}" for name, value in values.items() if name in needed)
    return f":root{{{inside}}}"
