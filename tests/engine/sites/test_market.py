"""The market, sides A to D: what a stone takes, what is laid out, where cards go (R4)."""

import pytest

from engine.apply import apply
from engine.digest import digest
from engine.entries import ChooseCard
from engine.errors import IllegalAction, Rule
from engine.events import (
    CardDiscarded,
    CardsDiscardedUnseen,
    CardsLaid,
    CardsRevealed,
    CardsSeen,
    CardTaken,
    CoinSpent,
    GameEnded,
    PileReshuffled,
    RoundBegan,
    ShipSailed,
    StonePlaced,
    StoneSent,
    StonesReturned,
)
from engine.view import view
from engine.vocabulary import EMPTY, Card, Origin, Site
from tests.table import Table, WithoutEvents, leave, scored, throw

SEATS = "black white gray"
MIXED = "statue lever sail chisel"
EMPTY_MARKET = "none"


def bury(table, *words):
    """Put cards that the last player had back into the draw pile."""
    for word in words:
        table.player(table.setup.seats[-1].word).cards[Card.read(word)] -= 1
        table.state.pile.located[Card.read(word)] -= 1
        table.state.pile.draw += 1


def card_count(table):
    """How many cards there are, wherever they lie."""
    pile, market = table.state.pile, table.site("market")
    return pile.draw + pile.unseen + sum(pile.located) + sum(d.unknown for d in market.down)


def sail_remaining_ships(table):
    """Sail every ship of the harbour to sites that ask nothing, none of them the market."""
    sites = ["temple", "burial_chamber", "obelisks", "pyramid"]
    happened = []
    for site in [site for site in sites if not table.state.docks[Site.read(site)]]:
        if table.state.harbour:
            number, ship = next(iter(table.state.harbour.items()))
            table.load(number, *["black"] * ship.minimum)
            happened += table.play(f"{table.actor} sail {number} {site}")
    return happened


def opened(side, market=MIXED, pyramid="A", seats=SEATS, modules=""):
    """The first round of a game with this side of the market."""
    table = Table(seats, f"{side}{pyramid}AAA", modules)
    words = market.split()[: {"A": 4, "B": 3, "C": 4, "D": 2}[side]]
    if market == EMPTY_MARKET:
        leave(table)
        words = []
    table.open(market=" ".join(words))
    return table


def lying(table):
    """The face-up cards by word, ``-`` for an empty space."""
    return " ".join("-" if card == EMPTY else card.word for card in table.site("market").up)


def sizes(table):
    """How many cards lie face down on each space."""
    return [down.size for down in table.site("market").down]


def owned(table, colour):
    """A player's cards by word."""
    return {card.word: n for card in Card if (n := table.player(colour).cards[card])}


def discarded(table):
    """The discard pile by word, as far as it lies face up."""
    return {card.word: n for card in Card if (n := table.state.pile.discard[card])}


def knows(table, seat):
    """What a seat sees of each face-down space."""
    face_down = view(table.state, seat)["sites"]["market"]["board"]["face_down"]
    return [(space["count"], space["known"]) for space in face_down]


# ------------------------------------------------------------------------------ a stone


def test_a_stone_takes_any_face_up_card():
    """[R4.1, market A] The owner of a stone may take each of the four cards."""
    table = opened("A").sailed("market", "black")
    assert table.options == ["card 1", "card 2", "card 3", "card 4"]
    assert CardTaken(0, 3, Card.SAIL) in table.play("black card 3")
    assert (owned(table, "black"), lying(table)) == ({"sail": 1}, "statue lever - chisel")


def test_a_ship_brings_each_owner_a_card_in_the_order_of_its_stones():
    """[market-A-1, R3.1, market A] White takes a sail, brown a statue, gray a lever."""
    table = opened("A", "lever sail chisel statue", seats="white brown gray")
    quarries = [player.quarry for player in table.state.players]
    table.sail("market", "white", "brown", "gray")
    table.play("white card 2", "brown card 4", "gray card 1")
    cards = [owned(table, colour) for colour in ("white", "brown", "gray")]
    assert cards == [{"sail": 1}, {"statue": 1}, {"lever": 1}]
    assert [player.quarry for player in table.state.players] == [q + 1 for q in quarries]


def test_no_stone_stays_at_the_market():
    """[market A] The delivered stone goes back to its owner's quarry."""
    table = opened("A").sailed("market", "white")
    assert table.play("white card 1")[-1] == StonesReturned(1, 1)
    assert table.stones_at("market") == [0, 0, 0]


def test_a_stone_may_not_refuse_a_card():
    """[R4.1, refusal DECISION_PENDING] Neither declining nor another turn is an answer."""
    table = opened("A").sailed("market", "black")
    for instead in ("black decline", "black take", "black pass"):
        assert table.refused(instead) is Rule.DECISION_PENDING


def test_the_only_card_is_taken_without_asking():
    """[R2.8, R4.1, market A] The last of four stones takes the card that is left."""
    table = opened("A").sailed("market", "black", "white", "black", "white")
    happened = table.play("black card 1", "white card 2", "black card 4")
    assert table.forced == ["white card 3"]
    assert CardTaken(1, 3, Card.SAIL) in happened
    assert table.actor == "white"


def test_two_equal_cards_on_two_spaces_are_two_answers():
    """[R2.8, market A] Spaces are named by number, so a choice of statues is asked."""
    table = opened("A", "statue statue statue statue").sailed("market", "black")
    assert len(table.options) == 4


@pytest.mark.parametrize("answer", ["card 2", "card 5", "card 1 3"])
def test_only_a_space_with_a_card_answers(answer):
    """[refusal NOT_AN_ANSWER, market A] An empty space, no space, and two spaces do not."""
    table = opened("A").sailed("market", "white", "black").after("white card 2")
    assert table.refused(f"black {answer}") is Rule.NOT_AN_ANSWER


@pytest.mark.parametrize("spaces", [(0,), (-1,), (), (1, 2, 3)])
def test_no_answer_but_one_that_is_offered_is_accepted(spaces):
    """[R4.1, refusal NOT_AN_ANSWER, market A] Also where no text could say it."""
    table = opened("A").sailed("market", "black")
    with pytest.raises(IllegalAction) as refusal:
        apply(table.state, 0, ChooseCard(spaces))
    assert refusal.value.rule is Rule.NOT_AN_ANSWER


def test_the_owner_of_the_stone_chooses_also_in_the_turn_of_another():
    """[R3.2, refusal NOT_YOUR_DECISION, market A] Black sails white's stone; white chooses."""
    table = opened("A").sailed("market", "white")
    assert table.actor == "white"
    assert table.refused("black card 1") is Rule.NOT_YOUR_DECISION
    table.play("white card 1")
    assert (owned(table, "white"), table.actor) == ({"statue": 1}, "white")


