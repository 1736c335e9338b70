"""God prophecies: the cards in play, and whose scarab lies where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from drawing.language import gettext as _
from drawing.language import gettext_lazy, ngettext, once_a_language
from drawing.language.lines import SeatNames, SpokenLine
from drawing.language.option_words import OptionWord, Words
from drawing.language.phrases import nothing
from drawing.language.sentences import Sentence
from drawing.language.words import god_name, joined_words, with_value
from drawing.modules.module import STRIP, Detail, ModuleDrawing, event_words, tablet
from drawing.svg import circle, group, hint, signed_points, tag
from drawing.svg.pieces import OVER, BlockPart, PlacedSymbol
from engine import State
from engine.events import PropheciesRevealed, ScarabLaid
from engine.modules.prophecies import GodProphecies, Prophesy, RevealProphecies
from engine.shown import View
from engine.vocabulary import Module, Prophecy, Source

if TYPE_CHECKING:
    from drawing.board.scene import SceneBlock
    from drawing.language.option_words import Rectangle
    from drawing.play.spots import Places
    from drawing.text.narration import Narrator
    from engine import Rules


PROPHECIES: Final = {
    Prophecy.AMUN: gettext_lazy("red cards"),
    Prophecy.RA: gettext_lazy("most at pyramids"),
    Prophecy.ISIS: gettext_lazy("most at temple"),
    Prophecy.ANUBIS: gettext_lazy("most in chamber"),
    Prophecy.OSIRIS: gettext_lazy("most at obelisks"),
    Prophecy.THOTH: gettext_lazy("statues"),
    Prophecy.PTAH: gettext_lazy("stones everywhere"),
}
"""Subject of a prophecy, in a few letters."""


@once_a_language
def prophecy_condition(prophecy: Prophecy) -> str:
    """Condition of a prophecy, in the reader's language."""
    return str(PROPHECIES[prophecy])


def _prophesy(player: str, action: Prophesy, s: State) -> str:
    module: Any = s.rules.modules[Module.GOD_PROPHECIES]
    period = module.period_of[s.round]
    rounds = [number for number, round_period in module.period_of.items() if round_period == period]
    return ngettext(
        "%(who)s lays a scarab on %(god)s for round %(rounds)s",
        "%(who)s lays a scarab on %(god)s for rounds %(rounds)s",
        len(rounds),
        who=player,
        god=god_name(action.prophecy),
        rounds=joined_words(map(str, rounds)),
    )


def _scarab(n: Narrator, event: ScarabLaid) -> str:
    words = {"who": n.names[event.seat], "god": god_name(event.prophecy)}
    return _("%(who)s lays a scarab on %(god)s", **words)


def _revealed(n: Narrator, event: PropheciesRevealed) -> str:
    gods = joined_words(map(god_name, event.prophecies))
    return _("These prophecies are in play: %(gods)s", gods=gods)


def _lay(action: Prophesy, s: State, seat: int) -> Words:
    god = action.prophecy
    laid = OptionWord(
        f"god-{god.word}",
        lambda: with_value(god_name(god), prophecy_condition(god)),
        ("god", god.value),
    )
    return [OptionWord("prophecy", lambda: _("Lay a scarab")), laid], []


def _god(places: Places, god: int) -> Rectangle:
    block = next(
        candidate for candidate in places.drawing.supply if isinstance(candidate, Prophecies)
    )
    index = places.state.modules[Module.GOD_PROPHECIES].prophecies.index(Prophecy(god))
    return block.name, block.x(index) + 1, 1, block.wide - 2, STRIP - 3


