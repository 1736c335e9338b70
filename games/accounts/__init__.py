"""Accounts: logging in, tokens, invitations, second factors, the data export, closing.

What of django-allauth is ours lies here (``docs/decisions/accounts.md``), and who may call the API
with which token. Players and their seats belong to `standing`, roles of moderators to
``games.roles``. It never rates, judges or draws a game.
"""

from games.accounts.api_authentication import SessionAuthentication
from games.accounts.api_permissions import (
    MayPlay,
    MayRead,
    MayUpload,
    account_with,
    has_one_of,
    requesting_account,
)
from games.accounts.credentials import Credential, by_session, by_token, ended
from games.accounts.data_export import ExportFile, table_of
from games.accounts.handles import (
    completed,
    handle_skeleton,
    is_reserved,
    person_called,
    typed_handle,
)
from games.accounts.tokens import TokenScope, make_token
from games.accounts.verification import return_after_verification

__all__ = [
    "Credential",
    "ExportFile",
    "MayPlay",
    "MayRead",
    "MayUpload",
    "SessionAuthentication",
    "TokenScope",
    "account_with",
    "by_session",
    "by_token",
    "completed",
    "ended",
    "handle_skeleton",
    "has_one_of",
    "is_reserved",
    "make_token",
    "person_called",
    "requesting_account",
    "return_after_verification",
    "table_of",
    "typed_handle",
]
