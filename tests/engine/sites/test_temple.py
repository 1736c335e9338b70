"""The temple, sides A to D (docs/rules/temple.md)."""

import json

import pytest

from engine.apply import apply
from engine.digest import digest
from engine.errors import Rule
from engine.events import (
    CardDiscarded,
    CardTaken,
    ChariotMoved,
    CryptCleared,
    Event,
    PileReshuffled,
    RoundEnded,
    Scored,
    StonePlaced,
    StonesTaken,
)
from engine.events import CardsSeen as Seen
from engine.flow import end_game
from engine.log import Entry, parse_entry
from engine.view import EVERYTHING, view, view_entry, view_events
from engine.vocabulary import Card, Site, Source
from tests.table import Table, close, scored

FOUR = "black white brown gray"
THREE = "black white brown"
TWO = "black white"
BLACK, WHITE, BROWN, GRAY = range(4)
NEW_CARDS = {"modules": "new_dynasty_cards"}


def temple(
    side: str, stones: str = "", seats: str = FOUR, sites: str = "AA{}AA", **options: str
) -> Table:
    """Round 1 with these stones in the temple; every sled is empty, every quarry is well filled."""
    table = Table(seats, sites.format(side), **options)
    table.open(crypt="1 2 3 4" if "D" in sites[3:] else "")
    table.site("temple").stones = [table.seat(colour) for colour in stones.split()]
    for colour in seats.split():
        table.stock(colour, sled=0, quarry=20)
    return table


def bring(table: Table, stones: str) -> list[Event]:
    """A ship with these stones, the front first, sails to the temple."""
    return table.bring("temple", [table.seat(colour) for colour in stones.split()])


def finish(table: Table) -> list[Event]:
    """The final tally."""
    table.state.events = happened = []
    end_game(table.state)
    return happened


def pile(table: Table, draw: int, *discarded: str) -> None:
    """Leave `draw` cards face down, and these on the discard pile."""
    table.state.pile.draw = draw
    for word in discarded:
        table.state.pile.discard[Card.read(word)] += 1
        table.state.pile.located[Card.read(word)] += 1


# ---------------------------------------------------------------------------------------- A


def test_stones_fill_the_spaces_from_the_left():
    """[R7.1, temple A] The first stones lie on the first spaces of the lowest level."""
    happened = bring(temple("A"), "white gray black")
    assert [event for event in happened if isinstance(event, StonePlaced)] == [
        StonePlaced(WHITE, Site.TEMPLE, 1, 1),
        StonePlaced(GRAY, Site.TEMPLE, 2, 1),
        StonePlaced(BLACK, Site.TEMPLE, 3, 1),
    ]


def test_a_full_level_is_followed_by_the_next_one():
    """[R7.1, temple A, temple-A-2] Brown, brown, white: one space is left on level one."""
    happened = bring(temple("A", "gray black white gray"), "brown brown white")
    assert [event for event in happened if isinstance(event, StonePlaced)] == [
        StonePlaced(BROWN, Site.TEMPLE, 5, 1),
        StonePlaced(BROWN, Site.TEMPLE, 1, 2),
        StonePlaced(WHITE, Site.TEMPLE, 2, 2),
    ]


@pytest.mark.parametrize(("seats", "spaces"), [(TWO, 4), (THREE, 5), (FOUR, 5)])
@pytest.mark.parametrize("side", "ABC")
def test_a_level_has_five_spaces_or_four_with_two_players(side, seats, spaces):
    """[R7.1, temple A, temple B, temple C] The stone after a full level begins the next one."""
    table = temple(side, "black " * spaces, seats)
    assert StonePlaced(WHITE, Site.TEMPLE, 1, 2) in bring(table, "white")


def test_each_visible_stone_is_worth_a_point():
    """[R7.1, temple A, temple-A-1] Gray has two visible stones, the others one each."""
    happened = close(temple("A", "gray white gray brown black"))
    assert scored(happened, "temple") == [(GRAY, 1), (WHITE, 1), (GRAY, 1), (BROWN, 1), (BLACK, 1)]


def test_covered_stones_score_nothing():
    """[R7.1, temple A, temple-A-3] The first gray stone and the black one are covered."""
    happened = close(temple("A", "gray black white white brown brown gray"))
    assert scored(happened, "temple") == [
        (BROWN, 1),
        (GRAY, 1),
        (WHITE, 1),
        (WHITE, 1),
        (BROWN, 1),
    ]


