"""The styles of a picture that is shown by a browser on its own: by day and by night.

As ``style`` has them, but custom properties stay: a browser knows them, and the few that the
picture needs are written down twice, for the light and the dark colour scheme. Pictures with words
bring the site's fonts along, since an image fetches nothing.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize
from tinycss2.ast import Declaration, Node, QualifiedRule

from drawing.export.style import reaches, selectors, static_text, stylesheet_bytes

SHEETS: Final = ("css/tokens.css", "css/scene.css")
NIGHT: Final = "css/night.css"
DARK: Final = "(prefers-color-scheme: dark)"
WORDS: Final = re.compile(r"^(?:font|letter-spacing|text-|dominant-)|^--font")
"""Properties of words, which small pictures have none of."""

FONTS: Final = (
    ("Quay Text", "400 700", "quay-text", ""),
    ("Quay Text", "400 700", "quay-text-west", "U+00A1-00AB, U+00BA-0103, U+0152-0153, U+20AC"),
    ("Quay Text", "400 700", "quay-text-more", "U+0104-0119, U+0141-0144, U+015A-017C"),
    ("Quay Title", "600", "quay-title", ""),
)
"""Family, weights, file and range of the letters that are only in it."""

_VAR: Final = re.compile(r"var\((--[\w-]+)")

Values = dict[str, str]
"""Custom properties and what they are."""


class Themes(NamedTuple):
    """`rules`: selectors and their declarations; `day` and `night`: the custom properties, of
    `night` those alone that differ."""

    rules: tuple[tuple[tuple[str, ...], str], ...]
    day: Values
    night: Values


def worded_sheet_for(markup: str, extra_rules: str) -> str:
    """As ``themed_sheet_for``, for a picture with words, and with `extra_rules` after them."""
    sheet = themed_sheet_for(markup, _themes(worded=True), extra_rules)
    return sheet + _fonts_for(sheet, markup)


def _fonts_for(sheet: str, markup: str) -> str:
    """The fonts that `sheet` names and the letters in `markup` need, each written out."""
    letters = {letter for text in re.findall(r">([^<>]+)</text>", markup) for letter in text}
    return "".join(
        f"\n@font-face{{font-family:{family!r};font-weight:{weight};{_source(name)}"
        f"{f';unicode-range:{reach}' if reach else ''}}}"
        for family, weight, name, reach in FONTS
        if family in sheet and (not reach or any(_is_in(reach, letter) for letter in letters))
    )


def _is_in(reach: str, letter: str) -> bool:
    """True if a unicode-range has the letter."""
    ends = (part.removeprefix("U+").partition("-") for part in reach.split(", "))
    return any(int(low, 16) <= ord(letter) <= int(high or low, 16) for low, _, high in ends)


@lru_cache(maxsize=len(FONTS))
def _source(name: str) -> str:
    font = b64encode(stylesheet_bytes(f"fonts/{name}.woff2")).decode()
    return f"src:url(data:font/woff2;base64,{font})"


def themed_sheet_for(markup: str, themes: Themes | None = None, extra_rules: str = "") -> str:
    """The rules that reach something in `markup`, then `extra_rules`, and the properties that these
    need."""
    words = {word for value in re.findall(r'class="([^"]*)"', markup) for word in value.split()}
    themes = themes or _themes()
    lines = []
    for names, declarations in themes.rules:
        if fitting := [name for name in names if reaches(name, words)]:
            lines.append(f"{','.join(fitting)}{{{declarations}}}")
    rules = "\n".join([*lines, extra_rules])
    return f"{themed_properties(rules, themes)}\n{rules}"


def themed_properties(rules: str, themes: Themes | None = None) -> str:
    """The custom properties that `rules` need, by day and by night."""
    themes = themes or _themes()
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


@lru_cache(maxsize=2)
def _themes(*, worded: bool = False) -> Themes:
    rules: list[tuple[tuple[str, ...], str]] = []
    day, night = Values(), Values()
    for path in SHEETS:
        for node in parse_stylesheet(static_text(path), skip_comments=True, skip_whitespace=True):
            if isinstance(node, QualifiedRule):
                if serialize(node.prelude).strip() == ":root":
                    day.update(_properties(node.content, worded))
                elif text := ";".join(_declaration_texts(node.content, worded)):
                    rules.append((tuple(selectors(node.prelude)), text))
    for node in parse_stylesheet(static_text(NIGHT), skip_comments=True, skip_whitespace=True):
        if isinstance(node, QualifiedRule):
            night.update(_properties(node.content, worded))
    return Themes(tuple(rules), day, night)


def _declarations(content: Iterable[Node], worded: bool) -> Iterator[Declaration]:
    for node in parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if isinstance(node, Declaration) and (worded or not WORDS.search(node.name)):
            yield node


def _properties(content: Iterable[Node], worded: bool) -> Values:
    declarations = _declarations(content, worded)
    return {
        declaration.name: serialize(declaration.value).strip()
        for declaration in declarations
        if declaration.name.startswith("--")
    }


def _declaration_texts(content: Iterable[Node], worded: bool) -> Iterator[str]:
    for declaration in _declarations(content, worded):
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
