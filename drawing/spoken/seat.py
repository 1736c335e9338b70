"""A player's things, as a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from drawing.language import gettext as _
from drawing.language import ngettext, once_a_language
from drawing.language.lines import SpokenLine
from drawing.language.words import points_of
from drawing.spoken.market import cards_by_kind
from engine.shown import SeatView
from engine.vocabulary import Side, Site

if TYPE_CHECKING:
    from engine import Rules


def seat_lines(rules: Rules, seat: SeatView) -> Iterator[SpokenLine]:
    """Points, sled, quarry, coins, cards: those that the viewer may know."""
    yield SpokenLine(_so_far(seat["points"]))
    yield SpokenLine(_sled(seat["sled"], seat["sled_capacity"]))
    yield SpokenLine(_quarry(seat["quarry"]))
    if rules.setup.sides[Site.MARKET] is Side.C:
        yield SpokenLine(_coins(seat["coins"]))
    cells = [*cards_by_kind(seat["cards"])]
    if hidden := seat["card_count"] - sum(seat["cards"].values()):
        words = {"cards": hidden}
        cells.append(ngettext("%(cards)s hidden card", "%(cards)s hidden cards", hidden, **words))
    yield SpokenLine(_("Cards"), tuple(cells) or (_("no cards"),))


@once_a_language
def _so_far(points: int) -> str:
    return _("%(points)s so far", points=points_of(points))


@once_a_language
def _coins(coins: int) -> str:
    return ngettext("%(coins)s coin", "%(coins)s coins", coins, coins=coins)


@once_a_language
def _sled(stones: int, room: int | None) -> str:
    words = {"stones": stones, "room": room}
    if room is None:
        return ngettext("Sled: %(stones)s stone", "Sled: %(stones)s stones", stones, **words)
    return ngettext(
        "Sled: %(stones)s of %(room)s stone", "Sled: %(stones)s of %(room)s stones", room, **words
    )


@once_a_language
def _quarry(stones: int | None) -> str:
    if stones is None:
        return _("Quarry: no end of stones")
    return ngettext("Quarry: %(stones)s stone", "Quarry: %(stones)s stones", stones, stones=stones)