@pytest.mark.parametrize("above", range(6))
def test_a_stone_is_visible_if_it_is_the_top_one_of_its_space(above):
    """[R7.1, temple A] Two levels of black, one of white and a begun one of gray."""
    table = temple("A", "black " * 10 + "white " * 5 + "gray " * above)
    seats = [seat for seat, _ in scored(close(table), "temple")]
    assert seats == [GRAY] * above + [WHITE] * (5 - above)


def test_an_empty_space_scores_for_nobody():
    """[R7.1, temple A] Two stones lie in the temple: two points are given."""
    assert scored(close(temple("A", "white black")), "temple") == [(WHITE, 1), (BLACK, 1)]


def test_an_empty_temple_scores_for_nobody():
    """[R7.1, temple A] No stone has been delivered."""
    assert scored(close(temple("A")), "temple") == []


def test_with_two_players_four_stones_are_visible():
    """[R7.1, temple A] The fifth stone covers the first one."""
    happened = close(temple("A", "black white white white white", TWO))
    assert scored(happened, "temple") == [(WHITE, 1)] * 4


def test_the_temple_is_assessed_at_the_end_of_every_round():
    """[R7.1, temple A] The same stone scores in round 1 and in round 2."""
    table = temple("A", "white")
    assert scored(close(table), "temple") == [(WHITE, 1)]
    table.open("4 3 3 2")
    assert scored(close(table), "temple") == [(WHITE, 1)]


def test_the_temple_is_assessed_at_the_end_of_the_sixth_round():
    """[R7.1, R10.1, temple A] It comes once more, and is no part of the final tally."""
    table = temple("A", "white")
    table.state.round = 6
    assert (scored(close(table), "temple"), table.actor) == ([(WHITE, 1)], "nobody")


def test_a_stuck_round_ends_with_the_temple_too():
    """[R7.1, R2.6, R13.2, temple A] Nobody can do anything; both players pass."""
    table = temple("A", "white black", TWO)
    for colour in TWO.split():
        table.stock(colour, sled=0, quarry=0)
    happened = table.play("black pass", "white pass")
    assert RoundEnded(1, True) in happened
    assert scored(happened) == [(WHITE, 1), (BLACK, 1)]


def test_covered_stones_stay_at_the_site():
    """[R7.1, R5.3, temple A] Seven stones lie in the temple, two of them covered."""
    table = temple("A", "black black white white white gray gray")
    assert table.stones_at("temple") == [2, 3, 0, 2]


# ---------------------------------------------------------------------------------------- B


def test_a_full_temple_gives_its_rewards_from_the_left():
    """[R7.2, R7.4, temple B, temple-B-1] Gray, brown, white, white and black are visible."""
    table = temple("B", "gray brown white white black")
    assert scored(close(table), "temple") == []
    assert (table.actor, table.options) == ("gray", ["points", "stones"])
    assert scored(table.play("gray points")) == [(GRAY, 1), (BROWN, 2)]
    assert (table.actor, table.options) == ("white", ["points", "stones"])
    assert StonesTaken(WHITE, 2) in table.play("white stones")
    assert CardTaken(WHITE, 0, Card.STATUE) in table.play("draw statue")
    assert (table.actor, table.options) == ("black", ["points", "stones"])
    assert scored(table.play("black points")) == [(BLACK, 1)]


def test_two_stones_instead_of_a_point_come_from_the_quarry():
    """[R7.3, temple B] They lie on the sled, and there is no point."""
    table = temple("B", "white")
    close(table)
    assert table.play("white stones")[0] == StonesTaken(WHITE, 2)
    assert (table.player("white").sled, table.player("white").quarry) == (2, 18)
    assert table.points("white") == 0


@pytest.mark.parametrize(("sled", "quarry"), [(4, 20), (0, 1)])
def test_as_many_stones_are_taken_as_fit(sled, quarry):
    """[R7.3, R13.7, temple B] One space on the sled, or one stone in the quarry: one stone."""
    table = temple("B", "white").stock("white", sled, quarry)
    close(table)
    assert StonesTaken(WHITE, 1) in table.play("white stones")


@pytest.mark.parametrize(("sled", "quarry"), [(5, 20), (0, 0)])
def test_without_a_stone_to_take_there_is_no_choice(sled, quarry):
    """[R7.3, R2.8, temple B] The sled is full or the quarry empty: the point is taken unasked."""
    table = temple("B", "white").stock("white", sled, quarry)
    assert (scored(close(table), "temple"), table.forced) == ([(WHITE, 1)], ["white points"])
    assert table.actor == "bank"


