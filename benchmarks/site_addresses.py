"""Every address of the site, and random draws of each: other games, players, tables, days."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple
from uuid import uuid4

from benchmarks.attackers import SEARCHES

Values = Mapping[str, Sequence[str]]
"""By parameter of an address what is drawn for it, or by route and parameter, as ``dump/name``."""

ADMIN: Final = "admin/"
DRAWN: Final = 50
"""How many games, players, tokens are drawn from."""
LARGEST_ID: Final = 40


class SiteAddress(NamedTuple):
    """A pattern of the site's addresses. `templates`: the paths that it stands for, with the names
    of `parameters` in ``%(name)s``; all patterns of the admin are one address."""

    route: str
    templates: tuple[str, ...]
    parameters: frozenset[str]

    def draw(self, chance: random.Random, values: Values) -> str:
        """A path, with a query in half of the lists that can be searched."""
        place = self.route.partition("<")[0]
        drawn = {
            name: chance.choice(values.get(place + name) or values[name])
            for name in sorted(self.parameters)
        }
        path = chance.choice(self.templates) % drawn
        searches = [search for search in SEARCHES if search.startswith(f"{path}?")]
        return chance.choice([path, chance.choice(searches)]) if searches else path


def site_addresses() -> list[SiteAddress]:
    """All of them, in the order in which the site looks for them."""
    from django.urls import get_resolver

    addresses: list[SiteAddress] = []
    admin_templates: list[str] = []
    names: set[str] = set()
    for route, template, parameters in _walk(get_resolver().url_patterns, "", "/"):
        if route.startswith(ADMIN):
            admin_templates.append(template)
            names.update(parameters)
        else:
            addresses.append(SiteAddress(route, (template,), frozenset(parameters)))
    return [*addresses, SiteAddress(ADMIN, tuple(admin_templates), frozenset(names))]


def drawn_values(
    games: Sequence[str],
    players: Sequence[int],
    tables: Sequence[str],
    clubs: Sequence[str],
    events: Sequence[int],
) -> Values:
    """Draws for each parameter: `games`, `players`, `tables`, `clubs`, `events` of the database,
    those that the site itself has, and words that it does not know."""
    from engine.editions import DEFAULT_EDITION
    from insights.stats.queries import DIMENSIONS
    from tables.learn.lessons import LESSONS
    from tables.recorder import runtime

    ids = [str(number) for number in range(1, LARGEST_ID)]
    words = [secrets.token_urlsafe(24) for _ in range(DRAWN)]
    numbers = [secrets.token_hex(8) for _ in range(DRAWN)]
    uuids = [str(uuid4()) for _ in range(DRAWN)]
    people = [str(player) for player in players]
    boards = ["market", "pyramid", "temple", "burial_chamber", "obelisks", "cards", "game"]
    days = [str(date.today() - timedelta(days=days)) for days in range(DRAWN)]
    return {
        "game_id": (all_games := [*games, *tables]),
        "game": all_games,
        "table_id": tables,
        **dict.fromkeys(("player_id", "other_id"), people),
        **dict.fromkeys(("ply", "entry", "task", "number", "note_id", "line_id", "pk"), ids),
        **dict.fromkeys(("release_id", "impact_id", "old", "size", "object_id", "search_id"), ids),
        **dict.fromkeys(("event_table", "ruling", "series_id", "guest_id"), ids),
        "event_id": [str(event) for event in events],
        "code": numbers,
        **dict.fromkeys(("secret", "token", "key", "plain", "content_type_id"), words),
        **dict.fromkeys(("uidb36", "uidb64"), numbers),
        **dict.fromkeys(("draft_id", "upload_id"), uuids),
        "digest": numbers,
        "name": boards,
        "dump/name": ["manifest.json", "games.ndjson.gz"],
        "record/pyodide/name": list(runtime.FILES),
        "rules/numbers/name": [*boards, DEFAULT_EDITION],
        "api/v1/editions/name": [DEFAULT_EDITION],
        "edition": [DEFAULT_EDITION, "2020.1"],
        "side": list("ABCD"),
        "pool": ["overall", "2", "3", "4"],
        "dimension": list(DIMENSIONS),
        "month": ["2026-10", "2026-11"],
        "year": ["2026"],
        "week": [str(week) for week in range(40, 54)],
        "period": ["2026-10", "2026-q4"],
        "slug": [lesson.slug for lesson in LESSONS],
        **dict.fromkeys(("clubs/slug", "api/v1/clubs/slug"), clubs),
        "kind": ["draft-changed", "not-found"],
        "action": ["take", "load", "sail", "play"],
        "colour": ["black", "white", "brown", "gray"],
        "handle": [f"player{number}" for number in range(DRAWN)],
        "language": ["en", "de", "fr"],
        "day": days,
        "version": [runtime.VERSION],
        "path": ["0/000", "0/000.p/4", "1/000", "entries/000", "entries/000.p/4"],
        "app_label": ["games", "tables", "ratings"],
        "url": words,
        "_0": ["/", ""],
    }


# --- inside -------------------------------------------------------------------


def _walk(
    patterns: Sequence[object], route: str, template: str
) -> Iterator[tuple[str, str, list[str]]]:
    """Of each pattern its route, its path, and the names of its parameters."""
    from django.urls import URLPattern, URLResolver
    from django.utils.regex_helper import normalize

    for pattern in patterns:
        assert isinstance(pattern, URLPattern | URLResolver)
        longer = route + str(pattern.pattern)
        for part, parameters in normalize(pattern.pattern.regex.pattern):
            if isinstance(pattern, URLPattern):
                yield longer, template + part, parameters
                continue
            for found_route, path, others in _walk(pattern.url_patterns, longer, template + part):
                yield found_route, path, [*parameters, *others]
