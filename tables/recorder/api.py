"""Games that are being recorded, and handles completed while they are typed."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts import MayRead, MayUpload, TokenScope, completed, has_one_of, requesting_account
from games.models import Account
from tables.recorder import drafts
from tables.recorder.serializers import (
    CodeInput,
    CodeRow,
    CopyOfDraft,
    DraftInput,
    DraftRow,
    DraftWhole,
)
from web.api.base import ApiView
from web.api.schema import OPEN_TO_ALL, problems
from web.rate_limits import client_key

LONGEST_BEGINNING = 25


class Drafts(ApiView):
    public = False
    permission_classes = [MayUpload]
    serializer_class = DraftRow

    @extend_schema(operation_id="drafts_list", responses={200: DraftRow(many=True), **problems()})
    def get(self, request: Request) -> Response:
        """The games that you are recording, and those of others that you go on with."""
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
        form = DraftInput(data=request.data)
        form.is_valid(raise_exception=True)
        typed = form.validated_data
        version = (typed["log"], typed["version"], typed["mark"])
        draft = drafts.write_draft(requesting_account(request), draft_id, *version)
        return Response(DraftRow(draft, context=self.get_serializer_context()).data)

    @extend_schema(operation_id="draft_delete", responses={204: None, **problems(404)})
    def delete(self, request: Request, draft_id: UUID) -> Response:
        """The draft is gone; one of another account's you go on with no more."""
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
        """A code by which another phone goes on. It works once; an older one works no more."""
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
        """Go on with a draft by its code. Without an account you get a copy."""
        form = CodeInput(data=request.data)
        form.is_valid(raise_exception=True)
        user = request.user
        account = (
            user if isinstance(user, Account) and has_one_of(request, TokenScope.UPLOAD) else None
        )
        draft = drafts.take_over_draft(
            account, form.validated_data["code"], client_key(request._request)
        )
        context = {**self.get_serializer_context(), "goes_on": account is not None}
        return Response(CopyOfDraft(draft, context=context).data)


class Handles(ApiView):
    public = False
    permission_classes = [MayRead]

    @extend_schema(
        operation_id="handles_complete",
        parameters=[OpenApiParameter("begun", str, description="how it begins; empty: opponents")],
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
        """Handles that begin so: your former opponents first. Eight at most. And your own."""
        begun = request.query_params.get("begun", "")[:LONGEST_BEGINNING]
        account = requesting_account(request)
        return Response({"handles": completed(account, begun), "you": account.username})
