"""What a viewer may see: the position, the events, the entries (R12.1–R12.4)."""

import json

import pytest

from engine import COMPILED
from engine.events import CardDiscarded, CardsSeen, CardTaken
from engine.flow import end_game
from engine.log import parse_entry
from engine.view import EVERYTHING, view, view_entry, view_events
from engine.vocabulary import EMPTY, Card, Favor, Site
from tests.table import Table

BLACK, WHITE, SPECTATOR = 0, 1, None
VIEWERS = (BLACK, WHITE, SPECTATOR, EVERYTHING)
OTHERS = (WHITE, SPECTATOR)
KNOWING = (BLACK, EVERYTHING)


def opened(sites="AAAAA", market="statue lever sail chisel", modules="", crypt="", **options):
    table = Table("black white", sites, modules, **options)
    if table.legal[0].startswith("prophecies"):
        table.play("prophecies amun ra thoth")
    if table.legal[0].startswith("scaffold"):
        table.play("scaffold 3")
    table.open("4 3 2 2", market, crypt)
    return table


def unload_black(table, site="market"):
    """White sails a ship with one stone of black."""
    table.load(3, "black").turn("white")
    return table.play(f"white sail 3 {site}")


def visible_part(table, viewer, *path):
    """What lies at `path` of the position as `viewer` sees it."""
    node = view(table.state, viewer)
    for key in path:
        node = node[key]
    return node


def card_knowledge(table, viewer, space=0):
    return visible_part(table, viewer, "sites", "market", "board", "face_down", space, "known")


def visible_entry(table, viewer, entry):
    """`entry`, about to be applied, as `viewer` reads it."""
    return view_entry(table.state, parse_entry(table.setup, entry), viewer)


# ------------------------------------------------------------------------- what all see


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_lies_open_is_seen_by_all(viewer):
    """[R12.1, R12.4] Stones, ships, docks, cards, favours, wagers, scarabs."""
    modules = "pharaohs_favors stonemasons_wager god_prophecies private_ships"
    table = opened(modules=modules).give("white", "lever")
    table.play("black wager temple left", "white prophecy ra", "black favor place_three 1.2 2.1")
    table.play("white private_ship pyramid", "black take", "white load 3.2")
    table.play("black sail 3 obelisks")
    document = json.loads(json.dumps(view(table.state, viewer)))
    assert (document["edition"], document["profile"], document["modules"]) == (
        "2026.1",
        "official",
        ["private_ships", "stonemasons_wager", "pharaohs_favors", "god_prophecies"],
    )
    assert (document["round"], document["rounds"], document["turn"], document["opener"]) == (
        1,
        6,
        1,
        0,
    )
    assert document["over"] is False
    assert document["favors"]["place_three"] == 0
    assert document["favors"]["two_cards"] is None
    assert document["prophecies"] == [
        {"prophecy": "amun", "scarabs": [None, None]},
        {"prophecy": "ra", "scarabs": [None, 1]},
        {"prophecy": "thoth", "scarabs": [None, None]},
    ]
    temple, pyramid = document["sites"]["temple"], document["sites"]["pyramid"]
    assert temple["wagers"] == {"left": 0}
    assert (pyramid["private_ship"], pyramid["stones"], pyramid["side"]) == (1, [0, 1], "A")
    assert document["sites"]["obelisks"]["ships"] == [3]
    assert document["seats"][1]["cards"] == {"lever": 1}
    assert document["seats"][1]["private_ship"] is False
    assert document["seats"][1]["scored"]["pyramid"] == document["seats"][1]["points"] == 2


@pytest.mark.parametrize("viewer", VIEWERS)
def test_ships_are_seen_with_their_stones_until_they_sail(viewer):
    """[R2.3, R2.4] Then with their site."""
    table = opened().after("black load 3.2").after("white sail 3 pyramid").load(2, "-", "white")
    assert visible_part(table, viewer, "ships")[1:3] == [
        {"number": 2, "capacity": 3, "minimum": 2, "spaces": [None, 1, None], "site": None},
        {"number": 3, "capacity": 2, "minimum": 1, "spaces": None, "site": "pyramid"},
    ]
    assert view(Table().state, viewer)["ships"] == []


