"""Openings: first moves and their results. One query a page, or two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from drawing.export.openings import OpeningShip
from drawing.language.words import SITES
from engine.vocabulary import Site
from insights.stats.contrasts import SMALL_SAMPLE, TWELVE
from insights.stats.models import OpeningGame, OpeningTally
from insights.stats.opening_path import END, LONGEST, pack_path, path_of, steps_of, unpack_path
from insights.stats.services.opening_rows import SUMMED, add_numbers
from insights.stats.services.tally import TALLY_VERSION

GAMES_READ: Final = 5000
"""Games that a page reads at most, behind the summed steps."""

GAMES_LISTED: Final = 20
PATH: Final = re.compile(r"(?:[a-z0-9_ ,.:-]{1,120}/){0,60}", re.ASCII)
SIDES: Final = re.compile(r"[A-D]{5}", re.ASCII)


AT_SHIPS: Final = frozenset({"load", "sail", "play"})
"""Entries that load ships or let them sail."""

_SITES: Final = {site.word: site for site in Site}


class OpeningPlace(NamedTuple):
    """A place in the tree of openings: games with so many players that began with these `steps`, on
    these `sides` (empty: all), of people only or `all_games`."""

    players: int
    sides: str
    steps: tuple[str, ...]
    all_games: bool = False

    def games(self) -> QuerySet[OpeningGame]:
        """Rows of the games that began so."""
        path = pack_path(self.steps)
        rows = OpeningGame.objects.filter(
            players=self.players,
            people__in=(True, False) if self.all_games else (True,),
            path__gte=path,
            path__lt=path + b"\xff",
        )
        return rows.filter(sides=self.sides) if self.sides else rows


class OpeningStep(NamedTuple):
    """A next step: how many games have it, and by seat the share of wins."""

    step: str
    games: int
    shares: list[float]

    @property
    def is_small(self) -> bool:
        return self.games < SMALL_SAMPLE


def opening_place(path: str) -> tuple[str, ...] | None:
    """The steps of a path; ``None`` for what is no path, such as steps in the short form in which
    they are stored."""
    steps = steps_of(path)
    return tuple(steps) if PATH.fullmatch(path) and unpack_path(path.encode()) == steps else None


def next_steps(place: OpeningPlace) -> list[OpeningStep] | None:
    """The steps that follow, the most frequent first; ``None`` where too many games would have to
    be read. One query."""
    sums: dict[str, list[int]] = {}
    if len(place.steps) < SUMMED:
        for row in _summed(place):
            add_numbers(sums, row.step, row.numbers)
    else:
        rows = list(place.games().values_list("path", "twelfths")[: GAMES_READ + 1])
        if len(rows) > GAMES_READ:
            return None
        begin = len(pack_path(place.steps))
        for path, twelfths in rows:
            step, end, _further = bytes(path)[begin:].partition(END.encode())
            for name in unpack_path(step + end):
                add_numbers(sums, name, [1, *(int(digit, 16) for digit in twelfths)])
    return sorted(_steps(sums.items()), key=lambda step: (-step.games, step.step))


def games_of_opening(place: OpeningPlace) -> list[str]:
    """Ids of some of the games that began so. One query."""
    return list(place.games().values_list("pk", flat=True)[:GAMES_LISTED])


def can_go_on(steps: Sequence[str]) -> bool:
    """True if an opening of these steps has further ones."""
    return sum(not is_ships(step) for step in steps) < LONGEST


def is_ships(step: str) -> bool:
    """True for the ships of a round."""
    return step.replace(" ", "").isdigit()


def step_words(step: str) -> str:
    """A step as a sentence."""
    if is_ships(step):
        return _("Ships for %(sizes)s stones") % {"sizes": ", ".join(step.split())}
    seat, _blank, entry = step.partition(" ")
    match entry.split():
        case ["take"]:
            words = _("Seat %(seat)s takes stones")
            return words % {"seat": seat}
        case ["load", space]:
            ship, _dot, number = space.partition(".")
            words = _("Seat %(seat)s loads ship %(ship)s, space %(space)s")
            return words % {"seat": seat, "ship": ship, "space": number}
        case ["sail", ship, site] if site in _SITES:
            words = _("Seat %(seat)s sails ship %(ship)s to: %(site)s")
            return words % {"seat": seat, "ship": ship, "site": SITES[_SITES[site]]}
    return _("Seat %(seat)s: %(entry)s") % {"seat": seat, "entry": entry}


def ships_after(steps: Iterable[str]) -> list[OpeningShip]:
    """The ships of the last round of `steps`, with their stones; none after a favour, which can
    load and reorder at once."""
    ships: list[OpeningShip] = []
    for step in steps:
        if is_ships(step):
            ships = [OpeningShip((None,) * int(size)) for size in step.split()]
            continue
        seat, verb, *words = step.split()
        if verb == "favor":
            ships = []
        if verb not in AT_SHIPS or not ships:
            continue
        for word in words:
            ship, dot, space = word.partition(".")
            if dot:
                ships[int(ship) - 1] = ships[int(ship) - 1].loaded(int(space), int(seat) - 1)
        for ship, site in pairwise(words):
            number = ship.partition(".")[0]
            if site in _SITES and number.isdecimal():
                ships[int(number) - 1] = ships[int(number) - 1]._replace(sailed=True)
    return ships


def step_name(step: str) -> str:
    """A step as the name of its picture on a sheet."""
    return "s" + re.sub(r"[^a-z0-9]", "-", step)


# --- inside -------------------------------------------------------------------


def _summed(place: OpeningPlace) -> QuerySet[OpeningTally]:
    rows = OpeningTally.objects.filter(
        before=path_of(place.steps),
        players=place.players,
        sides=place.sides,
        version=TALLY_VERSION,
    )
    return rows if place.all_games else rows.filter(people=True)


def _steps(sums: Iterable[tuple[str, Sequence[int]]]) -> Iterable[OpeningStep]:
    for step, (games, *twelfths) in sums:
        yield OpeningStep(step, games, [number / TWELVE / games for number in twelfths])
