from __future__ import annotations

from typing import Any, TypedDict

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from engine.vocabulary import Module
from games.duplicates.compare_page import read_uploaded_log
from games.duplicates.decide import state_of_discrepancy
from games.judging.diff import difference_sentences, seat_differences
from games.models import (
    Attestation,
    Discrepancy,
    Dispute,
    Game,
    Player,
    Seat,
    SeatClaim,
    Seating,
    Verification,
    Which,
)
from games.pseudonyms import pseudonymise, public_seating
from games.queries import discrepancies_of
from games.standing.attest import before_confirming
from games.standing.waiting_sentences import waiting_for
from web.api.base import absolute_link

LINK = {"type": "string", "format": "uri"}


@extend_schema_field(LINK)
class LinkField(serializers.Field[Any, Any, str, Any]):
    """The address `name` of the site for a row, with `arguments`: attributes of the row."""

    def __init__(self, name: str, *arguments: str, help_text: str | None = None) -> None:
        super().__init__(source="*", read_only=True, help_text=help_text)
        self.name, self.arguments = name, arguments or ("pk",)

    def to_representation(self, row: object) -> str:
        arguments = [getattr(row, argument) for argument in self.arguments]
        return absolute_link(self.context["request"], self.name, *arguments)


class PlayerShort(serializers.ModelSerializer[Player]):
    """The player on a seat."""

    handle = serializers.SerializerMethodField(help_text="of the account; null for a guest")
    computer = serializers.SerializerMethodField(help_text="a computer's level; null for a person")
    bot_since = serializers.DateTimeField(
        allow_null=True, help_text="when the account was marked as a bot; null: not"
    )
    url = LinkField("api-player")

    class Meta:
        model = Player
        fields = ["id", "name", "handle", "computer", "bot_since", "url"]

    def get_handle(self, player: Player) -> str | None:
        return player.name if player.account_id else None

    def get_computer(self, player: Player) -> str | None:
        return player.computer or None


class SeatShort(serializers.ModelSerializer[Seat]):
    player = PlayerShort(allow_null=True)

    class Meta:
        model = Seat
        fields = [
            "number",
            "colour",
            "player",
            "name",
            "points",
            "place",
            "rated_place",
            "replaced_at",
            "resigned_at",
            "sled",
        ]


class SeatFull(SeatShort):
    breakdown = serializers.DictField(
        child=serializers.IntegerField(), help_text="points by source; they add up to `points`"
    )

    class Meta(SeatShort.Meta):
        fields = [*SeatShort.Meta.fields, "breakdown"]


@extend_schema_serializer(deprecate_fields=["strength"])
class GameShort(serializers.ModelSerializer[Game]):
    """A game in a list."""

    url = LinkField("api-game")
    page = LinkField("game", help_text="the page for people, with the replay")
    sites = serializers.CharField(
        source="sides", help_text="sides of market, pyramid, temple, burial chamber, obelisks"
    )
    modules = serializers.ListField(
        source="module_words", child=serializers.ChoiceField([m.word for m in Module])
    )
    seats = SeatShort(many=True, help_text="in turn order")
    mean_rating = serializers.IntegerField(
        source="strength",
        allow_null=True,
        help_text="mean overall rating before it, in points; null if not rated",
    )
    lapsed_at = serializers.DateTimeField(
        allow_null=True,
        help_text="since when it is unconfirmed, after three weeks of waiting; `standing` "
        "stays waiting, and it may still be confirmed",
    )
    strength = serializers.IntegerField(
        allow_null=True, help_text="the former name of `mean_rating`, kept in version 1"
    )

    class Meta:
        model = Game
        fields = [
            "id",
            "url",
            "page",
            "fingerprint",
            "edition",
            "profile",
            "players",
            "sites",
            "modules",
            "chance",
            "entries",
            "winning_points",
            "margin",
            "winners",
            "played_on",
            "accepted_at",
            "standing",
            "lapsed_at",
            "played_here",
            "unrated",
            "mean_rating",
            "strength",
            "seats",
        ]


