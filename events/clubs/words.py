"""Words of arbiters of clubs: an arbiter vouches for a game of the club, played among its members.

The word stands for the confirmations of those who sit in the game, and for nothing else: addresses
are asked for, claims of seats and disputes hold as ever. Anyone can make a club, so it reaches no
further than people who joined it themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from events.clubs.locks import lock_open_club, membership_of, not_too_often
from events.limits import GAMES_VOUCHED, WORD_AGE
from events.models import Club, ClubGame, ClubMember, ClubWord
from games.models import Account, Game, Seat, Standing, StandingDecision
from games.ports import ClubVoucher
from games.standing import PendingDecision, ensure_player, lock_games, settle
from web.database_clock import database_time
from web.errors import Invalid, NotAllowed

DAY: Final = timedelta(days=1)


class VouchedGames(NamedTuple):
    """Games that an arbiter vouched for, and why not for others: a sentence by game."""

    games: list[str]
    refusals: dict[str, str]


def vouch_for_games(account: Account, club: Club, ids: Sequence[str]) -> VouchedGames:
    """An arbiter of `club` vouches for games of it. Each player of them gets a notice and may
    dispute the game, as ever. Twice is once.

    Raises ``NotAllowed`` for another account, ``Invalid`` for no game or too many, ``Conflict`` for
    a closed club, ``TooBusy``.
    """
    _must_arbitrate(account, club)
    if not 0 < len(set(ids)) <= GAMES_VOUCHED:
        raise Invalid(_("Choose 1 to %(most)d games.") % {"most": GAMES_VOUCHED})
    not_too_often(account)
    ensure_player(account)
    with transaction.atomic():
        row = lock_open_club(club)
        _must_arbitrate(account, row)
        club_ids = ClubGame.objects.filter(club=row, game__in=ids).values_list("game", flat=True)
        games = lock_games(club_ids)
        moment = database_time()
        words = [_word(row, account, game, moment) for game in games]
        members = _members(words, {game.pk: game.played_on for game in games})
        refusals = {
            game.pk: refusal
            for game, word in zip(games, words, strict=True)
            if (refusal := _refusal(account, game, members[word.game_id, word.club_id]))
        }
        chosen = [word for word in words if word.game_id not in refusals]
        ClubWord.objects.bulk_create(chosen, ignore_conflicts=True)
        settle(
            [game for game in games if game.pk not in refusals],
            actor=account,
            decision=PendingDecision(
                StandingDecision.Role.ARBITER,
                StandingDecision.Kind.CLUB_WORD,
                subject=f"club:{row.pk}",
            ),
        )
    return VouchedGames([word.game_id for word in chosen], refusals)


def club_vouchers(games: Sequence[Game]) -> dict[str, ClubVoucher]:
    """See ``games.ports.Port.club_vouchers``."""
    rows = ClubWord.objects.filter(game__in=[game.pk for game in games]).order_by("pk")
    words = {word.game_id: word for word in rows.select_related("account__player")}
    if not words:
        return {}
    members = _members(words.values(), {game.pk: game.played_on for game in games})
    return {
        game: ClubVoucher(
            club=word.club_id,
            account=word.account_id,
            player=word.account.player.pk,
            fingerprint=word.fingerprint,
            seating=word.seating,
            vouched_at=word.vouched_at,
            members=members[game, word.club_id],
        )
        for game, word in words.items()
    }


# --- inside -------------------------------------------------------------------


def _must_arbitrate(account: Account, club: Club) -> None:
    member = membership_of(account, club)
    if not account.is_active or member is None or member.role != ClubMember.Role.ARBITER:
        raise NotAllowed(_("Only arbiters of the club can do that."))


def _word(club: Club, account: Account, game: Game, moment: datetime) -> ClubWord:
    return ClubWord(
        game=game,
        club=club,
        account=account,
        fingerprint=game.fingerprint,
        seating=game.seating,
        vouched_at=moment,
    )


def _members(
    words: Iterable[ClubWord], days: dict[str, date]
) -> dict[tuple[str, int], frozenset[int]]:
    """By game and club, accounts that were members from the day of the game until the word. A
    day has two ends: the zone of the club is not known."""
    rows_by_club: dict[int, list[ClubMember]] = defaultdict(list)
    stored = list(words)
    seats = Q(account__player__seats__game__in=[word.game_id for word in stored])
    rows = ClubMember.objects.filter(seats, club__in={word.club_id for word in stored})
    for member in rows.distinct():
        rows_by_club[member.club_id].append(member)
    return {
        (word.game_id, word.club_id): frozenset(
            member.account_id
            for member in rows_by_club[word.club_id]
            if member.since <= word.vouched_at
            and (member.until is None or member.until > word.vouched_at)
            and member.joined_at.date() <= days[word.game_id] + DAY
        )
        for word in stored
    }


def _refusal(account: Account, game: Game, members: frozenset[int]) -> str:
    """Why an arbiter cannot vouch for a game, as a sentence; empty if they can."""
    if game.standing != Standing.WAITING:
        return _("This game is not waiting to be confirmed.")
    if game.played_on < timezone.now().date() - WORD_AGE:
        return _("This game was played more than %(days)d days ago.") % {"days": WORD_AGE.days}
    seats = list(Seat.objects.filter(game=game).select_related("player__account"))
    if any(seat.player and seat.player.account_id == account.pk for seat in seats):
        return _("You played in this game. Another arbiter has to confirm it.")
    for seat in seats:
        if seat.player is None or seat.player.account_id not in members:
            label = seat.player or seat.name or seat.colour
            return _("%(player)s was not a member of the club on the day of the game.") % {
                "player": label
            }
        if seat.is_given_up:
            return _("Only %(player)s can confirm this game, because they left it early.") % {
                "player": seat.player
            }
    return ""
