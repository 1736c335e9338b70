"""The flow of a game: how a round ends, who starts the next, the end, the places (R2.7, R10)."""

import pytest

from engine.errors import ReplayError, Rule
from engine.events import (
    CardDiscarded,
    CryptCleared,
    GameEnded,
    RoundBegan,
    RoundEnded,
    Scored,
    ShipSailed,
)
from engine.flow import end_game
from engine.log import Header, Log
from engine.replay import verify
from engine.scoring import result
from engine.vocabulary import EMPTY, NO_SEAT, Card, Site, Source
from tests.table import Table, scored


def last_ship(seats="black white", sites="AAAAA", market="statue lever sail chisel", **options):
    """A round in which ship 1, of four spaces, is the last that has not sailed."""
    table = Table(seats, sites, **options).opened("4 3 2 2", market)
    table.state.harbour = {1: table.state.harbour[1]}
    return table


def last_turn(*seats):
    """The game ends with the next ship, which brings nobody anything."""
    table = last_ship(" ".join(seats) or "black white")
    table.state.round = 6
    table.site("market").up = [EMPTY] * 4
    return table


def sail_last(table):
    return table.deliver("market", "black", "black", "black")


# ------------------------------------------------------------------------- end of a round


def test_with_four_ships_for_five_sites_one_site_gets_none():
    """[R2.4, game-docks-1] After the fourth ship the round is over."""
    table = Table().opened("4 3 2 2")
    for ship, stones in ((1, 3), (2, 2), (3, 1), (4, 1)):
        table.load(ship, *["black"] * stones)
    happened = []
    for ship, site in enumerate(("pyramid", "temple", "burial_chamber", "obelisks"), 1):
        assert table.state.round == 1
        happened = table.play(f"{table.actor} sail {ship} {site}")
    assert RoundEnded(1, False) in happened
    assert table.actor == "bank"


def test_a_round_lasts_until_the_fourth_ship_has_sailed():
    """[R2.7] Three are not enough."""
    table = Table().opened("4 3 2 2")
    table.state.harbour = {3: table.state.harbour[3], 4: table.state.harbour[4]}
    table.load(3, "black")
    assert RoundEnded(1, False) not in table.play("black sail 3 pyramid")
    assert table.actor == "white"


def test_the_round_ends_when_the_fourth_cargo_is_fully_resolved():
    """[R2.7] Not while somebody still chooses."""
    table = last_ship().load(1, "black", "white", "white")
    happened = table.play("black sail 1 market", "black card 1", "white card 2")
    assert RoundEnded(1, False) not in happened
    assert table.actor == "white"
    assert RoundEnded(1, False) in table.play("white card 4")


def test_the_temple_is_assessed_at_the_end_of_every_round():
    """[R2.7, R7.1, R13.2] The stones that have just come count."""
    happened = last_ship().deliver("temple", "black", "white", "white")
    assert scored(happened, "temple") == [(0, 1), (1, 1), (1, 1)]
    assert happened.index(RoundEnded(1, False)) < happened.index(Scored(0, 1, Source.TEMPLE))


def test_market_leftovers_are_discarded_after_the_temple():
    """[R13.2, R4.8] Temple, then the market."""
    table = last_ship(market="statue lever sail chisel")
    happened = table.deliver("temple", "black", "black", "black")
    discarded = [e for e in happened if isinstance(e, CardDiscarded)]
    assert [e.card.word for e in discarded] == ["statue", "lever", "sail", "chisel"]
    assert happened.index(Scored(0, 1, Source.TEMPLE)) < happened.index(discarded[0])
    assert table.site("market").up == [EMPTY] * 4