# ---------------------------------------------------------------------------- red cards


def test_a_red_card_works_before_the_delivered_stone_returns():
    """[R4.2, R13.5, market A, card entrance] Effect, discard pile, then the stone."""
    table = opened("A", "entrance lever sail chisel").stock("black", quarry=1)
    table.sail("market", "black")
    stones, sent, placed, points, thrown, returned = table.play("black card 1")
    assert stones == CardTaken(0, 1, Card.ENTRANCE)
    assert sent == StoneSent(0, Origin.QUARRY, Site.PYRAMID)
    assert placed == StonePlaced(0, Site.PYRAMID, 1, 0)
    assert (points.points, thrown) == (2, CardDiscarded(Card.ENTRANCE))
    assert returned == StonesReturned(0, 1)


@pytest.mark.parametrize("card", ["entrance", "sarcophagus", "paved_path"])
def test_a_red_card_has_no_effect_with_an_empty_quarry(card):
    """[R4.2, card entrance, card sarcophagus, card paved_path] The stone at hand is no help."""
    table = opened("A", f"{card} lever sail chisel").stock("black", quarry=0)
    table.sail("market", "black")
    assert table.play("black card 1") == [
        CardTaken(0, 1, Card.read(card)),
        CardDiscarded(Card.read(card)),
        StonesReturned(0, 1),
    ]
    assert table.player("black").quarry == 1


def test_private_stone_quarry_brings_its_point_with_an_empty_quarry():
    """[R4.2, R5.2, card private_stone_quarry] A point; no stones, the delivered one included."""
    table = opened("A", "private_stone_quarry lever sail chisel", modules="new_dynasty_cards")
    table.stock("black", sled=0, quarry=0).sail("market", "black")
    assert scored(table.play("black card 1")) == [(0, 1)]
    assert (table.player("black").sled, table.player("black").quarry) == (0, 1)


@pytest.mark.parametrize(
    ("profile", "side", "prophecies", "cards"),
    [
        ("official", "A", "", False),
        ("official", "C", "", True),
        ("official", "A", "ra isis osiris", True),
        ("yucata", "A", "", False),
        ("yucata", "C", "", False),
        ("yucata", "A", "amun ra isis", True),
        ("yucata", "A", "ra isis osiris", False),
    ],
)
def test_red_cards_stay_in_front_of_their_owner(profile, side, prophecies, cards):
    """[P2, R13.5] Official: with a part of A New Dynasty; yucata: with Amun only."""
    table = Table(SEATS, f"{side}AAAA", "god_prophecies" if prophecies else "", profile)
    if prophecies:
        table.play(f"prophecies {prophecies}")
    table.open(market="entrance lever sail chisel")
    table.sail("market", "black")
    assert (CardDiscarded(Card.ENTRANCE) in table.play("black card 1")) is not cards
    assert owned(table, "black") == ({"entrance": 1} if cards else {})
    assert discarded(table) == ({} if cards else {"entrance": 1})


def test_a_red_card_is_discarded_only_after_its_effect():
    """[R13.5, R3.1, market A, card entrance] It waits for the choice of its owner."""
    table = opened("A", "entrance lever sail chisel", pyramid="B").sailed("market", "black")
    table.play("black card 1")
    assert (table.actor, table.options[0], discarded(table)) == ("black", "pyramid left", {})
    assert table.play("black pyramid left")[-2:] == [
        CardDiscarded(Card.ENTRANCE),
        StonesReturned(0, 1),
    ]


# ----------------------------------------------------------------- draw and discard pile


def test_an_empty_draw_pile_is_made_anew_from_the_discard_pile():
    """[R4.3, market A] In the middle of a deal: two cards, the reshuffle, two more."""
    table = Table(SEATS)
    leave(table, "statue", "statue", "lever", "hammer", "sail")
    throw(table, "lever", "hammer", "sail")
    assert table.open(market="statue statue sail lever")[1:] == [
        PileReshuffled(3),
        CardsRevealed((1, 2, 3, 4), (Card.STATUE, Card.STATUE, Card.SAIL, Card.LEVER)),
    ]
    assert (table.state.pile.draw, discarded(table), card_count(table)) == (1, {}, 34)


def test_discarded_cards_cannot_come_before_the_reshuffle():
    """[R4.3, R13.4, refusal CARD_IMPOSSIBLE] The lever lies on the discard pile when the
    second card is drawn."""
    table = Table(SEATS)
    leave(table, "statue", "statue", "lever", "hammer", "sail")
    throw(table, "lever", "hammer", "sail")
    table.play("round 4 3 2 2")
    assert table.refused("market statue lever hammer sail") is Rule.CARD_IMPOSSIBLE
    assert table.refused("market statue statue lever statue") is Rule.CARD_IMPOSSIBLE
    assert table.refused("market statue statue lever lever") is Rule.CARD_IMPOSSIBLE


def test_a_full_draw_pile_is_not_reshuffled():
    """[R4.3, market A] Four cards that are just there leave an empty pile."""
    table = Table(SEATS)
    leave(table, "statue", "statue", "lever", "hammer", "sail")
    throw(table, "sail")
    assert PileReshuffled(1) not in table.open(market="statue statue lever hammer")
    assert (table.state.pile.draw, discarded(table)) == (0, {"sail": 1})


def test_an_unseen_card_on_the_discard_pile_is_shuffled_in_too():
    """[R4.3, R4.8, R13.3, R13.4, market B] A pair that nobody touched may come back."""
    table = Table(SEATS, "BAAAA")
    leave(table, "statue", "lever", "sail", "chisel", "hammer")
    table.open(market="statue lever sail")
    sail_remaining_ships(table)
    assert (table.state.pile.draw, table.state.pile.unseen) == (0, 2)
    assert table.open("4 2 2 1", "chisel hammer statue")[1] == PileReshuffled(5)
    assert (table.state.pile.unseen, sizes(table), card_count(table)) == (0, [2], 34)


@pytest.mark.parametrize("count", range(4))
def test_fewer_cards_than_spaces_lie_on_the_first_spaces(count):
    """[R4.3, R13.1, refusal OUTCOME_COUNT, market A] With no card nothing is dealt at all."""
    table = Table(SEATS)
    leave(table, *["statue", "lever", "sail"][:count])
    table.play("round 4 3 2 2")
    if count:
        assert table.refused("market statue lever sail chisel") is Rule.OUTCOME_COUNT
        table.play(" ".join(["market", "statue", "lever", "sail"][: count + 1]))
    words = ["statue", "lever", "sail"][:count] + ["-"] * (4 - count)
    assert (lying(table), table.actor) == (" ".join(words), "black")


