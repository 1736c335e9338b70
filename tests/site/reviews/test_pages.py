"""The analysis of a game in its page, in its replay, as a table, in the API, at a table's end."""

import re
from html import unescape
from typing import Any, NamedTuple

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
from insights.reviews.step_words import SIGNS, TURN, analysis_words, percent_words
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


def test_a_sentence_has_a_loss_or_a_change_of_chances_and_never_both(world: World):
    display = analysis_words(world.review, world.game.log)
    analysis = analysis_of(world.review)
    assert [step.ply for step in display.steps] == list(range(1, world.game.entries + 1))
    for step, row in zip(display.steps, analysis.entries, strict=True):
        change = f"{step.before} → {step.after} ({step.wide})"
        is_turn_alone = row.turning and str(row.mark) not in FLAWS
        assert (change in step.sentences) is is_turn_alone
        assert ("The move cost " in step.sentences) is (str(row.mark) in FLAWS)
        assert bool(step.sentences) is bool(step.sign)
        assert step.sign == (
            SIGNS[EntryMark(row.mark)] if row.mark else TURN if row.turning else ""
        )
    blunder = next(step for step in display.steps if step.mark == "blunder")
    cost = "blunder. The move cost 25\N{NO-BREAK SPACE}% of the chance to win. Better: "
    assert f"{cost}{blunder.better[0]}" in blunder.sentences
    assert "Any other move" in next(row for row in display.steps if row.mark == "only").sentences


def test_a_choice_that_lost_everything_is_said_by_both_chances(world: World):
    """The player may have won all the same: then a cost of everything sounds wrong."""
    display = analysis_words(world.review, world.game.log)
    blunder = next(step for step in display.steps if step.mark == "blunder")
    decisive = blunder._replace(
        before=percent_words(1), after=percent_words(0), lost=percent_words(1)
    )
    template = "reviews/partials/mistake.html"
    words = render_to_string(template, {"step": decisive, "address": "/"})
    assert f"chance to win: {decisive.before} → {decisive.after}" in words
    assert "it cost" not in words
    assert "it cost" in render_to_string(template, {"step": blunder, "address": "/"})


def test_a_summary_has_the_accuracy_and_the_costliest_choices(world: World):
    analysis = analysis_of(world.review)
    words = analysis_words(world.review, world.game.log)
    total = sum(number for summary in words.seats for _label, number in summary.marks)
    assert sum(row.flaw_count for row in words.rounds) == total < len(words.noted)
    for seat, summary in enumerate(words.seats):
        choices = [entry for entry in analysis.entries if entry.seat == seat and entry.best]
        flaws = [entry for entry in choices if str(entry.mark) in FLAWS]
        assert 0 < len(choices) < len(analysis.entries)
        good = (len(choices) - len(flaws)) / len(choices)
        assert summary.accuracy == f"{round(100 * good)}\N{NO-BREAK SPACE}%"
        assert sum(number for _label, number in summary.marks) == len(flaws)
        costs = sorted((entry.loss for entry in flaws), reverse=True)
        assert [step.lost for step in summary.mistakes] == list(map(percent_words, costs[:3]))


def test_the_page_of_a_game_begins_with_the_mistakes_of_its_reader(world: World):
    assert "My three biggest mistakes" not in page(world.game).content.decode()
    for reader in (world.ana, world.ben):
        html = page(world.game, reader).content.decode()
        section = html.partition('id="mistakes"')[2].partition("</ol>")[0]
        assert "My three biggest mistakes" in section
        for flaw in world.review.flaws.filter(mark__in=FLAWS):
            is_of_reader = flaw.seat.player is not None and flaw.seat.player.account == reader
            assert (f"/games/{world.game.pk}/{flaw.entry}/" in section) is is_of_reader


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
        link = f'<a href="/games/{world.game.pk}/{step.ply}/">{step.words}</a>'
        assert (link in answer) is (step.mark in FLAWS)
    assert "Log in to have this game analysed" not in answer
    assert "data-analysis=" in answer
    text = page(world.game, path="analysis/").content.decode()
    assert len(re.findall(r'<td[^>]*><a href="/games/', text)) == world.game.entries
    for step in display.steps[0], display.steps[-1]:
        answer = page(world.game, path=f"analysis/?step={step.ply}").content.decode()
        assert f"small.svg?step={step.ply}&" in unescape(answer)
    for wrong in ("0", "99999", "x"):
        answer = page(world.game, path=f"analysis/?step={wrong}").content.decode()
        assert re.findall(r"small\.svg\S+", answer) == re.findall(r"small\.svg\S+", text)


def test_who_is_logged_in_may_ask_and_others_log_in(world: World):
    assert "Log in to have this game analysed" in page(world.other).content.decode()
    assert page(world.other, path="analysis/").status_code == 404
    client = client_of(world.ben)
    assert "Analyse this game" in client.get(f"/games/{world.other.pk}/").content.decode()
    assert Client().post(f"/games/{world.other.pk}/analysis/ask/").url.startswith("/accounts/login")
    client.post(f"/games/{world.other.pk}/analysis/ask/")
    row = Review.objects.get(game=world.other)
    assert (row.asked_by, row.state) == (world.ben, ReviewState.QUEUED)
    assert "The analysis is waiting to start." in page(world.other).content.decode()
    Review.objects.filter(pk=row.pk).update(judged=12, state=ReviewState.RUNNING)
    response = Client().get(f"/games/{world.other.pk}/analysis.json")
    assert response.json()["words"] == f"Analysed: 12 of {world.other.entries} moves."
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
        assert "→" not in html
    assert flaw_count == 2


def test_a_branch_is_evaluated_when_a_reader_asks(world: World):
    path = f"/games/{world.game.pk}/30/what-if/shares/"
    answer = Client().post(path, {"m": ""}, headers={"Accept": "application/json"})
    words = answer.json()["words"]
    assert words.startswith("Chance to win: @ana ")
    body = Client().post(path, {"m": ""}, headers={"Accept": "application/json"}).json()
    assert body["words"] == words
    assert words in Client().post(path, {"m": ""}).content.decode()
    assert Client().post(path, {"m": "nonsense"}).status_code == 400
