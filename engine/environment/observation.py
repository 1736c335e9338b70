"""Observations: what a seat may see, as a list of whole numbers of one length for a set-up.

Made from ``engine.view.view`` of that seat and from nothing else. Seats are as in the view, from 0;
-1 stands for nothing: no seat, no stone, what the seat may not know, what has no end.

==============  ==========================================================================
head            own seat, round, rounds, game over, turn, opener; awaited seat, kind, site
round cards     for each of the rounds four ships' spaces, -1 where there is none
ships           for each of four: capacity, minimum, site, then four spaces
seats           for each: points, sled, its capacity, quarry, cards in all, coins, private ship,
                resigned; the number of each card; points by source
pile            draw pile, unseen discards, the number of each discarded card
sites           for each: docked ships (four flags), private ship, stones by seat, the two wagers,
                then the board in ``BOARD`` numbers
prophecies      for each, by seat, the period of its scarab
favours         for each the seat that used it
modules         what else modules show, in ``EXTRAS`` numbers
==============  ==========================================================================

A board's lists differ by side and grow. Its fields come in the order of their names; a list is its
length and its items, a card or other word its place in ``WORDS``; the rest is filled with -1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.actions import VERBS
from engine.shown import SeatView, ShipView, SiteView, View
from engine.vocabulary import Card, Colour, Favor, Field, Module, Prophecy, Site, Source

OBSERVATION: Final = 1
"""Version of this layout: raised when it changes."""

SHIPS: Final = 4
SPACES: Final = 4
BOARD: Final = 384
EXTRAS: Final = 64

NOTHING: Final = -1
KINDS: Final = ("turn", *sorted(VERBS))
SITE_WORDS: Final = tuple(site.word for site in Site)
CARD_WORDS: Final = tuple(card.word for card in Card)
WORDS: Final = (
    *CARD_WORDS,
    *(word for kind in (Site, Colour, Prophecy, Favor, Module) for word in kind.words()),
)


def observe(view: View, seat: int) -> list[int]:
    """The numbers of `view`, which is the view of `seat`."""
    return [
        *_head(view, seat),
        *_round_cards(view),
        *_ships(view),
        *(number for seat_view in view["seats"] for number in _seat(seat_view)),
        *(view["pile"]["draw"], view["pile"]["unseen"], *_cards(view["pile"]["discard"])),
        *(number for word in SITE_WORDS for number in _site(view["sites"][word])),
        *_prophecies(view),
        *(_or_nothing(view["favors"].get(favor.word)) for favor in Favor),
        *_filled(_fields(view["kept"]), EXTRAS),
    ]


# --- inside -------------------------------------------------------------------


def _or_nothing(number: int | None) -> int:
    return NOTHING if number is None else number


def _place(words: tuple[str, ...], word: str | None) -> int:
    return NOTHING if word is None else words.index(word)


def _head(view: View, seat: int) -> Iterator[int]:
    yield from (seat, view["round"], view["rounds"], view["over"], view["turn"], view["opener"])
    awaited = view["awaited"]
    if awaited is None:
        yield from (NOTHING, NOTHING, NOTHING)
    else:
        yield _or_nothing(awaited["seat"])
        yield KINDS.index(awaited["kind"]) if awaited["kind"] in KINDS else NOTHING
        yield _place(SITE_WORDS, awaited["site"])


def _round_cards(view: View) -> Iterator[int]:
    for index in range(view["rounds"]):
        ships = view["round_cards"][index] if index < len(view["round_cards"]) else []
        yield from _filled(ships, SHIPS)


def _ships(view: View) -> Iterator[int]:
    ships: dict[int, ShipView] = {ship["number"]: ship for ship in view["ships"]}
    for number in range(1, SHIPS + 1):
        ship = ships.get(number)
        if ship is None:
            yield from _filled((), 3 + SPACES)
            continue
        yield from (ship["capacity"], ship["minimum"], _place(SITE_WORDS, ship["site"]))
        yield from _filled(map(_or_nothing, ship["spaces"] or ()), SPACES)


def _seat(seat: SeatView) -> Iterator[int]:
    yield from (seat["points"], seat["sled"], _or_nothing(seat["sled_capacity"]))
    yield from (_or_nothing(seat["quarry"]), seat["card_count"], seat["coins"])
    yield from (seat["private_ship"], seat["resigned"], *_cards(seat["cards"]))
    yield from (seat["scored"][source.word] for source in Source)


def _cards(cards: Mapping[str, int]) -> Iterator[int]:
    return (cards.get(word, 0) for word in CARD_WORDS)


def _site(site: SiteView) -> Iterator[int]:
    yield from (number in site["ships"] for number in range(1, SHIPS + 1))
    yield from (_or_nothing(site["private_ship"]), *site["stones"])
    yield from (_or_nothing(site["wagers"].get(field.word)) for field in Field)
    yield from _filled(_fields(site["board"]), BOARD)


def _prophecies(view: View) -> Iterator[int]:
    scarabs_of = {prophecy["prophecy"]: prophecy["scarabs"] for prophecy in view["prophecies"]}
    for prophecy in Prophecy:
        scarabs = scarabs_of.get(prophecy.word, [None] * len(view["seats"]))
        yield from map(_or_nothing, scarabs)


def _fields(fields: Mapping[str, object]) -> Iterator[int]:
    """The fields in the order of their names; a list as its length and its items."""
    for name in sorted(fields):
        yield from _numbers(fields[name])


def _numbers(part: object) -> Iterator[int]:
    if isinstance(part, Mapping):
        yield from _fields(part)
    elif isinstance(part, (list, tuple)):
        yield len(part)
        for element in part:
            yield from _numbers(element)
    elif isinstance(part, str):
        yield WORDS.index(part)
    else:
        assert part is None or isinstance(part, int)
        yield _or_nothing(part)


def _filled(numbers: Iterable[int], length: int) -> list[int]:
    """`numbers`, filled up to `length`. Raises ``ValueError`` where they are more."""
    row = [int(number) for number in numbers]
    if len(row) > length:
        raise ValueError(f"{len(row)} numbers, and room for {length}")
    return row + [NOTHING] * (length - len(row))