def test_no_more_copies_are_dealt_than_the_deck_holds():
    """[R13.4, refusal CARD_IMPOSSIBLE] There are two entrances; the base deck has no raft."""
    table = Table(SEATS).after("round 4 3 2 2")
    assert table.refused("market entrance entrance entrance sail") is Rule.CARD_IMPOSSIBLE
    assert table.refused("market raft statue statue statue") is Rule.CARD_IMPOSSIBLE
    table.play("market entrance entrance statue sail")


@pytest.mark.parametrize("place", ["player", "market", "pile", "discard"])
def test_copies_in_known_places_cannot_be_named(place):
    """[R13.4, refusal CARD_IMPOSSIBLE, market D] One of the two levers lies elsewhere."""
    table = opened("D", "lever statue" if place == "market" else "statue statue")
    if place == "player":
        table.give("gray", "lever")
    if place == "discard":
        throw(table, "lever")
    table.sail("market", "black", "black")
    if place == "pile":
        table.play("black card 3", "look lever statue chisel", "black keep statue")
    else:
        table.play("black card 1")
    table.play("black card 4")
    assert table.refused("look lever lever statue") is Rule.CARD_IMPOSSIBLE
    table.play("look lever statue sail")


def test_the_bank_writes_what_is_due_and_nobody_else_does():
    """[refusal WRONG_OUTCOME, refusal BANK_PENDING, refusal NOT_THE_BANKS_ENTRY] Cards of the
    round are dealt, not drawn, refilled or looked at."""
    table = Table(SEATS).after("round 4 3 2 2")
    for wrong in ("refill statue", "draw statue", "look statue", "round 4 3 2 2"):
        assert table.refused(wrong) is Rule.WRONG_OUTCOME
    assert table.refused("black take") is Rule.BANK_PENDING
    table.play(f"market {MIXED}")
    assert table.refused(f"market {MIXED}") is Rule.NOT_THE_BANKS_ENTRY


def test_what_can_be_dealt_are_the_cards_not_in_known_places():
    """[R13.4, R4.3] Where a reshuffle comes in between, those of the discard pile as well."""
    table = Table(SEATS)
    leave(table, "lever", "sail")
    table.play("round 4 3 2 2")
    assert table.legal == ("market CARD CARD, of: lever sail",)
    for thrown in ("sail", "lever"):
        throw(table, thrown)
        assert table.legal == ("market CARD CARD, of: lever sail",)


def test_what_can_be_seen_are_cards_that_do_not_lie_on_the_discard_pile():
    """[R13.4, market B] A pair that was laid cannot be what was thrown away since."""
    table = Table(SEATS, "BAAAA")
    leave(table, "statue", "statue", "statue", "chisel", "hammer", "sail")
    table.open(market="statue statue statue")
    throw(table, "sail")
    table.sail("market", "black")
    table.play("black card 4")
    assert table.legal == ("look CARD CARD, of: hammer chisel",)


# --------------------------------------------------------------------- an empty market


def test_a_stone_that_finds_no_card_goes_back_to_the_quarry():
    """[R4.4, market A] The ship may sail there nevertheless, for nothing."""
    table = opened("A", EMPTY_MARKET)
    assert table.sail("market", "black", "white") == [
        ShipSailed(0, 2, Site.MARKET, (0, 1), (1, 2)),
        StonesReturned(0, 1),
        StonesReturned(1, 1),
    ]
    assert table.actor == "white"


@pytest.mark.parametrize("side", "ABD")
def test_a_stone_takes_no_card_from_the_draw_pile(side):
    """[R4.4, market A, market B, market D] Once the spaces are empty there is nothing."""
    table = opened(side, EMPTY_MARKET)
    bury(table, "lever")
    assert table.sail("market", "black")[-1] == StonesReturned(0, 1)
    assert (table.actor, table.state.pile.draw) == ("white", 1)


@pytest.mark.parametrize("side", "ABCD")
def test_nothing_goes_privately_to_a_market_without_cards(side):
    """[R4.10, R5.9, R11.1, refusal MARKET_WITHOUT_CARDS, module private_ships] C: because draw
    and discard pile are empty too; the raft being played does not count (R13.12)."""
    table = opened(side, EMPTY_MARKET, modules="private_ships new_dynasty_cards")
    table.player("gray").cards[Card.RAFT] -= 1
    table.player("black").cards[Card.RAFT] += 1
    table.stock("black", sled=3)
    for entry in ("private_ship market", "play raft market"):
        assert table.refused(f"black {entry}") is Rule.MARKET_WITHOUT_CARDS
        assert entry not in table.options


@pytest.mark.parametrize("side", "ABD")
def test_cards_of_the_pile_are_no_cards_at_the_market(side):
    """[R4.10, refusal MARKET_WITHOUT_CARDS, market A, market B, market D] A stone would get
    nothing, although the draw pile is there."""
    table = opened(side, EMPTY_MARKET, modules="private_ships")
    bury(table, "lever")
    assert table.refused("black private_ship market") is Rule.MARKET_WITHOUT_CARDS


@pytest.mark.parametrize("thrown", [False, True])
def test_on_side_c_the_pile_counts_as_cards(thrown):
    """[R4.10, market C, module private_ships] The draw pile, or the discard pile alone."""
    table = opened("C", EMPTY_MARKET, modules="private_ships")
    bury(table, "lever")
    if thrown:
        throw(table, "lever")
    table.play("black private_ship market", "draw lever")
    assert owned(table, "black") == {"lever": 1}


@pytest.mark.parametrize(("side", "pairs"), [("B", [2]), ("D", [3, 3])])
def test_face_down_cards_count_as_cards(side, pairs):
    """[R13.12, R4.10, market B, market D] All face-up cards are gone, a private ship may come."""
    table = opened(side, modules="private_ships")
    up = len(table.site("market").up)
    table.sail("market", *["black"] * up)
    table.play(*[f"black card {space}" for space in range(1, up + 1)])
    assert (lying(table), sizes(table)) == (" ".join("-" * up), pairs)
    assert "private_ship market" in table.options


def test_a_loading_plank_does_not_go_to_a_market_without_cards():
    """[R4.10, R5.10, refusal MARKET_WITHOUT_CARDS, card loading_plank] Four stones took all."""
    table = opened("A", modules="new_dynasty_cards").give("white", "loading_plank")
    table.sail("market", "black", "black", "black", "black")
    table.play("black card 1", "black card 2", "black card 3")
    table.load(3, "white")
    assert table.refused("white play loading_plank 3 market") is Rule.MARKET_WITHOUT_CARDS


# ------------------------------------------------------------------- clearing, refilling


