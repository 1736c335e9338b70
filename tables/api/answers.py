"""How tables look in JSON: the description of what ``play.reading`` gives, and the addresses
that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request

from ratings.queries import Overall
from tables.api.fields import COLOURS
from tables.models import Access, Pace, Phase, Place, Table
from tables.play.reading import playing_state
from web.api.base import absolute_link


def table_answer(
    request: Request, table: Table, viewer: int | None, moment: datetime | None = None
) -> dict[str, object]:
    """The table as `viewer` may see it, with the addresses of what belongs to it."""
    return playing_state(table, viewer, moment) | {"links": links_of(request, table)}


def table_summary(
    request: Request, table: Table, ratings: Mapping[int, Overall]
) -> dict[str, object]:
    """A table in a list; needs the places loaded, and the ratings of those who sit there."""
    return {
        "id": table.pk,
        "url": absolute_link(request, "api-table", table.pk),
        "phase": table.phase,
        "plies": table.plies,
        "host": table.host.username,
        "seats": table.seats_wanted,
        "free": table.free,
        "sites": table.sites,
        "modules": table.module_words,
        "profile": table.profile,
        "rated": table.rated,
        "pace": table.pace,
        "access": table.access,
        "created_at": table.created_at.isoformat(),
        "deadline": table.deadline.isoformat() if table.deadline else None,
        "awaited": table.awaited,
        "places": [_place(place, ratings.get(place.account_id)) for place in table.places.all()],
    }


def _place(place: Place, rated: Overall | None) -> dict[str, object]:
    return {
        "colour": place.colour,
        "turn": place.turn,
        "handle": place.account.handle,
        "guest": place.account.guest,
        "computer": place.level,
        "bot": place.account.bot_since is not None,
        "rating": rated.rating if rated else None,
    }


def links_of(request: Request, table: Table) -> dict[str, str]:
    names = ("places", "entries", "legal", "talk", "stream")
    return {"self": absolute_link(request, "api-table", table.pk)} | {
        name: absolute_link(request, f"api-table-{name}", table.pk) for name in names
    }


# --- for the description ----------------------------------------------------------

TIME = "ISO 8601, UTC"


class _AnyPlace(serializers.Serializer[Any]):
    colour = serializers.ChoiceField(COLOURS)
    turn = serializers.IntegerField(allow_null=True, help_text="seat from 0; null before the deal")
    handle = serializers.CharField(help_text="empty: a guest, who has no account")
    guest = serializers.CharField(help_text="display name of a guest; empty: an account")
    computer = serializers.CharField(help_text="level of the computer that acts; empty: a person")
    bot = serializers.BooleanField(
        help_text="the account is marked as a bot: a program plays for it"
    )


class PlaceShort(_AnyPlace):
    rating = serializers.IntegerField(
        allow_null=True, help_text="among all games, in thousandths of a point; null: not rated yet"
    )


class PlaceFull(_AnyPlace):
    promise = serializers.CharField(help_text="SHA-256 of the share of the shuffle; empty: none")
    opened = serializers.BooleanField(help_text="whether the share is there")
    share = serializers.CharField(help_text="shown once it is dealt")
    replaced_at = serializers.IntegerField(
        allow_null=True, help_text="the first entry that a computer wrote instead"
    )
    replaced_why = serializers.ChoiceField([*Place.ReplacementCause.values, ""])
    stand_in = serializers.CharField(allow_null=True, help_text="handle of that computer")
    clock = serializers.IntegerField(
        allow_null=True, help_text="milliseconds left to think at `now`; null: no clock"
    )
    consents = serializers.BooleanField(help_text="agrees to cancel the game")


class TermsFull(serializers.Serializer[Any]):
    seats = serializers.IntegerField()
    preset = serializers.CharField()
    sites = serializers.CharField(help_text="five sides, market to obelisks")
    modules = serializers.ListField(child=serializers.CharField())
    profile = serializers.CharField()
    edition = serializers.CharField()
    rated = serializers.BooleanField()
    watchable = serializers.BooleanField()
    previews = serializers.BooleanField()
    access = serializers.ChoiceField(Access.choices)
    pace = serializers.ChoiceField(Pace.choices)
    minutes = serializers.IntegerField()
    increment = serializers.IntegerField()
    days = serializers.IntegerField()


class TableLinks(serializers.Serializer[Any]):
    self = serializers.URLField()
    places = serializers.URLField()
    entries = serializers.URLField()
    legal = serializers.URLField()
    talk = serializers.URLField()
    stream = serializers.URLField()


class TableOutage(serializers.Serializer[Any]):
    ended_at = serializers.CharField(help_text=TIME)
    seconds = serializers.IntegerField()


class TakeBackWish(serializers.Serializer[Any]):
    first = serializers.IntegerField(help_text="number of the first entry to be taken back")
    seat = serializers.IntegerField(help_text="whose entry it is")
    agree = serializers.ListField(child=serializers.IntegerField(), help_text="seats")


class TableState(serializers.Serializer[Any]):
    """A table, as your account may see it."""

    id = serializers.CharField()
    phase = serializers.ChoiceField(Phase.choices)
    plies = serializers.IntegerField(help_text="entries written")
    viewer = serializers.IntegerField(
        allow_null=True, help_text="your seat; null: you are a spectator"
    )
    host = serializers.CharField()
    terms = TermsFull()
    commitment = serializers.CharField(
        help_text="SHA-256 of the secret that the deck is shuffled from"
    )
    deal_terms = serializers.IntegerField(
        help_text="terms of dealing. 1: the log will not have the promises; 2: it will, and the "
        "deal depends on them; 3: in addition each draw of cards has a shuffle of its own"
    )
    origin = serializers.CharField(
        allow_null=True, help_text="id of the game that this game continues; null: a new game"
    )
    origin_ply = serializers.IntegerField(
        allow_null=True, help_text="the step of that game from which this game continues"
    )
    places = PlaceFull(many=True, help_text="in turn order")
    free = serializers.IntegerField()
    awaited = serializers.IntegerField(allow_null=True, help_text="the seat whose turn it is")
    awaited_since = serializers.CharField(allow_null=True, help_text=TIME)
    deadline = serializers.CharField(allow_null=True, help_text=TIME)
    now = serializers.CharField(help_text=TIME)
    take_back_count = serializers.IntegerField(
        help_text="number of undone entries; if it grows, read the entries again"
    )
    take_back = TakeBackWish(allow_null=True, help_text="entries that a player asks to take back")
    outage = TableOutage(
        allow_null=True, help_text="the site was down until a moment ago; clocks were stopped"
    )
    legal = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="legal entries, without the colour; null if it is not your turn",
    )
    created_at = serializers.CharField(help_text=TIME)
    started_at = serializers.CharField(allow_null=True, help_text=TIME)
    ended_at = serializers.CharField(allow_null=True, help_text=TIME)
    game = serializers.CharField(
        allow_null=True,
        help_text="id of the game in the public record, once the log has been verified",
    )
    rematch = serializers.CharField(allow_null=True, help_text="id of the next table")
    links = TableLinks()


class TableShort(serializers.Serializer[Any]):
    """A table in a list."""

    id = serializers.CharField()
    url = serializers.URLField()
    phase = serializers.ChoiceField(Phase.choices)
    plies = serializers.IntegerField()
    host = serializers.CharField()
    seats = serializers.IntegerField()
    free = serializers.IntegerField()
    sites = serializers.CharField()
    modules = serializers.ListField(child=serializers.CharField())
    profile = serializers.CharField()
    rated = serializers.BooleanField()
    pace = serializers.ChoiceField(Pace.choices)
    access = serializers.ChoiceField(Access.choices)
    created_at = serializers.CharField(help_text=TIME)
    deadline = serializers.CharField(allow_null=True, help_text=TIME)
    awaited = serializers.IntegerField(allow_null=True)
    places = PlaceShort(many=True)


class TableLists(serializers.Serializer[Any]):
    open = TableShort(many=True, help_text="tables where you may sit down")
    running = TableShort(many=True, help_text="tables you may watch")
    turn = TableShort(
        many=True, help_text="your tables where it is your turn, earliest deadline first"
    )
    others = TableShort(many=True, help_text="your tables where it is another player's turn")
    waiting = TableShort(many=True, help_text="your tables that are not dealt yet")
    invited = TableShort(many=True, help_text="tables you are invited to")


class EntryRow(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="number of the entry, from 1")
    seat = serializers.IntegerField(help_text="turn order from 0; -1: the bank")
    text = serializers.CharField(help_text="the entry as you may see it")
    at = serializers.CharField(help_text=TIME)
    by = serializers.CharField(allow_null=True, help_text="handle; null for the bank")


@extend_schema_serializer(component_name="Entries")
class EntriesAnswer(serializers.Serializer[Any]):
    plies = serializers.IntegerField(help_text="number of entries of the table")
    entries = EntryRow(many=True)


@extend_schema_serializer(component_name="Written")
class SubmittedAnswer(serializers.Serializer[Any]):
    entries = EntryRow(many=True, help_text="your entry, and the bank's entries after it")
    state = TableState(help_text="the table as it stands now")


class Legal(serializers.Serializer[Any]):
    plies = serializers.IntegerField()
    legal = serializers.ListField(
        child=serializers.CharField(), help_text="empty if it is not your turn"
    )
