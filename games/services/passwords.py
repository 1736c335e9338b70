"""What ends with a password: a thief of the old one may have made tokens and sessions by it.

Named in ``settings.AUTH_PASSWORD_VALIDATORS``, which Django asks whenever a password is stored that
was changed: on pages, in the admin, by ``manage.py changepassword``.
"""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from games.models import Account
from games.security_log import note
from games.services.notices import tell_that_passes_ended
from games.services.tokens import end_tokens


def keep_tokens(account: Account) -> None:
    """The next change of the password, made by this very object, leaves the tokens of the API."""
    account.keeps_tokens = True


class EndsTokens:
    """With a new password the tokens of the API end, unless their owner keeps them. Sessions end
    because they are bound to the password; streams because a message says so."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Any password will do."""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if not isinstance(user, Account):
            return
        note("password-changed", account=user.pk, tokens="kept" if user.keeps_tokens else "ended")
        if user.keeps_tokens:
            user.keeps_tokens = False
            tell_that_passes_ended()
        else:
            end_tokens(user)

    def get_help_text(self) -> str:
        return _("With a new password the tokens of the API end, unless you keep them.")
