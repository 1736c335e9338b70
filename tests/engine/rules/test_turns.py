"""A turn: take, load, sail, pass; decisions of others; rounds in which all are stuck (R2, R3)."""

import pytest

from engine.apply import apply
from engine.digest import digest
from engine.errors import IllegalAction, Rule
from engine.events import (
    CardDiscarded,
    CardTaken,
    FigureMoved,
    Passed,
    RoundEnded,
    Scored,
    ShipSailed,
    StoneLoaded,
    StonePlaced,
    StoneSent,
    StonesReturned,
    StonesTaken,
)
from engine.log import parse_entry
from engine.state import Ship
from engine.vocabulary import EMPTY, Card, Origin, Site, Source
from tests.table import Table, scored


def opened(seats="black white", sites="AAAAA", market="statue lever sail chisel", **options):
    return Table(seats, sites, **options).opened("4 3 2 2", market)


def stuck(seats="black white", **options):
    """Nobody has a stone, and no ship has its minimum aboard."""
    table = opened(seats, **options)
    for player in table.state.players:
        player.sled = player.quarry = 0
    return table


# ---------------------------------------------------------------------------------- take


def test_taking_brings_three_stones_from_the_quarry_to_the_sled():
    """[R2.2] Three stones."""
    table = opened()
    assert table.play("black take") == [StonesTaken(0, 3)]
    assert (table.player("black").sled, table.player("black").quarry) == (5, 24)


def test_with_space_for_two_stones_two_are_taken():
    """[R2.2, game-take-1] The sled has five spaces."""
    assert opened().stock("black", sled=3).play("black take") == [StonesTaken(0, 2)]


def test_with_two_stones_in_the_quarry_two_are_taken():
    """[R2.2] As many as the quarry allows."""
    table = opened().stock("black", sled=0, quarry=2)
    assert table.play("black take") == [StonesTaken(0, 2)]
    assert (table.player("black").sled, table.player("black").quarry) == (2, 0)


def test_with_a_full_sled_nothing_can_be_taken():
    """[R2.2, game-take-2, refusal SLED_FULL] At least one stone, or the action is not there."""
    table = opened().stock("black", sled=5)
    assert table.refused("black take") is Rule.SLED_FULL
    assert "take" not in table.options


def test_with_an_empty_quarry_nothing_can_be_taken():
    """[R2.2, game-take-2, refusal QUARRY_EMPTY] At least one stone, or the action is not there."""
    table = opened().stock("black", quarry=0)
    assert table.refused("black take") is Rule.QUARRY_EMPTY
    assert "take" not in table.options


def test_taking_and_moving_the_figure_is_one_entry():
    """[R2.9, R6.4] The move is decided with the taking."""
    table = opened(sites="ADAAA")
    assert {"take", "take move"} <= set(table.options)
    assert table.play("black take move") == [StonesTaken(0, 3), FigureMoved(0, 2)]
    assert (table.actor, table.play("white take")) == ("white", [StonesTaken(1, 2)])


def test_without_a_figure_or_a_free_space_no_figure_moves():
    """[R6.4, refusal FIGURE_CANNOT_MOVE] Only pyramid D has one; it moves to a free space."""
    assert opened().refused("black take move") is Rule.FIGURE_CANNOT_MOVE
    table = opened(sites="ADAAA")
    table.site("pyramid").spaces = [0] * 14
    assert table.refused("black take move") is Rule.FIGURE_CANNOT_MOVE
    assert "take" in table.options
    assert "take move" not in table.options


# ---------------------------------------------------------------------------------- load


def test_a_stone_may_be_placed_on_any_empty_space_of_any_ship():
    """[R2.3] Not only on the foremost one."""
    table = opened().load(2, "-", "white", "-")
    loads = [option for option in table.options if option.startswith("load")]
    spaces = "1.1 1.2 1.3 1.4 2.1 2.3 3.1 3.2 4.1 4.2"
    assert loads == [f"load {space}" for space in spaces.split()]
    assert table.play("black load 2.3") == [StoneLoaded(0, 2, 3)]
    assert (table.player("black").sled, table.state.harbour[2].spaces) == (1, [EMPTY, 1, 0])


def test_a_taken_space_takes_no_second_stone():
    """[R2.3, refusal SPACE_TAKEN] Any empty space."""
    assert opened().load(1, "white").refused("black load 1.1") is Rule.SPACE_TAKEN


def test_the_round_has_four_ships():
    """[R2.3, refusal NO_SUCH_SHIP] Numbered from 1."""
    assert opened().refused("black load 5.1") is Rule.NO_SUCH_SHIP


