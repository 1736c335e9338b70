"""Editions of a site: their text and name, as TOML, and those that this process knows."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
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


WIDEST: Final = 100
"""Lists that are longer go over several lines."""


def tables_to_toml(tables: Tables, opening: str = "") -> str:
    """The text of `tables`; `opening`: words for the comment above, lines with line feeds."""
    comment = [f"# {line}".rstrip() for line in opening.splitlines()]
    lines = [*comment, *([""] if comment else []), *_table("", tables)]
    return "\n".join(lines).strip("\n") + "\n"


def _table(name: str, table: Tables) -> Iterator[str]:
    """The lines of a table and of those in it."""
    inner: list[tuple[str, Tables]] = []
    for key, value in table.items():
        if isinstance(value, dict) and not _is_flat(value):
            inner.append((key, value))
        else:
            yield from _pair(key, value)
    for key, value in inner:
        path = f"{name}.{key}" if name else key
        if not all(isinstance(member, dict) and not _is_flat(member) for member in value.values()):
            yield from ("", f"[{path}]")
        yield from _table(path, value)


def _is_flat(table: Tables) -> bool:
    """True if it is a mapping from the number of players and the like: it stands in one line."""
    return "source" not in table and not any(isinstance(member, dict) for member in table.values())


def _pair(key: str, value: object) -> Iterator[str]:
    line = f"{key} = {_value(value)}"
    if len(line) <= WIDEST or not isinstance(value, list):
        yield line
        return
    yield f"{key} = ["
    yield from (f"    {_value(member)}," for member in value)
    yield "]"


def _value(value: object) -> str:
    """A number, a word, a list or a table in one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(member)}' for key, member in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


Supply = Callable[[str], str | None]
"""The text of the edition of a name, or nothing: where a site keeps its own."""


class Registry:
    """Editions by name, each read and checked once for a process."""

    def __init__(self) -> None:
        self._known: dict[str, Edition] = {}
        self._supply: Supply | None = None

    def add(self, edition: Edition) -> None:
        """Make `edition` known. Again is no harm; raises ``EditionError`` if its name has another
        text, or is a shipped one."""
        if edition.name in shipped_names():
            raise EditionError([("edition", "a name that the program does not have")])
        if self._known.setdefault(edition.name, edition).text != edition.text:
            raise EditionError([("edition", f"the text that is known as {edition.name}")])

    def get(self, name: str) -> Edition | None:
        """The edition of a site with this name, if it is known or the supplier has it."""
        registered_edition = self._known.get(name)
        if registered_edition is None and self._supply is not None and is_of_a_site(name):
            text = self._supply(name)
            if text is not None:
                edition = Edition.read(text)
                if edition.name == name:
                    self.add(edition)
            registered_edition = self._known.get(name)
        return registered_edition

    def names(self) -> frozenset[str]:
        """Those that are known by now."""
        return frozenset(self._known)

    def supplied_by(self, supply: Supply | None) -> None:
        """Ask `supply` for an edition of a site that is not known; it is asked every time, so it
        keeps in mind what it has not got."""
        self._supply = supply