def test_an_owner_chooses_when_the_stone_comes_up():
    """[R7.2, R7.3, temple B] The stones of space 1 fill the sled, so space 3 gives its point."""
    table = temple("B", "white brown white").stock("white", sled=3)
    close(table)
    assert scored(table.play("white stones")) == [(BROWN, 2), (WHITE, 1)]
    assert table.forced == ["white points"]


def test_a_stone_on_the_card_space_draws_the_top_card_of_the_pile():
    """[R7.4, temple B] The card is the owner's; the pile has one fewer."""
    table = temple("B", "brown brown brown white gray")
    close(table)
    table.play("brown points", "brown points")
    before = table.state.pile.draw
    assert table.play("draw chisel") == [CardTaken(WHITE, 0, Card.CHISEL)]
    assert table.player("white").cards[Card.CHISEL] == 1
    assert table.state.pile.draw == before - 1


def test_a_red_card_drawn_in_the_temple_works_at_once():
    """[R7.4, R13.5, P2, temple B, card private_stone_quarry] Its stones come before space 5."""
    table = temple("B", "black black black white white", **NEW_CARDS, profile="yucata")
    close(table)
    table.play("black points", "black points")
    assert table.play("draw private_stone_quarry") == [
        CardTaken(WHITE, 0, Card.PRIVATE_STONE_QUARRY),
        Scored(WHITE, 1, Source.PRIVATE_STONE_QUARRY),
        StonesTaken(WHITE, 3),
        CardDiscarded(Card.PRIVATE_STONE_QUARRY),
    ]
    assert StonesTaken(WHITE, 2) in table.play("white stones")


def test_the_choice_of_a_red_card_comes_before_the_next_space():
    """[R7.2, R7.4, R3.3, temple B, burial_chamber C, card sarcophagus] Then comes space 5."""
    table = temple("B", "brown brown brown white gray", sites="AA{}CA")
    close(table)
    table.play("brown points", "brown points", "draw sarcophagus")
    assert (table.actor, len(table.options)) == ("white", 5)
    assert StonePlaced(WHITE, Site.BURIAL_CHAMBER, 2, 1) in table.play("white space 1.2")
    assert (table.actor, table.options) == ("gray", ["points", "stones"])


def test_without_a_card_the_card_space_gives_nothing():
    """[R4.3, R7.4, temple B] Both piles are empty: the next space follows at once."""
    table = temple("B", "brown brown brown white gray")
    pile(table, 0)
    close(table)
    table.play("brown points", "brown points")
    assert (table.actor, table.options) == ("gray", ["points", "stones"])


def test_an_empty_draw_pile_is_shuffled_anew_for_the_temple():
    """[R4.3, R13.2, temple B] The leftovers on the market are not among its cards."""
    table = temple("B", "brown brown brown white")
    pile(table, 0, "lever", "chisel")
    close(table)
    table.play("brown points", "brown points")
    happened = table.play("draw lever")
    assert happened[:2] == [PileReshuffled(2), CardTaken(WHITE, 0, Card.LEVER)]
    assert happened[2:] == [CardDiscarded(Card.STATUE)] * 4


def test_with_two_players_the_fifth_space_is_not_used():
    """[R7.1, R7.2, temple B] The fifth stone lies on space 1; space 4 is the last."""
    table = temple("B", "white white black white black", TWO)
    close(table)
    assert table.actor == "black"
    assert scored(table.play("black points")) == [(BLACK, 1), (WHITE, 2)]
    table.play("black points")
    assert table.actor == "bank"
    table.play("draw statue")
    assert table.legal[0].startswith("round")


def test_nothing_else_may_be_done_before_the_choice():
    """[R3.1, R3.2, R7.2, temple B, refusal DECISION_PENDING] A turn is no answer."""
    table = temple("B", "white")
    close(table)
    assert table.refused("white take") is Rule.DECISION_PENDING
    assert table.refused("white keep statue") is Rule.DECISION_PENDING


def test_nobody_else_may_answer_for_the_owner():
    """[R3.2, R7.2, temple B, refusal NOT_YOUR_DECISION] The stone is white's."""
    table = temple("B", "white")
    close(table)
    assert table.refused("black points") is Rule.NOT_YOUR_DECISION


