"""Games with their seats and claims, and attestations of games."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from django import forms
from django.contrib import admin
from django.db.models import Model, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from engine import edition_names
from games.admin.badges import standing_in_badge
from games.admin.base import (
    Answers,
    PublicReasonForm,
    ShownAdmin,
    ShownInline,
    action,
    admin_link,
    choices_filter,
    conditions_filter,
    link_column,
    moderator,
)
from games.admin.moderation import ModeratorActionInline
from games.admin.texts import listed, numbered
from games.admin.uploads import VerificationInline
from games.duplicates.identity import twin_of
from games.judging.diff import difference_sentences, name_in_log, seat_differences
from games.models import (
    Account,
    Attestation,
    Dispute,
    Game,
    Seat,
    SeatClaim,
    Seating,
    Standing,
)
from games.moderation import actions as moderation_actions
from games.pseudonyms import public_seating
from games.standing import conflicts_of_interest, correct_seats
from games.standing.waiting_sentences import waiting_for

PLAYERS = range(2, 5)


class SeatInline(ShownInline):
    model = Seat
    fields = (
        "number",
        "colour",
        "name",
        "player_link",
        "points",
        "place",
        "rated_place",
        "replaced_at",
        "sled",
        "sources",
    )
    related = ("player",)
    player_link = link_column(_("player"), "player")

    @admin.display(description=_("points by source"))
    def sources(self, row: Seat) -> SafeString | str:
        return listed(row.breakdown)


class AttestationInline(ShownInline):
    model = Attestation
    fields = ("account", "by_uploading", "by_playing", "at")
    related = ("account",)


class SeatClaimInline(ShownInline):
    model = SeatClaim
    fields = ("account", "names", "replaced", "effect", "opened_at", "closed_at", "met", "answer")
    related = ("account",)
    show_change_link = True


class SeatingInline(ShownInline):
    model = Seating
    fields = ("number", "account", "moderated", "seats_before", "seats_after", "reason_text", "at")
    related = ("account",)

    @admin.display(description=_("before"))
    def seats_before(self, row: Seating) -> str:
        return json.dumps(public_seating(row).before, ensure_ascii=False)

    @admin.display(description=_("after"))
    def seats_after(self, row: Seating) -> str:
        return json.dumps(public_seating(row).after, ensure_ascii=False)

    @admin.display(description=_("reason"))
    def reason_text(self, row: Seating) -> str:
        return public_seating(row).reason


class SeatCorrectionForm(PublicReasonForm):
    """Players of the seats, as they are now."""

    seats = forms.CharField(
        label=_("Seats"),
        max_length=500,
        widget=forms.TextInput(attrs={"size": 80}),
        help_text=_(
            "Write each seat as in a log: black=@ana white=Ben Li. Write nothing for a "
            "seat without a name."
        ),
    )
    replaced = forms.CharField(
        label=_("Replaced"),
        required=False,
        max_length=100,
        help_text=_(
            "Write the colour and the number of the first entry that a computer made, as in a "
            "log: white=57. Leave the field empty to change nothing. Write a dash if no player "
            "was replaced."
        ),
    )
    field_order = ("seats", "replaced", "reason")

    @classmethod
    def initial_values(cls, rows: Sequence[Model]) -> dict[str, object]:
        if len(rows) != 1:
            return {}
        [game] = rows
        assert isinstance(game, Game)
        seats = sorted(game.seats.all(), key=lambda seat: seat.number)
        return {"seats": " ".join(f"{seat.colour}={name_in_log(seat)}" for seat in seats)}


SameGameFilter = conditions_filter(
    _("copies"),
    "twice",
    [("yes", _("games stored twice"), Q(identity__holds=False))],
)
"""Games that are here under another name already, from before that was refused."""


class DisputeInline(ShownInline):
    model = Dispute
    fields = ("account", "reason", "opened_at", "closed_at", "closed_by", "upheld", "answer")
    related = ("account", "closed_by")
    show_change_link = True


@admin.register(Game)
class GameAdmin(ShownAdmin):
    list_display = (
        "id",
        "standing_badge",
        "accepted_at",
        "played_on",
        "seat_names",
        "uploader",
    )
    list_filter = (
        "standing",
        "played_here",
        SameGameFilter,
        "profile",
        choices_filter(_("edition"), "edition", [(name, name) for name in edition_names()]),
        choices_filter(_("number of players"), "players", [(str(n), str(n)) for n in PLAYERS]),
        "accepted_at",
    )
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "id",
                    "standing",
                    "waits_for",
                    "void_reason",
                    ("played_here", "unrated"),
                    ("played_on", "accepted_at"),
                    "uploader",
                    "vouched",
                    "twin_link",
                )
            },
        ),
        (
            _("The game"),
            {
                "fields": (
                    "players",
                    "sides",
                    "modules",
                    ("profile", "edition", "chance"),
                    ("winning_points", "margin", "winners"),
                    "strength",
                    "entries",
                )
            },
        ),
        (
            _("The log"),
            {"classes": ("collapse",), "fields": ("fingerprint", "digest", "from_log", "text")},
        ),
    )
    ordering = ("-accepted_at",)
    search_fields = ("id",)
    search_help_text = _(
        "the id or fingerprint of a game, or a player: a handle (@ana), a name or a number (#17)"
    )
    related = ("submission__upload__account", "arbiter")
    deferred = ("log", "submission__source", "submission__upload__raw")
    inlines = (
        SeatInline,
        SeatingInline,
        SeatClaimInline,
        AttestationInline,
        DisputeInline,
        VerificationInline,
        ModeratorActionInline,
    )
    actions = ("void", "restore", "mend", "verify_again")
    vouched = link_column(_("arbiter"), "arbiter")
    uploader = link_column(_("uploaded by"), "submission.upload.account")
    from_log = link_column(_("from the log"), "submission")

    def finds(self, word: str) -> Q:
        if word.startswith("#"):
            number = int(word[1:12]) if word[1:].isascii() and word[1:].isdigit() else 0
            return Q(pk__in=Seat.objects.filter(player=number).values("game"))
        if word.startswith("@"):
            seats = Seat.objects.filter(player__account__username=word[1:].lower())
            return Q(pk__in=seats.values("game"))
        seats = Seat.objects.filter(player__name=word)
        return Q(pk=word.lower()) | Q(fingerprint=word.lower()) | Q(pk__in=seats.values("game"))

    def conflict_of_interest(self, account: Account, row: Game) -> str:
        return conflicts_of_interest.conflict_in_game(account, row)

    def pointless_actions(self, row: Model) -> Collection[str]:
        assert isinstance(row, Game)
        return ("void",) if row.standing == Standing.VOID else ("restore",)

    def describe(self, row: Model) -> str:
        """Its players and points, what open claims of its seats say, and why it is not rated."""
        assert isinstance(row, Game)
        seats = sorted(row.seats.all(), key=lambda seat: seat.place)
        players = ", ".join(f"{name_in_log(seat) or seat.colour} {seat.points}" for seat in seats)
        claims = row.seat_claims.filter(closed_at=None).select_related("account").order_by("pk")
        contests = [
            f"@{claim.account.username}: "
            + "; ".join(difference_sentences(seat_differences(seats, claim.names, claim.replaced)))
            for claim in claims
        ]
        reasons = [] if row.standing == Standing.CONTESTED else waiting_for(row)
        return "\n".join([players, *contests, *reasons])

    @action(_("Make the games void, with a public reason"), PublicReasonForm)
    def void(self, request: HttpRequest, row: Game, answers: Answers) -> None:
        moderation_actions.void(moderator(request), row, answers["reason"])

    @action(_("Restore void games"))
    def restore(self, request: HttpRequest, row: Game, answers: Answers) -> None:
        moderation_actions.restore(moderator(request), row, answers["reason"])

    @action(_("Correct the seats with a public reason"), SeatCorrectionForm)
    def mend(self, request: HttpRequest, row: Game, answers: Answers) -> None:
        names, replaced = correct_seats.parse_typed_seats(
            row, answers["seats"], answers["replaced"]
        )
        reason = answers["reason"]
        correct_seats.reseat_by_moderator(moderator(request), row, names, reason, replaced)

    @action(_("Verify again"))
    def verify_again(self, request: HttpRequest, row: Game, answers: Answers) -> None:
        moderation_actions.verify_again(moderator(request), [row], answers["reason"])

    @admin.display(description=_("other log of the same game"))
    def twin_link(self, row: Game) -> SafeString | str:
        return admin_link(twin_of(row))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return (
            super()
            .get_queryset(request)
            .prefetch_related(Prefetch("seats", Seat.objects.select_related("player__account")))
        )

    @admin.display(description=_("standing"), ordering="standing")
    def standing_badge(self, row: Game) -> SafeString:
        return standing_in_badge(row)

    @admin.display(description=_("players"))
    def seat_names(self, row: Game) -> str:
        seats = sorted(row.seats.all(), key=lambda seat: seat.place)
        return ", ".join(name_in_log(seat) or seat.colour for seat in seats)

    @admin.display(description=_("sides"))
    def sides(self, row: Game) -> str:
        return row.sides

    @admin.display(description=_("not rated because"))
    def waits_for(self, row: Game) -> str:
        return "; ".join(waiting_for(row)) or "–"

    @admin.display(description=_("canonical log"))
    def text(self, row: Game) -> SafeString:
        return numbered(row.log)


@admin.register(Attestation)
class AttestationAdmin(ShownAdmin):
    list_display = ("pk", "account", "game_link", "by_uploading", "at")
    list_filter = ("by_uploading", "at")
    fields = ("account", "game_link", "fingerprint", "by_uploading", "at")
    ordering = ("-pk",)
    search_fields = ("game",)
    related = ("account", "game")
    deferred = ("game__log",)
    game_link = link_column(_("game"), "game")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(account__username=word[1:].lower())
        return Q(game=word.lower())