class AttestationShort(serializers.ModelSerializer[Attestation]):
    handle = serializers.CharField(source="account.username")
    agreement = serializers.CharField(
        source="agreement.uploader.username",
        default=None,
        allow_null=True,
        help_text="the uploader, if a standing agreement with that account confirmed it; else null",
    )

    class Meta:
        model = Attestation
        fields = [
            *("handle", "at", "by_uploading", "by_playing"),
            *("agreement", "fingerprint", "seating"),
        ]


class DisputeShort(serializers.ModelSerializer[Dispute]):
    handle = serializers.CharField(source="account.username")

    class Meta:
        model = Dispute
        fields = ["handle", "reason", "opened_at", "closed_at", "upheld", "answer"]


class SeatClaimShort(serializers.ModelSerializer[SeatClaim]):
    """An account brought a log of this game that seats other people."""

    handle = serializers.CharField(source="account.username")
    names = serializers.ListField(child=serializers.CharField(), help_text="by seat, as it says")
    replaced = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="by seat the entry since which a computer player acted, or null",
    )
    says = serializers.SerializerMethodField(help_text="what differs from the seats now, in words")

    class Meta:
        model = SeatClaim
        fields = [
            "handle",
            "names",
            "replaced",
            "says",
            "effect",
            "opened_at",
            "closed_at",
            "met",
            "answer",
        ]

    def get_says(self, claim: SeatClaim) -> list[str]:
        seats = claim.game.seats.all()
        return difference_sentences(seat_differences(seats, claim.names, claim.replaced))


class DiscrepancyShort(serializers.ModelSerializer[Discrepancy]):
    """A log was brought that is nearly that of this game."""

    url = LinkField("api-game-discrepancy", "game_id", "number")
    handle = serializers.CharField(source="account.username", help_text="who brought it")
    first_difference = serializers.SerializerMethodField(help_text="an entry, from 1")
    which = serializers.SerializerMethodField(
        help_text="the outcome: `first` (the existing log), `second` (the other), `both` "
        "(two games); null while it is open"
    )
    reason = serializers.SerializerMethodField(help_text="of a moderator who decided; or empty")

    class Meta:
        model = Discrepancy
        fields = ["number", "url", "handle", "at", "first_difference", "which", "reason"]

    def get_first_difference(self, row: Discrepancy) -> int:
        return row.equal + 1

    @extend_schema_field(serializers.ChoiceField(Which.choices, allow_null=True))
    def get_which(self, row: Discrepancy) -> str | None:
        verdict = getattr(row, "verdict", None)
        return verdict.which if verdict else None

    def get_reason(self, row: Discrepancy) -> str:
        verdict = getattr(row, "verdict", None)
        return pseudonymise(verdict.reason) if verdict else ""


class DiscrepancyVoice(serializers.Serializer[Any]):
    handle = serializers.CharField()
    which = serializers.ChoiceField(Which.choices, allow_null=True)


class DiscrepancyFull(DiscrepancyShort):
    """The two logs, and each player's choice between them."""

    log = serializers.SerializerMethodField(
        help_text="the other log in canonical form; empty if it cannot be read any more"
    )
    voices = serializers.SerializerMethodField(
        help_text="the accounts that the logs name, and what each of them said last"
    )

    class Meta(DiscrepancyShort.Meta):
        fields = [*DiscrepancyShort.Meta.fields, "log", "voices"]

    def get_log(self, row: Discrepancy) -> str:
        return uploaded_log.log if (uploaded_log := read_uploaded_log(row)) else ""

    @extend_schema_field(DiscrepancyVoice(many=True))
    def get_voices(self, row: Discrepancy) -> list[dict[str, str | None]]:
        standing = state_of_discrepancy(row)
        handles = sorted(standing.voices.items(), key=lambda voice: voice[1])
        return [{"handle": handle, "which": standing.choices.get(pk)} for pk, handle in handles]


class WhichInput(serializers.Serializer[Any]):
    which = serializers.ChoiceField(Which.choices, help_text="which log is right")


