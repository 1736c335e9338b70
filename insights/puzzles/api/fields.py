"""Puzzles in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tables.limits import ENTRY_CHARACTERS

THOUSANDTHS = "in thousandths of a point"
SHARE = "share of the first place to be expected, from 0 to 1"


class PuzzleShown(serializers.Serializer[Any]):
    """The puzzle of a day: what the seat to act knows. Neither the game nor the solution."""

    date = serializers.DateField(help_text="by UTC")
    url = serializers.URLField(help_text="the page")
    players = serializers.IntegerField()
    seat = serializers.CharField(help_text="the colour that is to act")
    entry = serializers.IntegerField(help_text="the number that the action would have")
    rating = serializers.IntegerField(help_text=f"how hard it is, {THOUSANDTHS}")
    attempts = serializers.IntegerField(help_text="that the rating comes from")
    view = serializers.DictField(help_text="the position, as a table shows it to its player")
    choices = serializers.ListField(
        child=serializers.CharField(), help_text="every legal entry, without the colour"
    )


class Try(serializers.Serializer[Any]):
    """One of the choices."""

    text = serializers.CharField(max_length=ENTRY_CHARACTERS)


class ChoiceShown(serializers.Serializer[Any]):
    text = serializers.CharField()
    share = serializers.FloatField(help_text=SHARE)
    error = serializers.FloatField(help_text="half of its 95 % interval")


class Tried(serializers.Serializer[Any]):
    """Outcome of an attempt. `solution` has the best choices once it is right; else null."""

    right = serializers.BooleanField()
    first = serializers.BooleanField(help_text="the first try of the account: it counts")
    share = serializers.FloatField(help_text=SHARE)
    error = serializers.FloatField(help_text="half of its 95 % interval")
    solution = ChoiceShown(many=True, allow_null=True)
    game = serializers.URLField(allow_null=True, help_text="the game, once it is right")
    streak = serializers.IntegerField(help_text="days in a row")
    rating = serializers.IntegerField(help_text=THOUSANDTHS)


class StreakShown(serializers.Serializer[Any]):
    """The account's success."""

    streak = serializers.IntegerField(help_text="days in a row by UTC, up to today or yesterday")
    longest = serializers.IntegerField()
    solved_today = serializers.BooleanField()
    rating = serializers.IntegerField(help_text=THOUSANDTHS)
    attempts = serializers.IntegerField(help_text="first tries that the rating comes from")
