from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.limits import DRAFT_BYTES
from games.models import Account, Draft
from tables.recorder.drafts import Code, summarise_draft

MARK_CHARACTERS = 40


class DraftRow(serializers.Serializer[Draft]):
    """A game that is being recorded, without its log."""

    id = serializers.UUIDField()
    version = serializers.IntegerField(help_text="what a write has to name")
    seats = serializers.SerializerMethodField(help_text="who plays, as the log has it")
    entries = serializers.SerializerMethodField(help_text="lines after the header")
    size = serializers.IntegerField(help_text="bytes of the log")
    handle = serializers.CharField(source="account.username", help_text="who began it")
    own = serializers.SerializerMethodField(help_text="whether you began it")
    began_at = serializers.DateTimeField()
    written_at = serializers.DateTimeField()

    def get_seats(self, draft: Draft) -> str:
        return summarise_draft(draft.text).seats

    def get_entries(self, draft: Draft) -> int:
        return summarise_draft(draft.text).entries

    def get_own(self, draft: Draft) -> bool:
        request = self.context["request"]
        return isinstance(request.user, Account) and request.user.pk == draft.account_id


class DraftWhole(DraftRow):
    log = serializers.CharField(source="text", help_text="the log so far")


class DraftInput(serializers.Serializer[Any]):
    log = serializers.CharField(max_length=DRAFT_BYTES, trim_whitespace=False)
    version = serializers.IntegerField(
        min_value=0, max_value=2_000_000_000, help_text="that you saw; 0 begins a draft"
    )
    mark = serializers.CharField(
        max_length=MARK_CHARACTERS,
        default="",
        allow_blank=True,
        help_text="of this write: sent again with it, it is written once",
    )


class CodeRow(serializers.Serializer[Code]):
    code = serializers.CharField(help_text="eight signs with a dash between")
    ends_at = serializers.DateTimeField()


class CodeInput(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=40)


class CopyOfDraft(serializers.Serializer[Draft]):
    """The draft that a code gives. Without an account `id` is null: the log is a copy."""

    id = serializers.SerializerMethodField(help_text="null: a copy, for this device alone")
    version = serializers.SerializerMethodField()
    log = serializers.CharField(source="text")

    def get_id(self, draft: Draft) -> str | None:
        return str(draft.pk) if self._goes_on() else None

    def get_version(self, draft: Draft) -> int:
        return draft.version if self._goes_on() else 0

    def _goes_on(self) -> bool:
        return bool(self.context["goes_on"])
