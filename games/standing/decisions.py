"""Decisions about standings, written where standings are settled: a row and a leaf each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.log_outbox import DECISION, queue_leaves
from games.models import Account, Game, Standing, StandingDecision
from games.ports import PLAIN, ChangeReason
from web.database_clock import database_time, statement_time

Kind = StandingDecision.Kind
Role = StandingDecision.Role


class PendingDecision(NamedTuple):
    """A decision about games that are about to be settled. `kind`: left out, it is what their
    change of standing says."""

    role: StandingDecision.Role
    kind: StandingDecision.Kind | None = None
    reason: str = ""
    subject: str = ""


SYSTEM_DECISION: Final = PendingDecision(Role.SYSTEM)
PLAYER_DECISION: Final = PendingDecision(Role.PLAYER)
CONFIRMING: Final = PendingDecision(Role.PLAYER, Kind.CONFIRMED)
UPLOADING: Final = PendingDecision(Role.PLAYER, Kind.UPLOADED)


def moderator_decision(
    account: Account, reason: str, kind: StandingDecision.Kind | None = None
) -> PendingDecision:
    """A moderator's decision; a superuser's is the operator's."""
    role = Role.OPERATOR if account.is_superuser else Role.MODERATOR
    return PendingDecision(role, kind, reason)


def log_decision(row: StandingDecision) -> None:
    """Write a decision that no standing follows from at once, and queue its leaf."""
    row.decided_at = database_time()
    row.save()
    queue_leaves(DECISION, [row.pk])


def log_standings(
    games: Mapping[Game, bool],
    standings: Mapping[str, Standing],
    decision: PendingDecision,
    reason: ChangeReason,
) -> list[int]:
    """Log a decision about each of `games`, whose rows have the standings before, and say if an
    arbiter vouches for it; `standings`: those after, by id. Gives the keys, to be queued for leaves
    with the standings."""
    rows = []
    for game, is_vouched in games.items():
        after = standings[game.pk]
        kind = _kind(game, after, decision, reason)
        arbiter = kind == Kind.UPLOADED and is_vouched
        row = StandingDecision(game=game, kind=kind, before=game.standing, after=after)
        row.decided_at = statement_time()
        row.role = Role.ARBITER if arbiter else decision.role
        if kind == Kind.SHARED_MAILBOX:
            row.role = Role.SYSTEM
        row.subject, row.reason = decision.subject, decision.reason
        rows.append(row)
    StandingDecision.objects.bulk_create(rows)
    return [row.pk for row in rows]


OF_STANDINGS: Final = {
    Standing.VOID: Kind.VOID,
    Standing.DISPUTED: Kind.DISPUTED,
    Standing.CONTESTED: Kind.CONTESTED,
    Standing.REFUTED: Kind.REVERIFIED,
}
OF_UPLOADS: Final = {Standing.VOID: Kind.OTHER_LOG, Standing.CONTESTED: Kind.CONTESTED}
"""A log that was played here voids another log of the game; one with other seats contests them."""


def _kind(
    game: Game, after: Standing, decision: PendingDecision, reason: ChangeReason
) -> StandingDecision.Kind:
    moved = game.standing != after
    if moved and after is Standing.UNRATED and not game.unrated:
        return Kind.SHARED_MAILBOX
    if decision.kind == Kind.UPLOADED and moved:
        return OF_UPLOADS.get(after, decision.kind)
    if decision.kind is not None:
        return decision.kind
    if reason != PLAIN:
        return Kind(reason.cause.value)
    return OF_STANDINGS.get(after, Kind.OTHER) if moved else Kind.OTHER
