"""How people log in: what django-allauth is told. ``games/accounts/`` holds what is ours of it."""

from typing import Any

ACCOUNT_LOGIN_METHODS = {"username"}
"""The form takes a verified address too, and looks up its handle."""
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
"""One address an account; a new one takes the place of the old when it is verified."""
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PRESERVE_USERNAME_CASING = False

USERSESSIONS_TRACK_ACTIVITY = False
"""A page does not write when somebody was last seen."""

ACCOUNT_RATE_LIMITS: dict[str, Any] | bool = False
