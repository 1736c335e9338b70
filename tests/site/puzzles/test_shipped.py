"""Shipped puzzles: each is what best play says, and a day without another puzzle has one."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from engine import (
    DealtGame,
    Log,
    State,
    apply,
    awaited,
    legal_actions,
    parse_entry,
    read_log,
    result,
    start,
    write_text,
)
from engine.agenda import Chance
from engine.analysis import analysed_game
from engine.computer import choose
from insights.puzzles.choices import Choice, count_right, ranked_choices
from insights.puzzles.models import BEST_PLAY, Puzzle
from insights.puzzles.posed import posed_puzzle
from insights.puzzles.proving import TRIES, holds
from insights.puzzles.services import daily, finding, shipped, solving
from insights.puzzles.services.shipped import ShippedPuzzle
from tests.cast import account
from tests.worlds.puzzles import TODAY, at

ROWS = shipped.shipped_puzzles()
PAGE = f"/puzzles/{TODAY}/"
JSON = {"accept": "application/json"}
SMALL = 10_000
"""Actions that a plain minimax tries after a choice."""


def position_of(row: ShippedPuzzle) -> State:
    log = read_log(row["log"].encode())
    state = start(log.header.setup)
    for entry in log.entries:
        apply(state, *entry)
    return state


class TooManyError(Exception):
    """The tree of a position is too large for the plain minimax."""


class Minimax:
    """The first seat's share of the win with best play, by the engine's rules alone."""

    def __init__(self) -> None:
        self.tried = 0

    def share(self, s: State) -> float:
        decision = awaited(s)
        if decision is None:
            places = result(s).places
            return 0.0 if places[0] != 1 else 1 / places.count(1)
        if isinstance(decision.item, Chance):
            raise TooManyError
        shares = []
        for action in legal_actions(s):
            self.tried += 1
            if self.tried > SMALL:
                raise TooManyError
            after = s.copy()
            apply(after, decision.seat, action)
            shares.append(self.share(after))
        return max(shares) if decision.seat == 0 else min(shares)


def minimax_choices(row: ShippedPuzzle) -> list[Choice] | None:
    state, seat, choices = position_of(row), row["seat"], []
    for action in legal_actions(state):
        after = state.copy()
        apply(after, seat, action)
        try:
            share = Minimax().share(after)
        except TooManyError:
            return None
        choices.append(Choice(action.text, share if seat == 0 else 1 - share, 0.0))
    return ranked_choices(choices)


def test_a_plain_minimax_says_the_same_of_small_ones():
    compared = 0
    small = sorted(ROWS, key=lambda row: len(row["choices"]))[: len(ROWS) // 2]
    for row in random.Random("small ends").sample(small, 16):
        choices = minimax_choices(row)
        if choices is not None:
            assert [list(choice) for choice in choices] == row["choices"]
            compared += 1
    assert compared >= 3


def test_a_drawn_one_follows_from_its_log():
    row = random.Random("proved").choice(ROWS)
    assert shipped.follows_from_log(row)
    assert not shipped.follows_from_log(row | {"right": row["right"] + 1})


def test_each_has_few_right_answers_that_the_quick_search_misses():
    for row in ROWS:
        choices = [Choice(str(text), float(share), float(e)) for text, share, e in row["choices"]]
        assert choices == ranked_choices(choices)
        assert count_right(choices) == row["right"]
        assert 1 <= row["misses"] <= TRIES
        assert row["line"]
    assert 2 * sum(row["misses"] > TRIES / 2 for row in ROWS) >= len(ROWS)
    assert len({row["log"] for row in ROWS}) == len(ROWS)


def test_the_second_turn_matters_too():
    for row in random.Random("second turns").sample(ROWS, 6):
        state, setup = position_of(row), read_log(row["log"].encode()).header.setup
        best = next(a for a in legal_actions(state) if a.text == row["choices"][0][0])
        apply(state, row["seat"], best)
        *replies, answer = (parse_entry(setup, text) for text in row["line"])
        for entry in replies:
            apply(state, *entry)
        decision = awaited(state)
        assert decision is not None
        assert decision.seat == answer.seat == row["seat"]
        assert len(legal_actions(state)) > 1


def test_a_finished_game_with_the_position_has_the_puzzle():
    """A game that is kept here is solved at its end, too."""
    row = next(row for row in ROWS if row["misses"] == TRIES)
    log = read_log(row["log"].encode())
    game = DealtGame(log.header.setup, random.Random(1), begun=log.entries)
    while (decision := awaited(game.state)) is not None:
        game.act(choose(game.state, decision.seat, "greedy", random.Random(2)))
    text = write_text(Log(log.header, tuple(game.entries)))
    draft = finding.checked(analysed_game(text, playouts=2), len(log.entries) + 1)
    assert draft is not None
    assert [list(choice) for choice in draft.choices] == row["choices"]
    assert (draft.right, draft.line, draft.method) == (row["right"], row["line"], BEST_PLAY)


def test_what_wins_for_certain_holds_when_played_out_and_not_the_other_way_round():
    row = next(row for row in ROWS if row["choices"][0][1] == 1.0 and row["choices"][-1][1] == 0.0)
    state = position_of(row)
    actions = {action.text: action for action in legal_actions(state)}
    best, worst = (actions[str(row["choices"][place][0])] for place in (0, -1))
    assert not holds(state, row["seat"], worst, best, 60)
    assert not holds(state, row["seat"], best, worst, 0.0)


@pytest.fixture
def today(db: None, monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    at(monkeypatch, TODAY)
    puzzle = daily.puzzle_of_day(TODAY)
    assert puzzle
    return puzzle


@pytest.mark.both_databases
def test_days_without_another_puzzle_have_shipped_ones_in_order(
    today: Puzzle, monkeypatch: pytest.MonkeyPatch
):
    assert (today.number, today.game, today.method) == (1, None, BEST_PLAY)
    assert daily.count_unused_puzzles() == 0
    assert posed_puzzle(today).entry == today.entry
    tomorrow = TODAY + timedelta(days=1)
    at(monkeypatch, tomorrow)
    following = daily.puzzle_of_day(tomorrow)
    assert following
    assert following.number == 2
    Puzzle.objects.filter(pk=following.pk).update(withdrawn=True)
    instead = daily.puzzle_of_day(tomorrow)
    assert instead
    assert instead.number == 3


def test_a_new_site_has_puzzles_of_earlier_days_that_follow_each_other(today: Puzzle):
    daily.fill_archive()
    daily.fill_archive()
    days = [day.date for day in daily.days_before(TODAY, 60)]
    assert days == [TODAY - timedelta(days=number + 1) for number in range(daily.FIRST_DAYS)]
    assert f'href="/puzzles/{days[0]}/"' in Client().get("/puzzles/").content.decode()
    assert "More puzzles" in Client().get(f"/puzzles/{days[-1]}/").content.decode()


@pytest.mark.both_databases
def test_a_puzzle_has_a_game_or_a_number(today: Puzzle):
    with pytest.raises(IntegrityError), transaction.atomic():
        Puzzle.objects.filter(pk=today.pk).update(number=None)


@pytest.mark.both_databases
def test_its_page_says_how_the_game_ends_and_what_follows(today: Puzzle):
    texts = [choice.text for choice in solving.choices_of(today)]
    visitor = Client()
    page = visitor.get("/puzzles/").content.decode()
    assert "between two computer players" in page
    assert "To the game" not in page
    refused = visitor.post(f"{PAGE}try/", {"text": texts[-1]}, headers=JSON).json()
    wrong = refused["coach"]["html"]
    assert "Not the best: if both play their best after this move, " in wrong
    assert " answers: " in wrong
    assert "puzzle-best" not in wrong  # the answer is no solution
    assert len(refused["steps"]) == 2
    right = visitor.post(f"{PAGE}try/", {"text": texts[0]}, headers=JSON).json()["coach"]["html"]
    assert "Right: if both play their best after this move, " in right
    assert "Then, for example" in right
    assert "To the game" not in right


@pytest.mark.both_databases
def test_the_difficulty_is_shown_after_enough_rated_tries(today: Puzzle):
    assert solving.difficulty(today) is None
    assert "Difficulty" not in Client().get("/puzzles/").content.decode()
    texts = [choice.text for choice in solving.choices_of(today)]
    for number in range(20):
        solving.attempt_puzzle(today, texts[-1], account(f"solver{number}"))
    today.refresh_from_db()
    difficulty = solving.difficulty(today)
    assert difficulty
    assert difficulty > 1500
    assert today.deviation
    assert f"Difficulty: {difficulty}." in Client().get("/puzzles/").content.decode()


@pytest.mark.django_db
def test_the_command_writes_what_it_makes_and_refuses_what_is_not_so(
    tmp_path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    row = ROWS[0]
    monkeypatch.setattr(
        shipped, "generate_puzzles", lambda numbers: [row for _ in [next(iter(numbers))]]
    )
    path = tmp_path / "made.json"
    call_command("find_puzzles", ship=path, first=7, seconds=60)
    monkeypatch.setattr(shipped, "PLACE", path)
    assert shipped.shipped_puzzles() == [row]
    call_command("find_puzzles", check=True)
    assert "1 puzzles checked" in capsys.readouterr().out
    shipped.write_puzzles(path, [row | {"right": 9}])
    with pytest.raises(Exception, match="Puzzle 1 does not follow from its log"):
        call_command("find_puzzles", check=True)
