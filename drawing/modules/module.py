"""How a module is shown: what the drawing, the words and a live table ask, with quiet answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol, TypeVar

from drawing.language.lines import SeatNames, SpokenLine
from drawing.svg import coord, path
from drawing.svg.pieces import LETTERS, PlacedSymbol, StoneSpot
from engine.entries import Action
from engine.shown import SeatView, SiteView, View
from engine.vocabulary import Module, Site, Source

if TYPE_CHECKING:
    from drawing.board.scene import SceneBlock
    from drawing.language.option_words import Words
    from drawing.language.phrases import Lead
    from drawing.text.narration import Narrator
    from engine import Rules, State

E = TypeVar("E")

STRIP: Final = 40
"""The height of a strip of tablets."""

EventWords = Callable[["Narrator", list[E], "State"], str]
"""Words for events of one kind next to each other: of the narrator, the events, the position."""


def event_words(template: Callable[[Narrator, E], str]) -> EventWords[E]:
    """Words for an event by itself: of the narrator and the event."""
    return lambda narrator, run, s: ". ".join(template(narrator, event) for event in run)


def tablet(x: float, width: float) -> str:
    """A small stone with room for words."""
    top = f"M{coord(x + 1)} {STRIP - 2}V9q0 -8 8 -8h{coord(width - 18)}q8 0 8 8V{STRIP - 2}z"
    return path(top, "tablet")


class Detail(NamedTuple):
    """A part of a module that has a sentence of its own. `hint`, `reason`: its keys for
    ``drawing.text.rules.hints`` and ``drawing.text.reasons``; `anchor`: its place on the page of
    the modules."""

    hint: str
    reason: str
    anchor: str
    title: str
    sentence: str


class AtSite(Protocol):
    """The part of a site's drawing that a module uses."""

    name: str
    site: ClassVar[Site]
    width: int


class ModuleDrawing:
    """How one module is shown in one game; `rules` are the constants of the game.

    What is said of a module does not depend on the game, and stands on the class.
    """

    title: ClassVar[Any] = ""
    """Its name on a page."""
    picture: ClassVar[str] = ""
    """Lines of 30 x 30 around the centre, that stand for it."""
    sources: ClassVar[Mapping[Source, Any]] = {}
    """The names of what it gives points for."""
    notice: ClassVar[bool] = False
    """True if only a line next to the piles shows that it is in play."""
    strip: ClassVar[bool] = False
    """True if it has a strip of tablets above the players."""
    leads: ClassVar[Mapping[type[Action], Lead[Any]]] = {}
    """How a step begins that one of its entries made (``drawing.text.entry_phrases``)."""
    covers: ClassVar[Mapping[type[Action], frozenset[type]]] = {}
    """The events that need no words after such a beginning."""
    placements: ClassVar[frozenset[type[Action]]] = frozenset()
    """Those of its entries that say where one stone of the player goes."""
    reasons: ClassVar[Mapping[type, Callable[[Any], str]]] = {}
    """The key of the rule behind an event, for those who learn (``drawing.text.reasons``)."""
    block: ClassVar[str] = ""
    """The part of the table that shows it, where there is one."""
    events: ClassVar[Mapping[type, EventWords[Any]]] = {}
    """The words for its events."""
    options: ClassVar[Mapping[type[Action], Callable[[Any, Any, int], Words]]] = {}
    """Options at a live table, in words (``drawing.play.options``)."""
    places: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    """Places of such words (``drawing.play.spots``)."""

    questions: ClassVar[Mapping[str, object]] = {}
    """Questions to the recorder of a game, by the verb of what the bank writes."""

    def __init__(self, module: Module, rules: Rules) -> None:
        self.module = module
        self.rules = rules
        self.numbers: Any = rules.modules[module]
        self.letters = [LETTERS[colour] for colour in rules.setup.seats]

    def sentence(self) -> str:
        """Its effect, in a short sentence with the numbers of the rules."""
        raise NotImplementedError

    def details(self) -> Iterator[Detail]:
        """Parts that are explained by themselves: each favour, each prophecy."""
        return iter(())

    def symbols(self) -> str:
        """Symbols that only this module needs."""
        return ""

    def blocks(self) -> list[SceneBlock]:
        """Its strip (``drawing.board.scene.Block``)."""
        return []

    def line(self) -> tuple[str, str]:
        """The line beside the piles, and what it means, if that is more."""
        return str(self.title), ""

    def on_ground(self, site: AtSite) -> str:
        """Its backdrop on the block of a site."""
        return ""

    def at_site(self, site: AtSite, site_view: SiteView) -> Iterator[tuple[str, PlacedSymbol]]:
        """Its pieces at a site, of which `site_view` is the view. As all that a module has at a
        site or a seat, they depend on `private_ship` and `wagers` only."""
        return iter(())

    def stones_at(self, site: AtSite, site_view: SiteView) -> Iterator[StoneSpot]:
        """Places of its stones on the block of a site."""
        return iter(())

    def lines(self, seats: SeatNames, view: View) -> Iterator[SpokenLine]:
        """Its strip in words (``drawing.spoken``)."""
        return iter(())

    def lines_at_site(self, seats: SeatNames, site_view: SiteView) -> Iterator[SpokenLine]:
        """Its things at a site, in words."""
        return iter(())

    def lines_at_seat(self, seat_view: SeatView) -> Iterator[SpokenLine]:
        """Its things in front of a player, in words."""
        return iter(())

    def at_seat(self, key: str, seat_view: SeatView) -> Iterator[tuple[str, PlacedSymbol]]:
        """Its pieces in front of a player; their keys begin with `key`."""
        return iter(())
