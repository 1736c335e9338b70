"""A page of ``docs/rules``: Markdown in, sections of HTML out, each with an address of its own.

Raw HTML is shown as text. Numbers of rulings become links, wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from drawing.text.rules.addresses import anchor

NUMBERED: Final = re.compile(r"(?<![\w.])(?:R\d{1,2}(?:\.\d{1,2})?|P\d)(?![\w]|\.\d)")
"""A ruling, a chapter of rulings or a point of the profiles, as the text names them."""

RULING: Final = re.compile(r"R\d+\.\d+|P\d+")
POINT: Final = re.compile(r"P\d")
"""Alone in a cell it is no point of the profiles: an obelisk tile is called so."""
CHAPTER: Final = re.compile(r"(R\d+) ")
SIDE: Final = re.compile(r"[A-Z]")
EXAMPLE: Final = re.compile(r"[a-z][\w-]*-\d+")

READER: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


Lookup = Callable[[str], str]
"""The address of what the text names; empty: it has none."""


class Links(NamedTuple):
    """How a page links: the target of a Markdown link, the number of a ruling, a word of code.
    `title`: the everyday name of a word of code; empty: it stays as it is."""

    target: Lookup
    ruling: Lookup
    word: Lookup
    title: Lookup = lambda word: ""


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading of level 2 or 3; the first one, of level 1, has the page's
    title. `html` is what stands below the heading."""

    level: int
    id: str
    title: str
    html: SafeString
    words: Mapping[str, str] = field(default_factory=dict)
    """Its text without markup, by anchor; text of no other anchor under its own."""


def anchors_of(source: str, reserved: Collection[str] = ()) -> list[str]:
    """Every anchor of the page, in its order; `reserved` are given to something else."""
    return [anchor for part in _parts(source, reserved) for anchor in part.anchors]


def sections(source: str, links: Links, reserved: Collection[str] = ()) -> list[Section]:
    """The page `source` in sections."""
    return [_section(part, links) for part in _parts(source, reserved)]


# --- anchors --------------------------------------------------------------------------


class _Part(NamedTuple):
    """The tokens below a heading, whose own are left out."""

    level: int
    title: str
    tokens: list[Token]
    anchors: list[str]


def _parts(source: str, reserved: Collection[str]) -> list[_Part]:
    """The sections of a page; what has an address gets its id."""
    parts: list[_Part] = []
    chapter = ""
    used = set(reserved)
    tokens = READER.parse(source)
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and after is not None:
            level, title = int(token.tag[1]), after.content
            name = _slug(title)
            if level == 2:
                chapter = name
            elif level > 2:
                name = f"{chapter}-{name}"
            if name in used:
                name = f"{name}-in-full"
            used.add(name)
            parts.append(_Part(level, title, [], [name] if level > 1 else []))
        elif parts:
            parts[-1].tokens.append(token)
    for part in parts:
        _name(part, used)
    return parts


def _slug(title: str) -> str:
    """A side by its letter, a chapter of rulings by its number, others by their words."""
    if SIDE.fullmatch(title):
        return title
    if chapter := CHAPTER.match(title):
        return chapter[1]
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", title.lower())).strip("-")


def _name(part: _Part, used: set[str]) -> None:
    """Give ids to the list items and rows that begin with the number of a ruling or with a word of
    code, unless something before them has it."""
    opened: Token | None = None
    tokens = [token for token in part.tokens if token.type != "heading_close"]
    part.tokens[:] = tokens[1:] if tokens and tokens[0].type == "inline" else tokens
    for token in part.tokens:
        if token.type in ("list_item_open", "tr_open"):
            opened = token
        elif token.type == "inline" and opened is not None:
            name = _named(_solid(token), opened.type)
            if name and name not in used:
                used.add(name)
                opened.attrSet("id", name)
                part.anchors.append(name)
            opened = None


def _solid(token: Token) -> list[Token]:
    """The parts of a line, without the empty words that the reader leaves before markup."""
    return [child for child in token.children or () if child.type != "text" or child.content]


