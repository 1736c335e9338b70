"""Confirming many games: marked ones, all of an uploader, by agreement; what nobody confirms."""

import re
from collections.abc import Callable
from copy import deepcopy
from datetime import date, timedelta
from typing import NamedTuple

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.limits import CONFIRMED_AT_ONCE, LAPSES_AFTER, REMINDED_AFTER
from games.models import Account, Attestation, Game, Notice, Standing
from games.models.notice import Kind
from games.notifications import mail_digest
from games.queries import count_waiting_for, games_lapsed_for, games_waiting_for
from games.standing import agreements, attest, confirming, correct_seats, players, reminders
from games.standing.confirming import WaitingFilter
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.fake_clock import set_clock
from web.errors import Conflict, Invalid

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

COUNTED, WAITING = Standing.COUNTED, Standing.WAITING
timezone_now = timezone.now


class World(NamedTuple):
    """ana brought two games with ben, cleo one with him, on another day; all wait for him."""

    ana: Account
    ben: Account
    cleo: Account
    games: list[Game]


def build_world() -> World:
    ana, ben, cleo = (account(name) for name in ("ana", "ben", "cleo"))
    games = [game_of(submit(ana, finished_log(seed=seed))) for seed in (1, 2)]
    other = finished_log("black=@cleo white=@ben", seed=3, played="2026-03-01")
    return World(ana, ben, cleo, [*games, game_of(submit(cleo, other))])


@pytest.fixture(scope="module")
def stored_world(keep: Callable[[Callable[[], World]], World]) -> World:
    return keep(build_world)


@pytest.fixture
def world(stored_world: World, db: None) -> World:
    cache.clear()
    return deepcopy(stored_world)


def standings(world: World) -> list[str]:
    return [Game.objects.get(pk=game.pk).standing for game in world.games]


def left_log(seed: int = 12) -> str:
    """A log that says that white, @ben, was replaced."""
    lines = finished_log(seed=seed).splitlines()
    index = next(n for n, line in enumerate(lines) if line.startswith("seats:"))
    return "\n".join([*lines[: index + 1], "replaced: white=20", *lines[index + 1 :]]) + "\n"


def test_marked_games_are_confirmed_and_no_other(world: World):
    client = client_of(world.ben)
    client.post("/confirm/", {"game": [world.games[0].pk, world.games[2].pk]})
    assert standings(world) == [COUNTED, WAITING, COUNTED]
    assert count_waiting_for(world.ben) == 1


def test_an_uploader_of_several_games_can_be_chosen(world: World):
    page = client_of(world.ben).get("/confirm/").content.decode()
    assert re.findall(r"Only uploads of @(\w+) \((\d)\)", page) == [("ana", "2")]
    assert page.count("game-link__seat--first") == 3
    assert "Choose a player you trust." in page
    chosen = client_of(world.ben).get("/confirm/?by=ana").content.decode()
    assert chosen.index('<details class="filters" open>') < chosen.index("Confirm this game")


def test_all_of_one_uploader(world: World):
    confirm_all = confirming.confirm_all_of(world.ben, "ana")
    assert set(confirm_all.done) == {game.pk for game in world.games[:2]}
    assert standings(world) == [COUNTED, COUNTED, WAITING]


@pytest.mark.parametrize(
    ("waiting_filter", "indexes"),
    [
        (WaitingFilter(), {0, 1, 2}),
        (WaitingFilter(uploader="cleo"), {2}),
        (WaitingFilter(player="ana"), {0, 1}),
        (WaitingFilter(until=date(2026, 1, 31)), {0, 1}),
        (WaitingFilter(since=date(2026, 2, 1)), {2}),
        (WaitingFilter(lapsed=True), set()),
    ],
)
def test_the_filters(world: World, waiting_filter: WaitingFilter, indexes: set[int]):
    game_ids = {game.pk for game in confirming.waiting_games(world.ben, waiting_filter)}
    assert game_ids == {world.games[n].pk for n in indexes}


