"""The security log: a line for each login, wrong password, code or token, and moderator action.

The logger is ``imhotep.security``; where its lines go is the operator's choice. An account is named
by its key, so that a log outlives a closed account without its name. What people type is never
written: a password may stand in the field for the handle.
"""

from __future__ import annotations

import logging
from typing import Final

from django.http import HttpRequest

from web.rate_limits import client_address

LOGGER: Final = logging.getLogger("imhotep.security")


def log_security_event(event: str, request: HttpRequest | None = None, /, **facts: object) -> None:
    """One line: `event`, the client's address if there is a request, and `facts`, ``name=value``.

    >>> from unittest.mock import patch
    >>> with patch.object(LOGGER, "info") as info:
    ...     log_security_event("login", account=7)
    >>> info.call_args.args
    ('%s', 'login account=7')
    """
    if request is not None:
        facts = {"address": client_address(request), **facts}
    LOGGER.info("%s", " ".join([event, *(f"{name}={value}" for name, value in facts.items())]))
