"""Games that were played here: the site saw them, and nobody has to confirm anything."""

from dataclasses import replace

import pytest

from engine import read_log, write_text
from games.accounts.closing import close
from games.intake.receive import receive
from games.intake.verify import verify_submissions
from games.judging.pending_result import places_for_rating
from games.models import (
    Account,
    Attestation,
    Channel,
    Game,
    Seat,
    SeatClaim,
    Standing,
    Status,
    Upload,
)
from games.standing import attest
from games.standing.waiting_sentences import waiting_for
from imhotep_site.pipeline import SitePort
from tests.cast import account, finished_log, game_of, submit

pytestmark = pytest.mark.django_db


def handed_in(host: Account, text: str, *, unrated: bool = False) -> Upload:
    """What a table does at the end of a game, and a worker after it."""
    upload = receive(host, text.encode(), "table.imh", Channel.TABLE, unrated=unrated)
    verify_submissions([submission.pk for submission in upload.submissions.all()])
    return upload


def with_replaced(text: str, *since: int) -> str:
    log = read_log(text)
    return write_text(replace(log, header=replace(log.header, replaced=since)))


def facts_of(game: Game) -> list[tuple[str, int, int | None]]:
    seats = Seat.objects.filter(game=game).order_by("number")
    return [(str(seat.player), seat.rated_place, seat.replaced_at) for seat in seats]


def test_a_game_that_was_played_here_counts_at_once(ana: Account, ben: Account) -> None:
    game = game_of(handed_in(ana, finished_log()))
    assert game.played_here
    assert not game.unrated
    assert game.standing == Standing.COUNTED
    rows = Attestation.objects.filter(game=game).order_by("account")
    assert [(row.account, row.by_playing, row.by_uploading) for row in rows] == [
        (ana, True, False),
        (ben, True, False),
    ]


def test_an_upload_was_not_played_here(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, finished_log()))
    assert not game.played_here
    assert game.standing == Standing.WAITING
    assert not Attestation.objects.filter(by_playing=True).exists()


def test_a_host_who_is_an_arbiter_vouches_for_nothing_by_playing(ben: Account) -> None:
    game = game_of(handed_in(account("ana", arbiter=True), finished_log()))
    assert game.arbiter is None
    assert game.standing == Standing.COUNTED


def test_it_ends_what_was_contested_and_disputed_before(ana: Account, ben: Account) -> None:
    """A stranger brought the log first, with a name of their own."""
    thief = account("thief")
    stolen = game_of(submit(thief, finished_log().replace("@ana", "@thief")))
    submit(ana, finished_log())
    attest.dispute(ben, stolen, "Never with them.")
    stolen.refresh_from_db()
    assert stolen.standing == Standing.DISPUTED
    game = game_of(handed_in(ana, finished_log()))
    game.refresh_from_db()
    assert (game, game.standing) == (stolen, Standing.COUNTED)
    claim = SeatClaim.objects.get()
    assert (claim.account, claim.answer, claim.met) == (
        ana,
        "The game was played on this site.",
        None,
    )
    assert claim.closed_at is not None
    assert game.disputes.get().effect == "nothing"


def test_it_can_be_disputed_and_counts_on(ana: Account, ben: Account) -> None:
    """The site saw it: only a moderator takes it out."""
    game = game_of(handed_in(ana, finished_log()))
    dispute = attest.dispute(ben, game, "My cat sat on the keyboard.")
    assert (dispute.effect, game.standing) == ("nothing", Standing.COUNTED)
    attest.take_back_dispute(ben, game)
    assert game.standing == Standing.COUNTED


def test_a_player_who_closed_the_account_meanwhile_is_on_record(ana: Account, ben: Account) -> None:
    number = close(ben)
    game = game_of(handed_in(ana, finished_log()))
    seats = game.seats.order_by("number")
    assert [str(seat.player) for seat in seats] == ["@ana", f"@{number}"]
    assert [seat.name for seat in seats] == ["@ana", f"@{number}"]
    assert "ben" not in game.log
    refused = submit(ana, finished_log(seed=2))
    assert refused.submissions.get().status == Status.REFUSED


def test_a_game_that_was_agreed_not_to_be_rated_is_not(ana: Account, ben: Account) -> None:
    game = game_of(handed_in(ana, finished_log(), unrated=True))
    assert game.unrated
    assert game.standing == Standing.UNRATED
    assert waiting_for(game) == ["the players agreed before the game that it is not rated"]


