"""The moderators' logbook: who may write in it, and how."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.errors import NotAllowed
from games.models import Account, ModeratorAction

Kind = ModeratorAction.Kind


def must_moderate(account: Account) -> None:
    """Raise ``NotAllowed`` unless `account` is a moderator's."""
    if not (account.is_active and account.is_moderator):
        raise NotAllowed(_("Only a moderator can do that."))


def record(by: Account, kind: ModeratorAction.Kind, reason: str, **what: Any) -> None:
    """Write down what was done. `what`: the game, upload or player that it was done to."""
    ModeratorAction.objects.create(moderator=by, kind=kind, reason=reason, **what)