def test_only_one_card_is_drawn():
    """[R7.4, R13.1, temple B, refusal OUTCOME_COUNT] Two cards are one too many."""
    table = temple("B", "brown brown brown white")
    close(table)
    table.play("brown points", "brown points")
    assert table.refused("draw statue lever") is Rule.OUTCOME_COUNT


def test_a_card_can_be_drawn_only_if_a_copy_is_left():
    """[R13.4, temple B, refusal CARD_IMPOSSIBLE] Both levers are in front of players."""
    table = temple("B", "brown brown brown white").give("black", "lever", "lever")
    close(table)
    table.play("brown points", "brown points")
    assert table.refused("draw lever") is Rule.CARD_IMPOSSIBLE


# ---------------------------------------------------------------------------------------- C


def test_the_temple_of_ra_gives_its_rewards_from_the_left():
    """[R7.2, R7.3, R7.4, temple C] 1; 2 or four stones; 1; the best of three cards; 1."""
    table = temple("C", "black white brown gray black")
    assert scored(close(table), "temple") == [(BLACK, 1)]
    assert (table.actor, table.options) == ("white", ["points", "stones"])
    assert scored(table.play("white points")) == [(WHITE, 2), (BROWN, 1)]
    table.play("look statue lever hammer")
    assert (table.actor, table.options) == ("gray", ["keep statue", "keep lever", "keep hammer"])
    happened = table.play("gray keep lever")
    assert CardTaken(GRAY, 0, Card.LEVER) in happened
    assert scored(happened) == [(BLACK, 1)]


def test_four_stones_may_be_chosen_instead_of_two_points():
    """[R7.3, temple C] They lie on the sled."""
    table = temple("C", "black white")
    close(table)
    assert StonesTaken(WHITE, 4) in table.play("white stones")
    assert table.points("white") == 0


def test_four_stones_are_taken_as_far_as_they_go():
    """[R7.3, R13.7, temple C] The sled has two spaces left."""
    table = temple("C", "black white").stock("white", sled=3)
    close(table)
    assert StonesTaken(WHITE, 2) in table.play("white stones")


def test_with_a_full_sled_two_points_are_taken_unasked():
    """[R7.3, R2.8, temple C] Not even one stone could be taken."""
    table = temple("C", "black white").stock("white", sled=5)
    assert scored(close(table), "temple") == [(BLACK, 1), (WHITE, 2)]
    assert table.forced == ["white points"]


def deciding(cards: str = "lever hammer chisel", draw: int = 30, **options: str) -> Table:
    """White's stone on space 4 of temple C draws these cards."""
    table = temple("C", "black black black white", THREE, **options)
    pile(table, draw)
    close(table)
    table.play("black points", f"look {cards}")
    return table


def test_the_cards_not_kept_go_face_up_on_the_discard_pile():
    """[R7.4, R12.3, R13.5, temple C] Everybody sees them there."""
    table = deciding()
    assert table.play("white keep hammer")[:3] == [
        CardDiscarded(Card.LEVER),
        CardDiscarded(Card.CHISEL),
        CardTaken(WHITE, 0, Card.HAMMER),
    ]
    for viewer in (BLACK, WHITE, BROWN, None):
        assert view(table.state, viewer)["pile"]["discard"] == {
            "lever": 1,
            "chisel": 1,
            "statue": 4,
        }


def test_while_deciding_only_the_drawer_sees_the_cards():
    """[R12.3, R7.4, temple C] Neither another player nor a spectator can tell them."""
    table = deciding()
    options = ["white keep lever", "white keep hammer", "white keep chisel"]
    for viewer in (BLACK, BROWN, None):
        assert view(table.state, viewer)["awaited"]["options"] is None
        assert "hammer" not in json.dumps(view(table.state, viewer))
    for viewer in (WHITE, EVERYTHING):
        assert sorted(view(table.state, viewer)["awaited"]["options"]) == sorted(options)


def test_what_happened_shows_the_drawn_cards_to_the_drawer_alone():
    """[R12.3, R7.4, temple C] The others learn that three cards were looked at."""
    table = deciding()
    events_by_viewer = {
        viewer: [e for e in view_events(table.state, table.state.events, viewer) if type(e) is Seen]
        for viewer in (BLACK, WHITE, None)
    }
    assert events_by_viewer[BLACK] == events_by_viewer[None] == [Seen(WHITE, 0, (None, None, None))]
    assert events_by_viewer[WHITE] == [Seen(WHITE, 0, (Card.LEVER, Card.HAMMER, Card.CHISEL))]