class Prophecies:
    """The prophecies in play, and whose scarab lies where."""

    name = "prophecies"
    width = 450
    height = STRIP
    depths = 1

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.module: Any = rules.modules[Module.GOD_PROPHECIES]
        self.title = self.label = _("God prophecies")
        self.letters: list[str] = []
        self.parts = (BlockPart(self.facts, self.pieces),)

    @property
    def wide(self) -> float:
        """The width of a tablet."""
        return float(round(self.width / self.module.in_play - 5, 1))

    def x(self, index: int) -> float:
        """The left side of a tablet."""
        return float(round(self.width / self.module.in_play * index, 1))

    def backdrop(self) -> str:
        points = self.module.points
        worth = " · ".join(f"{signed_points(good)}/{signed_points(bad)}" for good, bad in points)
        meaning = _(
            "Points for a fulfilled or failed prophecy, by the rounds in which the scarab was "
            "placed"
        )
        tablets = (tablet(self.x(index), self.wide) for index in range(self.module.in_play))
        return group(hint(f"{self.title}. {meaning}: {worth}") + "".join(tablets))

    def facts(self, view: View) -> object:
        """Parts of `view` that the pieces depend on."""
        return view["prophecies"]

    def pieces(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        for index, prophecy_view in enumerate(view["prophecies"]):
            x = self.x(index)
            prophecy = Prophecy.read(prophecy_view["prophecy"])
            yield f"god{index}", PlacedSymbol(OVER, ".god", x + 7, 16.5, god_name(prophecy))
            yield (
                f"about{index}",
                PlacedSymbol(OVER, ".about", x + 7, 32, prophecy_condition(prophecy)),
            )
            first = x + self.wide - 11 - 20 * (len(self.letters) - 1)
            for seat, period in enumerate(prophecy_view["scarabs"]):
                if period:
                    scarab_x = first + 20 * seat
                    yield (
                        f"scarab{index}.{seat}",
                        PlacedSymbol(OVER, f"e{self.letters[seat]}", scarab_x, 8),
                    )
                    yield (
                        f"period{index}.{seat}",
                        PlacedSymbol(OVER, f"dots{period}", scarab_x, 17.2),
                    )


def _numbers(rules: Rules) -> GodProphecies:
    numbers = rules.modules[GodProphecies.module]
    assert isinstance(numbers, GodProphecies)
    return numbers


SENTENCES: Final[dict[Prophecy, Sentence]] = {
    Prophecy.AMUN: lambda rules: _(
        "Fulfilled if you took at least %(cards)s red cards.", cards=_numbers(rules).amun_red_cards
    ),
    Prophecy.RA: lambda rules: _("Fulfilled if you alone have the most stones at the pyramids."),
    Prophecy.ISIS: lambda rules: _("Fulfilled if you alone have the most stones at the temple."),
    Prophecy.ANUBIS: lambda rules: _(
        "Fulfilled if you alone have the most stones in the burial chamber."
    ),
    Prophecy.OSIRIS: lambda rules: _(
        "Fulfilled if you alone have the most stones at the obelisks."
    ),
    Prophecy.THOTH: lambda rules: _(
        "Fulfilled if you own at least %(statues)s statues.", statues=_numbers(rules).thoth_statues
    ),
    Prophecy.PTAH: lambda rules: _(
        "Fulfilled if you have at least %(stones)s stones at each of the four building sites.",
        stones=_numbers(rules).ptah_stones,
    ),
}
"""A sentence each, with the numbers of the rules."""


class GodPropheciesDrawing(ModuleDrawing):
    """A strip of tablets."""

    title = gettext_lazy("God prophecies")
    picture = "M-15 -1q15 -15 30 0q-15 12 -30 0zM-5 -2a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M-5 6 -9 14"
    strip = True
    sources: ClassVar = {Source.GOD_PROPHECIES: gettext_lazy("Prophecies")}
    leads: ClassVar = {Prophesy: _prophesy, RevealProphecies: nothing}
    covers: ClassVar = {Prophesy: frozenset({ScarabLaid})}
    block = "prophecies"
    reasons: ClassVar = {
        PropheciesRevealed: lambda event: "module.god_prophecies",
        ScarabLaid: lambda event: f"god.{event.prophecy.word}",
    }
    events: ClassVar = {
        PropheciesRevealed: event_words(_revealed),
        ScarabLaid: event_words(_scarab),
    }
    options: ClassVar = {Prophesy: _lay}
    places: ClassVar = {"god": _god}
    questions: ClassVar = {"prophecies": gettext_lazy("Which prophecies are in play?")}

    def sentence(self) -> str:
        won, lost = self.numbers.points[0]
        return _(
            "As your action: lay a scarab on a prophecy. At the end, a fulfilled prophecy "
            "is worth up to %(won)s points, a failed one up to %(lost)s.",
            won=won,
            lost=signed_points(lost),
        )

    def details(self) -> Iterator[Detail]:
        for god, sentence in SENTENCES.items():
            word, title = god.word, god_name(god)
            yield Detail(f"prophecy-{word}", f"god.{word}", word, title, sentence(self.rules))

    def symbols(self) -> str:
        """The dots of a period."""
        return "".join(
            tag(
                "g",
                "".join(circle(5 * n - 2.5 * (dots - 1), 0, 1.7, "dot") for n in range(dots)),
                id=f"i-dots{dots}",
            )
            for dots in sorted(set(self.numbers.period_of.values()))
        )

    def lines(self, seats: SeatNames, view: View) -> Iterator[SpokenLine]:
        for prophecy_view in view["prophecies"]:
            prophecy = Prophecy.read(prophecy_view["prophecy"])
            words = {"god": god_name(prophecy), "about": prophecy_condition(prophecy)}
            scarabs = tuple(
                _("scarab of %(who)s, period %(period)s", who=seats.title(seat), period=period)
                for seat, period in enumerate(prophecy_view["scarabs"])
                if period
            )
            yield SpokenLine(_("%(god)s: %(about)s", **words), scarabs or (_("no scarab"),))

    def blocks(self) -> list[SceneBlock]:
        block = Prophecies(self.rules)
        block.letters = self.letters
        return [block]
