"""Players and guests, and claims that a guest is a known player."""

from __future__ import annotations

from django import forms
from django.contrib import admin, messages
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.base import (
    Answers,
    PublicReasonForm,
    ReasonForm,
    ShownAdmin,
    ShownInline,
    action,
    admin_link,
    conditions_filter,
    link_column,
    moderator,
)
from games.admin.moderation import ModeratorActionInline
from games.models import Account, Merge, Player
from games.moderation.hidden_names import hide_name
from games.standing import conflicts_of_interest, players


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
        rows = Player.objects.select_related("account")
        if word.startswith("@"):
            players = rows.filter(account__username=word[1:].lower())
        else:
            number = int(word) if word.isascii() and word.isdigit() else 0
            players = rows.filter(pk=min(number, 2**63 - 1))
        if (player := players.first()) is None:
            raise forms.ValidationError(_("There is no such player."))
        return player


PlayerKindFilter = conditions_filter(
    _("kind"),
    "kind",
    [
        ("account", _("with an account"), Q(account__isnull=False)),
        ("guest", _("guests"), Q(account=None, merged_into=None)),
        ("merged", _("guests merged into a player"), Q(merged_into__isnull=False)),
    ],
)

ClaimStateFilter = conditions_filter(
    _("state"),
    "state",
    [
        ("open", pgettext_lazy("claim of a player", "open"), Q(decided_at=None)),
        ("accepted", _("accepted"), Q(accepted=True)),
        ("refused", _("refused"), Q(accepted=False)),
    ],
)


class MergeInline(ShownInline):
    model = Merge
    fk_name = "guest"
    fields = ("into", "requested_by", "requested_at", "note", "decided_by", "accepted")
    related = ("into", "requested_by", "decided_by")
    show_change_link = True


@admin.register(Player)
class PlayerAdmin(ShownAdmin):
    list_display = ("pk", "__str__", "owner", "uploader_link", "merged", "created_at")
    list_display_links = ("pk", "__str__")
    list_filter = (PlayerKindFilter,)
    fields = ("id", "name", "owner", "uploader_link", "merged", "created_at", "games")
    ordering = ("-pk",)
    search_fields = ("name",)
    search_help_text = _(
        "a handle (@ana), which finds an account and its guests, or the beginning of a name"
    )
    related = ("account", "known_to", "merged_into")
    inlines = (MergeInline, ModeratorActionInline)
    actions = ("merge", "take_back", "hide_name")
    owner = link_column(_("account"), "account")
    uploader_link = link_column(_("known to"), "known_to")
    merged = link_column(_("merged into"), "merged_into")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            handle = word[1:].lower()
            return Q(account__username=handle) | Q(known_to__username=handle)
        return Q(name__istartswith=word)

    def conflict_of_interest(self, account: Account, row: Player) -> str:
        return conflicts_of_interest.conflict_in_merge(account, row)

    @action(_("Merge guests into a player"), MergeForm)
    def merge(self, request: HttpRequest, row: Player, answers: Answers) -> None:
        players.merge_players(moderator(request), row, answers["into"], answers["reason"])

    @action(_("Undo a merge"))
    def take_back(self, request: HttpRequest, row: Player, answers: Answers) -> None:
        players.undo_merge(moderator(request), row, answers["reason"])

    @action(_("Hide the name"), PublicReasonForm)
    def hide_name(self, request: HttpRequest, row: Player, answers: Answers) -> None:
        if not hide_name(moderator(request), row, answers["reason"]):
            messages.info(request, _("The name is hidden when another moderator agrees."))

    @admin.display(description=_("games"))
    def games(self, row: Player) -> SafeString:
        address = f"{reverse('admin:games_game_changelist')}?q=%23{row.pk}"
        return format_html('<a href="{}">{}</a>', address, _("the games of this player"))


@admin.register(Merge)
class MergeAdmin(ShownAdmin):
    list_display = (
        "pk",
        "guest_link",
        "player_link",
        "uploader_link",
        "requested_by",
        "requested_at",
        "accepted",
        "decision",
    )
    list_filter = (ClaimStateFilter, "requested_at")
    fields = (
        "guest_link",
        "uploader_link",
        "player_link",
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
        "the handle (@ana) of the claimant or the uploader; or the beginning of the guest's name"
    )
    related = ("guest__known_to", "into__account", "requested_by", "decided_by")
    actions = ("accept", "refuse")
    guest_link = link_column(_("guest"), "guest")
    player_link = link_column(_("into"), "into")
    uploader_link = link_column(_("known to"), "guest.known_to")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            handle = word[1:].lower()
            return Q(requested_by__username=handle) | Q(guest__known_to__username=handle)
        return Q(guest__name__istartswith=word)

    def conflict_of_interest(self, account: Account, row: Merge) -> str:
        return conflicts_of_interest.conflict_in_claim(account, row)

    @admin.display(description=_("decision"))
    def decision(self, row: Merge) -> SafeString | str:
        return admin_link(None if row.decided_at else row, _("Decide"))

    @action(_("Accept: the account gets the guest’s seats"), None)
    def accept(self, request: HttpRequest, row: Merge, answers: Answers) -> None:
        players.decide_claim(moderator(request), row, True)

    @action(_("Refuse"), None)
    def refuse(self, request: HttpRequest, row: Merge, answers: Answers) -> None:
        players.decide_claim(moderator(request), row, False)
