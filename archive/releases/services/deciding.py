"""A moderator decides about the games of an impact: adopt what was found, or pin what is there."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from archive.releases.models import Decision, Impact, ImpactState
from archive.releases.services.impact import wake_release_worker
from games.action_log import log_moderator_action, must_moderate
from games.engine_version import engine_version
from games.models import Account, Game
from games.models.moderation import ModeratorAction
from games.standing import checked_reason, conflict_in_game, must_be_impartial
from web.errors import Conflict

Kind = ModeratorAction.Kind
What = Decision.What


def decide_release(
    moderator: Account, impact: Impact, choice: Decision.What, reason: str
) -> Decision:
    """Adopt or pin, with a public `reason`; workers carry it out.

    An impact on all games is about every one that differs, theirs among them: a moderator chooses
    an engine, and no game. Where games were chosen, none may be their own affair. Raises
    ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if the impact is not done, is of
    another engine than the one at hand or of another edition, found nothing, or was decided
    already.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    if to_decide := open_to_decide(impact):
        raise Conflict(to_decide)
    if impact.chosen is not None:
        for game in Game.objects.filter(pk__in=impact.differences.values("game")).only("arbiter"):
            must_be_impartial(conflict_in_game(moderator, game))
    try:
        return _decided(moderator, impact, choice, reason)
    except IntegrityError:
        raise Conflict(_("This impact was decided already.")) from None


@transaction.atomic
def _decided(moderator: Account, impact: Impact, choice: Decision.What, reason: str) -> Decision:
    decision = Decision.objects.create(impact=impact, what=choice, by=moderator, reason=reason)
    summary = f"{impact.release.build}: {choice.label}: {reason}"
    log_moderator_action(moderator, Kind.RELEASE, summary, public_reason=reason)
    transaction.on_commit(lambda: wake_release_worker(), robust=True)
    return decision


def open_to_decide(impact: Impact) -> str:
    """Why nothing can be decided about it, in a sentence; empty if it can."""
    if Decision.objects.filter(impact=impact).exists():
        return _("This impact was decided already.")
    if impact.state != ImpactState.DONE:
        return _("This impact is not done.")
    if impact.edition:
        return _("It only shows how another edition would count: games keep their edition.")
    if impact.release.build != engine_version():
        return _("This impact is of another engine than the one that runs now.")
    if newer(impact):
        return _("There is a newer impact of this engine.")
    if not impact.differing:
        return _("No game differs: there is nothing to decide.")
    return ""


def newer(impact: Impact) -> bool:
    """True if a later impact of the same games found what differs now."""
    later = Impact.objects.filter(
        pk__gt=impact.pk, release=impact.release_id, state=ImpactState.DONE
    )
    return later.filter(edition="", chosen__isnull=True).exists()