def test_the_log_shows_the_drawn_cards_to_the_drawer_alone():
    """[R12.3, R7.4, temple C] Everybody else reads three question marks."""
    table = temple("C", "black black black white", THREE)
    close(table)
    table.play("black points")
    look = Entry(*parse_entry(table.setup, "look lever hammer chisel"))
    assert view_entry(table.state, look, BROWN) == "look ? ? ?"
    assert view_entry(table.state, look, None) == "look ? ? ?"
    assert view_entry(table.state, look, WHITE) == "look lever hammer chisel"


def test_the_card_kept_is_open():
    """[R12.3, temple C] Each player and each spectator sees it in front of its owner."""
    table = deciding()
    happened = table.play("white keep hammer")
    for viewer in (BLACK, None):
        assert CardTaken(WHITE, 0, Card.HAMMER) in view_events(table.state, happened, viewer)
        assert view(table.state, viewer)["seats"][WHITE]["cards"] == {"hammer": 1}


def test_with_hidden_market_cards_the_card_kept_is_its_owners_secret():
    """[R12.3, R12.4, P6, temple C] The two others lie face up all the same."""
    table = deciding(modules="hidden_market_cards")
    happened = table.play("white keep hammer")
    assert CardTaken(WHITE, 0, None) in view_events(table.state, happened, BLACK)
    assert view(table.state, BLACK)["seats"][WHITE]["cards"] == {}
    assert view(table.state, WHITE)["seats"][WHITE]["cards"] == {"hammer": 1}
    assert view(table.state, BLACK)["pile"]["discard"]["lever"] == 1


def test_a_red_card_that_is_kept_works_at_once():
    """[R7.4, R13.5, P2, temple C, card private_stone_quarry] The other cards go first."""
    table = deciding("lever private_stone_quarry chisel", **NEW_CARDS)
    assert table.play("white keep private_stone_quarry")[:5] == [
        CardDiscarded(Card.LEVER),
        CardDiscarded(Card.CHISEL),
        CardTaken(WHITE, 0, Card.PRIVATE_STONE_QUARRY),
        Scored(WHITE, 1, Source.PRIVATE_STONE_QUARRY),
        StonesTaken(WHITE, 3),
    ]
    assert table.player("white").cards[Card.PRIVATE_STONE_QUARRY] == 1


def test_a_kept_red_card_follows_the_others_where_red_cards_are_discarded():
    """[R13.5, P2, temple C, card private_stone_quarry] Under `yucata`, without Amun."""
    table = deciding("lever private_stone_quarry chisel", **NEW_CARDS, profile="yucata")
    happened = table.play("white keep private_stone_quarry")
    discarded = [event.card for event in happened if isinstance(event, CardDiscarded)]
    assert discarded[:3] == [Card.LEVER, Card.CHISEL, Card.PRIVATE_STONE_QUARRY]


def test_a_red_card_that_is_not_kept_does_not_work():
    """[R7.4, temple C, card private_stone_quarry] It only goes on the discard pile."""
    table = deciding("lever private_stone_quarry chisel", **NEW_CARDS)
    happened = table.play("white keep lever")
    assert scored(happened, "private_stone_quarry") == []
    assert CardDiscarded(Card.PRIVATE_STONE_QUARRY) in happened


def test_fewer_cards_are_drawn_if_fewer_are_left():
    """[R7.4, temple C] Two cards: one is kept, one discarded."""
    table = deciding("lever hammer", draw=2)
    assert table.options == ["keep lever", "keep hammer"]
    assert CardDiscarded(Card.LEVER) in table.play("white keep hammer")


def test_no_more_cards_are_named_than_are_left():
    """[R7.4, R13.1, temple C, refusal OUTCOME_COUNT] Two are left, so two are looked at."""
    table = temple("C", "black black black white", THREE)
    pile(table, 2)
    close(table)
    table.play("black points")
    assert table.refused("look lever hammer chisel") is Rule.OUTCOME_COUNT
    assert table.refused("look lever") is Rule.OUTCOME_COUNT


def test_a_single_card_is_kept_unasked():
    """[R7.4, R2.8, temple C] Nothing else is left in the pile."""
    table = deciding("hammer", draw=1)
    assert table.forced == ["white keep hammer"]
    assert table.player("white").cards[Card.HAMMER] == 1


def test_three_equal_cards_leave_no_choice():
    """[R2.8, R7.4, temple C] One is kept, two are discarded."""
    table = deciding("sail sail sail")
    assert (table.forced, table.player("white").cards[Card.SAIL]) == (["white keep sail"], 1)
    assert table.state.pile.discard[Card.SAIL] == 2


