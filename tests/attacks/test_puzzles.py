"""Puzzles: who gets at a solution early, farms a rating, or reads what lies face down?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import islice, product

import pytest
from django.test import Client, RequestFactory

from engine import (
    EngineError,
    Entry,
    Header,
    Log,
    Setup,
    apply,
    deal,
    digest,
    entry_text,
    parse_entry,
    start,
    view,
    view_entry,
    write_text,
)
from engine.vocabulary import BANK, Card
from games.models import Account, Game
from insights.puzzles import limits
from insights.puzzles.models import Attempt, Day, Puzzle, Solved, Solver
from insights.puzzles.posed import Posed, posed
from insights.puzzles.services import daily, solving
from insights.puzzles.views import showing
from ratings.elo import INITIAL
from tests.cast import account, client_of
from tests.worlds.puzzles import TODAY, at, counted_game, puzzle_of

HERE = f"/puzzles/{TODAY}/"
API = "/api/v1/puzzles/today"
JSON = {"accept": "application/json"}


@pytest.fixture(scope="module")
def made(keep: Callable[[Callable[[], int]], int]) -> int:
    return keep(lambda: puzzle_of(counted_game()).pk)


@pytest.fixture
def puzzle(made: int, db: None, monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    at(monkeypatch, TODAY)
    found = daily.puzzle_of_day(TODAY)
    assert found
    return found


def logged_in(handle: str) -> Client:
    return client_of(Account.objects.filter(username=handle).first() or account(handle))


def texts(puzzle: Puzzle) -> list[str]:
    return [choice.text for choice in solving.choices_of(puzzle)]


# --- the solution ------------------------------------------------------------------


def test_nothing_before_a_try_tells_the_solution_or_the_game(puzzle: Puzzle):
    """The choices are there in an order that says nothing, and no share of any."""
    for client in (Client(), logged_in("eve")):
        for address in (
            "/puzzles/",
            HERE,
            f"{HERE}moments?after=0",
            f"{HERE}hints.json",
            f"{HERE}previews.json?for=sail",
            "/puzzles/archive/",
            API,
        ):
            text = client.get(address).content.decode()
            for told in ("81 %", "0.81", "puzzle-best", puzzle.game_id, "@ana", "@ben"):
                assert told not in text, (address, told)
    assert Client().get(API).json()["choices"] == sorted(texts(puzzle))


def test_a_wrong_try_tells_what_it_brings_and_no_more(puzzle: Puzzle):
    eve = logged_in("eve")
    coach = eve.post(f"{HERE}try/", {"text": texts(puzzle)[3]}, headers=JSON).json()["coach"]
    assert coach["verdict"] == "other"
    assert "81" not in coach["html"]
    assert puzzle.game_id not in coach["html"]
    body = {"text": texts(puzzle)[3]}
    told = eve.post(f"{API}/attempts", body, content_type="application/json").json()
    assert (told["solution"], told["game"]) == (None, None)
    assert "puzzle-best" not in eve.get(HERE).content.decode()


def test_the_solution_is_not_shown_without_a_choice(puzzle: Puzzle):
    for text in ("", "sail 9 temple", "nonsense", "take\0"):
        answer = Client().post(f"{HERE}try/", {"text": text, "show": "1"}, headers=JSON)
        assert "coach" not in answer.json()
        assert "81 %" not in answer.content.decode()


def test_days_to_come_and_days_that_are_none_have_no_puzzle(puzzle: Puzzle):
    tomorrow = TODAY + timedelta(days=1)
    for day in (tomorrow, "2026-13-01", "2026-02-30", "0001-01-01", "9999-12-31", "0000-00-00"):
        there = f"/puzzles/{day}/"
        for way in ("", "moments", "hints.json", "previews.json"):
            assert Client().get(there + way).status_code == 404
        assert Client().post(f"{there}try/", {"text": "take"}).status_code == 404
    assert list(Day.objects.values_list("date", flat=True)) == [TODAY]


# --- ratings -----------------------------------------------------------------------


def test_a_try_sent_again_counts_once(puzzle: Puzzle):
    eve = logged_in("eve")
    for text in (texts(puzzle)[4], texts(puzzle)[0], texts(puzzle)[0], texts(puzzle)[4]):
        eve.post(f"{HERE}try/", {"text": text})
    attempt = Attempt.objects.get()
    assert (attempt.text, attempt.right) == (texts(puzzle)[4], False)
    puzzle.refresh_from_db()
    assert puzzle.attempts == Solver.objects.get().attempts == 1
    assert Solved.objects.count() == 1


def test_a_solution_opened_before_logging_in_gains_nothing(puzzle: Puzzle):
    stranger = Client(REMOTE_ADDR="192.0.2.7")
    page = stranger.post(f"{HERE}try/", {"text": texts(puzzle)[4], "show": "1"}, headers=JSON)
    assert "To the game" in page.content.decode()
    eve = account("eve")
    browser = Client(REMOTE_ADDR="192.0.2.7")
    browser.force_login(eve)
    answer = browser.post(f"{HERE}try/", {"text": texts(puzzle)[0]}).content.decode()
    assert "This try isn’t rated" in answer
    assert not Solver.objects.exists()
    puzzle.refresh_from_db()
    assert puzzle.attempts == 0
    attempt = Attempt.objects.get()
    assert (attempt.account, attempt.right, attempt.after) == (eve, True, None)


def test_a_program_gains_nothing_by_it_either(puzzle: Puzzle):
    Client(REMOTE_ADDR="192.0.2.7").post(f"{HERE}try/", {"text": texts(puzzle)[0]})
    browser = Client(REMOTE_ADDR="192.0.2.7")
    browser.force_login(account("eve"))
    body = {"text": texts(puzzle)[0]}
    assert browser.post(f"{API}/attempts", body, content_type="application/json").json()["right"]
    assert not Solver.objects.exists()


def test_a_wrong_try_of_a_stranger_and_one_elsewhere_open_nothing(puzzle: Puzzle):
    Client(REMOTE_ADDR="192.0.2.7").post(f"{HERE}try/", {"text": texts(puzzle)[4]})
    Client(REMOTE_ADDR="192.0.2.8").post(f"{HERE}try/", {"text": texts(puzzle)[0]})
    browser = Client(REMOTE_ADDR="192.0.2.7")
    browser.force_login(account("eve"))
    browser.post(f"{HERE}try/", {"text": texts(puzzle)[0]})
    assert Solver.objects.get().rating > INITIAL


def test_two_accounts_gain_little_and_nothing_that_anybody_sees(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
):
    """One finds solutions, the other one sends them: that is a win each, ten a day at most, and
    takes nothing from anybody's rating of games."""
    monkeypatch.setattr(solving, "RATED_A_DAY", 2)
    scout, farmer = logged_in("scout"), logged_in("farmer")
    for text in texts(puzzle):
        scout.post(f"{HERE}try/", {"text": text})
    for _again in range(3):
        farmer.post(f"{HERE}try/", {"text": texts(puzzle)[0]})
    row = Account.objects.get(username="farmer")
    gained = solving.solver_stats(row).rating
    assert gained > INITIAL
    puzzle.refresh_from_db()
    assert puzzle.attempts == 2
    ratings = []
    for number in (1, 2, 3):
        at(monkeypatch, TODAY + timedelta(days=number))
        another = daily.puzzle_of_day(TODAY + timedelta(days=number))
        assert another
        at(monkeypatch, TODAY)
        solving.attempt_puzzle(another, texts(another)[0], row)
        ratings.append(solving.solver_stats(row).rating)
    assert gained < ratings[0] == ratings[1] == ratings[2]


