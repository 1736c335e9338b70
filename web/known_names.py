"""Names of parameters: unknown ones, and the accepted ones that are written nearly alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Final

from drawing.language import PARAMETER

LET_THROUGH: Final = frozenset(
    {"format", PARAMETER, "cb", "cachebust", "cachebuster", "nocache", "fbclid", "gclid"}
)
"""Parameters of every address, and those that caches and links of other sites add. Names that begin
with ``utm_`` or an underscore are let through too."""
LONGEST_NAME: Final = 60
NAMES_LISTED: Final = 10
SIMILARITY: Final = 0.6


def unknown_names(names: Iterable[str], accepted: Collection[str]) -> list[str]:
    """Those of `names` that are neither in `accepted` nor let through everywhere."""
    return [
        name
        for name in names
        if name not in accepted and name not in LET_THROUGH and not name.startswith(("utm_", "_"))
    ]


def unknown_filters(names: Iterable[str], accepted: Collection[str]) -> str:
    """Names of parameters that a page with filters does not know, as its line has them."""
    listed = (name[:LONGEST_NAME] for name in unknown_names(names, accepted))
    return ", ".join(islice(listed, NAMES_LISTED))


def near_names(name: str, accepted: Iterable[str]) -> list[str]:
    """At most three of `accepted`, the nearest to `name` first."""
    return get_close_matches(name[:LONGEST_NAME].lower(), list(accepted), n=3, cutoff=SIMILARITY)