def test_equal_cards_are_one_answer():
    """[R2.8, R7.4, temple C] Of two equal cards the one not kept is discarded."""
    table = deciding("sail lever sail")
    assert table.options == ["keep lever", "keep sail"]
    happened = table.play("white keep sail")
    assert {CardDiscarded(Card.LEVER), CardDiscarded(Card.SAIL)} <= set(happened)


def test_without_cards_the_best_of_three_is_nothing():
    """[R4.3, R7.4, temple C] Both piles are empty; the next space follows at once."""
    table = temple("C", "black black black white brown")
    pile(table, 0)
    close(table)
    assert scored(table.play("black points")) == [(BLACK, 2), (BLACK, 1), (BROWN, 1)]


def test_a_reshuffle_may_come_in_the_middle_of_three_cards():
    """[R4.3, R7.4, temple C] One card was left; two come from the discard pile."""
    table = temple("C", "black black black white", THREE)
    pile(table, 1, "lever", "lever", "hammer")
    close(table)
    table.play("black points")
    assert PileReshuffled(3) in table.play("look chisel lever lever")
    assert (table.state.pile.draw, table.options) == (1, ["keep lever", "keep chisel"])


def test_before_the_reshuffle_only_the_draw_pile_can_be_drawn_from():
    """[R13.4, R4.3, temple C, refusal CARD_IMPOSSIBLE] Both levers are on the discard pile."""
    table = temple("C", "black black black white", THREE)
    pile(table, 1, "lever", "lever", "hammer")
    close(table)
    table.play("black points")
    assert table.refused("look lever chisel hammer") is Rule.CARD_IMPOSSIBLE
    assert table.refused("look chisel lever chisel chisel") is Rule.OUTCOME_COUNT


def test_only_a_card_that_was_drawn_can_be_kept():
    """[R7.4, temple C, refusal NOT_AN_ANSWER] The statue is not among the three."""
    assert deciding().refused("white keep statue") is Rule.NOT_AN_ANSWER


def test_nobody_else_may_keep_a_card():
    """[R3.2, R7.4, temple C, refusal NOT_YOUR_DECISION] The stone is white's."""
    assert deciding().refused("black keep lever") is Rule.NOT_YOUR_DECISION


def test_the_bank_waits_for_the_drawer():
    """[R3.1, temple C, refusal NOT_YOUR_DECISION] No card is drawn before one is kept."""
    assert deciding().refused("draw statue") is Rule.NOT_YOUR_DECISION


def test_with_two_players_temple_c_ends_with_the_cards():
    """[R7.1, temple C] Space 5 is not used."""
    table = temple("C", "black white black white black", TWO)
    assert scored(close(table), "temple") == [(BLACK, 1)]
    assert scored(table.play("white points")) == [(WHITE, 2), (BLACK, 1)]
    table.play("look lever hammer chisel")
    assert scored(table.play("white keep lever")) == []


# ---------------------------------------------------------------------------- the round's end


def test_the_temple_comes_before_the_leftovers():
    """[R13.2, temple A, burial_chamber D] Then the market, then the crypt, then the docks."""
    table = temple("A", "white", sites="AA{}DA")
    happened = close(table)
    temple_points = happened.index(Scored(WHITE, 1, Source.TEMPLE))
    market = happened.index(CardDiscarded(Card.STATUE))
    crypt = happened.index(CryptCleared((1, 2, 3, 4)))
    assert temple_points < market < crypt
    assert table.state.docks == [[], [], [], [], []]


def test_the_leftovers_wait_for_the_choices_in_the_temple():
    """[R13.2, temple B, burial_chamber D] White is asked first."""
    table = temple("B", "white", sites="AA{}DA")
    assert CardDiscarded(Card.STATUE) not in close(table)
    assert table.play("white points") == [
        Scored(WHITE, 1, Source.TEMPLE),
        *[CardDiscarded(Card.STATUE)] * 4,
        CryptCleared((1, 2, 3, 4)),
    ]


# ---------------------------------------------------------------------------------------- D


def arena(chariots: list[int], seats: str = FOUR, stones: int = 0) -> Table:
    """The chariots stand on these spaces of the track; so many stone spaces are taken."""
    table = temple("D", "black " * stones, seats)
    table.site("temple").chariots = chariots.copy()
    return table


