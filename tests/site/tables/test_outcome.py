"""The result of a game in the words of its viewer, and the difference by site."""

from __future__ import annotations

import pytest

from engine import State, read_log, result, verify
from engine.vocabulary import Source
from tables.play.outcome import outcome_sentence, sled_decides, source_differences
from tests.golden.make import FOLDER

NAMES = ("@ana", "@ben", "@cleo", "@dora")


def finished_state(name: str) -> State:
    return verify(read_log((FOLDER / f"{name}.imh").read_bytes())).state


def sentence_of(s: State, seat: int | None) -> str:
    return outcome_sentence(s, NAMES[: len(s.players)], seat)


def test_of_two_both_points_are_told_ones_own_first() -> None:
    s = finished_state("all-a-two")
    points = [player.points for player in s.players]
    best = points.index(max(points))
    assert sentence_of(s, best) == f"You won {points[best]} : {points[1 - best]}"
    assert sentence_of(s, 1 - best) == f"You lost {points[1 - best]} : {points[best]}"
    assert sentence_of(s, None) == f"{NAMES[best]} won {points[best]} : {points[1 - best]}"


def test_a_draw_and_a_tie_that_the_sled_breaks() -> None:
    s = finished_state("ending-shared-first-place")
    assert sentence_of(s, 0).startswith("A draw, ")
    assert "share first place" in sentence_of(s, None)
    s = finished_state("ending-sled-breaks-the-tie")
    sentences = {sentence_of(s, seat) for seat in range(2)}
    assert sum("with more stones on your sled" in sentence for sentence in sentences) == 1
    assert sum("with fewer stones on your sled" in sentence for sentence in sentences) == 1
    assert sentence_of(s, None).endswith(" points and more stones on the sled")
    assert [sled_decides(s, result(s), seat) for seat in range(2)] == [True, True]


def test_a_tie_of_three_that_the_sled_breaks() -> None:
    s = finished_state("all-a-four").copy()
    for player, (points, sled) in zip(s.players, [(30, 1), (36, 2), (36, 4), (30, 0)], strict=True):
        player.scored, player.sled = [points, *[0] * (len(Source) - 1)], sled
    assert sentence_of(s, 2) == "You won with 36 points and more stones on your sled"
    fewer = "with 36 points and fewer stones on your sled"
    assert sentence_of(s, 1) == f"You finished in place 2 of 4, {fewer}"
    assert sentence_of(s, 0) == "You finished in place 3 of 4, with 30 points"
    assert sentence_of(s, 3).endswith("with 30 points and fewer stones on your sled")


def test_of_more_the_place_is_told() -> None:
    s = finished_state("all-a-four")
    sentences = [sentence_of(s, seat) for seat in range(4)]
    assert sum(sentence.startswith("You won with ") for sentence in sentences) == 1
    assert sum(sentence.startswith("You finished in place ") for sentence in sentences) == 3
    assert " won with " in sentence_of(s, None)


def test_who_resigned_is_told_so() -> None:
    s = finished_state("ending-cut-short")
    assert sentence_of(s, 0) == "You won: @ben resigned"
    assert sentence_of(s, 1) == "You resigned: @ana won"
    assert sentence_of(s, None) == "@ana won: @ben resigned"
    s = finished_state("ending-resigned")  # the others played on
    assert sentence_of(s, 1).startswith("You finished in place 3 of 3")


def test_while_it_goes_on_nothing_is_told() -> None:
    s = finished_state("all-a-two").copy()
    s.turn = 0
    assert (sentence_of(s, 0), source_differences(s, 0)) == ("", [])


@pytest.mark.parametrize("name", ["all-a-two", "all-b-four", "ending-resigned"])
def test_the_bar_adds_up_to_the_difference_in_points(name: str) -> None:
    s = finished_state(name)
    for seat in range(len(s.players)):
        bars = source_differences(s, seat)
        rivals = [p.points for other, p in enumerate(s.players) if other != seat]
        assert s.players[seat].points - sum(bar.points for bar in bars) in rivals
        assert all(bar.points for bar in bars)
        assert sum(bar.width for bar in bars) == pytest.approx(100, abs=0.1)
        assert [bar.points > 0 for bar in bars] == sorted(bar.points > 0 for bar in bars)
    assert source_differences(s, None) == []


def test_all_that_is_level_makes_no_bar() -> None:
    s = finished_state("ending-cut-short").copy()
    for player in s.players:
        player.scored = [0] * len(Source)
    assert source_differences(s, 0) == []