def test_leftovers_are_discarded_at_the_end_of_the_round():
    """[R4.8, market A] All that lies there, face up."""
    table = opened("A", "statue lever sail sail").sailed("market", "black").after("black card 2")
    sail_remaining_ships(table)
    assert (lying(table), discarded(table)) == ("- - - -", {"statue": 1, "sail": 2})


def test_the_next_round_fills_the_market_again():
    """[R13.1, R4.8, market C] The round card first, then four new cards."""
    table = opened("C")
    sail_remaining_ships(table)
    began, laid = table.open("4 2 2 1", "chisel chisel hammer hammer")
    assert isinstance(began, RoundBegan)
    assert laid.spaces == (1, 2, 3, 4)
    assert discarded(table) == {"statue": 1, "lever": 1, "sail": 1, "chisel": 1}


@pytest.mark.parametrize("entry", ["private_ship market", "play raft market"])
def test_the_space_used_is_refilled_before_the_ordinary_ship_comes(entry):
    """[R4.9, R13.6, module private_ships, card raft, market A] One new card, on that space."""
    table = opened("A", modules="private_ships new_dynasty_cards").give("black", "raft")
    table.stock("black", sled=3).play(f"black {entry}", "black card 3")
    assert table.refused("refill statue statue") is Rule.OUTCOME_COUNT
    assert table.refused("market statue") is Rule.WRONG_OUTCOME
    assert CardsRevealed((3,), (Card.HAMMER,)) in table.play("refill hammer")
    assert (lying(table), table.actor) == ("statue lever hammer chisel", "white")


@pytest.mark.parametrize("entry", ["private_ship market", "play raft market"])
def test_nothing_is_refilled_once_the_ordinary_ship_has_come(entry):
    """[R4.9, module private_ships, card raft, market A] The spaces stay empty."""
    table = opened("A", modules="private_ships new_dynasty_cards").give("white", "raft")
    table.stock("white", sled=3).sail("market", "black")
    table.play("black card 1", f"white {entry}", "white card 3")
    assert (lying(table), table.actor) == ("- lever - chisel", "gray")


def test_nothing_is_refilled_after_a_loading_plank():
    """[R4.9, card loading_plank, market A] It comes after the ordinary ship in any case."""
    table = opened("A", modules="new_dynasty_cards").give("white", "loading_plank")
    table.sail("market", "black")
    table.load(4, "white").play("black card 1", "white play loading_plank 4 market", "white card 3")
    assert (lying(table), table.actor) == ("- lever - chisel", "gray")


def test_a_refill_comes_when_the_stone_is_completely_resolved():
    """[R13.6, R4.9, module private_ships, card entrance] After the effect and the return."""
    table = opened("A", "entrance lever sail chisel", pyramid="B", modules="private_ships")
    table.play("black private_ship market", "black card 1")
    assert table.actor == "black"
    assert table.play("black pyramid left")[-1] == StonesReturned(0, 1)
    assert table.legal[0].startswith("refill ")


def test_a_played_raft_is_discarded_after_the_refill():
    """[R13.5, R13.6, card raft] The refill belongs to the action; its reshuffle finds no raft."""
    table = opened("A", modules="new_dynasty_cards").give("black", "raft")
    table.stock("black", sled=3).play("black play raft market", "black card 1")
    assert table.play("refill hammer")[-1] == CardDiscarded(Card.RAFT)


def test_a_refill_that_finds_no_card_leaves_the_space_empty():
    """[R4.9, R4.3, module private_ships, market A] Draw and discard pile are empty."""
    table = Table(SEATS, modules="private_ships")
    leave(table, *MIXED.split())
    table.open(market=MIXED)
    table.play("black private_ship market", "black card 1")
    assert (lying(table), table.actor) == ("- lever sail chisel", "white")


def test_a_refill_may_need_a_reshuffle():
    """[R4.3, R4.9, R13.5, module private_ships] The red card just discarded comes at once."""
    table = Table(SEATS, modules="private_ships")
    leave(table, "entrance", "lever", "sail", "chisel")
    table.open(market="entrance lever sail chisel")
    table.play("black private_ship market", "black card 1")
    assert table.play("refill entrance") == [
        PileReshuffled(1),
        CardsRevealed((1,), (Card.ENTRANCE,)),
    ]


def test_two_cards_refills_the_spaces_used_also_after_the_ordinary_ship():
    """[R13.6, R11.3, module pharaohs_favors, market A] The space of the ship stays empty."""
    table = opened("A", modules="pharaohs_favors").sailed("market", "black")
    table.play("black card 2", "white favor two_cards 4 1")
    happened = table.play("refill hammer statue")
    assert CardsRevealed((1, 4), (Card.HAMMER, Card.STATUE)) in happened
    assert lying(table) == "hammer - sail statue"


def test_two_cards_takes_and_refills_one_where_one_lies_face_up():
    """[P4, R13.6, R11.3, module pharaohs_favors, market D] The piles are not for the favour."""
    table = opened("D", modules="pharaohs_favors").sailed("market", "black")
    table.play("black card 1", "white favor two_cards 2")
    assert table.play("refill hammer") == [CardsRevealed((2,), (Card.HAMMER,))]
    assert (lying(table), owned(table, "white")) == ("- hammer", {"lever": 1})


# --------------------------------------------------------------------------------- side B


def test_the_fourth_space_holds_two_face_down_cards():
    """[R4.5, R13.1, market B] They are laid last, and named by nobody."""
    table = Table(SEATS, "BAAAA")
    _, up, down = table.open(market="statue lever sail")
    assert (up.spaces, down) == ((1, 2, 3), CardsLaid(4, 2))
    table.sail("market", "black")
    assert table.options == ["card 1", "card 2", "card 3", "card 4"]


def test_who_takes_the_pair_looks_at_both_and_keeps_one():
    """[R4.5, R13.3, market B] The other goes face up onto the discard pile."""
    table = opened("B").sailed("market", "black").after("black card 4")
    assert table.play("look sail chisel") == [CardsSeen(0, 4, (Card.SAIL, Card.CHISEL))]
    assert table.options == ["keep sail", "keep chisel"]
    assert table.play("black keep chisel") == [
        CardDiscarded(Card.SAIL),
        CardTaken(0, 4, Card.CHISEL),
        StonesReturned(0, 1),
    ]


def test_the_card_not_kept_is_discarded_before_the_kept_one_works():
    """[R13.5, R4.3, card entrance, market B, pyramid C] So the entrance's own draw finds it."""
    table = Table(SEATS, "BCAAA").after("scaffold 3")
    leave(table, "statue", "statue", "statue", "entrance", "lever")
    table.open(market="statue statue statue")
    table.sail("market", "black")
    table.play("black card 4", "look entrance lever", "black keep entrance")
    assert PileReshuffled(1) in table.play("draw lever")
    assert owned(table, "black") == {"entrance": 1, "lever": 1}


