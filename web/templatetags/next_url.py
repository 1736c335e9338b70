"""Back to the page that one was on, after logging in."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django import template
from django.http import HttpRequest

register = template.Library()

LONGEST: Final = 500
"""Characters of an address that is come back to."""

NOT_BACK: Final = frozenset({"home", "account_logout", "logout", "account_inactive"})
"""No places to come back to."""


@register.simple_tag(takes_context=True)
def coming_back(context: template.Context) -> str:
    """``?next=…`` for the link to the login: this page, or where a page of accounts leads to; empty
    where that is unknown. Login itself takes only addresses of this site."""
    request = context.get("request")
    if not isinstance(request, HttpRequest) or request.resolver_match is None:
        return ""
    if request.method not in ("GET", "HEAD") or request.resolver_match.url_name in NOT_BACK:
        return ""
    path = request.get_full_path()
    if request.resolver_match.route.startswith("account"):
        path = request.GET.get("next", "")
    return f"?{urlencode({'next': path}, safe='/')}" if path and len(path) <= LONGEST else ""
