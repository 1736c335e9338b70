"""Set-up: seats, stones, round cards, deck, sides, and what the bank lays out (R1, R13.1)."""

from collections import Counter

import pytest

from engine.errors import Rule, SetupError
from engine.events import CardsLaid, CardsRevealed, CryptRevealed, RoundBegan
from engine.setup import Setup
from engine.vocabulary import Card, Colour, Module, Profile, Side
from tests.table import Table

COLOURS = ["black", "white", "brown", "gray"]
ROUND_CARDS = {
    2: "3221 3321 3322 4221 4321 4322 4331",
    3: "3322 3332 4221 4321 4322 4332 4421",
    4: "3332 4322 4332 4333 4421 4422 4432",
}
DECK = {  # copies in the base game, and added by A New Dynasty
    "entrance": (2, 0),
    "sarcophagus": (2, 0),
    "paved_path": (2, 0),
    "private_stone_quarry": (0, 2),
    "pyramid_decoration": (2, 0),
    "temple_decoration": (2, 0),
    "burial_chamber_decoration": (2, 0),
    "obelisk_decoration": (2, 0),
    "stone_ornament": (0, 2),
    "statue": (10, 4),
    "lever": (2, 0),
    "hammer": (2, 0),
    "sail": (3, 0),
    "chisel": (3, 0),
    "raft": (0, 2),
    "loading_plank": (0, 2),
    "cargo_sled": (0, 2),
}


# ----------------------------------------------------------------------- stones and seats


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_colour_has_29_stones_to_play_with_the_starting_stones_among_them(players):
    """[R1.1] 30 stones a colour, one of which marks the score."""
    table = Table(" ".join(COLOURS[:players]))
    assert [p.sled + p.quarry for p in table.state.players] == [29] * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_k_begins_with_k_plus_2_stones(players):
    """[R1.2] 2, 3, 4 and 5 stones on the sleds, in turn order."""
    table = Table(" ".join(COLOURS[:players]))
    assert [p.sled for p in table.state.players] == [2, 3, 4, 5][:players]


def test_seat_0_starts_and_seats_follow_the_turn_order():
    """[R1.2] Whatever the colours are."""
    table = Table("gray black brown")
    assert (table.open()[0], table.actor) == (RoundBegan(1, (4, 3, 2, 2), 0), "gray")
    table.play("gray take")
    assert table.actor == "black"
    table.play("black take")
    assert table.actor == "brown"
    table.play("brown load 1.1")
    assert table.actor == "gray"


# --------------------------------------------------------------------------- round cards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_seven_round_cards_for_the_number_of_players(players):
    """[R1.3] Any of the seven may be the first, since one of them is aside unseen."""
    table = Table(" ".join(COLOURS[:players]))
    cards = [entry.removeprefix("round ").replace(" ", "") for entry in table.legal]
    assert sorted(cards) == ROUND_CARDS[players].split()


def test_each_round_card_comes_once():
    """[R1.3, refusal ROUND_CARD_IMPOSSIBLE] A card played is not shuffled in again."""
    table = Table().opened("4 3 2 2")
    table.state.harbour = {1: table.state.harbour[1]}
    table.deliver("pyramid", "black", "black", "black")
    assert table.refused("round 4 3 2 2") is Rule.ROUND_CARD_IMPOSSIBLE
    assert "4,3,2,2" not in table.legal[0]
    assert RoundBegan(2, (3, 2, 2, 1), 1) in table.play("round 3 2 2 1")


@pytest.mark.parametrize("ships", ["4 4 4 4", "4 4 3 2", "2 2 3 4", "4 3 2"])
def test_a_round_card_is_one_of_the_players_number_largest_ship_first(ships):
    """[R1.3, refusal ROUND_CARD_IMPOSSIBLE, R14.1] 4-4-3-2 is a card for four players."""
    assert Table("black white").refused(f"round {ships}") is Rule.ROUND_CARD_IMPOSSIBLE


def test_a_round_card_shows_the_four_ships_of_the_round():
    """[R1.3, game-round-card-1] One ship of four spaces, one of three and two of two."""
    ships = Table().opened("4 3 2 2").state.harbour
    assert [len(ship.spaces) for ship in ships.values()] == [4, 3, 2, 2]
    assert [ship.minimum for ship in ships.values()] == [3, 2, 1, 1]
    assert all(ship.load == 0 for ship in ships.values())


# ------------------------------------------------------------------------------ the deck


