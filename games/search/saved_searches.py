"""Searches that an account saves under a name, for itself alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlencode

from django.db import transaction
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from games.limits import SAVED_SEARCHES, SEARCH_CHARACTERS, SEARCH_NAME_CHARACTERS
from games.models import Account, Game, SavedSearch
from games.queries import listed_games
from games.search.filters import GameFilter, current_names
from web.errors import Conflict, Invalid, NotAllowed
from web.rate_limits import SEARCH_SAVES

REPEATED: Final = frozenset({"player", "module"})
"""Filters of which all values hold; of the others the last one does."""


def canonical_query(params: QueryDict) -> str:
    """The filters in force as a query string, in one order; sorts and pages are left out. Handles
    keep their sign, so that closed accounts are renamed in it."""
    current = current_names(params)
    pairs = [
        (name, " ".join(text.split()))
        for name in sorted(GameFilter.base_filters)
        for text in _values(current, name)
        if text.strip()
    ]
    return urlencode(pairs, safe="@")


def matching_games(query: str) -> QuerySet[Game]:
    """The games of a search, void and refuted ones left out. Raises ``Invalid`` for a search that
    cannot be read, in the words of the page."""
    game_filter = GameFilter(current_names(QueryDict(query)), listed_games())
    for errors in game_filter.form.errors.values():
        raise Invalid(str(errors[0]))
    games: QuerySet[Game] = game_filter.qs
    return games


def searches_of(account: Account) -> QuerySet[SavedSearch]:
    """The saved searches of `account`, oldest first."""
    return SavedSearch.objects.filter(account=account).order_by("pk")


def save_search(account: Account, name: str, params: QueryDict, notify: bool) -> SavedSearch:
    """Save the search in `params` under `name`.

    Raises ``NotAllowed`` for a suspended account, ``Invalid`` without a search or for one that
    cannot be read, for a name that is missing or too long, ``Conflict`` if it is saved already, for
    more than ``SAVED_SEARCHES``, and for too many tries.
    """
    if not account.is_active or account.computer:
        raise NotAllowed(_("This account can’t save searches."))
    if not SEARCH_SAVES.allows(str(account.pk)):
        raise Conflict(_("Too many requests. Try again in an hour."))
    name, query = _checked_name(name), canonical_query(params)
    if not query:
        raise Invalid(_("Run a search first. Then you can save that search."))
    if len(query) > SEARCH_CHARACTERS:
        raise Invalid(_("This search is too long to be saved."))
    matching_games(query)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        searches = list(searches_of(account))
        if twin := with_query(searches, query):
            raise Conflict(_("You saved this search already, as “%(name)s”.") % {"name": twin.name})
        if len(searches) >= SAVED_SEARCHES:
            limit = {"most": SAVED_SEARCHES}
            raise Conflict(_("You can save at most %(most)d searches. Delete one first.") % limit)
        return SavedSearch.objects.create(account=account, name=name, query=query, notify=notify)


def with_query(searches: Iterable[SavedSearch], query: str) -> SavedSearch | None:
    """The one of `searches` that is this search."""
    return next((search for search in searches if search.query == query), None)


def switch_notices(search: SavedSearch, notify: bool) -> None:
    """Tell its account of new games from now on, or no more."""
    searches = SavedSearch.objects.filter(pk=search.pk).exclude(notify=notify)
    searches.update(notify=notify, looked_at=timezone.now(), trouble=SavedSearch.Trouble.NONE)


def delete_search(search: SavedSearch) -> None:
    """Delete it, and the notices about it."""
    search.delete()


# --- inside -------------------------------------------------------------------


def _values(params: QueryDict, name: str) -> list[str]:
    values = params.getlist(name)
    return list(dict.fromkeys(values)) if name in REPEATED else values[-1:]


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise Invalid(_("Give the search a name, in plain letters."))
    if len(name) > SEARCH_NAME_CHARACTERS:
        limit = {"most": SEARCH_NAME_CHARACTERS}
        raise Invalid(_("A name can have at most %(most)d characters.") % limit)
    return name
