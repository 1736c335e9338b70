"""Permissions of API tokens. A session has its account's permissions."""

from __future__ import annotations

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.tokens import Scope
from games.models import Account, ApiToken
from web.api.problems import ScopeMissing


def account_of(request: Request) -> Account:
    """The account that asks, where a permission has let only accounts through."""
    assert isinstance(request.user, Account)
    return request.user


def has_one_of(request: Request, *scopes: Scope) -> bool:
    """True if the request may do what one of `scopes` allows: a session may, and a token that has
    one of them; without either, none may."""
    if not request.user.is_authenticated:
        return False
    parts = request.auth.scopes.split() if isinstance(request.auth, ApiToken) else scopes
    return any(scope in parts for scope in scopes)


class LoggedIn(BasePermission):
    """An account, by session or by any token that has one of `scopes`."""

    scopes: tuple[Scope, ...] = ()

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not request.user.is_authenticated:
            return False
        if self.scopes and not has_one_of(request, *self.scopes):
            raise ScopeMissing(self.scopes[0])
        return True


class MayRead(LoggedIn):
    """To see what is one's own. Who uploads also wants to see what became of it."""

    scopes = (Scope.READ, Scope.UPLOAD)


class MayHear(LoggedIn):
    """To read what is one's own; who speaks about games wants to see what waits."""

    scopes = (Scope.READ, Scope.ATTEST)


class MayUpload(LoggedIn):
    scopes = (Scope.UPLOAD,)


class MayAttest(LoggedIn):
    scopes = (Scope.ATTEST,)


class MayNote(LoggedIn):
    scopes = (Scope.NOTE,)


class MayPlay(LoggedIn):
    scopes = (Scope.PLAY,)
