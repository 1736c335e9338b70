"""A log that is nearly another's: the players of both say which is right, or a moderator does.

Until then the game that is here goes on as it was, and the other log counts for nothing: an edited
copy of a game stops nothing, and gains nothing. The players of both logs settle it by
agreeing. Two things only a moderator decides: that they are two games (or a game would be rated
twice by two who agree), and what would change old ratings or the word of an arbiter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.action_log import Kind, Outcome, log_moderator_action, must_moderate
from games.judging.diff import LogDifference, handle_of, handles_in
from games.judging.pending_result import PendingResult
from games.judging.queue import queue_on_commit
from games.limits import (
    CHOICES_OF_A_DISCREPANCY,
    DISCREPANCIES_A_DAY,
    DISCREPANCIES_DISMISSED,
    DISCREPANCIES_OF_A_GAME,
    DISMISSED_FOR,
)
from games.models import (
    Account,
    Attestation,
    Discrepancy,
    DiscrepancyChoice,
    DiscrepancyVerdict,
    Game,
    Seat,
    Standing,
    Status,
    Submission,
    Which,
)
from games.models.notice import Kind as Said
from games.notices import PendingNotice, notify_accounts
from games.ports import Cause, ChangeReason
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_discrepancy, must_be_impartial
from games.standing.decisions import PLAYER_DECISION, moderator_decision
from games.standing.disputing import is_fresh
from games.standing.standing import lock_games, settle, standing_inputs
from games.standing.vouching import Seats
from web.errors import Conflict, NotAllowed

OUTCOMES = {
    Which.FIRST: Outcome.FIRST_LOG,
    Which.SECOND: Outcome.SECOND_LOG,
    Which.BOTH: Outcome.TWO_GAMES,
}
THOUSAND = 1000


def open_discrepancies(
    results: Iterable[PendingResult], seats: Seats, current_time: datetime
) -> None:
    """Write down that each of these logs is nearly that of its game, and what came of it. The
    games' rows are locked. No row for a stranger to both logs, and for an account that made enough
    of them."""
    for pending in results:
        assert pending.game is not None
        assert pending.nearly is not None
        state, row = _open(pending, pending.game, seats[pending.game.pk], current_time)
        difference: LogDifference = {
            "kind": "nearly",
            "state": state,
            "says": pending.nearly.equal + 1,
        }
        pending.differs = [{**difference, "here": row.number} if row else difference]
        if row and state == "opened":
            notify_accounts(_question_notices(row))


def confirm_by_choosing(results: Iterable[PendingResult]) -> None:
    """Logs that became games of their own after all: their players who had said so have confirmed
    them. One query for any number of logs that never were in question."""
    first = {pending.submission.pk: pending for pending in results}
    ended = Discrepancy.objects.filter(
        submission__in=first, verdict__which__in=[Which.SECOND, Which.BOTH]
    )
    for row in ended.select_related("verdict").prefetch_related("choices"):
        pending = first[row.submission_id]
        choosers = {pk for pk, choice in _latest(row).items() if choice == row.verdict.which}
        sat = [
            player.account_id
            for player, gone in zip(pending.players, pending.replaced, strict=True)
            if player and player.account_id in choosers and gone is None
        ]
        assert pending.game is not None
        Attestation.write((account, pending.game) for account in sat if account)


def voices(discrepancy: Discrepancy) -> dict[int, str]:
    """The accounts that either log names, with their handles."""
    table = _table(discrepancy.game_id)
    seated = {seat.player.account_id: handle_of(seat) for seat in table if seat.player}
    handles = handles_in(discrepancy.names)
    rows = Account.objects.filter(username__in=handles, is_active=True)
    named = dict(rows.values_list("pk", "username"))
    return {pk: handle for pk, handle in (seated | named).items() if pk is not None}


class DiscrepancyState(NamedTuple):
    """How a discrepancy stands: the accounts that may speak with their handles, what each of them
    said last, and its end, if it has ended. `moderated`: only a moderator can say that it is
    the other log; guests and computer players, say, cannot speak."""

    voices: dict[int, str]
    choices: dict[int, str]
    verdict: DiscrepancyVerdict | None
    moderated: bool

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Handles, and what they say in words; empty for accounts without a choice."""
        words = dict(Which.choices)
        return [
            (handle, str(words.get(self.choices.get(pk, ""), "")))
            for pk, handle in sorted(self.voices.items(), key=lambda voice: voice[1])
        ]


