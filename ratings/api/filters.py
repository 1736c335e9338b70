from __future__ import annotations

import django_filters as filters
from django import forms
from django.db.models import Model, QuerySet
from drf_spectacular.utils import extend_schema_field

from games.models import Player
from ratings.models import ELSEWHERE, Entry, Pool, RatingChange
from web.public_id import ALPHABET, LENGTH

MAX_ID = (1 << 53) - 1
GAME = rf"\A[{ALPHABET}]{{{LENGTH}}}\Z"


@extend_schema_field({"type": "boolean"})
class YesOrNoFilter(filters.TypedChoiceFilter):  # type: ignore[misc]
    """``true`` or ``false``; anything else is refused."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        choices = [("true", "true"), ("false", "false")]
        super().__init__(*args, choices=choices, coerce="true".__eq__, **kwargs)


class PlayerFilter(filters.FilterSet):  # type: ignore[misc]
    """`search`: a part of the name; `guest`: with or without an account."""

    search = filters.CharFilter(
        "name", "icontains", max_length=80, help_text="a part of the name, in any case"
    )
    guest = YesOrNoFilter("account", "isnull", help_text="true: without an account")

    class Meta:
        model = Player
        fields: list[str] = []


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": MAX_ID})
class PlayerIdFilter(filters.Filter):  # type: ignore[misc]
    field_class = forms.IntegerField


@extend_schema_field({"type": "string", "pattern": f"^[{ALPHABET}]{{{LENGTH}}}$"})
class LedgerGameFilter(filters.Filter):  # type: ignore[misc]
    field_class = forms.RegexField


class HoldingFilter(filters.FilterSet):  # type: ignore[misc]
    """Rows that can be retired: those that hold, unless asked otherwise."""

    game = LedgerGameFilter("game_id", regex=GAME)
    include = filters.ChoiceFilter(
        method="with_retired",
        choices=[("retired", "retired")],
        help_text="`retired`: also entries that no longer count",
    )

    def with_retired(self, rows: QuerySet[Model], _name: str, _value: str) -> QuerySet[Model]:
        return rows

    def filter_queryset(self, queryset: QuerySet[Model]) -> QuerySet[Model]:
        rows: QuerySet[Model] = super().filter_queryset(queryset)
        if self.form.cleaned_data["include"] == "retired":
            return rows
        return rows.filter(retired_by=None)


class LedgerFilter(HoldingFilter):
    player = PlayerIdFilter(
        "player_id", min_value=1, max_value=MAX_ID, help_text="id of the player"
    )
    pool = filters.ChoiceFilter(choices=Pool.choices)

    class Meta:
        model = RatingChange
        fields: list[str] = []


class EntryFilter(HoldingFilter):
    kind = filters.ChoiceFilter(choices=ELSEWHERE)

    class Meta:
        model = Entry
        fields: list[str] = []