def test_two_equal_cards_of_the_pair_are_one_answer():
    """[R2.8, R4.5, market B] One statue is kept, one discarded, nobody is asked."""
    table = opened("B").sailed("market", "black").after("black card 4", "look statue statue")
    assert table.forced == ["black keep statue"]
    assert (owned(table, "black"), discarded(table)) == ({"statue": 1}, {"statue": 1})


def test_the_pair_can_be_taken_once():
    """[R4.5, refusal NOT_AN_ANSWER, market B] The space is empty for the next stone."""
    table = opened("B").sailed("market", "black", "white")
    table.play("black card 4", "look sail chisel", "black keep sail")
    assert table.options == ["card 1", "card 2", "card 3"]
    assert table.refused("white card 4") is Rule.NOT_AN_ANSWER


def test_the_pair_is_looked_at_also_where_nothing_else_is_left():
    """[R2.8, R4.5, market B] The choice of the space is forced; the outcome is written."""
    table = opened("B").sailed("market", "black", "black", "black", "white")
    table.play("black card 1", "black card 2", "black card 3")
    assert (table.forced, table.actor) == (["white card 4"], "bank")
    table.play("look sail chisel", "white keep sail")
    assert owned(table, "white") == {"sail": 1}


def test_a_single_card_in_the_place_of_the_pair_is_simply_taken():
    """[R4.5, R4.3, market B] Only one card could be laid there."""
    table = Table(SEATS, "BAAAA")
    leave(table, *MIXED.split())
    assert table.open(market="statue lever sail")[-1] == CardsLaid(4, 1)
    table.sail("market", "black")
    table.play("black card 4")
    assert CardTaken(0, 4, Card.CHISEL) in table.play("look chisel")
    assert (table.forced, discarded(table)) == (["black keep chisel"], {})


def test_without_a_card_the_fourth_space_stays_empty():
    """[R4.5, R4.3, market B] Three cards are all there are."""
    table = Table(SEATS, "BAAAA")
    leave(table, "statue", "lever", "sail")
    assert isinstance(table.open(market="statue lever sail")[-1], CardsRevealed)
    table.sail("market", "black")
    assert table.options == ["card 1", "card 2", "card 3"]


def test_the_pair_is_laid_across_a_reshuffle():
    """[R4.3, R13.1, market B] The last card of the pile, and one of the discard pile."""
    table = Table(SEATS, "BAAAA")
    leave(table, "statue", "statue", "statue", "lever", "hammer", "sail")
    throw(table, "hammer", "sail")
    happened = table.open(market="statue statue statue")
    assert happened[-2:] == [PileReshuffled(2), CardsLaid(4, 2)]
    assert (table.state.pile.draw, card_count(table)) == (1, 34)


def test_an_untouched_pair_is_discarded_unseen():
    """[R4.8, R13.3, market B] Nobody learns which cards they were."""
    table = opened("B")
    assert CardsDiscardedUnseen(4, 2) in sail_remaining_ships(table)
    assert discarded(table) == {"statue": 1, "lever": 1, "sail": 1}
    assert (table.state.pile.unseen, sizes(table)) == (2, [0])


def test_a_pair_that_was_taken_is_not_discarded_again():
    """[R4.8, market B] At the end of the round only the face-up cards are left."""
    table = opened("B").sailed("market", "black")
    table.play("black card 4", "look hammer chisel", "black keep hammer")
    happened = sail_remaining_ships(table)
    assert not [event for event in happened if isinstance(event, CardsDiscardedUnseen)]
    assert discarded(table) == {"statue": 1, "lever": 1, "sail": 1, "chisel": 1}


def test_a_private_ship_has_the_pair_laid_anew():
    """[R4.9, module private_ships, market B] Two face-down cards; the bank names nothing."""
    table = opened("B", modules="private_ships")
    table.play("black private_ship market", "black card 4", "look sail chisel")
    assert table.play("black keep sail")[-1] == CardsLaid(4, 2)
    assert (sizes(table), lying(table), table.actor) == ([2], "statue lever sail", "white")


def test_the_pair_holds_the_two_cards_that_were_laid():
    """[refusal OUTCOME_COUNT, refusal CARD_IMPOSSIBLE, refusal WRONG_OUTCOME, market B] Not one,
    not three, not what cannot be."""
    table = opened("B", "entrance entrance sail").sailed("market", "black").after("black card 4")
    assert table.refused("look statue") is Rule.OUTCOME_COUNT
    assert table.refused("look statue statue lever") is Rule.OUTCOME_COUNT
    assert table.refused("look statue entrance") is Rule.CARD_IMPOSSIBLE
    assert table.refused("draw statue") is Rule.WRONG_OUTCOME
    assert table.refused("black keep statue") is Rule.BANK_PENDING


def test_a_card_is_kept_that_lies_there():
    """[refusal NOT_AN_ANSWER, refusal NOT_YOUR_DECISION, market B] Not a lever, not by white."""
    table = opened("B").sailed("market", "black").after("black card 4", "look sail chisel")
    assert table.refused("black keep lever") is Rule.NOT_AN_ANSWER
    assert table.refused("black card 1") is Rule.DECISION_PENDING
    assert table.refused("white keep sail") is Rule.NOT_YOUR_DECISION


def test_the_pair_is_known_to_who_looks_at_it():
    """[R12.2, market B] To nobody before, and to the others never."""
    table = opened("B").sailed("market", "black")
    assert [knows(table, seat) for seat in (0, 1, None)] == [[(2, [])]] * 3
    table.play("black card 4", "look sail chisel")
    assert knows(table, 0) == [(2, ["sail", "chisel"])]
    assert [knows(table, seat) for seat in (1, 2, None)] == [[(2, [])]] * 3


def test_what_was_seen_of_a_pair_says_nothing_of_the_next():
    """[R12.2, R4.9, module private_ships, market B] The new pair is known to nobody."""
    table = opened("B", modules="private_ships")
    table.play("black private_ship market", "black card 4", "look sail chisel", "black keep sail")
    assert [knows(table, seat) for seat in (0, 1, 2)] == [[(2, [])]] * 3


# --------------------------------------------------------------------------------- side C


@pytest.mark.parametrize("pair", ["1 2", "2 1", "1 3", "3 1", "2 4", "4 2", "3 4", "4 3"])
def test_a_coin_takes_two_neighbours(pair):
    """[R4.6, R13.9, market C, market-C-1] Cards that share an edge, in either order."""
    table = opened("C").sailed("market", "black")
    words = MIXED.split()
    first, second = (int(space) for space in pair.split())
    assert table.play(f"black card {pair}") == [
        CoinSpent(0),
        CardTaken(0, first, Card.read(words[first - 1])),
        CardTaken(0, second, Card.read(words[second - 1])),
        StonesReturned(0, 1),
    ]


