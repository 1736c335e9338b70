"""Private ships: in front of their players; those that sailed belong to the harbour."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from drawing.language import gettext as _
from drawing.language import gettext_lazy, ngettext
from drawing.language.lines import SpokenLine
from drawing.language.option_words import OptionWord, Words, site_word
from drawing.language.phrases import AT_MARKET
from drawing.language.words import to_the_site
from drawing.modules.module import ModuleDrawing, event_words
from drawing.svg.pieces import GROUND, PlacedSymbol
from engine import State
from engine.events import PrivateShipSailed
from engine.modules.private_ships import SailPrivateShip
from engine.shown import SeatView
from engine.vocabulary import Source

if TYPE_CHECKING:
    from drawing.language.option_words import Rectangle
    from drawing.play.spots import Places
    from drawing.text.narration import Narrator


def _private(player: str, action: SailPrivateShip, s: State) -> str:
    words = {"who": player, "to_the_site": to_the_site(action.site)}
    return _("%(who)s sails the private ship %(to_the_site)s", **words)


def _private_ship(action: SailPrivateShip, s: State, seat: int) -> Words:
    return [
        OptionWord("private", lambda: _("Sail the private ship"), ("private",)),
        site_word(action.site),
    ], []


def _sailed(n: Narrator, event: PrivateShipSailed) -> str:
    words = {"who": n.names[event.seat], "to_the_site": to_the_site(event.site)}
    return _("%(who)s sails the private ship %(to_the_site)s", **words)


def _waiting(places: Places) -> Rectangle | None:
    return places.lying(f"{places.seat}.private", 46, 26, 22, -11)


class PrivateShipsDrawing(ModuleDrawing):
    """A small ship for each player."""

    title = gettext_lazy("Private ships")
    picture = "M-15 3Q-12 11 -7 11H7Q12 11 15 0Q10 3 7 3H-8Q-11 3 -15 3zM-4 -9H5V0H-4z"
    sources: ClassVar = {Source.PRIVATE_SHIP: gettext_lazy("Private ship")}
    leads: ClassVar = {SailPrivateShip: _private}
    covers: ClassVar = {SailPrivateShip: frozenset({PrivateShipSailed}) | AT_MARKET}
    placements = frozenset({SailPrivateShip})
    reasons: ClassVar = {PrivateShipSailed: lambda event: "module.private_ships"}
    events: ClassVar = {PrivateShipSailed: event_words(_sailed)}
    options: ClassVar = {SailPrivateShip: _private_ship}
    places: ClassVar = {"private": _waiting}

    def sentence(self) -> str:
        numbers = self.numbers
        return ngettext(
            "Once per game, you can use your action to sail one stone from your sled on your "
            "small ship. If you never do, you earn %(points)s point.",
            "Once per game, you can use your action to sail one stone from your sled on your "
            "small ship. If you never do, you earn %(points)s points.",
            numbers.unused_points,
            points=numbers.unused_points,
        )

    def at_seat(self, key: str, seat_view: SeatView) -> Iterator[tuple[str, PlacedSymbol]]:
        if seat_view["private_ship"]:
            yield f"{key}private", PlacedSymbol(GROUND, "p", 0, 0)

    def lines_at_seat(self, seat_view: SeatView) -> Iterator[SpokenLine]:
        if seat_view["private_ship"]:
            yield SpokenLine(_("The private ship lies here"))
        else:
            yield SpokenLine(_("The private ship has sailed"))
