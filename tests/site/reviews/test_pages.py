"""The analysis of a game in its page, in its replay, as a table, in the API, at a table's end."""

import re
from typing import Any, NamedTuple

import pytest
from django.template.loader import render_to_string
from django.test import Client

from drawing.replay.replay import cached_replay
from engine import read_log
from games.models import Account, Game
from games.moderation import actions
from insights.reviews import payload
from insights.reviews.alternatives import ghosts
from insights.reviews.models import FLAWS, EntryMark, Review, ReviewState
from insights.reviews.payload import share_areas
from insights.reviews.queries import analysis_of, reviews_of
from insights.reviews.step_words import SIGNS, TURN, Sum, analysis_words, percent_words
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.site.reviews.working import marked
from tests.worlds.modules import module_world


class World(NamedTuple):
    """ana's game with ben is analysed, with three marks; that of seed 2 is not."""

    ana: Account
    ben: Account
    mo: Account
    game: Game
    other: Game
    review: Review


def make_world() -> World:
    ana, ben, mo = account("ana"), account("ben"), account("mo", moderator=True)
    game = game_of(submit(ana, finished_log()))
    other = game_of(submit(ana, finished_log(seed=2)))
    return World(ana, ben, mo, game, other, marked(game))


stored_world, world = module_world(make_world)


def page(game: Game, account: Account | None = None, path: str = "") -> Any:
    return client_of(account).get(f"/games/{game.pk}/{path}")


def test_every_entry_is_said_with_numbers_and_their_uncertainty(world: World):
    display = analysis_words(world.review, world.game.log)
    analysis = analysis_of(world.review)
    assert [step.ply for step in display.steps] == list(range(1, world.game.entries + 1))
    for step, row in zip(display.steps, analysis.entries, strict=True):
        assert f"{step.before} → {step.after} ({step.wide})" in step.sentences
        assert step.sentences.startswith("By chance: ") is (row.seat is None)
        assert step.sign == (
            SIGNS[EntryMark(row.mark)] if row.mark else TURN if row.turning else ""
        )
    blunder = next(step for step in display.steps if step.mark == "blunder")
    assert "Blunder. It cost 25\N{NO-BREAK SPACE}%. Better, with " in blunder.sentences
    assert blunder.better[0].words in blunder.sentences
    assert "Everything else" in next(row for row in display.steps if row.mark == "only").sentences


def test_luck_is_told_apart_from_choice(world: World):
    display = analysis_words(world.review, world.game.log)
    analysis = analysis_of(world.review)
    for seat, seat_words in enumerate(display.seats):
        assert seat_words.lost == f"{round(100 * analysis.lost[seat])}\N{NO-BREAK SPACE}%"
        assert seat_words.luck[0] in "+\N{MINUS SIGN}±"
    assert [sum(seat.marks) for seat in display.seats] == [
        sum(
            seat_words.seat == seat and str(seat_words.mark) in FLAWS
            for seat_words in analysis.entries
        )
        for seat in range(2)
    ]


@pytest.mark.parametrize(("lost", "explained"), [(1.42, True), (0.97, False)])
def test_more_than_a_win_can_be_lost_and_the_page_says_why(lost: float, explained: bool):
    """0.8 is lost, a mistake of another gives 0.7 back, 0.62 of that is lost again."""
    plain = {"letter": "k", "colour": "black", "luck": "", "marks": (0, 0, 0)}
    larger = Sum(name="Ana", lost=percent_words(lost), over=lost > 1, **plain)  # type: ignore[arg-type]
    least = Sum(name="Ben", lost=percent_words(0.1), **plain)  # type: ignore[arg-type]
    page = render_to_string("reviews/partials/sums.html", {"seats": [larger, least], "flaws": []})
    assert percent_words(lost) in page
    assert ("more than 100 % can be lost" in page) is explained


def test_areas_fill_the_plot(world: World):
    """The areas of all seats share their edges, from the top to the ground."""
    plot_areas = share_areas(cached_replay(world.game.log), analysis_of(world.review))
    assert [area.letter for area in plot_areas] == ["k", "w"]
    upper, lower = (corners_of(area.d) for area in plot_areas)
    assert all(0 <= y <= 100 for _, y in upper + lower)
    assert (upper[0], lower[-1]) == ((0, 0), (0, 100))
    shared = [corner for corner in lower if corner in upper]
    assert len(shared) > len(lower) // 3


def corners_of(path: str) -> list[tuple[float, float]]:
    begin, *lines = re.findall(r"[MHV][^MHVZ]+", path)
    corners = [tuple(map(float, begin[1:].split()))]
    for line in lines:
        x, y = corners[-1]
        corners.append((float(line[1:]), y) if line[0] == "H" else (x, float(line[1:])))
    return corners


def test_the_better_alternative_is_drawn_on_the_table_of_the_replay(world: World):
    """A sailing lays its stones at a site; only stones are drawn."""
    replay = cached_replay(world.game.log)
    sailings = {
        ply: world_text
        for ply, world_text in enumerate(_texts(world.game), 1)
        if world_text.startswith("sail ")
    }
    ghost_stones = ghosts(replay, world.game.log, sailings)
    assert ghost_stones.keys() == sailings.keys()
    for ply, stones in ghost_stones.items():
        really = replay.frames[ply - 1].delta
        lie = {tuple(piece[:4]) for piece in really.values() if piece}
        assert stones
        assert {(place, x, y) for place, _, x, y in stones} <= {(p, x, y) for p, _, x, y in lie}