@pytest.mark.parametrize("pair", ["1 4", "4 1", "2 3", "3 2", "1 1"])
def test_cards_that_share_no_edge_are_no_neighbours(pair):
    """[R4.6, refusal NOT_AN_ANSWER, market C] The diagonals of two by two."""
    table = opened("C").sailed("market", "black")
    assert table.refused(f"black card {pair}") is Rule.NOT_AN_ANSWER


def test_a_coin_need_not_be_spent():
    """[R13.7, R4.6, market C] Each single card may be taken as well."""
    table = opened("C").sailed("market", "black")
    assert table.options[:4] == ["card 1", "card 2", "card 3", "card 4"]
    table.play("black card 2")
    assert (table.player("black").coins, owned(table, "black")) == (2, {"lever": 1})


def test_each_player_has_two_coins():
    """[R4.6, refusal NOT_AN_ANSWER, market C] One for each of two stones; then single cards."""
    table = opened("C")
    assert [player.coins for player in table.state.players] == [2, 2, 2]
    table.sail("market", "black", "black", "black")
    table.play("black card 1 2", "black card 3 4")
    assert table.player("black").coins == 0
    table = opened("C")
    table.player("black").coins = 0
    table.sail("market", "black")
    assert table.options == ["card 1", "card 2", "card 3", "card 4"]
    assert table.refused("black card 1 2") is Rule.NOT_AN_ANSWER


@pytest.mark.parametrize("side", "ABD")
def test_coins_belong_to_side_c(side):
    """[R4.6, market A, market B, market D] Elsewhere nobody has one."""
    assert [player.coins for player in opened(side).state.players] == [0, 0, 0]


def test_a_stone_spends_one_coin_at_most():
    """[R4.6, market C] After two cards it is the next stone's turn, white's."""
    table = opened("C").sailed("market", "black", "white").after("black card 1 3")
    assert (table.actor, table.player("black").coins) == ("white", 1)
    assert table.options == ["card 2", "card 4", "card 2 4", "card 4 2"]


@pytest.mark.parametrize(
    ("entry", "sites"),
    [
        ("card 1 2", [Site.PYRAMID, Site.BURIAL_CHAMBER]),
        ("card 2 1", [Site.BURIAL_CHAMBER, Site.PYRAMID]),
    ],
)
def test_red_effects_come_in_the_order_taken(entry, sites):
    """[R4.6, R13.9, card entrance, card sarcophagus, market C] The last stone of the quarry
    serves the card named first."""
    for quarry in (2, 1):
        table = opened("C", "entrance sarcophagus sail chisel").stock("black", quarry=quarry)
        table.sail("market", "black")
        happened = table.play(f"black {entry}")
        placed = [event.site for event in happened if isinstance(event, StonePlaced)]
        assert placed == sites[:quarry]


def test_the_second_card_comes_when_the_first_is_resolved():
    """[R4.6, R3.1, R13.9, card entrance, market C, pyramid B] The choice of a pyramid lies
    between the two."""
    table = opened("C", "entrance lever sail chisel", pyramid="B").sailed("market", "black")
    table.play("black card 1 2")
    assert (table.actor, owned(table, "black")) == ("black", {})
    assert table.play("black pyramid middle")[-2:] == [
        CardTaken(0, 2, Card.LEVER),
        StonesReturned(0, 1),
    ]
    assert owned(table, "black") == {"entrance": 1, "lever": 1}


def test_no_coin_is_of_use_for_a_single_card():
    """[R4.6, R2.8, market C] The last card is taken without asking."""
    table = opened("C").sailed("market", "black", "white", "white")
    table.play("black card 1 2", "white card 3")
    assert (table.forced, table.player("white").coins) == (["white card 4"], 2)


def test_with_an_empty_market_the_stone_draws_from_the_pile():
    """[R4.6, R12.3, market C] The top card, unseen before; all may see it once kept."""
    table = opened("C").sailed("market", "black", "black", "black")
    table.play("black card 1 2", "black card 3 4")
    assert table.legal[0].startswith("draw ")
    assert table.play("draw hammer") == [CardTaken(0, 0, Card.HAMMER), StonesReturned(0, 1)]
    assert view(table.state, 1)["seats"][0]["cards"]["hammer"] == 1


def test_a_red_card_from_the_pile_works_before_the_stone_returns():
    """[R4.2, R4.6, card paved_path, market C] As with any other red card."""
    table = opened("C", EMPTY_MARKET)
    bury(table, "paved_path")
    table.stock("black", quarry=0).sail("market", "black")
    assert table.play("draw paved_path") == [
        CardTaken(0, 0, Card.PAVED_PATH),
        StonesReturned(0, 1),
    ]


def test_a_draw_from_the_pile_names_one_possible_card():
    """[refusal OUTCOME_COUNT, refusal CARD_IMPOSSIBLE, refusal WRONG_OUTCOME, market C] No more,
    and none that lies elsewhere."""
    table = opened("C", EMPTY_MARKET)
    bury(table, "lever")
    table.sail("market", "black")
    assert table.refused("draw lever statue") is Rule.OUTCOME_COUNT
    assert table.refused("draw statue") is Rule.CARD_IMPOSSIBLE
    assert table.refused("look lever") is Rule.WRONG_OUTCOME
    table.play("draw lever")


def test_a_draw_at_an_empty_market_may_need_a_reshuffle():
    """[R4.3, R4.6, market C] The discard pile is all that is left."""
    table = opened("C", EMPTY_MARKET)
    bury(table, "lever")
    throw(table, "lever")
    table.sail("market", "black", "white")
    assert table.play("draw lever") == [
        PileReshuffled(1),
        CardTaken(0, 0, Card.LEVER),
        StonesReturned(0, 1),
        StonesReturned(1, 1),
    ]


def test_with_both_piles_empty_a_stone_gets_nothing():
    """[R4.3, R4.4, R4.6, market C] It just goes back to the quarry."""
    assert opened("C", EMPTY_MARKET).sail("market", "black")[1:] == [StonesReturned(0, 1)]


@pytest.mark.parametrize("pair", ["1 2", "2 1"])
def test_both_spaces_used_for_a_coin_are_refilled(pair):
    """[R4.9, R13.6, module private_ships, market C] In ascending order of the spaces."""
    table = opened("C", modules="private_ships")
    table.play("black private_ship market", f"black card {pair}")
    assert table.refused("refill hammer") is Rule.OUTCOME_COUNT
    assert table.play("refill hammer statue") == [CardsRevealed((1, 2), (Card.HAMMER, Card.STATUE))]
    assert lying(table) == "hammer statue sail chisel"


