"""Standings: if a verified game is rated, and what it waits for.

A legal log proves that a game could have happened, not that it did. A game counts when an arbiter
vouches for it or all its players confirm it, as they do by playing it here; ``docs/standing.md``
says it in full.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Exists, Manager, OuterRef, Q

from games.log_outbox import DECISION, LOG, STANDING, VERIFICATION, queue_all_leaves
from games.models import (
    Account,
    Attestation,
    Dispute,
    Game,
    Seat,
    SeatClaim,
    Standing,
    Verdict,
    Verification,
)
from games.notices import notify_accounts, standing_notices
from games.ports import PLAIN, Cause, ChangeReason, ClubVoucher, port
from games.queries import verified_addresses
from games.standing.decisions import (
    PLAYER_DECISION,
    SYSTEM_DECISION,
    PendingDecision,
    log_standings,
)
from games.standing.resolve_players import current_players
from games.standing.shared_mailboxes import decide_unrated

Effect = Dispute.Effect

NEEDED = (
    *("id", "fingerprint", "arbiter", "arbiter_may_sit", "standing", "void_reason"),
    *("submission", "unrated", "played_here", "played_on", "accepted_at", "seating"),
    "addresses_asked",
)
"""The columns of a game that its standing follows from."""

AT_ONCE = 200
"""Games that are settled in one transaction."""


@dataclass(frozen=True, slots=True)
class SeatOwner:
    """A seat, as far as it matters: whose it is. `account` is ``None`` for a guest; then `player`
    is the guest, or ``None`` where the log gives no name. `since`: the seating from which on its
    player has to confirm. `merged`: the guest became another player meanwhile."""

    player: int | None
    account: int | None
    since: int = 0
    merged: bool = False


@dataclass(frozen=True, slots=True)
class StandingInputs:
    """All that the standing of a game follows from. `attested`: the accounts that confirmed its
    fingerprint and its seats. `arbiter`: one whose word counts. `club`: an arbiter of a club, whose
    word stands for the confirmations of its members and for nothing else. `disputed`: by a dispute
    that keeps it from counting (``Dispute.Effect``); `contested`: likewise by a claim that the
    seats are others. `unverified`: players without a verified address, where that is asked for."""

    seats: tuple[SeatOwner, ...]
    attested: frozenset[int] = frozenset()
    unverified: frozenset[int] = frozenset()
    arbiter: bool = False
    club: ClubVoucher | None = None
    disputed: bool = False
    contested: bool = False
    refuted: bool = False
    void: bool = False
    unrated: bool = False

    @property
    def all_players_named(self) -> bool:
        return bool(self.seats) and all(seat.player is not None for seat in self.seats)

    @property
    def players_distinct(self) -> bool:
        players = [seat.player for seat in self.seats if seat.player is not None]
        return len(players) == len(set(players))

    @property
    def confirmed(self) -> bool:
        """By everybody who played, or for them by an arbiter of their club."""
        return self.club_vouches or all(seat.account in self.attested for seat in self.seats)

    @property
    def club_vouches(self) -> bool:
        """True if the word of an arbiter of a club holds: all seats are as they were then, the
        arbiter has none, and each is a member's."""
        club = self.club
        return club is not None and all(
            seat.account in club.members
            and seat.account != club.account
            and seat.since <= club.seating
            for seat in self.seats
        )


def derive_standing(facts: StandingInputs) -> Standing:
    """The first that holds: void, refuted, disputed, unrated, contested, counted, waiting."""
    if facts.void:
        return Standing.VOID
    if facts.refuted:
        return Standing.REFUTED
    if facts.disputed:
        return Standing.DISPUTED
    if facts.unrated:
        return Standing.UNRATED
    if facts.contested and not facts.arbiter:
        return Standing.CONTESTED
    vouched = facts.arbiter or (facts.confirmed and not facts.unverified)
    if vouched and facts.all_players_named and facts.players_distinct:
        return Standing.COUNTED
    return Standing.WAITING


