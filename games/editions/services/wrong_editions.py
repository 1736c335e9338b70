"""Editions that a moderator has marked as wrong: no new game, table or recording takes them.

Games on record keep them, and tables that have begun play on. The mark is a decision with a public
reason, a line of dumps and a leaf of the log. It is never taken off: right numbers get a new name.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from engine import DEFAULT_EDITION
from engine.verdict import Refused
from games.action_log import Kind, log_moderator_action, must_moderate
from games.judging.judge import located
from games.models import Account, Edition, StandingDecision
from games.standing.attest import checked_reason
from games.standing.decisions import log_decision, moderator_decision
from web.database_clock import database_time
from web.errors import Conflict, Invalid


def wrong_editions() -> dict[str, str]:
    """Reasons by name of the editions that are marked as wrong. One query."""
    rows = Edition.objects.exclude(wrong_decision=None)
    return dict(rows.values_list("name", "wrong_decision__reason"))


def is_wrong_edition(name: str) -> bool:
    """True if new games may not name this edition. One query, for editions of the site alone."""
    return name != DEFAULT_EDITION and name in wrong_editions()


def wrong_edition_text(name: str) -> str:
    """The refusal of a new game by this edition."""
    return _("Edition %(name)s is marked as wrong: choose another one.") % {"name": name}


def require_right_edition(name: str) -> None:
    """Raise ``Conflict`` if the edition is marked as wrong."""
    if is_wrong_edition(name):
        raise Conflict(wrong_edition_text(name))


def wrong_edition_refusal(name: str, source: bytes, begins: int) -> Refused:
    """The refusal of a log that names this edition, at its line of the header."""
    return located("edition", wrong_edition_text(name), source, begins, "edition")


def mark_edition_wrong(moderator: Account, name: str, reason: str) -> Edition:
    """Mark an edition of the site as wrong, for a `reason` that everybody may read.

    Raises ``NotAllowed``; ``Invalid`` without a reason, and for an edition that the site did not
    make; ``Conflict`` if it is marked already.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    with transaction.atomic():
        edition: Edition | None = (
            Edition.objects.select_for_update(no_key=True).filter(name=name).first()
        )
        if edition is None:
            raise Invalid(_("Only an edition made on this site can be marked as wrong."))
        if edition.wrong_decision_id is not None:
            raise Conflict(_("This edition is marked as wrong already."))
        decision = StandingDecision(
            kind=StandingDecision.Kind.WRONG_EDITION,
            role=moderator_decision(moderator, reason).role,
            subject=name,
            reason=reason,
            decided_at=database_time(),
        )
        log_decision(decision)
        Edition.objects.filter(pk=edition.pk)._set_once(wrong_decision=decision)
        text = f"{name}: {reason}"
        log_moderator_action(moderator, Kind.MARK_EDITION, text, public_reason=text)
    edition.wrong_decision = decision
    return edition
