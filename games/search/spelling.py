"""Words of a search as people type them, taken apart: signs, blanks, capitals, spellings.

``Obelisks ≥ 5``, ``obelisks=>5`` and ``obelisks:>=5`` are the word ``obelisks>=5``. Phrases such as
``5 obelisks`` are read by ``games.search.phrases``. What a word means, and whether its value is
one, is left to ``games.search.query``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from games.search.aliases import BEFORE_AFTER, LOST, SCOPES, name_of, typed_name
from games.search.phrases import Phrases

ENTRY: Final = "entry"


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
    for chunk in Phrases(parts, names, choices).words():
        yield _word(chunk) or chunk


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
        "(": " ",
        ")": " ",
        ";": " ",
    }
)
_SPOKEN: Final = {
    "at least": ">=",
    "at most": "<=",
    "more than": ">",
    "fewer than": "<",
    "less than": "<",
    "exactly": "=",
    "over": ">",
    "under": "<",
}
_SPOKEN_RE: Final = re.compile(rf"(?<!\S)({'|'.join(_SPOKEN)})\s+(?=-?[0-9])", re.IGNORECASE)
_LISTED: Final = "[0-9]+|[A-D]|[A-D]{5}"
"""Values that may stand on both sides of an “or”."""

_OPERATOR: Final = r">=|<=|!=|=|<|>"
_WORD: Final = re.compile(
    r"(?P<no>[-!]?)(?P<before>(?:(?:other|entry|none|every):){0,2})"
    rf"(?P<name>[A-Za-z][A-Za-z0-9_-]*)(?::?(?P<op>{_OPERATOR})|(?P<colon>:))?(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)


def _clean(text: str) -> str:
    """`text` with signs as the grammar writes them, and no blanks round them."""
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    text = text.replace("=>", ">=").replace("=<", "<=").replace("<>", "!=").replace("==", "=")
    text = re.sub(
        r"([\w-]+)[=:]([\w-]+)\s+or\s+\1[=:]([\w-]+)", r"\1=\2|\3", text, flags=re.IGNORECASE
    )
    text = re.sub(rf"\b({_LISTED})\s+or\s+(?=(?:{_LISTED})\b)", r"\1|", text, flags=re.IGNORECASE)
    text = re.sub(r"\bbetween\s+([0-9]+)\s+and\s+([0-9]+)", r"\1..\2", text, flags=re.IGNORECASE)
    text = re.sub(r"(?<=[0-9])\s+(?:-|to)\s+(?=[0-9])", "..", text)
    text = re.sub(r"\.{3,}", "..", text)
    text = re.sub(rf"\s*(:?(?:{_OPERATOR})|:|\||,|\.\.)\s*", r"\1", text)
    return _SPOKEN_RE.sub(lambda match: _SPOKEN[match[1].lower()], text)


def _at_commas(chunk: str, names: Collection[str]) -> Iterator[str]:
    """`chunk` taken apart at those commas that stand between words."""
    head, *further = chunk.split(",")
    for part in further:
        is_word = (
            not re.search(r"[=<>:]", head)
            or re.search(r"[=<>:]", part)
            or (name_of(part.lstrip("-!")) in names and name_of(typed_name(head)) != "module")
        )
        if is_word or not part:
            yield from filter(None, [head])
            head = part
        else:
            head = f"{head},{part}"
    yield from filter(None, [head])


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
