"""What choices would bring, in words and with stones in the order in which they land."""

from __future__ import annotations

from drawing.play.live import Live
from drawing.play.weighed import PREVIEW_LIMIT, option_previews
from tables.learn.lessons import lesson_called
from tables.learn.lessons.lesson import LEARNER, SETUP, names, play_task
from tests.table import Table


def laden(slug: str, number: int) -> Live:
    live = Live(SETUP, names(), LEARNER)
    live.follow(play_task(lesson_called(slug).tasks[number - 1], []).entries)
    return live


def of(live: Live, begins: str = "") -> dict:
    return option_previews(live.state, live.drawing, live.names, begins)


def test_stones_land_in_their_order_where_they_will_lie():
    live = laden("sites", 2)
    found = of(live, "sail 1")
    assert set(found) == {
        f"sail 1 {site}" for site in ("market", "pyramid", "temple", "burial_chamber", "obelisks")
    }
    pyramid = found["sail 1 pyramid"]
    assert [(block, symbol) for block, _x, _y, symbol in pyramid.ghosts] == [
        ("pyramid", "sw"),
        ("pyramid", "sk"),
        ("pyramid", "sw"),
    ]
    # the same places that the drawing then has
    live.follow(play_task(lesson_called("sites").tasks[1], ["sail 1 pyramid"]).entries)
    lying = {
        piece[2:4] for key, piece in live.table.items() if key[0] in "wk" and key[1:].isdigit()
    }
    assert {(x, y) for _block, x, y, _symbol in pyramid.ghosts} <= lying


def test_points_are_said_in_plain_words():
    found = of(laden("sites", 2), "sail 1")
    assert found["sail 1 pyramid"].said == [
        "Apprentice gets 5 points at once.",
        "Hori gets 1 point at once.",
    ]
    assert found["sail 1 obelisks"].said == [
        "If the game ended after this move: Apprentice +10 and Hori +1."
    ]
    assert found["sail 1 temple"].said == [
        "At the end of the round the temple would give: Apprentice 2 and Hori 1."
    ]
    assert found["sail 1 market"].said == [
        "Stones take cards in this order: Apprentice, Hori, Apprentice.",
        "Then Apprentice has a choice.",
    ]


def test_at_the_end_of_a_round_the_temple_has_given_its_points():
    said = of(laden("sites", 3), "sail 1 temple")["sail 1 temple"].said
    assert said == ["Apprentice gets 2 points at once.", "Hori gets 1 point at once."]


def test_a_question_is_answered_for_so_many_and_for_what_begins_so():
    live = laden("load", 1)
    assert set(of(live, "load 1.2")) == {"load 1.2"}
    assert of(live, "load 1.2")["load 1.2"].said == ["No points change."]
    assert of(live, "lo") == {}
    assert 0 < len(of(live)) <= PREVIEW_LIMIT


def test_points_that_a_hidden_card_may_change_come_with_a_doubt():
    table = Table(sites="AABAA", modules="hidden_market_cards new_dynasty_cards")
    table.opened().stock("white", sled=5).give("white", "cargo_sled").load(4, "black")
    table.site("temple").stones = [1]
    table.state.harbour = {4: table.state.harbour[4]}
    live = Live(table.setup, ["Ana", "Ben"], 0)
    previews = option_previews(table.state, live.drawing, live.names, "sail 4 obelisks")
    assert previews["sail 4 obelisks"].said[0] == (
        "Ben gets 1 point at once, unless a hidden card gives a choice."
    )
