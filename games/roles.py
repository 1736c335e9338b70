"""Roles: who is an arbiter, who a moderator. Given and taken on the record."""

from __future__ import annotations

from enum import StrEnum

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.translation import gettext as _

from games.action_log import Kind, Outcome, log_moderator_action, must_moderate
from games.models import Account
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_account, must_be_impartial
from games.standing.resolve_players import ensure_player
from web.errors import Conflict, NotAllowed


class Role(StrEnum):
    """The groups of accounts that may more than others; migrations make them."""

    ARBITERS = "arbiters"
    MODERATORS = "moderators"

    @property
    def permission(self) -> str:
        return {Role.ARBITERS: "arbitrate", Role.MODERATORS: "moderate"}[self]

    @property
    def grant(self) -> Outcome:
        return {
            Role.ARBITERS: Outcome.MADE_ARBITER,
            Role.MODERATORS: Outcome.MADE_MODERATOR,
        }[self]

    @property
    def removal(self) -> Outcome:
        return {Role.ARBITERS: Outcome.NO_ARBITER, Role.MODERATORS: Outcome.NO_MODERATOR}[self]


def give_role(actor: Account, account: Account, role: Role, reason: str) -> None:
    """Moderators make arbiters; only a superuser makes moderators, who may enter the admin.
    No account gives itself a role.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if the role is held already
    or the account is closed.
    """
    _may_give(actor, role)
    must_be_impartial(conflict_in_account(actor, account))
    reason = checked_reason(reason)
    with transaction.atomic():
        row = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if not row.is_active:
            raise Conflict(_("This account is closed."))
        if row.groups.filter(name=role).exists():
            raise Conflict(_("@%(handle)s is already one of the %(role)s.") % _words(row, role))
        row.groups.add(group_of(role))
        _let_in(row)
        text = _("@%(handle)s is now one of the %(role)s") % _words(row, role)
        _note(actor, row, f"{text}: {reason}", reason, role.grant)


def take_role(actor: Account, account: Account, role: Role, reason: str) -> None:
    """The reverse; one's own role may be laid down. Games that an arbiter vouched for stay
    vouched for.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if the role is not held.
    """
    _may_give(actor, role)
    reason = checked_reason(reason)
    with transaction.atomic():
        row = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if not row.groups.filter(name=role).exists():
            raise Conflict(_("@%(handle)s is not one of the %(role)s.") % _words(row, role))
        row.groups.remove(group_of(role))
        _let_in(row)
        text = _("@%(handle)s is no longer one of the %(role)s") % _words(row, role)
        _note(actor, row, f"{text}: {reason}", reason, role.removal)


def group_of(role: Role) -> Group:
    """The group, with its permission; made if it was removed."""
    group, created = Group.objects.get_or_create(name=role.value)
    if created:
        group.permissions.add(
            Permission.objects.get(content_type__app_label="games", codename=role.permission)
        )
    return group


# --- inside -------------------------------------------------------------------


def _may_give(actor: Account, role: Role) -> None:
    must_moderate(actor)
    if role is Role.MODERATORS and not actor.is_superuser:
        raise NotAllowed(_("Only a superuser can make moderators."))


def _note(actor: Account, row: Account, reason: str, public_reason: str, outcome: Outcome) -> None:
    log_moderator_action(
        actor,
        Kind.ROLE,
        reason,
        public_reason=public_reason,
        outcome=outcome,
        player=ensure_player(row),
    )


def _let_in(row: Account) -> None:
    """Moderators may enter the admin, besides superusers."""
    fresh = Account.objects.get(pk=row.pk)  # with no permissions remembered
    fresh.is_staff = fresh.is_superuser or fresh.is_moderator
    fresh.save(update_fields=["is_staff"])


def _words(row: Account, role: Role) -> dict[str, str]:
    return {"handle": row.username, "role": role}
