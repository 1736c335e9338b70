"""The moderators' logbook: who may write in it, and how."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Account, ModeratorAction
from web.errors import NotAllowed
from web.security_log import log_security_event

Kind = ModeratorAction.Kind
Role = ModeratorAction.Role
Outcome = ModeratorAction.Outcome


def must_moderate(account: Account) -> None:
    """Raise ``NotAllowed`` unless `account` is a moderator's."""
    if not (account.is_active and account.is_moderator):
        raise NotAllowed(_("Only a moderator can do that."))


def log_moderator_action(
    account: Account,
    kind: ModeratorAction.Kind,
    reason: str,
    *,
    public_reason: str = "",
    outcome: ModeratorAction.Outcome | None = None,
    **subject: object,
) -> None:
    """Write down what was done. `reason`: for moderators, with everything that they have to know;
    `public_reason`: for everybody. `subject`: the game, upload or player that it was done to."""
    role = Role.SUPERUSER if account.is_superuser else Role.MODERATOR
    ModeratorAction.objects.create(
        moderator=account,
        kind=kind,
        reason=reason,
        why=public_reason,
        office=role,
        outcome=outcome,
        **subject,
    )
    log_security_event("deed", account=account.pk, kind=kind.value, **_keys(subject))


def _keys(subject: dict[str, object]) -> dict[str, object]:
    return {name: getattr(row, "pk", row) for name, row in subject.items()}
