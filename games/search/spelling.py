"""Words of a search as people type them, taken apart: signs, blanks, capitals, spellings.

``Obelisks ≥ 5``, ``obelisks=>5`` and ``obelisks:>=5`` are the word ``obelisks>=5``. What a word
means, and whether its value is one, is left to ``games.search.query``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

SCOPES: Final = ("other", "none", "every")
ENTRY: Final = "entry"

ALIASES: Final = {
    "score": "points",
    "vp": "points",
    "draw": "shared",
    "tie": "shared",
    "win": "won",
    "wins": "won",
    "elo": "rating",
    "moves": "entries",
    "length": "entries",
    "turn": "seat",
    "color": "colour",
    "handle": "player",
    "user": "player",
    "vs": "opponent",
    "against": "opponent",
    "computers": "computer",
    "bot": "computer",
    "bots": "computer",
    "ai": "computer",
    "marks": "mark",
    "modules": "module",
    "side": "sides",
    "board": "sides",
    "boards": "sides",
    "setup": "sides",
    "rules": "profile",
    "status": "standing",
    "day": "date",
    "month": "date",
    "played": "date",
    "since": "from",
    "to": "until",
}
"""Other names of words."""

BEFORE_AFTER: Final = {"before": "<", "after": ">"}
"""Names that are a comparison of the day: ``before=2025`` is ``date<2025``."""

LOST: Final = ("lost", "lose", "loses")


class TypedWord(NamedTuple):
    """One word of a search: its name as the grammar has it, the sign, and the value as it was
    typed; no sign and no value if it stands alone. `text`: what was typed."""

    name: str
    op: str
    value: str
    negated: bool
    scope: str
    opens: bool
    text: str


def split_words(
    text: str, names: Collection[str], choices: Mapping[str, Collection[str]]
) -> Iterator[TypedWord | str]:
    """The words of `text`; what is none is given as it was typed. `names`: all that there are;
    `choices`: values, by the name of the word."""
    parts = [
        part for chunk in _clean(text).split() for part in _at_commas(chunk, names)
    ]  # a comma stands in a list of values, or between words
    index = 0
    while index < len(parts):
        size = _joined(parts, index, names, choices)
        chunk = "-".join(parts[index : index + size])
        index += size
        if chunk.lower() in ("and", "&", "&&"):
            continue
        if chunk.lower() == "not" and index < len(parts):
            parts[index] = f"-{parts[index].removeprefix('-')}"
            continue
        yield _word(chunk) or chunk


def name_of(text: str) -> str:
    """The name of a word, however it is written: ``Burial_Chamber`` is ``burial-chamber``."""
    name = text.lower().replace("_", "-")
    return ALIASES.get(name, name)


# --- inside -------------------------------------------------------------------

_SIGNS: Final = str.maketrans(
    {
        "≥": ">=",
        "⩾": ">=",
        "≤": "<=",
        "⩽": "<=",
        "≠": "!=",
        "–": "-",
        "—": "-",
        "\N{MINUS SIGN}": "-",
        '"': "",
        "“": "",
        "”": "",
        "„": "",
    }
)
_SPOKEN: Final = {
    "at least": ">=",
    "at most": "<=",
    "more than": ">",
    "fewer than": "<",
    "less than": "<",
    "exactly": "=",
}
_SPOKEN_RE: Final = re.compile(rf"\s+({'|'.join(_SPOKEN)})\s+(?=-?[0-9])", re.IGNORECASE)
_OPERATOR: Final = r">=|<=|!=|=|<|>"
_PREFIXES: Final = re.compile(r"^[-!]?(?:(?:other|entry|none|every):){0,2}", re.IGNORECASE)
_WORD: Final = re.compile(
    r"(?P<no>[-!]?)(?P<before>(?:(?:other|entry|none|every):){0,2})"
    rf"(?P<name>[A-Za-z][A-Za-z0-9_-]*)(?::?(?P<op>{_OPERATOR})|(?P<colon>:))?(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)


def _clean(text: str) -> str:
    """`text` with signs as the grammar writes them, and no blanks round them."""
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    text = text.replace("=>", ">=").replace("=<", "<=").replace("<>", "!=").replace("==", "=")
    text = _SPOKEN_RE.sub(lambda match: _SPOKEN[match[1].lower()], text)
    text = re.sub(r"(?<=[0-9])\s+(?:-|to)\s+(?=[0-9])", "..", text)
    text = re.sub(r"\.{3,}", "..", text)
    return re.sub(rf"\s*(:?(?:{_OPERATOR})|:|\||,|\.\.)\s*", r"\1", text)


def _at_commas(chunk: str, names: Collection[str]) -> Iterator[str]:
    """`chunk` taken apart at those commas that stand between words."""
    head, *further = chunk.split(",")
    for part in further:
        is_word = (
            not re.search(r"[=<>:]", head)
            or re.search(r"[=<>:]", part)
            or (name_of(part.lstrip("-!")) in names and name_of(_name(head)) != "module")
        )
        if is_word or not part:
            yield from filter(None, [head])
            head = part
        else:
            head = f"{head},{part}"
    yield from filter(None, [head])


def _joined(
    parts: list[str], index: int, names: Collection[str], choices: Mapping[str, Collection[str]]
) -> int:
    """How many of `parts` are one word that was written with blanks: a name, or a value. Names
    that are words each stay apart."""
    for size in range(min(4, len(parts) - index), 1, -1):
        some = parts[index : index + size]
        first = _PREFIXES.sub("", some[0])
        if name_of("-".join([first, *some[1:-1], _name(some[-1])])) in names and not all(
            name_of(_name(part)) in names for part in some
        ):
            return size
        match = _WORD.fullmatch(some[0])
        legal = choices.get(name_of(match["name"]), ()) if match and match["value"] else ()
        value = "-".join([match["value"], *some[1:]]) if match and legal else ""
        if value and value.lower().replace("_", "-") in {each.replace("_", "-") for each in legal}:
            return size
    return 1


def _name(part: str) -> str:
    """The name in `part`, without a minus, prefixes and the value."""
    return re.split("[=<>!:]", _PREFIXES.sub("", part), maxsplit=1)[0]


def _word(chunk: str) -> TypedWord | None:
    match = _WORD.fullmatch(chunk)
    if match is None:
        return None
    before = [prefix for prefix in match["before"].lower().split(":") if prefix]
    scopes = [prefix for prefix in before if prefix in SCOPES]
    operator = match["op"] or ("=" if match["colon"] else "")
    if len(set(before)) < len(before) or len(scopes) > 1 or (match["value"] and not operator):
        return None
    if operator and not match["value"]:
        return None
    name, typed, negated = name_of(match["name"]), match["name"].lower(), bool(match["no"])
    value = match["value"]
    if typed in BEFORE_AFTER and operator == "=":
        name, operator = "date", BEFORE_AFTER[typed]
    elif typed in LOST:
        name, operator, value = "won", "=", "0" if value in ("", "1", "yes") else value
    return TypedWord(
        name, operator, value, negated, scopes[0] if scopes else "", ENTRY in before, chunk
    )
