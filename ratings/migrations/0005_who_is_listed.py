"""Says of everybody who played lately until when they are on the leaderboards."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from ratings.listing import ListingTerms, Met, listed_until

OVERALL = "overall"


def list_players(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    ratings = apps.get_model("ratings", "Rating").objects
    changes = apps.get_model("ratings", "RatingChange").objects
    terms = ListingTerms(
        settings.LEADERBOARD_GAMES, settings.LEADERBOARD_OPPONENTS, settings.LEADERBOARD_DAYS
    )
    since = timezone.now().date() - timedelta(days=terms.days)
    people = _people(apps)
    recent = changes.filter(pool=OVERALL, retired_by=None, played_on__gte=since)
    recent = recent.order_by("-played_on", "-accepted_at", "-game_id")
    players = ratings.filter(pool=OVERALL, last_played__gte=since)
    for player in list(players.values_list("player_id", flat=True)):
        rows = recent.filter(player_id=player).values_list("played_on", "pairs")
        if until := listed_until(_met(rows, people), terms):
            ratings.filter(player_id=player).update(listed_until=until)


def _people(apps: Apps) -> set[int]:
    """Before anybody could verify an address: whoever is no computer player."""
    players = apps.get_model("games", "Player").objects
    computers = players.filter(account__computer__gt="").values("pk")
    return set(players.exclude(pk__in=computers).values_list("pk", flat=True))


def _met(rows: Any, people: set[int]) -> Iterator[Met]:
    for day, pairs in rows.iterator(200):
        yield Met(day, [pair["opponent"] for pair in pairs if pair["opponent"] in people])


class Migration(migrations.Migration):
    dependencies = [("ratings", "0004_listed")]
    operations = [migrations.RunPython(list_players, migrations.RunPython.noop)]
