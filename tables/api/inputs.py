"""Inputs of the API. Services check their meaning."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engine.setup import MAX_SEATS
from engine.vocabulary import Module, Profile
from tables.api.fields import (
    COLOURS,
    LEVEL_NAMES,
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
)
from tables.chat import LONGEST
from tables.limits import ENTRY_CHARACTERS, KEY_CHARACTERS, LAST_PLY, MAX_INVITED
from tables.models import Access, Pace
from tables.terms import PRESETS, WITHIN, Terms

HANDLE_CHARACTERS = 25
DIGITS = r"^[0-9a-f]{64}$"

USUAL = Terms()


class _Promise(StrictCharField):
    """SHA-256 of the client's share of 32 bytes; may be empty."""

    def __init__(self) -> None:
        super().__init__(
            default="",
            allow_blank=True,
            max_length=64,
            help_text="SHA-256 of your share of the shuffle, 64 hexadecimal digits; empty: none",
        )


class _Key(StrictCharField):
    """A client's own mark of its request, or nothing."""

    def __init__(self, once: str) -> None:
        super().__init__(
            default="",
            allow_blank=True,
            max_length=KEY_CHARACTERS,
            help_text=f"your mark of this request: sent again with it, {once}",
        )


def _within(term: str, help_text: str | None = None) -> StrictIntegerField:
    """A number of the terms."""
    lowest, highest = WITHIN[term]
    return StrictIntegerField(
        min_value=lowest, max_value=highest, default=getattr(USUAL, term), help_text=help_text
    )


class TermsInput(serializers.Serializer[Any]):
    """Terms that the host of a table wants."""

    seats = _within("seats")
    preset = serializers.ChoiceField(list(PRESETS), default=USUAL.preset)
    sites = serializers.RegexField(
        r"^[A-D]{5}$",
        default=USUAL.sites,
        help_text="five sides, market to obelisks; counts for the preset `custom` only",
    )
    modules = serializers.ListField(
        child=serializers.ChoiceField([m.word for m in Module]),
        default=list,
        max_length=len(Module),
        help_text="counts for the preset `custom` only",
    )
    profile = serializers.ChoiceField([p.value for p in Profile], default=USUAL.profile)
    edition = StrictCharField(
        max_length=20,
        default=USUAL.edition,
        help_text="of the printed numbers, as `editions` lists",
    )
    rated = StrictBooleanField(default=USUAL.rated)
    watchable = StrictBooleanField(default=USUAL.watchable, help_text="spectators may watch")
    previews = StrictBooleanField(
        default=USUAL.previews,
        help_text="pages show players the effect of a move before they play it, in a rated game "
        "too",
    )
    access = serializers.ChoiceField(Access.choices, default=USUAL.access)
    pace = serializers.ChoiceField(Pace.choices, default=USUAL.pace)
    minutes = _within("minutes", help_text="live: thinking time of each player")
    increment = _within("increment", help_text="live: seconds added for each entry")
    days = _within("days", help_text="days: for each entry")
    computers = serializers.ListField(
        child=serializers.ChoiceField(LEVEL_NAMES),
        default=list,
        max_length=MAX_SEATS - 1,
        help_text="computer players, a seat each, by level",
    )
    invited = serializers.ListField(
        child=StrictCharField(max_length=HANDLE_CHARACTERS),
        default=list,
        max_length=MAX_INVITED,
        help_text="handles",
    )
    colour = serializers.ChoiceField(
        COLOURS, default="", allow_blank=True, help_text="the host's colour; empty: any"
    )
    promise = _Promise()
    key = _Key("one table is opened")

    @staticmethod
    def terms(validated: dict[str, Any]) -> Terms:
        lists = ("modules", "computers", "invited")
        agreed = validated | {name: tuple(validated[name]) for name in lists}
        return Terms(**{name: value for name, value in agreed.items() if name != "key"})


class SeatInput(serializers.Serializer[Any]):
    colour = serializers.ChoiceField(
        COLOURS, default="", allow_blank=True, help_text="empty: any that is free"
    )
    promise = _Promise()
    computer = serializers.ChoiceField(
        LEVEL_NAMES,
        default="",
        allow_blank=True,
        help_text="the host: seat a computer player of this level instead",
    )


class RematchInput(serializers.Serializer[Any]):
    promise = _Promise()


class PromiseInput(serializers.Serializer[Any]):
    promise = serializers.RegexField(DIGITS, help_text="SHA-256 of your share, 64 digits")


class ShareInput(serializers.Serializer[Any]):
    share = serializers.RegexField(DIGITS, help_text="the 32 bytes that you promised, 64 digits")


class EntryInput(serializers.Serializer[Any]):
    ply = StrictIntegerField(
        min_value=1,
        max_value=LAST_PLY,
        help_text="its number: one more than there are entries; else it is `stale`",
    )
    text = StrictCharField(
        max_length=ENTRY_CHARACTERS, help_text="as in a log, with or without the colour: `load 2.1`"
    )
    key = _Key("the entry is written once")


class ConsentInput(serializers.Serializer[Any]):
    agree = StrictBooleanField(help_text="false: take it back")


class TakeBackInput(serializers.Serializer[Any]):
    first = StrictIntegerField(
        min_value=0,
        max_value=LAST_PLY,
        default=0,
        help_text="first of the entries that another player asks to take back; 0: ask to take back "
        "your last entry",
    )
    agree = StrictBooleanField(
        default=True, help_text="false: refuse, or withdraw your own request"
    )


class HandleInput(serializers.Serializer[Any]):
    handle = StrictCharField(
        max_length=HANDLE_CHARACTERS, help_text="of an account, with or without its @"
    )


class LineInput(serializers.Serializer[Any]):
    text = StrictCharField(max_length=LONGEST)


class ReportInput(serializers.Serializer[Any]):
    reason = StrictCharField(default="", allow_blank=True, max_length=LONGEST)
