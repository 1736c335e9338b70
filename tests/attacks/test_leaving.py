"""A log says of the winner that they left; two leave in turn, to win by leaving later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import read_log, verify, write_text
from games.intake.receive import receive
from games.intake.verify import verify_submissions as judge
from games.judging.diff import difference_sentences
from games.models import Account, Channel, Game, SeatClaim, Standing
from games.standing.attest import attest, before_confirming
from games.standing.correct_seats import reseat_by_moderator
from ratings.models import Rating
from ratings.services.fold import fold_pending
from tests.cast import PASSWORD, account, finished_log, game_of, standing_of, submit
from web.errors import Conflict

pytestmark = pytest.mark.django_db
NAMES = ("ana", "ben")


def log_text(*replaced: int, table: bool = False) -> str:
    """The game of ana and ben, in which so much is said to have been left."""
    log = read_log(finished_log())
    return write_text(replace(log, header=replace(log.header, replaced=replaced)))


@pytest.fixture
def people() -> tuple[Account, Account]:
    """Who won, and who lost."""
    accounts = [account(name) for name in NAMES]
    won = verify(read_log(finished_log())).result.places.index(1)
    return accounts[won], accounts[1 - won]


def seat_of(who: Account) -> int:
    return NAMES.index(who.username)


def last_entry(who: Account) -> int:
    entries = verify(read_log(finished_log())).entries
    return max(n for n, entry in enumerate(entries, 1) if entry.seat == seat_of(who))


def gone(who: Account, entry: int) -> str:
    since = [0, 0]
    since[seat_of(who)] = entry
    return log_text(*since)


def rated(game: Game) -> dict[str, int]:
    return {str(seat.player): seat.rated_place for seat in game.seats.all()}


def test_the_winner_is_said_to_have_left_and_must_say_so_too(
    people: tuple[Account, Account], client: object
) -> None:
    winner, loser = people
    game = game_of(submit(loser, gone(winner, last_entry(winner))))
    (said,) = before_confirming(game.seats.all())
    assert f"@{winner.username} left at move {last_entry(winner)}" in said
    assert f"@{winner.username} is in place 2 for ratings and in place 1 by points" in said
    with pytest.raises(Conflict):
        attest(winner, game)
    assert standing_of(game) == Standing.WAITING
    attest(winner, game, left=True)
    assert standing_of(game) == Standing.COUNTED


def test_the_page_says_it_before_the_button(
    people: tuple[Account, Account], client: object
) -> None:
    winner, loser = people
    game = game_of(submit(loser, gone(winner, last_entry(winner))))
    assert client.login(username=winner.username, password=PASSWORD)  # type: ignore[attr-defined]
    page = client.get(f"/games/{game.pk}/").content.decode()  # type: ignore[attr-defined]
    assert page.index("left at move") < page.index("Confirm this game")
    client.post(f"/games/{game.pk}/attest/")  # type: ignore[attr-defined]
    assert not game.attestations.filter(account=winner).exists()
    client.post(f"/games/{game.pk}/attest/", {"left": "on"})  # type: ignore[attr-defined]
    assert game.attestations.filter(account=winner).exists()


def test_the_api_says_it_and_wants_it_said(people: tuple[Account, Account], client: object) -> None:
    winner, loser = people
    game = game_of(submit(loser, gone(winner, last_entry(winner))))
    client.force_login(winner)  # type: ignore[attr-defined]
    body = client.get(f"/api/v1/games/{game.pk}").json()  # type: ignore[attr-defined]
    assert "left at move" in body["before_confirming"][0]
    post = client.post  # type: ignore[attr-defined]
    address = f"/api/v1/games/{game.pk}/attestations"
    assert post(address).status_code == 409
    assert post(address, {"left": True}, content_type="application/json").status_code == 201


def test_who_is_gone_after_their_last_entry_was_not_replaced(
    people: tuple[Account, Account],
) -> None:
    winner, loser = people
    game = game_of(submit(loser, gone(winner, last_entry(winner) + 1)))
    assert rated(game) == {f"@{winner.username}": 1, f"@{loser.username}": 2}
    assert before_confirming(game.seats.all()) == []


def test_a_log_with_another_end_of_who_left_says_both(people: tuple[Account, Account]) -> None:
    """In which entry they left decides who replaced them, and for how long."""
    winner, loser = people
    submit(loser, gone(winner, last_entry(winner)))
    sooner = last_entry(winner) - 2
    one = submit(winner, gone(winner, sooner)).submissions.get()
    colour = ("black", "white")[seat_of(winner)]
    here = last_entry(winner)
    said = f"{colour} left at move {sooner} in the uploaded log, but at move {here} on this site"
    assert difference_sentences(one.differs)[0] == said


def test_an_honest_log_contests_who_left(people: tuple[Account, Account]) -> None:
    winner, loser = people
    game = game_of(submit(loser, gone(winner, last_entry(winner))))
    one = submit(winner, finished_log()).submissions.get()
    difference = difference_sentences(one.differs)[0]
    assert "played to the end in the uploaded log, but left at move" in difference
    assert standing_of(game) == Standing.CONTESTED
    names = [f"@{name}" for name in NAMES]
    reseat_by_moderator(account("mo", moderator=True), game, names, "Nobody left.", [None, None])
    assert rated(game) == {f"@{winner.username}": 1, f"@{loser.username}": 2}
    assert SeatClaim.objects.get().met is True


def test_nobody_wins_by_leaving_a_little_later(people: tuple[Account, Account]) -> None:
    """Two puppets: one leaves at once, the other after one entry; computer players finish."""
    upload = receive(people[0], log_text(5, 9).encode(), "table.imh", Channel.TABLE)
    judge([one.pk for one in upload.submissions.all()])
    game = game_of(upload)
    assert (game.standing, set(rated(game).values())) == (Standing.COUNTED, {1})
    fold_pending()
    assert set(Rating.objects.values_list("rating", flat=True)) == {1_500_000}