def settle(
    games: Iterable[Game],
    *,
    reseated: Collection[str] = (),
    actor: Account | None = None,
    runs: Iterable[int] = (),
    reason: ChangeReason = PLAIN,
    decision: PendingDecision = SYSTEM_DECISION,
    new: Collection[str] = (),
    claimed: Collection[str] = (),
) -> None:
    """Compute the standing of `games` again, store it, and say which came to count or ceased to.

    Of `reseated`, ids of games whose players changed, also those that count before and after: other
    people's ratings follow from them. The games given are brought up to date. Their players are
    told, but for the account `actor` that caused it. The transparency log hears of all of them,
    since facts may have changed where the standing did not, of a `decision` about each that is not
    `new`, and of `runs`, verifications that were written just now. Of those that are `new` nobody
    has disputed one, and only `claimed` ones have other seats claimed. A fixed number of queries;
    the rows stay locked until the transaction ends, so that of two who change facts at once the
    second sees both. `reason` is kept with the ratings; left out, it is what the new standing says.
    """
    stale = list(games)
    with transaction.atomic(savepoint=False):
        rows = lock_games({game.pk for game in stale})
        seats = _seats_after_merges([row.pk for row in rows])
        facts = standing_inputs(rows, seats, new=new, claimed=claimed)
        standings = {row.pk: derive_standing(facts[row.pk]) for row in rows}
        arriving = [row for row in rows if row.standing != Standing.COUNTED]
        counting = [row for row in arriving if standings[row.pk] is Standing.COUNTED]
        counting = [row for row in counting if not facts[row.pk].arbiter]
        standings |= dict.fromkeys(decide_unrated(counting), Standing.UNRATED)
        moved = {row.pk for row in rows if row.standing != standings[row.pk]}
        _store(standings, moved)
        old = {row: facts[row.pk].arbiter for row in rows if row.pk not in new}
        decisions = log_standings(old, standings, decision, reason)
        notify_accounts(
            notice
            for row in rows
            if row.pk in moved
            for notice in standing_notices(row, standings[row.pk], _accounts(facts[row.pk]), actor)
        )
        for game in stale:
            game.standing = standings.get(game.pk, game.standing)
        affected: dict[ChangeReason, list[str]] = defaultdict(list)
        for row in rows:
            concerns = Standing.COUNTED in (row.standing, standings[row.pk])
            if concerns and (row.pk in moved or row.pk in reseated):
                affected[_cause(reason, standings[row.pk])].append(row.pk)
        for cause, ids in affected.items():
            announce_changes(ids, cause)
        ids, run_ids = [row.pk for row in rows], list(runs)
        run_records = {VERIFICATION: run_ids, LOG: ids if run_ids else ()}
        queue_all_leaves({DECISION: decisions, **run_records, STANDING: ids})


def lock_games(ids: Iterable[str]) -> list[Game]:
    """The rows of games, without their logs, locked until the transaction ends. Always in one
    order, so that of two who lock several neither waits for the other for ever. Rows that refer to
    a game may still be written meanwhile."""
    rows = Game.objects.select_for_update(no_key=True).filter(pk__in=set(ids)).order_by("pk")
    return list(rows.only(*NEEDED))


def standing_inputs(
    games: Sequence[Game],
    seats: Mapping[str, Sequence[SeatOwner]] | None = None,
    *,
    new: Collection[str] = (),
    claimed: Collection[str] = (),
) -> dict[str, StandingInputs]:
    """The facts about `games`, by id; six queries, one less with their `seats`, one more where an
    arbiter of a club vouches, and one where addresses are asked for. Those that are `new`, stored
    by this transaction, nobody has disputed or judged again, and no club has heard of them; seats
    of `claimed` ones are contested. One query, and those for seats and addresses, where all are
    new."""
    seats = _seats([game.pk for game in games]) if seats is None else seats
    attested = _attested(games)
    earlier = [game for game in games if game.pk not in new]
    disputed = _suspended(Dispute.objects, [game.pk for game in earlier])
    ids = [game.pk for game in games if game.pk not in new or game.pk in claimed]
    contested = _suspended(SeatClaim.objects, ids)
    refuted = _refuted(earlier)
    unverified = _unverified(games, seats)
    vouchers = port().club_vouchers(earlier) if earlier else {}
    clubs = {game.pk: vouchers.get(game.pk) for game in games}
    return {
        game.pk: StandingInputs(
            seats=tuple(seats[game.pk]),
            attested=frozenset(attested[game.pk]),
            unverified=unverified[game.pk],
            arbiter=_vouched_for(game, seats[game.pk]),
            club=club
            if (club := clubs[game.pk]) and club.fingerprint == game.fingerprint
            else None,
            disputed=game.pk in disputed,
            contested=game.pk in contested,
            refuted=game.pk in refuted,
            void=game.void_reason != "",
            unrated=game.unrated,
        )
        for game in games
    }


def address_verified(account: Account) -> None:
    """`account` has shown that its address is theirs: games that waited for that count now."""
    seated = Seat.objects.filter(player__account=account).values("game")
    waiting = Game.objects.filter(
        pk__in=seated, standing=Standing.WAITING, addresses_asked=True
    ).order_by("pk")
    ids = list(waiting.values_list("pk", flat=True))
    for begin in range(0, len(ids), AT_ONCE):
        some = Game.objects.filter(pk__in=ids[begin : begin + AT_ONCE]).only(*NEEDED)
        settle(some, reason=ChangeReason(Cause.ADDRESS), decision=PLAYER_DECISION)


# --- inside -------------------------------------------------------------------


def _vouched_for(game: Game, seats: Iterable[SeatOwner]) -> bool:
    """By an arbiter, who does not sit in it: their own games wait for the others."""
    if game.arbiter_id is None:
        return False
    return game.arbiter_may_sit or all(seat.account != game.arbiter_id for seat in seats)