def test_an_arbiter_does_not_make_it_count(ana: Account, ben: Account) -> None:
    handed_in(ana, finished_log(), unrated=True)
    game = game_of(submit(account("club", arbiter=True), finished_log()))
    assert game.arbiter is not None
    game.refresh_from_db()
    assert game.standing == Standing.UNRATED


def test_a_replaced_player_is_rated_behind_the_others(ana: Account, ben: Account) -> None:
    game = game_of(handed_in(ana, with_replaced(finished_log(seed=3), 57, 0)))
    assert facts_of(game) == [("@ana", 2, 57), ("@ben", 1, None)]


@pytest.mark.parametrize(
    ("places", "replaced", "rated"),
    [
        ([1, 2], [None, None], [1, 2]),
        ([1, 1, 3], [None, None, None], [1, 1, 3]),
        ([1, 2], [5, None], [2, 1]),
        ([1, 2, 3, 4], [57, 40, None, None], [3, 3, 1, 2]),
        ([1, 2, 3], [40, 57, 41], [1, 1, 1]),
        ([1, 2, 2], [40, None, None], [3, 1, 1]),
        ([1, 2, 3], [9, 9, None], [2, 2, 1]),
    ],
)
def test_the_places_that_ratings_use(
    places: list[int], replaced: list[int | None], rated: list[int]
) -> None:
    assert places_for_rating(places, replaced) == rated


def test_a_log_from_elsewhere_may_say_so_too(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, with_replaced(finished_log(), 0, 30)))
    assert [since for _, _, since in facts_of(game)] == [None, 30]
    assert not game.played_here


def test_another_log_of_it_that_says_otherwise_confirms_nothing(ana: Account, ben: Account) -> None:
    """A fingerprint leaves out who was replaced, so who confirms by uploading has to say the
    same."""
    game = game_of(submit(ana, with_replaced(finished_log(), 0, 30)))
    assert game_of(submit(ben, finished_log())) == game
    assert game_of(submit(account("club", arbiter=True), finished_log())) == game
    game.refresh_from_db()
    assert (game.standing, game.arbiter) == (Standing.CONTESTED, None)
    submit(ben, with_replaced(finished_log(), 0, 30))
    game.refresh_from_db()
    assert game.standing == Standing.COUNTED


def test_the_table_brings_its_facts_to_a_log_that_was_uploaded_first(
    ana: Account, ben: Account
) -> None:
    early = finished_log("black=ana white=@ben", played="2020-02-02")
    first = game_of(submit(ben, early))
    assert first.standing == Standing.WAITING
    table = handed_in(ana, with_replaced(finished_log(), 0, 30))
    assert table.submissions.get().status == Status.DUPLICATE
    game = Game.objects.get()
    assert game == first == game_of(table)
    assert game.played_here
    assert game.standing == Standing.COUNTED
    assert game.played_on.isoformat() == "2026-01-02"
    assert game.log == with_replaced(finished_log(), 0, 30)
    assert facts_of(game) == [("@ana", 1, None), ("@ben", 2, 30)]
    seats = game.seats.order_by("number")
    assert [(seat.name, seat.played_on) for seat in seats] == [
        ("@ana", game.played_on),
        ("@ben", game.played_on),
    ]
    assert {row.account for row in game.attestations.all()} == {ana, ben}


def test_a_game_that_was_rated_keeps_its_day_and_its_ratings_follow(
    ana: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = account("club", arbiter=True)
    first = game_of(submit(club, finished_log("black=ana white=@ben", played="2020-02-02")))
    assert first.standing == Standing.COUNTED
    changed: list[str] = []
    monkeypatch.setattr(SitePort, "games_changed", lambda _port, ids, _why: changed.extend(ids))
    game = game_of(handed_in(ana, finished_log()))
    assert game.played_on.isoformat() == "2020-02-02"
    assert game.standing == Standing.COUNTED
    assert [player for player, _, _ in facts_of(game)] == ["@ana", "@ben"]
    assert changed == [game.pk]


def test_one_that_is_not_to_be_rated_ceases_to_count(ana: Account, ben: Account) -> None:
    first = game_of(submit(account("club", arbiter=True), finished_log()))
    assert first.standing == Standing.COUNTED
    handed_in(ana, finished_log(), unrated=True)
    first.refresh_from_db()
    assert first.standing == Standing.UNRATED


def test_the_same_game_twice_from_tables_changes_nothing(ana: Account, ben: Account) -> None:
    first = game_of(handed_in(ana, finished_log()))
    second = game_of(handed_in(ben, finished_log(), unrated=True))
    assert second == first
    second.refresh_from_db()
    assert second.standing == Standing.COUNTED
    assert not second.unrated
