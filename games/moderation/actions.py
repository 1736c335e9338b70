"""Actions of moderators: each with a reason, each in the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.action_log import Kind, Outcome, log_moderator_action, must_moderate
from games.duplicates.identity import restore_identity
from games.intake.verify import reverify
from games.judging.queue import AS_QUEUED, queue_on_commit
from games.models import (
    Account,
    ApiToken,
    Dispute,
    Game,
    StandingDecision,
    Status,
    Submission,
    Upload,
    Verification,
)
from games.ports import Cause, ChangeReason
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import (
    conflict_in_dispute,
    conflict_in_game,
    conflict_in_token,
    conflict_in_upload,
    must_be_impartial,
)
from games.standing.decisions import moderator_decision
from games.standing.resolve_players import ensure_player
from games.standing.standing import lock_games, settle
from web.database_clock import database_time
from web.errors import Conflict, Invalid
from web.publish import publish_ended_credentials

DecisionKind = StandingDecision.Kind

VOIDED: Final = ChangeReason(Cause.VOID)

MAX_PER_ACTION = 500
"""Games or logs that are judged again by one request."""


def void(moderator: Account, game: Game, reason: str) -> None:
    """The game stays to be seen, with the public `reason`, and is not rated.

    Raises ``NotAllowed`` (also in one's own affair, as all of these), ``Invalid`` without a reason,
    ``Conflict`` if it is void already.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    with transaction.atomic():
        (row,) = lock_games([game.pk])
        must_be_impartial(conflict_in_game(moderator, row))
        if row.void_reason:
            raise Conflict(_("This game is void already: %(why)s") % {"why": row.void_reason})
        _void(moderator, row, reason)
    _refresh(game)


def void_all(moderator: Account, games: Iterable[Game], reason: str) -> int:
    """The same for several, with one public `reason`; how many were not void yet. All or none: the
    ratings follow in one fold.

    Raises ``NotAllowed`` if one of them is the moderator's own affair, ``Invalid`` without a reason
    or games, or for more than ``MAX_PER_ACTION``.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    ids = [game.pk for game in games]
    _check_number(len(ids))
    if not ids:
        raise Invalid(_("Choose a game."))
    with transaction.atomic():
        rows = [row for row in lock_games(ids) if not row.void_reason]
        for row in rows:
            must_be_impartial(conflict_in_game(moderator, row))
            _write_reason(row, reason)
            log_moderator_action(moderator, Kind.VOID, reason, public_reason=reason, game=row)
        settle(rows, decision=moderator_decision(moderator, reason, DecisionKind.VOID))
    return len(rows)


def restore(moderator: Account, game: Game, reason: str) -> None:
    """The game is no longer void; what else is said against it stays.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it is not void.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    with transaction.atomic():
        (row,) = lock_games([game.pk])
        must_be_impartial(conflict_in_game(moderator, row))
        if not row.void_reason:
            raise Conflict(_("This game is not void."))
        restore_identity(row)
        _write_reason(row, "")
        log_moderator_action(moderator, Kind.RESTORE, reason, public_reason=reason, game=row)
        decision = moderator_decision(moderator, reason)
        settle([row], reason=ChangeReason(Cause.RESTORED), decision=decision)
    _refresh(game)


def settle_dispute(moderator: Account, dispute: Dispute, upheld: bool, answer: str) -> None:
    """The end of a dispute, with a public `answer`. Upheld: the game is void for that reason.

    Raises ``NotAllowed``, ``Invalid`` without an answer, ``Conflict`` if it is closed already.
    """
    must_moderate(moderator)
    answer = checked_reason(answer)
    with transaction.atomic():
        (game,) = lock_games([dispute.game_id])
        row = Dispute.objects.select_for_update(no_key=True).get(pk=dispute.pk)
        row.game = game
        must_be_impartial(conflict_in_dispute(moderator, row))
        if row.closed_at is not None:
            raise Conflict(_("This dispute is closed already."))
        row.closed_at, row.closed_by = timezone.now(), moderator
        row.upheld, row.answer = upheld, answer
        row.save(update_fields=["closed_at", "closed_by", "upheld", "answer"])
        verdict = _("upheld: %(answer)s") if upheld else _("dismissed: %(answer)s")
        log_moderator_action(
            moderator,
            Kind.SETTLE_DISPUTE,
            verdict % {"answer": answer},
            public_reason=answer,
            outcome=Outcome.UPHELD if upheld else Outcome.DISMISSED,
            game=game,
        )
        if upheld and not game.void_reason:
            _void(moderator, game, answer, ChangeReason(Cause.UPHELD, f"dispute:{row.pk}"))
        else:
            settle(
                [game],
                reason=ChangeReason(Cause.DISPUTE_ENDED, f"dispute:{row.pk}"),
                decision=moderator_decision(moderator, answer),
            )
    dispute.refresh_from_db()


def verify_again(moderator: Account, games: Iterable[Game], reason: str) -> list[Verification]:
    """Run the logs of `games` through the engine as it is today; the runs, in the order given.

    Raises ``NotAllowed``, ``Invalid`` without a reason or beyond ``MAX_PER_ACTION`` games, and
    ``Conflict`` at the first log that is judged otherwise, or at which the engine fails; those
    before it are done.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    chosen_games = list(games)
    _check_number(len(chosen_games))
    for game in chosen_games:
        must_be_impartial(conflict_in_game(moderator, game))
    runs = []
    for game in chosen_games:
        log_moderator_action(moderator, Kind.VERIFY_AGAIN, reason, public_reason=reason, game=game)
        runs.append(reverify(game.submission, moderator_decision(moderator, reason)))
    return runs


def queue_again(moderator: Account, submissions: Iterable[Submission], reason: str) -> int:
    """Have logs judged anew that failed or were refused; the number of those that now wait.

    Raises ``NotAllowed``, ``Invalid`` without a reason or for more than ``MAX_PER_ACTION`` logs.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    submission_ids = {submission.pk for submission in submissions}
    _check_number(len(submission_ids))
    failures = Submission.objects.filter(
        pk__in=submission_ids, status__in=[Status.FAILED, Status.REFUSED]
    )
    for upload in Upload.objects.filter(submissions__in=failures).distinct().only("account"):
        must_be_impartial(conflict_in_upload(moderator, upload))
    with transaction.atomic():
        rows = list(failures.select_for_update(no_key=True, of=("self",)).order_by("pk"))
        rows = _with_their_bytes(rows)
        ids = [row.pk for row in rows]
        Submission.objects.filter(pk__in=ids).update(
            **AS_QUEUED, queued_at=database_time(), pauses=0
        )
        for upload_id in sorted({row.upload_id for row in rows}):
            log_moderator_action(
                moderator, Kind.QUEUE_AGAIN, reason, public_reason=reason, upload_id=upload_id
            )
        queue_on_commit(ids)
    return len(ids)


def revoke_token(moderator: Account, token: ApiToken, reason: str) -> None:
    """`token` no longer works, say because it was seen in public.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it was revoked already.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_in_token(moderator, token))
    reason = checked_reason(reason)
    with transaction.atomic():
        valid = ApiToken.objects.filter(pk=token.pk, revoked_at=None)
        if not valid.update(revoked_at=timezone.now()):
            raise Conflict(_("This token was revoked already."))
        publish_ended_credentials()
        entry = f"{token.beginning}…: {reason}"
        player = ensure_player(token.account)
        log_moderator_action(
            moderator, Kind.REVOKE_TOKEN, entry, public_reason=reason, player=player
        )


# --- inside -------------------------------------------------------------------


def _void(moderator: Account, row: Game, reason: str, change_reason: ChangeReason = VOIDED) -> None:
    _write_reason(row, reason)
    log_moderator_action(moderator, Kind.VOID, reason, public_reason=reason, game=row)
    settle([row], reason=change_reason, decision=moderator_decision(moderator, reason))


def _write_reason(row: Game, reason: str) -> None:
    row.void_reason = reason
    row.save(update_fields=["void_reason"])


def _check_number(number: int) -> None:
    if number > MAX_PER_ACTION:
        raise Invalid(_("Choose at most %(most)d rows at a time.") % {"most": MAX_PER_ACTION})


def _refresh(game: Game) -> None:
    game.refresh_from_db(fields=["standing", "void_reason"])


def _with_their_bytes(rows: list[Submission]) -> list[Submission]:
    """Without refused logs that are not kept any more."""
    uploads = Upload.objects.filter(pk__in={row.upload_id for row in rows})
    gone = set(uploads.exclude(dropped_at=None).values_list("pk", flat=True))
    return [row for row in rows if row.status != Status.REFUSED or row.upload_id not in gone]