def test_a_temple_draw_does_not_find_the_rounds_market_leftovers():
    """[R13.2, R4.3] Pile and discard pile are empty: no card for space 4 of temple B."""
    table = last_ship(sites="AABAA")
    table.site("temple").stones = [0, 0, 0, 0]
    table.state.pile.draw = 0
    happened = table.deliver("obelisks", "black", "black", "black")
    assert table.actor == "black"
    happened = table.play("black points", "black points")
    assert [e for e in happened if isinstance(e, CardDiscarded)]
    assert RoundBegan not in map(type, happened)
    assert table.legal[0].startswith("round")


def test_a_temple_draw_finds_the_card_by_which_the_fourth_ship_sailed():
    """[R13.5, R4.3, card lever] It is on the discard pile already."""
    table = last_ship(sites="AABAA").give("black", "lever")
    table.site("temple").stones = [0, 0, 0, 0]
    table.state.pile.draw = 0
    table.load(1, "white", "white", "white")
    table.play("black play lever 1 obelisks 1,2,3", "black points", "black points")
    assert table.legal[0].startswith("draw ")
    table.play("draw lever")
    assert table.player("black").cards[Card.LEVER] == 1


def test_leftovers_wait_for_the_choices_in_the_temple():
    """[R13.2, R7.2] The market is not cleared before the temple is settled."""
    table = last_ship(sites="AABDA", market="")
    table.play("market statue lever sail chisel", "crypt 1 2 3 4")
    happened = table.deliver("temple", "white", "black", "black")
    assert RoundEnded(1, False) in happened
    assert table.actor == "white"
    assert table.site("market").up[0] is Card.STATUE
    happened = table.play("white stones", "black points")
    kinds = [type(event) for event in happened]
    assert kinds.index(CardDiscarded) < kinds.index(CryptCleared)


def test_crypt_leftovers_leave_the_game_and_docks_are_cleared():
    """[R13.2, R8.4, R11.1] Private ships' docks too."""
    table = last_ship(sites="AAADA", market="", modules="private_ships")
    table.play("market statue lever sail chisel", "crypt 1 2 3 4")
    table.kept("private_ships").docks[Site.PYRAMID] = 0
    assert CryptCleared((1, 2, 3, 4)) in table.deliver("obelisks", "black", "black", "black")
    assert (table.state.docks, table.kept("private_ships").docks) == ([[]] * 5, [EMPTY] * 5)
    table.play("round 3 2 2 1", "market statue lever sail chisel")
    assert table.refused("crypt 4 5 6 7") is Rule.TILE_IMPOSSIBLE


def test_stones_at_sites_and_on_sleds_stay_where_they_are():
    """[R2.7, R13.2] From round to round."""
    table = last_ship()
    table.site("obelisks").heights = [2, 1]
    sleds = [player.sled for player in table.state.players]
    table.deliver("pyramid", "black", "white", "black")
    table.open("3 2 2 1")
    assert (table.stones_at("pyramid"), table.stones_at("obelisks")) == ([2, 1], [2, 1])
    assert [player.sled for player in table.state.players] == sleds


# -------------------------------------------------------------------------- the next round


@pytest.mark.parametrize(("sailor", "starter"), [("black", 1), ("white", 2), ("brown", 0)])
def test_the_player_left_of_the_one_who_sailed_the_fourth_ship_starts_the_next_round(
    sailor, starter
):
    """[R2.7] The sailing counts, not the stones."""
    table = last_ship("black white brown").turn(sailor)
    table.deliver("pyramid", "black", "black", "black")
    happened = table.play("round 4 2 2 1", "market statue lever sail chisel")
    assert (happened[0], table.state.turn) == (RoundBegan(2, (4, 2, 2, 1), starter), starter)


@pytest.mark.parametrize(
    "entry",
    [
        "white play lever 1 pyramid 2,1,3",
        "white play sail 1.4 pyramid",
        "white play loading_plank 1 temple",
        "white favor place_reorder_sail 1 black,black,white,- pyramid",
        "white favor place_two_and_sail 1 - pyramid",
    ],
)
def test_by_whatever_action_or_card_the_fourth_ship_was_sailed(entry):
    """[R2.7, R5.10, card lever, card sail, card loading_plank] Brown is left of white."""
    table = last_ship("black white brown", modules="pharaohs_favors new_dynasty_cards")
    table.give("white", "lever", "sail", "loading_plank")
    table.state.docks[Site.TEMPLE] = [2]
    table.load(1, "black", "black", "white").turn("white")
    assert RoundEnded(1, False) in table.play(entry)
    table.open("4 2 2 1")
    assert (table.state.opener, table.actor) == (2, "brown")


