"""The chat of a table, and the accounts that one blocked. Off the record."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts import requesting_account
from tables import chat
from tables.api.base import TableView, number_after
from tables.api.entries import AFTER
from tables.api.inputs import HandleInput, LineInput, ReportInput
from tables.models import Block, ChatLine
from web.api.schema import problems


class LineRow(serializers.ModelSerializer[ChatLine]):
    handle = serializers.CharField(source="account.handle", help_text="empty: a guest")
    guest = serializers.CharField(source="account.guest", help_text="display name of a guest")
    text = serializers.CharField(source="words")
    phrase = serializers.CharField(help_text="its word, if it is a phrase that pages translate")

    class Meta:
        model = ChatLine
        fields = ["id", "handle", "guest", "text", "phrase", "at"]


@extend_schema_serializer(component_name="Lines")
class ChatLinesAnswer(serializers.Serializer[Any]):
    lines = LineRow(many=True)


class BlockRow(serializers.ModelSerializer[Block]):
    handle = serializers.CharField(source="blocked.username")

    class Meta:
        model = Block
        fields = ["handle", "at"]


class TableChat(TableView):
    serializer_class = LineRow

    @extend_schema(
        operation_id="table_talk",
        parameters=[AFTER],
        responses={200: ChatLinesAnswer, **problems(404)},
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The chat after that line; without hidden lines and those of accounts you blocked."""
        table, _ = self.looked_at(table_id)
        lines = chat.chat_lines(table, self.viewing_account(), number_after(request))
        return Response({"lines": LineRow(lines, many=True).data})

    @extend_schema(
        operation_id="table_say",
        request=LineInput,
        responses={201: LineRow, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Write a chat line, as a player of the table."""
        line = chat.post_chat_line(
            table_id, requesting_account(request), self.read(LineInput)["text"]
        )
        return Response(LineRow(line).data, 201)


class ChatLineReport(TableView):
    looks = False
    serializer_class = ReportInput

    @extend_schema(
        operation_id="table_talk_report",
        request=ReportInput,
        responses={
            204: OpenApiResponse(None, "A moderator will look at it."),
            **problems(404, 409, 413, 415),
        },
    )
    def post(self, request: Request, table_id: str, line_id: int) -> Response:
        """Ask a moderator to look at a line."""
        table, _ = self.looked_at(table_id)
        line = get_object_or_404(ChatLine.objects.filter(table=table), pk=line_id)
        chat.report_chat_line(line, requesting_account(request), self.read(ReportInput)["reason"])
        return Response(status=204)


class Blocks(TableView):
    looks = False
    serializer_class = BlockRow

    @extend_schema(operation_id="blocks_list", responses={200: BlockRow(many=True)})
    def get(self, request: Request) -> Response:
        """The accounts whose lines and invitations you do not want."""
        return Response(BlockRow(chat.blocked_by(requesting_account(request)), many=True).data)

    @extend_schema(
        operation_id="block",
        request=HandleInput,
        responses={204: OpenApiResponse(None, "Blocked."), **problems(409, 413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Block an account. Twice is once."""
        chat.block_account(requesting_account(request), self.read(HandleInput)["handle"])
        return Response(status=204)


class OneBlock(TableView):
    looks = False

    @extend_schema(
        operation_id="unblock",
        request=None,
        responses={204: OpenApiResponse(None, "No longer blocked.")},
    )
    def delete(self, request: Request, handle: str) -> Response:
        """Unblock an account."""
        chat.unblock_account(requesting_account(request), handle)
        return Response(status=204)
