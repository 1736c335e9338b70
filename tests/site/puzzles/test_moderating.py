"""Moderators take puzzles out and bring them back; each time with a reason that stays."""

import pytest

from games.models import Account
from insights.puzzles.admin import bring_back_puzzle, withdraw_puzzle
from insights.puzzles.models import Attempt, Day, Puzzle, Ruling
from insights.puzzles.services import daily, solving
from tests.cast import account, client_of
from tests.worlds.admin_scene import do, list_of, page_of
from tests.worlds.puzzles import counted_game, puzzle_of
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def puzzle() -> Puzzle:
    return puzzle_of(counted_game())


def test_what_is_withdrawn_is_not_shown_until_it_is_brought_back(
    judge: Account, puzzle: Puzzle
) -> None:
    today = daily.today()
    assert daily.puzzle_of_day(today) == puzzle
    withdraw_puzzle(judge, puzzle, " Two ships are the same. ")
    instead = daily.puzzle_of_day(today)
    assert instead
    assert instead.game is None
    assert puzzle not in daily.showable_puzzles()
    bring_back_puzzle(judge, puzzle, "They are not.")
    assert daily.puzzle_of_day(today) == instead
    assert puzzle in daily.showable_puzzles()
    rulings = [(ruling.withdrawn, ruling.reason) for ruling in Ruling.objects.order_by("pk")]
    assert rulings == [(True, "Two ships are the same."), (False, "They are not.")]


def test_what_was_tried_stays(judge: Account, puzzle: Puzzle) -> None:
    Day.objects.create(date=daily.today(), puzzle=puzzle)
    solver = account("eva")
    solving.attempt_puzzle(puzzle, puzzle.choices[0][0], solver)
    puzzle.refresh_from_db()
    before = puzzle.rating, puzzle.attempts, solving.solver_stats(solver)
    withdraw_puzzle(judge, puzzle, "why")
    puzzle.refresh_from_db()
    assert (puzzle.rating, puzzle.attempts, solving.solver_stats(solver)) == before
    assert Attempt.objects.count() == 1


def test_it_is_done_once_by_a_moderator_with_a_reason(judge: Account, puzzle: Puzzle) -> None:
    with pytest.raises(NotAllowed):
        withdraw_puzzle(account("eve"), puzzle, "why")
    for reason in ("", "  ", "x" * 5000):
        with pytest.raises(Invalid):
            withdraw_puzzle(judge, puzzle, reason)
    with pytest.raises(Conflict):
        bring_back_puzzle(judge, puzzle, "why")
    assert not Ruling.objects.exists()
    withdraw_puzzle(judge, puzzle, "why")
    with pytest.raises(Conflict):
        withdraw_puzzle(judge, puzzle, "why")
    assert Ruling.objects.count() == 1


def test_the_page_of_moderators(judge: Account, puzzle: Puzzle) -> None:
    Day.objects.create(date=daily.today(), puzzle=puzzle)
    solving.attempt_puzzle(puzzle, puzzle.choices[0][0], account("eva"))
    solving.attempt_puzzle(puzzle, puzzle.choices[1][0], account("ute"))
    puzzle.refresh_from_db()
    client = client_of(judge)
    page = client.get(list_of(Puzzle)).content.decode()
    assert 'class="field-tried">2<' in page
    assert 'class="field-solved">1<' in page
    assert f'class="field-difficulty">{puzzle.rating // 1000}<' in page
    form = do(client, "withdraw", puzzle)
    assert "Moderators can read the reason on the puzzle’s page." in form
    do(client, "withdraw", puzzle, answers={"reason": "Two answers."})
    puzzle.refresh_from_db()
    assert puzzle.withdrawn
    page = client.get(page_of(puzzle)).content.decode()
    assert "Two answers." in page
    assert "(1)" in page
    text = client.get(list_of(Puzzle), {"withdrawn": "False"}).content.decode()
    assert puzzle.game_id not in text
    do(client, "bring_back", puzzle, answers={"reason": "One."})
    puzzle.refresh_from_db()
    assert not puzzle.withdrawn
    assert client_of(account("eve")).get(list_of(Puzzle)).status_code in (302, 403)
