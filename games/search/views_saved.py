"""Saved searches of an account: listed, saved, switched, deleted."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.current_account import account_of
from games.limits import FEED_GAMES, SAVED_SEARCHES, SEARCH_CHARACTERS
from games.search.saved_searches import (
    canonical_query,
    delete_search,
    save_search,
    searches_of,
    switch_notices,
)
from web.form_actions import carried_out


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def saved_searches(request: HttpRequest) -> HttpResponse:
    """The list; by POST the search in `search` is saved under `name`, with notices if `notify`."""
    account = account_of(request)
    if request.method != "POST":
        searches = searches_of(account)
        context = {"searches": searches, "most": SAVED_SEARCHES, "feed_games": FEED_GAMES}
        return render(request, "games/saved_searches.html", context)
    params = QueryDict(request.POST.get("search", "")[: 2 * SEARCH_CHARACTERS])
    name, notify = request.POST.get("name", ""), "notify" in request.POST
    carried_out(
        request, lambda: save_search(account, name, params, notify), _("The search is saved.")
    )
    query = canonical_query(params)
    return redirect(f"{reverse('games')}?{query}" if query else "saved-searches")


@require_POST
@login_required
def saved_search(request: HttpRequest, search_id: int) -> HttpResponse:
    """Delete one's own, or switch its notices; another account's is not there."""
    search = get_object_or_404(searches_of(account_of(request)), pk=search_id)
    if "delete" in request.POST:
        carried_out(request, lambda: delete_search(search), _("The search is deleted."))
    elif "notify" in request.POST:
        switch_notices(search, request.POST["notify"] == "yes")
    return redirect("saved-searches")
