"""Why a rating changed: what is kept with each fold, on pages, in the API, in notices."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Dispute, Game, Notice, Player, Standing
from games.moderation import actions
from games.ports import Cause, ChangeReason
from games.standing import attest
from games.standing import players as players_service
from games.standing.standing import announce_changes as games_changed
from games.standing.standing import settle
from ratings.event_rows import event_rows
from ratings.models import Fold, Move, RatingChange, Reason
from ratings.reasons import (
    FoldReasons,
    RatingEvent,
    attach_reasons,
    link_causes,
    rating_events,
)
from ratings.services import closings
from ratings.services.fold import fold_pending
from ratings.services.follow import notify_rating_moves
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.league import games, played, players

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def why():
    return [(reason.fold_id, reason.game_id, reason.cause) for reason in Reason.objects.all()]


def test_a_new_game_at_the_end_needs_no_reason(ana, ben):
    played(ana, ben)
    assert fold_pending().reasons == 0
    played(ben, ana, day=1)
    assert fold_pending().reasons == 0
    assert why() == []
    assert not Move.objects.exists()


def test_an_earlier_game_is_the_reason_of_what_it_replaces(ana, ben):
    later = played(ana, ben, day=9)
    fold_pending()
    early, last = played(ben, ana, day=1), played(ana, ben, day=20)
    run = fold_pending()
    assert why() == [(run.pk, early.pk, "counted")]
    assert run.reasons == 1
    row = RatingChange.objects.get(game=later, player=ana, pool="overall", retired_by=None)
    assert row.added_by == run
    before, after = Move.objects.filter(player=ana).values_list("before", "after").get()
    assert before == 1_520_000
    rows = RatingChange.objects.filter(player=ana, pool="overall", retired_by=None)
    assert after == 1_500_000 + sum(row.moved for row in rows)
    assert last.pk not in {game for _, game, _ in why()}


def test_what_a_moderator_does_is_named(ana, ben):
    judge = account("judge", moderator=True)
    first = played(ana, ben)
    played(ana, ben, day=1)
    fold_pending()
    actions.void(judge, Game.objects.get(pk=first.pk), "Not a game.")
    run = fold_pending()
    assert why() == [(run.pk, first.pk, "void")]


def test_a_cause_that_comes_with_the_game_is_kept(ana, ben):
    first = played(ana, ben)
    played(ana, ben, day=1)
    fold_pending()
    Game.objects.filter(pk=first.pk).update(standing=Standing.VOID)
    games_changed([first.pk], ChangeReason(Cause.RELEASE, "release:7"))
    fold_pending()
    [reason] = Reason.objects.all()
    assert (reason.cause, reason.ref) == ("release", "release:7")
    page = Client().get(f"/players/{ana.pk}/why/").content.decode()
    assert '<a href="/releases/7/">' in page


def test_several_reasons_are_all_kept(ana, ben):
    rated_games = games([([ana, ben], [1, 2])] * 6)
    games_changed([game.pk for game in rated_games])
    fold_pending()
    Game.objects.filter(pk__in=[rated_games[0].pk, rated_games[2].pk]).update(
        standing=Standing.VOID
    )
    games_changed([rated_games[0].pk, rated_games[2].pk], ChangeReason(Cause.VOID))
    run = fold_pending()
    assert run.reasons == 2
    assert {game for _, game, _ in why()} == {rated_games[0].pk, rated_games[2].pk}


def test_who_is_moved_by_less_than_a_point_is_not_told(ana, ben):
    notify_rating_moves(
        [
            Move(player=ana, before=1_500_000, after=1_500_999),
            Move(player=ben, before=1_500_000, after=1_499_000),
        ]
    )
    [notice] = Notice.objects.all()
    assert (notice.account, notice.kind, notice.facts["after"]) == (
        ben.account,
        "rating",
        1_499_000,
    )


@pytest.fixture
def voided():
    ana, ben = players("ana", "ben")
    first, second = played(ana, ben), played(ana, ben, day=1)
    fold_pending()
    Game.objects.filter(pk=first.pk).update(standing=Standing.VOID)
    games_changed([first.pk], ChangeReason(Cause.VOID))
    fold_pending()
    return ana, first, second


def test_the_page_says_it_event_by_event(client, voided):
    ana, first, second = voided
    page = client.get(f"/players/{ana.pk}/why/").content.decode()
    assert page.count("<tr>") - page.count('<table class="table terms">') * 2 >= 3
    assert "Earlier games were rated again<" in page
    rows = re.findall(r"<strong>(Place \d of 2)</strong> · \d+ points? · Against", page)
    assert rows == ["Place 1 of 2"] * 2
    assert "Score 100 %, expected 50 %" in page
    assert re.search(r'<th scope="row"><a href="/players/\d+/">@ben</a></th>', page)
    assert "the game was voided" in page
    assert f"/games/{first.pk}/" in page
    assert f"/games/{second.pk}/" in page
    assert "\N{MINUS SIGN}17.720" in page


def test_corrections_between_two_games_are_one_row(ana: Player) -> None:
    day = datetime(2026, 11, 1, tzinfo=UTC)
    reasons = FoldReasons()
    events = [
        RatingEvent(day, 1_500_400, 1_500_900, reasons),
        RatingEvent(day, None, 1_500_400, reasons),
        RatingEvent(day, 1_500_000, None, reasons),
    ]
    [row] = event_rows(ana, events)
    assert (row.before, row.after, row.moved) == (1_500_000, 1_500_900, 900)
    assert row.events == events


def test_a_row_of_a_game_has_points_score_and_forecast(ana: Player, ben: Player) -> None:
    game = played(ana, ben, day=1)
    fold_pending()
    page = rating_events(ben, {}, 10)
    [row] = event_rows(ben, page.rows)
    seats = dict(game.seats.values_list("player", "points"))
    assert row.change
    assert row.played_on == game.played_on
    assert (row.place, row.seats, row.points) == (2, 2, seats[ben.pk])
    assert (row.score, row.expected) == (0, 50)
    assert [pair["points"] for pair in row.change.pairs] == [seats[ana.pk]]


def test_the_ledger_says_why_a_change_was_retired(client, voided):
    ana, _, _ = voided
    page = client.get(f"/players/{ana.pk}/ledger/overall/").content.decode()
    assert page.count("the game was voided") == 2


def test_of_old_folds_it_says_that_nothing_was_recorded(client, voided):
    ana, _, _ = voided
    Fold.objects.update(reasons=None)
    page = client.get(f"/players/{ana.pk}/why/").content.decode()
    assert "The reason was not recorded at that time." in page


def test_long_stories_have_pages(client, ana, ben):
    rated_games = games([([ana, ben], [1, 2])] * 30)
    for game in rated_games:
        games_changed([game.pk])
        fold_pending()
    Game.objects.filter(pk=rated_games[3].pk).update(standing=Standing.VOID)
    games_changed([rated_games[3].pk], ChangeReason(Cause.VOID))
    fold_pending()
    address, game_ids, moves = f"/api/v1/players/{ana.pk}/rating-events", [], 0
    body = client.get(address).json()
    while True:
        game_ids += [row["game"] for row in body["results"] if row["game"]]
        moves += sum(row["game"] is None for row in body["results"])
        if not body["next"]:
            break
        body = client.get(address, {"after": body["next"]}).json()
    assert game_ids == [game.pk for game in reversed(rated_games)]
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


def test_of_someone_who_is_not_rated_there_is_nothing(client, ana):
    assert "Not rated yet" in client.get(f"/players/{ana.pk}/why/").content.decode()
    assert client.get(f"/players/{ana.pk + 99}/why/").status_code == 404
    assert client.get(f"/players/{ana.pk}/why/?after=x").status_code == 404


def reasons_by_api(client, player):
    body = client.get(f"/api/v1/players/{player.pk}/rating-events").json()
    return [reason for event in body["results"] for reason in event["reasons"]["shown"]]


def test_an_upheld_dispute_leads_to_what_was_said(client):
    ana, ben = account("ana"), account("ben")
    first = game_of(submit(ana, finished_log()))
    attest.attest(ben, first)
    second = game_of(submit(ana, finished_log(seed=2)))
    attest.attest(ben, second)
    fold_pending()
    dispute = attest.dispute(ben, first, "It was not so.")
    fold_pending()
    actions.settle_dispute(account("judge", moderator=True), dispute, True, "Right.")
    fold_pending()
    address = f"/games/{first.pk}/#dispute-{dispute.pk}"
    assert f'id="dispute-{dispute.pk}"' in client.get(f"/games/{first.pk}/").content.decode()
    assert [one.cause for one in Reason.objects.all()] == ["disputed"]
    assert f'<a href="{address}">the game was disputed</a>' in reasons_page(client, ana.player)
    [reason] = reasons_by_api(client, ana.player)
    assert reason["ref"] == f"dispute:{dispute.pk}"
    assert reason["page"] == f"http://testserver{address}"


def test_a_dispute_that_is_upheld_or_ends_is_named_where_it_moves_ratings(client):
    ana, ben = account("ana"), account("ben")
    judge = account("judge", moderator=True)
    games = [game_of(submit(ana, finished_log(seed=seed))) for seed in (1, 2, 3)]
    for game in games:
        attest.attest(ben, game)
    fold_pending()
    disputes = [attest.dispute(ben, game, "It was not so.") for game in games]
    Dispute.objects.filter(pk=disputes[0].pk).update(effect=Dispute.Effect.NOTHING)
    settle([games[0]])
    fold_pending()
    actions.settle_dispute(judge, disputes[0], True, "Right.")
    actions.settle_dispute(judge, disputes[1], False, "It was so.")
    attest.take_back_dispute(ben, games[2])
    last = fold_pending()
    reasons = {
        (reason.game_id, reason.cause, reason.ref) for reason in Reason.objects.filter(fold=last)
    }
    assert (games[0].pk, "upheld", f"dispute:{disputes[0].pk}") in reasons
    remaining = {(games[n].pk, "dispute-ended", f"dispute:{disputes[n].pk}") for n in (1, 2)}
    assert reasons - {(games[0].pk, "upheld", f"dispute:{disputes[0].pk}")} <= remaining
    pending = ("upheld", "dispute-ended")
    assert {reason.cause for reason in Reason.objects.filter(fold=last)} <= set(pending)


def test_a_merge_leads_to_the_player_that_a_guest_turned_out_to_be(client):
    ana, ben = account("ana"), account("ben", arbiter=True)
    ida = account("ida", arbiter=True)
    first = game_of(submit(ida, finished_log("black=@ana white=Benny")))
    submit(ida, finished_log("black=@ana white=@ben", seed=2))
    fold_pending()
    guest = Player.objects.get(name="Benny")
    judge = account("judge", moderator=True)
    merge = players_service.merge_players(judge, guest, ben.player, "It is them.")
    fold_pending()
    [reason] = Reason.objects.all()
    assert (reason.game_id, reason.cause, reason.ref) == (first.pk, "merged", f"merge:{merge.pk}")
    page = reasons_page(client, ana.player)
    assert f'<a href="/players/{guest.pk}/">a guest turned out to be a player</a>' in page
    [event] = reasons_by_api(client, ana.player)
    assert event["page"] == f"http://testserver/players/{guest.pk}/"
    response = client.get(f"/players/{guest.pk}/", follow=True)
    assert response.redirect_chain[-1][0] == f"/players/{ben.player.pk}/"
    players_service.undo_merge(judge, guest, "They were two.")
    fold_pending()
    assert {one.ref for one in Reason.objects.all()} == {f"merge:{merge.pk}"}
    assert Reason.objects.count() == 2


def test_a_reference_to_what_is_not_there_leads_nowhere(ana, ben):
    game, run = played(ana, ben), Fold.objects.create(cause=Fold.Cause.CHANGE)
    for ref in ("", "merge:99", "merge:", "merge:x", "dispute:", "release:-1", "action:7", "x"):
        row = Reason(fold=run, game=game, cause=Cause.VOID, ref=ref, at=run.started_at)
        link_causes([row])
        assert row.page == "", ref
    rows = [Reason(game=game, ref=f"merge:{n}") for n in range(50)]
    with CaptureQueriesContext(connection) as caught:
        link_causes(rows)
    assert len(caught) == 1


def reasons_page(client, player):
    return client.get(f"/players/{player.pk}/why/").content.decode()


def test_a_reversal_has_the_reason_of_its_own_game(settings):
    """Also where the same fold took another game back."""
    settings.BOOKS_CLOSE_AFTER_DAYS = 30
    ana, ben = players("ana", "ben")
    voided = [played(ana, ben), played(ben, ana, day=1)]
    closings.close_books()
    for number, game in enumerate(voided):
        Game.objects.filter(pk=game.pk).update(standing=Standing.VOID)
        games_changed([game.pk], ChangeReason(Cause.UPHELD, f"dispute:{number}"))
    fold_pending()
    rows = list(RatingChange.objects.filter(kind="reversal"))
    attach_reasons(rows)
    assert {row.added_by_id for row in rows} == {rows[0].added_by_id}
    for row in rows:
        number = [game.pk for game in voided].index(row.game_id)
        refs = [(reason.game_id, reason.ref) for reason in row.reasons.first]
        assert refs == [(row.game_id, f"dispute:{number}")]
