"""Everything constant about a game: set-up, edition and rulebook, worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

from engine.editions import load_edition
from engine.entries import Action
from engine.entries.table import ACTIONS
from engine.errors import IllegalAction, Rule
from engine.profiles import PROFILES
from engine.rulebooks import RULEBOOKS
from engine.setup import Setup
from engine.sites.board import Board
from engine.state import State
from engine.vocabulary import BUILDING_SITES, EMPTY, Card, CardColour, Module, Site

LAID_OUT: Final = (Site.MARKET, Site.BURIAL_CHAMBER)
"""The sites that may lay something out at the start of a round, in order (R13.1)."""

CLEARED: Final = (Site.TEMPLE, Site.MARKET, Site.BURIAL_CHAMBER)
"""The sites that may do something at the end of a round, in order (R13.2)."""


def no_turn(s: State, seat: int, action: Action) -> None:
    """An answer, or an outcome, where a turn is due."""
    raise IllegalAction(Rule.NO_DECISION)


NO_TURNS: Final[dict[type[Action], Callable[[State, int, Any], None]]] = dict.fromkeys(
    ACTIONS, no_turn
)


class Rules:
    """The constants of one set-up; shared by all its positions, never changed.

    Numbers come from the edition's tables, by the same names where one word serves.
    """

    def __init__(self, setup: Setup) -> None:
        edition = load_edition(setup.edition)
        self.setup = setup
        self.profile = PROFILES[setup.profile]
        self.rulebook = RULEBOOKS[edition["rulebook"]]
        self.turns = self.rulebook.turns
        self.acts = {**NO_TURNS, **{kind: turn.do for kind, turn in self.turns.items()}}
        self.outcomes = self.rulebook.outcomes
        self.red_cards = self.rulebook.red_cards
        self.left_of = [*range(1, len(setup.seats)), 0]
        self.seat_of: dict[int, int] = {c: seat for seat, c in enumerate(setup.seats)}
        self.seat_of[EMPTY] = EMPTY
        self.boards = tuple(
            self.rulebook.boards[site, side](
                edition[site.word][side.word], len(setup.seats), self.profile
            )
            for site, side in zip(Site, setup.sides, strict=True)
        )
        self.confidence: list[str] = [
            edition[site.word][side.word]["confidence"]
            for site, side in zip(Site, setup.sides, strict=True)
        ]
        self.laid_out = self._overriding("start_of_round", LAID_OUT)
        self.cleared = self._overriding("end_of_round", CLEARED)
        self._table(edition, setup)
        self._deck(edition["cards"], Module.NEW_DYNASTY_CARDS in setup.modules)
        self._card_values(edition["card_values"])
        self._modules(edition, setup)

    def _overriding(self, hook: str, sites: tuple[Site, ...]) -> list[Board[Any]]:
        """The boards of `sites` that do something at `hook`."""
        boards = [self.boards[site] for site in sites]
        return [board for board in boards if getattr(type(board), hook) is not getattr(Board, hook)]

    def _table(self, edition: dict[str, Any], setup: Setup) -> None:
        players, seats = edition["players"], len(setup.seats)
        per_colour: int = players["stones_per_colour"]
        self.stones = per_colour - players["stones_on_score_track"]
        if self.profile.second_colour and setup.new_dynasty and seats == 2:
            self.stones += per_colour  # a second colour, counted as the same (P5)
        if Module.UNLIMITED_STONES in setup.modules:
            self.stones = UNLIMITED
        self.starting_stones: list[int] = players["starting_stones"][:seats]
        self.sled_capacity: int = players["sled_capacity"]
        self.stones_per_take: int = players["stones_per_take"]
        self.rounds: int = players["rounds"]
        self.round_cards = Counter(map(tuple, edition["round_cards"][str(seats)]))
        ships = edition["ships"]["minimum_load"]
        self.minimum_load = {int(capacity): minimum for capacity, minimum in ships.items()}
        self.coins: int = edition["market"][setup.sides[Site.MARKET].word].get("coins", 0)

    def _deck(self, cards: dict[str, Any], new_dynasty: bool) -> None:
        self.copies = [0] * len(Card)
        colours = [CardColour.WHITE] * len(Card)
        for word, table in cards.items():
            card = Card.read(word)
            colours[card] = CardColour.read(table["colour"])
            self.copies[card] = table.get("base", 0)
            self.copies[card] += table.get("new_dynasty", 0) if new_dynasty else 0
        self.deck_size = sum(self.copies)
        self.is_red = [colour is CardColour.RED for colour in colours]
        self.blue_cards = itemgetter(*[c for c in Card if colours[c] is CardColour.BLUE])

    def _card_values(self, values: dict[str, Any]) -> None:
        self.statue_points: list[int] = values["statue_points"]
        self.statue_further: int = values["statue_further"]
        self.decoration_stones_per_point: int = values["decoration_stones_per_point"]
        self.unused_blue_points: int = values["unused_blue_points"]
        self.private_stone_quarry_points: int = values["private_stone_quarry_points"]
        self.private_stone_quarry_stones: int = values["private_stone_quarry_stones"]
        self.stone_ornament_points: int = values["stone_ornament_points_per_stone"]
        self.cargo_sled_spaces: int = values["cargo_sled_spaces"]
        self.hammer_stones: int = values["hammer_stones"]
        self.raft_payment: int = values["raft_payment"]
        self.loading_plank_payment: int = values["loading_plank_payment"]

    def _modules(self, edition: dict[str, Any], setup: Setup) -> None:
        modules = setup.modules
        self.private_ships = Module.PRIVATE_SHIPS in modules
        self.unused_private_ship_points: int = edition["private_ships"]["unused"]
        wager = edition["stonemasons_wager"]
        fields = wager["fields"][str(len(setup.seats))]
        chosen = Module.STONEMASONS_WAGER in modules
        self.wager_fields = [len(fields) * (chosen and s in BUILDING_SITES) for s in Site]
        self.wager_points: dict[str, dict[str, int]] = wager
        favors = edition["pharaohs_favors"]
        self.favors = len(favors["favors"]) if Module.PHARAOHS_FAVORS in modules else 0
        self.favor_cards: int = favors["two_cards"]
        self.favor_place_two: int = favors["place_two"]
        self.favor_place_three: int = favors["place_three"]
        prophecies = edition["god_prophecies"]
        chosen = Module.GOD_PROPHECIES in modules
        self.prophecies_in_play: int = prophecies["in_play"] if chosen else 0
        self.scarabs: int = prophecies["scarabs"]
        self.period_of: dict[int, int] = {
            number: period
            for period, rounds in enumerate(prophecies["periods"], 1)
            for number in rounds
        }
        self.prophecy_points: list[list[int]] = prophecies["points"]
        self.amun_red_cards: int = prophecies["amun_red_cards"]
        self.thoth_statues: int = prophecies["thoth_statues"]
        self.ptah_stones: int = prophecies["ptah_stones"]
        self.wrath_points: int = edition["wrath_of_the_pharaoh"]["points"]
        self.hidden_cards = Module.HIDDEN_MARKET_CARDS in modules


UNLIMITED = 10**6
"""A quarry that never runs out (P5): more stones than any log within the limits can take."""


@lru_cache(maxsize=512)
def rules_for(setup: Setup) -> Rules:
    """The rules of `setup`."""
    return Rules(setup)
