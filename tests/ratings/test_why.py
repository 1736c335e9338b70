"""Why a rating changed: what is kept with each fold, on pages, in the API, in notices."""

from __future__ import annotations

import pytest
from django.test import Client

from games.causes import Cause, Why
from games.models import Game, Notice, Standing
from games.services import moderate
from imhotep_site.pipeline import games_changed
from ratings.models import Fold, Move, RatingChange, Reason
from ratings.services.fold import fold
from ratings.services.telling import tell_of_ratings
from tests.cast import account
from tests.ratings.league import games, played, players

pytestmark = pytest.mark.django_db


def why():
    return [(one.fold_id, one.game_id, one.cause) for one in Reason.objects.all()]


def test_a_new_game_at_the_end_needs_no_reason():
    ana, ben = players("ana", "ben")
    played(ana, ben)
    assert fold().reasons == 0
    played(ben, ana, day=1)
    assert fold().reasons == 0
    assert why() == []
    assert not Move.objects.exists()


def test_an_earlier_game_is_the_reason_of_what_it_replaces():
    ana, ben = players("ana", "ben")
    later = played(ana, ben, day=9)
    fold()
    early, last = played(ben, ana, day=1), played(ana, ben, day=20)
    run = fold()
    assert why() == [(run.pk, early.pk, "counted")]
    assert run.reasons == 1
    row = RatingChange.objects.get(game=later, player=ana, pool="overall", retired_by=None)
    assert row.added_by == run
    before, after = Move.objects.filter(player=ana).values_list("before", "after").get()
    assert before == 1_520_000
    rows = RatingChange.objects.filter(player=ana, pool="overall", retired_by=None)
    assert after == 1_500_000 + sum(row.moved for row in rows)
    assert last.pk not in {game for _, game, _ in why()}


def test_what_a_moderator_does_is_named():
    ana, ben = players("ana", "ben")
    judge = account("judge", moderator=True)
    first = played(ana, ben)
    played(ana, ben, day=1)
    fold()
    moderate.void(judge, Game.objects.get(pk=first.pk), "Not a game.")
    run = fold()
    assert why() == [(run.pk, first.pk, "void")]


def test_a_cause_that_comes_with_the_game_is_kept():
    ana, ben = players("ana", "ben")
    first = played(ana, ben)
    played(ana, ben, day=1)
    fold()
    Game.objects.filter(pk=first.pk).update(standing=Standing.VOID)
    games_changed([first.pk], Why(Cause.RELEASE, "release:7"))
    fold()
    [reason] = Reason.objects.all()
    assert (reason.cause, reason.ref, reason.release) == ("release", "release:7", 7)
    page = Client().get(f"/players/{ana.pk}/why/").content.decode()
    assert '<a href="/releases/7/">' in page


def test_several_reasons_are_all_kept():
    ana, ben = players("ana", "ben")
    made = games([([ana, ben], [1, 2])] * 6)
    games_changed([game.pk for game in made])
    fold()
    Game.objects.filter(pk__in=[made[0].pk, made[2].pk]).update(standing=Standing.VOID)
    games_changed([made[0].pk, made[2].pk], Why(Cause.VOID))
    run = fold()
    assert run.reasons == 2
    assert {game for _, game, _ in why()} == {made[0].pk, made[2].pk}


def test_who_is_moved_by_less_than_a_point_is_not_told():
    ana, ben = players("ana", "ben")
    tell_of_ratings(
        [
            Move(player=ana, before=1_500_000, after=1_500_999),
            Move(player=ben, before=1_500_000, after=1_499_000),
        ]
    )
    [told] = Notice.objects.all()
    assert (told.account, told.kind, told.facts["after"]) == (ben.account, "rating", 1_499_000)


# ------------------------------------------------------------------------------- pages


@pytest.fixture
def voided():
    ana, ben = players("ana", "ben")
    first, second = played(ana, ben), played(ana, ben, day=1)
    fold()
    Game.objects.filter(pk=first.pk).update(standing=Standing.VOID)
    games_changed([first.pk], Why(Cause.VOID))
    fold()
    return ana, first, second


def test_the_page_says_it_event_by_event(client, voided):
    ana, first, second = voided
    page = client.get(f"/players/{ana.pk}/why/").content.decode()
    assert page.count("<tr>") - page.count('<table class="table terms">') * 2 >= 3
    assert "Earlier games were rated anew." in page
    assert "the game was voided" in page
    assert f"/games/{first.pk}/" in page
    assert f"/games/{second.pk}/" in page
    assert "\N{MINUS SIGN}17.720" in page


def test_the_ledger_says_why_a_change_was_retired(client, voided):
    ana, _, _ = voided
    page = client.get(f"/players/{ana.pk}/ledger/overall/").content.decode()
    assert page.count("the game was voided") == 2


def test_of_old_folds_it_says_that_nothing_was_recorded(client, voided):
    ana, _, _ = voided
    Fold.objects.update(reasons=None)
    page = client.get(f"/players/{ana.pk}/why/").content.decode()
    assert "Why was not recorded at that time." in page


def test_long_stories_have_pages(client):
    ana, ben = players("ana", "ben")
    made = games([([ana, ben], [1, 2])] * 30)
    for game in made:
        games_changed([game.pk])
        fold()
    Game.objects.filter(pk=made[3].pk).update(standing=Standing.VOID)
    games_changed([made[3].pk], Why(Cause.VOID))
    fold()
    address, seen, moves = f"/api/v1/players/{ana.pk}/rating-events", [], 0
    said = client.get(address).json()
    while True:
        seen += [one["game"] for one in said["results"] if one["game"]]
        moves += sum(one["game"] is None for one in said["results"])
        if not said["next"]:
            break
        said = client.get(address, {"after": said["next"]}).json()
    assert seen == [game.pk for game in reversed(made)]
    assert moves == 1
    assert client.get(address, {"after": "no such"}).status_code == 400


def test_the_api_says_why(client, voided):
    ana, first, _ = voided
    events = client.get(f"/api/v1/players/{ana.pk}/rating-events").json()["results"]
    move = events[0]
    assert move["change"] is None
    assert move["reasons"]["shown"][0]["game"] == first.pk
    assert move["reasons"]["shown"][0]["cause"] == "void"
    rows = client.get("/api/v1/ledger", {"include": "retired", "game": first.pk}).json()["results"]
    assert all(row["retired_for"]["shown"][0]["cause"] == "void" for row in rows)
    assert {(row["kind"], row["nth"], row["day"]) for row in rows} == {
        ("", 0, first.played_on.isoformat())
    }


def test_of_someone_who_is_not_rated_there_is_nothing(client):
    [ana] = players("ana")
    assert "Not rated yet" in client.get(f"/players/{ana.pk}/why/").content.decode()
    assert client.get(f"/players/{ana.pk + 99}/why/").status_code == 404
    assert client.get(f"/players/{ana.pk}/why/?after=x").status_code == 404