@pytest.mark.parametrize(("modules", "size"), [("", 34), ("new_dynasty_cards", 48)])
def test_the_market_deck_has_34_cards_and_48_with_those_of_new_dynasty(modules, size):
    """[R1.4, module new_dynasty_cards] 14 more cards with the module."""
    table = Table(modules=modules)
    assert table.state.pile.draw == size
    copies = zip(Card.words(), table.state.rules.copies, strict=True)
    deck = {word: base + (added if modules else 0) for word, (base, added) in DECK.items()}
    assert Counter(dict(copies)) == Counter(deck)


def test_the_sides_alone_add_no_cards():
    """[R1.4] Only the module does."""
    assert Table(sites="CCCCC").state.pile.draw == 34


def test_no_more_copies_come_than_the_deck_holds():
    """[R13.4, refusal CARD_IMPOSSIBLE] There are two levers, and no raft in the base game."""
    table = Table().after("round 4 3 2 2")
    assert table.refused("market lever lever lever statue") is Rule.CARD_IMPOSSIBLE
    assert table.refused("market raft statue statue statue") is Rule.CARD_IMPOSSIBLE
    assert "raft" not in table.legal[0].split()
    table.play("market lever lever statue statue")


# -------------------------------------------------------------------------------- sides


def test_sides_may_be_mixed_in_any_way():
    """[R1.5, game-sides-1] D market, A pyramid, C temple, B burial chamber, D obelisks."""
    table = Table(sites="DACBD")
    assert table.setup.sides == (Side.D, Side.A, Side.C, Side.B, Side.D)
    table.open("4 3 2 2", "statue lever")
    assert table.actor == "black"


@pytest.mark.parametrize("side", "ABCD")
def test_every_site_may_show_every_side(side):
    """[R1.5] All of one side is a game too."""
    assert Table(sites=side * 5).setup.sides == (Side.read(side),) * 5


def test_coins_figure_and_chariots_are_set_out():
    """[R4.6, R6.4, R7.5] Two coins each; the figure on space 0; every chariot on the start."""
    table = Table("black white brown", sites="CDDAA")
    assert [player.coins for player in table.state.players] == [2, 2, 2]
    assert (table.site("pyramid").figure, table.site("temple").chariots) == (0, [0, 0, 0])
    assert [player.coins for player in Table().state.players] == [0, 0]


# ------------------------------------------------------------------- what the bank lays out


def test_prophecies_scaffold_round_card_market_and_crypt_come_in_this_order():
    """[R13.1] Before round 1 the first two; the others at the start of every round."""
    table = Table(sites="ACADA", modules="god_prophecies")
    refusals = []
    for entry in (
        "prophecies ra isis thoth",
        "scaffold 3",
        "round 4 3 2 2",
        "market statue statue lever sail",
        "crypt 1 2 3 4",
    ):
        refusals.append(table.legal[0].split(" ")[0])
        table.play(entry)
    assert refusals == ["prophecies", "scaffold", "round", "market", "crypt"]
    assert table.actor == "black"


def test_market_a_is_filled_with_four_cards_spaces_1_to_4():
    """[R13.1] The first card named lies on space 1."""
    happened = Table().open(market="statue lever sail chisel")
    cards = (Card.STATUE, Card.LEVER, Card.SAIL, Card.CHISEL)
    assert CardsRevealed((1, 2, 3, 4), cards) in happened


def test_the_pair_of_market_b_comes_last():
    """[R13.1] Three face-up cards, then two face-down ones on space 4."""
    happened = Table(sites="BAAAA").open(market="statue lever sail")
    cards = (Card.STATUE, Card.LEVER, Card.SAIL)
    assert happened[1:] == [CardsRevealed((1, 2, 3), cards), CardsLaid(4, 2)]


def test_market_d_fills_1_and_2_then_the_piles_on_3_and_4_to_three():
    """[R13.1] Eight cards in the first round."""
    table = Table(sites="DAAAA")
    happened = table.open(market="statue lever")
    cards = (Card.STATUE, Card.LEVER)
    assert happened[1:] == [CardsRevealed((1, 2), cards), CardsLaid(3, 3), CardsLaid(4, 3)]
    assert table.state.pile.draw == 34 - 8


def test_the_crypt_is_the_last_thing_laid_out():
    """[R13.1] Four tiles, after the market."""
    assert Table(sites="AAADA").open(crypt="20 3 7 24")[-1] == CryptRevealed((3, 7, 20, 24))


# ---------------------------------------------------------------------- refusals of the bank


@pytest.mark.parametrize("market", ["statue statue statue", "statue statue statue statue statue"])
def test_the_bank_names_as_many_cards_as_are_due(market):
    """[R13.1, refusal OUTCOME_COUNT] Four on market A."""
    assert Table().after("round 4 3 2 2").refused(f"market {market}") is Rule.OUTCOME_COUNT


