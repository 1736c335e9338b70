"""The puzzle of a day: chosen once, tried by all, rated by first tries, days in a row."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from games.models import Account
from games.moderation.actions import void
from insights.puzzles.limits import SHARE_TRIES
from insights.puzzles.models import Attempt, Day, Puzzle, Solved, Solver
from insights.puzzles.posed import sides_of_puzzle
from insights.puzzles.services import daily, shipped, solving
from insights.puzzles.services.solving import forget_puzzles, puzzle_export_files
from ratings.elo import INITIAL
from ratings.models import RatingChange
from tests.cast import account, client_of
from tests.worlds.puzzles import TODAY, at, counted_game, puzzle_of

pytestmark = pytest.mark.both_databases

DAY = timedelta(days=1)
HERE = f"/puzzles/{TODAY}/"
JSON = {"accept": "application/json"}


def make() -> list[int]:
    return [puzzle_of(counted_game(seed), right=2).pk for seed in (1, 2)]


@pytest.fixture(scope="module")
def made(keep: Callable[[Callable[[], list[int]]], list[int]]) -> list[int]:
    return keep(make)


@pytest.fixture
def puzzles(made: list[int], db: None, monkeypatch: pytest.MonkeyPatch) -> list[Puzzle]:
    at(monkeypatch, TODAY)
    return [Puzzle.objects.select_related("game").get(pk=pk) for pk in made]


@pytest.fixture
def ana(puzzles: list[Puzzle]) -> Account:
    return Account.objects.get(username="ana")


def texts(puzzle: Puzzle) -> list[str]:
    return [choice.text for choice in solving.choices_of(puzzle)]


def test_a_day_keeps_its_puzzle_and_days_go_through_all_then_begin_again(
    puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch
):
    puzzles_of_days = []
    for number in range(4):
        at(monkeypatch, TODAY + number * DAY)
        puzzles_of_days.append(daily.puzzle_of_day(TODAY + number * DAY))
        assert daily.puzzle_of_day(TODAY + number * DAY) == puzzles_of_days[-1]
    assert puzzles_of_days[:2] == puzzles
    assert [puzzle and puzzle.number for puzzle in puzzles_of_days] == [None, None, 1, 2]
    assert daily.puzzle_of_day(TODAY) == puzzles[0]
    assert daily.puzzle_of_day(TODAY + 4 * DAY) is None
    assert Day.objects.count() == 4
    assert [day.date for day in daily.days_before(TODAY + 3 * DAY, 2)] == [
        TODAY + 2 * DAY,
        TODAY + DAY,
    ]


def test_midnight_is_that_of_utc(puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch):
    at(monkeypatch, TODAY, 23, 59)
    assert daily.today() == TODAY
    at(monkeypatch, TODAY + DAY, 0, 0)
    assert daily.today() == TODAY + DAY


def test_the_puzzle_of_a_void_game_goes_and_another_takes_its_place(
    puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch
):
    assert daily.puzzle_of_day(TODAY) == puzzles[0]
    void(account("mo", moderator=True), puzzles[0].game, "It never happened.")
    assert daily.puzzle_of_day(TODAY) == puzzles[1]
    Puzzle.objects.filter(pk=puzzles[1].pk).update(withdrawn=True)
    monkeypatch.setattr(shipped, "shipped_puzzles", list)
    assert daily.puzzle_of_day(TODAY) is None
    html = Client().get("/puzzles/").content.decode()
    assert "There is no puzzle yet" in html
    at(monkeypatch, TODAY + DAY)
    assert Client().get(HERE).status_code == 404


def test_the_page_needs_no_account_and_no_script(puzzles: list[Puzzle]):
    visitor, right = Client(), texts(puzzles[0])[1]
    html = visitor.get("/puzzles/").content.decode()
    assert f'name="text" value="{right}"' in html
    assert "@ana" not in html
    assert puzzles[0].game_id not in html
    wrong = visitor.post(f"{HERE}try/", {"text": texts(puzzles[0])[2]}).content.decode()
    assert 'data-verdict="other"' in wrong
    assert "48 %" in wrong
    assert "81 %" not in wrong
    form = {"text": texts(puzzles[0])[2], "show": "1"}
    assert "81 %" in visitor.post(f"{HERE}try/", form).content.decode()
    done = visitor.post(f"{HERE}try/", {"text": right}).content.decode()
    assert 'data-verdict="right"' in done
    assert f"/games/{puzzles[0].game_id}/{puzzles[0].entry - 1}/" in done
    assert not Attempt.objects.exists()


def test_the_script_gets_the_step_and_what_is_said_of_it(puzzles: list[Puzzle]):
    visitor = Client()
    begun = visitor.get(f"{HERE}moments?after=0").json()
    assert 0 < begun["plies"] < puzzles[0].entry - 1, "the turn before, not the game"
    assert begun["first"]["p"], "the points before it"
    assert len(begun["asked"]["options"]) == len(puzzles[0].choices)
    answer = visitor.post(f"{HERE}try/", {"text": texts(puzzles[0])[0]}, headers=JSON).json()
    assert [step["a"] for step in answer["steps"]] == [puzzles[0].seat]
    assert (answer["layout"], answer["asked"]) == (begun["layout"], None)
    assert answer["coach"]["verdict"] == "right"
    assert "81 %" in answer["coach"]["html"]
    refused = visitor.post(f"{HERE}try/", {"text": "sail 9 temple"}, headers=JSON).json()
    assert refused["detail"]
    assert visitor.get(f"{HERE}hints.json").json()
    assert "options" in visitor.get(f"{HERE}previews.json", {"for": "take"}).json()


def test_who_solved_it_finds_the_solution_again_and_others_do_not(ana: Account):
    puzzle = daily.puzzle_of_day(TODAY)
    assert puzzle
    solving.attempt_puzzle(puzzle, texts(puzzle)[5], ana)
    assert "puzzle-best" not in client_of(ana).get(HERE).content.decode()
    solving.attempt_puzzle(puzzle, texts(puzzle)[0], ana)
    assert "puzzle-best" in client_of(ana).get(HERE).content.decode()
    assert "puzzle-best" not in client_of(account("eve")).get(HERE).content.decode()


def test_the_archive_has_the_days_before(ana: Account, monkeypatch: pytest.MonkeyPatch):
    puzzle = daily.puzzle_of_day(TODAY)
    assert puzzle
    solving.attempt_puzzle(puzzle, texts(puzzle)[0], ana)
    at(monkeypatch, TODAY + DAY)
    html = client_of(ana).get("/puzzles/archive/").content.decode()
    assert f'href="{HERE}"' in html
    assert "right" in html
    assert client_of(ana).get(HERE).status_code == 200
    assert f">{sides_of_puzzle(puzzle)}</abbr>" in html
    assert "Right at the first try" not in html, "one attempt says little"


def test_the_archive_says_how_many_were_right(ana: Account, monkeypatch: pytest.MonkeyPatch):
    puzzle = daily.puzzle_of_day(TODAY)
    assert puzzle
    for number in range(SHARE_TRIES):
        text = texts(puzzle)[0 if number else 7]
        solving.attempt_puzzle(puzzle, text, account(f"solver{number}"))
    at(monkeypatch, TODAY + DAY)
    html = client_of(ana).get("/puzzles/archive/").content.decode()
    assert "Right at the first try: 80 %" in html
    assert ">not tried yet</span>" in html, "ana has not"
    assert "not tried yet" not in Client().get("/puzzles/archive/").content.decode()


def test_the_first_try_counts_and_moves_both_ratings_and_no_game(ana: Account):
    puzzle = daily.puzzle_of_day(TODAY)
    assert puzzle
    ledger = RatingChange.objects.count()
    solving.attempt_puzzle(puzzle, texts(puzzle)[7], ana)
    solving.attempt_puzzle(puzzle, texts(puzzle)[0], ana)
    attempt = Attempt.objects.get()
    assert (attempt.right, attempt.before) == (False, INITIAL)
    puzzle.refresh_from_db()
    assert puzzle.rating - INITIAL == INITIAL - attempt.after > 0
    assert puzzle.attempts == 1
    assert (Solver.objects.get().rating, Solver.objects.get().attempts) == (attempt.after, 1)
    assert Solved.objects.get().date == TODAY
    assert RatingChange.objects.count() == ledger


def test_equal_actions_are_right_too(ana: Account):
    puzzle = daily.puzzle_of_day(TODAY)
    assert puzzle
    assert [solving.attempt_puzzle(puzzle, text, None).right for text in texts(puzzle)[:3]] == [
        True,
        True,
        False,
    ]


def test_when_all_were_shown_the_one_not_seen_for_longest_comes_again(
    puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shipped, "shipped_puzzles", list)
    for number in range(4):
        at(monkeypatch, TODAY + number * DAY)
        assert daily.puzzle_of_day(TODAY + number * DAY) == puzzles[number % 2]


def test_earlier_puzzles_are_rated_and_count_for_no_day(
    ana: Account, monkeypatch: pytest.MonkeyPatch
):
    puzzle = daily.puzzle_of_day(TODAY)
    assert puzzle
    at(monkeypatch, TODAY + DAY)
    daily.puzzle_of_day(TODAY + DAY)
    solving.attempt_puzzle(puzzle, texts(puzzle)[0], ana)
    attempt = Attempt.objects.get()
    assert (attempt.right, attempt.before) == (True, INITIAL)
    assert Solver.objects.get().rating == attempt.after > INITIAL
    assert not Solved.objects.exists()


@pytest.mark.parametrize(
    ("solved", "streak", "longest"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([1], 1, 1),  # today is not over
        ([2], 0, 1),  # yesterday was missed
        ([0, 1, 2], 3, 3),
        ([0, 2, 3, 4], 1, 3),
    ],
)
def test_days_in_a_row(solved: list[int], streak: int, longest: int):
    days = [TODAY - ago * DAY for ago in solved]
    assert solving.streak(days, TODAY) == streak
    assert solving.longest(days) == longest


def test_a_minute_before_midnight_and_a_minute_after_are_two_days(
    ana: Account, monkeypatch: pytest.MonkeyPatch
):
    for day, hour, minute, streak in (
        (TODAY, 23, 59, 1),
        (TODAY + DAY, 0, 1, 2),
        (TODAY + DAY, 23, 59, 2),
    ):
        at(monkeypatch, day, hour, minute)
        puzzle = daily.puzzle_of_day(day)
        assert puzzle
        solving.attempt_puzzle(puzzle, texts(puzzle)[0], ana)
        assert solving.solver_stats(ana).streak == streak
    at(monkeypatch, TODAY + 2 * DAY, 23, 59)
    assert solving.solver_stats(ana).streak == 2
    at(monkeypatch, TODAY + 3 * DAY, 0, 0)
    assert solving.solver_stats(ana).streak == 0


def test_what_is_kept_goes_with_the_account(ana: Account):
    puzzle = daily.puzzle_of_day(TODAY)
    assert puzzle
    solving.attempt_puzzle(puzzle, texts(puzzle)[0], ana)
    files = {part.name: b"".join(part.pieces) for part in puzzle_export_files(ana)}
    assert puzzle.game_id.encode() in files["puzzles_tried.ndjson"]
    assert TODAY.isoformat().encode() in files["puzzle_days.ndjson"]
    forget_puzzles(ana)
    assert not any(b"".join(part.pieces) for part in puzzle_export_files(ana))


def test_an_empty_archive_leads_on(db: None):
    html = Client().get("/puzzles/archive/").content.decode()
    main = html[html.index("<main") : html.index("</main>")]
    assert "No earlier puzzles yet" in main
    assert 'href="/puzzles/"' in main
    assert 'href="/learn/"' in main
