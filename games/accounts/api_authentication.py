"""Authentication of the API: a token in the header, or the session of the site."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from games.accounts.tokens import find_token
from games.models import Account, ApiToken
from web.api.problems import CsrfFailed
from web.rate_limits import WRONG_TOKENS, client_key
from web.security_log import log_security_event


class TokenAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer imh_…`` (RFC 6750)."""

    def authenticate(self, request: Request) -> tuple[Account, ApiToken] | None:
        word, _, plain = request.headers.get("Authorization", "").partition(" ")
        if word.lower() != "bearer":
            return None
        token = find_token(plain.strip())
        if token is None:
            log_security_event("token-wrong", request._request)
            _count_wrong(request)
            raise exceptions.AuthenticationFailed("This token is invalid, revoked or expired.")
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


def _count_wrong(request: Request) -> None:
    """Raises ``Throttled`` if too many came from there. Tokens that work are let in all the same:
    256 bits cannot be guessed, and an old token in one script must not keep out the others."""
    number, left = WRONG_TOKENS.take(client_key(request._request))
    if number > WRONG_TOKENS.most:
        raise exceptions.Throttled(left)


class SessionAuthentication(authentication.SessionAuthentication):
    """The site's session; what changes something needs the CSRF token too."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise CsrfFailed(str(error.detail)) from None


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "imh_…",
            "description": "A token of the account's page, with the scopes read, upload, attest, "
            "note, play.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The session of the site. Requests that change something also need "
            "the header X-CSRFToken.",
        }