def state_of_discrepancy(discrepancy: Discrepancy) -> DiscrepancyState:
    """For a page; a few queries."""
    verdict = DiscrepancyVerdict.objects.filter(discrepancy=discrepancy).first()
    return DiscrepancyState(
        voices(discrepancy),
        _latest(discrepancy),
        verdict,
        not _players_may_settle(discrepancy, discrepancy.game, Which.SECOND),
    )


def choose_right_log(account: Account, discrepancy: Discrepancy, choice: str) -> None:
    """A player of one of the logs says which is right. If all agree by that, and it is theirs to
    settle, it is settled.

    Raises ``NotAllowed`` for others; ``Conflict`` if it is settled, or was said too often.
    """
    choice = Which(choice)
    with transaction.atomic():
        (game,) = lock_games([discrepancy.game_id])
        people = voices(discrepancy)
        if account.pk not in people:
            raise NotAllowed(_("Only players named in one of the two logs can choose."))
        row = _still_open(discrepancy)
        if row.choices.filter(account=account).count() >= CHOICES_OF_A_DISCREPANCY:
            raise Conflict(_("You have changed your answer too often. A moderator will decide."))
        DiscrepancyChoice.objects.create(discrepancy=row, account=account, which=choice)
        choices = _latest(row)
        agreed = all(choices.get(pk) == choice for pk in people)
        if agreed and _players_may_settle(row, game, choice):
            _settle(row, game, choice, None, "")
            notify_accounts(_outcome_notices(row, account))
    discrepancy.refresh_from_db()


def decide_discrepancy(
    moderator: Account, discrepancy: Discrepancy, choice: str, reason: str
) -> None:
    """A moderator says which is right, or that they are two games, for a public `reason`.

    Raises ``NotAllowed``, also in one's own affair; ``Invalid`` without a reason; ``Conflict`` if
    it is settled already.
    """
    must_moderate(moderator)
    reason, choice = checked_reason(reason), Which(choice)
    with transaction.atomic():
        (game,) = lock_games([discrepancy.game_id])
        row = _still_open(discrepancy)
        row.game = game
        must_be_impartial(conflict_in_discrepancy(moderator, row))
        outcome = OUTCOMES[choice]
        text = f"{row}: {reason}"
        log_moderator_action(
            moderator,
            Kind.SETTLE_DISCREPANCY,
            text,
            public_reason=reason,
            outcome=outcome,
            game=game,
        )
        _settle(row, game, choice, moderator, reason)
        notify_accounts(_outcome_notices(row, moderator))
    discrepancy.refresh_from_db()


# --- inside -------------------------------------------------------------------


def _open(
    pending: PendingResult, game: Game, table: Sequence[Seat], current_time: datetime
) -> tuple[str, Discrepancy | None]:
    """Outcome, as ``diff.difference_sentence`` knows it, and its row."""
    assert pending.nearly is not None
    if (before := _before(pending, game)) is not None:
        return "before", before
    account = pending.uploader
    named = handles_in(pending.names)
    named.update(handle_of(seat) for seat in table)
    if account.username not in named and not account.is_arbiter:
        return "stranger", None
    sits = any(handle_of(seat) == account.username for seat in table)
    if _bounded(account, game, current_time, sits=sits):
        return "bounded", None
    number = Discrepancy.objects.filter(game=game).count() + 1
    row = Discrepancy.objects.create(
        game=game,
        number=number,
        submission=pending.submission,
        account=account,
        fingerprint=pending.fingerprint,
        names=pending.names,
        replaced=pending.replaced,
        equal=pending.nearly.equal,
        share=int(THOUSAND * pending.nearly.share),
        at=current_time,
    )
    return "opened", row


def _question_notices(row: Discrepancy) -> list[PendingNotice]:
    """The accounts that the logs name are asked which is right; not the one that brought it."""
    facts = {"number": row.number}
    return [
        PendingNotice(account, Said.DISCREPANCY, row.game_id, row.account_id, facts=facts)
        for account in voices(row)
    ]


