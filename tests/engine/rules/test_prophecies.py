"""God Prophecies: scarabs, periods, the seven conditions (R11.4, R13.1, R13.16, R13.17)."""

import pytest

from engine.errors import Rule
from engine.events import CardTaken, PropheciesRevealed, ScarabLaid, StonePlaced
from engine.flow import end_game
from engine.vocabulary import Card, Prophecy, Site
from tests.table import Table, scored

SITE_OF = {"ra": "pyramid", "isis": "temple", "anubis": "burial_chamber", "osiris": "obelisks"}
POINTS = {1: (8, -4), 2: (5, -3), 3: (2, -1)}
"""By period: a fulfilled prophecy, and a failed one."""


def oracle(*prophecies, seats="black white", sites="AAAAA", modules="", market=None, **options):
    table = Table(seats, sites, modules=f"god_prophecies {modules}", **options)
    table.play("prophecies " + " ".join(prophecies or ("amun", "ra", "thoth")))
    table.open("4 3 2 2", market or "statue lever sail chisel")
    return table


def prophecies(table):
    return [option for option in table.options if option.startswith("prophecy")]


def points_of(table):
    """(seat, points) for the prophecies of the final scoring."""
    table.state.events = []
    end_game(table.state)
    return scored(table.state.events, "god_prophecies")


def prophecy_points(prophecy, prepare=None, **options):
    """The points for a scarab that black laid on `prophecy` in round 1."""
    names = [name for name in ("amun", "ra", "isis") if name != prophecy][:2]
    table = oracle(prophecy, *names, **options).after(f"black prophecy {prophecy}")
    if prepare:
        prepare(table)
    return points_of(table)


def build(table, site, *counts):
    """So many stones of each seat at a site of side A."""
    if site == "obelisks":
        table.site(site).heights = list(counts)
    else:
        table.site(site).stones = [seat for seat, count in enumerate(counts) for _ in range(count)]


# --------------------------------------------------------------------------------- set-up


def test_three_of_the_seven_prophecies_are_revealed():
    """[R11.4, R13.1, module god_prophecies] Before the first round card."""
    table = Table(modules="god_prophecies")
    assert table.legal == (
        "prophecies PROPHECY PROPHECY PROPHECY, of: amun ra isis anubis osiris thoth ptah",
    )
    revealed = (Prophecy.ISIS, Prophecy.OSIRIS, Prophecy.PTAH)
    assert table.play("prophecies ptah isis osiris") == [PropheciesRevealed(revealed)]


def test_the_prophecies_are_different_cards():
    """[R11.4, module god_prophecies, refusal PROPHECIES_IMPOSSIBLE] Each is there once."""
    table = Table(modules="god_prophecies")
    assert table.refused("prophecies ra ra isis") is Rule.PROPHECIES_IMPOSSIBLE


@pytest.mark.parametrize("named", ["ra isis", "ra isis amun thoth"])
def test_neither_more_nor_fewer_than_three(named):
    """[R11.4, module god_prophecies, refusal OUTCOME_COUNT] Three."""
    table = Table(modules="god_prophecies")
    assert table.refused(f"prophecies {named}") is Rule.OUTCOME_COUNT


def test_without_the_module_nobody_prophesies():
    """[R11.4, refusal MODULE_NOT_IN_PLAY] Neither as an action nor at the end."""
    table = Table().opened()
    assert table.refused("black prophecy ra") is Rule.MODULE_NOT_IN_PLAY
    assert prophecies(table) == []


# -------------------------------------------------------------------------------- scarabs


def test_laying_a_scarab_is_the_whole_action():
    """[R11.4, module god_prophecies] On the field of the present period."""
    table = oracle()
    assert prophecies(table) == ["prophecy amun", "prophecy ra", "prophecy thoth"]
    assert table.play("black prophecy ra") == [ScarabLaid(0, Prophecy.RA, 1)]
    assert table.actor == "white"