def test_a_raft_or_a_private_ship_ends_no_round():
    """[R2.7, R11.1, R13.11] They are none of the four."""
    table = last_ship(modules="private_ships new_dynasty_cards").give("black", "raft")
    table.stock("black", sled=3)
    assert RoundEnded(1, False) not in table.play("black play raft pyramid")
    assert RoundEnded(1, False) not in table.play("white private_ship pyramid")
    assert table.actor == "black"


def test_a_game_has_six_rounds():
    """[R1.3, R10.1] Six of the seven round cards are played."""
    table = Table()
    sites = ("pyramid", "temple", "burial_chamber", "obelisks")
    deals = {
        "4 3 2 2": "statue statue statue statue",
        "4 3 2 1": "statue statue statue statue",
        "3 3 2 2": "statue statue lever lever",
        "3 3 2 1": "hammer hammer sail sail",
        "3 2 2 1": "sail chisel chisel chisel",
        "4 2 2 1": "entrance entrance sarcophagus sarcophagus",
    }
    rounds = []
    for ships, market in deals.items():
        rounds += [e.number for e in table.open(ships, market) if isinstance(e, RoundBegan)]
        for number, site in enumerate(sites, 1):
            spaces = len(table.state.harbour[number].spaces)
            table.load(number, *["black"] * spaces)
            happened = table.play(f"{table.actor} sail {number} {site}")
        assert RoundEnded(rounds[-1], False) in happened
    assert (rounds, happened[-1]) == ([1, 2, 3, 4, 5, 6], GameEnded())


# ------------------------------------------------------------------------------- the end


def test_nothing_is_filled_or_revealed_after_round_6():
    """[R13.1] The game is over instead; piles are not topped up either."""
    table = last_ship(sites="DAADA", market="").after("market statue lever", "crypt 1 2 3 4")
    table.state.round = 6
    assert table.deliver("obelisks", "black", "black", "black")[-1] == GameEnded()
    assert (table.actor, table.legal, table.options) == ("nobody", (), [])


def test_after_the_end_nobody_does_anything():
    """[R10.1, refusal GAME_OVER] Neither a player nor the bank."""
    table = last_turn()
    sail_last(table)
    assert table.state.turn == NO_SEAT
    assert table.refused("white take") is Rule.GAME_OVER
    assert table.refused("round 3 2 2 1") is Rule.GAME_OVER


def test_a_game_that_stops_early_is_none():
    """[R10.1, refusal GAME_UNFINISHED] All six rounds are played."""
    with pytest.raises(ReplayError) as refusal:
        verify(Log(Header(Table().setup)))
    assert refusal.value.rule is Rule.GAME_UNFINISHED