@pytest.mark.parametrize("viewer", VIEWERS)
def test_wager_fields_are_seen_where_there_are_any(viewer):
    """[R11.2, module stonemasons_wager] Under each of the four building sites, not the market."""
    table = opened(modules="stonemasons_wager")
    fields = {site.word: visible_part(table, viewer, "sites", site.word, "wagers") for site in Site}
    assert (fields.pop("market"), list(fields.values())) == ({}, [{"left": None}] * 4)


# ----------------------------------------------------------------------------------- R12.1


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_the_draw_pile(viewer):
    """[R12.1, R14.6] Its size is open; the discard pile is, as far as it lies face up."""
    table = opened("BAAAA", "statue lever sail").give("black", "hammer")
    table.play("black play hammer 1.1")
    table.state.pile.unseen = 2
    assert visible_part(table, viewer, "pile") == {
        "draw": 28,
        "discard": {"hammer": 1},
        "unseen": 2,
    }


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_round_cards_and_tiles_not_yet_revealed(viewer):
    """[R12.1] Neither what is to come nor what was put aside."""
    snapshot = view(opened("ACADA", crypt="2 5 7 11").state, viewer)
    assert snapshot["round_cards"] == [[4, 3, 2, 2]]
    assert snapshot["sites"]["pyramid"]["board"]["tiles"] == [3]
    chamber = snapshot["sites"]["burial_chamber"]["board"]
    assert (chamber["revealed"], chamber["gone"]) == ([2, 5, 7, 11], [2, 5, 7, 11])


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_the_bank_may_name_is_not_shown(viewer):
    """[R12.1] While an outcome is awaited nobody has options."""
    assert visible_part(Table(sites="ACAAA"), viewer, "awaited") == {
        "seat": None,
        "site": "pyramid",
        "kind": "RevealScaffold",
        "options": None,
    }


# ----------------------------------------------------------------- options of the one to act


def test_options_are_for_the_player_who_acts():
    """[R12.2, R12.4] And for the record; nobody else reads them."""
    table = opened()
    for viewer in KNOWING:
        assert visible_part(table, viewer, "awaited", "options") == [
            f"black {o}" for o in table.options
        ]
    for viewer in OTHERS:
        assert visible_part(table, viewer, "awaited") == {
            "seat": 0,
            "site": None,
            "kind": "turn",
            "options": None,
        }


def test_answers_are_for_the_owner_of_the_stone():
    """[R3.2, R12.2] It is white's turn, and black's decision."""
    table = opened()
    unload_black(table)
    assert visible_part(table, BLACK, "turn") == WHITE
    assert visible_part(table, BLACK, "awaited", "options") == [
        f"black card {n}" for n in (1, 2, 3, 4)
    ]
    assert visible_part(table, WHITE, "awaited") == {
        "seat": 0,
        "site": "market",
        "kind": "card",
        "options": None,
    }


@pytest.mark.parametrize("viewer", VIEWERS)
def test_at_the_end_nobody_is_awaited(viewer):
    """[R10.1] The game is over."""
    table = opened()
    end_game(table.state)
    assert visible_part(table, viewer, "awaited") is None
    assert visible_part(table, viewer, "over") is True


# ----------------------------------------------------------------------------------- R12.2


def looking_at_a_pair():
    table = opened("BAAAA", "statue lever sail")
    unload_black(table)
    table.play("black card 4")
    return table


def test_the_pair_of_market_b_is_known_to_who_looked():
    """[R12.2, R4.5] Its size to everybody."""
    table = looking_at_a_pair()
    assert {len(card_knowledge(table, viewer)) for viewer in VIEWERS} == {0}
    table.play("look lever statue")
    for viewer in KNOWING:
        assert sorted(card_knowledge(table, viewer)) == ["lever", "statue"]
    for viewer in OTHERS:
        assert card_knowledge(table, viewer) == []
    for viewer in VIEWERS:
        assert visible_part(table, viewer, "sites", "market", "board", "face_down", 0, "count") == 2


def test_the_answers_to_a_look_are_not_read_by_others():
    """[R12.2] They would name the cards; the kind of the decision does not."""
    table = looking_at_a_pair().after("look lever statue")
    assert sorted(visible_part(table, BLACK, "awaited", "options")) == [
        "black keep lever",
        "black keep statue",
    ]
    for viewer in OTHERS:
        assert visible_part(table, viewer, "awaited", "options") is None
        assert visible_part(table, viewer, "awaited", "kind") == "keep"


