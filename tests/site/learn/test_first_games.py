"""A first game without an account: begun, played, advised, taken back, kept."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from engine import Header, Log, State, legal_actions, play
from games.intake.verify import verify_submissions
from games.models import Account, Game, Standing, Submission
from games.standing.resolve_players import ensure_player
from tables.errors import NotPlaying, Stale
from tables.learn import first_game
from tables.learn.first_game import SETUP
from tables.limits import FIRST_LEFT, FIRST_UNTOUCHED
from tables.models import FirstGame
from tests.cast import account, client_of

pytestmark = pytest.mark.both_databases

HERE = "/learn/game/"


def begun(client: Client) -> FirstGame:
    client.post(f"{HERE}begin/")
    return FirstGame.objects.latest("created_at")


def state_of(row: FirstGame) -> State:
    return play(Log(Header(SETUP), first_game.entries_of(row))).state


def act_once(row: FirstGame, player: Account | None = None, seed: int = 0) -> FirstGame:
    state = state_of(row)
    texts = [action.text for action in legal_actions(state)]
    return first_game.play_first_game(
        row, player, row.plies + 1, random.Random(seed + row.plies).choice(texts)
    )


@pytest.fixture(scope="module")
def played(keep: Callable) -> str:
    """The id of a game that is over, and no account's."""

    def play_out() -> str:
        row = first_game.begin_first_game()
        while row.ended_at is None:
            row = act_once(row)
        return row.pk

    return keep(play_out)


@pytest.fixture
def visitor() -> Client:
    return Client()


def test_one_button_begins_a_game_and_the_page_needs_no_script(visitor: Client, db: None):
    row = begun(visitor)
    assert row.account is None
    html = visitor.get(HERE).content.decode()
    assert 'name="text" value="take"' in html
    answer = visitor.post(f"{HERE}act/", {"ply": row.plies + 1, "text": "take"})
    assert answer.status_code == 302
    row.refresh_from_db()
    # the computer player has answered: it is the learner's turn again
    assert [entry.seat for entry in first_game.entries_of(row)[2:]] == [0, 1]
    assert b'name="text"' in visitor.get(HERE).content


def test_the_script_gets_all_that_follows_from_an_entry(visitor: Client, db: None):
    row = begun(visitor)
    body = visitor.get(f"{HERE}moments").json()
    assert body["asked"]["options"]
    sent = {"ply": row.plies + 1, "text": "take"}
    answer = visitor.post(f"{HERE}act/", sent, headers={"accept": "application/json"}).json()
    assert [step["a"] for step in answer["steps"]] == [0, 1]
    assert answer["layout"] == body["layout"]
    response = visitor.post(f"{HERE}act/", sent, headers={"accept": "application/json"})
    assert response.status_code == 409
    sent |= {"ply": answer["plies"] + 1, "text": "sail 1 pyramid"}
    refused = visitor.post(f"{HERE}act/", sent, headers={"accept": "application/json"})
    assert refused.json()["rule_url"].startswith("/rules/rulings/#R2.")


def test_a_move_goes_back_with_the_answer_to_it_and_the_deal_stays(db: None):
    row = first_game.begin_first_game()
    opening = row.entries
    row = act_once(row)
    once = row.entries
    row = act_once(row)
    row = first_game.take_back_move(row, None)
    assert row.entries == once
    row = first_game.take_back_move(row, None)
    assert (row.entries, row.taken_back) == (opening, 2)
    with pytest.raises(Exception, match="no move to undo"):
        first_game.take_back_move(row, None)
    with pytest.raises(Stale):
        first_game.play_first_game(row, None, row.plies, "take")


def test_what_was_drawn_of_the_longer_game_is_not_shown_after_a_move_was_taken_back(
    visitor: Client, db: None
):
    row = begun(visitor)
    visitor.post(f"{HERE}act/", {"ply": row.plies + 1, "text": "take"})
    assert visitor.get(f"{HERE}moments").json()["plies"] == row.plies + 2
    visitor.post(f"{HERE}back/")
    body = visitor.get(f"{HERE}moments").json()
    assert body["plies"] == row.plies
    assert len(body["steps"]) == row.plies


def test_the_computer_player_says_what_it_would_do_and_why(visitor: Client, db: None):
    row = begun(visitor)
    advice = first_game.advise_learner(row, ["Ana", "Ben"])
    assert advice is not None
    assert advice.effects[0].startswith("The ship ") or "Take" in advice.sentence
    assert advice.reasons[0].url.startswith("/rules/")
    html = visitor.get(HERE, {"hint": 1}).content.decode()
    assert "The computer player would do this" in html


def test_a_game_that_is_over_stays_readable_and_goes_no_further(played: str, db: None):
    row = FirstGame.objects.get(pk=played)
    assert first_game.advise_learner(row, []) is None
    with pytest.raises(NotPlaying):
        first_game.take_back_move(row, None)
    with pytest.raises(NotPlaying):
        first_game.play_first_game(row, None, row.plies + 1, "take")
    assert row.upload is None


def test_who_signs_up_keeps_the_game_and_it_is_on_the_record_unrated(played: str, db: None, ana):
    row = first_game.keep_first_game(FirstGame.objects.get(pk=played), ana)
    assert first_game.keep_first_game(row, ana).upload == row.upload
    assert row.upload is not None
    verify_submissions(
        list(Submission.objects.filter(upload=row.upload).values_list("pk", flat=True))
    )
    game = Game.objects.get()
    assert game.standing == Standing.UNRATED
    assert not game.played_here
    assert game.seats.get(number=0).player == ensure_player(ana)


def test_a_running_game_that_was_kept_goes_on_as_the_accounts(visitor: Client, db: None):
    row, ana = begun(visitor), account("ana")
    visitor.force_login(ana)
    assert b"Keep this game" in visitor.get(HERE).content
    visitor.post(f"{HERE}keep/")
    row.refresh_from_db()
    assert row.account == ana
    # in any browser of theirs
    other = client_of(ana)
    assert b"data-first" in other.get(HERE).content
    assert act_once(row, ana).plies > row.plies


def test_what_was_left_goes_and_what_is_played_stays(played: str, db: None, ana):
    untouched, left, adopted, fresh = (first_game.begin_first_game() for _number in range(4))
    left = act_once(left)
    first_game.keep_first_game(adopted, ana)
    for row, ago in ((untouched, FIRST_UNTOUCHED), (left, FIRST_LEFT), (adopted, 2 * FIRST_LEFT)):
        moved_at = row.moved_at - ago - timedelta(minutes=1)
        FirstGame.objects.filter(pk=row.pk).update(moved_at=moved_at)
    assert first_game.delete_old_first_games() == 2
    assert set(FirstGame.objects.values_list("pk", flat=True)) == {adopted.pk, fresh.pk, played}
