"""Digests: of a position, chained over a game, and of a game's text.

All are SHA-256 in hexadecimal over text that depends on nothing but the rules: no memory address,
no order of a set, no name of a class of Python's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

from engine.state import State


def digest(s: State) -> str:
    """The digest of a position, its set-up included; equal positions have equal digests."""
    setup = s.rules.setup
    agreed = (setup.edition, setup.profile, setup.seats, setup.sides, sorted(setup.modules))
    return _sha256(json.dumps(_plain((agreed, s.key())), separators=(",", ":")))


def chained(digests: Iterable[str]) -> str:
    """One digest of a sequence of digests, in their order."""
    chain = ""
    for link in digests:
        chain = _sha256(chain + link)
    return chain


def text_digest(text: str) -> str:
    """The digest of a text in UTF-8."""
    return _sha256(text)


def _sha256(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Nested lists of numbers and words."""
    if isinstance(value, type):
        return value.__name__
    if is_dataclass(value):
        named = [getattr(value, field.name) for field in fields(value)]
        return [type(value).__name__, *map(_plain, named)]
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    return value
