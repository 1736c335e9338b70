"""Closed books: who tries to choose where a game is rated, or to change what is final."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import Dispute, Game, Seat, Standing
from games.moderation import actions
from games.standing import attest
from games.standing.standing import announce_changes as games_changed
from ratings.models import Closing, Entry, Fold, Pending, Rating, RatingChange
from ratings.services import closings
from ratings.services.fold import fold_pending
from ratings.services.late_entries import closed_through
from ratings.services.rebuild import broken_links, rebuild_ledger
from tests.cast import account, finished_log, game_of, standing_of, submit
from tests.fake_clock import set_clock
from tests.tampering import tampering
from tests.worlds.league import games, ledger, played, players, present, stand
from web.errors import NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TODAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Any:
    """The first of June, and books of 30 days. What a test says goes on with it."""
    settings.BOOKS_CLOSE_AFTER_DAYS = 30
    current_time = [TODAY]
    set_clock(monkeypatch, lambda: current_time[0])

    def later(**delta: int) -> None:
        current_time[0] += timedelta(**delta)

    return later


def final() -> set[Any]:
    """The changes of closed books."""
    rows = RatingChange.objects.filter(retired_by=None, played_on__lte=closed_through())
    return set(rows.values_list("pk", "before", "after"))


def test_who_holds_a_game_back_is_rated_when_it_counts_and_moves_no_one_elses_past():
    """Ana lost, and lets it count only after the books are closed."""
    ana, ben, cleo = players("ana", "ben", "cleo")
    lost = games([([ben, ana], [1, 2])], days=[0], standing=Standing.WAITING)[0]
    played(ana, cleo, day=1)
    closings.close_books()
    before = final()
    stand(lost, Standing.COUNTED)
    fold_pending()
    assert final() == before
    [late] = Entry.objects.all()
    assert (late.kind, late.day) == ("late", TODAY.date())
    rating_change = RatingChange.objects.get(game=lost, player=ana, pool="overall")
    assert (
        rating_change.before == 1_520_000
    )  # with the rating of that day, and not of the day of play
    assert rating_change.after < rating_change.before  # it is lost all the same


def test_the_day_is_that_on_which_it_came_to_count_however_late_the_fold_is(clock):
    ana, ben = players("ana", "ben")
    game = games([([ana, ben], [1, 2])], days=[0], standing=Standing.WAITING)[0]
    closings.close_books()
    stand(game, Standing.COUNTED)
    clock(days=9)
    fold_pending()
    assert Entry.objects.get().day == TODAY.date()


def test_a_dispute_moves_no_game_over_the_edge(clock):
    """Who disputes a game that is about to be closed, to have it rated when it suits them: it
    counts when its day is closed, until a moderator decides."""
    club = account("club", arbiter=True)
    ana, ben = account("ana"), account("ben")
    log = finished_log("black=@ana white=@ben", played="2026-05-03")
    game = game_of(submit(club, log))
    fold_pending()
    attest.dispute(ana, game, "It was not so.")
    fold_pending()
    assert not RatingChange.objects.filter(retired_by=None).exists()
    clock(days=10)
    closings.close_books()
    assert closed_through() > game.played_on
    assert standing_of(game) == Standing.COUNTED
    assert not Entry.objects.exists()
    rows = RatingChange.objects.filter(retired_by=None)
    assert set(rows.values_list("played_on", flat=True)) == {game.played_on}
    assert Dispute.objects.get().effect == Dispute.Effect.NOTHING
    assert ben.is_active


def test_taking_a_game_back_and_forth_adds_a_bounded_number_of_rows():
    """While its day is open a reversal goes as it came; nothing of closed books is replaced."""
    ana, ben = players("ana", "ben")
    game = played(ana, ben)
    closings.close_books()
    before = final(), ledger(), present()
    for _ in range(5):
        stand(game, Standing.VOID)
        fold_pending()
        assert not Rating.objects.exists()
        stand(game, Standing.COUNTED)
        fold_pending()
    assert (final(), ledger(), present()) == before
    assert Entry.objects.filter(retired_by=None).count() == 0
    assert RatingChange.objects.count() == 4 + 5 * 4


def test_a_reversal_gives_back_what_was_taken_and_no_more():
    """However the ratings stand by then; and again brings no old expectation back."""
    ana, ben, cleo = players("ana", "ben", "cleo")
    game = played(ana, ben)
    moved = {}
    fold_pending()
    for row in RatingChange.objects.filter(pool="overall"):
        moved[row.player_id] = row.moved
    closings.close_books()
    for day in range(140, 150):
        played(cleo, ana, day=day)
    fold_pending()
    was = dict(Rating.objects.filter(pool="overall").values_list("player", "rating"))
    stand(game, Standing.VOID)
    fold_pending()
    ratings = dict(Rating.objects.filter(pool="overall").values_list("player", "rating"))
    assert ratings[ana.pk] == was[ana.pk] - moved[ana.pk]
    assert ben.pk not in ratings
    back = RatingChange.objects.get(player=ana, pool="overall", kind="reversal")
    assert (back.games_before, Rating.objects.get(player=ana, pool="overall").games) == (11, 10)
    assert ([pair["k"] for pair in back.pairs], list(broken_links())) == ([-40], [])
    assert rebuild_ledger(dry_run=True).nothing_differs


def test_a_moderator_takes_no_game_of_their_own_back():
    club = account("club", arbiter=True)
    ana = account("ana", moderator=True)
    account("ben")
    game = game_of(submit(club, finished_log("black=@ana white=@ben", played="2026-01-03")))
    closings.close_books()
    with pytest.raises(NotAllowed):
        actions.void(ana, game, "I lost.")
    assert fold_pending() is None
    assert not Entry.objects.exists()


def test_a_clock_that_went_back_enters_nothing_in_closed_books(clock):
    ana, ben = players("ana", "ben")
    game = played(ana, ben)
    closings.close_books()
    before = final()
    clock(days=-60)
    stand(game, Standing.VOID)
    fold_pending()
    assert final() == before
    assert Entry.objects.get().day == closed_through() + timedelta(days=1)
    assert closings.close_next() is None


def test_closings_of_a_shorter_setting_stay(settings):
    ana, ben = players("ana", "ben")
    game = played(ana, ben)
    closings.close_books()
    settings.BOOKS_CLOSE_AFTER_DAYS = None
    assert closings.close_next() is None
    stand(game, Standing.VOID)
    fold_pending()
    assert Entry.objects.get().kind == "reversal"


def test_a_merge_rates_closed_games_again_for_who_it_was():
    ana, ben, guest = players("ana", "ben", "guest")
    game = played(guest, ben)
    closings.close_books()
    before = final()
    Seat.objects.filter(player=guest).update(player=ana)
    games_changed([game.pk])
    fold_pending()
    assert final() == before
    assert list(Entry.objects.values_list("kind", flat=True)) == ["reversal", "again"]
    assert not Rating.objects.filter(player=guest).exists()
    assert Rating.objects.get(player=ana, pool="overall").rating == 1_520_000
    assert Rating.objects.get(player=ben, pool="overall").rating == 1_480_000
    assert rebuild_ledger(dry_run=True).nothing_differs


def test_who_rewrites_a_closed_change_is_found():
    ana, ben = players("ana", "ben")
    played(ana, ben)
    closings.close_books()
    assert list(closings.broken_closings()) == []
    with tampering(RatingChange) as changes:
        changes.filter(player=ana, pool="2").update(after=1_530_000)
    [complaint] = closings.broken_closings()
    assert "the changes of these days are others" in complaint


def test_no_closing_can_be_rewritten():
    played(*players("ana", "ben"))
    closings.close_books()
    with pytest.raises(IntegrityError), transaction.atomic():
        _sql("UPDATE ratings_closing SET digest = ''")
    with pytest.raises(IntegrityError), transaction.atomic():
        _sql("DELETE FROM ratings_closing")


def _sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_closing_folds_what_is_pending_first():
    """What counts before the closing is in the closed books, though no worker had come to it."""
    game = played(*players("ana", "ben"))
    assert Pending.objects.exists()
    closings.close_books()
    assert not Pending.objects.exists()
    assert not Entry.objects.exists()
    assert Closing.objects.get().changes == RatingChange.objects.filter(game=game).count() == 4
    assert (Game.objects.get(pk=game.pk).strength, Fold.objects.count()) == (1500, 1)
