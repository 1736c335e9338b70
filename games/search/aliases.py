"""Other names of the words of a search: synonyms, plurals, and names in other spellings."""

from __future__ import annotations

import re
from typing import Final

from engine.facts import FACTS
from games.search.terms import MARKS, SITES

SCOPES: Final = ("other", "none", "every")

PREFIXES: Final = re.compile(r"^[-!]?(?:(?:other|entry|none|every):){0,2}", re.IGNORECASE)
"""A minus and prefixes before the name of a word."""

COUNT_NAMES: Final = {name for name, fact in FACTS.items() if fact.kind == "count"} | {
    *SITES,
    "points",
}
"""Names of what is counted."""

PLURALS: Final = {
    **{f"{name}s": name for name in COUNT_NAMES if not name.endswith(("s", "ed", "y", "alone"))},
    **{
        name.removesuffix("s"): name
        for name in COUNT_NAMES
        if name.endswith("s") and not name.endswith(("ies", "sses", "us"))
    },
    **{f"{mark}s": mark for mark in MARKS},
    "inaccuracies": "inaccuracy",
}
"""Plurals and singulars of names that have the other form."""

ALIASES: Final = {
    **{form: name for form, name in PLURALS.items() if form not in FACTS},
    **{f"points-after-round-{number}": f"points-round-{number}" for number in range(1, 6)},
    "favour": "favors",
    "favours": "favors",
    "score": "points",
    "vp": "points",
    "draw": "shared",
    "draws": "shared",
    "drawn": "shared",
    "tie": "shared",
    "ties": "shared",
    "tied": "shared",
    "win": "won",
    "wins": "won",
    "elo": "rating",
    "moves": "entries",
    "length": "entries",
    "turn": "seat",
    "turn-order": "seat",
    "color": "colour",
    "handle": "player",
    "user": "player",
    "vs": "opponent",
    "v": "opponent",
    "versus": "opponent",
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


def spelled(text: str) -> str:
    """`text` in small letters, with ``-`` for ``_``."""
    return text.lower().replace("_", "-")


def name_of(text: str) -> str:
    """The name of a word, however it is written: ``Burial_Chamber`` is ``burial-chamber``."""
    name = spelled(text)
    return ALIASES.get(name, name)


def typed_name(part: str) -> str:
    """The name in a typed word, without a minus, prefixes and the value."""
    return re.split("[=<>!:]", PREFIXES.sub("", part), maxsplit=1)[0]