def test_a_refill_for_which_cards_are_short_fills_the_first_space():
    """[R4.9, R13.6, R4.3, module private_ships, market C] One card for two spaces."""
    table = Table(SEATS, "CAAAA", "private_ships")
    leave(table, *MIXED.split(), "hammer")
    table.open(market=MIXED)
    table.play("black private_ship market", "black card 3 1", "refill hammer")
    assert (lying(table), table.actor) == ("hammer lever - chisel", "white")


def test_a_card_drawn_from_the_pile_uses_no_space():
    """[R4.9, module private_ships, market C] So nothing is refilled."""
    table = opened("C", EMPTY_MARKET, modules="private_ships")
    bury(table, "lever", "statue")
    table.play("black private_ship market", "draw lever")
    assert (lying(table), table.state.pile.draw, table.actor) == ("- - - -", 1, "white")


def test_leftovers_of_side_c_are_discarded():
    """[R4.8, market C] At the end of the round, coins spent or not."""
    table = opened("C").sailed("market", "black").after("black card 2 4")
    sail_remaining_ships(table)
    assert discarded(table) == {"statue": 1, "sail": 1}


# --------------------------------------------------------------------------------- side D


def test_two_cards_lie_face_up_and_two_piles_of_three_face_down():
    """[R4.7, R13.1, market D] Spaces 1 and 2, then the piles on 3 and 4."""
    table = Table(SEATS, "DAAAA")
    _, up, *down = table.open(market="statue lever")
    assert (up.spaces, down) == ((1, 2), [CardsLaid(3, 3), CardsLaid(4, 3)])
    table.sail("market", "black")
    assert table.options == ["card 1", "card 2", "card 3", "card 4"]


def test_a_stone_may_take_a_face_up_card():
    """[R4.7, market D] As on the other sides."""
    table = opened("D").sailed("market", "black")
    assert table.play("black card 2")[0] == CardTaken(0, 2, Card.LEVER)
    assert (lying(table), sizes(table)) == ("statue -", [3, 3])


def test_who_looks_at_a_pile_keeps_one_card_and_puts_the_rest_back():
    """[R4.7, market D] Nothing is discarded; the space has two cards left."""
    table = opened("D").sailed("market", "black").after("black card 4", "look sail chisel hammer")
    assert sorted(table.options) == ["keep chisel", "keep hammer", "keep sail"]
    assert table.play("black keep hammer") == [
        CardTaken(0, 4, Card.HAMMER),
        StonesReturned(0, 1),
    ]
    assert (sizes(table), discarded(table)) == ([3, 2], {})


def test_the_same_pile_offers_two_cards_to_the_next_stone():
    """[market-D-1, R13.3, market D] Or it goes elsewhere; the two are not named again."""
    table = opened("D").sailed("market", "black", "white")
    table.play("black card 3", "look sail chisel hammer", "black keep hammer")
    assert table.options == ["card 1", "card 2", "card 3", "card 4"]
    assert table.play("white card 3") == [CardsSeen(1, 3, (Card.SAIL, Card.CHISEL))]
    assert table.options == ["keep sail", "keep chisel"]


def test_the_last_card_of_a_pile_is_taken_without_a_question():
    """[R2.8, R4.7, refusal NOT_AN_ANSWER, market D] Afterwards the space is empty."""
    table = opened("D").sailed("market", "black", "black", "black", "white")
    table.play("black card 3", "look sail chisel hammer", "black keep sail")
    table.play("black card 3", "black keep chisel", "black card 3")
    assert table.forced == ["black keep hammer"]
    assert (table.options, sizes(table)) == (["card 1", "card 2", "card 4"], [0, 3])
    assert table.refused("white card 3") is Rule.NOT_AN_ANSWER


def test_equal_cards_of_a_pile_are_one_answer():
    """[R2.8, market D] Three statues: one is kept, two stay."""
    table = opened("D").sailed("market", "black").after("black card 3", "look statue statue statue")
    assert (table.forced, sizes(table)) == (["black keep statue"], [2, 3])


def test_the_rest_of_a_pile_goes_back_before_the_kept_card_works():
    """[R13.5, card entrance, market D, pyramid C] So the entrance's own draw does not find it."""
    table = Table(SEATS, "DCAAA").after("scaffold 3")
    leave(table, "statue", "statue", "entrance", "lever", "sail")
    table.open(market="statue statue")
    table.sail("market", "black")
    table.play("black card 3", "look entrance lever sail")
    assert table.play("black keep entrance")[2] == StonePlaced(0, Site.PYRAMID, 1, 3)
    assert (owned(table, "black"), sizes(table), table.actor) == ({"entrance": 1}, [2, 0], "white")


def test_piles_stay_at_the_end_of_the_round_and_are_topped_up_to_three():
    """[R4.7, R13.1, market D] Face-up leftovers are discarded and replaced."""
    table = opened("D").sailed("market", "black", "black")
    table.play("black card 3", "look sail chisel hammer", "black keep sail", "black card 2")
    sail_remaining_ships(table)
    assert (lying(table), sizes(table), discarded(table)) == ("- -", [2, 3], {"statue": 1})
    assert table.open("4 2 2 1", "statue lever")[1:] == [
        CardsRevealed((1, 2), (Card.STATUE, Card.LEVER)),
        CardsLaid(3, 1),
    ]
    assert (sizes(table), card_count(table)) == ([3, 3], 34)


def test_only_the_new_card_of_a_pile_is_named():
    """[R13.3, refusal OUTCOME_COUNT, market D] The two others have lain there since."""
    table = opened("D").sailed("market", "black")
    table.play("black card 3", "look sail chisel hammer", "black keep sail")
    sail_remaining_ships(table)
    table.open("4 2 2 1", "statue lever")
    mover = table.actor
    table.sail("market", mover)
    table.play(f"{mover} card 3")
    assert table.refused("look chisel hammer statue") is Rule.OUTCOME_COUNT
    (look_event,) = table.play("look statue")
    assert sorted(look_event.cards) == [Card.STATUE, Card.HAMMER, Card.CHISEL]


def test_nothing_is_filled_after_the_last_round():
    """[R13.1, R4.7, market D] The game ends with the piles as they are."""
    table = opened("D").sailed("market", "black")
    table.play("black card 3", "look sail chisel hammer", "black keep sail")
    table.state.round = 6
    assert isinstance(sail_remaining_ships(table)[-1], GameEnded)
    assert (sizes(table), table.actor) == ([2, 3], "nobody")