def _outcome_notices(row: Discrepancy, actor: Account) -> list[PendingNotice]:
    """That it is settled, to all but the one who did it."""
    people = voices(row).keys() | {row.account_id}
    facts = {"number": row.number}
    return [
        PendingNotice(account, Said.DISCREPANCY, row.game_id, facts=facts)
        for account in sorted(people - {actor.pk})
    ]


def _before(pending: PendingResult, game: Game) -> Discrepancy | None:
    """The row of the same log, if what it says of the seats was said before, or the same account
    said it, or it is settled. Else a stranger would keep a true log out by bringing it first, with
    themselves in it."""
    rows = Discrepancy.objects.filter(game=game, fingerprint=pending.fingerprint)
    row: Discrepancy
    for row in rows.select_related("verdict").order_by("number"):
        settled = hasattr(row, "verdict")
        if settled or row.account_id == pending.uploader.pk or row.names == pending.names:
            return row
    return None


def _bounded(account: Account, game: Game, current_time: datetime, *, sits: bool) -> bool:
    """True if the account, or the game, has enough of them. Those of others do not count for an
    account that sits in the game: or copies by strangers would keep its own log out."""
    discrepancies = Discrepancy.objects.filter(account=account)
    of_game = (discrepancies if sits else Discrepancy.objects.all()).filter(game=game, verdict=None)
    dismissed = discrepancies.filter(
        verdict__which=Which.FIRST,
        verdict__moderator__isnull=False,
        verdict__at__gt=current_time - DISMISSED_FOR,
    )
    return (
        discrepancies.filter(at__gt=current_time - timedelta(days=1)).count() >= DISCREPANCIES_A_DAY
        or dismissed.count() >= DISCREPANCIES_DISMISSED
        or of_game.count() >= DISCREPANCIES_OF_A_GAME
    )


def _table(game: str) -> list[Seat]:
    return list(Seat.objects.filter(game=game).select_related("player__account"))


def _still_open(discrepancy: Discrepancy) -> Discrepancy:
    """Its row, while the row of its game is locked."""
    row = Discrepancy.objects.get(pk=discrepancy.pk)
    if DiscrepancyVerdict.objects.filter(discrepancy=row).exists():
        raise Conflict(_("It has already been decided which log is right."))
    return row


def _latest(discrepancy: Discrepancy) -> dict[int, str]:
    return {choice.account_id: choice.which for choice in discrepancy.choices.order_by("pk")}


def _players_may_settle(row: Discrepancy, game: Game, choice: Which) -> bool:
    """True if the players may settle it so, all of them agreeing. Guests cannot speak, nor can
    accounts that were closed or suspended; the others do not speak for them."""
    if choice is Which.BOTH:
        return False
    sitting = {handle_of(seat) for seat in _table(game.pk)}
    handles = sitting | {name[1:].lower() if name.startswith("@") else "" for name in row.names}
    if Account.objects.filter(username__in=handles, is_active=True).count() < len(handles):
        return False
    if choice is Which.FIRST:
        return True
    (facts,) = standing_inputs([game]).values()
    may_go = game.standing != Standing.COUNTED or is_fresh(game)
    return may_go and not game.played_here and not facts.arbiter


def _settle(
    row: Discrepancy, game: Game, choice: Which, moderator: Account | None, reason: str
) -> None:
    DiscrepancyVerdict.objects.create(
        discrepancy=row, which=choice, moderator=moderator, reason=reason
    )
    if choice is Which.SECOND and not game.void_reason:
        agreed = _("All players of this game agreed that another log is right.")
        game.void_reason = reason or agreed
        game.save(update_fields=["void_reason"])
        decision = moderator_decision(moderator, reason) if moderator else PLAYER_DECISION
        settle([game], reason=ChangeReason(Cause.OTHER_LOG), decision=decision)
    if choice is not Which.FIRST:
        _requeue(row.submission_id)


def _requeue(submission: int) -> None:
    """As a game of its own."""
    Submission.objects.filter(pk=submission, status=Status.DUPLICATE).update(
        status=Status.QUEUED,
        attempts=0,
        queued_at=timezone.now(),
        claimed_at=None,
        judged_at=None,
        refusal=None,
        differs=None,
        game=None,
    )
    queue_on_commit([submission])
