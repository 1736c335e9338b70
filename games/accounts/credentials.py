"""Credentials: the token or session by which a stream came in, and whether it still holds.

A request is asked who it is; a stream was asked once, and goes on for an hour. What ends meanwhile
(a token is revoked, a session logged out, a password changed, an account suspended or closed) is
found by asking again, for all streams of a process at once, and sooner when it is published.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts.tokens import works_at
from games.models import Account, ApiToken


@dataclass(frozen=True)
class Credential:
    """`account` came in by `token`; or by the session of that key, whose `proof` ends with the
    password."""

    account: int
    token: int | None = None
    session: str = field(default="", repr=False)
    proof: str = field(default="", repr=False)


def by_token(token: ApiToken) -> Credential:
    """The credential of a request with `token`."""
    return Credential(token.account_id, token.pk)


def by_session(account: Account, key: str) -> Credential:
    """The credential of a request of `account` with the session of this key."""
    return Credential(account.pk, None, key, account.get_session_auth_hash())


def ended(credentials: Collection[Credential]) -> set[Credential]:
    """Those of `credentials` that have ended. Three queries at most."""
    tokens = _tokens(
        {credential.token for credential in credentials if credential.token is not None}
    )
    sessions = {credential for credential in credentials if credential.token is None}
    keys = _sessions({credential.session for credential in sessions})
    proofs = _proofs({credential.account for credential in sessions})
    return {
        credential
        for credential in credentials
        if (
            credential.token not in tokens
            if credential.token is not None
            else credential.session not in keys
            or proofs.get(credential.account) != credential.proof
        )
    }


# --- inside -------------------------------------------------------------------


def _tokens(token_ids: Collection[int]) -> set[int]:
    if not token_ids:
        return set()
    rows = ApiToken.objects.filter(works_at(timezone.now()), account__is_active=True)
    return set(rows.filter(pk__in=token_ids).values_list("pk", flat=True))


def _sessions(session_keys: Collection[str]) -> set[str]:
    if not session_keys:
        return set()
    rows = Session.objects.filter(expire_date__gt=timezone.now(), session_key__in=session_keys)
    return set(rows.values_list("session_key", flat=True))


def _proofs(account_ids: Collection[int]) -> dict[int, str]:
    if not account_ids:
        return {}
    rows = Account.objects.filter(pk__in=account_ids, is_active=True).only("password")
    return {row.pk: row.get_session_auth_hash() for row in rows}
