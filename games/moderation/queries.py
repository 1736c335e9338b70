"""Moderator actions and who has which role: what the public page and the API show."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import django_filters as filters
from django import forms
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field

from games.models import Account, ModeratorAction
from games.search.filters import HANDLE
from web.public_id import ALPHABET, LENGTH

ACTION_ORDER: Final = ("-at", "-id")
"""Newest first, and the paging keys."""

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
"""Django's own, by which roles are permissions."""


def moderator_actions() -> QuerySet[ModeratorAction]:
    """All of them, newest first, with the accounts and players that they show. One query."""
    rows = ModeratorAction.objects.select_related("moderator__player", "player__account")
    return rows.order_by(*ACTION_ORDER)


class Holder(NamedTuple):
    """An account with a role: arbiter, moderator or superuser."""

    role: str
    account: Account


def holders() -> list[Holder]:
    """Accounts with roles, by role and handle. Three queries."""
    active = Account.objects.filter(is_active=True).select_related("player").order_by("username")
    holders = [Holder("superuser", account) for account in active.filter(is_superuser=True)]
    for role, permission in (("moderator", "moderate"), ("arbiter", "arbitrate")):
        may = Account.objects.with_perm(
            f"games.{permission}", include_superusers=False, backend=BACKEND
        )
        holders += [Holder(role, account) for account in active.filter(pk__in=may.values("pk"))]
    return holders


@extend_schema_field({"type": "string", "pattern": f"^[{ALPHABET}]{{{LENGTH}}}$"})
class ModeratedGameFilter(filters.Filter):  # type: ignore[misc]
    field_class = forms.RegexField


@extend_schema_field({"type": "string", "maxLength": 25})
class HandleFilter(filters.Filter):  # type: ignore[misc]
    """A handle, with or without @."""

    field_class = forms.RegexField

    def filter(self, rows: QuerySet[Model], value: str) -> QuerySet[Model]:
        handle = value.removeprefix("@") if value else value
        filtered: QuerySet[Any] = super().filter(rows, handle)
        return filtered


class ModeratorActionFilter(filters.FilterSet):  # type: ignore[misc]
    """`kind`; `moderator` (a handle); `game` (an id)."""

    kind = filters.ChoiceFilter(
        label=_("What"), choices=ModeratorAction.Kind.choices, empty_label=_("anything")
    )
    moderator = HandleFilter(
        "moderator__username", label=_("Moderator"), regex=rf"\A{HANDLE.pattern}\Z"
    )
    game = ModeratedGameFilter("game_id", label=_("Game"), regex=rf"\A[{ALPHABET}]{{{LENGTH}}}\Z")

    class Meta:
        model = ModeratorAction
        fields: tuple[str, ...] = ()