def test_the_page_shows_who_brought_it_and_the_result(world: World):
    client = client_of(world.ben)
    page = client.get("/confirm/?by=@Cleo&since=nonsense").content.decode()
    assert "uploaded by @cleo" in page
    assert "Confirm all uploads of @cleo" not in page, "one game has one button"
    assert f"/games/{world.games[2].pk}/" in page
    assert world.games[0].pk not in page
    two = client.get("/confirm/?by=@ana").content.decode()
    assert two.count(">Confirm this game</button>") == 2
    assert "Confirm all uploads of @ana" in two
    assert 'type="checkbox" name="game"' not in two


def test_what_i_dispute_is_left_and_said(world: World):
    attest.dispute(world.ben, world.games[0], "No.")
    confirmation = confirming.confirm_games(world.ben, [game.pk for game in world.games])
    assert list(confirmation.left) == [world.games[0].pk]
    assert len(confirmation.done) == 2


def test_a_game_that_i_left_is_confirmed_alone(world: World):
    game = game_of(submit(world.ana, left_log()))
    client = client_of(world.ben)
    assert "left at move 20" in client.get("/confirm/").content.decode()
    confirmation = confirming.confirm_games(world.ben, [game.pk])
    assert (confirmation.done, list(confirmation.left)) == ([], [game.pk])
    attest.attest(world.ben, game, left=True)
    assert Game.objects.get(pk=game.pk).standing == COUNTED


def test_too_many_at_once_are_refused(world: World):
    with pytest.raises(Invalid):
        confirming.confirm_games(world.ben, [f"{n:012}" for n in range(CONFIRMED_AT_ONCE + 1)])


def test_a_hundred_cost_as_many_queries_as_one(world: World, django_assert_max_num_queries):
    with django_assert_max_num_queries(40):
        confirming.confirm_games(world.ben, [game.pk for game in world.games])


def test_what_was_agreed_is_confirmed_when_it_comes(world: World):
    row = agreements.make_agreement(world.ben, "ana")
    game = game_of(submit(world.ana, finished_log(seed=21)))
    assert game.standing == COUNTED
    attestation = Attestation.objects.get(game=game, account=world.ben)
    assert attestation.agreement == row
    page = Client().get(f"/games/{game.pk}/").content.decode()
    assert "@ben: confirmed automatically, because @ana uploaded the game" in page
    assert not Notice.objects.filter(account=world.ben, kind=Kind.NAMED, game=game).exists()
    assert standings(world)[:2] == [WAITING, WAITING]  # those from before are asked about


def test_an_agreement_ends_and_what_was_confirmed_stays(world: World):
    agreements.make_agreement(world.ben, "ana")
    game = game_of(submit(world.ana, finished_log(seed=21)))
    assert agreements.end_agreement(world.ben, "ana")
    assert not agreements.end_agreement(world.ben, "ana")
    assert game_of(submit(world.ana, finished_log(seed=22))).standing == WAITING
    assert Game.objects.get(pk=game.pk).standing == COUNTED


def test_twice_is_once_and_nobody_agrees_with_nobody(world: World):
    assert agreements.make_agreement(world.ben, "ana") == agreements.make_agreement(
        world.ben, "ana"
    )
    for handle in ("ben", "nobody", ""):
        with pytest.raises(Invalid):
            agreements.make_agreement(world.ben, handle)


