"""Claims: a guest is said to be a known player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.base import Answers, ShownAdmin, action, admin_link, moderator
from games.models import Account, Merge
from games.standing import conflicts_of_interest, players

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text


class Decided(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Text]]:
        return [
            ("open", pgettext_lazy("claim of a player", "open")),
            ("accepted", _("accepted")),
            ("refused", _("refused")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        match self.value():
            case "open":
                return queryset.filter(decided_at=None)
            case "accepted":
                return queryset.filter(accepted=True)
            case "refused":
                return queryset.filter(accepted=False)
            case _:
                return queryset


@admin.register(Merge)
class MergeAdmin(ShownAdmin):
    list_display = ("pk", "who", "into_player", "known", "requested_by", "requested_at", "accepted")
    list_filter = (Decided, "requested_at")
    fields = (
        "who",
        "known",
        "into_player",
        "requested_by",
        "requested_at",
        "note",
        "decided_by",
        "decided_at",
        "accepted",
    )
    ordering = ("-requested_at", "-id")
    search_fields = ("guest",)
    search_help_text = _(
        "@ana: the claimant, or the uploader who knows the guest; "
        "else the beginning of the guest's name"
    )
    related = ("guest__known_to", "into__account", "requested_by", "decided_by")
    actions = ("accept", "refuse")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            handle = word[1:].lower()
            return Q(requested_by__username=handle) | Q(guest__known_to__username=handle)
        return Q(guest__name__istartswith=word)

    def own_affair(self, account: Account, row: Merge) -> str:
        return conflicts_of_interest.conflict_in_claim(account, row)

    @action(_("Accept: the seats move"), None)
    def accept(self, request: HttpRequest, row: Merge, answers: Answers) -> None:
        players.decide_claim(moderator(request), row, True)

    @action(_("Refuse"), None)
    def refuse(self, request: HttpRequest, row: Merge, answers: Answers) -> None:
        players.decide_claim(moderator(request), row, False)

    @admin.display(description=_("guest"))
    def who(self, row: Merge) -> SafeString | str:
        return admin_link(row.guest)

    @admin.display(description=_("into"))
    def into_player(self, row: Merge) -> SafeString | str:
        return admin_link(row.into)

    @admin.display(description=_("known to"))
    def known(self, row: Merge) -> SafeString | str:
        return admin_link(row.guest.known_to)