def test_a_stranger_is_counted_nowhere_and_has_no_cookie_to_change(puzzle: Puzzle):
    stranger = Client()
    stranger.cookies["puzzle"] = "solved:1000"
    answer = stranger.post(f"{HERE}try/", {"text": texts(puzzle)[0]})
    assert "day in a row" not in answer.content.decode()
    assert set(answer.cookies) <= {"csrftoken"}
    assert not Attempt.objects.exists()
    body = {"text": texts(puzzle)[0]}
    assert (
        stranger.post(f"{API}/attempts", body, content_type="application/json").status_code == 401
    )
    assert stranger.get("/api/v1/puzzles/streak").status_code == 401
    puzzle.refresh_from_db()
    assert puzzle.attempts == 0


def test_another_page_cannot_try_for_somebody(puzzle: Puzzle):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(account("eve"))
    assert strict.post(f"{HERE}try/", {"text": texts(puzzle)[0]}).status_code == 403
    assert not Attempt.objects.exists()


def test_who_asks_too_often_waits(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(showing, "TRIED", limits.Throttle("puzzle-test", most=2, seconds=60))
    eve = logged_in("eve")
    answers = [eve.post(f"{HERE}try/", {"text": "take"}, headers=JSON) for _ in range(4)]
    assert [answer.status_code for answer in answers][2:] == [429, 429]


# --- what lies face down -----------------------------------------------------------


def told(found: Posed) -> str:
    """All that a page and its script get of a position."""
    live = found.live()
    said = [str(live.since(0)), str(live.opening), str(live.table), str(live.heard)]
    said += [str(live.before), live.layout, str(showing.table_context(found)["told"])]
    return "\n".join(said)


def hidden_from(setup: Setup, entries: Sequence[Entry], seat: int) -> list[int]:
    """Which of `entries` `seat` cannot read whole, from 0. Raises ``EngineError``."""
    state, found = start(setup), []
    for index, entry in enumerate(entries):
        if view_entry(state, entry, seat) != entry_text(setup, entry):
            found.append(index)
        apply(state, *entry)
    return found


def seen(setup: Setup, entries: Sequence[Entry], seat: int) -> list[object]:
    """All that `seat` knows, step by step. Raises ``EngineError``."""
    state, found = start(setup), []
    for entry in entries:
        found.append((view(state, seat), view_entry(state, entry, seat)))
        apply(state, *entry)
    return [*found, view(state, seat)]


def other_worlds(found: Posed) -> Iterator[Posed]:
    """Games in which what was hidden from the seat to act was something else, and nothing that it
    knows is."""
    setup = found.setup
    lines = [entry_text(setup, entry) for entry in found.entries]
    known = seen(setup, found.entries, found.seat)
    for index in hidden_from(setup, found.entries, found.seat):
        for card, instead in product(set(lines[index].split()), (entry.word for entry in Card)):
            if card not in {entry.word for entry in Card} or card == instead:
                continue
            others = [line.replace(card, instead) for line in lines[index : index + 2]]
            text = [*lines[:index], *others, *lines[index + 2 :]]
            with suppress(EngineError):
                entries = tuple(parse_entry(setup, line) for line in text)
                if text != lines and seen(setup, entries, found.seat) == known:
                    yield found._replace(key=f"{found.key} {index} {instead}", entries=entries)


def test_two_worlds_that_differ_in_hidden_cards_alone_look_the_same(db: None):
    """All that a page and its script get is the same; the positions are not."""
    setup = Setup.of("black white", "DCDCD", "hidden_market_cards")
    log = Log(Header(setup), deal(setup, seed=4, play="random").entries)
    game = Game(pk="0" * 12, log=write_text(log))
    _steps, hints, _previews = showing.position_views(lambda _request, position: position)
    look = RequestFactory().get("/")
    compared = 0
    for entry in (22, 40, 64):
        later = (n for n in range(entry, entry + 9) if log.entries[n - 1].seat != BANK)
        found = posed(game, next(later))
        for other in islice(other_worlds(found), 2):
            assert digest(other.live().state) != digest(found.live().state)
            assert told(other) == told(found)
            answers = [hints(look, position=position).content for position in (other, found)]
            assert answers[0] == answers[1]
            compared += 1
    assert compared > 2
