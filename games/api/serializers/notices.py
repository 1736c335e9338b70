from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers.games import LINK, GameShort, LinkField
from games.limits import CONFIRMED_AT_ONCE
from games.models import CATEGORIES, Game, Notice, NoticeWishes, StandingConfirmation
from games.notifications.messages import CATEGORY_WORDS, notice_address, notice_sentence
from games.standing.attest import before_confirming


class NoticeRow(serializers.ModelSerializer[Notice]):
    """Something that concerns your account."""

    by = serializers.CharField(
        source="by.username", default=None, allow_null=True, help_text="a handle, or null"
    )
    game = serializers.CharField(
        source="game_id", allow_null=True, help_text="an id; of several the first; or null"
    )
    upload = serializers.UUIDField(source="upload_id", allow_null=True)
    n = serializers.IntegerField(help_text="how many things of the kind it tells of")
    facts = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="of a rating `before` and `after`, in thousandths; of an upload logs by status; "
        "of a discrepancy its `number`",
    )
    sentence = serializers.SerializerMethodField(help_text="in the language that you ask for")
    page = serializers.SerializerMethodField(help_text="the page for people")

    class Meta:
        model = Notice
        fields = [
            *("id", "kind", "by", "game", "upload", "n", "facts"),
            *("at", "read_at", "sentence", "page"),
        ]

    def get_sentence(self, notice: Notice) -> str:
        return notice_sentence(notice)

    @extend_schema_field(LINK)
    def get_page(self, notice: Notice) -> str:
        return str(self.context["request"].build_absolute_uri(notice_address(notice)))


class MailWishes(serializers.ModelSerializer[NoticeWishes]):
    """Of which notices there is mail."""

    class Meta:
        model = NoticeWishes
        fields = [*CATEGORIES]
        extra_kwargs: ClassVar = {
            name: {"required": True, "help_text": str(words)}
            for name, words in CATEGORY_WORDS.items()
        }


class ReadInput(serializers.Serializer[Any]):
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62),
        max_length=500,
        required=False,
        help_text="those that you have read",
    )
    until = serializers.IntegerField(
        min_value=1, max_value=2**62, required=False, help_text="or all up to this id"
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if not attrs:
            raise serializers.ValidationError("Send `ids` or `until`.")
        return attrs


class ReadAnswer(serializers.Serializer[Any]):
    read = serializers.IntegerField(help_text="how many were not read before")
    unread = serializers.IntegerField(help_text="how many are left")


class ConfirmationRow(GameShort):
    """A game that waits for you to confirm it."""

    uploader = serializers.CharField(
        source="submission.upload.account.username", help_text="the uploader's handle"
    )
    before_confirming = serializers.SerializerMethodField(
        help_text="what else you say by confirming it, in sentences"
    )
    confirm = LinkField("api-game-attestations", help_text="where it is confirmed alone")

    class Meta(GameShort.Meta):
        fields = [*GameShort.Meta.fields, "uploader", "before_confirming", "confirm"]

    def get_before_confirming(self, game: Game) -> list[str]:
        return before_confirming(game.seats.all())


class ConfirmInput(serializers.Serializer[Any]):
    games = serializers.ListField(
        child=serializers.CharField(max_length=12),
        max_length=CONFIRMED_AT_ONCE,
        required=False,
        help_text="ids",
    )
    uploader = serializers.CharField(
        max_length=25, required=False, help_text="or all that wait of this handle, 100 at a time"
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if len(attrs) != 1:
            raise serializers.ValidationError("Send `games` or `uploader`.")
        return attrs


class Left(serializers.Serializer[Any]):
    game = serializers.CharField()
    why = serializers.CharField()


class ConfirmAnswer(serializers.Serializer[Any]):
    confirmed = serializers.ListField(child=serializers.CharField(), help_text="ids")
    left = Left(many=True, help_text="games of yours that were not confirmed")


class AgreementRow(serializers.ModelSerializer[StandingConfirmation]):
    """You confirm what this account uploads of games that you play together."""

    handle = serializers.CharField(source="uploader.username")

    class Meta:
        model = StandingConfirmation
        fields = ["handle", "since"]


class AgreementInput(serializers.Serializer[Any]):
    handle = serializers.CharField(max_length=25)
