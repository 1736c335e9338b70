"""Players, and guests who turn out to be players that we know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import (
    Answers,
    ReasonForm,
    ShownAdmin,
    ShownInline,
    action,
    admin_link,
    moderator,
)
from games.admin.moderator_actions import DoneByModerators
from games.models import Account, Merge, Player
from games.standing import conflicts_of_interest, players

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as Text


class MergeForm(ReasonForm):
    """The player that the guests are merged into, and why."""

    into = forms.CharField(
        label=_("Into"),
        max_length=40,
        help_text=_("The handle of an account (@ana), or the number of a player."),
    )
    field_order = ("into", "reason")

    def clean_into(self) -> Player:
        word = self.cleaned_data["into"].strip()
        every = Player.objects.select_related("account")
        if word.startswith("@"):
            players = every.filter(account__username=word[1:].lower())
        else:
            number = int(word) if word.isascii() and word.isdigit() else 0
            players = every.filter(pk=min(number, 2**63 - 1))
        if (player := players.first()) is None:
            raise forms.ValidationError(_("There is no such player."))
        return player


class Kinds(admin.SimpleListFilter):
    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Text]]:
        return [
            ("account", _("with an account")),
            ("guest", _("guests")),
            ("merged", _("guests merged into a player")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        match self.value():
            case "account":
                return queryset.exclude(account=None)
            case "guest":
                return queryset.filter(account=None, merged_into=None)
            case "merged":
                return queryset.exclude(merged_into=None)
            case _:
                return queryset


class Claims(ShownInline):
    model = Merge
    fk_name = "guest"
    fields = ("into", "requested_by", "requested_at", "note", "decided_by", "accepted")
    related = ("into", "requested_by", "decided_by")
    show_change_link = True


@admin.register(Player)
class PlayerAdmin(ShownAdmin):
    list_display = ("pk", "__str__", "owner", "knows", "merged", "created_at")
    list_display_links = ("pk", "__str__")
    list_filter = (Kinds,)
    fields = ("id", "name", "owner", "knows", "merged", "created_at", "games")
    ordering = ("-pk",)
    search_fields = ("name",)
    search_help_text = _("@ana: an account and the guests known to it; else how a name begins")
    related = ("account", "known_to", "merged_into")
    inlines = (Claims, DoneByModerators)
    actions = ("merge", "take_back")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            handle = word[1:].lower()
            return Q(account__username=handle) | Q(known_to__username=handle)
        return Q(name__istartswith=word)

    def own_affair(self, account: Account, row: Player) -> str:
        return conflicts_of_interest.conflict_in_merge(account, row)

    @action(_("Merge guests into a player"), MergeForm)
    def merge(self, request: HttpRequest, row: Player, answers: Answers) -> None:
        players.merge_players(moderator(request), row, answers["into"], answers["reason"])

    @action(_("Take a merge back"))
    def take_back(self, request: HttpRequest, row: Player, answers: Answers) -> None:
        players.undo_merge(moderator(request), row, answers["reason"])

    @admin.display(description=_("account"))
    def owner(self, row: Player) -> SafeString | str:
        return admin_link(row.account)

    @admin.display(description=_("known to"))
    def knows(self, row: Player) -> SafeString | str:
        return admin_link(row.known_to)

    @admin.display(description=_("merged into"))
    def merged(self, row: Player) -> SafeString | str:
        return admin_link(row.merged_into)

    @admin.display(description=_("games"))
    def games(self, row: Player) -> SafeString:
        address = f"{reverse('admin:games_game_changelist')}?q=%23{row.pk}"
        return format_html('<a href="{}">{}</a>', address, _("the games of this player"))