def _named(children: Sequence[Token], kind: str) -> str:
    """Name at the beginning of an item, if it has an address: a ruling, an example, a word of a
    table."""
    if len(children) > 1 and children[0].type == "strong_open":
        first = children[1].content
        return first if RULING.fullmatch(first) else ""
    if children and children[0].type == "code_inline":
        first = children[0].content
        if kind == "tr_open" and len(children) == 1 and not EXAMPLE.fullmatch(first):
            return anchor(first)
        return first if kind == "list_item_open" and EXAMPLE.fullmatch(first) else ""
    return ""


# --- markup ---------------------------------------------------------------------------


def _section(part: _Part, links: Links) -> Section:
    anchor = part.anchors[0] if part.level > 1 else ""
    for before, token in pairwise(part.tokens):
        named = before.type == "td_open" and POINT.fullmatch(token.content)
        if token.type == "inline" and token.children and not named:
            token.children = list(_linked(_solid(token), links))
    html = _framed(READER.renderer.render(part.tokens, READER.options, {}), part.title)
    return Section(
        part.level,
        anchor,
        part.title,
        mark_safe(html),
        _words(part, anchor),
    )


def _words(part: _Part, anchor: str) -> dict[str, str]:
    """Text of each anchor of a section."""
    texts: dict[str, list[str]] = {anchor: []}
    current = anchor
    for token in part.tokens:
        if token.type in ("list_item_open", "tr_open"):
            current = str(token.attrGet("id") or anchor)
        elif token.type in ("list_item_close", "tr_close"):
            current = anchor
        elif token.type == "inline":
            texts.setdefault(current, []).extend(
                " " if child.type == "softbreak" else child.content
                for child in token.children or ()
            )
            texts[current].append(" ")
    return {name: " ".join("".join(words).split()) for name, words in texts.items()}


def _framed(html: str, title: str) -> str:
    """Wide tables scroll by themselves; those who use the keyboard reach them."""
    opened = (
        f'<div class="table-wrap" tabindex="0" role="region" aria-label="{escape(title)}">'
        '<table class="table">'
    )
    return html.replace("<table>", opened).replace("</table>", "</table></div>")


def _linked(children: Sequence[Token], links: Links) -> Iterator[Token]:
    """The tokens of a line with links where there is something to lead to."""
    left_out = inside = False
    for number, token in enumerate(children):
        if token.type == "link_open":
            address = links.target(str(token.attrGet("href") or ""))
            left_out, inside = not address, True
            token.attrSet("href", address)
        if token.type in ("link_open", "link_close") and left_out:
            inside = inside and token.type != "link_close"
            continue
        if token.type == "link_close":
            inside = False
        numbered = number == 1 and children[0].type == "strong_open"
        if inside or not token.content:
            yield token
        elif token.type == "text":
            yield from _numbers(token.content, links.ruling, numbered)
        elif token.type == "code_inline":
            title, address = links.title(token.content), links.word(token.content)
            label = _text(title) if title else token
            yield from _link(address, label) if address else (label,)
        else:
            yield token


def _numbers(words: str, find: Lookup, numbered: bool) -> Iterator[Token]:
    """`words` with a link at each ruling; `numbered`: its own number, where it stands."""
    position = 0
    for match in NUMBERED.finditer(words):
        address = find(match[0])
        if not address:
            continue
        if words[position : match.start()]:
            yield _text(words[position : match.start()])
        label = _text(match[0])
        yield from _link(f"#{match[0]}" if numbered else address, label, "ruling")
        position = match.end()
    if words[position:]:
        yield _text(words[position:])


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)


def _link(address: str, label: Token, look: str = "") -> Iterator[Token]:
    attributes: Mapping[str, str] = {"href": address, **({"class": look} if look else {})}
    yield Token("link_open", "a", 1, attrs=dict(attributes))
    yield label
    yield Token("link_close", "a", -1)