def _texts(game: Game) -> list[str]:
    return [entry.action.text for entry in read_log(game.log).entries]


def test_the_page_of_a_game_lists_its_marks_without_a_script(world: World):
    answer = page(world.game).content.decode()
    display = analysis_words(world.review, world.game.log)
    assert len(display.noted) == 4
    for step in display.noted:
        assert f'<a href="/games/{world.game.pk}/{step.ply}/">{step.ply}</a>' in answer
    assert "Log in to have it analysed" not in answer
    assert "data-analysis=" in answer
    text = page(world.game, path="analysis/").content.decode()
    assert text.count("<tr>") >= world.game.entries


def test_who_is_logged_in_may_ask_and_others_log_in(world: World):
    assert "Log in to have it analysed" in page(world.other).content.decode()
    assert page(world.other, path="analysis/").status_code == 404
    client = client_of(world.ben)
    assert "Analyse this game" in client.get(f"/games/{world.other.pk}/").content.decode()
    assert Client().post(f"/games/{world.other.pk}/analysis/ask/").url.startswith("/accounts/login")
    client.post(f"/games/{world.other.pk}/analysis/ask/")
    row = Review.objects.get(game=world.other)
    assert (row.asked_by, row.state) == (world.ben, ReviewState.QUEUED)
    assert "The analysis waits for a worker." in page(world.other).content.decode()
    Review.objects.filter(pk=row.pk).update(judged=12, state=ReviewState.RUNNING)
    response = Client().get(f"/games/{world.other.pk}/analysis.json")
    assert response.json()["words"] == f"Analysed: 12 of {world.other.entries} entries."
    assert response["Cache-Control"] == "no-store"


def test_what_the_script_of_a_replay_reads(world: World):
    body = Client().get(f"/games/{world.game.pk}/analysis.json").json()
    assert body["state"] == "done"
    assert len(body["steps"]) == world.game.entries
    signs = [step[1] for step in body["steps"] if step[1]]
    assert sorted(signs) == sorted(["?", "??", "!", TURN])
    assert [step[4] for step in body["steps"]].count(1) == 2
    assert body["moments"].count("key-moment") == 4
    assert body["stops"] == [index + 1 for index, step in enumerate(body["steps"]) if step[1]]
    assert Client().get(f"/games/{world.other.pk}/analysis.json").json() == {"state": "none"}


def test_it_is_in_the_language_of_the_reader(world: World):
    english = payload.review_payload(world.game, reviews_of(world.game))
    content = Client().get(f"/games/{world.game.pk}/analysis.json?lang=de").content
    assert content != english


def test_void_games_show_nothing(world: World):
    actions.void(world.mo, world.game, "It never happened.")
    assert 'id="analysis"' not in page(world.game).content.decode()
    assert page(world.game, path="analysis/").status_code == 404
    assert page(world.game, path="analysis.json").json() == {"state": "none"}
    body = Client().get(f"/api/v1/games/{world.game.pk}/analysis").json()
    assert (body["state"], body["steps"]) == ("none", [])


def test_the_api_gives_all_numbers(world: World):
    body = Client().get(f"/api/v1/games/{world.game.pk}/analysis").json()
    assert (body["state"], body["entries"]) == ("done", world.game.entries)
    assert len(body["steps"]) == world.game.entries
    blunder = next(step for step in body["steps"] if step["mark"] == "blunder")
    assert blunder["loss"] == 0.25
    assert abs(sum(blunder["after"]) - 1) < 1e-3
    assert {seat["colour"] for seat in body["seats"]} == {"black", "white"}


def test_at_the_end_of_a_table_stand_your_own_costliest_entries(world: World):
    players_by_seat = {1: world.ana, 2: world.ben}
    flaw_count = 0
    for reader in players_by_seat.values():
        html = render_to_string(
            "reviews/partials/costliest.html", {"game": world.game, "user": reader}
        )
        for flaw in world.review.flaws.filter(mark__in=FLAWS):
            link = f"/games/{world.game.pk}/{flaw.entry}/"
            is_owner = flaw.seat.player is not None and flaw.seat.player.account == reader
            assert (link in html) is is_owner
            flaw_count += is_owner
    assert flaw_count == 2


def test_a_branch_is_evaluated_when_a_reader_asks(world: World):
    path = f"/games/{world.game.pk}/30/what-if/shares/"
    answer = Client().post(path, {"m": ""}, headers={"Accept": "application/json"})
    words = answer.json()["words"]
    assert words.startswith("Expected shares of wins: @ana ")
    body = Client().post(path, {"m": ""}, headers={"Accept": "application/json"}).json()
    assert body["words"] == words
    assert words in Client().post(path, {"m": ""}).content.decode()
    assert Client().post(path, {"m": "nonsense"}).status_code == 400
