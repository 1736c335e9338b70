"""An edition of a site: its text, its name, what it may say."""

from __future__ import annotations

import json
import re
import tomllib
from hashlib import sha256
from typing import Final, NamedTuple, Self

from engine.editions.shipped import Tables, shipped_names, shipped_tables
from engine.editions.tables import faults_of
from engine.errors import EditionError

EDITION_BYTE_LIMIT: Final = 64 * 1024
EDITION_LINE_LIMIT: Final = 1000
LONGEST_LINE: Final = 500
"""So that no text, however made, takes a reader long."""

NAME: Final = re.compile(r"([0-9]{4}\.[0-9]{1,2})-([a-z]{1,5})-([0-9a-f]{6})", re.ASCII)
WORD: Final = re.compile(r"[a-z]{1,5}", re.ASCII)


class Edition(NamedTuple):
    """A valid edition of a site; `base` is the shipped one whose other tables it has."""

    name: str
    base: str
    text: str
    tables: Tables

    @property
    def sha256(self) -> str:
        """The digest of its text, 64 hex digits."""
        return sha256(self.text.encode()).hexdigest()

    @classmethod
    def read(cls, text: str) -> Self:
        """The edition that the TOML `text` is. Raises ``EditionError`` with every fault."""
        tables = _parsed(text)
        name = tables.get("edition")
        name_match = NAME.fullmatch(name) if isinstance(name, str) else None
        base = name_match[1] if name_match else ""
        if not name_match or base not in shipped_names():
            raise EditionError([("edition", "a name as in 2026.1-box-0a1b2c")])
        if faults := faults_of(tables, shipped_tables(base)):
            raise EditionError(faults)
        if edition_name(base, name_match[2], tables) != name_match[0]:
            raise EditionError(
                [("edition", f"{edition_name(base, name_match[2], tables)} for these numbers")]
            )
        return cls(name_match[0], base, text, tables)


def edition_name(base: str, word: str, tables: Tables) -> str:
    """The name of an edition of a site: the shipped one it is made from, a word of the site and six
    digits of what it says, so that no two sites mean different numbers by one name unawares.

    Raises ``EditionError`` for a word that is not one to five small letters.
    """
    if not WORD.fullmatch(word):
        raise EditionError([("edition", "a word of one to five letters from a to z")])
    content = {key: table for key, table in tables.items() if key != "edition"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{base}-{word}-{sha256(text.encode()).hexdigest()[:6]}"


def is_of_a_site(name: str) -> bool:
    """True if `name` has the form of an edition of a site; no shipped one ever has."""
    return NAME.fullmatch(name) is not None


def _parsed(text: str) -> Tables:
    lines = text.split("\n", EDITION_LINE_LIMIT + 1)
    if (
        len(text) > EDITION_BYTE_LIMIT
        or len(lines) > EDITION_LINE_LIMIT
        or any(len(line) > LONGEST_LINE for line in lines)
    ):
        size = f"{EDITION_LINE_LIMIT} lines of {LONGEST_LINE} characters"
        raise EditionError([("", f"at most {size}, {EDITION_BYTE_LIMIT} in all")])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError([("", f"TOML: {error}")]) from None
    except (ValueError, RecursionError):  # a number without end; brackets in brackets
        raise EditionError([("", "TOML with numbers, words and lists of them")]) from None
