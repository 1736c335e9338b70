"""Accounts: who they are, which roles they have. Made by signing up; changed by their owners."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.accounts import lifecycle, password_reset
from games.accounts.closing import close_by
from games.admin.base import Answers, PublicReasonForm, ShownAdmin, action, admin_link, moderator
from games.models import Account
from games.roles import Role, give_role, take_role
from games.standing import conflicts_of_interest

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text


class RoleFilter(admin.SimpleListFilter):
    title = _("role")
    parameter_name = "office"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Text]]:
        return [(Role.ARBITERS, _("arbiters")), (Role.MODERATORS, _("moderators"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        return queryset.filter(groups__name=self.value()) if self.value() else queryset


@admin.register(Account)
class AccountAdmin(ShownAdmin):
    list_display = ("username", "arbiter", "moderator", "is_active", "date_joined", "last_login")
    list_filter = (
        RoleFilter,
        ("computer", admin.EmptyFieldListFilter),
        "is_active",
        "is_superuser",
        "date_joined",
    )
    fields = (
        "username",
        "computer",
        "email",
        "reminders",
        "previews",
        "language",
        "played_as",
        "arbiter",
        "moderator",
        "is_superuser",
        "is_active",
        "date_joined",
        "last_login",
        "uploads",
    )
    ordering = ("-pk",)
    search_fields = ("username",)
    search_help_text = _("how a handle begins")
    related = ("player",)
    deferred = ("password",)
    actions = (
        "make_arbiter",
        "unmake_arbiter",
        "make_moderator",
        "unmake_moderator",
        "suspend",
        "reinstate",
        "send_link",
        "close",
    )

    def finds(self, word: str) -> Q:
        return Q(username__startswith=word.removeprefix("@").lower())

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        among = Account.groups.through.objects.filter(account=OuterRef("pk"))
        roles = {f"among_{role}": Exists(among.filter(group__name=role.value)) for role in Role}
        accounts: QuerySet[Account] = super().get_queryset(request)
        return accounts.annotate(**roles)

    def get_actions(
        self, request: HttpRequest
    ) -> dict[str, tuple[Callable[..., str], str, str] | None]:
        """Moderators are made by superusers."""
        actions = super().get_actions(request)
        if not request.user.is_superuser:
            for name in ("make_moderator", "unmake_moderator"):
                actions.pop(name, None)
        return actions

    def own_affair(self, account: Account, row: Account) -> str:
        return conflicts_of_interest.conflict_in_account(account, row)

    @action(_("Make arbiters"))
    def make_arbiter(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        give_role(moderator(request), row, Role.ARBITERS, answers["reason"])

    @action(_("No longer arbiters"), for_oneself=True)
    def unmake_arbiter(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        take_role(moderator(request), row, Role.ARBITERS, answers["reason"])

    @action(_("Make moderators"))
    def make_moderator(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        give_role(moderator(request), row, Role.MODERATORS, answers["reason"])

    @action(_("No longer moderators"), for_oneself=True)
    def unmake_moderator(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        take_role(moderator(request), row, Role.MODERATORS, answers["reason"])

    @action(_("Suspend"))
    def suspend(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        lifecycle.suspend(moderator(request), row, answers["reason"])

    @action(_("Let in again"))
    def reinstate(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        lifecycle.reinstate(moderator(request), row, answers["reason"])

    @action(_("Send a link for a new password"))
    def send_link(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        password_reset.send_link(moderator(request), row, answers["reason"])

    @action(_("Close for ever"), PublicReasonForm)
    def close(self, request: HttpRequest, row: Account, answers: Answers) -> None:
        close_by(moderator(request), row, answers["reason"])

    @admin.display(description=_("arbiter"), boolean=True)
    def arbiter(self, row: Account) -> bool:
        return bool(getattr(row, "among_arbiters", False))

    @admin.display(description=_("moderator"), boolean=True)
    def moderator(self, row: Account) -> bool:
        return bool(getattr(row, "among_moderators", False))

    @admin.display(description=_("player"))
    def played_as(self, row: Account) -> SafeString | str:
        return admin_link(getattr(row, "player", None))

    @admin.display(description=_("uploads"))
    def uploads(self, row: Account) -> SafeString:
        address = f"{reverse('admin:games_upload_changelist')}?q=@{row.username}"
        return format_html('<a href="{}">{}</a>', address, _("the uploads of this account"))