GOAL = 12
STONE_SPACES = 12


def test_a_stone_moves_its_owners_chariot_by_the_arrows():
    """[R7.5, temple D] The first stone spaces have 1, 2, 1 and 3 arrows."""
    happened = bring(arena([0, 0, 0, 0]), "white gray brown gray")
    assert [event for event in happened if isinstance(event, ChariotMoved | StonePlaced)] == [
        StonePlaced(WHITE, Site.TEMPLE, 1, 0),
        ChariotMoved(WHITE, 1),
        StonePlaced(GRAY, Site.TEMPLE, 2, 0),
        ChariotMoved(GRAY, 2),
        StonePlaced(BROWN, Site.TEMPLE, 3, 0),
        ChariotMoved(BROWN, 3),
        StonePlaced(GRAY, Site.TEMPLE, 4, 0),
        ChariotMoved(GRAY, 5),
    ]


@pytest.mark.parametrize(
    ("space", "arrows"), list(enumerate([1, 2, 1, 3, 2, 1, 2, 3, 1, 2, 3, 2], start=1))
)
def test_each_stone_space_has_its_arrows(space, arrows):
    """[R7.5, temple D] The stone on the space moves the chariot so many spaces."""
    assert bring(arena([0, 4, 0, 0], stones=space - 1), "white")[1:] == [
        StonePlaced(WHITE, Site.TEMPLE, space, 0),
        ChariotMoved(WHITE, 4 + arrows),
    ]


@pytest.mark.parametrize(
    ("chariots", "stones", "space"),
    [
        # It passes by the others: only the space where it would stop has to be free.
        ([5, 4, 6, 0], 3, 7),
        # Spaces 5, 6 and 7 are taken: it goes on to the next free one, after a single step too.
        ([5, 4, 6, 7], 0, 8),
        ([5, 4, 0, 0], STONE_SPACES, 6),
        # The goal holds any number, and going on may lead there.
        ([GOAL, 11, GOAL, 0], 0, GOAL),
        ([11, 10, GOAL, 0], 0, GOAL),
        # Three arrows lead no further than the goal.
        *(([0, space, 0, 0], 3, GOAL) for space in (9, 10, 11)),
    ],
)
def test_a_chariot_stops_on_a_free_space_or_the_goal(chariots, stones, space):
    """[R7.5, temple D] White's."""
    assert ChariotMoved(WHITE, space) in bring(arena(chariots, stones=stones), "white")


def test_the_start_holds_any_number():
    """[R7.5, temple D] All four chariots begin there."""
    assert temple("D").site("temple").chariots == [0, 0, 0, 0]


@pytest.mark.parametrize("seats", [TWO, THREE, FOUR])
def test_the_number_of_stone_spaces_is_the_same_for_all(seats):
    """[R13.14, temple D] Twelve, with two, three or four players."""
    happened = bring(arena([0] * len(seats.split()), seats, STONE_SPACES - 1), "white white")
    assert StonePlaced(WHITE, Site.TEMPLE, STONE_SPACES, 0) in happened
    assert StonePlaced(WHITE, Site.TEMPLE, 0, 0) in happened


def test_when_the_stone_spaces_are_full_a_stone_is_one_step():
    """[R7.5, temple D] It lies at the right edge, and is at the site all the same."""
    table = arena([0, 4, 0, 0], stones=STONE_SPACES)
    assert bring(table, "white")[1:] == [
        StonePlaced(WHITE, Site.TEMPLE, 0, 0),
        ChariotMoved(WHITE, 5),
    ]
    assert table.stones_at("temple") == [STONE_SPACES, 1, 0, 0]


def test_on_the_goal_a_stone_is_a_point_instead():
    """[R7.5, R13.14, temple D] The stone takes a stone space, and the next one the next."""
    table = arena([0, GOAL, 0, 0])
    assert bring(table, "white black")[1:] == [
        StonePlaced(WHITE, Site.TEMPLE, 1, 0),
        Scored(WHITE, 1, Source.TEMPLE),
        StonePlaced(BLACK, Site.TEMPLE, 2, 0),
        ChariotMoved(BLACK, 2),
    ]
    assert table.site("temple").chariots[WHITE] == GOAL


def test_on_the_goal_a_stone_at_the_right_edge_is_a_point_too():
    """[R7.5, temple D] The stone spaces are full."""
    assert bring(arena([0, GOAL, 0, 0], stones=STONE_SPACES), "white")[1:] == [
        StonePlaced(WHITE, Site.TEMPLE, 0, 0),
        Scored(WHITE, 1, Source.TEMPLE),
    ]