@pytest.mark.parametrize(("number", "period"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_period_is_two_rounds(number, period):
    """[R11.4, module god_prophecies] Rounds 1 and 2, 3 and 4, 5 and 6."""
    table = oracle()
    table.state.round = number
    assert table.play("black prophecy ra") == [ScarabLaid(0, Prophecy.RA, period)]


def test_only_the_three_prophecies_in_play_are_there():
    """[R11.4, module god_prophecies, refusal PROPHECY_NOT_IN_PLAY] The others are in the box."""
    assert oracle().refused("black prophecy isis") is Rule.PROPHECY_NOT_IN_PLAY


def test_a_player_lays_one_scarab_a_card():
    """[R11.4, module god_prophecies, refusal PROPHECY_MADE] In another period neither."""
    table = oracle().after("black prophecy ra", "white take")
    table.state.round = 3
    assert table.refused("black prophecy ra") is Rule.PROPHECY_MADE
    assert prophecies(table) == ["prophecy amun", "prophecy thoth"]


def test_a_player_lays_one_scarab_a_period():
    """[R11.4, prophecies-2, module god_prophecies, refusal PROPHECY_MADE] On no other card."""
    table = oracle().after("black prophecy ra", "white take")
    table.state.round = 2
    assert table.refused("black prophecy amun") is Rule.PROPHECY_MADE
    assert prophecies(table) == []


def test_a_player_has_two_scarabs():
    """[R11.4, module god_prophecies, refusal PROPHECY_MADE] Two in all, not one for each period."""
    table = oracle().after("black prophecy ra", "white take")
    table.state.round = 3
    table.play("black prophecy amun", "white load 1.1")
    table.state.round = 5
    assert table.refused("black prophecy thoth") is Rule.PROPHECY_MADE
    assert prophecies(table) == []


def test_several_players_may_use_the_same_field():
    """[R11.4, prophecies-1, module god_prophecies] There is space for everybody."""
    foretold = oracle().after("black prophecy ra", "white prophecy ra").kept("god_prophecies")
    assert foretold.scarabs[foretold.prophecies.index(Prophecy.RA)] == [1, 1]


# --------------------------------------------------------------------------------- points


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_an_early_scarab_wins_and_loses_more(number):
    """[R11.4, R10.1, prophecy thoth] 8 or -4; 5 or -3; 2 or -1."""
    table = oracle()
    table.state.round = number
    table.give("black", "statue", "statue", "statue")
    table.play("black prophecy thoth", "white prophecy thoth")
    fulfilled, failed = POINTS[(number + 1) // 2]
    assert points_of(table) == [(0, fulfilled), (1, failed)]


def test_an_unused_scarab_is_worth_nothing():
    """[R11.4, module god_prophecies] A fulfilled prophecy that nobody made neither."""
    assert points_of(oracle().give("black", "statue", "statue", "statue")) == []


@pytest.mark.parametrize("prophecy", SITE_OF)
def test_the_most_stones_at_a_site_fulfil_its_prophecy(prophecy):
    """[R11.4, prophecy ra, prophecy isis, prophecy anubis, prophecy osiris] Alone the most."""
    assert prophecy_points(prophecy, lambda t: build(t, SITE_OF[prophecy], 4, 3)) == [(0, 8)]


@pytest.mark.parametrize("prophecy", SITE_OF)
def test_the_most_fails_with_fewer_stones(prophecy):
    """[R11.4, prophecy ra, prophecy isis, prophecy anubis, prophecy osiris] Two against three."""
    assert prophecy_points(prophecy, lambda t: build(t, SITE_OF[prophecy], 2, 3)) == [(0, -4)]


@pytest.mark.parametrize("prophecy", SITE_OF)
def test_the_most_fails_on_a_tie(prophecy):
    """[R11.4, prophecy ra, prophecy isis, prophecy anubis, prophecy osiris] With any player."""
    seats = "black white brown"
    prepared = prophecy_points(
        prophecy, lambda t: build(t, SITE_OF[prophecy], 3, 1, 3), seats=seats
    )
    assert prepared == [(0, -4)]


@pytest.mark.parametrize("prophecy", SITE_OF)
def test_nothing_is_never_the_most(prophecy):
    """[R13.17, prophecy ra, prophecy isis, prophecy anubis, prophecy osiris] An empty site."""
    assert prophecy_points(prophecy) == [(0, -4)]


def test_stones_at_the_right_edge_are_at_the_site():
    """[R11.4, R5.3, prophecy ra] 7 and 7 in the pyramid, one of black beside it."""

    def prepare(table):
        build(table, "pyramid", 7, 7)
        table.site("pyramid").further = [0]

    assert prophecy_points("ra", prepare) == [(0, 8)]


@pytest.mark.parametrize(("statues", "points"), [(3, 8), (4, 8), (2, -4), (0, -4)])
def test_thoth_wants_three_statues(statues, points):
    """[R11.4, prophecy thoth, card statue] At least three."""
    assert prophecy_points("thoth", lambda t: t.give("black", *["statue"] * statues)) == [
        (0, points)
    ]


def test_ptah_wants_two_stones_at_each_building_site():
    """[R11.4, prophecy ptah] At least two at all four; others do not matter."""

    def prepare(table):
        for site in SITE_OF.values():
            build(table, site, 2, 5)

    assert prophecy_points("ptah", prepare) == [(0, 8)]


@pytest.mark.parametrize("lacking", SITE_OF.values())
def test_ptah_fails_with_one_stone_at_one_of_them(lacking):
    """[R11.4, prophecy ptah] However many lie at the others."""

    def prepare(table):
        for site in SITE_OF.values():
            build(table, site, 1 if site == lacking else 3, 0)

    assert prophecy_points("ptah", prepare) == [(0, -4)]


# ----------------------------------------------------------------------------------- amun


def take_reds(table, *cards):
    """Black takes these cards from the market in the course of the game."""
    for card in cards:
        table.site("market").up = [Card.read(card), -1, -1, -1]
        table.load(3, "black").turn("black").play("black sail 3 market")
        table.state.docks[Site.MARKET] = []
        table.state.harbour[3] = table.state.harbour[4].copy()


@pytest.mark.parametrize("profile", ["official", "yucata"])
def test_amun_wants_three_red_cards(profile):
    """[R11.4, P2, prophecy amun] At least three, of any kind."""

    def prepare(table):
        take_reds(table, "entrance", "paved_path", "entrance")

    assert prophecy_points("amun", prepare, profile=profile) == [(0, 8)]


def test_amun_fails_with_two_red_cards():
    """[R11.4, prophecy amun] Blue ones do not count."""
    assert prophecy_points("amun", lambda t: take_reds(t, "entrance", "lever", "sarcophagus")) == [
        (0, -4)
    ]


def test_amun_counts_a_red_card_without_effect():
    """[R13.16, R4.2, prophecy amun, card entrance] The quarry was empty."""

    def prepare(table):
        for card in ("entrance", "sarcophagus", "paved_path"):
            table.stock("black", quarry=0)
            take_reds(table, card)
        assert sum(map(sum, map(table.stones_at, SITE_OF.values()))) == 0

    assert prophecy_points("amun", prepare) == [(0, 8)]


def test_amun_counts_private_stone_quarries():
    """[R13.16, prophecy amun, card private_stone_quarry] They are red too."""

    def prepare(table):
        take_reds(table, "private_stone_quarry", "entrance", "private_stone_quarry")

    assert prophecy_points("amun", prepare, modules="new_dynasty_cards") == [(0, 8)]


def test_amun_counts_red_cards_that_came_by_other_ways():
    """[R13.16, prophecy amun, favor two_cards] Two by a favour, one by the bonus of pyramid B."""
    table = oracle(
        "amun",
        "ra",
        "isis",
        sites="ABAAA",
        modules="pharaohs_favors",
        market="sarcophagus paved_path statue statue",
    )
    table.play("black prophecy amun", "white take")
    table.play("black favor two_cards 1 2", "refill lever sail", "white load 1.1")
    table.site("pyramid").pyramids[0] = [1, 1]
    table.load(3, "black").play("black sail 3 pyramid", "black pyramid left")
    happened = table.play("draw sarcophagus")
    assert CardTaken(0, 0, Card.SARCOPHAGUS) in happened
    assert StonePlaced(0, Site.BURIAL_CHAMBER, 2, 0) in happened
    assert points_of(table) == [(0, 8)]


def test_the_deck_knows_that_amuns_cards_stay_with_their_owner():
    """[P2, R13.16, prophecy amun] Nothing of them is on the discard pile."""
    table = oracle("amun", "ra", "isis", profile="yucata")
    take_reds(table, "entrance", "sarcophagus")
    assert sum(table.state.pile.discard) == 0
    assert table.player("black").cards[Card.ENTRANCE] == 1


def test_own_hidden_cards_count():
    """[R13.16, R12.4, prophecy thoth, module hidden_market_cards] Three statues nobody saw."""
    modules = "hidden_market_cards"
    hidden = prophecy_points("thoth", lambda t: t.give("black", *["statue"] * 3), modules=modules)
    assert hidden == [(0, 8)]