def test_a_look_is_read_by_who_looks():
    """[R12.2] Before it is applied, as an entry of the log."""
    table = looking_at_a_pair()
    for viewer in KNOWING:
        assert visible_entry(table, viewer, "look lever statue") == "look lever statue"
    for viewer in OTHERS:
        assert visible_entry(table, viewer, "look lever statue") == "look ? ?"


def test_the_event_of_a_look_names_no_cards_to_others():
    """[R12.2] But their number."""
    table = looking_at_a_pair()
    happened = table.play("look lever statue")
    cards = (Card.STATUE, Card.LEVER)
    for viewer in KNOWING:
        assert view_events(table.state, happened, viewer) == [CardsSeen(BLACK, 4, cards)]
    for viewer in OTHERS:
        assert view_events(table.state, happened, viewer) == [CardsSeen(BLACK, 4, (None, None))]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_card_kept_is_open(viewer):
    """[R12.2, R12.3] The other lies face up on the discard pile."""
    table = looking_at_a_pair().after("look lever statue")
    assert visible_entry(table, viewer, "black keep lever") == "black keep lever"
    happened = table.play("black keep lever")
    events = view_events(table.state, happened, viewer)
    assert CardTaken(BLACK, 4, Card.LEVER) in events
    assert CardDiscarded(Card.STATUE) in events
    assert visible_part(table, viewer, "seats", BLACK, "cards") == {"lever": 1}
    assert card_knowledge(table, viewer) == []


def looked_into_a_pile():
    """Black has looked into the first pile of market D and kept the lever."""
    table = opened("DAAAA", "statue sail")
    unload_black(table)
    table.play("black card 3", "look lever statue chisel", "black keep lever")
    return table


def test_a_pile_of_market_d_stays_known_to_who_looked():
    """[R12.2, R4.7] As far as what they saw still lies there."""
    table = looked_into_a_pile()
    for viewer in KNOWING:
        assert card_knowledge(table, viewer) == ["statue", "chisel"]
        assert card_knowledge(table, viewer, 1) == []
    for viewer in OTHERS:
        assert card_knowledge(table, viewer) == []


def test_a_card_that_left_the_pile_is_known_there_no_more():
    """[R12.2] White takes the chisel; both know the other card."""
    table = looked_into_a_pile().load(4, "white")
    table.state.docks[Site.MARKET] = []
    table.turn("black").play("black sail 4 market", "white card 3")
    for viewer in (BLACK, WHITE, EVERYTHING):
        assert card_knowledge(table, viewer) == ["statue", "chisel"]
    table.play("white keep chisel")
    for viewer in (BLACK, WHITE, EVERYTHING):
        assert card_knowledge(table, viewer) == ["statue"]
    assert card_knowledge(table, SPECTATOR) == []


def test_cards_added_to_a_pile_are_known_to_nobody():
    """[R12.2, R4.7] Three lie there in the next round, two of them known to black."""
    table = looked_into_a_pile()
    table.state.harbour = {1: table.state.harbour[1]}
    table.deliver("temple", "black", "black", "black")
    table.open("3 2 2 1", "statue sail")
    assert card_knowledge(table, BLACK) == ["statue", "chisel"]
    assert card_knowledge(table, WHITE) == []
    assert visible_part(table, BLACK, "sites", "market", "board", "face_down", 0, "count") == 3


# ----------------------------------------------------------------------------------- R12.3


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_card_drawn_from_the_pile_is_open(viewer):
    """[R12.3] Here on market C, whose board is empty."""
    table = opened("CAAAA")
    table.site("market").up = [EMPTY] * 4
    unload_black(table)
    assert visible_entry(table, viewer, "draw statue") == "draw statue"
    happened = table.play("draw statue")
    assert CardTaken(BLACK, 0, Card.STATUE) in view_events(table.state, happened, viewer)
    assert visible_part(table, viewer, "seats", BLACK, "cards") == {"statue": 1}


def best_of_three(modules=""):
    """Black's stone is assessed on the fourth space of temple C."""
    table = opened("AACAA", modules=modules)
    table.site("temple").stones = [1, 1, 1, 0]
    table.state.harbour = {3: table.state.harbour[3]}
    unload_black(table, "obelisks")
    table.play("white points")
    return table


