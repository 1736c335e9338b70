"""A player disputes every game they lost, or the oldest game again and again: their rating must not
rise by it, and the ledger must not grow without bound."""

from __future__ import annotations

from datetime import timedelta
from math import inf
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

import ratings.tasks
from games.intake.receive import receive
from games.intake.verify import verify_submissions
from games.limits import DISPUTES
from games.models import Account, Channel, Dispute, Game, Player, Standing
from games.moderation import actions
from games.standing import attest, disputing
from games.standing.resolve_players import ensure_player
from ratings.models import Rating, RatingChange
from ratings.services.fold import fold_pending
from ratings.services.rebuild import broken_links, rebuild_ledger
from ratings.tasks import sweep_ratings
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.worlds.league import games as some_games
from web.errors import Conflict

pytestmark = pytest.mark.django_db

MANY = 60

GAME_ROWS = 8
"""Rows of a game in the ledger: at most four players, each in two pools."""
OUT_ROWS = GAME_ROWS * 20
"""Rows added when a dispute takes a game out: the games after it are rated anew."""
IN_ROWS = GAME_ROWS * 21
"""And when it is taken back, dismissed, or lapses: the game itself too."""
ROWS_A_DAY = 3 * OUT_ROWS + 6 * IN_ROWS
"""What ``docs/ratings.md`` says of one account, unless a moderator upholds a dispute."""


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fold on a busy machine is followed by the next one at once."""
    monkeypatch.setattr(ratings.tasks, "SHORT", inf)


def people(*handles: str) -> list[Player]:
    return [ensure_player(account(handle)) for handle in handles]


def rated(number: int, *sitting: Player, **more: Any) -> list[Game]:
    """So many games, one a day, that a club vouches for; the last of `sitting` loses each."""
    club = Account.objects.filter(username="club").first() or account("club", arbiter=True)
    tables = [(sitting, range(1, len(sitting) + 1))] * number
    ids = [game.pk for game in some_games(tables, **more)]
    Game.objects.filter(pk__in=ids).update(arbiter=club)
    assert rebuild_ledger().games
    return list(Game.objects.filter(pk__in=ids).order_by("played_on", "accepted_at", "id"))


def rating(player: Player) -> int:
    return Rating.objects.get(player=player, pool="overall").rating


def tried(who: Account, games: list[Game]) -> list[Game]:
    """Those of `games` that `who` could dispute."""
    done = []
    for game in games:
        try:
            attest.dispute(who, game, "I was not there")
        except Conflict:
            continue
        done.append(game)
    return done


def later(**ago: int) -> None:
    """So much time passes for all disputes."""
    gone = timedelta(**ago)
    for row in Dispute.objects.all():
        row.opened_at -= gone
        row.closed_at = row.closed_at and row.closed_at - gone
        row.save()


def counted() -> int:
    return RatingChange.objects.count()


# --- how many -------------------------------------------------------------------


def test_an_account_that_disputes_every_loss_can_dispute_few() -> None:
    ben, ana = people("ben", "ana")
    games = rated(MANY, ben, ana)
    before = rating(ana)
    assert ana.account is not None
    assert len(tried(ana.account, games[::-1])) == DISPUTES.open_at_once
    sweep_ratings()
    assert Game.objects.filter(standing=Standing.DISPUTED).count() == DISPUTES.open_at_once
    assert rating(ana) - before < 40_000  # as many losses as disputes, at 20 points at most


def test_no_more_in_a_day_although_they_are_taken_back() -> None:
    ben, ana = people("ben", "ana")
    games = rated(10, ben, ana)
    assert ana.account is not None
    for game in games[: DISPUTES.a_day]:
        attest.dispute(ana.account, game, "no")
        attest.take_back_dispute(ana.account, game)
    opened_at = Dispute.objects.order_by("pk")[0].opened_at + timedelta(days=1)
    when = f"{opened_at.day} {opened_at:%b %Y, %H:%M} UTC"
    with pytest.raises(Conflict, match=f"at most 3 games a day. Try again from {when}"):
        attest.dispute(ana.account, games[-1], "no")
    later(hours=24, minutes=1)
    attest.dispute(ana.account, games[-1], "no")


def test_what_was_taken_back_is_not_opened_again() -> None:
    ben, ana = people("ben", "ana")
    [game] = rated(1, ben, ana)
    assert ana.account is not None
    attest.dispute(ana.account, game, "no")
    attest.take_back_dispute(ana.account, game)
    later(days=365)
    with pytest.raises(Conflict, match="open it again"):
        attest.dispute(ana.account, game, "no!")


def test_what_a_moderator_dismissed_is_not_opened_again() -> None:
    ben, ana = people("ben", "ana")
    [game] = rated(1, ben, ana)
    assert ana.account is not None
    made = attest.dispute(ana.account, game, "no")
    actions.settle_dispute(account("judge", moderator=True), made, False, "it was so")
    with pytest.raises(Conflict, match="has decided"):
        attest.dispute(ana.account, game, "no!")


def test_an_account_that_is_dismissed_often_loses_the_right_for_a_while() -> None:
    ben, ana = people("ben", "ana")
    games = rated(8, ben, ana)
    judge = account("judge", moderator=True)
    who = ana.account
    assert who is not None
    for number, game in enumerate(games[:3]):
        made = attest.dispute(who, game, "no")
        actions.settle_dispute(judge, made, False, "it was so")
        if number < 2:
            assert not disputing.dispute_refusal(who, games[-1])
    later(days=2)
    until = timezone.now() + timedelta(days=28)
    said = disputing.dispute_refusal(who, games[-1])
    assert f"you may dispute games again from {until.day} {until:%b %Y}" in said
    with pytest.raises(Conflict, match="dismissed 3 of your last 3"):
        attest.dispute(who, games[-1], "no")
    later(days=29)
    assert disputing.dispute_refusal(who, games[-1]) == ""
    made = attest.dispute(who, games[4], "no")
    actions.settle_dispute(judge, made, False, "it was so")
    assert "4 of your last 4" in disputing.dispute_refusal(who, games[-1])


def test_an_account_that_is_upheld_keeps_the_right() -> None:
    ben, ana = people("ben", "ana")
    games = rated(6, ben, ana)
    judge = account("judge", moderator=True)
    who = ana.account
    assert who is not None
    for game, upheld in zip(games, [False, True, True, True, False], strict=False):
        made = attest.dispute(who, game, "no")
        actions.settle_dispute(judge, made, upheld, "so it is")
        later(days=1)
    assert disputing.dispute_refusal(who, games[-1]) == ""


def test_only_the_last_decisions_count_and_only_for_a_while() -> None:
    ben, ana = people("ben", "ana")
    games = rated(7, ben, ana)
    judge = account("judge", moderator=True)
    who = ana.account
    assert who is not None

    def decided(game: Game, upheld: bool) -> None:
        actions.settle_dispute(judge, attest.dispute(who, game, "no"), upheld, "so it is")
        later(days=1)

    for game, upheld in zip(games, [False, False, True, True, True, False], strict=False):
        decided(game, upheld)
    assert disputing.dispute_refusal(who, games[-1]) == ""  # one and two of the last five
    Dispute.objects.filter(upheld=True).update(upheld=None)  # as if they were taken back
    assert "dismissed 3 of your last 3" in disputing.dispute_refusal(who, games[-1])
    first = Dispute.objects.order_by("pk")[0]
    for days, barred in [(89, True), (91, False)]:
        Dispute.objects.filter(pk=first.pk).update(closed_at=timezone.now() - timedelta(days=days))
        assert bool(disputing.dispute_refusal(who, games[-1])) is barred


@pytest.mark.parametrize("way", ["page", "api"])
def test_page_and_api_are_throttled(way: str) -> None:
    ana = account("ana")
    account("ben")
    game = game_of(submit(ana, finished_log()))
    client = client_of(ana)
    page, api = reverse("game-dispute", args=[game.pk]), f"/api/v1/games/{game.pk}/disputes"
    for left in reversed(range(32)):
        if way == "page":  # only the page after the last one is looked at
            answer = client.post(page, {"reason": "no"}, follow=not left)
        else:
            answer = client.post(api, {"reason": "no"}, content_type="application/json")
    assert "Too many requests. Try again in an hour." in answer.content.decode()
    assert Dispute.objects.count() == 1


def test_the_page_says_why_and_offers_nothing() -> None:
    ana = account("ana")
    account("ben")
    game = game_of(submit(ana, finished_log()))
    client = client_of(ana)
    address = reverse("game", args=[game.pk])
    assert "Dispute this game" in client.get(address).content.decode()
    attest.dispute(ana, game, "no")
    assert "you can’t open it again" in client.get(address).content.decode()
    attest.take_back_dispute(ana, game)
    page = client.get(address).content.decode()
    assert "You have withdrawn your dispute of this game" in page
    assert reverse("game-dispute", args=[game.pk]) not in page


# --- games played here ------------------------------------------------------------


def handed_in(host: Account, text: str) -> Game:
    upload = receive(host, text.encode(), "table.imh", Channel.TABLE)
    verify_submissions([one.pk for one in upload.submissions.all()])
    return game_of(upload)


def test_disputing_what_was_lost_at_a_table_gains_nothing() -> None:
    ana, ben = account("ana"), account("ben")
    game = handed_in(ana, finished_log())
    fold_pending()
    before, rows = rating(ensure_player(ben)), counted()
    made = attest.dispute(ben, game, "my cat")
    sweep_ratings()
    assert (game.standing, rating(ensure_player(ben)), counted()) == (
        Standing.COUNTED,
        before,
        rows,
    )
    actions.settle_dispute(account("judge", moderator=True), made, True, "so it was")
    assert Game.objects.get().standing == Standing.VOID


def test_nor_if_the_loser_uploads_the_log_first_and_disputes_it() -> None:
    """Who makes the last entry knows the log before the site hands it in."""
    ana, ben = account("ana"), account("ben")
    early = game_of(submit(ben, finished_log()))
    attest.dispute(ben, early, "I was not there")
    assert early.standing == Standing.DISPUTED
    game = handed_in(ana, finished_log())
    game.refresh_from_db()
    assert (game, game.standing) == (early, Standing.COUNTED)


# --- the ledger -----------------------------------------------------------------


def test_an_old_game_counts_on() -> None:
    ben, ana = people("ben", "ana")
    games = rated(MANY, ben, ana)
    assert ana.account is not None
    rows = counted()
    made = attest.dispute(ana.account, games[0], "no")
    sweep_ratings()
    assert (made.effect, games[0].standing) == ("nothing", Standing.COUNTED)
    attest.take_back_dispute(ana.account, games[0])
    sweep_ratings()
    assert counted() == rows


def test_what_one_account_adds_to_the_ledger_in_a_day_is_bounded() -> None:
    """At its worst: games of four, of the same four, disputes from the day before still open, and
    a fold after each of them."""
    *others, ana = people("ben", "cleo", "dora", "ana")
    games = rated(MANY, *others, ana)
    account = ana.account
    assert account is not None
    oldest = games[-DISPUTES.fresh - 1 :]
    open_before = tried(account, oldest)
    sweep_ratings()
    later(hours=25)
    rows = counted()
    for game in open_before:
        attest.take_back_dispute(account, game)
        sweep_ratings()
    for game in games[::-1] + oldest + games:
        for done in tried(account, [game]):
            sweep_ratings()
            attest.take_back_dispute(account, done)
            sweep_ratings()
    added = counted() - rows
    assert 0 < added <= ROWS_A_DAY
    assert list(broken_links()) == []
    assert rebuild_ledger(dry_run=True).nothing_differs


def test_disputes_of_many_do_not_move_the_window_back() -> None:
    """A game that is suspended is still one of those rated last."""
    ben, *others = people("ben", *(f"p-{number}" for number in range(12)))
    games = [rated(5, ben, other)[0] for other in others]
    every = Game.objects.order_by("-played_on", "-accepted_at", "-id")
    disputed = 0
    for game in every:
        loser = game.seats.get(place=2).player
        assert loser is not None
        assert loser.account is not None
        disputed += len(tried(loser.account, [game]))
    assert len(games) == 12
    sweep_ratings()
    suspended = Game.objects.filter(standing=Standing.DISPUTED).count()
    assert 0 < suspended <= DISPUTES.fresh + 1 <= disputed


def test_a_game_that_others_have_passed_counts_again_and_costs_no_more() -> None:
    ben, ana, cleo = people("ben", "ana", "cleo")
    game = rated(1, ben, ana)[0]
    account = ana.account
    assert account is not None
    made = attest.dispute(account, game, "no")
    sweep_ratings()
    assert (made.effect, game.standing) == ("suspends", Standing.DISPUTED)
    rated(DISPUTES.fresh, ben, cleo, days=[3])
    assert disputing.lapse() == 0
    rated(1, ben, cleo, days=[4])
    rows = counted()
    assert disputing.lapse() == 1
    sweep_ratings()
    game.refresh_from_db()
    made.refresh_from_db()
    assert (made.effect, game.standing) == ("nothing", Standing.COUNTED)
    assert counted() - rows <= IN_ROWS + OUT_ROWS
    rows = counted()
    attest.take_back_dispute(account, game)
    sweep_ratings()
    assert counted() == rows


def test_a_second_dispute_does_not_hold_the_game_for_ever() -> None:
    ben, ana = people("ben", "ana")
    [game] = rated(1, ben, ana)
    assert ana.account is not None
    assert ben.account is not None
    attest.dispute(ana.account, game, "no")
    assert attest.dispute(ben.account, game, "no").effect == "suspends"


def test_a_game_that_nobody_confirmed_is_held_until_it_is_decided() -> None:
    ana, ben = account("ana"), account("ben")
    game = game_of(submit(ana, finished_log()))
    assert attest.dispute(ben, game, "no").effect == "holds"
    assert game.standing == Standing.DISPUTED
