"""The style sheets of the site for a picture that stands alone: light theme, no custom properties.

Renderers outside a browser know neither ``var()`` nor ``:is()``, and rules for things that are not
in the picture would only make it larger.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

SHEETS: Final = ("css/tokens.css", "css/replay.css")
ROOTS: Final = (":root", ".replay")
"""Where custom properties are set."""

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_VAR: Final = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_IS: Final = re.compile(r"([^\s,]*):is\(([^)]*)\)([^\s,]*)")
_FONT: Final = re.compile(r"^(?:(\d{3}|bold|normal)\s+)?([\d.]+\w+)(?:/\S+)?\s+(.+)$")


class Rule(NamedTuple):
    """Selectors, and declarations with custom properties put in."""

    selectors: tuple[str, ...]
    declarations: tuple[tuple[str, str], ...]


def static_text(path: str) -> str:
    """The text of a static file, from where it lies in the source or where it was collected."""
    found = finders.find(path)
    if isinstance(found, str):
        with open(found, encoding="utf-8") as file:
            return file.read()
    with staticfiles_storage.open(path) as stored:
        return bytes(stored.read()).decode()


def sheet_for(markup: str) -> str:
    """The rules that reach something in `markup`, which stands in ``.replay-block``."""
    classes = {word for value in re.findall(r'class="([^"]*)"', markup) for word in value.split()}
    known = classes | {"replay-block"}
    lines = []
    for rule in rules():
        fitting = [one for one in rule.selectors if _reaches(one, known)]
        if fitting:
            inside = ";".join(f"{name}:{value}" for name, value in rule.declarations)
            lines.append(f"{','.join(fitting)}{{{inside}}}")
    return "\n".join(lines)


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Every rule of the light theme that has something to say about a picture."""
    read = [pair for path in SHEETS for pair in _read(static_text(path))]
    values: dict[str, str] = {}
    for selector, declarations in read:
        if selector in ROOTS:
            values.update(pair for pair in declarations if pair[0].startswith("--"))
    made = []
    for selector, declarations in read:
        put_in = tuple(_expanded(declarations, values))
        if put_in:
            made.append(Rule(tuple(_selectors(selector)), put_in))
    return tuple(made)


def _read(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Selector and declarations of each rule outside of every at-rule."""
    depth, begins, selector = 0, 0, ""
    text = _COMMENT.sub("", text)
    for place, character in enumerate(text):
        if character == "{":
            if not depth:
                selector, begins = text[begins:place].strip(), place + 1
            depth += 1
        elif character == "}":
            depth -= 1
            if not depth:
                if not selector.startswith("@"):
                    yield selector, _declarations(text[begins:place])
                begins = place + 1


def _declarations(text: str) -> list[tuple[str, str]]:
    if "{" in text:
        return []  # nested rules are about the page
    pairs = (one.partition(":") for one in text.split(";") if ":" in one)
    return [(name.strip(), " ".join(value.split())) for name, _, value in pairs]


def _expanded(
    declarations: list[tuple[str, str]], values: dict[str, str]
) -> Iterator[tuple[str, str]]:
    for name, value in declarations:
        if name.startswith("--"):
            continue
        put_in = _resolved(value, values)
        font = _FONT.match(put_in) if name == "font" else None
        if font:
            yield "font-weight", font[1] or "400"
            yield "font-size", font[2]
            yield "font-family", font[3]
        else:
            yield name, put_in


def _resolved(value: str, values: dict[str, str]) -> str:
    """`value` with custom properties put in, those inside others too."""
    for _ in range(8):
        found = _VAR.search(value)
        if found is None:
            break
        known = values.get(found[1], (found[2] or "").strip())
        value = value[: found.start()] + known + value[found.end() :]
    return value


def _selectors(text: str) -> Iterator[str]:
    """The selectors of a list, ``:is()`` written out."""
    found = _IS.search(text)
    if found is not None:
        for one in found[2].split(","):
            changed = f"{found[1]}{one.strip()}{found[3]}"
            yield from _selectors(text[: found.start()] + changed + text[found.end() :])
    else:
        yield from (" ".join(one.split()) for one in text.split(","))


def _reaches(selector: str, classes: set[str]) -> bool:
    if re.search(r"[:\[*>+~]", selector) or selector in ROOTS:
        return False
    named = re.findall(r"\.([\w-]+)", selector)
    return bool(named) and classes.issuperset(named)