def test_the_three_cards_of_temple_c_are_seen_by_who_draws():
    """[R12.3, R7.4] The event and the entry name them to nobody else."""
    table = best_of_three()
    for viewer in KNOWING:
        assert visible_entry(table, viewer, "look lever sail statue") == "look lever sail statue"
    for viewer in OTHERS:
        assert visible_entry(table, viewer, "look lever sail statue") == "look ? ? ?"
    happened = table.play("look lever sail statue")
    assert view_events(table.state, happened, WHITE) == [CardsSeen(BLACK, 0, (None,) * 3)]
    assert None not in view_events(table.state, happened, BLACK)[0].cards


@pytest.mark.parametrize("cards", ["statue lever statue", "lever statue statue"])
def test_the_order_of_discarded_cards_tells_nothing_of_the_kept_one(cards):
    """[R12.4] Whoever kept the statue: the order in which they were named is in the log alone."""
    table = best_of_three("hidden_market_cards").after(f"look {cards}")
    happened = table.play("black keep statue")
    for viewer in OTHERS:
        discarded = view_events(table.state, happened, viewer)[:2]
        assert discarded == [CardDiscarded(Card.STATUE), CardDiscarded(Card.LEVER)]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_two_cards_not_kept_on_temple_c_are_open(viewer):
    """[R12.3] Face up on the discard pile; and so is the one kept."""
    table = best_of_three().after("look lever sail statue")
    happened = table.play("black keep sail")
    events = view_events(table.state, happened, viewer)
    assert set(events[:2]) == {CardDiscarded(Card.STATUE), CardDiscarded(Card.LEVER)}
    assert events[2] == CardTaken(BLACK, 0, Card.SAIL)


# ----------------------------------------------------------------------------------- R12.4


def hidden(sites="AAAAA", market="statue lever entrance chisel", modules=""):
    return opened(sites, market, f"hidden_market_cards {modules}")


def test_hidden_cards_are_known_to_their_owner_alone():
    """[R12.4, module hidden_market_cards] How many they are is open."""
    table = hidden().give("black", "lever", "statue", "statue")
    for viewer in KNOWING:
        assert visible_part(table, viewer, "seats", BLACK, "cards") == {"statue": 2, "lever": 1}
    for viewer in OTHERS:
        assert visible_part(table, viewer, "seats", BLACK, "cards") == {}
    for viewer in VIEWERS:
        assert visible_part(table, viewer, "seats", BLACK, "card_count") == 3


def test_hidden_cards_are_open_at_the_end_of_the_game():
    """[R12.4, module hidden_market_cards] To everybody."""
    table = hidden(modules="new_dynasty_cards").give("black", "statue", "cargo_sled")
    end_game(table.state)
    for viewer in VIEWERS:
        assert visible_part(table, viewer, "seats", BLACK, "cards") == {
            "statue": 1,
            "cargo_sled": 1,
        }
        assert visible_part(table, viewer, "seats", BLACK, "sled_capacity") == 7


def test_red_cards_are_open_also_where_cards_are_hidden():
    """[R12.4, module hidden_market_cards, card entrance] They are played at once, and kept (P2)."""
    table = hidden(modules="new_dynasty_cards")
    unload_black(table)
    happened = table.play("black card 3")
    table.give("black", "lever")
    for viewer in VIEWERS:
        assert CardTaken(BLACK, 3, Card.ENTRANCE) in view_events(table.state, happened, viewer)
    for viewer in OTHERS:
        assert visible_part(table, viewer, "seats", BLACK, "cards") == {"entrance": 1}


def test_the_event_of_taking_a_hidden_card_does_not_name_it_to_others():
    """[R12.4, module hidden_market_cards] Where it came from is seen."""
    table = hidden()
    unload_black(table)
    happened = table.play("black card 2")
    for viewer in KNOWING:
        assert CardTaken(BLACK, 2, Card.LEVER) in view_events(table.state, happened, viewer)
    for viewer in OTHERS:
        assert CardTaken(BLACK, 2, None) in view_events(table.state, happened, viewer)
        unnamed = view_events(table.state, happened, viewer)
        assert view_events(table.state, unnamed, viewer) == unnamed


def test_a_hidden_cargo_sled_is_not_given_away_by_the_sleds_capacity():
    """[R12.4, module hidden_market_cards, card cargo_sled, R14.7] Others see no capacity."""
    table = hidden(modules="new_dynasty_cards").give("black", "cargo_sled")
    for viewer in KNOWING:
        assert visible_part(table, viewer, "seats", BLACK, "sled_capacity") == 7
    for viewer in OTHERS:
        assert visible_part(table, viewer, "seats", BLACK, "sled_capacity") is None
    assert visible_part(table, WHITE, "seats", WHITE, "sled_capacity") == 5
    assert visible_part(opened(), WHITE, "seats", BLACK, "sled_capacity") == 5


