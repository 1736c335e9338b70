"""Notices of the account that asks, and games that wait for it."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.api_permissions import MayAttest, MayHear, requesting_account
from games.accounts.handles import typed_handle
from games.api.serializers.notices import (
    AgreementInput,
    AgreementRow,
    ConfirmAnswer,
    ConfirmationRow,
    ConfirmInput,
    MailWishes,
    NoticeRow,
    ReadAnswer,
    ReadInput,
)
from games.models import Notice
from games.notices import count_unread, mark_read, notices_of
from games.notifications import mail_digest
from games.pages.forms import WantedForm
from games.search.api_pages import GamePages
from games.standing import agreements, confirming
from web.api.base import SAFE, ApiView
from web.api.paging import KeysetPagination
from web.api.schema import problems


class NoticePages(KeysetPagination):
    keys = ("-id",)
    usual = 50


class Notices(ApiView):
    public = False
    permission_classes = [MayHear]
    serializer_class = NoticeRow
    pagination_class = NoticePages
    queryset = Notice.objects.none()

    @extend_schema(
        operation_id="notices_list",
        parameters=[OpenApiParameter("unread", str, enum=["yes"])],
        responses={200: NoticeRow(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Your notices, newest first; with `unread=yes` those that you have not read."""
        rows = notices_of(requesting_account(request))
        unread = request.query_params.get("unread", "")
        if unread not in ("", "yes"):
            raise ValidationError({"unread": ["Write yes, or leave it out."]})
        return self.page_of(rows.filter(read_at=None) if unread else rows)


class NoticesRead(ApiView):
    public = False
    permission_classes = [MayHear]
    serializer_class = ReadAnswer

    @extend_schema(
        operation_id="notices_read",
        request=ReadInput,
        responses={200: ReadAnswer, **problems(413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Mark these notices, or all up to one, as read."""
        account, notices = requesting_account(request), self.read(ReadInput)
        read = mark_read(account, notices.get("ids"), until=notices.get("until"))
        return self.answer({"read": read, "unread": count_unread(account)})


class MayHearOrAttest(ApiView):
    """Base of resources that a token for reading reads, and a token for confirming changes."""

    public = False

    def get_permissions(self) -> list[BasePermission]:
        return [MayHear() if self.request.method in SAFE else MayAttest()]


class NoticesMail(MayHearOrAttest):
    serializer_class = MailWishes

    @extend_schema(operation_id="notices_mail", responses={200: MailWishes})
    def get(self, request: Request) -> Response:
        """The categories of notices that you get by mail, at most one mail a day."""
        return self.answer(mail_digest.wishes_of(requesting_account(request)))

    @extend_schema(
        operation_id="notices_mail_set",
        request=MailWishes,
        responses={200: MailWishes, **problems(413, 415)},
    )
    def put(self, request: Request) -> Response:
        """Choose the categories of notices that you get by mail. It replaces the earlier choice."""
        categories = {name for name, on in self.read(MailWishes).items() if on}
        mail_digest.wish(requesting_account(request), categories)
        return self.get(request)


FILTER_PARAMETERS: Any = [
    OpenApiParameter("by", str, description="the uploader's handle"),
    OpenApiParameter("player", str, description="the handle of a player"),
    OpenApiParameter("since", str, description="played from this day on"),
    OpenApiParameter("until", str, description="played until this day"),
    OpenApiParameter("lapsed", str, enum=["yes"], description="lapsed games"),
]


class Confirmations(MayHearOrAttest):
    pagination_class = GamePages
    serializer_class = ConfirmationRow

    @extend_schema(
        operation_id="confirmations_list",
        parameters=FILTER_PARAMETERS,
        responses={200: ConfirmationRow(many=True), **problems(400)},
    )
    def get(self, request: Request) -> Response:
        """Games for you to confirm, latest played first."""
        form = WantedForm(request.query_params)
        if not form.is_valid():
            raise ValidationError({name: [*messages] for name, messages in form.errors.items()})
        return self.page_of(confirming.waiting_games(requesting_account(request), form.wanted))

    @extend_schema(
        operation_id="confirm",
        request=ConfirmInput,
        responses={200: ConfirmAnswer, **problems(413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Confirm several games at once, or all waiting games of one uploader.

        Confirm a game by itself if its log says that you left. Games without a seat of yours are
        in neither list of the answer."""
        account, confirm_input = requesting_account(request), self.read(ConfirmInput)
        if "uploader" in confirm_input:
            handle = typed_handle(confirm_input["uploader"])
            outcome = confirming.confirm_all_of(account, handle)
        else:
            outcome = confirming.confirm_games(account, set(confirm_input["games"]))
        left = [{"game": game, "why": refusal} for game, refusal in sorted(outcome.left.items())]
        return Response(ConfirmAnswer({"confirmed": outcome.done, "left": left}).data)


class Agreements(MayHearOrAttest):
    serializer_class = AgreementRow

    @extend_schema(
        operation_id="agreements_list",
        responses={200: AgreementRow(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Accounts whose uploads of games with you are confirmed for you."""
        rows = agreements.agreements_of(requesting_account(request))
        return Response(self.get_serializer(rows, many=True).data)

    @extend_schema(
        operation_id="agree",
        request=AgreementInput,
        responses={201: AgreementRow, **problems(409, 413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Automatically confirm every game with you that this account uploads from now on."""
        handle = typed_handle(self.read(AgreementInput)["handle"])
        return self.answer(agreements.make_agreement(requesting_account(request), handle), 201)


class Agreement(ApiView):
    public = False
    permission_classes = [MayAttest]

    @extend_schema(operation_id="agreement_end", responses={204: None, **problems(404)})
    def delete(self, request: Request, handle: str) -> Response:
        """Stop confirming automatically. Confirmed games stay confirmed."""
        if not agreements.end_agreement(requesting_account(request), typed_handle(handle)):
            raise Http404
        return Response(status=204)
