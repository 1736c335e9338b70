"""People come to an event, also late, and leave it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from events.acts.writing import new_act, write_acts
from events.entrants.names import checked_guest_name, checked_team_name
from events.formats import format_rules
from events.limits import MAX_ENTRANTS
from events.models import Entrant, Event, EventAct, EventRuling
from events.organising.arbiters import arbitrated, lock_event, must_run
from events.organising.reasons import checked_public_reason
from games.accounts import person_called, typed_handle
from games.models import Account
from games.models.notice import Kind as NoticeKind
from games.notices import PendingNotice, notify_accounts
from games.standing import ensure_player
from tables.locks import must_be_active
from tables.models import Block
from web.database_clock import database_time
from web.errors import Conflict, Invalid, NotAllowed

Kind = EventAct.Kind
TEAM_SIGN: Final = "/"
"""It parts a person from the name of a team."""


def enter_people(event_id: int, arbiter: Account, names: Sequence[str]) -> list[Entrant]:
    """An arbiter adds people, also late ones: ``@ana`` is an account, other names are guests; after
    a slash follows the name of their team.

    All of them or none. Raises ``NotAllowed``, ``Invalid`` for a name that cannot be, ``Conflict``
    for one who is here already, or too many.
    """
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        entrants = [_enter(event, name.strip(), arbiter) for name in names if name.strip()]
        if not entrants:
            raise Invalid(_("Write a name, or a handle with @."))
        acts = [_entered(row, arbiter, as_arbiter=True) for row in entrants]
        write_acts(event, acts + _team_acts([row for row in entrants if row.team], arbiter))
        notify_accounts(
            PendingNotice(
                row.account_id, NoticeKind.EVENT, by=arbiter.pk, facts={"event": event.pk}
            )
            for row in entrants
            if row.account_id
        )
    return entrants


def enter_oneself(event_id: int, account: Account) -> Entrant:
    """`account` enters an event that lets people enter by themselves, or comes back to it."""
    must_be_active(account)
    with transaction.atomic():
        event = lock_event(event_id)
        must_run(event)
        entrant = event.entrants.filter(account=account).first()
        if entrant is None and not event.open_entry:
            raise NotAllowed(_("Only arbiters add players to this event. Ask one of them."))
        if entrant is None:
            entrant = _add(event, account=account)
            write_acts(event, [_entered(entrant, account)])
            return entrant
        if entrant.is_present:
            return entrant
        if _was_taken_out(entrant):
            raise NotAllowed(
                _("An arbiter removed you from this event. Ask an arbiter to let you back in.")
            )
        entrant.withdrawn_at = None
        entrant.save(update_fields=["withdrawn_at"])
        write_acts(event, [new_act(Kind.RETURNED, account, {"entrant": entrant.number})])
    return entrant


def leave_event(event_id: int, account: Account) -> Entrant:
    """`account` plays no more rounds. A table where it sits keeps its result."""
    with transaction.atomic():
        event = lock_event(event_id)
        entrant = event.entrants.filter(account=account).first()
        if entrant is None:
            raise Conflict(_("You are not in this event."))
        _withdraw(entrant)
        write_acts(event, [new_act(Kind.LEFT, account, {"entrant": entrant.number})])
    return entrant


def withdraw_entrant(event_id: int, arbiter: Account, number: int, reason: str) -> Entrant:
    """An arbiter takes an entrant out of the rounds to come; a reason is needed for an account,
    which could leave by itself."""
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        entrant = entrant_numbered(event, number)
        if entrant.account_id not in (None, arbiter.pk) or reason.strip():
            reason = _rule(event, arbiter, entrant, EventRuling.Kind.WITHDRAWN, reason)
        _withdraw(entrant)
        content = {"entrant": entrant.number}
        write_acts(event, [new_act(Kind.WITHDRAWN, arbiter, content, reason, as_arbiter=True)])
    return entrant


def readmit_entrant(event_id: int, arbiter: Account, number: int) -> Entrant:
    """An entrant who left plays again, from the next round."""
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        entrant = entrant_numbered(event, number)
        if entrant.is_present:
            raise Conflict(_("%(name)s is already at this event.") % {"name": entrant.in_logs})
        entrant.withdrawn_at = None
        entrant.save(update_fields=["withdrawn_at"])
        reason = _rule(event, arbiter, entrant, EventRuling.Kind.TURNED, _("came back"))
        content = {"entrant": entrant.number}
        write_acts(event, [new_act(Kind.RETURNED, arbiter, content, reason, as_arbiter=True)])
    return entrant


def set_team(event_id: int, arbiter: Account, number: int, typed: str) -> Entrant:
    """An arbiter puts an entrant into a team, or without a name into none."""
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        entrant = entrant_numbered(event, number)
        before = entrant.team
        entrant.team = checked_team_name(event, typed) if typed.strip() else ""
        entrant.save(update_fields=["team"])
        event.save(update_fields=["changed_at"])
        if entrant.team != before:
            write_acts(event, _team_acts([entrant], arbiter))
    return entrant


def team_numbers(event: Event) -> dict[str, int]:
    """Numbers of the teams of `event` by name, in the order in which acts named them. One query."""
    acts = EventAct.objects.filter(event=event, kind=Kind.TEAM).exclude(text="").order_by("number")
    return dict(acts.values_list("text", "content__team"))


def undo_deal(event: Event) -> None:
    """Groups were dealt to other people: they are dealt again before the first round."""
    if format_rules(event).planned and event.plan and not event.rounds.exists():
        event.plan = []
        event.save(update_fields=["plan"])
        event.entrants.update(group=None, seed=None)


def entrant_numbered(event: Event, number: int) -> Entrant:
    """Raises ``Invalid`` for a number that no entrant has."""
    entrant = event.entrants.select_related("account").filter(number=number).first()
    if entrant is None:
        raise Invalid(_("No player of this event has the number %d.") % number)
    return entrant


# --- inside -------------------------------------------------------------------


def _enter(event: Event, line: str, arbiter: Account) -> Entrant:
    name, _slash, team = map(str.strip, line.partition(TEAM_SIGN))
    team = checked_team_name(event, team) if team else ""
    if not name.startswith("@"):
        return _add(event, guest=checked_guest_name(event, name), team=team)
    handle, account = typed_handle(name), person_called(name)
    if account is None or Block.objects.filter(account=account, blocked=arbiter).exists():
        raise Invalid(_("You can’t add @%(handle)s.") % {"handle": handle[:40]})
    if event.entrants.filter(account=account).exists():
        raise Conflict(_("@%(handle)s is in this event already.") % {"handle": handle})
    return _add(event, account=account, team=team)


def _add(event: Event, account: Account | None = None, guest: str = "", team: str = "") -> Entrant:
    last = event.entrants.aggregate(last=Max("number"))["last"] or 0
    if last >= MAX_ENTRANTS:
        raise Conflict(_("This event is full: it can have at most %d players.") % MAX_ENTRANTS)
    if format_rules(event).closes and event.rounds.exists():
        raise Conflict(
            _("The first round has started. After that, players can’t join groups or knock-outs.")
        )
    undo_deal(event)
    return Entrant.objects.create(
        event=event,
        number=last + 1,
        account=account,
        guest=guest,
        team=team,
        entered_at=database_time(),
    )


def _withdraw(entrant: Entrant) -> Entrant:
    if not entrant.is_present:
        raise Conflict(_("%(name)s has left already.") % {"name": entrant.in_logs})
    entrant.withdrawn_at = database_time()
    entrant.save(update_fields=["withdrawn_at"])
    undo_deal(entrant.event)
    return entrant


def _rule(
    event: Event, arbiter: Account, entrant: Entrant, kind: EventRuling.Kind, reason: str
) -> str:
    """Gives the reason as it is stored."""
    reason = checked_public_reason(reason)
    EventRuling.objects.create(
        event=event,
        kind=kind,
        entrant=entrant,
        reason=reason,
        arbiter=arbiter,
        ruled_at=database_time(),
    )
    return reason


def _entered(entrant: Entrant, account: Account, *, as_arbiter: bool = False) -> EventAct:
    """The name of a guest is the act's text."""
    player = ensure_player(entrant.account).pk if entrant.account else None
    content = {"entrant": entrant.number, "player": player}
    return new_act(Kind.ENTERED, account, content, entrant.guest, as_arbiter=as_arbiter)


def _team_acts(entrants: Sequence[Entrant], arbiter: Account) -> list[EventAct]:
    """Entrants of one event and their teams; a team's name is the act's text."""
    numbers = team_numbers(entrants[0].event) if entrants else {}
    acts = []
    for row in entrants:
        team = numbers.setdefault(row.team, len(numbers) + 1) if row.team else None
        content = {"entrant": row.number, "team": team}
        acts.append(new_act(Kind.TEAM, arbiter, content, row.team, as_arbiter=True))
    return acts


def _was_taken_out(entrant: Entrant) -> bool:
    """True if an arbiter took the entrant out, and none has let them in again since."""
    kinds = (EventRuling.Kind.WITHDRAWN, EventRuling.Kind.TURNED)
    rulings = EventRuling.objects.filter(entrant=entrant, kind__in=kinds)
    last = rulings.order_by("-ruled_at", "-pk").first()
    return last is not None and last.kind == EventRuling.Kind.WITHDRAWN
