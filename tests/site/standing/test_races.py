"""Two at once: real threads, real transactions."""

import threading
import time
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection, connections, transaction

from games.accounts.lifecycle import InvalidField, sign_up
from games.models import (
    Account,
    Attestation,
    Dispute,
    Game,
    Merge,
    ModeratorAction,
    Player,
    Standing,
)
from games.moderation import actions
from games.standing import attest
from games.standing.players import claim, decide_claim, merge_players
from games.standing.resolve_players import ensure_player, resolve_players
from tests.cast import PASSWORD, account, finished_log, game_of, submit
from web.errors import ServiceError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

AT_ONCE = 4


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each of `acts` gave or raised, begun at the same time, each on its own connection."""
    assert connection.vendor == "postgresql"
    start = threading.Barrier(len(acts))
    results: list[object] = [None] * len(acts)

    def run(number: int, act: Callable[[], object]) -> None:
        try:
            start.wait(10)
            results[number] = act()
        except Exception as error:
            results[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    unforeseen = [
        r for r in results if isinstance(r, Exception) and not isinstance(r, ServiceError)
    ]
    assert not unforeseen, unforeseen
    return results


def done(results: list[object]) -> int:
    return sum(not isinstance(outcome, Exception) for outcome in results)


def test_an_account_gets_one_player(ana: Account) -> None:
    results = at_once(*[lambda: ensure_player(ana)] * AT_ONCE)
    assert len({player.pk for player in results if isinstance(player, Player)}) == 1


def test_guests_are_made_once(ana: Account) -> None:
    names = [f"Guest {n}" for n in range(20)]
    orders = [names, names[::-1], names[10:] + names[:10], names]
    at_once(*[partial(resolve_players, ana, [*order, "@ana"]) for order in orders])
    assert Player.objects.filter(known_to=ana).count() == 20
    assert Player.objects.filter(account=ana).count() == 1


def test_a_handle_is_taken_once() -> None:
    results = at_once(*[lambda: sign_up("ana", "", PASSWORD)] * AT_ONCE)
    assert done(results) == 1
    assert all(isinstance(r, Account | InvalidField) for r in results)


def test_the_last_two_to_confirm_at_once_make_it_count() -> None:
    people = [account(name) for name in ("ana", "ben", "cleo", "dina")]
    seats = "black=@ana white=@ben gray=@cleo brown=@dina"
    for seed in range(3):
        game = game_of(submit(people[0], finished_log(seats, seed=seed)))
        at_once(*[partial(attest.attest, person, game) for person in people])
        game.refresh_from_db()
        assert game.standing == Standing.COUNTED
        assert Attestation.objects.filter(game=game).count() == 4


def test_one_dispute_opens(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, finished_log()))
    results = at_once(*[lambda: attest.dispute(ana, game, "no")] * AT_ONCE)
    assert done(results) == 1
    assert Dispute.objects.count() == 1


def test_one_of_two_verdicts_on_a_dispute_holds(ana: Account, ben: Account) -> None:
    judges = [account(f"judge-{n}", moderator=True) for n in range(2)]
    game = game_of(submit(ana, finished_log()))
    dispute = attest.dispute(ana, game, "no")
    results = at_once(
        lambda: actions.settle_dispute(judges[0], Dispute.objects.get(), True, "so it is"),
        lambda: actions.settle_dispute(judges[1], Dispute.objects.get(), False, "it is not"),
    )
    assert done(results) == 1
    dispute.refresh_from_db()
    game.refresh_from_db()
    assert (game.standing == Standing.VOID) == dispute.upheld
    assert ModeratorAction.objects.filter(kind="settle_dispute").count() == 1


def test_a_game_is_voided_once(ana: Account, ben: Account, judge: Account) -> None:
    game = game_of(submit(ana, finished_log()))
    acts = [partial(actions.void, judge, game, f"why {n}") for n in range(AT_ONCE)]
    assert done(at_once(*acts)) == 1
    assert ModeratorAction.objects.get().reason == Game.objects.get().void_reason


def test_a_claim_is_decided_once(ana: Account, ida: Account) -> None:
    game = game_of(submit(ana, finished_log("black=@ana white=Ida")))
    (guest,) = resolve_players(ana, ["Ida"])
    assert guest is not None
    player_claim = claim(ida, guest, "")
    results = at_once(
        lambda: decide_claim(ana, Merge.objects.get(), True),
        lambda: decide_claim(ana, Merge.objects.get(), False),
    )
    assert done(results) == 1
    player_claim.refresh_from_db()
    moved = game.seats.filter(player__account=ida).exists()
    assert moved == player_claim.accepted


def test_two_merges_never_make_a_circle(ana: Account, judge: Account) -> None:
    a, b = resolve_players(ana, ["A", "B"])
    assert a is not None
    assert b is not None
    results = at_once(
        lambda: merge_players(judge, a, b, "same"), lambda: merge_players(judge, b, a, "same")
    )
    assert done(results) == 1
    assert Player.objects.exclude(merged_into=None).count() == 1


def test_no_seat_stays_with_a_guest_who_is_merged_meanwhile() -> None:
    ana, judge = account("ana"), account("judge", moderator=True)
    account("ben")
    (guest,) = resolve_players(ana, ["Ida"])
    (other,) = resolve_players(ana, ["Ida Maria"])
    assert guest is not None
    assert other is not None
    logs = [finished_log("black=@ben white=Ida", seed=seed) for seed in range(6)]
    at_once(
        *[partial(submit, ana, log) for log in logs],
        lambda: merge_players(judge, guest, other, "same"),
    )
    assert guest.seats.count() == 0
    assert other.seats.count() == len(logs)


def test_a_seat_that_waits_for_a_merge_goes_to_whom_the_guest_became() -> None:
    """The game's transaction has given the guest a seat already when the merge ends."""
    ana, judge = account("ana"), account("judge", moderator=True)
    account("ben")
    (guest,) = resolve_players(ana, ["Ida"])
    (other,) = resolve_players(ana, ["Ida Maria"])
    assert guest is not None
    assert other is not None
    log = finished_log("black=@ben white=Ida")
    begun = threading.Thread(target=lambda: (submit(ana, log), connections.close_all()))
    with transaction.atomic():
        merge_players(judge, guest, other, "same")
        begun.start()
        while not waiting():
            assert begun.is_alive()
            time.sleep(0.01)
    begun.join(30)
    assert (guest.seats.count(), other.seats.count()) == (0, 1)


def waiting() -> bool:
    """True if a connection waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])