def test_there_are_so_many(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(agreements, "MAX_AGREEMENTS", 1)
    agreements.make_agreement(world.ben, "ana")
    with pytest.raises(Conflict):
        agreements.make_agreement(world.ben, "cleo")


def test_it_is_not_for_games_that_somebody_left(world: World):
    agreements.make_agreement(world.ben, "ana")
    assert game_of(submit(world.ana, left_log())).standing == WAITING


def test_it_is_not_for_games_of_others_that_the_uploader_did_not_play(world: World):
    agreements.make_agreement(world.ben, "ana")
    game = game_of(submit(world.ana, finished_log("black=@cleo white=@ben", seed=23)))
    assert not Attestation.objects.filter(game=game, account=world.ben).exists()


@pytest.mark.parametrize("index", [0, 2], ids=["of theirs", "of another"])
def test_it_rests_while_i_dispute_a_game_of_theirs(world: World, index: int):
    agreements.make_agreement(world.ben, "ana")
    attest.dispute(world.ben, world.games[index], "No.")
    game = game_of(submit(world.ana, finished_log(seed=24)))
    assert game.standing == (WAITING if index == 0 else COUNTED)
    attest.take_back_dispute(world.ben, world.games[index])
    assert game_of(submit(world.ana, finished_log(seed=25))).standing == COUNTED


def test_mended_seats_are_confirmed_by_people(world: World):
    game = game_of(submit(world.ana, finished_log("black=@ana white=@cleo", seed=26)))
    agreements.make_agreement(world.ben, "ana")
    correct_seats.reseat(world.ana, game, ["@ana", "@ben"], "It was Ben.")
    assert Game.objects.get(pk=game.pk).standing == WAITING


def test_the_page_makes_and_ends_them(world: World):
    client = client_of(world.ben)
    client.post("/confirm/always/", {"handle": "@Ana"})
    assert "<strong>@ana</strong>" in client.get("/confirm/").content.decode()
    client.post("/confirm/always/", {"handle": "ana", "end": "1"})
    assert not agreements.agreements_of(world.ben).exists()


def later(monkeypatch: pytest.MonkeyPatch, after: timedelta) -> None:
    """A sweep so long after the games came."""
    later_time = timezone.now() + after + timedelta(minutes=1)
    set_clock(monkeypatch, lambda: later_time)
    reminders.process_unconfirmed_games()
    reminders.process_unconfirmed_games()
    monkeypatch.undo()


def reminded(account: Account) -> int:
    rows = Notice.objects.filter(account=account, kind=Kind.REMINDER)
    return sum(rows.values_list("n", flat=True))


def test_two_reminders_and_then_it_lapses_and_may_be_revived(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    first, second = REMINDED_AFTER
    counts = []
    for after in (first - timedelta(hours=1), first, second, LAPSES_AFTER):
        Notice.objects.filter(kind=Kind.REMINDER).update(read_at=timezone.now())
        later(monkeypatch, after)
        counts.append((reminded(world.ben), count_waiting_for(world.ben)))
    assert counts == [(0, 3), (3, 3), (6, 3), (6, 0)]
    assert reminded(world.ana) == 0
    assert games_lapsed_for(world.ben).count() == 3
    assert standings(world) == [WAITING] * 3
    attest.attest(world.ben, world.games[0])
    assert standings(world)[0] == COUNTED
    assert Game.objects.get(pk=world.games[0].pk).lapsed_at is None


def test_one_of_several_who_confirms_has_it_wait_for_the_others_again(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    game = game_of(submit(world.ana, finished_log("black=@ana white=@ben brown=@cleo", seed=27)))
    for after in (*REMINDED_AFTER, LAPSES_AFTER):
        later(monkeypatch, after)
    assert game in games_lapsed_for(world.cleo)
    attest.attest(world.ben, game)
    assert game in games_waiting_for(world.cleo)
    later(monkeypatch, timedelta(days=1))
    assert game in games_waiting_for(world.cleo)
    page = Client().get(f"/games/{world.games[1].pk}/").content.decode()
    assert "not confirmed within three weeks" in page


def test_games_from_before_there_were_reminders_do_not_lapse_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    later(monkeypatch, timedelta(days=400))
    assert count_waiting_for(world.ben) == 3
    assert reminded(world.ben) == 3


def test_a_site_that_had_no_reminders_begins_with_one_mail_a_person(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """The first run after an upgrade, with games that have waited for years."""
    Notice.objects.all().delete()
    Game.objects.update(accepted_at=timezone.now() - timedelta(days=700))
    for _ in range(3):
        reminders.process_unconfirmed_games()
        Notice.objects.update(at=timezone.now() - timedelta(hours=1))
        mail_digest.send_mail_digests()
    assert [message.to for message in mail.outbox] == [["ben@example.org"]]
    assert mail.outbox[0].body.count("/confirm/by-mail/") == 3
    soonest = LAPSES_AFTER - REMINDED_AFTER[0] - timedelta(days=1)
    for day in range(1, soonest.days):
        with monkeypatch.context() as patched:
            set_clock(patched, lambda day=day: timezone_now() + timedelta(days=day))
            reminders.process_unconfirmed_games()
        assert count_waiting_for(world.ben) == 3


def lapsed(game: Game) -> bool:
    return Game.objects.get(pk=game.pk).lapsed_at is not None


def all_three(monkeypatch: pytest.MonkeyPatch) -> None:
    for after in (*REMINDED_AFTER, LAPSES_AFTER):
        later(monkeypatch, after)


def test_who_brought_it_asks_the_others_once_more(world: World, monkeypatch: pytest.MonkeyPatch):
    all_three(monkeypatch)
    client = client_of(world.ana)
    first, second = world.games[:2]
    assert "Ask the other players again" in client.get(f"/games/{first.pk}/").content.decode()
    assert "Ask the other players again" in client.get("/confirm/?lapsed=yes").content.decode()
    client.post(f"/games/{first.pk}/attest/")
    client.post("/confirm/", {"game": [second.pk]})
    assert [lapsed(game) for game in world.games] == [False, False, True]
    assert set(games_waiting_for(world.ben)) == {first, second}
    assert Attestation.objects.filter(account=world.ana).count() == 2


def test_a_log_of_ones_own_revives_it(world: World, monkeypatch: pytest.MonkeyPatch):
    text = finished_log("black=@ana white=@ben brown=@cleo", seed=27)
    game = game_of(submit(world.ana, text))
    all_three(monkeypatch)
    submit(world.ben, text)
    assert not lapsed(game)
    assert game in games_waiting_for(world.cleo)
    rows = Notice.objects.filter(kind=Kind.CONFIRMED, account=world.ana, by=world.ben)
    assert [row.game_id for row in rows] == [game.pk]


def test_a_game_that_waits_for_no_account_does_not_lapse(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    game = game_of(submit(world.ana, finished_log("black=@ana white=Old_Tom", seed=28)))
    all_three(monkeypatch)
    assert not lapsed(game)
    assert not Notice.objects.filter(kind=Kind.LAPSED, game=game).exists()
    assert Game.objects.get(pk=game.pk).standing == WAITING


def test_a_guest_who_becomes_known_is_asked_anew(world: World, monkeypatch: pytest.MonkeyPatch):
    text = finished_log("black=@ana white=@ben brown=Tom", seed=29)
    game = game_of(submit(world.ana, text))
    all_three(monkeypatch)
    assert lapsed(game)
    guest = game.seats.get(colour="brown").player
    assert guest is not None
    players.decide_claim(world.ana, players.claim(world.cleo, guest, "Tom is me."), True)
    assert not lapsed(game)
    assert game in games_waiting_for(world.cleo)


def test_who_has_confirmed_is_not_asked(world: World):
    """Nor is a game of a table, which all have confirmed by playing, told as one that waits."""
    Notice.objects.all().delete()
    agreements.make_agreement(world.ben, "ana")
    submit(world.ana, finished_log("black=@ana white=@ben brown=@cleo", seed=30))
    notices = Notice.objects.filter(kind=Kind.NAMED).values_list("account", flat=True)
    assert list(notices) == [world.cleo.pk]
