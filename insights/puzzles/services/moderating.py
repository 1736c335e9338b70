"""Moderation of puzzles: take one out, bring it back. Attempts and ratings stay."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.action_log import must_moderate
from games.models import Account
from games.standing import LONGEST_REASON, conflict_in_game, must_be_impartial
from insights.puzzles.models import Puzzle, Ruling
from web.errors import Conflict, Invalid
from web.security_log import log_security_event


def withdraw_puzzle(moderator: Account, puzzle: Puzzle, reason: str) -> Ruling:
    """It is not shown again, not as the puzzle of an earlier day either; today another one takes
    its place. What was tried and solved stays.

    Raises ``NotAllowed``, also for a moderator with a seat in the game; ``Invalid`` without a
    reason; ``Conflict`` if it is withdrawn.
    """
    return _rule(moderator, puzzle, reason, withdrawn=True)


def bring_back(moderator: Account, puzzle: Puzzle, reason: str) -> Ruling:
    """It may be shown again, if its game counts. Raises as ``withdraw_puzzle`` does."""
    return _rule(moderator, puzzle, reason, withdrawn=False)


def own_affair(account: Account, puzzle: Puzzle) -> str:
    """Why `account` may not decide about it, in a sentence; empty if they may."""
    return conflict_in_game(account, puzzle.game)


def _rule(moderator: Account, puzzle: Puzzle, reason: str, *, withdrawn: bool) -> Ruling:
    must_moderate(moderator)
    must_be_impartial(own_affair(moderator, puzzle))
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON:
        raise Invalid(_("Give a reason."))
    with transaction.atomic():
        puzzles = Puzzle.objects.filter(pk=puzzle.pk, withdrawn=not withdrawn)
        if not puzzles.update(withdrawn=withdrawn):
            raise Conflict(_("It is withdrawn.") if withdrawn else _("It is not withdrawn."))
        ruling = Ruling.objects.create(
            puzzle=puzzle, moderator=moderator, withdrawn=withdrawn, reason=reason
        )
    kind = "withdraw_puzzle" if withdrawn else "bring_back_puzzle"
    log_security_event("deed", account=moderator.pk, kind=kind, puzzle=puzzle.pk)
    return ruling
