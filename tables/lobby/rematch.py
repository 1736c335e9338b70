"""Another game after the last: with the same people, or against stronger computer players."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from engine.computer import LEVELS
from games.models import Account
from tables.lobby.opening import open_table
from tables.locks import lock_table, place_of_account, require_place, tables_with_places
from tables.models import Access, Opening, Table
from tables.models.table import BEFORE, CALLED_OFF, LIVE
from tables.play.publishing import publish_table_change
from tables.terms import Terms
from web.errors import Conflict


def open_rematch(table_id: str, account: Account, promise: str = "") -> Table:
    """A new table on the same terms, for the same people, who are invited to it; computer players
    sit down at once. The second player who asks gets the table that the first one opened.
    `promise`: of the share of the player who opens it, as in ``Terms``.

    Random sides are drawn again. Raises ``Table.DoesNotExist``; ``NotAllowed`` without a seat
    there; ``Conflict`` while the game runs, or as ``open_table``.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        require_place(table, account)
        if table.phase in LIVE:
            raise Conflict(_("This game is not over yet."))
        if before := Table.objects.filter(rematch_of=table).first():
            if before.phase not in CALLED_OFF:
                return before
            Table.objects.filter(pk=before.pk).update(rematch_of=None)
        new_table = open_table(
            account, dataclasses.replace(rematch_terms(table, account), promise=promise)
        )
        Table.objects.filter(pk=new_table.pk).update(rematch_of=table)
        new_table.rematch_of = table
        publish_table_change(table.pk, "places")
    return new_table


class RematchOffer(NamedTuple):
    """The rematch of a table as one of its players sees it: `words` is ``none`` (nobody asked),
    ``asked``, ``declined`` (by this player), ``waiting`` (this player sits at it), ``begun``, or
    empty for other visitors. `declined`: handles of players who said no."""

    words: str = ""
    table: Table | None = None
    declined: tuple[str, ...] = ()


def rematch_offer(table: Table, account: Account | None) -> RematchOffer:
    """The offer that `account`, a player of the ended `table`, sees there. At most four queries."""
    if account is None or table.phase in LIVE:
        return RematchOffer()
    rows = tables_with_places().filter(rematch_of=table)
    rematch = rows.exclude(phase__in=CALLED_OFF).first()
    if rematch is None:
        return RematchOffer("none")
    invitations = rematch.invitations.values_list("account", "account__username", "declined")
    refusals = {key: username for key, username, declined in invitations if declined}
    names = tuple(f"@{username}" for username in refusals.values())
    sits = place_of_account(rematch, account) is not None
    if rematch.phase not in BEFORE:
        return RematchOffer("begun" if sits else "", rematch)
    if sits:
        return RematchOffer("waiting", rematch, names)
    return RematchOffer("declined" if account.pk in refusals else "asked", rematch, names)


def rematch_terms(table: Table, host: Account) -> Terms:
    """The terms of `table` for `host`, with the same computer players, and the same people
    invited; guests come by the link again."""
    other_places = [place for place in table.places.all() if place.account_id != host.pk]
    people = [
        place.account
        for place in other_places
        if not place.account.computer and not place.account.guest
    ]
    access = Access.INVITED if people else Access.OPEN
    access = Access.GUESTS if table.access == Access.GUESTS else access
    return Terms(
        **vars(dataclasses.replace(table.agreed, access=access)),
        edition=table.edition,
        computers=tuple(place.account.computer for place in other_places if place.account.computer),
        invited=tuple(person.username for person in people),
    )


# --- stronger computer players -----------------------------------------------


def raise_levels(levels: Sequence[str]) -> tuple[str, ...]:
    """`levels` (of ``engine.computer.LEVELS``) with the weakest that can be raised one stronger,
    no two the same where they were not; empty if none can."""
    ladder = list(LEVELS)
    for level in sorted(set(levels), key=ladder.index):
        stronger = [rung for rung in ladder[ladder.index(level) + 1 :] if rung not in levels]
        if stronger:
            index = levels.index(level)
            return (*levels[:index], stronger[0], *levels[index + 1 :])
    return ()


def next_levels(table: Table, account: Account) -> tuple[str, ...]:
    """The levels of the computer players that `account` may play next; empty if other people sit
    at `table`, no computer player does, or the strongest do. `table` has its places loaded."""
    other_places = [place for place in table.places.all() if place.account_id != account.pk]
    if not all(place.account.computer for place in other_places):
        return ()
    return raise_levels([place.account.computer for place in other_places])


def open_harder_table(table_id: str, account: Account, promise: str = "") -> Table:
    """A new table on the same terms, where a stronger computer player sits (``next_levels``). While
    the one that was opened so from this table is not over, it is given again. `promise`: as in
    ``Terms``.

    Raises ``Table.DoesNotExist``; ``NotAllowed`` without a seat there; ``Conflict`` while the
    game runs, where there is no next level, or as ``open_table``.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        require_place(table, account)
        if table.phase in LIVE:
            raise Conflict(_("This game is not over yet."))
        levels = next_levels(table, account)
        if not levels:
            raise Conflict(_("There is no stronger computer player for this table."))
        key = f"harder-{table.pk}"
        before = Opening.objects.filter(account=account, key=key).select_related("table").first()
        if before is not None and before.table.phase in LIVE:
            return tables_with_places().get(pk=before.table_id)
        terms = dataclasses.replace(
            rematch_terms(table, account), computers=levels, promise=promise
        )
        return open_table(account, terms, key="" if before else key)
