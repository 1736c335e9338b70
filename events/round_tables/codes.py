"""The code at a table: by it a phone finds the table, and the recorder is filled in."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from django.utils.translation import gettext as _

from engine.vocabulary import Colour, Site
from events.limits import WRONG_TABLE_CODES, WRONG_TABLE_CODES_OF_ALL
from events.models import EventTable
from events.round_tables.tables import plain_code
from games.models import Account
from games.queries import has_verified_address
from web.errors import NotThere, TooBusy

SITES: Final = tuple(site.word for site in Site)
COLOURS: Final = tuple(colour.word for colour in Colour)


def table_of_code(typed: str, account: Account | None, client: str) -> EventTable:
    """The table with this code, as people type it.

    Raises ``NotThere``, or ``TooBusy`` when the account, the `client`, or all strangers together
    tried too many wrong ones.
    """
    tries = [(WRONG_TABLE_CODES, f"account:{account.pk}")] if account else []
    if not has_verified_address(account):
        tries += [(WRONG_TABLE_CODES, client), (WRONG_TABLE_CODES_OF_ALL, "all")]
    if not all(throttle.allows(payer) for throttle, payer in tries):
        raise TooBusy(_("Too many wrong codes. Try again in an hour."))
    rows = EventTable.objects.select_related("round__event")
    table = rows.filter(code=plain_code(typed)).first()
    if table is None:
        raise NotThere(_("No table has this code. Check the code on your table."))
    for throttle, payer in tries:
        throttle.give_back(payer)
    return table


def recorder_fragment(table: EventTable) -> str:
    """The end of the recorder's address, with the seats and the terms of a table filled in: no
    browser sends it to a site."""
    event = table.event
    seats = table.seats.select_related("entrant__account").order_by("turn")
    lines = [
        f"edition: {event.edition}",
        f"profile: {event.profile}",
        "seats: "
        + " ".join(
            f"{seat.colour or colour}={seat.entrant.in_logs}"
            for seat, colour in zip(seats, COLOURS, strict=False)
        ),
    ]
    if event.sites:
        sides = (f"{site}={side}" for site, side in zip(SITES, event.sites, strict=True))
        lines += ["sites: " + " ".join(sides), f"modules: {event.modules}"]
    head = quote("\n".join(lines))
    return f"#setup={head}&occasion={table.code}"