def test_reaching_the_goal_gives_no_point():
    """[R7.5, temple D] Only a chariot that is there already scores."""
    assert scored(bring(arena([0, 11, 0, 0]), "white")) == []


@pytest.mark.parametrize(
    ("seats", "chariots", "points"),
    [
        # With two players the second gets none.
        (TWO, [3, 5], [(WHITE, 2)]),
        (THREE, [3, 5, 1], [(WHITE, 2), (BLACK, 1)]),
        (FOUR, [3, 5, 9, 10], [(GRAY, 2), (BROWN, 1)]),
        (FOUR, [1, GOAL, 4, 0], [(WHITE, 2), (BROWN, 1)]),
        # Several on the goal are all foremost, and there is no second.
        (FOUR, [8, GOAL, 4, GOAL], [(WHITE, 2), (GRAY, 2)]),
        (TWO, [GOAL, GOAL], [(BLACK, 2), (WHITE, 2)]),
        # A chariot on the start gets nothing.
        (FOUR, [0, 0, 1, 0], [(BROWN, 2)]),
        (FOUR, [0, 0, 0, 0], []),
    ],
)
def test_the_foremost_chariot_gets_two_points_the_second_one(seats, chariots, points):
    """[R7.5, temple D] At the end of a round."""
    assert scored(close(arena(chariots, seats)), "temple") == points


def test_the_arena_is_assessed_at_the_end_of_every_round():
    """[R7.5, R7.1, temple D] The foremost scores in round 1 and in round 2."""
    table = arena([0, 4, 2, 0])
    assert scored(close(table), "temple") == [(WHITE, 2), (BROWN, 1)]
    table.open("4 3 3 2")
    assert scored(close(table), "temple") == [(WHITE, 2), (BROWN, 1)]


@pytest.mark.parametrize(
    ("space", "points"), list(enumerate([0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 10]))
)
def test_at_the_end_a_chariot_is_worth_the_points_of_its_space(space, points):
    """[R7.5, R10.1, temple D] From the start, which is worth nothing, to the goal."""
    table = arena([0, space], TWO)
    finish(table)
    assert (table.points("black"), table.points("white")) == (0, points)


def test_the_track_is_counted_after_the_obelisks():
    """[R10.1, R7.5, temple D] Burial chamber, obelisks, arena."""
    table = arena([0, 5], TWO)
    table.site("burial_chamber").stones = [WHITE]
    table.site("obelisks").heights = [0, 1]
    sources = [event.source for event in finish(table) if isinstance(event, Scored)]
    assert sources == [Source.BURIAL_CHAMBER, Source.OBELISKS, Source.TEMPLE]


@pytest.mark.parametrize("side", "ABC")
def test_the_temple_is_no_part_of_the_final_tally(side):
    """[R10.1, R7.1, temple A, temple B, temple C] Visible stones score with the rounds only."""
    assert scored(finish(temple(side, "white black"))) == []


# --------------------------------------------------------------------------------- any side


@pytest.mark.parametrize(
    ("side", "answers"),
    [
        ("A", []),
        ("B", ["white stones", "gray points", "draw entrance", "black stones"]),
        ("C", ["brown stones", "look statue lever sail", "black keep lever"]),
        ("D", []),
    ],
)
def test_the_position_is_the_same_without_events_collected(side, answers):
    """[temple A, temple B, temple C, temple D] Telling what happened changes nothing."""
    table_with, table_without = (temple(side, "black " * 5) for _ in range(2))
    entries = ["black sail 1 temple", "white sail 4 pyramid", *answers]
    for table in (table_with, table_without):
        table.state.harbour = {number: table.state.harbour[number] for number in (1, 4)}
        table.load(1, "white", "brown", "gray", "black").load(4, "gray")
    table_with.play(*entries)
    table_without.state.events = None
    for entry in entries:
        apply(table_without.state, *parse_entry(table_without.setup, entry))
    assert table_without.state.events is None
    assert digest(table_with.state) == digest(table_without.state)


def test_a_stone_that_comes_alone_lies_on_the_next_space():
    """[R3.3, R7.1, temple A] Also if nobody listens."""
    table = temple("A", "black black")
    table.state.events = None
    table.state.rules.boards[Site.TEMPLE].deliver(table.state, WHITE)
    assert table.site("temple").stones == [BLACK, BLACK, WHITE]