def test_a_ship_has_no_more_spaces_than_its_size():
    """[R2.3, refusal NO_SUCH_SPACE] Ship 2 of 4-3-2-2 has three."""
    assert opened().refused("black load 2.4") is Rule.NO_SUCH_SPACE


def test_a_ship_that_has_sailed_is_loaded_no_more():
    """[R2.3, R2.4, refusal SHIP_HAS_SAILED] Neither does it sail again."""
    table = opened()
    table.deliver("pyramid", "white", "white", "white")
    assert table.refused("white load 1.4") is Rule.SHIP_HAS_SAILED
    assert table.refused("white sail 1 temple") is Rule.SHIP_HAS_SAILED


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("load 1.1", "this space is taken (free on ship 1: 2, 3, 4) [R2.3]"),
        ("load 2.4", "the ship has no such space (ship 2 has spaces 1 to 3) [R2.3]"),
        ("load 4.1", "this space is taken (the ship is full) [R2.3]"),
        ("load 5.1", "this round has no such ship (ships 1 to 4) [R2.3]"),
        ("load 3.1", "the ship has already sailed (in the harbour: 1, 2, 4) [R2.3]"),
    ],
)
def test_a_refused_load_names_the_legal_values(entry: str, message: str) -> None:
    table = opened().load(1, "white").load(4, "white", "white")
    table.state.harbour.pop(3)
    with pytest.raises(IllegalAction) as refusal:
        apply(table.state, *parse_entry(table.setup, f"black {entry}"))
    assert str(refusal.value) == message


def test_without_a_stone_on_the_sled_nothing_is_loaded():
    """[R2.3, refusal SLED_EMPTY] Stones come from the sled, not from the quarry."""
    table = opened().stock("black", sled=0)
    assert table.refused("black load 1.1") is Rule.SLED_EMPTY
    assert table.options == ["take"]


# ---------------------------------------------------------------------------------- sail


@pytest.mark.parametrize(
    ("ships", "ship", "minimum"), [("4 3 2 1", 1, 3), ("4 3 2 1", 2, 2), ("4 3 2 1", 3, 1)]
)
def test_a_ship_sails_with_its_minimum_and_not_with_less(ships, ship, minimum):
    """[R2.4, refusal SHIP_TOO_LIGHT] 3 for four spaces, 2 for three, 1 for two and for one."""
    table = Table().opened(ships).load(ship, *["white"] * (minimum - 1))
    assert table.refused(f"black sail {ship} temple") is Rule.SHIP_TOO_LIGHT
    assert f"sail {ship} temple" not in table.options
    table.load(ship, *["white"] * minimum)
    assert f"sail {ship} temple" in table.options
    table.play(f"black sail {ship} temple")


def test_the_smallest_ship_sails_full_or_not_at_all():
    """[R2.4] The ship of one space needs one stone."""
    table = Table().opened("4 3 2 1")
    assert table.refused("black sail 4 temple") is Rule.SHIP_TOO_LIGHT
    table.load(4, "black")
    assert ShipSailed(0, 4, Site.TEMPLE, (0,), (1,)) in table.play("black sail 4 temple")


def test_a_ship_sails_whether_or_not_a_stone_of_the_sailing_player_is_aboard():
    """[R2.4] Black sails white's stones."""
    assert opened().load(3, "white").play("black sail 3 burial_chamber") == [
        ShipSailed(0, 3, Site.BURIAL_CHAMBER, (1,), (1,)),
        StonePlaced(1, Site.BURIAL_CHAMBER, 1, 0),
    ]


def test_a_site_takes_one_ordinary_ship_a_round():
    """[R2.4, refusal DOCK_TAKEN] The second one has to go elsewhere."""
    table = opened()
    table.deliver("pyramid", "black", "black", "black")
    table.load(2, "white", "white")
    assert table.refused("white sail 2 pyramid") is Rule.DOCK_TAKEN
    sails = [option for option in table.options if option.startswith("sail")]
    assert sails == [f"sail 2 {s}" for s in ("market", "temple", "burial_chamber", "obelisks")]


def test_no_ship_sails_that_is_not_there():
    """[R2.4, refusal NO_SUCH_SHIP] Four ordinary ships."""
    assert opened().refused("black sail 7 temple") is Rule.NO_SUCH_SHIP


# ------------------------------------------------------------------------------ unloading


