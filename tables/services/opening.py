"""Tables are opened: what is agreed, and who sits down at once."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import DEFAULT_EDITION, Setup, SetupError
from engine.computer import LEVELS
from engine.setup import MAX_SEATS, MIN_SEATS, refused
from engine.vocabulary import Colour, Module, Profile, Site
from games.errors import Conflict
from games.identity import ALPHABET, LENGTH
from games.models import Account
from tables.errors import InvalidTerms
from tables.limits import (
    DAYS,
    INCREMENT,
    LIVE_TABLES,
    MINUTES,
    MOST_INVITED,
    OPEN_FOR_DAYS,
    OPEN_FOR_LIVE,
)
from tables.models import Access, Block, Invitation, Opening, Pace, Place, Table
from tables.models.table import LIVE
from tables.services import instant
from tables.services.computers import account_of
from tables.services.dealing import begin_if_full, checked_promise, make_promise
from tables.services.deals import draw_secret
from tables.services.holding import checked_key, hold, must_be_active, seated
from tables.services.publishing import publish


@dataclass(frozen=True)
class Terms:
    """What the host of a table wants.

    `sites` (five letters, market to obelisks) and `modules` (words) count for the preset
    ``custom`` only; the others bring theirs. `computers`: levels of ``engine.computer.LEVELS``, a
    seat each. `invited`: handles. `colour`: the host's, empty for any. `promise`: the SHA-256 of
    the host's share of the shuffle, 64 digits; empty for none, or for later.
    """

    seats: int = 2
    preset: str = "first"
    sites: str = "AAAAA"
    modules: tuple[str, ...] = ()
    profile: str = Profile.OFFICIAL.value
    rated: bool = True
    watchable: bool = True
    access: str = Access.OPEN.value
    pace: str = Pace.LIVE.value
    minutes: int = 20
    increment: int = 10
    days: int = 3
    computers: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()
    colour: str = ""
    promise: str = ""


Draw = Callable[[Terms], tuple[str, tuple[str, ...]]]
"""Makes the sides and the modules of a table."""


class Preset(NamedTuple):
    """A way to choose sides and modules. `draw` makes both from the terms; by the system's chance
    where it draws, so that a table's sides stand when it is opened."""

    title: str | Promise
    draw: Draw


def open_table(host: Account, terms: Terms, key: str = "") -> Table:
    """A table with its host and the computer players sitting at it.

    `key`, if there is one, marks the request: when it comes again, the table that it opened is
    given again, as it stands then. Raises ``NotAllowed`` for a suspended account,
    ``InvalidTerms`` with the field at fault, ``Invalid`` for a promise or a key that is none,
    ``Conflict`` if the account has too many tables, used `key` for another one, or if the promise
    was made before.
    """
    must_be_active(host)
    checked_key(key)
    _check(terms)
    sites, modules = PRESETS[terms.preset].draw(terms)
    setup_of(terms.seats, sites, modules, terms.profile)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=host.pk)
        if key and (before := _opened(host, terms, key)):
            return before
        if Table.objects.filter(host=host, phase__in=LIVE).count() >= LIVE_TABLES:
            raise Conflict(_("You have %d tables: close one, or finish a game.") % LIVE_TABLES)
        guests = invitable(host, [one for one in terms.invited if one.strip()])
        made = _make(host, terms, sites, modules)
        if key:
            Opening.objects.create(account=host, key=key, terms=_digest(terms), table=made)
        _seat(made, host, terms)
        Invitation.objects.bulk_create(Invitation(table=made, account=one) for one in guests)
        table = hold(made.pk)
        if not begin_if_full(table, table.created_at):
            publish(table.pk, "places", plies=0)
    return table


def invitable(host: Account, handles: Sequence[str]) -> list[Account]:
    """The accounts that `handles` (with a sign or without) name.

    Raises ``InvalidTerms`` for one that is not here, is the host's own or a computer player's, or
    does not want to be asked by `host`; and for too many.
    """
    wanted = list(dict.fromkeys(one.strip().removeprefix("@").lower() for one in handles))
    if len(wanted) > MOST_INVITED:
        raise InvalidTerms("invited", _("At most %d can be invited.") % MOST_INVITED)
    asked = [one for one in wanted if one.isprintable()]
    rows = Account.objects.filter(username__in=asked, is_active=True, computer="")
    found = {row.username: row for row in rows.exclude(pk=host.pk)}
    blocks = Block.objects.filter(account__in=found.values(), blocked=host)
    closed = set(blocks.values_list("account__username", flat=True))
    for handle in wanted:
        if handle not in found or handle in closed:
            raise InvalidTerms("invited", _("@%(handle)s cannot be invited.") % {"handle": handle})
    return [found[handle] for handle in wanted]


def free_colour(taken: Iterable[str], wanted: str = "") -> str:
    """`wanted`, or the first colour that is free; raises ``InvalidTerms``."""
    free = [colour.word for colour in Colour if colour.word not in set(taken)]
    if wanted and wanted not in Colour.words():
        raise InvalidTerms("colour", _("There is no such colour."))
    if wanted and wanted not in free:
        raise InvalidTerms("colour", _("Another player has this colour."))
    return wanted or free[0]


# --- sides and modules ------------------------------------------------------------


