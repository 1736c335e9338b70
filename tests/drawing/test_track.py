"""The line of a game: marks, points over time, key moments; and what would be if it ended."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from drawing.replay.page import replay_context, table_at
from drawing.replay.track import CARD, KEY_MOMENTS, ROUND, SAIL, key_moments, marks, points_graph
from engine import read_log, steps
from engine.outlook import outlook
from tests.drawing import dealt


@pytest.mark.parametrize(
    "options", dealt.GAMES[::5], ids=lambda game: " ".join(map(str, game[0]))[:60]
)
def test_marks_say_where_rounds_ships_and_cards_are(options: tuple):
    found = dealt.cached_replay(*options[0], **options[1])
    kinds = {
        kind: [mark for mark in marks(found) if mark.kind == kind] for kind in (ROUND, SAIL, CARD)
    }
    rounds = {frame.round for frame in found.frames} - {0}
    assert [mark.words for mark in kinds[ROUND]] == [str(number) for number in sorted(rounds)]
    assert [mark.ply for mark in kinds[SAIL]] == [m.ply for m in found.frames if m.sails]
    for mark in kinds[CARD]:
        assert found.frames[mark.ply - 1].cards
    for mark in marks(found):
        assert 0 <= float(mark.at.rstrip("%")) <= 100


@pytest.mark.parametrize(
    "options", dealt.GAMES[::5], ids=lambda game: " ".join(map(str, game[0]))[:60]
)
def test_to_ask_what_would_be_changes_nothing(options: tuple):
    for step in steps(read_log(dealt.text(*options[0], **options[1]))):
        before = step.state.key()
        points = outlook(step.state).ended
        assert step.state.key() == before
        if step.state.over:
            assert points == outlook(step.state).scored


def test_the_graph_ends_at_the_result():
    found = dealt.cached_replay("black white gray", "BCDAB", dealt.EVERYTHING_ADDED)
    drawn = points_graph(found, 10)
    assert len(drawn["so_far"]) == len(drawn["ended"]) == 3
    for one, other in zip(drawn["so_far"], drawn["ended"], strict=True):
        assert re.search(r"V[0-9.]+H1000$", one["d"])
        assert one["d"].split("V")[-1] == other["d"].split("V")[-1]


def test_key_moments_are_steps_of_the_game_in_their_order():
    found = dealt.cached_replay("black white")
    chosen = key_moments(found, 3)
    plies = [one["ply"] for one in chosen]
    assert plies == sorted(set(plies))
    assert 0 < len(chosen) <= KEY_MOMENTS
    for one in chosen:
        assert one["words"] == found.frames[one["ply"] - 1].words


def test_where_cards_are_hidden_the_graph_shows_points_only():
    text = dealt.text("black white", "AAAAA", "hidden_market_cards")
    context = replay_context(text, 5, "/games/abc/", "black")
    assert context["graph"]["ended"] == []
    assert context["graph"]["so_far"]


def test_two_tables_in_a_page_have_ids_of_their_own():
    text = dealt.text("black white")
    page = render_to_string("games/replay/replay.html", replay_context(text, 9, ""))
    page += render_to_string("games/replay/table.html", table_at(text, 9))
    page += render_to_string(
        "games/replay/featured.html", replay_context(text, 9, "/", prefix="x-")
    )
    ids = re.findall(r'<g id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([a-z-]*i-[^"]+)"', page))
    assert used <= set(ids)