def test_stones_unload_from_front_to_back_and_empty_spaces_are_skipped():
    """[R3.1] Pyramid A: 2 for the first stone, 1 for the second, 3 for the third."""
    happened = opened().load(1, "white", "-", "black", "white").play("black sail 1 pyramid")
    assert happened[0] == ShipSailed(0, 1, Site.PYRAMID, (1, 0, 1), (1, 3, 4))
    assert scored(happened) == [(1, 2), (0, 1), (1, 3)]


def test_a_stone_is_resolved_completely_before_the_next():
    """[R3.1, R4.2, card entrance] Card, its stone, its points, its own stone home; then white."""
    table = opened(market="entrance lever sail chisel").load(3, "black", "white")
    assert table.play("black sail 3 market", "black card 1")[1:] == [
        CardTaken(0, 1, Card.ENTRANCE),
        StoneSent(0, Origin.QUARRY, Site.PYRAMID),
        StonePlaced(0, Site.PYRAMID, 1, 0),
        Scored(0, 2, Source.PYRAMID),
        CardDiscarded(Card.ENTRANCE),
        StonesReturned(0, 1),
    ]
    assert table.actor == "white"


def test_every_stone_of_a_cargo_makes_its_own_choice():
    """[R3.1, R3.2] Pyramid B: black, white, black; each is asked when its stone comes up."""
    table = opened(sites="ABAAA").load(1, "black", "white", "black").after("black sail 1 pyramid")
    for colour, pyramid in (("black", "left"), ("white", "left"), ("black", "middle")):
        assert table.actor == colour
        table.play(f"{colour} pyramid {pyramid}")
    assert (table.site("pyramid").pyramids, table.actor) == ([[0, 1], [0], []], "white")


def test_the_choices_of_a_stone_are_its_owners_in_anothers_turn_too():
    """[R3.2, refusal NOT_YOUR_DECISION] Black sails, white chooses her card."""
    table = opened().load(3, "white").after("black sail 3 market")
    assert table.actor == "white"
    assert table.refused("black card 1") is Rule.NOT_YOUR_DECISION
    assert CardTaken(1, 1, Card.STATUE) in table.play("white card 1")
    assert table.actor == "white"
    assert "take" in table.options


def test_a_decision_is_answered_before_anything_else():
    """[R3.1, refusal DECISION_PENDING] No turn in between."""
    table = opened().load(3, "white").after("black sail 3 market")
    assert table.refused("white take") is Rule.DECISION_PENDING


def test_an_answer_is_one_of_those_offered():
    """[R3.2, refusal NOT_AN_ANSWER] There is no fifth card; no coin either."""
    table = opened().load(3, "white").after("black sail 3 market")
    assert table.refused("white card 5") is Rule.NOT_AN_ANSWER
    assert table.refused("white card 1 2") is Rule.NOT_AN_ANSWER
    assert table.options == ["card 1", "card 2", "card 3", "card 4"]


def test_without_a_question_there_is_no_answer():
    """[R2.1, refusal NO_DECISION] A turn is an action."""
    assert opened().refused("black card 1") is Rule.NO_DECISION


def test_a_turn_belongs_to_one_player():
    """[R2.1, refusal NOT_YOUR_TURN] One action, then the next seat."""
    table = opened()
    assert table.refused("white take") is Rule.NOT_YOUR_TURN
    table.play("black take")
    assert table.refused("black load 1.1") is Rule.NOT_YOUR_TURN


def test_a_decision_with_one_answer_is_not_asked():
    """[R2.8] The last card is taken by itself; the log need not say so."""
    table = opened()
    table.site("market").up = [EMPTY, EMPTY, Card.SAIL, EMPTY]
    table.load(3, "white")
    assert CardTaken(1, 3, Card.SAIL) in table.play("black sail 3 market")
    assert (table.forced, table.actor) == (["white card 3"], "white")


def test_equal_cards_on_two_spaces_are_two_answers():
    """[R2.8] Spaces are named by number."""
    table = opened(market="statue statue lever lever")
    table.site("market").up[2:] = [EMPTY, EMPTY]
    table.load(3, "white").play("black sail 3 market")
    assert table.options == ["card 1", "card 2"]


def test_outcomes_of_chance_are_written_even_if_only_one_is_possible():
    """[R2.8] One card in the pile: the bank still names it."""
    table = opened(sites="CAAAA")
    table.site("market").up = [EMPTY] * 4
    table.state.pile.draw = 1
    table.load(3, "white").play("black sail 3 market")
    assert table.actor == "bank"


# ---------------------------------------------------------------------------------- pass


