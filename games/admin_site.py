"""The admin's site: who gets in, by which login, and which pages it takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.accounts.factors import has_factor, used_factor
from games.models import Account

OURS = frozenset({"events", "games", "puzzles", "ratings", "releases", "reviews", "tables"})
"""The apps whose rows moderators look at."""


class ModeratorsSite(admin.AdminSite):
    """The admin: it has no login of its own, and in production asks for a second factor.

    What a package registers by itself stays out: it would show what is private (the keys of a
    second factor), and let it be edited. A page of our own has to derive from ``ShownAdmin``:
    raises ``ImproperlyConfigured`` otherwise.
    """

    def has_permission(self, request: HttpRequest) -> bool:
        needed = settings.MODERATORS_NEED_SECOND_FACTOR
        return super().has_permission(request) and (not needed or used_factor(request))

    def login(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """To the login of the site; with an account that may moderate, to its second factor."""
        next_page = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
        account = request.user
        if self.has_permission(request):
            return redirect("admin:index")
        if not (isinstance(account, Account) and account.is_active and account.is_staff):
            return redirect_to_login(next_page)
        if not has_factor(account):
            messages.warning(request, _("Moderators need a second factor. Please add one."))
            return redirect("mfa_index")
        methods = get_adapter().get_reauthentication_methods(account)
        address = next(method["url"] for method in methods if method["id"].startswith("mfa"))
        return redirect(f"{address}?{urlencode({REDIRECT_FIELD_NAME: next_page})}")

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """The site's, which counts wrong passwords."""
        return redirect("account_change_password")

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[admin.ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        if isinstance(model_or_iterable, type):
            model_or_iterable = [model_or_iterable]
        models: list[type[Model]] = list(model_or_iterable)
        ours = [model for model in models if model._meta.app_label in OURS]
        if ours:
            from games.admin.base import ShownAdmin  # its package registers pages with this site

            if not (admin_class and issubclass(admin_class, ShownAdmin)):
                raise ImproperlyConfigured(f"the admin of {ours[0]._meta.label} is no ShownAdmin")
        super().register(ours, admin_class, **options)
