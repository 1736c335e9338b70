"""The page that asked for a verified address: a new account comes back to it.

The session keeps it, so it leads back in this browser alone: the link of the mail is the same for
everybody.
"""

from __future__ import annotations

from django.http import HttpRequest

VERIFICATION_PAGE: str = "verification_page"
"""Under this the session keeps the address of the page."""


def return_after_verification(request: HttpRequest) -> None:
    """Lead back to this page once the address is verified."""
    request.session[VERIFICATION_PAGE] = request.get_full_path()
