"""Access to the pages of moderators."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.urls import reverse

from games.accounts.factors import used_factor
from games.models import Account


def moderates(user: Account | AnonymousUser) -> bool:
    return isinstance(user, Account) and user.is_active and user.is_moderator


def kept_out(request: HttpRequest, back: str) -> HttpResponseRedirect | None:
    """Redirect of a moderator, who then comes `back`: to their second factor, where the
    admin asks for one. ``None``: they may go on. Raises ``PermissionDenied`` for others."""
    if not moderates(request.user):
        raise PermissionDenied
    if not settings.MODERATORS_NEED_SECOND_FACTOR or used_factor(request):
        return None
    query = QueryDict(mutable=True)
    query["next"] = back
    return redirect(f"{reverse('admin:login')}?{query.urlencode()}")
