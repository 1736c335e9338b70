"""Permissions of API tokens. A session has its account's permissions."""

from __future__ import annotations

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.tokens import TokenScope
from games.models import Account, ApiToken
from web.api.problems import ScopeMissing


def requesting_account(request: Request) -> Account:
    """The account that asks, where a permission has let only accounts through."""
    assert isinstance(request.user, Account)
    return request.user


def has_one_of(request: Request, *scopes: TokenScope) -> bool:
    """True if the request may do what one of `scopes` allows: a session may, and a token that has
    one of them; without either, none may."""
    if not request.user.is_authenticated:
        return False
    parts = request.auth.scopes.split() if isinstance(request.auth, ApiToken) else scopes
    return any(scope in parts for scope in scopes)


def account_with(request: Request, *scopes: TokenScope) -> Account | None:
    """The account that asks, as it reads what is its own; None without one, and for a token that
    has none of `scopes`."""
    return requesting_account(request) if has_one_of(request, *scopes) else None


class LoggedIn(BasePermission):
    """An account, by session or by any token that has one of `scopes`."""

    scopes: tuple[TokenScope, ...] = ()

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not request.user.is_authenticated:
            return False
        if self.scopes and not has_one_of(request, *self.scopes):
            raise ScopeMissing(self.scopes[0])
        return True


class MayRead(LoggedIn):
    """To see what is one's own. Who uploads also wants to see what became of it."""

    scopes = (TokenScope.READ, TokenScope.UPLOAD)


class MayHear(LoggedIn):
    """To read what is one's own; who speaks about games wants to see what waits."""

    scopes = (TokenScope.READ, TokenScope.ATTEST)


class MayUpload(LoggedIn):
    scopes = (TokenScope.UPLOAD,)


class MayAttest(LoggedIn):
    scopes = (TokenScope.ATTEST,)


class MayNote(LoggedIn):
    scopes = (TokenScope.NOTE,)


class MayPlay(LoggedIn):
    scopes = (TokenScope.PLAY,)