def test_the_bank_names_as_many_tiles_as_are_due():
    """[R13.1, refusal OUTCOME_COUNT] Four tiles of the crypt."""
    table = Table(sites="AAADA").opened()
    assert table.legal == (
        "crypt TILE TILE TILE TILE, of: " + " ".join(str(tile) for tile in range(1, 25)),
    )
    assert table.refused("crypt 1 2 3") is Rule.OUTCOME_COUNT


def test_the_bank_reveals_tiles_that_there_are():
    """[R13.1, refusal TILE_IMPOSSIBLE] 24 crypt tiles, 5 scaffold tiles, each once."""
    table = Table(sites="ACADA")
    assert table.legal == ("scaffold 1", "scaffold 2", "scaffold 3", "scaffold 4", "scaffold 5")
    assert table.refused("scaffold 6") is Rule.TILE_IMPOSSIBLE
    table.play("scaffold 5")
    table.open()
    assert table.refused("crypt 1 2 3 25") is Rule.TILE_IMPOSSIBLE
    assert table.refused("crypt 1 2 3 3") is Rule.TILE_IMPOSSIBLE


def test_the_bank_writes_the_kind_of_outcome_that_is_due():
    """[R2.8, refusal WRONG_OUTCOME] The round card comes before the market."""
    table = Table()
    assert table.refused("market statue statue statue statue") is Rule.WRONG_OUTCOME
    assert table.refused("bank take") is Rule.WRONG_OUTCOME


def test_players_wait_for_the_bank():
    """[R2.8, refusal BANK_PENDING] Nobody acts before the round is laid out."""
    table = Table()
    assert table.actor == "bank"
    assert table.refused("black take") is Rule.BANK_PENDING
    assert table.options == []


def test_the_bank_waits_for_the_players():
    """[R2.8, refusal NOT_THE_BANKS_ENTRY] A turn is no matter of chance."""
    assert Table().opened().refused("draw statue") is Rule.NOT_THE_BANKS_ENTRY


def test_a_look_names_what_has_left_the_pile_or_is_drawn_from_it():
    """[R13.3, R13.4] The two levers lie open: no face-down card can be one."""
    table = Table(sites="BAAAA").opened(market="lever lever sail")
    table.load(3, "black").play("black sail 3 market", "black card 4")
    form, _, cards = table.legal[0].partition(", of: ")
    assert form == "look CARD CARD"
    assert {"sail", "statue"} <= set(cards.split())
    assert not {"lever", "raft"} & set(cards.split())


# ----------------------------------------------------------------------- set-ups refused


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"seats": "black"}, "seats"),
        ({"seats": "black white brown gray black"}, "seats"),
        ({"seats": "black black"}, "seats"),
        ({"seats": "black pink"}, "seats"),
        ({"sites": "AAAA"}, "sites"),
        ({"sites": "AAAAE"}, "sites"),
        ({"modules": "sphinx"}, "modules"),
        ({"profile": "friendly"}, "profile"),
        ({"edition": "1999.1"}, "edition"),
    ],
)
def test_a_set_up_that_does_not_exist_is_refused_by_its_header_line(wrong, field):
    """[R1.2, R1.5] Two to four players of different colours, five sides, what we know."""
    with pytest.raises(SetupError) as refusal:
        Setup.of(**{"seats": "black white", **wrong})
    assert refusal.value.field == field


def test_a_set_up_may_be_given_in_words_or_in_things():
    """[R1.5] Both say the same."""
    words = Setup.of("white gray", "ABCDA", "private_ships", "yucata")
    things = Setup.of([Colour.WHITE, Colour.GRAY], "ABCDA", [Module.PRIVATE_SHIPS], Profile.YUCATA)
    assert words == things


@pytest.mark.parametrize(
    ("sites", "modules", "answer"),
    [
        ("AAAAA", "", False),
        ("BBBBB", "private_ships stonemasons_wager pharaohs_favors", False),
        ("AAAAA", "wrath_of_the_pharaoh hidden_market_cards", False),
        ("CAAAA", "", True),
        ("AAAAD", "", True),
        ("AAAAA", "new_dynasty_cards", True),
        ("AAAAA", "god_prophecies", True),
    ],
)
def test_a_part_of_new_dynasty_is_a_c_or_d_side_the_cards_or_the_prophecies(sites, modules, answer):
    """[P2, P5] Nothing else counts as a part."""
    assert Setup.of("black white", sites, modules).new_dynasty is answer
