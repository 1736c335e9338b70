"""Everything constant about a game: set-up, edition and rulebook, worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from engine.actions import ACTIONS
from engine.cards.card import MarketCard
from engine.editions import load_edition
from engine.entries import Action, Pass
from engine.errors import IllegalAction, Rule
from engine.modules.module import ModuleRules
from engine.profiles import PROFILES
from engine.rulebooks import RULEBOOKS
from engine.setup import Setup
from engine.sites.board import Board
from engine.state import State
from engine.turns.turn import Turn
from engine.vocabulary import EMPTY, Card, CardColour, Module, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import CardTable, CardValues

LAID_OUT: Final = (Site.MARKET, Site.BURIAL_CHAMBER)
"""The sites that may lay something out at the start of a round, in order (R13.1)."""

CLEARED: Final = (Site.TEMPLE, Site.MARKET, Site.BURIAL_CHAMBER)
"""The sites that may do something at the end of a round, in order (R13.2)."""


class NotInPlay(Turn):
    """A turn of `module` where the module is not in play."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def do(self, s: State, seat: int, action: Action) -> None:
        raise IllegalAction(Rule.MODULE_NOT_IN_PLAY, self.module.word)


NO_TURNS: Final[dict[type[Action], Turn]] = dict.fromkeys(ACTIONS, Turn())


class Rules:
    """The constants of one set-up; shared by all its positions, never changed.

    Numbers come from the edition's tables, by the same names where one word serves.
    """

    def __init__(self, setup: Setup) -> None:
        edition = load_edition(setup.edition)
        self.setup = setup
        self.profile = PROFILES[setup.profile]
        self.rulebook = RULEBOOKS[edition["rulebook"]]
        self._cards(edition["card_values"])
        self._modules(edition, setup)
        self.left_of = [*range(1, len(setup.seats)), 0]
        self.seat_of: dict[int, int] = {c: seat for seat, c in enumerate(setup.seats)}
        self.seat_of[EMPTY] = EMPTY
        tables = [
            edition[site.word][side.word] for site, side in zip(Site, setup.sides, strict=True)
        ]
        if setup.figure:  # agreed upon; otherwise it stands where the edition puts it
            tables[Site.PYRAMID] = tables[Site.PYRAMID] | {"figure": setup.figure}
        self.boards = tuple(
            self.rulebook.boards[site, side](table, len(setup.seats), self.profile)
            for site, side, table in zip(Site, setup.sides, tables, strict=True)
        )
        self.confidence: list[str] = [table["confidence"] for table in tables]
        self.prepared = self._overriding("before_first_round", ())[::-1]  # the last asks first
        self.laid_out = self._overriding("start_of_round", LAID_OUT)
        self.cleared = self._overriding("end_of_round", CLEARED)
        self._table(edition, setup)
        self._deck(edition["cards"])

    def _cards(self, numbers: CardValues) -> None:
        """The market cards, by ``Card``, and those that score at the end by their source."""
        self.cards: list[MarketCard] = [self.rulebook.cards[card](numbers) for card in Card]
        by_source: dict[Source, list[MarketCard]] = {}
        for card in self.cards:
            if card.source is not None:
                by_source.setdefault(card.source, []).append(card)
        self.scoring_cards: list[tuple[int, list[MarketCard]]] = sorted(by_source.items())
        self.cargo_sled_spaces: int = numbers["cargo_sled_spaces"]
        self.unused_blue_points: int = numbers["unused_blue_points"]

    def _modules(self, edition: Mapping[str, Mapping[str, object]], setup: Setup) -> None:
        """The modules, and the turns, outcomes and tallies with what they add (R2.1, R10.1)."""
        self.modules: dict[Module, ModuleRules[Any]] = {
            module: rules(edition.get(module.word, {}), len(setup.seats), self.profile)
            for module, rules in self.rulebook.modules.items()
        }
        chosen = [self.modules[module] for module in sorted(setup.modules)]
        self.in_play: list[ModuleRules[Any]] = chosen
        self.hidden_cards = any(module.hides_cards for module in self.in_play)
        self.endless = any(module.endless for module in self.in_play)
        self.turns = dict(self.rulebook.turns)
        last = self.turns.pop(Pass)
        for card in self.cards:
            if card.action is not None:
                self.turns[card.action] = card
        self.outcomes = dict(self.rulebook.outcomes)
        for module in self.in_play:
            self.turns.update(module.turns())
            self.outcomes.update(module.outcomes())
        self.turns[Pass] = last
        self.acts = dict(NO_TURNS)
        for name, module in self.modules.items():
            self.acts.update(dict.fromkeys(module.turns(), NotInPlay(name)))
        self.acts.update(self.turns)
        self.tallies = [*self.rulebook.tallies, *self._overriding("end_of_game", ())]

    def _overriding(self, hook: str, sites: tuple[Site, ...]) -> list[Callable[[State], None]]:
        """Functions of the boards of `sites`, then of the modules in play, for `hook`."""
        parts: list[tuple[object, type]] = [(self.boards[site], Board) for site in sites]
        parts += [(module, ModuleRules) for module in self.in_play]
        return [
            getattr(part, hook)
            for part, base in parts
            if getattr(type(part), hook) is not getattr(base, hook)
        ]

    def _table(self, edition: dict[str, Any], setup: Setup) -> None:
        players, seats = edition["players"], len(setup.seats)
        per_colour: int = players["stones_per_colour"]
        self.stones = per_colour - players["stones_on_score_track"]
        if self.profile.second_colour and setup.new_dynasty and seats == 2:
            self.stones += per_colour  # a second colour, counted as the same (P5)
        for module in self.in_play:
            self.stones = module.stones(self.stones)
        self.starting_stones: list[int] = players["starting_stones"][:seats]
        self.sled_capacity: int = players["sled_capacity"]
        self.stones_per_take: int = players["stones_per_take"]
        self.rounds: int = players["rounds"]
        self.round_cards = Counter(map(tuple, edition["round_cards"][str(seats)]))
        ships = edition["ships"]["minimum_load"]
        self.minimum_load = {int(capacity): minimum for capacity, minimum in ships.items()}
        self.coins: int = edition["market"][setup.sides[Site.MARKET].word].get("coins", 0)

    def _deck(self, cards: dict[str, CardTable]) -> None:
        columns = ["base", *(module.deck for module in self.in_play)]
        self.copies = [0] * len(Card)
        colours = [CardColour.WHITE] * len(Card)
        for word, table in cards.items():
            card = Card.read(word)
            colours[card] = CardColour.read(str(table["colour"]))
            counts: list[object] = [table.get(column, 0) for column in columns]
            self.copies[card] = sum([count for count in counts if isinstance(count, int)])
        self.deck_size = sum(self.copies)
        self.colours = colours
        self.is_red = [colour is CardColour.RED for colour in colours]
        self.is_blue = [colour is CardColour.BLUE for colour in colours]
        self.red_cards: list[int] = [card for card in Card if self.is_red[card]]
        self.blue_cards: list[int] = [card for card in Card if self.is_blue[card]]


@lru_cache(maxsize=512)
def rules_for(setup: Setup) -> Rules:
    """The rules of `setup`."""
    return Rules(setup)