def test_who_can_act_may_not_pass():
    """[R2.5, refusal PASS_NOT_ALLOWED] Here stones can be taken."""
    table = opened()
    assert table.refused("black pass") is Rule.PASS_NOT_ALLOWED
    assert "pass" not in table.options


def test_who_cannot_act_passes_and_is_asked_for_it():
    """[R2.5, R2.8] The action of a turn is always asked, also when only the pass is left."""
    table = stuck().stock("white", sled=1)
    assert (table.options, table.play("black pass")) == (["pass"], [Passed(0)])
    assert (table.actor, table.forced) == ("white", [])


def test_a_ship_of_others_that_can_sail_leaves_no_pass():
    """[R2.4, R2.5] No stone of one's own is needed to sail it."""
    assert stuck().load(3, "white").refused("black pass") is Rule.PASS_NOT_ALLOWED


def test_an_action_of_a_module_leaves_no_pass():
    """[R2.5, module god_prophecies] A scarab can be laid."""
    table = Table(modules="god_prophecies").after("prophecies ra isis thoth").opened()
    table.stock("black", sled=0, quarry=0)
    assert table.options == ["prophecy ra", "prophecy isis", "prophecy thoth"]
    assert table.refused("black pass") is Rule.PASS_NOT_ALLOWED


def test_a_blue_card_that_can_be_played_leaves_no_pass():
    """[R2.5, card lever] With lever, however, nothing can be sailed that could not be anyway."""
    table = stuck().give("black", "lever")
    assert table.options == ["pass"]
    table.load(3, "white")
    assert "play lever 3 temple 1" in table.options


# --------------------------------------------------------------------------- stuck rounds


def test_when_all_have_passed_the_round_ends_at_once():
    """[R2.6, R13.2] Stones go home, the ships are gone, the temple is assessed."""
    table = stuck().load(1, "white", "-", "black")
    table.site("temple").stones = [0, 0, 1]
    happened = table.play("black pass", "white pass")
    assert happened[:5] == [
        Passed(0),
        Passed(1),
        StonesReturned(1, 1, Origin.SHIP),
        StonesReturned(0, 1, Origin.SHIP),
        RoundEnded(1, True),
    ]
    assert (scored(happened, "temple"), table.state.harbour) == ([(0, 1), (0, 1), (1, 1)], {})
    assert [player.quarry for player in table.state.players] == [1, 1]


def test_the_rest_of_the_rounds_end_follows():
    """[R2.6, R13.2] Market leftovers are discarded and the next round card is due."""
    table = stuck(market="statue statue lever sail")
    happened = table.play("black pass", "white pass")
    assert [e.card.word for e in happened if isinstance(e, CardDiscarded)] == [
        "statue",
        "statue",
        "lever",
        "sail",
    ]
    assert table.legal[0].startswith("round ")


def test_passes_count_only_one_after_the_other():
    """[R2.6] White's load in between starts the count anew."""
    table = stuck().stock("white", sled=1).after("black pass", "white load 1.1", "black pass")
    assert (table.state.round, table.actor) == (1, "white")
    assert RoundEnded(1, True) in table.play("white pass")


@pytest.mark.parametrize(("sailor", "starter"), [("black", 1), ("white", 2), ("brown", 0)])
def test_after_a_stuck_round_the_player_left_of_the_last_sailor_starts(sailor, starter):
    """[R2.6] Whoever sailed an ordinary ship last in this round."""
    table = stuck("black white brown").load(4, "white")
    table.turn(sailor).play(f"{sailor} sail 4 temple")
    for _ in range(3):
        table.play(f"{table.actor} pass")
    table.open("4 2 2 1")
    assert (table.state.opener, table.state.turn) == (starter, starter)


def test_if_nobody_sailed_the_player_left_of_the_rounds_starter_starts():
    """[R2.6] Not the one left of the player who passed last."""
    table = stuck("black white brown")
    table.state.opener = 1
    table.turn("black").play("black pass", "white pass", "brown pass")
    table.open("4 2 2 1")
    assert table.state.opener == 2


def test_the_sailor_of_an_earlier_round_does_not_count():
    """[R2.6] Black sailed in round 1, nobody in round 2, which white started: brown is next."""
    table = opened("black white brown")
    table.state.harbour = {3: table.state.harbour[3]}
    table.load(3, "black").play("black sail 3 pyramid")
    table.open("4 2 2 1")
    for player in table.state.players:
        player.sled = player.quarry = 0
    table.play("white pass", "brown pass", "black pass")
    table.open("4 3 2 1")
    assert table.state.opener == 2


