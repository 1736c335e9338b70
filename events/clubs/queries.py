"""Clubs as lists: of all clubs, of an account, and the members, games and leaderboard of one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import Avg, Count, Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from events.clubs.names import club_skeleton
from events.limits import LONG_AGO
from events.models import Club, ClubGame, ClubMember, ClubWord, Event
from games.models import Account, Game, Seat, Standing
from games.queries import games_list
from ratings.queries import Overall, overall_ratings

CLUB_ORDER: Final = ("name", "id")
MEMBER_ORDER: Final = ("joined_at", "id")
OFF_TALLY: Final = (Standing.VOID, Standing.REFUTED, Standing.DISPUTED, Standing.CONTESTED)
"""Standings of games that are not in a club's numbers."""


class ClubRank(NamedTuple):
    """A member in a club's leaderboard. `rating`: among all games; the other numbers are of games
    of the club alone."""

    member: ClubMember
    rating: Overall | None
    games: int
    wins: int
    points: float | None


def open_clubs(text: str = "") -> QuerySet[Club]:
    """Clubs for the list, with their number of `people`, the begin of their next event, and the key
    of one that is played now; those whose name is like `text`, closed ones too."""
    clubs = Club.objects.filter(hidden_at=None)
    clubs = (
        clubs.filter(skeleton__contains=skeleton)
        if (skeleton := club_skeleton(text))
        else clubs.filter(closed_at=None)
    )
    moment = timezone.now()
    events = Event.objects.filter(club=OuterRef("pk"), ended_at=None, hidden_at=None)
    coming = events.filter(starts_at__gte=moment).order_by("starts_at")
    current = events.filter(starts_at__range=(moment - LONG_AGO, moment), rounds__isnull=False)
    return clubs.annotate(
        people=Count("members", filter=Q(members__until=None)),
        next_starts_at=Subquery(coming.values("starts_at")[:1]),
        current_event=Subquery(current.order_by("-starts_at").values("pk")[:1]),
    )


def clubs_of(account: Account) -> list[ClubMember]:
    """The memberships of an account, with their clubs; open clubs first. One query."""
    rows = ClubMember.objects.filter(account=account, until=None).select_related("club__owner")
    return sorted(rows, key=lambda member: (not member.club.is_open, member.club.name))


def open_clubs_of(account: Account | None) -> list[Club]:
    """Open clubs of which the account is a member. One query, or none without an account."""
    if account is None:
        return []
    return [member.club for member in clubs_of(account) if member.club.is_open]


def members_of(club: Club) -> QuerySet[ClubMember]:
    """Members at present, with their accounts and players, by the time they joined."""
    rows = ClubMember.objects.filter(club=club, until=None)
    return rows.select_related("account__player").order_by(*MEMBER_ORDER)


def officers_of(club: Club) -> list[ClubMember]:
    """Officers and arbiters, the owner first. One query."""
    rows = members_of(club).exclude(role=ClubMember.Role.MEMBER)
    return sorted(rows, key=lambda member: (member.account_id != club.owner_id, member.pk))


def club_games(club: Club) -> QuerySet[Game]:
    """Games of the club for a list, the last played first."""
    return games_list().filter(club_game__club=club)


def events_of_club(club: Club, count: int) -> list[Event]:
    """The last `count` events of a club, those to come first, with their number of `people` and
    their `last_round`. One query."""
    rows = Event.objects.filter(club=club, hidden_at=None).annotate(
        people=Count("entrants", distinct=True), last_round=Max("rounds__number")
    )
    return list(rows.order_by("-starts_at", "-pk")[:count])


def club_leaderboard(club: Club, count: int) -> list[ClubRank]:
    """The first `count` members by rating, then by wins in the club. Three queries."""
    members = list(members_of(club))
    ratings = overall_ratings(member.account_id for member in members)
    tallies = _tallies(club, [member.account_id for member in members])
    ranks = [
        ClubRank(
            member, ratings.get(member.account_id), *tallies.get(member.account_id, (0, 0, None))
        )
        for member in members
    ]
    return sorted(ranks, key=_by_rating)[:count]


def games_to_vouch_for(club: Club, account: Account) -> QuerySet[Game]:
    """Games of the club that wait to be confirmed, have no word of an arbiter yet, and no seat of
    `account`, an arbiter of it."""
    words = ClubWord.objects.filter(game=OuterRef("pk"), seating=OuterRef("seating"))
    seats_of_account = Seat.objects.filter(game=OuterRef("pk"), player__account=account)
    waiting_games = club_games(club).filter(standing=Standing.WAITING)
    return waiting_games.filter(~Exists(words), ~Exists(seats_of_account))


def club_of_game(game: Game) -> ClubGame | None:
    """The club that a game belongs to. One query."""
    return ClubGame.objects.select_related("club").filter(game=game).first()


def words_of_game(game: Game) -> list[ClubWord]:
    """Words of arbiters for a game as it is seated now. One query."""
    rows = ClubWord.objects.filter(game=game, seating=game.seating)
    return list(rows.select_related("club", "account"))


# --- inside -------------------------------------------------------------------


def _tallies(club: Club, accounts: Iterable[int]) -> dict[int, tuple[int, int, float]]:
    seats = Seat.objects.filter(game__club_game__club=club, player__account__in=set(accounts))
    by_account = seats.exclude(game__standing__in=OFF_TALLY).order_by()
    tallies = by_account.values("player__account").annotate(
        games=Count("pk"), wins=Count("pk", filter=Q(place=1)), mean=Avg("points")
    )
    rows = tallies.values_list("player__account", "games", "wins", "mean")
    return {account: (games, wins, points) for account, games, wins, points in rows}


def _by_rating(rank: ClubRank) -> tuple[float, int, float, str]:
    rating = rank.rating.rating if rank.rating else float("-inf")
    return -rating, -rank.wins, -(rank.points or 0.0), rank.member.account.username
