"""The Pharaoh's favours: who has used which."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar, Final

from drawing.cards.market_word import market_word
from drawing.language import gettext as _
from drawing.language import gettext_lazy, ngettext
from drawing.language.lines import SeatNames, SpokenLine
from drawing.language.option_words import OptionWord, Words, ship_word, site_word, space_words
from drawing.language.phrases import AT_MARKET, SAILING, the_ship, the_spaces
from drawing.language.sentences import Sentence
from drawing.language.words import colour_name, favour_title, to_the_site
from drawing.modules.module import STRIP, Detail, ModuleDrawing, event_words, tablet
from drawing.svg import group, hint, rect, svg_text
from drawing.svg.pieces import MINI, BlockPart, StoneSpot
from engine import State
from engine.events import FavorUsed, ShipRearranged
from engine.modules.favors import (
    PharaohsFavors,
    PlaceAndFillSled,
    PlaceReorderSail,
    PlaceThree,
    PlaceTwoAndSail,
    TakeTwoCards,
)
from engine.shown import View
from engine.vocabulary import EMPTY, Colour, Favor, Module, Site

if TYPE_CHECKING:
    from drawing.board.scene import SceneBlock
    from drawing.language.option_words import Rectangle
    from drawing.play.spots import Places
    from drawing.text.narration import Narrator
    from engine import Rules


FAVORS: Final = {
    # Translators: on a small tablet, in two lines; 28 letters at most.
    Favor.TWO_CARDS: gettext_lazy("take two cards"),
    # Translators: on a small tablet, in two lines; 28 letters at most.
    Favor.PLACE_AND_FILL_SLED: gettext_lazy("place one, fill the sled"),
    # Translators: on a small tablet, in two lines; 28 letters at most.
    Favor.PLACE_REORDER_SAIL: gettext_lazy("place, reorder, sail"),
    # Translators: on a small tablet, in two lines; 28 letters at most.
    Favor.PLACE_TWO_AND_SAIL: gettext_lazy("place two and sail"),
    # Translators: on a small tablet, in two lines; 28 letters at most.
    Favor.PLACE_THREE: gettext_lazy("place three"),
}
"""Effect of a favour, in a few letters."""

WIDE: Final = 114
"""The width of a tablet."""

FAVOUR_PITCH: Final = WIDE + 4
"""From the left side of a tablet to that of the next."""

LETTERS: Final = 10
"""Letters in a line of it, at least."""


# --- what is said


def _two_cards(player: str, action: TakeTwoCards, s: State) -> str:
    return ngettext(
        "%(who)s uses a favour to take a card from the market",
        "%(who)s uses a favour to take %(number)s cards from the market",
        len(action.spaces),
        who=player,
        number=len(action.spaces),
    )


def _fill_sled(player: str, action: PlaceAndFillSled, s: State) -> str:
    if not action.spaces:
        return _("%(who)s uses a favour to fill the sled", who=player)
    words = {"who": player, "where": the_spaces(action.spaces, s)}
    return _("%(who)s uses a favour to load %(where)s and to fill the sled", **words)


def _ship_and_site(player: str, ship: int, site: Site | None, s: State) -> dict[str, object]:
    destination = "" if site is None else to_the_site(site)
    return {"who": player, "ship": the_ship(ship, s), "to_the_site": destination}


REORDERED: Final = {
    (False, False): gettext_lazy("%(who)s uses a favour to rearrange the stones on %(ship)s"),
    (False, True): gettext_lazy(
        "%(who)s uses a favour to rearrange the stones on %(ship)s and to sail it %(to_the_site)s"
    ),
    (True, False): gettext_lazy(
        "%(who)s uses a favour to add a stone to %(ship)s and to rearrange its stones"
    ),
    (True, True): gettext_lazy(
        "%(who)s uses a favour to add a stone to %(ship)s, to rearrange its stones "
        "and to sail it %(to_the_site)s"
    ),
}
"""By whether a stone is added, and whether the ship sails."""


def _reorder(player: str, action: PlaceReorderSail, s: State) -> str:
    words = _ship_and_site(player, action.ship, action.site, s)
    return str(REORDERED[action.add, action.site is not None]) % words


def _place_two(player: str, action: PlaceTwoAndSail, s: State) -> str:
    count = len(action.spaces)
    words = {**_ship_and_site(player, action.ship, action.site, s), "number": count}
    if not count and action.site is None:
        return _("%(who)s uses a favour on %(ship)s, loads nothing and does not sail it", **words)
    if not count:
        return _("%(who)s uses a favour to sail %(ship)s %(to_the_site)s", **words)
    if action.site is None:
        return ngettext(
            "%(who)s uses a favour to load a stone onto %(ship)s, which does not sail",
            "%(who)s uses a favour to load %(number)s stones onto %(ship)s, which does not sail",
            count,
            **words,
        )
    return ngettext(
        "%(who)s uses a favour to load a stone onto %(ship)s and to sail it %(to_the_site)s",
        "%(who)s uses a favour to load %(number)s stones onto %(ship)s "
        "and to sail it %(to_the_site)s",
        count,
        **words,
    )


def _place_three(player: str, action: PlaceThree, s: State) -> str:
    words = {"who": player, "where": the_spaces(action.spaces, s)}
    return _("%(who)s uses a favour to load %(where)s", **words)


def _used(n: Narrator, event: FavorUsed) -> str:
    return _("%(who)s uses a favour of the Pharaoh", who=n.names[event.seat])


# --- what may be done


def favour_words(favor: Favor) -> str:
    """Effect of a favour: ``place two and sail``."""
    return str(FAVORS[favor])


def _two_lines(words: str) -> list[str]:
    """`words` in two lines at most, as even as words allow."""
    return next(lines for width in count(LETTERS) if len(lines := wrap(words, width)) <= 2)


def _favour(favor: Favor) -> OptionWord:
    def say() -> str:
        return _("Use a favour: %s") % favour_words(favor)

    return OptionWord(f"favour-{favor.word}", say, ("favour", favor.value))


def _card_options(action: TakeTwoCards, s: State, seat: int) -> Words:
    return [_favour(Favor.TWO_CARDS), *(market_word(space, s) for space in action.spaces)], []


def _sled_options(action: PlaceAndFillSled, s: State, seat: int) -> Words:
    first = _favour(Favor.PLACE_AND_FILL_SLED)
    if not action.spaces:
        return [first, OptionWord("none", lambda: _("no stone goes aboard"))], []
    return [first, *space_words(action.spaces, s)], []


def _lying(space: int, colour: int) -> OptionWord:
    def say() -> str:
        stone = _("empty") if colour == EMPTY else colour_name(Colour(colour))
        return _("space %(space)s: %(stone)s", space=space, stone=stone)

    return OptionWord(f"lie{space}.{colour}", say)


def _reorder_options(action: PlaceReorderSail, s: State, seat: int) -> Words:
    lying = [_lying(space, colour) for space, colour in enumerate(action.arrangement, 1)]
    first = [_favour(Favor.PLACE_REORDER_SAIL), ship_word(action.ship), _added(action.add)]
    return [*first, site_word(action.site), *lying], []


def _added(add: bool) -> OptionWord:
    if add:
        return OptionWord("add", lambda: _("with a stone from the sled"))
    return OptionWord("as-is", lambda: _("no stone is added"))


def _two_options(action: PlaceTwoAndSail, s: State, seat: int) -> Words:
    first = [_favour(Favor.PLACE_TWO_AND_SAIL), ship_word(action.ship), site_word(action.site)]
    if not action.spaces:
        return [*first, OptionWord("none", lambda: _("no stone goes aboard"))], []
    return first, space_words([(action.ship, space) for space in action.spaces], s)


def _three_options(action: PlaceThree, s: State, seat: int) -> Words:
    return [_favour(Favor.PLACE_THREE)], space_words(action.spaces, s)


def _place(places: Places, favor: int) -> Rectangle:
    block = next(candidate for candidate in places.drawing.supply if isinstance(candidate, Favours))
    return block.name, block.x(Favor(favor)) + 1, 1, WIDE - 2, STRIP - 3


class Favours:
    """The Pharaoh's favours: who has used which."""

    name = "favours"
    width = 590
    height = STRIP
    depths = 1

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.title = self.label = str(PharaohsFavorsDrawing.title)
        self.parts = (BlockPart(self.facts, spots=self.spots),)

    def x(self, favor: Favor) -> float:
        """The left side of a tablet."""
        return FAVOUR_PITCH * favor.value

    def backdrop(self) -> str:
        module: Any = self.rules.modules[Module.PHARAOHS_FAVORS]
        markup = []
        for favor in list(Favor)[: module.favors]:
            x = self.x(favor)
            markup.append(tablet(x, WIDE))
            for line, words in enumerate(_two_lines(favour_words(favor))):
                markup.append(svg_text(x + 6, 15.5 + 16 * line, words, "about"))
            markup.append(rect(x + WIDE - 25, 11, 18, 18, "hole", 3))
        return group(hint(self.title) + "".join(markup))

    def facts(self, view: View) -> object:
        """Parts of `view` that the spots depend on."""
        return view["favors"]

    def spots(self, view: View) -> Iterator[StoneSpot]:
        for word, seat in view["favors"].items():
            if seat is not None:
                x = self.x(Favor.read(word)) + WIDE - 16
                yield StoneSpot(f"favour.{word}", seat, x, 20, MINI)


