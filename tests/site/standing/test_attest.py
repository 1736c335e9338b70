"""Players confirm and dispute games."""

import pytest

from games.models import Account, Game, Standing
from games.models.append_only import AppendOnlyError
from games.standing import attest, vouching
from games.standing.waiting_sentences import waiting_for
from tests.cast import account, finished_log, game_of, submit
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def table() -> tuple[Account, Account, Game]:
    """The owner of a game, the other player, and the game."""
    ana, ben = account("ana"), account("ben")
    return ana, ben, game_of(submit(ana, finished_log()))


def strangers() -> list[Account]:
    return [account("eve"), account("judge", moderator=True), account("club", arbiter=True)]


def test_uploading_confirms_ones_own_seat() -> None:
    ana, ben, game = table()
    only = game.attestations.get()
    assert (only.account, only.fingerprint, only.by_uploading) == (ana, game.fingerprint, True)
    assert attest.involvement_of(ana, game).attested
    assert not attest.involvement_of(ben, game).attested


def test_a_log_vouches_for_the_seats_as_they_are_once_they_are_held() -> None:
    """Between reading a game and holding its row somebody else may have changed who sits there."""
    _, _, game = table()
    Game.objects.filter(pk=game.pk).update(seating=game.seating + 3)
    read_before = Game(pk=game.pk, seating=game.seating)
    stored_seats = vouching.stored_seats([read_before])
    assert read_before.seating == game.seating + 3
    assert [seat.number for seat in stored_seats[game.pk]] == [0, 1]


def test_the_other_player_confirms() -> None:
    _, ben, game = table()
    attest.attest(ben, game)
    attestation = game.attestations.get(account=ben)
    assert (attestation.fingerprint, attestation.by_uploading) == (game.fingerprint, False)
    assert game.standing == Standing.COUNTED


def test_confirming_twice_is_no_more_than_once() -> None:
    _, ben, game = table()
    attest.attest(ben, game)
    attest.attest(ben, game)
    assert game.attestations.filter(account=ben).count() == 1


def test_only_players_confirm_or_dispute() -> None:
    _, _, game = table()
    for stranger in strangers():
        with pytest.raises(NotAllowed):
            attest.attest(stranger, game)
        with pytest.raises(NotAllowed):
            attest.dispute(stranger, game, "I was not there")
        with pytest.raises(Conflict):
            attest.take_back_dispute(stranger, game)
        assert not attest.involvement_of(stranger, game).seated
    assert game.attestations.count() == 1
    assert not game.disputes.exists()


def test_a_guest_of_the_same_name_is_no_player_of_the_account(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, finished_log("black=@ana white=ben")))
    with pytest.raises(NotAllowed):
        attest.attest(ben, game)


def test_a_confirmation_is_never_taken_back() -> None:
    _, ben, game = table()
    attest.attest(ben, game)
    with pytest.raises(AppendOnlyError):
        game.attestations.get(account=ben).delete()
    with pytest.raises(AppendOnlyError):
        game.attestations.filter(account=ben).update(fingerprint="")


def test_a_dispute_stops_rating_until_it_is_taken_back() -> None:
    _, ben, game = table()
    attest.attest(ben, game)
    attest.dispute(ben, game, " I scored more. ")
    assert game.standing == Standing.DISPUTED
    assert waiting_for(game) == ["disputed by @ben: I scored more."]
    assert attest.involvement_of(ben, game).dispute is not None
    attest.take_back_dispute(ben, game)
    assert game.standing == Standing.COUNTED
    closed = game.disputes.get()
    assert (closed.closed_by, closed.upheld) == (ben, None)
    assert closed.closed_at is not None


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 2001, "a\x00b"])
def test_a_dispute_needs_a_reason(reason: str) -> None:
    _, ben, game = table()
    with pytest.raises(Invalid):
        attest.dispute(ben, game, reason)
    assert not game.disputes.exists()


def test_a_reason_is_kept_without_the_space_around_it() -> None:
    assert attest.checked_reason(" I was \n not there.\n") == "I was \n not there."
    assert attest.checked_reason(f" {'x' * 2000} ") == "x" * 2000


def test_one_open_dispute_a_player() -> None:
    ana, ben, game = table()
    attest.dispute(ben, game, "no")
    with pytest.raises(Conflict):
        attest.dispute(ben, game, "no!")
    attest.dispute(ana, game, "now that you say it")
    assert waiting_for(game) == ["disputed by @ben: no", "disputed by @ana: now that you say it"]
    attest.take_back_dispute(ben, game)
    assert game.standing == Standing.DISPUTED
    with pytest.raises(Conflict):
        attest.dispute(ben, game, "after all")
    assert game.disputes.filter(account=ben).count() == 1


def test_a_player_cannot_confirm_what_they_dispute() -> None:
    _, ben, game = table()
    attest.dispute(ben, game, "no")
    with pytest.raises(Conflict):
        attest.attest(ben, game)
    assert not game.attestations.filter(account=ben).exists()


def test_an_arbiters_game_can_be_disputed(ana: Account, ben: Account) -> None:
    game = game_of(submit(account("club", arbiter=True), finished_log()))
    attest.dispute(ana, game, "that was not me")
    assert game.standing == Standing.DISPUTED


def test_a_void_game_needs_no_dispute() -> None:
    _, ben, game = table()
    Game.objects.update(void_reason="a test")
    with pytest.raises(Conflict):
        attest.dispute(ben, game, "no")


def test_withdrawing_without_a_dispute_is_refused() -> None:
    _, ben, game = table()
    with pytest.raises(Conflict):
        attest.take_back_dispute(ben, game)


def test_uploading_the_same_game_confirms_it() -> None:
    _, ben, game = table()
    assert game_of(submit(ben, finished_log())) == game
    game.refresh_from_db()
    assert game.standing == Standing.COUNTED
    assert game.attestations.get(account=ben).by_uploading
