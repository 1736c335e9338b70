"""Numbers that are no edition yet: what they would change is found before an edition is made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Final

from archive.releases.models import LOST, Candidate, Impact, ImpactState
from engine.editions import Edition, Tables, load, trying
from games.engine_version import engine_version

WORDS: Final = ("confidence", "source")
"""Of a table: who says so, which counts nothing."""


def numbers_of(tables: Tables) -> str:
    """The SHA-256 of what `tables` count by: without a name, and without who says so."""
    numbers = _counted({key: table for key, table in tables.items() if key != "edition"})
    text = json.dumps(numbers, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def store_candidate(impact: Impact, edition: Edition) -> None:
    """`impact` counts by this edition, which no log can name yet."""
    numbers = numbers_of(edition.tables)
    Candidate.objects.create(impact=impact, toml=edition.text, numbers=numbers)


@contextmanager
def counting(impact: Impact) -> Iterator[str]:
    """The name by which the engine knows the edition of `impact`, for as long as it judges by it;
    empty: each game counts by its own. A query where there is an edition."""
    rows = Candidate.objects.filter(impact=impact).values_list("toml", flat=True)
    toml = rows.first() if impact.edition else None
    if toml is None:
        yield impact.edition
        return
    with trying(load(toml)) as name:
        yield name


def impact_of(tables: Tables) -> Impact | None:
    """The newest impact of exactly these numbers by the engine at hand, done or under way."""
    rows = Impact.objects.filter(
        candidate__numbers=numbers_of(tables), release__build=engine_version()
    )
    return rows.exclude(state__in=LOST).order_by("-pk").first()


def has_impact(tables: Tables) -> bool:
    """True if an impact of exactly these numbers is done."""
    impact = impact_of(tables)
    return impact is not None and impact.state == ImpactState.DONE


# --- inside -------------------------------------------------------------------


def _counted(value: object) -> object:
    if isinstance(value, dict):
        return {key: _counted(entry) for key, entry in value.items() if key not in WORDS}
    return value