def test_the_final_scoring_keeps_its_order():
    """[R10.1] Chamber, obelisks, arena, decorations, statues, ornament, blue, ship, wager, …"""
    modules = "private_ships stonemasons_wager new_dynasty_cards god_prophecies"
    table = Table("black white", "AADAA", f"{modules} wrath_of_the_pharaoh")
    table.play("prophecies ra isis thoth")
    table.open()
    table.site("burial_chamber").stones = [0, 0, 0]
    table.site("obelisks").heights = [1, 0]
    table.site("temple").chariots = [6, 0]
    table.site("temple").stones = [0]
    table.give("black", "burial_chamber_decoration", "statue", "stone_ornament", "lever")
    table.kept("stonemasons_wager").fields[Site.BURIAL_CHAMBER][0] = 0
    table.kept("god_prophecies").scarabs[0][0] = 1
    table.state.events = []
    end_game(table.state)
    assert [e for e in table.state.events if e != GameEnded() and e.seat == 0] == [
        Scored(0, 6, Source.BURIAL_CHAMBER),
        Scored(0, 10, Source.OBELISKS),
        Scored(0, 3, Source.TEMPLE),
        Scored(0, 1, Source.DECORATIONS),
        Scored(0, 1, Source.STATUES),
        Scored(0, 2, Source.STONE_ORNAMENT),
        Scored(0, 1, Source.UNUSED_BLUE_CARDS),
        Scored(0, 1, Source.PRIVATE_SHIP),
        Scored(0, 5, Source.STONEMASONS_WAGER),
        Scored(0, -4, Source.GOD_PROPHECIES),
        Scored(0, -5, Source.WRATH_OF_THE_PHARAOH),
    ]


def test_the_final_scoring_comes_after_the_sixth_rounds_temple():
    """[R10.1, R7.1] Temple, then obelisks: 10 for black's, alone at the obelisks."""
    table = last_turn()
    table.site("temple").stones = [1]
    happened = table.deliver("obelisks", "black", "black", "black")
    ended = happened.index(RoundEnded(6, False))
    assert happened[ended + 1 :] == [
        Scored(1, 1, Source.TEMPLE),
        Scored(0, 10, Source.OBELISKS),
        GameEnded(),
    ]


def test_a_score_can_fall_below_zero():
    """[R10.1, R11.5, module wrath_of_the_pharaoh] Nothing earned, 5 deducted."""
    table = Table(modules="wrath_of_the_pharaoh").opened()
    end_game(table.state)
    assert (table.points("black"), table.points("white")) == (-5, -5)
    assert result(table.state).points == (-5, -5)


# -------------------------------------------------------------------------------- places


def finish(points, sleds):
    """The game ends with these points and these stones on the sleds."""
    table = last_turn(*["black", "white", "brown", "gray"][: len(points)])
    for player, earned, sled in zip(table.state.players, points, sleds, strict=True):
        player.scored[Source.PYRAMID] = earned
        player.sled = sled
    assert sail_last(table)[-1] == GameEnded()
    return result(table.state)


def test_the_most_points_win():
    """[R10.2, ending clear winner] Stones on the sled do not matter then."""
    ending = finish(points=(30, 41, 12), sleds=(5, 0, 5))
    assert (ending.points, ending.places) == ((30, 41, 12), (2, 1, 3))


def test_if_points_are_equal_more_stones_on_the_sled_decide():
    """[R10.2, ending sled breaks the tie] 3 stones against 4."""
    ending = finish(points=(30, 30), sleds=(3, 4))
    assert (ending.places, ending.sleds) == ((2, 1), (3, 4))


def test_who_is_still_tied_shares_the_place():
    """[R10.2, R13.19, ending shared first place] 1, 1, 3."""
    assert finish(points=(20, 30, 30), sleds=(5, 2, 2)).places == (3, 1, 1)


def test_places_after_a_shared_one_are_left_out():
    """[R13.19] Two share the second place: 1, 2, 2, 4."""
    assert finish(points=(9, 12, 7, 9), sleds=(1, 0, 5, 1)).places == (2, 1, 4, 2)


def test_the_result_tells_where_points_come_from():
    """[R10.1] Sources that gave nothing are left out."""
    ending = finish(points=(8, 0), sleds=(0, 0))
    assert (ending.breakdown(0), ending.breakdown(1)) == ({"pyramid": 8}, {})


def test_a_ship_that_sails_is_told_before_anything_that_it_brings():
    """[R2.4, R3.1] The sailing, then the cargo, then the end of the round."""
    happened = last_ship().deliver("burial_chamber", "black", "black", "black")
    assert happened[0] == ShipSailed(0, 1, Site.BURIAL_CHAMBER, (0, 0, 0), (1, 2, 3))