def test_a_card_drawn_in_secret_is_read_by_its_owner():
    """[R12.3, R12.4, module hidden_market_cards] The variant is the exception; red is open."""
    table = hidden("CAAAA")
    table.site("market").up = [EMPTY] * 4
    unload_black(table)
    for viewer in KNOWING:
        assert visible_entry(table, viewer, "draw statue") == "draw statue"
    for viewer in OTHERS:
        assert visible_entry(table, viewer, "draw statue") == "draw ?"
        assert visible_entry(table, viewer, "draw entrance") == "draw entrance"


def test_a_card_kept_in_secret_is_read_by_its_owner():
    """[R12.4, module hidden_market_cards] A red one, which works at once, by everybody."""
    table = hidden("BAAAA", "statue lever sail")
    unload_black(table)
    table.play("black card 4", "look chisel entrance")
    for viewer in KNOWING:
        assert visible_entry(table, viewer, "black keep chisel") == "black keep chisel"
    for viewer in OTHERS:
        assert visible_entry(table, viewer, "black keep chisel") == "black keep ?"
        assert visible_entry(table, viewer, "black keep entrance") == "black keep entrance"


def test_a_card_kept_in_secret_leaves_others_in_doubt_about_the_pile():
    """[R12.2, R12.4, module hidden_market_cards, R14.4] White knew three cards,
    black took one of them."""
    table = hidden("DAAAA", "statue lever").load(3, "white", "black").turn("black")
    table.play("black sail 3 market", "white card 3", "look statue sail chisel", "white keep sail")
    assert card_knowledge(table, WHITE) == ["statue", "chisel"]
    table.play("black card 3", "black keep chisel")
    assert (card_knowledge(table, BLACK), card_knowledge(table, WHITE)) == (["statue"], [])
    assert card_knowledge(table, SPECTATOR) == []
    assert card_knowledge(table, EVERYTHING) == ["statue"]


@pytest.mark.parametrize("viewer", OTHERS)
def test_nothing_that_others_see_depends_on_hidden_cards(viewer):
    """[R12.1, R12.4, module hidden_market_cards] Two hands of equal size look the same."""
    hands = (("lever", "statue"), ("cargo_sled", "stone_ornament"))
    views = []
    for hand in hands:
        table = hidden(modules="new_dynasty_cards").give("black", *hand)
        views.append(json.dumps(view(table.state, viewer)))
    assert views[0] == views[1]


@pytest.mark.parametrize("viewer", OTHERS)
def test_nothing_that_others_see_depends_on_a_look(viewer):
    """[R12.2] Two pairs look the same as long as none is kept."""
    views = []
    for look in ("look lever statue", "look sail chisel"):
        table = looking_at_a_pair()
        happened = table.play(look)
        views.append((json.dumps(view(table.state, viewer)), view_events(table.state, happened, 1)))
    assert views[0] == views[1]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_entries_of_what_is_open_are_read_by_all(viewer):
    """[R12.3, R12.4, module hidden_market_cards] Turns, ships, face-up cards."""
    table = hidden(modules="pharaohs_favors")
    assert visible_entry(table, viewer, "black take") == "black take"
    assert visible_entry(table, viewer, "black favor two_cards 1 2") == "black favor two_cards 1 2"
    table.play("black favor two_cards 1 2")
    assert table.kept("pharaohs_favors").by[Favor.TWO_CARDS] == BLACK
    assert visible_entry(table, viewer, "refill statue sail") == "refill statue sail"


@pytest.mark.skipif(COMPILED, reason="a method of a compiled class cannot be replaced")
@pytest.mark.parametrize("hidden", ["", "black wager ?"])
def test_a_module_may_hide_words_of_an_entry(hidden, monkeypatch):
    """[R12.4] What a module hides of an entry is shown as it says."""
    table = opened(modules="stonemasons_wager")
    (module,) = table.state.rules.in_play
    monkeypatch.setattr(type(module), "entry_for", lambda *_: hidden)
    entry = parse_entry(table.setup, "black wager temple left")
    assert view_entry(table.state, entry, WHITE) == (hidden or "black wager temple left")