def _suspended(rows: Manager[Dispute] | Manager[SeatClaim], ids: Sequence[str]) -> set[str]:
    """Games among `ids` that open disputes, or claims, keep from counting. A query, if any."""
    if not ids:
        return set()
    still_open = rows.filter(game__in=ids, closed_at=None).exclude(effect=Effect.NOTHING)
    return set(still_open.values_list("game_id", flat=True))


def _seats_after_merges(ids: Sequence[str]) -> dict[str, list[SeatOwner]]:
    """Seats that came to a guest during a merge move to the player that the guest became. One
    query without a merge."""
    seats = _seats(ids)
    if any(seat.merged for owners in seats.values() for seat in owners):
        _follow_merges(ids)
        seats = _seats(ids)
    return seats


def _follow_merges(ids: Sequence[str]) -> None:
    strays = Seat.objects.filter(game__in=ids, player__merged_into__isnull=False)
    seats = list(strays.select_related("player"))
    players = current_players(seat.player for seat in seats if seat.player)
    for seat, player in zip(seats, players, strict=True):
        seat.player = player
    Seat.objects.bulk_update(seats, ["player"])


def _store(standings: dict[str, Standing], moved: set[str]) -> None:
    for standing in Standing:
        if ids := [pk for pk in moved if standings[pk] is standing]:
            Game.objects.filter(pk__in=ids).update(standing=standing, lapsed_at=None)


def _accounts(facts: StandingInputs) -> Iterable[int]:
    return {seat.account for seat in facts.seats if seat.account is not None}


def _seats(ids: Iterable[str]) -> dict[str, list[SeatOwner]]:
    seats = Seat.objects.filter(game__in=ids).order_by("game_id", "number")
    by_game: dict[str, list[SeatOwner]] = defaultdict(list)
    columns = "game_id", "player_id", "player__account_id", "since", "player__merged_into_id"
    for game, player, account, since, merged_into in seats.values_list(*columns):
        by_game[game].append(SeatOwner(player, account, since, merged_into is not None))
    return by_game


def _attested(games: Sequence[Game]) -> dict[str, set[int]]:
    """The accounts that confirmed the very game that is here, since they sit where they sit."""
    fingerprints = {game.pk: game.fingerprint for game in games}
    moved = Seat.objects.filter(
        game=OuterRef("game"), player__account=OuterRef("account"), since__gt=OuterRef("seating")
    )
    rows = Attestation.objects.filter(~Exists(moved), game__in=fingerprints)
    accounts: dict[str, set[int]] = defaultdict(set)
    for game, account, fingerprint in rows.values_list("game_id", "account_id", "fingerprint"):
        if fingerprint == fingerprints[game]:
            accounts[game].add(account)
    return accounts


def _unverified(
    games: Sequence[Game], seats: Mapping[str, Sequence[SeatOwner]]
) -> dict[str, frozenset[int]]:
    """By game the accounts on its seats that have not shown that their address is theirs; who
    closes an account has not shown it by that. A game that counts was asked when it came to count;
    it is not asked again."""
    checked = [
        game.pk for game in games if game.addresses_asked and game.standing != Standing.COUNTED
    ]
    unverified = dict.fromkeys((game.pk for game in games), frozenset[int]())
    if not checked:
        return unverified
    accounts = {seat.account for pk in checked for seat in seats[pk] if seat.account is not None}
    open_or_unproven = Q(closed=None) | Q(closed__verified=False)
    rows = Account.objects.filter(open_or_unproven, pk__in=accounts, computer="")
    lack = set(rows.exclude(verified_addresses()).values_list("pk", flat=True))
    return unverified | {
        pk: frozenset(seat.account for seat in seats[pk] if seat.account in lack) for pk in checked
    }


def _refuted(games: Sequence[Game]) -> set[str]:
    """Games whose own log the latest verification refuses."""
    if not games:
        return set()
    game_of = {game.submission_id: game.pk for game in games}
    runs = Verification.objects.filter(submission__in=game_of).order_by("at", "pk")
    latest: dict[int, str] = dict(runs.values_list("submission_id", "verdict"))
    return {
        game_of[submission] for submission, verdict in latest.items() if verdict == Verdict.REFUSED
    }


# --- what follows -------------------------------------------------------------


def announce_changes(ids: Iterable[str], reason: ChangeReason = PLAIN) -> None:
    """Games came to count, ceased to, or changed their players.

    To be called inside the transaction that changed them: what follows is written with it.
    """
    port().games_changed(ids, reason)


CEASED: Final = {
    Standing.VOID: Cause.VOID,
    Standing.DISPUTED: Cause.DISPUTED,
    Standing.CONTESTED: Cause.CONTESTED,
    Standing.REFUTED: Cause.JUDGED,
    Standing.WAITING: Cause.RESEATED,
}
"""Why a game does not count any more, where nothing else is said."""


def _cause(reason: ChangeReason, standing: Standing) -> ChangeReason:
    return ChangeReason(CEASED[standing]) if reason == PLAIN and standing in CEASED else reason