@pytest.mark.parametrize(("count", "piles"), [(3, [1, 0]), (5, [3, 0]), (6, [3, 1]), (1, [0, 0])])
def test_piles_are_as_high_as_the_cards_reach(count, piles):
    """[R4.3, R13.1, market D] Face-up cards first, then space 3, then space 4."""
    table = Table(SEATS, "DAAAA")
    words = ["statue", "lever", "sail", "chisel", "hammer", "entrance"][:count]
    leave(table, *words)
    table.open(market=" ".join(words[:2]))
    assert sizes(table) == piles


def test_a_pile_is_laid_across_a_reshuffle():
    """[R4.3, market D] One card of the draw pile, then the discard pile."""
    table = Table(SEATS, "DAAAA")
    leave(table, "statue", "statue", "statue", "lever", "hammer", "sail")
    throw(table, "lever", "hammer", "sail")
    happened = table.open(market="statue statue")
    assert happened[-3:] == [PileReshuffled(3), CardsLaid(3, 3), CardsLaid(4, 1)]


@pytest.mark.parametrize("space", [3, 4])
def test_a_private_ship_has_the_pile_topped_up(space):
    """[R4.9, module private_ships, market D] To three; nothing else is laid."""
    table = opened("D", modules="private_ships")
    table.play("black private_ship market", f"black card {space}", "look sail chisel hammer")
    assert table.play("black keep sail")[-1] == CardsLaid(space, 1)
    assert (sizes(table), table.actor) == ([3, 3], "white")


def test_a_raft_has_a_face_up_card_refilled():
    """[R4.9, card raft, market D] The space that was used, and no pile."""
    table = opened("D", modules="new_dynasty_cards").give("black", "raft")
    table.stock("black", sled=3).play("black play raft market", "black card 2", "refill hammer")
    assert (lying(table), sizes(table)) == ("statue hammer", [3, 3])


def test_a_pile_is_known_to_who_has_looked():
    """[R12.2, market D] To black only, and without the card that was kept."""
    table = opened("D").sailed("market", "black")
    table.play("black card 3", "look sail chisel hammer", "black keep hammer")
    assert knows(table, 0) == [(2, ["sail", "chisel"]), (3, [])]
    assert [knows(table, seat) for seat in (1, 2, None)] == [[(2, []), (3, [])]] * 3


def test_what_was_seen_is_known_as_far_as_it_still_lies_there():
    """[R12.2, market D] White's open taking tells black what is left; both know it."""
    table = opened("D").sailed("market", "black", "white")
    table.play("black card 3", "look sail chisel hammer", "black keep hammer")
    table.play("white card 3", "white keep sail")
    assert [knows(table, seat)[0] for seat in (0, 1, 2)] == [
        (1, ["chisel"]),
        (1, ["chisel"]),
        (1, []),
    ]


def test_a_card_laid_since_is_not_known():
    """[R12.2, R4.9, module private_ships, market D] Black knows two of three."""
    table = opened("D", modules="private_ships")
    table.play("black private_ship market", "black card 3", "look sail chisel hammer")
    table.play("black keep hammer")
    assert knows(table, 0)[0] == (3, ["sail", "chisel"])


def test_of_two_equal_cards_it_is_not_known_which_was_taken():
    """[R12.2, R4.9, module private_ships, market D, R14.4] Black saw one statue and a sail;
    white finds another statue there and takes one of the two."""
    table = opened("D", modules="private_ships")
    table.play("black private_ship market", "black card 3", "look statue sail hammer")
    table.play("black keep hammer", "white private_ship temple", "gray take", "black take")
    table.sail("market", "white")
    table.play("white card 3", "look statue", "white keep statue")
    assert knows(table, 0)[0] == (2, ["sail"])
    assert knows(table, 1)[0] == (2, ["statue", "sail"])


def test_a_card_kept_in_secret_leaves_the_others_in_doubt():
    """[R12.2, R12.4, module hidden_market_cards, market D, R14.4] Black has seen sail and
    chisel, and cannot tell which of them white kept."""
    table = opened("D", modules="hidden_market_cards").sailed("market", "black", "white")
    table.play("black card 3", "look sail chisel hammer", "black keep hammer")
    table.play("white card 3", "white keep sail")
    assert (knows(table, 0)[0], knows(table, 1)[0]) == ((1, []), (1, ["chisel"]))


def test_a_red_card_is_open_also_where_cards_are_hidden():
    """[R12.2, R12.4, module hidden_market_cards, card entrance, market D] It is played at once,
    so black knows what is left."""
    table = opened("D", modules="hidden_market_cards").sailed("market", "black", "white")
    table.play("black card 3", "look entrance chisel hammer", "black keep hammer")
    table.play("white card 3", "white keep entrance")
    assert knows(table, 0)[0] == (1, ["chisel"])


# ------------------------------------------------------------------------ with and without events


def story_a(table_type):
    table = table_type(SEATS, "AAAAA", "private_ships")
    leave(table, "entrance", "lever", "sail", "chisel", "hammer")
    throw(table, "hammer")
    table.open(market="entrance lever sail chisel")
    table.play("black private_ship market", "black card 1", "refill hammer")
    table.sail("market", "white")
    table.play("white card 2")
    sail_remaining_ships(table)
    return table


def story_b(table_type):
    table = table_type(SEATS, "BBAAA")
    leave(table, "statue", "lever", "sail", "chisel", "hammer", "entrance")
    throw(table, "hammer", "entrance")
    table.open(market="statue lever sail")
    table.sail("market", "black", "white")
    table.play("black card 4", "look entrance chisel", "black keep entrance")
    table.play("black pyramid left", "white card 1")
    sail_remaining_ships(table)
    table.open("4 2 2 1", "hammer chisel lever")
    sail_remaining_ships(table)
    table.play(f"{table.actor} pyramid right")
    return table


def story_c(table_type):
    table = table_type(SEATS, "CAAAA")
    leave(table, *MIXED.split(), "hammer")
    table.open(market=MIXED)
    table.sail("market", "black", "black", "white", "white")
    table.play("black card 2 1", "black card 3 4", "draw hammer")
    return table


def story_d(table_type):
    table = table_type(SEATS, "DAAAA").opened(market="statue lever")
    table.sail("market", "black", "white")
    table.play("black card 3", "look sail chisel hammer", "black keep hammer", "white card 3")
    table.play("white keep sail")
    sail_remaining_ships(table)
    table.open("4 2 2 1", "statue statue")
    return table


@pytest.mark.parametrize("story", [story_a, story_b, story_c, story_d])
def test_the_market_is_the_same_with_and_without_events_collected(story):
    """[market A, market B, market C, market D] Events say what happened; they do nothing."""
    table_with, table_without = story(Table), story(WithoutEvents)
    assert digest(table_with.state) == digest(table_without.state)
    assert card_count(table_with) == table_with.state.rules.deck_size
