"""Games that are being recorded, and handles completed while they are typed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts import MayRead, MayUpload, TokenScope, completed, has_one_of, requesting_account
from games.limits import DRAFT_BYTES
from games.models import Account, Draft
from games.models.upload import OCCASION_CHARACTERS
from tables.recorder import drafts
from tables.recorder.drafts import Code, summarise_draft
from web.api.base import ApiView
from web.api.schema import OPEN_TO_ALL, problems
from web.rate_limits import client_key

LONGEST_BEGINNING = 25
MARK_CHARACTERS = 40


class DraftRow(serializers.Serializer[Draft]):
    """A game that is being recorded, without its log."""

    id = serializers.UUIDField()
    version = serializers.IntegerField(help_text="the version that the next write has to name")
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
    occasion = serializers.CharField(help_text="the club or event it is played for; empty: none")


class DraftInput(serializers.Serializer[Any]):
    log = serializers.CharField(max_length=DRAFT_BYTES, trim_whitespace=False)
    version = serializers.IntegerField(
        min_value=0,
        max_value=2_000_000_000,
        help_text="the version that you read; 0 begins a draft",
    )
    mark = serializers.CharField(
        max_length=MARK_CHARACTERS,
        default="",
        allow_blank=True,
        help_text="your mark of this write: if you send it again with the same mark, it is "
        "stored once",
    )
    occasion = serializers.CharField(
        max_length=OCCASION_CHARACTERS,
        required=False,
        allow_blank=True,
        help_text="the club or event it is played for, as `GET occasions` lists it; absent: "
        "unchanged",
    )


class CodeRow(serializers.Serializer[Code]):
    code = serializers.CharField(help_text="eight letters or digits with a dash in the middle")
    ends_at = serializers.DateTimeField()


class CodeInput(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=40)


class CopyOfDraft(serializers.Serializer[Draft]):
    """The draft that a code gives. Without an account `id` is null: the log is a copy."""

    id = serializers.SerializerMethodField(help_text="null: a copy for this device only")
    version = serializers.SerializerMethodField()
    log = serializers.CharField(source="text")
    occasion = serializers.CharField(help_text="the club or event it is played for")

    def get_id(self, draft: Draft) -> str | None:
        return str(draft.pk) if self._goes_on() else None

    def get_version(self, draft: Draft) -> int:
        return draft.version if self._goes_on() else 0

    def _goes_on(self) -> bool:
        return bool(self.context["goes_on"])


class Drafts(ApiView):
    public = False
    permission_classes = [MayUpload]
    serializer_class = DraftRow

    @extend_schema(operation_id="drafts_list", responses={200: DraftRow(many=True), **problems()})
    def get(self, request: Request) -> Response:
        """Games that you are recording, and recordings of others that you continue."""
        rows = drafts.drafts_of(requesting_account(request))
        return Response(self.get_serializer(rows, many=True).data)


class DraftDetail(ApiView):
    """A draft; another account's is not there."""

    public = False
    permission_classes = [MayUpload]
    serializer_class = DraftWhole

    @extend_schema(operation_id="draft_show", responses={200: DraftWhole, **problems(404)})
    def get(self, request: Request, draft_id: UUID) -> Response:
        """A draft, with its log."""
        return Response(
            self.get_serializer(drafts.draft_of(requesting_account(request), draft_id)).data
        )

    @extend_schema(
        operation_id="draft_write",
        request=DraftInput,
        responses={200: DraftRow, **problems(404, 409, 413, 415)},
    )
    def put(self, request: Request, draft_id: UUID) -> Response:
        """Write the log so far. You make the id; `version` 0 begins the draft. If another device
        has written since `version`, 409 says what is there."""
        typed = self.read(DraftInput)
        version = (typed["log"], typed["version"], typed["mark"], typed.get("occasion"))
        draft = drafts.write_draft(requesting_account(request), draft_id, *version)
        return Response(DraftRow(draft, context=self.get_serializer_context()).data)

    @extend_schema(operation_id="draft_delete", responses={204: None, **problems(404)})
    def delete(self, request: Request, draft_id: UUID) -> Response:
        """Delete your draft, or stop continuing another account's draft."""
        drafts.drop_draft(requesting_account(request), draft_id)
        return Response(status=204)


class DraftCode(ApiView):
    public = False
    permission_classes = [MayUpload]
    serializer_class = CodeRow

    @extend_schema(
        operation_id="draft_code", request=None, responses={201: CodeRow, **problems(404)}
    )
    def post(self, request: Request, draft_id: UUID) -> Response:
        """A code to continue on another phone. It works once, and replaces an older code."""
        return Response(CodeRow(drafts.offer_code(requesting_account(request), draft_id)).data, 201)


class DraftByCode(ApiView):
    public = False
    permission_classes = [AllowAny]
    serializer_class = CopyOfDraft

    @extend_schema(
        operation_id="draft_by_code",
        auth=OPEN_TO_ALL,
        request=CodeInput,
        responses={200: CopyOfDraft, **problems(409, 415)},
    )
    def post(self, request: Request) -> Response:
        """Continue a draft by its code. Without an account you get a copy."""
        code, user = self.read(CodeInput)["code"], request.user
        account = (
            user if isinstance(user, Account) and has_one_of(request, TokenScope.UPLOAD) else None
        )
        draft = drafts.take_over_draft(account, code, client_key(request._request))
        context = {**self.get_serializer_context(), "goes_on": account is not None}
        return Response(CopyOfDraft(draft, context=context).data)


class Handles(ApiView):
    public = False
    permission_classes = [MayRead]

    @extend_schema(
        operation_id="handles_complete",
        parameters=[
            OpenApiParameter(
                "begun", str, description="beginning of the handle; empty: your opponents"
            )
        ],
        responses={
            200: inline_serializer(
                "HandlesFound",
                {
                    "handles": serializers.ListField(child=serializers.CharField()),
                    "you": serializers.CharField(),
                },
            ),
            **problems(),
        },
    )
    def get(self, request: Request) -> Response:
        """Up to eight handles with this beginning, former opponents first; and your own."""
        begun = request.query_params.get("begun", "")[:LONGEST_BEGINNING]
        account = requesting_account(request)
        return Response({"handles": completed(account, begun), "you": account.username})
