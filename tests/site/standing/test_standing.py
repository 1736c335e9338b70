"""What counts."""

from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Account, Game, Standing, Verdict, Verification
from games.standing import attest
from games.standing.resolve_players import ensure_player
from games.standing.standing import SeatOwner, StandingInputs, derive_standing, settle
from games.standing.waiting_sentences import waiting_for
from imhotep_site.pipeline import SitePort
from tests.cast import account, finished_log, game_of, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of games that were said to have changed."""
    changed: list[str] = []
    monkeypatch.setattr(SitePort, "games_changed", lambda _port, ids, _why: changed.extend(ids))
    return changed


SEAT_KINDS = {
    "confirmed": (1, 101),
    "other confirmed": (2, 102),
    "unconfirmed": (3, 103),
    "guest": (4, None),
    "nobody": (None, None),
}


def all_facts() -> list[StandingInputs]:
    tables = product(SEAT_KINDS.values(), repeat=2)
    flags = product([False, True], repeat=5)
    return [
        StandingInputs(
            seats=tuple(SeatOwner(*seat) for seat in table),
            attested=frozenset({101, 102, 999}),
            arbiter=arbiter,
            disputed=disputed,
            refuted=refuted,
            void=void,
            unrated=unrated,
        )
        for table, (arbiter, disputed, refuted, void, unrated) in product(tables, flags)
    ]


def test_the_standing_over_all_facts() -> None:
    """Void before refuted before disputed before unrated; counted only with known, distinct
    players whom all confirm or an arbiter vouches for."""
    for facts in all_facts():
        players = [seat.player for seat in facts.seats]
        sound = None not in players and len(set(players)) == len(players)
        trusted = facts.arbiter or {seat.account for seat in facts.seats} <= {101, 102}
        if facts.void:
            expected = Standing.VOID
        elif facts.refuted:
            expected = Standing.REFUTED
        elif facts.disputed:
            expected = Standing.DISPUTED
        elif facts.unrated:
            expected = Standing.UNRATED
        else:
            expected = Standing.COUNTED if sound and trusted else Standing.WAITING
        assert derive_standing(facts) is expected, facts


def test_a_game_without_seats_never_counts() -> None:
    assert derive_standing(StandingInputs(seats=(), arbiter=True)) is Standing.WAITING


def test_it_counts_when_every_player_has_confirmed(listening: list[str]) -> None:
    ana, ben = account("ana"), account("ben")
    game = game_of(submit(ana, finished_log()))
    assert game.standing == Standing.WAITING
    assert waiting_for(game) == ["waiting for @ben to confirm"]
    assert listening == []
    attest.attest(ben, game)
    assert game.standing == Standing.COUNTED
    assert Game.objects.get().standing == Standing.COUNTED
    assert waiting_for(game) == []
    assert listening == [game.pk]


def test_an_arbiters_upload_counts_at_once(listening: list[str]) -> None:
    club, _ = account("club", arbiter=True), account("ana")
    game = game_of(submit(club, finished_log("black=@ana white=Ida")))
    assert game.standing == Standing.COUNTED
    assert listening == [game.pk]


def test_guests_count_only_through_an_arbiter() -> None:
    game = game_of(submit(account("ana"), finished_log("black=@ana white=Ida")))
    assert waiting_for(game) == [
        "Ida is a guest: the game is rated only if an arbiter who did not play uploads it"
    ]


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ("black=@ana white=", "a seat without a name"),
        ("black=@ana white=@ana", "one account in two seats"),
    ],
)
def test_seats_that_never_count(ana: Account, club: Account, seats: str, reason: str) -> None:
    game = game_of(submit(club, finished_log(seats)))
    assert game.standing == Standing.WAITING
    assert waiting_for(game) == [reason]


def test_everything_that_is_waited_for_is_said(ana: Account, ben: Account) -> None:
    seats = "black=@ana white=@ben gray=Ida brown="
    assert waiting_for(game_of(submit(ana, finished_log(seats)))) == [
        "a seat without a name",
        "waiting for @ben to confirm",
        "Ida is a guest: the game is rated only if an arbiter who did not play uploads it",
    ]


def test_a_confirmation_of_another_fingerprint_is_none(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, finished_log()))
    game.attestations.create(account=ben, fingerprint="0" * 64)
    settle([game])
    assert game.standing == Standing.WAITING
    assert waiting_for(game) == ["waiting for @ben to confirm"]


def run(game: Game, verdict: Verdict) -> None:
    Verification.objects.create(
        submission=game.submission, game=game, engine="later", verdict=verdict, duration=1
    )
    settle([game])


def test_the_latest_verification_refutes_and_restores(listening: list[str]) -> None:
    account("ana"), account("ben")
    game = game_of(submit(account("club", arbiter=True), finished_log()))
    run(game, Verdict.REFUSED)
    assert game.standing == Standing.REFUTED
    assert waiting_for(game) == ["refused by a later verification"]
    run(game, Verdict.VERIFIED)
    assert game.standing == Standing.COUNTED
    assert listening == [game.pk] * 3


def test_a_refusal_of_another_copy_refutes_nothing() -> None:
    ana, _, club = account("ana"), account("ben"), account("club", arbiter=True)
    game = game_of(submit(club, finished_log()))
    copy = submit(ana, finished_log()).submissions.get()
    Verification.objects.create(
        submission=copy, game=game, engine="later", verdict=Verdict.REFUSED, duration=1
    )
    settle([game])
    assert game.standing == Standing.COUNTED


def test_nothing_is_passed_on_unless_it_counts_or_counted(listening: list[str]) -> None:
    ana, ben = account("ana"), account("ben")
    game = game_of(submit(ana, finished_log()))
    attest.dispute(ben, game, "never played")
    attest.take_back_dispute(ben, game)
    settle([game], reseated=[game.pk])
    assert listening == []
    attest.attest(ben, game)
    settle([game])
    assert listening == [game.pk]
    settle([game], reseated=[game.pk])
    assert listening == [game.pk] * 2


def test_a_seat_that_came_to_a_guest_while_he_was_merged_follows_him(ana: Account) -> None:
    game = game_of(submit(ana, finished_log("black=Ida white=Ben")))
    guest = game.seats.get(number=0).player
    assert guest is not None
    guest.merged_into = ensure_player(ana)
    guest.save()
    settle([game])
    assert game.seats.get(number=0).player == ensure_player(ana)


def test_settling_takes_the_same_queries_for_one_and_for_fifty(listening: list[str]) -> None:
    account("ana"), account("ben")
    club = account("club", arbiter=True)
    logs = "".join(finished_log(seed=seed) + "\n" for seed in range(50))
    upload = submit(club, logs)
    games = list(Game.objects.filter(submissions__upload=upload))
    assert len(games) == 50

    def queries(some: list[Game]) -> int:
        Game.objects.filter(pk__in=[game.pk for game in some]).update(standing=Standing.WAITING)
        with CaptureQueriesContext(connection) as queries:
            settle(some)
        return len(queries)

    assert queries(games[:1]) == queries(games)
    assert {game.standing for game in games} == {Standing.COUNTED}
    # three for players, one for the log, one for decisions, one for words of arbiters of clubs
    assert queries(games) <= 16
