"""Digests: of a position, of what happened in a game, and of a game's text.

All are SHA-256 in hexadecimal over text that depends on nothing but the rules: no memory address,
no order of a set, no name of a class of Python's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from hashlib import sha256
from typing import Any, Final

from engine.agenda import Item
from engine.event_text import event_texts
from engine.events import Event
from engine.state import State
from engine.vocabulary import EMPTY, Module, Site

LAST_WITH_A_PLACE: Final = Module.UNLIMITED_STONES
"""The modules up to this one have their places in the digest of a position."""


def _named(value: object) -> object:
    """JSON of other values: a kind of action by its name, a dataclass with its values."""
    if isinstance(value, type):
        return value.__name__
    facts = value.key() if isinstance(value, Item) else _fields(value)
    return [type(value).__name__, *facts]


def _fields(value: Any) -> list[Any]:
    return [getattr(value, field.name) for field in fields(value)]


_json: Final = json.JSONEncoder(separators=(",", ":"), default=_named).encode
"""Nested lists of numbers and words; enumerated values are the numbers or words that they are."""


def digest(s: State) -> str:
    """The digest of a position, its set-up included; equal positions have equal digests."""
    setup = s.rules.setup
    agreed: list[Any] = [setup.edition, setup.profile, setup.seats, setup.sides]
    agreed.append(sorted(setup.modules))
    if setup.figure:
        agreed.append(setup.figure)
    return _sha256(_json((agreed, _position(s))))


def _position(s: State) -> tuple[object, ...]:
    """The position in the layout that digests have always had.

    What the first modules keep has its own place, also where they are not in play; what others
    keep comes last.
    """
    key: list[Any] = list(s.key())
    *facts, players, round_cards, docks, pile, sites, modules, harbour, agenda = key
    private_docks, unused = modules[Module.PRIVATE_SHIPS] or ((EMPTY,) * len(Site), ())
    (wagers,) = modules[Module.STONEMASONS_WAGER] or (((),) * len(Site),)
    (favors,) = modules[Module.PHARAOHS_FAVORS] or ((),)
    prophecies = modules[Module.GOD_PROPHECIES] or ((), ())
    seats = [
        (*player[:2], private_ship, *player[2:])
        for player, private_ship in zip(players, unused or [False] * len(players), strict=True)
    ]
    later_modules = [
        (module.word, modules[module]) for module in Module if module > LAST_WITH_A_PLACE
    ]
    module_pairs = [pair for pair in later_modules if pair[1] is not None]
    laid = (sites, favors, wagers, *prophecies, agenda, *module_pairs)
    return (*facts, seats, round_cards, docks, private_docks, pile, harbour, *laid)


def game_digest(happened: Iterable[Event], last: State) -> str:
    """The digest of what happened in a game, and of its `last` position.

    As JSON: the events (``engine.event_text``), then the position.
    """
    return _sha256(f'[[{",".join(event_texts(happened))}],"{digest(last)}"]')


def text_digest(text: str) -> str:
    """The digest of a text in UTF-8."""
    return _sha256(text)


def _sha256(text: str) -> str:
    return sha256(text.encode()).hexdigest()
