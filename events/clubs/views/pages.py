"""Pages of clubs for everybody: the list, a club, its members, games and feed."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from events.clubs.invitations import invitation_for
from events.clubs.locks import can_organise, membership_of
from events.clubs.names import LONGEST
from events.clubs.queries import (
    CLUB_ORDER,
    MEMBER_ORDER,
    club_games,
    club_leaderboard,
    clubs_of,
    events_of_club,
    games_to_vouch_for,
    members_of,
    officers_of,
    open_clubs,
)
from events.models import Club, ClubMember
from games.current_account import account_of
from games.search import (
    feed_response,
    feed_text,
    newest_games,
    store_feed,
    stored_feed,
    too_many_feeds,
)
from web.known_names import unknown_filters
from web.paging import AFTER, BEFORE, page_of_rows
from web.priorities import heavy
from web.rate_limits import FEEDS, client_key
from web.site_name import site_name

SIZE: Final = 25
LEADERS: Final = 20
"""Members in the leaderboard of a club's page."""
LATEST_GAMES: Final = 5
LATEST_EVENTS: Final = 5
GAME_ORDER: Final = ("-played_on", "-accepted_at", "-id")


@heavy
@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """Open clubs by name; with `name` also closed ones whose name is like it. One query, and one
    for the clubs of the account."""
    name = request.GET.get("name", "").replace("\0", "").strip()[:LONGEST]
    memberships = clubs_of(account_of(request)) if request.user.is_authenticated else []
    context = {
        "page": page_of_rows(open_clubs(name), CLUB_ORDER, request.GET.dict(), SIZE),
        "name": name,
        "memberships": memberships,
        "unknown_filters": unknown_filters(request.GET, ("name", AFTER, BEFORE)),
    }
    return render(request, "events/clubs.html", context)


@heavy
@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club; by its number, the address of the club. 29 queries at most."""
    if slug.isdecimal() and len(slug) < 18:
        return redirect("club", get_object_or_404(Club, pk=int(slug)).slug)
    club = club_at(slug)
    account = account_of(request) if request.user.is_authenticated else None
    member = membership_of(account, club)
    context = {
        "club": club,
        "member": member,
        "organises": can_organise(account, club),
        "invitation": None if member else invitation_for(account, club),
        "officers": officers_of(club),
        "ranks": club_leaderboard(club, LEADERS),
        "leaders": LEADERS,
        "people": members_of(club).count(),
        "games": list(club_games(club).order_by(*GAME_ORDER)[:LATEST_GAMES]),
        "events": events_of_club(club, LATEST_EVENTS),
    }
    return render(request, "events/club.html", context)


@heavy
@require_safe
def club_members(request: HttpRequest, slug: str) -> HttpResponse:
    """All members of a club, those who joined first at the beginning."""
    club = club_at(slug)
    page = page_of_rows(members_of(club), MEMBER_ORDER, request.GET.dict(), SIZE * 2)
    return render(request, "events/members.html", {"club": club, "page": page})


@heavy
@require_safe
def club_game_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All games of a club, the last played first; for an arbiter of it those to vouch for."""
    club = club_at(slug)
    account = account_of(request) if request.user.is_authenticated else None
    member = membership_of(account, club)
    is_arbiter = member is not None and member.role == ClubMember.Role.ARBITER
    arbiter = account if is_arbiter and club.is_open else None
    context = {
        "club": club,
        "page": page_of_rows(club_games(club), GAME_ORDER, request.GET.dict(), SIZE),
        "arbitrates": arbiter is not None,
        "waiting": list(games_to_vouch_for(club, arbiter).order_by(*GAME_ORDER)[:SIZE])
        if arbiter
        else [],
    }
    return render(request, "events/club_games.html", context)


@heavy
@require_safe
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest games of a club as an Atom feed."""
    club = club_at(slug)
    key = f"club {club.pk}: {club.public_name}"
    feed = stored_feed(key)
    if feed is None:
        if not FEEDS.allows(client_key(request)):
            return too_many_feeds()
        page, feed_page = (reverse(name, args=[club.slug]) for name in ("club", "club-feed"))
        games = newest_games(club_games(club))
        feed = feed_text(f"{club.public_name} · {site_name()}", page, feed_page, games)
        store_feed(key, feed)
    return feed_response(feed)


def club_at(slug: str) -> Club:
    """The club at this address; ``Http404`` without one."""
    club = Club.objects.select_related("owner").filter(slug=slug).first()
    if club is None:
        raise Http404("there is no such club")
    return club
