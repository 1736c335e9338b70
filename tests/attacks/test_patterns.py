"""Games that were made up in numbers: moderators see them, with their evidence, and void them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.duplicates import find
from games.models import Account, Game, ModeratorAction, Pattern, Standing
from games.moderation.actions import void_all
from games.moderation.patterns import alert_sentence, names_in, set_aside, update_alerts
from games.standing.attest import attest
from ratings.models import Fold, Rating
from ratings.services.fold import fold_pending
from tests.cast import account, client_of, finished_log, game_of, slips, submit
from tests.worlds.league import DAY, played, players
from web.errors import Invalid, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def lately() -> int:
    """Today, as ``played`` counts days. Asked for in each test: a run may go past midnight."""
    return (timezone.now().date() - DAY).days


def farmed(number: int = 10) -> list[Game]:
    a, b = players("a", "b")
    return [played(a, b, places=(1, 2), day=lately() - n) for n in range(number)]


def post(account: Account, **data: object) -> int:
    return client_of(account).post("/moderation/patterns/", data).status_code


def test_moderators_see_and_void_what_was_farmed_in_one_fold(mo: Account) -> None:
    games = farmed()
    fold_pending()
    assert (update_alerts(), update_alerts()) == (1, 0)
    row = Pattern.objects.get()
    assert alert_sentence(row, names_in([row])) == "@a finished ahead of @b in 10 of 10 games"
    page = client_of(mo).get("/moderation/patterns/").content.decode()
    assert "10 of 10 games" in page
    assert all(f"/games/{game.pk}/" in page for game in games)
    folds = Fold.objects.count()
    chosen = [game.pk for game in games[1:]]
    assert post(mo, pattern=row.pk, act="void", game=chosen, reason="Two puppets.") == 302
    fold_pending()
    assert Fold.objects.count() == folds + 1
    assert Game.objects.filter(standing=Standing.VOID).count() == 9
    assert set(Rating.objects.values_list("games", flat=True)) == {1}
    assert ModeratorAction.objects.filter(kind="void", why="Two puppets.").count() == 9
    update_alerts()
    assert not Pattern.objects.exists()


def test_only_what_was_found_is_voided_by_it(mo: Account) -> None:
    farmed()
    c, d = players("c", "d")
    other = played(c, d, places=(1, 2), day=lately())
    update_alerts()
    row = Pattern.objects.get()
    assert post(mo, pattern=row.pk, act="void", game=[other.pk], reason="Hm.") == 302
    assert not Game.objects.filter(standing=Standing.VOID).exists()
    with pytest.raises(Invalid):
        void_all(mo, [other], "")


def test_it_is_for_moderators_and_not_in_their_own_affair(mo: Account) -> None:
    ana, (me, b) = account("ana"), players("mo2", "b")
    assert me.account
    games = [played(me, b, places=(1, 2), day=lately() - n) for n in range(10)]
    update_alerts()
    row = Pattern.objects.get()
    assert post(ana, pattern=row.pk, act="aside") == 403
    with pytest.raises(NotAllowed):
        set_aside(ana, row)
    me.account = mo
    me.save()
    assert post(mo, pattern=row.pk, act="void", game=[games[0].pk], reason="No.") == 403
    assert not Game.objects.filter(standing=Standing.VOID).exists()


def test_no_moderator_sets_aside_what_is_about_themselves(mo: Account) -> None:
    farmed()
    update_alerts()
    row = Pattern.objects.get()
    loser = Game.objects.get(pk=row.games[0]).seats.get(number=1).player
    assert loser
    loser.account = mo
    loser.save()
    assert post(mo, pattern=row.pk, act="aside") == 403
    with pytest.raises(NotAllowed):
        set_aside(mo, row)
    assert not Pattern.objects.get().settled_at
    page = client_of(mo).get("/moderation/patterns/").content.decode()
    assert "another moderator has to decide" in page
    assert "Dismiss</button>" not in page


def test_what_was_set_aside_comes_back_with_more_games(mo: Account) -> None:
    farmed()
    update_alerts()
    assert post(mo, pattern=Pattern.objects.get().pk, act="aside") == 302
    assert update_alerts() == 0
    assert Pattern.objects.get().settled_at
    a, b = players("a2", "b2")
    first = Game.objects.order_by("pk").first()
    assert first
    a, b = (seat.player for seat in first.seats.order_by("number"))
    assert a
    assert b
    played(a, b, places=(1, 2), day=lately())
    assert update_alerts() == 1
    assert not Pattern.objects.get().settled_at


def test_two_logs_that_two_workers_brought_at_the_same_moment(
    mo: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of them saw the other one."""
    ana, ben = account("ana"), account("ben")
    monkeypatch.setattr(find, "find_similar_games", lambda results: None)
    text = finished_log(played=str(timezone.now().date() - timedelta(days=1)))
    for log in (text, slips(text)[0]):
        attest(ben, game_of(submit(ana, log)))
    assert Game.objects.filter(standing=Standing.COUNTED).count() == 2
    update_alerts()
    row = Pattern.objects.get(kind="mirror")
    assert len(row.games) == 2
    assert "of the moves are the same" in alert_sentence(row, {})
