"""The moderators' logbook: who may write in it, and how."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Account, ModeratorAction
from web.errors import NotAllowed
from web.security_log import note

Kind = ModeratorAction.Kind
Role = ModeratorAction.Role
Outcome = ModeratorAction.Outcome


def must_moderate(account: Account) -> None:
    """Raise ``NotAllowed`` unless `account` is a moderator's."""
    if not (account.is_active and account.is_moderator):
        raise NotAllowed(_("Only a moderator can do that."))


def record(
    account: Account,
    kind: ModeratorAction.Kind,
    reason: str,
    *,
    why: str = "",
    outcome: ModeratorAction.Outcome | None = None,
    **what: object,
) -> None:
    """Write down what was done. `reason`: for moderators, with everything that they have to know;
    `why`: for everybody. `what`: the game, upload or player that it was done to."""
    role = Role.SUPERUSER if account.is_superuser else Role.MODERATOR
    ModeratorAction.objects.create(
        moderator=account, kind=kind, reason=reason, why=why, office=role, outcome=outcome, **what
    )
    note("deed", account=account.pk, kind=kind.value, **_keys(what))


def _keys(what: dict[str, object]) -> dict[str, object]:
    return {name: getattr(row, "pk", row) for name, row in what.items()}
