"""The dealer holds what lies hidden on a table, card by card, and cheats nobody."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from engine.apply import apply, start
from engine.dealer import DealtGame, Witness, chance_of, deal
from engine.errors import IllegalAction
from engine.events import CardsSeen, PileReshuffled
from engine.fairness import CommittedShuffler
from engine.log import Entry, write_text
from engine.players import random_player
from engine.replay import steps, verify
from engine.setup import Setup
from engine.state import State
from engine.vocabulary import BANK, Card, Site, Source
from tests.engine.invariants import named_cards, random_setup

MODULES = "private_ships pharaohs_favors new_dynasty_cards hidden_market_cards"
SETUPS = [
    ("black white", "BBBAA", ""),
    ("black white brown gray", "BBBAA", "pharaohs_favors private_ships"),
    ("black white brown gray", "DCCDC", ""),
    ("black white", "DBBAA", "pharaohs_favors private_ships"),
    ("black white brown gray", "BCCDA", MODULES),
    ("black white brown", "CBCAA", "pharaohs_favors"),
]


class WatchedGame(DealtGame):
    """A game in which every card is counted after every entry."""

    reshuffles = looks = 0
    lying: Mapping[int, Counter[Card]] = {}
    """The face-down cards by space, after the entry before."""

    def _write(self, entry: Entry, witness: Witness | None = None) -> None:
        super()._write(entry, witness)
        events = self.state.events or []
        self.reshuffles += sum(isinstance(event, PileReshuffled) for event in events)
        for event in events:
            if isinstance(event, CardsSeen) and event.space and entry.seat == BANK:
                self.looks += 1
                counter = Counter(entry.action.cards)  # type: ignore[attr-defined]
                assert counter == self.lying[event.space], (
                    "the cards named are not those that lay there"
                )
        self.check()
        self.lying = {space: Counter(cards) for space, cards in self.dealer.face_down.items()}

    def check(self) -> None:
        s, dealer = self.state, self.dealer
        market = s.sites[Site.MARKET]
        face_up_discards = Counter({card: s.pile.discard[card] for card in Card})
        hidden = [*dealer.pile.cards, *dealer.pile.discards]
        for cards in dealer.face_down.values():
            hidden += cards
        everywhere = Counter(hidden) + (named_cards(s) - face_up_discards)
        assert [everywhere[card] for card in Card] == s.rules.copies
        assert len(dealer.pile.cards) == s.pile.draw
        assert face_up_discards <= Counter(dealer.pile.discards)
        assert len(dealer.pile.discards) == sum(s.pile.discard) + s.pile.unseen
        first = len(market.up) + 1
        for space, down in enumerate(market.down, first):
            assert len(dealer.face_down.get(space, ())) == down.unknown


def watched(setup: Setup, seed: int, *, by_row: bool = False) -> WatchedGame:
    chance = random.Random(seed)
    committed = CommittedShuffler(setup, random.Random(seed).randbytes(32), {}, {})
    game = WatchedGame(setup, committed if by_row else chance)
    while not game.state.over:
        game.act(random_player(game.state, chance))
    return game


@pytest.mark.parametrize("by_row", [False, True])
def test_every_card_comes_from_where_it_lies(by_row: bool) -> None:
    """Face-down cards, reshuffles and refills included."""
    games = [
        watched(Setup.of(*options), seed, by_row=by_row) for options in SETUPS for seed in range(5)
    ]
    assert sum(game.reshuffles for game in games) > 5
    assert sum(game.looks for game in games) > 20


@pytest.mark.parametrize("by_row", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_every_card_comes_from_where_it_lies_in_any_game(seed: int, by_row: bool) -> None:
    watched(random_setup(random.Random(seed)), seed, by_row=by_row)


def test_the_same_seed_gives_the_same_game() -> None:
    setup = Setup.of("black white gray", "DCBDC", "god_prophecies")
    texts = [write_text(deal(setup, seed, "random")) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_without_a_seed_the_system_deals() -> None:
    assert isinstance(chance_of(None), random.SystemRandom)
    setup = Setup.of("black white", "AAAAA")
    logs = [deal(setup, play="random") for _ in range(2)]
    assert logs[0] != logs[1]
    for log in logs:
        verify(log)


def test_a_dealt_log_says_so_and_claims_its_result() -> None:
    log = deal(Setup.of("black white"), 1, "random")
    assert (log.header.chance, log.header.result) == ("dealt", verify(log).result.points)
    assert deal(Setup.of("black white"), 1).header.result is None


def test_an_illegal_action_changes_nothing() -> None:
    game = DealtGame(Setup.of("black white", "BAAAA"), random.Random(1))
    entries, pile = list(game.entries), list(game.dealer.pile.cards)
    with pytest.raises(IllegalAction):
        game.act(game.entries[0].action)
    assert (game.entries, game.dealer.pile.cards) == (entries, pile)


def test_a_witness_is_shown_every_entry_before_it_is_applied() -> None:
    """Those of the bank too, at the beginning and after an action."""
    views: list[tuple[Entry, tuple[object, ...]]] = []

    def witness(s: State, entry: Entry) -> None:
        views.append((entry, s.key()))

    setup = Setup.of("black white", "BAAAA")
    game = DealtGame(setup, random.Random(1), witness)
    chance = random.Random(2)
    for _ in range(30):
        game.act(random_player(game.state, chance), witness)
    assert [entry for entry, _ in views] == game.entries
    s = start(setup)
    for entry, before in views:
        assert s.key() == before
        apply(s, *entry)


def test_nobody_acts_after_the_end() -> None:
    game = watched(Setup.of("black white"), 1)
    with pytest.raises(IllegalAction):
        game.act(game.entries[-1].action)


def test_the_first_round_card_is_each_of_the_seven_alike() -> None:
    setup = Setup.of("black white")
    rounds = Counter(deal(setup, seed).entries[0].action.text for seed in range(700))
    assert len(rounds) == 7
    assert all(63 < count < 137 for count in rounds.values())  # four deviations


def test_six_of_the_seven_round_cards_are_played_once_each() -> None:
    log = deal(Setup.of("black white brown"), 5, "random")
    texts = [entry.action.text for entry in log.entries]
    rounds = [text for text in texts if text.startswith("round ")]
    assert len(set(rounds)) == len(rounds) == 6


def test_the_first_card_of_the_market_is_as_likely_as_its_copies() -> None:
    setup = Setup.of("black white")
    firsts = Counter(deal(setup, seed).entries[1].action.text.split()[1] for seed in range(1_020))
    assert 240 < firsts["statue"] < 360  # 10 of 34
    assert 60 < firsts["sail"] < 125  # 3 of 34
    assert 30 < firsts["lever"] < 95  # 2 of 34


def test_crypt_scaffold_and_prophecies_come_once_each() -> None:
    setup = Setup.of("black white brown gray", "ACADA", "god_prophecies")
    for seed in range(8):
        log = deal(setup, seed, "random")
        crypt: list[int] = []
        scaffold: list[str] = []
        for entry in log.entries:
            verb, *named = entry.action.text.split()
            if verb == "crypt":
                assert named == sorted(named, key=int)
                crypt += map(int, named)
            elif verb == "scaffold":
                scaffold += named
            elif verb == "prophecies":
                assert len(set(named)) == 3
        assert sorted(crypt) == list(range(1, 25))
        assert len(set(scaffold)) == len(scaffold) >= 1


def hidden(game: DealtGame) -> tuple[list[Card], dict[int, list[Card]], list[tuple[int, ...]]]:
    dealer = game.dealer
    return list(dealer.pile.cards), dict(dealer.face_down), list(dealer.round_cards)


def test_what_players_do_does_not_change_what_lies_there() -> None:
    """Cards are fixed when they are shuffled, not when somebody asks for them."""
    setup = Setup.of("black white", "BAAAA")
    before = hidden(DealtGame(setup, random.Random(3)))
    for player_seed in range(10):
        game = DealtGame(setup, random.Random(3))
        chance = random.Random(player_seed)
        for _ in range(6):
            if game.state.agenda or game.state.docks[Site.MARKET]:
                break
            game.act(random_player(game.state, chance))
        pile, _, rounds = hidden(game)
        assert (pile, rounds) == (before[0][: len(pile)], before[2][: len(rounds)])


def unseen_pairs(game: DealtGame) -> Iterator[int]:
    for down in game.state.sites[Site.MARKET].down:
        yield len(down.known)


def test_the_position_does_not_hold_what_only_the_dealer_knows() -> None:
    for sites in ("BAAAA", "DAAAA"):
        dealt_game = DealtGame(Setup.of("black white", sites), random.Random(1))
        two = DealtGame(Setup.of("black white", sites), random.Random(1))
        two.dealer.pile.cards.reverse()
        two.dealer.face_down = {space: [Card.SAIL] for space in two.dealer.face_down}
        assert dealt_game.state.key() == two.state.key()
        assert set(unseen_pairs(dealt_game)) == {0}


def test_the_dealer_asks_the_position_for_nothing_but_what_is_due() -> None:
    """Cards in front of players, coins, stones and scores may be anything: the deal is the same."""
    for seed in range(6):
        games = [DealtGame(Setup.of("black white", "BCADA"), random.Random(seed)) for _ in "ab"]
        for player in games[1].state.players:
            player.scored[Source.STATUES], player.coins = 50, 9
        chances = [random.Random(8), random.Random(8)]
        for _ in range(25):
            for game, chance in zip(games, chances, strict=True):
                game.act(random_player(game.state, chance))
        assert games[0].entries == games[1].entries


def test_a_dealt_game_can_be_replayed_step_by_step() -> None:
    game = watched(Setup.of("black white", "DCCDC"), 4)
    log = deal(Setup.of("black white", "DCCDC"), 4, "random")
    assert tuple(game.entries) == log.entries
    assert sum(1 for _ in steps(log)) == len(log.entries)