class SeatThen(serializers.Serializer[Any]):
    name = serializers.CharField()
    replaced = serializers.IntegerField(allow_null=True)


class SeatingShort(serializers.ModelSerializer[Seating]):
    """The seats were corrected."""

    handle = serializers.CharField(source="account.username", help_text="who corrected them")
    before = SeatThen(many=True, help_text="by seat")
    after = SeatThen(many=True, help_text="by seat")

    class Meta:
        model = Seating
        fields = ["number", "handle", "moderated", "before", "after", "reason", "at"]

    def to_representation(self, instance: Seating) -> dict[str, object]:
        """The row without closed accounts and hidden names."""
        fields: dict[str, Any] = super().to_representation(instance)
        return fields | public_seating(instance)._asdict()


class VerificationRow(serializers.ModelSerializer[Verification]):
    """One run of the log through the engine."""

    refusal = serializers.DictField(allow_null=True)

    class Meta:
        model = Verification
        fields = [
            "at",
            "engine",
            "edition",
            "verdict",
            "fingerprint",
            "digest",
            "refusal",
            "duration",
        ]


class GameLinks(TypedDict):
    log: str
    replay: str
    attestations: str
    disputes: str
    ledger: str


class GameFull(GameShort):
    """A game, and all that is known about it."""

    seats = SeatFull(many=True, help_text="in turn order")
    arbiter = serializers.CharField(
        source="arbiter.username", default=None, allow_null=True, help_text="who vouches for it"
    )
    waiting_for = serializers.SerializerMethodField(
        help_text="reasons why it is not rated, in sentences"
    )
    attestations = AttestationShort(many=True)
    before_confirming = serializers.SerializerMethodField(
        help_text="what else a player who confirms it says by that, in sentences"
    )
    disputes = DisputeShort(many=True)
    seating = serializers.IntegerField(help_text="how often the seats were mended")
    seatings = SeatingShort(many=True, help_text="how they were mended, in order")
    seat_claims = SeatClaimShort(
        many=True, help_text="the account that says that the seats are others"
    )
    discrepancies = serializers.SerializerMethodField(
        help_text="logs that are nearly that of this game"
    )
    verifications = VerificationRow(many=True, help_text="newest first")
    links = serializers.SerializerMethodField()

    class Meta(GameShort.Meta):
        fields = [
            *GameShort.Meta.fields,
            "digest",
            "arbiter",
            "void_reason",
            "waiting_for",
            "attestations",
            "disputes",
            "before_confirming",
            "seating",
            "seatings",
            "seat_claims",
            "discrepancies",
            "verifications",
            "links",
        ]

    def get_waiting_for(self, game: Game) -> list[str]:
        return waiting_for(game)

    @extend_schema_field(DiscrepancyShort(many=True))
    def get_discrepancies(self, game: Game) -> list[dict[str, object]]:
        rows = discrepancies_of(game)
        return [DiscrepancyShort(row, context=self.context).data for row in rows]

    def get_before_confirming(self, game: Game) -> list[str]:
        return before_confirming(game.seats.all())

    def get_links(self, game: Game) -> GameLinks:
        request = self.context["request"]
        return {
            "log": absolute_link(request, "api-game-log", game.pk),
            "replay": absolute_link(request, "game-replay", game.pk),
            "attestations": absolute_link(request, "api-game-attestations", game.pk),
            "disputes": absolute_link(request, "api-game-disputes", game.pk),
            "ledger": absolute_link(request, "api-ledger", query=f"?game={game.pk}"),
        }


class AttestInput(serializers.Serializer[Any]):
    left = serializers.BooleanField(
        default=False, help_text="also that you left where the log says so: needed if it does"
    )


class SeatsInput(serializers.Serializer[Any]):
    names = serializers.DictField(
        child=serializers.CharField(max_length=80, allow_blank=True),
        help_text="by colour, as in the `seats:` line; colours left out stay as they are",
    )
    reason = serializers.CharField(max_length=2000, help_text="everybody can read it")


class DisputeInput(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=2000, help_text="what was different")
