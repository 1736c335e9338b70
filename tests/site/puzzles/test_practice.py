"""Find a better move: one's own mistakes, one after the other, and nobody else's."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from engine import legal_actions, read_log
from engine.analysis import (
    METHOD,
    Alternative,
    Analysis,
    JudgedEntry,
    LossMark,
    PlayoutBudget,
    Shares,
    analysed_game,
    analysis_to_json,
)
from engine.analysis.whole import offered_alternatives
from engine.build import engine_version
from games.models import Account, Game
from games.moderation.actions import void
from insights.puzzles.models import Puzzle, Retry, Sought
from insights.puzzles.services import finding, retrying
from insights.reviews.models import Flaw, Review, ReviewReason, ReviewState
from insights.reviews.queries import analysis_of
from tests.cast import account, client_of
from tests.worlds.puzzles import TODAY, at, counted_game, position, wide_entry

pytestmark = pytest.mark.both_databases


def analysed(game: Game, entries: list[int]) -> list[Flaw]:
    """`game` with an analysis that calls these of its entries mistakes: the first legal action is
    worth 0.7, what was played 0.4."""
    log = read_log(game.log.encode())
    even = Shares((0.5, 0.5), (0.02, 0.02))
    rows, flaws = [], []
    for number, entry in enumerate(log.entries, 1):
        seat = None if entry.seat < 0 else entry.seat
        text = entry.action.text
        judgement = JudgedEntry(number, seat, text, even, even, 0.0, True, (), None, False)
        if number in entries and seat is not None:
            legal = [action.text for action in legal_actions(position(game, number))]
            best = next(other for other in legal if other != text)
            shares = (0.7, 0.3) if seat == 0 else (0.3, 0.7)
            played = (0.4, 0.6) if seat == 0 else (0.6, 0.4)
            best_choices = (Alternative(best, shares, 0.02), Alternative(text, played, 0.02))
            judgement = judgement._replace(loss=0.3, best=best_choices, mark=LossMark.BLUNDER)
            flaws.append((number, seat, text, best))
        rows.append(judgement)
    analysis = Analysis(METHOD, engine_version(), 2, tuple(rows), (0.0, 0.0), (0.0, 0.0))
    review = Review.objects.create(
        game=game,
        method=METHOD,
        engine=engine_version(),
        state=ReviewState.DONE,
        reason=ReviewReason.ASKED,
        entries=len(rows),
        judged=len(rows),
        result=json.dumps(analysis_to_json(analysis)).encode(),
    )
    seats = {seat.number: seat for seat in game.seats.all()}
    return [
        Flaw.objects.create(
            review=review,
            game=game,
            seat=seats[seat],
            entry=number,
            mark="blunder",
            loss=0.3,
            played=text,
            best=best,
        )
        for number, seat, text, best in flaws
    ]


def make() -> str:
    game = counted_game()
    wide = [wide_entry(game, after=after) for after in (20, 40, 60)]
    analysed(game, sorted({*wide, *(entry + 1 for entry in wide)}))
    return game.pk


@pytest.fixture(scope="module")
def stored_game(keep: Callable[[Callable[[], str]], str]) -> str:
    return keep(make)


@pytest.fixture
def ana(stored_game: str, db: None, monkeypatch: pytest.MonkeyPatch) -> Account:
    at(monkeypatch, TODAY)
    return Account.objects.get(username="ana")


def test_only_one_s_own_are_shown(ana: Account, stored_game: str):
    mistake, ben = retrying.next_mistake(ana), Account.objects.get(username="ben")
    eve, mo = account("eve"), account("mo", moderator=True)
    assert mistake
    assert mistake.seat.player.account == ana
    path = f"/puzzles/mine/{stored_game}/{mistake.entry}/"
    assert client_of(ana).get(path).status_code == 200
    for way in ("", "moments", "hints.json", "previews.json"):
        for other in (ben, eve, mo):
            assert client_of(other).get(path + way).status_code == 404
        assert Client().get(path + way).status_code == 302
    assert client_of(ben).post(f"{path}try/", {"text": mistake.best}).status_code == 404
    assert not Retry.objects.exists()
    assert retrying.next_mistake(eve) is None


def test_what_is_solved_does_not_come_back_and_what_is_not_comes_later(
    ana: Account, stored_game: str, monkeypatch: pytest.MonkeyPatch
):
    mistake_count = retrying.mistakes(ana).count()
    assert mistake_count >= 2
    first = retrying.next_mistake(ana)
    assert first
    assert retrying.retry_mistake(first, ana, first.best).better
    second = retrying.next_mistake(ana)
    assert second
    assert second != first
    assert not retrying.retry_mistake(second, ana, second.played).better
    assert retrying.count_mistakes(ana) == (mistake_count - 2, 1, 1)
    at(monkeypatch, TODAY + timedelta(days=1))
    assert retrying.count_mistakes(ana) == (mistake_count - 1, 0, 1)
    while flaw := retrying.next_mistake(ana):
        assert flaw != first
        retrying.retry_mistake(flaw, ana, flaw.best)
    assert retrying.count_mistakes(ana) == (0, 0, mistake_count)
    html = client_of(ana).get("/puzzles/mine/").content.decode()
    assert "No mistakes left for now" in html


def test_the_page_says_what_was_played_and_the_try_what_it_is_worth(ana: Account, stored_game: str):
    flaw, client = retrying.next_mistake(ana, stored_game), client_of(ana)
    assert flaw
    html = client.get(f"/puzzles/mine/?game={stored_game}").content.decode()
    assert "You played:" in html
    assert "70 %" not in html
    path = f"/puzzles/mine/{stored_game}/{flaw.entry}/try/"
    json_headers = {"headers": {"accept": "application/json"}}
    assert (
        "You played this move in the game"
        in client.post(path, {"text": flaw.played}).content.decode()
    )
    coach = client.post(path, {"text": flaw.best}, **json_headers).json()["coach"]
    assert coach["verdict"] == "right"
    assert "70 % (±2) of games, the move you played 40 %" in coach["html"]
    assert client.post(path, {"text": "sail 9 temple"}, **json_headers).json()["detail"]


def test_a_choice_that_the_analysis_did_not_name_is_played_out(
    ana: Account, stored_game: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(retrying, "PLAYOUTS", 24)
    flaw = retrying.next_mistake(ana)
    assert flaw
    legal = [action.text for action in legal_actions(position(flaw.game, flaw.entry))]
    other = next(text for text in legal if text not in (flaw.played, flaw.best))
    tried = retrying.retry_mistake(flaw, ana, other)
    assert 0 <= tried.chosen.share <= 1
    assert tried == retrying.retry_mistake(flaw, ana, other)


def test_a_void_game_has_no_mistakes(ana: Account, stored_game: str):
    void(account("mo", moderator=True), Game.objects.get(pk=stored_game), "It never happened.")
    assert retrying.next_mistake(ana) is None


def test_each_marked_entry_is_looked_at_once(
    ana: Account, stored_game: str, monkeypatch: pytest.MonkeyPatch
):
    looked: list[int] = []
    monkeypatch.setattr(finding, "checked", lambda _game, entry: looked.append(entry))
    assert finding.find_for(60, busy=lambda: True) == 0
    assert looked == []
    finding.find_for(60)
    finding.find_for(60)
    assert sorted(looked) == list(Flaw.objects.order_by("entry").values_list("entry", flat=True))
    assert Sought.objects.count() == len(looked)


def test_both_judgements_have_to_agree_and_every_choice_is_kept(
    ana: Account, stored_game: str, monkeypatch: pytest.MonkeyPatch
):
    flaw = Flaw.objects.earliest("entry")
    game, seat = analysed_game(flaw.game.log, playouts=2, nodes=500), flaw.seat.number
    every = offered_alternatives(game, flaw.entry, PlayoutBudget(20, 20, 1.0))
    assert every == offered_alternatives(game, flaw.entry, PlayoutBudget(20, 20, 1.0))
    legal = [action.text for action in legal_actions(position(flaw.game, flaw.entry))]
    assert sorted(choice.text for choice in every) == sorted(legal)
    judgement = analysis_of(flaw.review).entries[flaw.entry - 1]._replace(sure=True)
    shares = [0.7 if choice.text == flaw.best else 0.3 for choice in every]
    clear = [
        Alternative(choice.text, (share, 1 - share) if seat == 0 else (1 - share, share), 0.01)
        for choice, share in zip(every, shares, strict=True)
    ]
    monkeypatch.setattr(finding, "judge_entry", lambda *_arguments: judgement)
    monkeypatch.setattr(finding, "offered_alternatives", lambda *_arguments: clear)
    monkeypatch.setattr(finding, "holds", lambda *_arguments: True)
    monkeypatch.setattr(finding, "count_misses", lambda *_arguments: 1)
    choices = finding.checked(game, flaw.entry)
    assert choices is not None
    assert (choices.choices[0].text, choices.right) == (flaw.best, 1)
    assert len(choices.choices) == len(legal)
    assert finding.store_puzzle(stored_game, choices)
    assert not finding.store_puzzle(stored_game, choices)
    assert Puzzle.objects.get().choices[0] == [flaw.best, 0.7, 0.01]
    for name, refusal in (("holds", False), ("count_misses", 0)):
        with monkeypatch.context() as patch:
            patch.setattr(finding, name, lambda *_arguments, refusal=refusal: refusal)
            assert finding.checked(game, flaw.entry) is None
    for other in (judgement._replace(sure=False), judgement._replace(mark=None)):
        monkeypatch.setattr(finding, "judge_entry", lambda *_arguments, other=other: other)
        assert finding.checked(game, flaw.entry) is None
    another = judgement._replace(best=judgement.best[1:])
    monkeypatch.setattr(finding, "judge_entry", lambda *_arguments: another)
    assert finding.checked(game, flaw.entry) is None
