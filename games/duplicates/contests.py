"""A log of a game that is here: where it differs, and whether that contests the seats.

A contest is no cheap dispute: it needs a log that seats its uploader, or an uploader who sits on
record; once a game, a few times a day. What an arbiter vouches for, and what was played here, is
not contested by an upload. A rated game that many others were rated after counts on, as with a
dispute (``games.standing.disputing``).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from engine import Setup, read_log
from games.judging.diff import (
    LogDifference,
    handle_of,
    handles_in,
    seat_differences,
    seats_other_accounts,
)
from games.judging.pending_result import PendingResult
from games.limits import (
    CLAIMS_A_DAY,
    CLAIMS_DISMISSED,
    CLAIMS_OF_A_GAME,
    DISMISSED_FOR,
)
from games.models import Account, Dispute, Game, Seat, SeatClaim
from games.pseudonyms import without_hidden_names
from games.standing.disputing import effect_of
from games.standing.standing import lock_games, standing_inputs
from games.standing.vouching import Seats


def claim_seats(
    duplicates: Sequence[PendingResult], seats: Seats, current_time: datetime
) -> list[Game]:
    """Set the differences of each of `duplicates`, and write down which of them contest the seats.
    A log that says what the record says takes its uploader's claim back. Gives the games
    whose claims changed."""
    claimed = _withdraw_claims(duplicates, seats, current_time)
    for pending in duplicates:
        assert pending.game is not None
        table = seats[pending.game.pk]
        pending.differs = _differences(pending, table)
        if seats_other_accounts(table, pending.names) or _replacements_differ(pending, table):
            state = _contest(pending, pending.game, table, current_time)
            pending.differs.append({"kind": "claim", "state": state})
            if state == "contested":
                claimed.append(pending.game)
    return claimed


# --- inside -------------------------------------------------------------------


def _withdraw_claims(
    duplicates: Sequence[PendingResult], seats: Seats, current_time: datetime
) -> list[Game]:
    agreed = {
        (pending.game.pk, pending.uploader.pk): pending.game
        for pending in duplicates
        if pending.game
        and pending.has_this_log
        and not seat_differences(seats[pending.game.pk], pending.names, pending.replaced)
    }
    if not agreed:
        return []
    games, accounts = {game for game, _ in agreed}, {account for _, account in agreed}
    rows = SeatClaim.objects.filter(game__in=games, account__in=accounts, closed_at=None)
    withdrawn = [row for row in rows if (row.game_id, row.account_id) in agreed]
    for row in withdrawn:
        row.closed_at, row.closed_by_id = current_time, row.account_id
        row.save(update_fields=["closed_at", "closed_by"])
    return [agreed[row.game_id, row.account_id] for row in withdrawn]


def _differences(pending: PendingResult, table: Sequence[Seat]) -> list[LogDifference]:
    game = pending.game
    assert game is not None
    differences: list[LogDifference] = []
    if game.void_reason:
        differences.append({"kind": "void", "reason": game.void_reason})
    if not pending.has_this_log:
        differences += _relabelled(pending, game, table)
    return differences + seat_differences(table, pending.names, pending.replaced)


def _relabelled(pending: PendingResult, game: Game, table: Sequence[Seat]) -> list[LogDifference]:
    """Differences of names in a log with another fingerprint."""
    fields, header = pending.verdict.fields, pending.verdict.header
    assert header is not None
    differences: list[LogDifference] = []
    if list(fields["names"]) != [seat.colour for seat in table]:
        differences.append({"kind": "colours"})
    setup = read_log(game.log).header.setup
    pairs = {
        "edition": (fields["edition"], game.edition),
        "profile": (fields["profile"], game.profile),
        "sites": (fields["sites"], game.sides),
        "modules": (" ".join(fields["modules"]), " ".join(game.module_words)),
        "figure": (_figure(header.setup), _figure(setup)),
    }
    return differences + [
        {"kind": "header", "field": name, "says": uploaded or "–", "here": stored or "–"}
        for name, (uploaded, stored) in pairs.items()
        if uploaded != stored
    ]


def _figure(setup: Setup) -> str:
    """The space where the figure starts (R6.4); empty where it is the usual one."""
    return str(setup.figure) if setup.figure else ""


def _replacements_differ(pending: PendingResult, table: Sequence[Seat]) -> bool:
    """True if the log differs about who was replaced, and would change the places by that."""
    return pending.replaced != [seat.replaced_at for seat in table]


def _contest(
    pending: PendingResult, game: Game, table: Sequence[Seat], current_time: datetime
) -> str:
    """Contest the seats, if that may be; what came of it, as ``diff.difference_sentence`` knows
    it."""
    account = pending.uploader
    handles = handles_in(pending.names)
    if account.username not in handles | {handle_of(seat) for seat in table}:
        return "stranger"
    (row,) = lock_games([game.pk])
    (inputs,) = standing_inputs([row]).values()
    if row.played_here:
        return "played_here"
    if inputs.arbiter:
        return "vouched"
    claim = SeatClaim.objects.filter(game=row, account=account).first()
    if claim is None and _bounded(account, row, current_time):
        return "bounded"
    if claim is None:
        claim = SeatClaim.objects.create(
            game=row,
            account=account,
            submission=pending.submission,
            names=without_hidden_names(row.submission.upload.account_id, pending.names),
            replaced=pending.replaced,
            effect=effect_of(row, inputs),
            opened_at=current_time,
        )
    if claim.closed_at is not None:
        return "before"
    return "noted" if claim.effect == Dispute.Effect.NOTHING else "contested"


def _bounded(account: Account, game: Game, current_time: datetime) -> bool:
    """True if the account, or the game, has enough of it."""
    claims = SeatClaim.objects.filter(account=account)
    today = claims.filter(opened_at__gt=current_time - timedelta(days=1)).count()
    dismissed = claims.filter(met=False, closed_at__gt=current_time - DISMISSED_FOR).count()
    open_claims = SeatClaim.objects.filter(game=game, closed_at=None).count()
    return today >= CLAIMS_A_DAY or dismissed >= CLAIMS_DISMISSED or open_claims >= CLAIMS_OF_A_GAME