def setup_of(seats: int, sites: str, modules: Sequence[str], profile: str) -> Setup:
    """The set-up of a table; raises ``InvalidTerms`` for one that the rules refuse."""
    try:
        return Setup.of(list(Colour)[:seats], sites, " ".join(modules), profile)
    except SetupError as refusal:
        raise InvalidTerms(refusal.field, refusal.message) from None


DRAWN_MODULES: Final = tuple(one for one in Module if one is not Module.UNLIMITED_STONES)


def _fixed(sites: str) -> Draw:
    return lambda terms: (sites, ())


def _drawn(sides: str, modules: tuple[str, ...] = ()) -> Draw:
    return lambda terms: ("".join(secrets.choice(sides) for _site in Site), modules)


def _mixed(terms: Terms) -> tuple[str, tuple[str, ...]]:
    """Any side, and each module that goes with them or not, as a coin falls."""
    sites = "".join(secrets.choice("ABCD") for _site in Site)
    setup = setup_of(terms.seats, sites, (), terms.profile)
    possible = [module for module in DRAWN_MODULES if not refused(module, setup)]
    return sites, tuple(module.word for module in possible if secrets.randbelow(2))


PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "first": Preset(gettext_lazy("First game"), _fixed("AAAAA")),
        "all-a": Preset(gettext_lazy("All sides A"), _fixed("AAAAA")),
        "all-b": Preset(gettext_lazy("All sides B"), _fixed("BBBBB")),
        "random": Preset(gettext_lazy("Sides A and B at random"), _drawn("AB")),
        "expansion": Preset(
            gettext_lazy("A New Dynasty"),
            _drawn("CD", (Module.NEW_DYNASTY_CARDS.word, Module.GOD_PROPHECIES.word)),
        ),
        "mixed": Preset(gettext_lazy("Everything at random"), _mixed),
        "custom": Preset(gettext_lazy("As I choose"), lambda terms: (terms.sites, terms.modules)),
    }
)
"""The ways to choose sides and modules, by name."""


# --- inside -------------------------------------------------------------------


def _opened(host: Account, terms: Terms, key: str) -> Table | None:
    """What `host` opened when `key` came before; raises ``Conflict`` if it was for other terms."""
    first = Opening.objects.filter(account=host, key=key).first()
    if first is None:
        return None
    if first.terms != _digest(terms):
        raise Conflict(_("This key was used for another table."))
    return seated().get(pk=first.table_id)


def _digest(terms: Terms) -> str:
    return sha256(json.dumps(asdict(terms), sort_keys=True).encode()).hexdigest()


def _check(terms: Terms) -> None:
    if terms.preset not in PRESETS:
        raise InvalidTerms("preset", _("There is no such choice of sides."))
    if not MIN_SEATS <= terms.seats <= MAX_SEATS:
        raise InvalidTerms("seats", _("Two to four can play."))
    if terms.access not in Access.values:
        raise InvalidTerms("access", _("There is no such choice."))
    if terms.pace not in Pace.values:
        raise InvalidTerms("pace", _("There is no such pace."))
    for field, (fewest, most) in {"minutes": MINUTES, "increment": INCREMENT, "days": DAYS}.items():
        if not fewest <= getattr(terms, field) <= most:
            values = {"fewest": fewest, "most": most}
            raise InvalidTerms(field, _("A number from %(fewest)d to %(most)d.") % values)
    _check_computers(terms)
    free_colour((), terms.colour)
    checked_promise(terms.promise)


def _check_computers(terms: Terms) -> None:
    if any(level not in LEVELS for level in terms.computers):
        raise InvalidTerms("computers", _("There is no such computer player."))
    if len(terms.computers) >= terms.seats:
        raise InvalidTerms("computers", _("One seat is yours."))
    if terms.rated and len(set(terms.computers)) < len(terms.computers):
        said = _("In a rated game each computer player sits once: choose different ones.")
        raise InvalidTerms("computers", said)


def _make(host: Account, terms: Terms, sites: str, modules: Sequence[str]) -> Table:
    table_id = "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))
    now = instant.now()
    return Table.objects.create(
        id=table_id,
        host=host,
        seats_wanted=terms.seats,
        preset=terms.preset,
        sites=sites,
        modules=" ".join(modules),
        profile=terms.profile,
        edition=DEFAULT_EDITION,
        rated=terms.rated,
        watchable=terms.watchable,
        access=terms.access,
        pace=terms.pace,
        minutes=terms.minutes,
        increment=terms.increment,
        days=terms.days,
        commitment=draw_secret(table_id),
        created_at=now,
        deadline=now + (OPEN_FOR_LIVE if terms.pace == Pace.LIVE else OPEN_FOR_DAYS),
    )


def _seat(table: Table, host: Account, terms: Terms) -> None:
    """The host sits down, and the computer players."""
    make_promise(host, table, terms.promise)
    taken = [free_colour((), terms.colour)]
    since = {"table": table, "joined_at": table.created_at}
    places = [Place(**since, colour=taken[0], account=host, promise=terms.promise)]
    for level in terms.computers:
        taken.append(free_colour(taken))
        places.append(Place(**since, colour=taken[-1], account=account_of(level)))
    Place.objects.bulk_create(places)
