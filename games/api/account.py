"""The account that asks."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.api_permissions import LoggedIn, requesting_account
from games.models import Account
from web.api.base import ApiView


class AccountRow(serializers.ModelSerializer[Account]):
    """An account, as its owner sees it."""

    handle = serializers.CharField(source="username")

    class Meta:
        model = Account
        fields = ["handle", "bot_since"]
        extra_kwargs = {
            "bot_since": {"help_text": "when it was marked as a bot; null: not", "read_only": True}
        }


class OwnAccount(ApiView):
    public = False
    permission_classes = [LoggedIn]
    serializer_class = AccountRow

    @extend_schema(operation_id="account_read", responses={200: AccountRow})
    def get(self, request: Request) -> Response:
        """Your account, for any token: its owner, and the mark as a bot."""
        return self.answer(requesting_account(request))
