"""The admin's site: it takes pages that show, and no others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model

from games.accounts.site import GuardedSite

OURS = frozenset({"games", "ratings", "tables"})
"""The apps whose rows moderators look at."""


class ModeratorsSite(GuardedSite):
    """What a package registers by itself stays out: it would show what is private (the
    keys of a second factor), and let it be edited. A page of our own has to derive from
    ``ShownAdmin``: raises ``ImproperlyConfigured`` otherwise."""

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[admin.ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        if isinstance(model_or_iterable, type):
            model_or_iterable = [model_or_iterable]
        models: list[type[Model]] = list(model_or_iterable)
        ours = [one for one in models if one._meta.app_label in OURS]
        if ours:
            from games.admin.base import ShownAdmin  # its package registers pages with this site

            if not (admin_class and issubclass(admin_class, ShownAdmin)):
                raise ImproperlyConfigured(f"the admin of {ours[0]._meta.label} is no ShownAdmin")
        super().register(ours, admin_class, **options)
