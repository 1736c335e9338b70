"""Opening of tables: checked terms, invitations, and the seats of host and computer players."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from engine import DEFAULT_EDITION, Setup, entry_text
from engine.vocabulary import Colour
from games.editions import (
    edition_choices,
    is_wrong_edition,
    require_right_edition,
    wrong_edition_text,
)
from games.models import Account, Game
from games.replays import branch
from tables.clocks import clock
from tables.deals import deal_from, draw_secret, shared_promise, turn_order_of
from tables.errors import InvalidTerms
from tables.limits import INVITED, LIVE_TABLES, MAX_INVITED, OPEN_FOR_DAYS, OPEN_FOR_LIVE
from tables.lobby.dealing import begin_if_full, checked_promise, store_promise
from tables.lobby.invitations import publish_invited
from tables.locks import checked_key, lock_table, must_be_active, tables_with_places
from tables.models import (
    Access,
    Block,
    Invitation,
    Opening,
    Pace,
    Place,
    SharedDeal,
    Table,
)
from tables.models.table import LIVE
from tables.play.computers import computer_account
from tables.terms import PRESETS, Terms, check_terms, setup_for_terms
from web.errors import Conflict, Invalid
from web.public_id import ALPHABET, LENGTH


class ContinuedGame(NamedTuple):
    """A game that is to go on from step `ply` of another one, with set-up `setup`: it begins with
    `entries`, as the log has them."""

    origin: Game
    ply: int
    setup: Setup
    entries: Sequence[str]

    @property
    def columns(self) -> dict[str, object]:
        """The columns of a table at which it goes on."""
        return {
            "origin": self.origin,
            "origin_ply": self.ply,
            "begun": "\n".join(self.entries),
            "order": " ".join(colour.word for colour in self.setup.seats),
            "edition": self.setup.edition,
        }


def open_table(
    host: Account, terms: Terms, key: str = "", begun: ContinuedGame | None = None
) -> Table:
    """A table with its host and the computer players sitting at it; `begun`: of a game that goes
    on from another one.

    `key`, if there is one, marks the request: when it comes again, the table that it opened is
    given again, as it stands then. Raises ``NotAllowed`` for a suspended account,
    ``InvalidTerms`` with the field at fault, ``Invalid`` for a promise or a key that is none,
    ``Conflict`` if the account has too many tables, used `key` for another one, or if the promise
    was made before.
    """
    must_be_active(host)
    checked_key(key)
    check_terms(terms)
    free_colour((), terms.colour, _colours(begun))
    checked_promise(terms.promise)
    if terms.edition != DEFAULT_EDITION and terms.edition not in edition_choices():
        raise InvalidTerms("edition", _("There is no such edition."))
    edition = begun.setup.edition if begun else terms.edition
    if is_wrong_edition(edition):
        raise InvalidTerms("edition", wrong_edition_text(edition))
    sites, modules = PRESETS[terms.preset].draw(terms)
    setup_for_terms(terms.seats, sites, modules, terms.profile)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=host.pk)
        if key and (before := _opened(host, terms, key)):
            return before
        if Table.objects.filter(host=host, phase__in=LIVE).count() >= LIVE_TABLES:
            raise Conflict(
                _("You have %d tables, the most allowed. Close one or finish a game.") % LIVE_TABLES
            )
        guests = invitable_accounts(host, [guest for guest in terms.invited if guest.strip()])
        new_table = _make(host, terms, sites, modules, begun)
        if key:
            Opening.objects.create(account=host, key=key, terms=_digest(terms), table=new_table)
        _seat(new_table, host, terms)
        Invitation.objects.bulk_create(
            Invitation(table=new_table, account=guest) for guest in guests
        )
        publish_invited(new_table)
        table = lock_table(new_table.pk)
        begin_if_full(table, table.created_at)
    return table


def open_reserved_table(
    host: Account,
    terms: Terms,
    accounts: Sequence[Account],
    deadline: datetime,
    deal: SharedDeal | None = None,
) -> Table:
    """A table of an event, opened by its arbiter `host`: `accounts`, and nobody else, take its
    seats until `deadline`. The deal draws their turns; by a bound `deal` of many tables they have
    the turns in which they stand here, and the game is withheld.

    Raises ``InvalidTerms``. To be called in the transaction of the event's round.
    """
    if deal is not None:
        terms = replace(terms, watchable=False, previews=False)
    terms = replace(terms, seats=len(accounts), access=Access.INVITED.value, computers=())
    check_terms(terms)
    sites, modules = PRESETS[terms.preset].draw(terms)
    setup_for_terms(terms.seats, sites, modules, terms.profile)
    table = _make(host, terms, sites, modules, None, deal)
    table.reserved, table.deadline = True, deadline
    table.shared_deal, table.withheld = deal, deal is not None
    table.save(update_fields=["reserved", "deadline", "shared_deal", "withheld"])
    colours = [colour.word for colour in turn_order_of(deal)] if deal else [""] * len(accounts)
    Invitation.objects.bulk_create(
        Invitation(table=table, account=account, colour=colour)
        for account, colour in zip(accounts, colours, strict=True)
    )
    publish_invited(table)
    return table


def open_deal_table(account: Account, terms: Terms, deal: SharedDeal) -> Table:
    """The table of `account` at a bound `deal`, against the computer players of `terms`: it has
    the first turn, and the cards are dealt at once. The game is withheld.

    Raises ``NotAllowed`` for a suspended account or a guest; ``Conflict`` if it has a table of this
    deal, or its edition was marked as wrong. `deal` is locked.
    """
    must_be_active(account)
    require_right_edition(deal.edition)
    if Table.objects.filter(shared_deal=deal, places__account=account).exists():
        raise Conflict(_("You can play this deal only once, and you have already started."))
    terms = replace(
        terms,
        seats=deal.seats,
        preset="custom",
        sites=deal.sites,
        modules=tuple(deal.modules.split()),
        profile=deal.profile,
        edition=deal.edition,
        access=Access.INVITED.value,
        watchable=False,
    )
    check_terms(terms)
    table = _make(account, terms, terms.sites, terms.modules, None, deal)
    table.shared_deal, table.withheld = deal, True
    table.save(update_fields=["shared_deal", "withheld"])
    people = [account, *map(computer_account, terms.computers)]
    for colour, person in zip(turn_order_of(deal), people, strict=True):
        promise = shared_promise(table, colour.word)
        opened_at = table.created_at if promise else None
        since = {"joined_at": table.created_at, "opened_at": opened_at}
        Place.objects.create(
            table=table, colour=colour.word, account=person, promise=promise, **since
        )
    table = lock_table(table.pk)
    begin_if_full(table, table.created_at)
    return table


def invitable_accounts(host: Account, handles: Sequence[str]) -> list[Account]:
    """The accounts that `handles` (with a sign or without) name.

    Raises ``InvalidTerms`` for one that is not here, is the host's own or a computer player's, or
    does not want to be asked by `host`; and for too many. ``Conflict`` for too many in an hour.
    """
    usernames = list(
        dict.fromkeys(username.strip().removeprefix("@").lower() for username in handles)
    )
    if len(usernames) > MAX_INVITED:
        raise InvalidTerms("invited", _("You can invite at most %d players.") % MAX_INVITED)
    printable = [username for username in usernames if username.isprintable()]
    rows = Account.objects.filter(username__in=printable, is_active=True, computer="")
    accounts = {row.username: row for row in rows.exclude(pk=host.pk)}
    blocks = Block.objects.filter(account__in=accounts.values(), blocked=host)
    closed = set(blocks.values_list("account__username", flat=True))
    for handle in usernames:
        if handle not in accounts or handle in closed:
            raise InvalidTerms("invited", _("@%(handle)s cannot be invited.") % {"handle": handle})
    if usernames and not INVITED.allows(str(host.pk), len(usernames)):
        raise Conflict(_("You have invited too many players in the last hour. Try again later."))
    return [accounts[handle] for handle in usernames]


def free_colour(
    occupied: Iterable[str], choice: str = "", among: Sequence[str] = tuple(Colour.words())
) -> str:
    """`choice`, or the first colour that is free of those `among` which one may choose; raises
    ``InvalidTerms``."""
    free = [colour for colour in among if colour not in set(occupied)]
    if choice and choice not in among:
        raise InvalidTerms("colour", _("This colour doesn’t exist. Choose one from the list."))
    if choice and choice not in free:
        raise InvalidTerms("colour", _("Another player has this colour."))
    return choice or free[0]


# --- inside -------------------------------------------------------------------


def _opened(host: Account, terms: Terms, key: str) -> Table | None:
    """Table of an earlier request of `host` with `key`; raises ``Conflict`` for other terms."""
    first = Opening.objects.filter(account=host, key=key).first()
    if first is None:
        return None
    if first.terms != _digest(terms):
        raise Conflict(_("The key of this request was already used for another table."))
    return tables_with_places().get(pk=first.table_id)


def _digest(terms: Terms) -> str:
    agreed = asdict(terms)
    if terms.edition == DEFAULT_EDITION:  # as before there was a choice
        del agreed["edition"]
    return sha256(json.dumps(agreed, sort_keys=True).encode()).hexdigest()


def _colours(begun: ContinuedGame | None) -> Sequence[str]:
    """The colours that may sit down."""
    seats = begun.setup.seats if begun else tuple(Colour)
    return [colour.word for colour in seats]


def _make(
    host: Account,
    terms: Terms,
    sites: str,
    modules: tuple[str, ...],
    begun: ContinuedGame | None,
    deal: SharedDeal | None = None,
) -> Table:
    table_id = "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))
    moment = clock.database_time()
    return Table.objects.create(
        id=table_id,
        host=host,
        **{"edition": terms.edition} | (begun.columns if begun else {}),
        **Table.columns(replace(terms, sites=sites, modules=modules)),
        commitment=deal_from(deal, table_id) if deal else draw_secret(table_id),
        created_at=moment,
        host_present_at=moment,
        deadline=moment + (OPEN_FOR_LIVE if terms.pace == Pace.LIVE else OPEN_FOR_DAYS),
    )


def _seat(table: Table, host: Account, terms: Terms) -> None:
    """The host sits down, and the computer players."""
    store_promise(host, table, terms.promise)
    colours = [free_colour((), terms.colour, table.colours)]
    since = {"table": table, "joined_at": table.created_at}
    places = [Place(**since, colour=colours[0], account=host, promise=terms.promise)]
    for level in terms.computers:
        colours.append(free_colour(colours, among=table.colours))
        places.append(Place(**since, colour=colours[-1], account=computer_account(level)))
    Place.objects.bulk_create(places)


# --- a game of the record goes on from one of its steps -----------------------


WITH_PEOPLE = 3
ALONE = 14
"""Days for each entry."""


def play_on(
    host: Account, game: Game, ply: int, lines: Sequence[str], colour: str, level: str = ""
) -> Table:
    """A table at which `game` goes on after step `ply` and the entries `lines` of a what-if.
    `host` takes over `colour`; the others are computer players of `level`, or, without one, free
    seats for those who have the link. Such a table is never rated. Entries that the log does not
    name up to there are dealt again by the odds (``engine.dealer.Onward``), so that the end of the
    first game tells nothing about this one.

    Raises ``Invalid`` for a game that is over there, a branch that cannot stand, or a set-up that
    tables do not have; as ``open_table``.
    """
    begun = continued_game(game, ply, lines)
    return open_table(host, _terms_to_continue(begun.setup, colour, level), begun=begun)


def continued_game(game: Game, ply: int, lines: Sequence[str]) -> ContinuedGame:
    """Beginning of a game that is continued from there. Raises ``Invalid``."""
    branched = branch(game.log, ply, lines)
    setup = branched.log.setup
    if branched.over:
        raise Invalid(_("The game is already over at this step. Choose an earlier step."))
    if setup.figure:
        raise Invalid(
            _(
                "You can’t continue this game here: the figure at the pyramids (side D) did "
                "not start on its usual space."
            )
        )
    if not branched.log.entries:
        raise Invalid(_("No move has been played at this step yet. Open a new table instead."))
    return ContinuedGame(
        game, ply, setup, [entry_text(setup, entry) for entry in branched.log.entries]
    )


def _terms_to_continue(setup: Setup, colour: str, level: str) -> Terms:
    computers = len(setup.seats) - 1
    return Terms(
        seats=len(setup.seats),
        preset="custom",
        sites="".join(side.word for side in setup.sides),
        modules=tuple(sorted(module.word for module in setup.modules)),
        profile=setup.profile.value,
        rated=False,
        access=(Access.INVITED if level else Access.LINK).value,
        pace=Pace.DAYS.value,
        days=ALONE if level else WITH_PEOPLE,
        computers=(level,) * computers if level else (),
        colour=colour,
    )