def test_a_private_ship_is_no_ordinary_ship_for_the_next_starter():
    """[R2.6, R11.1, module private_ships] White's private ship counts for nothing."""
    table = stuck("black white brown", modules="private_ships").stock("white", sled=1)
    table.play("black pass", "white private_ship temple", "brown pass", "black pass", "white pass")
    table.open("4 2 2 1")
    assert table.state.opener == 1


def test_the_count_of_passes_does_not_outlive_its_round():
    """[R2.6] After a stuck round nobody has passed."""
    table = stuck().after("black pass", "white pass").opened("3 2 2 1")
    assert (table.state.passes, table.play("white pass")) == (0, [Passed(1)])
    assert table.state.round == 2


def test_a_stuck_last_round_ends_the_game():
    """[R2.6, R10.1, ending stuck last round] The temple, then the final scoring."""
    table = stuck()
    table.state.round = 6
    table.load(2, "black")
    table.site("temple").stones = [1]
    happened = table.play("black pass", "white pass")
    assert StonesReturned(0, 1, Origin.SHIP) in happened
    assert scored(happened, "temple") == [(1, 1)]
    assert table.state.over
    assert table.actor == "nobody"


# ---------------------------------------------------------------- with and without events collected


EVERYTHING = (
    "private_ships stonemasons_wager pharaohs_favors new_dynasty_cards god_prophecies "
    "wrath_of_the_pharaoh"
)


def rich():
    """Black may do anything that there is."""
    table = Table("black white", "AAAAA", EVERYTHING).after("prophecies amun ra thoth")
    table.open("4 3 2 2", "entrance sarcophagus private_stone_quarry statue")
    table.give("black", "lever", "hammer", "sail", "chisel", "raft", "loading_plank")
    table.load(1, "black", "white", "black").load(2, "black", "white")
    table.state.harbour[4] = Ship(2, 1)
    table.load(4, "white")
    table.state.docks[Site.TEMPLE] = [9]
    table.stock("black", sled=4)
    return table


@pytest.mark.parametrize(
    "entries",
    [
        "black take",
        "black load 3.1",
        "black sail 1 pyramid",
        "black play lever 1 burial_chamber 3,1,2",
        "black play hammer 3.1",
        "black play sail 3.1 obelisks",
        "black play chisel 3.1 3.2",
        "black play raft pyramid",
        "black play raft market\nblack card 1\nrefill statue",
        "black play loading_plank 2 temple",
        "black private_ship obelisks",
        "black private_ship market\nblack card 2\nrefill statue",
        "black wager temple left",
        "black favor two_cards 3 1\nrefill statue statue",
        "black favor place_and_fill_sled 3.1",
        "black favor place_reorder_sail 2 add black,white,black pyramid",
        "black favor place_two_and_sail 3 1,2 pyramid",
        "black favor place_three 3.1 3.2 4.2",
        "black prophecy amun",
        "black take\nwhite take",
    ],
)
def test_collecting_events_changes_nothing(entries):
    """[R2.1] The position after is the same with events recorded and without."""
    table = rich()
    silent = table.state.copy()
    assert table.play(entries)
    for line in entries.splitlines():
        apply(silent, *parse_entry(table.setup, line))
    assert silent.events is None
    assert digest(silent) == digest(table.state)


@pytest.mark.parametrize("number", [1, 6])
def test_a_stuck_round_ends_without_events_collected(number):
    """[R2.6, R10.1] The same with events recorded and without; in the last round too."""
    table = stuck(modules="wrath_of_the_pharaoh stonemasons_wager private_ships")
    table.state.round = number
    table.load(1, "white").give("black", "statue", "temple_decoration")
    table.site("temple").stones = [1, 1, 0]
    silent = table.state.copy()
    table.play("black pass", "white pass")
    apply(silent, *parse_entry(table.setup, "black pass"))
    apply(silent, *parse_entry(table.setup, "white pass"))
    assert digest(silent) == digest(table.state)
    assert table.state.over is (number == 6)


def test_a_game_begins_without_events_collected():
    """[R13.1] The same with events recorded and without."""
    table = Table(modules="god_prophecies")
    silent = table.state.copy()
    entries = ("prophecies ra isis thoth", "round 4 3 2 2", "market statue lever sail chisel")
    table.play(*entries)
    for entry in entries:
        apply(silent, *parse_entry(table.setup, entry))
    assert digest(silent) == digest(table.state)
