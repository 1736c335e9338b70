"""Tokens of the API: making, revoking, finding; they end with the password. Of a token only its
digest is kept."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts import mail
from games.models import Account, ApiToken
from games.queries import verified_address
from web.disk_full import tolerate_full_disk
from web.errors import Conflict, Invalid, NotAllowed
from web.prepared_rows import RowMapper, fetch_rows
from web.publish import publish_ended_credentials
from web.security_log import log_security_event

PREFIX: Final = "imh_"
SECRET_BYTES: Final = 32
BEGINNING: Final = 12
LONGEST_NAME: Final = 60
OWNERS_AT_ONCE: Final = 200
LONGEST_TOKEN: Final = 200
MAX_TOKENS: Final = 50
LIFETIME: Final = timedelta(days=365)
USE_NOTED_EVERY: Final = timedelta(minutes=1)

_TOKEN, _ACCOUNT = RowMapper(ApiToken, "t"), RowMapper(Account, "a")
_FIND: Final = f"""
    SELECT {_TOKEN.sql}, {_ACCOUNT.sql} FROM {_TOKEN.table} t
    JOIN {_ACCOUNT.table} a ON a.id = t.account_id WHERE t.digest = %s
"""


class TokenScope(StrEnum):
    """Permission of a token beyond public reading."""

    READ = "read"
    UPLOAD = "upload"
    ATTEST = "attest"
    NOTE = "note"
    PLAY = "play"


def make_token(
    account: Account,
    name: str,
    scopes: Iterable[str],
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """A new token of `account`, and its text, which cannot be shown again. It ends after
    ``LIFETIME`` at the latest; the owner gets a mail.

    `scopes` are members of ``TokenScope``. Raises ``Invalid`` for a bad name, scope or time,
    ``Conflict`` if the account has ``MAX_TOKENS`` already, ``NotAllowed`` for a computer player's.
    """
    name, token_scopes = name.strip(), set(scopes)
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Invalid(
            _("a token needs a name of 1 to %(n)s printable characters") % {"n": LONGEST_NAME}
        )
    if not token_scopes or not token_scopes <= set(TokenScope):
        raise Invalid(
            _("choose one or more scopes for the token: %(scopes)s")
            % {"scopes": ", ".join(TokenScope)}
        )
    latest = timezone.now() + LIFETIME
    expires_at = min(expires_at or latest, latest)
    if expires_at <= timezone.now():
        raise Invalid(_("choose a future date: a token can’t expire in the past"))
    if account.computer:
        raise NotAllowed(_("a computer player has no tokens"))
    if _in_use(account) >= MAX_TOKENS:
        raise Conflict(
            _("an account has at most %(n)s tokens; revoke one first") % {"n": MAX_TOKENS}
        )
    plain = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    token = ApiToken.objects.create(
        account=account,
        name=name,
        digest=token_digest(plain),
        beginning=plain[:BEGINNING],
        scopes=" ".join(scope for scope in TokenScope if scope in token_scopes),
        expires_at=expires_at,
    )
    log_security_event("token-made", account=account.pk)
    mail.send_notice(account, "token_made")
    return token, plain


def announce_token_ends() -> int:
    """Mails the owners of tokens from before tokens ended, once each. Gives how many owners are
    done; one whose mail could not be sent is tried again."""
    tokens = ApiToken.objects.filter(works_at(timezone.now()), end_to_announce=True)
    owners = Account.objects.filter(pk__in=tokens.values("account"), is_active=True)
    done = 0
    for account in owners.order_by("pk")[:OWNERS_AT_ONCE]:
        if mail.send_notice(account, "tokens_end") or not verified_address(account):
            account.api_tokens.update(end_to_announce=False)
            done += 1
    return done


def revoke_own_token(account: Account, token: ApiToken) -> None:
    """`token` no longer works; a second time changes nothing. Raises ``NotAllowed`` for the token
    of another account."""
    if token.account_id != account.pk:
        raise NotAllowed(_("this is the token of another account"))
    token.revoked_at = token.revoked_at or timezone.now()
    token.save(update_fields=["revoked_at"])
    publish_ended_credentials()


def end_tokens(account: Account) -> int:
    """No token of `account` works any longer. Gives how many there were."""
    number = account.api_tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
    publish_ended_credentials()
    return number


def find_token(plain: str) -> ApiToken | None:
    """The token that works and reads `plain`, with its account; notes that it was used. One
    query each time: a token that is revoked stops at once, in all processes."""
    if not plain.startswith(PREFIX) or len(plain) > LONGEST_TOKEN:
        return None
    moment = timezone.now()
    for row in fetch_rows(_FIND, [token_digest(plain)]):
        token, account = _TOKEN.read(row, 0), _ACCOUNT.read(row, _TOKEN.width)
        if token and account and account.is_active and _works(token, moment):
            token.account = account
            _note_use(token, moment)
            return token
    return None


def works_at(moment: datetime) -> Q:
    """Of a token: it is neither revoked nor expired then."""
    return Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=moment))


def _works(token: ApiToken, moment: datetime) -> bool:
    """``works_at`` of a token at hand."""
    is_over = token.expires_at is not None and token.expires_at <= moment
    return token.revoked_at is None and not is_over


def token_digest(plain: str) -> str:
    """SHA-256 in hexadecimal. The secret is random and long, so no salt and no slow hash."""
    return sha256(plain.encode("utf-8", "replace")).hexdigest()


def has_tokens(account: Account) -> bool:
    """True if any token of `account` works."""
    return _in_use(account) > 0


def _in_use(account: Account) -> int:
    return ApiToken.objects.filter(works_at(timezone.now()), account=account).count()


def _note_use(token: ApiToken, moment: datetime) -> None:
    """One write a minute at most, whatever the number of requests."""
    if token.last_used_at is None or token.last_used_at <= moment - USE_NOTED_EVERY:
        token.last_used_at = moment
        with tolerate_full_disk("the use of a token"):
            token.save(update_fields=["last_used_at"])


# --- what ends with a password ------------------------------------------------


def keep_tokens(account: Account) -> None:
    """The next change of the password, made by this very object, leaves the tokens of the API."""
    account.keeps_tokens = True


class EndsTokens:
    """Named in ``settings.AUTH_PASSWORD_VALIDATORS``, which Django asks whenever a password is
    stored that was changed: on pages, in the admin, by ``manage.py changepassword``.

    With a new password the tokens of the API end, unless their owner keeps them. Sessions end
    because they are bound to the password; streams because a message says so."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Any password will do."""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if not isinstance(user, Account):
            return
        log_security_event(
            "password-changed", account=user.pk, tokens="kept" if user.keeps_tokens else "ended"
        )
        if user.keeps_tokens:
            user.keeps_tokens = False
            publish_ended_credentials()
        else:
            end_tokens(user)

    def get_help_text(self) -> str:
        return _("A new password revokes your API tokens, unless you keep them.")
