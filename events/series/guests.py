"""Guests who turn out to be accounts: an organiser says so, the account agrees."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from events.models import Entrant, GuestAccount, Series, SeriesAct
from events.series.acts import PendingSeriesAct, write_series_acts
from events.series.organising import lock_series
from games.accounts import person_called, typed_handle
from games.models import Account
from games.models.notice import Kind
from games.notices import PendingNotice, notify_accounts
from games.standing import ensure_player
from ratings.standings import guest_form
from tables.models import Block
from web.database_clock import database_time
from web.errors import Conflict, Invalid, NotAllowed


def name_guest(series_id: int, organiser: Account, guest: str, handle: str) -> GuestAccount:
    """An organiser says that a guest of the series is the account `handle`, which is asked.

    Raises ``NotAllowed``, also about oneself; ``Invalid`` for a guest or an account that is not
    there; ``Conflict`` if the guest has an account, or both played in one event.
    """
    form = guest_form(guest)
    with transaction.atomic():
        series = lock_series(series_id, organiser)
        entrants = Entrant.objects.filter(
            event__series_entries__series=series, event__series_entries__removed_at=None
        )
        events = {row.event_id: row.guest for row in entrants if guest_form(row.guest) == form}
        if not form or not events:
            raise Invalid(_("No guest of this series has this name."))
        account = _account_to_ask(organiser, handle)
        if entrants.filter(event__in=events, account=account).exists():
            raise Conflict(
                _("The guest and this account played in the same event, so they are two people.")
            )
        rows = GuestAccount.objects.filter(series=series, form=form, declined_at=None)
        if rows.exists():
            raise Conflict(
                _(
                    "This guest already has an account, "
                    "or we are waiting for a player to say whether they are this guest."
                )
            )
        row: GuestAccount = GuestAccount.objects.create(
            series=series,
            guest=next(iter(events.values())),
            form=form,
            account=account,
            named_by=organiser,
            named_at=database_time(),
        )
        content = {"guest": row.pk, "player": ensure_player(account).pk}
        act = PendingSeriesAct(SeriesAct.Kind.GUEST, content, row.guest)
        write_series_acts(series, organiser, [act])
        facts = {"series": series.pk}
        notify_accounts([PendingNotice(account.pk, Kind.EVENT, by=organiser.pk, facts=facts)])
    return row


def answer_for_guest(row_id: int, account: Account, *, agrees: bool) -> GuestAccount:
    """`account` agrees to be this guest, or says that it is not. Raises ``NotAllowed`` for another
    account, ``Conflict`` once it has answered."""
    row: GuestAccount | None = GuestAccount.objects.filter(pk=row_id).first()
    if row is None or row.account_id != account.pk:
        raise NotAllowed(_("Only the player we asked can answer."))
    answer = "agreed_at" if agrees else "declined_at"
    with transaction.atomic():
        series = Series.objects.select_for_update(no_key=True).get(pk=row.series_id)
        open_rows = GuestAccount.objects.filter(pk=row.pk, agreed_at=None, declined_at=None)
        if not open_rows._set_once(**{answer: database_time()}):
            raise Conflict(_("You have answered this already."))
        kind = SeriesAct.Kind.AGREED if agrees else SeriesAct.Kind.DECLINED
        write_series_acts(series, account, [PendingSeriesAct(kind, {"guest": row.pk})])
    row.refresh_from_db()
    return row


# --- inside -------------------------------------------------------------------


def _account_to_ask(organiser: Account, handle: str) -> Account:
    account = person_called(handle)
    if account is None or Block.objects.filter(account=account, blocked=organiser).exists():
        raise Invalid(_("There is no account @%(handle)s.") % {"handle": typed_handle(handle)[:40]})
    if account.pk == organiser.pk:
        raise NotAllowed(_("You can’t link a guest to yourself. Ask another organiser."))
    return account