def _numbers(rules: Rules) -> PharaohsFavors:
    numbers = rules.modules[PharaohsFavors.module]
    assert isinstance(numbers, PharaohsFavors)
    return numbers


SENTENCES: Final[dict[Favor, Sentence]] = {
    Favor.TWO_CARDS: lambda rules: _(
        "Take %(cards)s face-up cards from the market. New cards replace them.",
        cards=_numbers(rules).cards,
    ),
    Favor.PLACE_AND_FILL_SLED: lambda rules: _(
        "If you like, put a stone on a ship; then your sled is filled."
    ),
    Favor.PLACE_REORDER_SAIL: lambda rules: _(
        "If you like, put a stone on a ship and rearrange its stones. The ship sails if it can."
    ),
    Favor.PLACE_TWO_AND_SAIL: lambda rules: _(
        "Put up to %(stones)s stones on a ship; it sails if it can.",
        stones=_numbers(rules).most_and_sail,
    ),
    Favor.PLACE_THREE: lambda rules: _(
        "Put one to %(stones)s stones on any ships.", stones=_numbers(rules).most
    ),
}
"""A sentence each, with the numbers of the rules."""


class PharaohsFavorsDrawing(ModuleDrawing):
    """A strip of tablets."""

    title = gettext_lazy("Pharaoh’s favours")
    picture = "M0 0C-8 -7 -6 -14 0 -14S8 -7 0 0zM-10 2H10M0 2V14"
    strip = True
    leads: ClassVar = {
        TakeTwoCards: _two_cards,
        PlaceAndFillSled: _fill_sled,
        PlaceReorderSail: _reorder,
        PlaceTwoAndSail: _place_two,
        PlaceThree: _place_three,
    }
    covers: ClassVar = {
        TakeTwoCards: SAILING,
        PlaceAndFillSled: SAILING,
        PlaceReorderSail: SAILING | AT_MARKET | {ShipRearranged},
        PlaceTwoAndSail: SAILING | AT_MARKET,
        PlaceThree: SAILING,
    }
    block = "favours"
    reasons: ClassVar = {FavorUsed: lambda event: f"favor.{event.favor.word}"}
    events: ClassVar = {FavorUsed: event_words(_used)}
    options: ClassVar = {
        TakeTwoCards: _card_options,
        PlaceAndFillSled: _sled_options,
        PlaceReorderSail: _reorder_options,
        PlaceTwoAndSail: _two_options,
        PlaceThree: _three_options,
    }
    places: ClassVar = {"favour": _place}

    def sentence(self) -> str:
        return _(
            "Once per game, as your action: pay a stone from your quarry for one of %(number)s "
            "favours. Each can be used only once.",
            number=len(Favor),
        )

    def details(self) -> Iterator[Detail]:
        for favor, sentence in SENTENCES.items():
            word, title = favor.word, favour_title(favor)
            yield Detail(f"favor-{word}", f"favor.{word}", word, title, sentence(self.rules))

    def lines(self, seats: SeatNames, view: View) -> Iterator[SpokenLine]:
        for word, seat in view["favors"].items():
            words = {"favour": favour_words(Favor.read(word))}
            if seat is None:
                yield SpokenLine(_("%(favour)s: not used yet", **words))
            else:
                words["who"] = seats.title(seat)
                yield SpokenLine(_("%(favour)s: used by %(who)s", **words))

    def blocks(self) -> list[SceneBlock]:
        return [Favours(self.rules)]
