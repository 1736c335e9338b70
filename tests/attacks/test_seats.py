"""Somebody else's game: uploaded first with other people on its seats."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.duplicates import contests
from games.judging.diff import difference_sentences
from games.limits import CLAIMS_A_DAY, CLAIMS_DISMISSED, DISPUTES, MAX_SEATINGS
from games.models import (
    Account,
    Game,
    ModeratorAction,
    Player,
    SeatClaim,
    Seating,
    Standing,
    Status,
)
from games.moderation.actions import restore, void
from games.standing.attest import attest
from games.standing.correct_seats import (
    dismiss_seat_claim,
    reseat,
    reseat_by_moderator,
    withdraw_seat_claim,
)
from games.standing.disputing import lapse
from games.standing.waiting_sentences import waiting_for
from ratings.models import Rating
from ratings.services.fold import fold_pending
from ratings.services.rebuild import broken_links, rebuild_ledger
from tests.cast import account, client_of, finished_log, game_of, log_of_two, standing_of, submit
from tests.worlds.league import played
from tests.worlds.league import players as players_of
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def thief() -> Account:
    return account("thief")


@pytest.fixture
def puppet() -> Account:
    return account("puppet")


def stolen(thief: Account, puppet: Account) -> Game:
    """The game of ana and ben, uploaded by a thief and confirmed by the thief's puppet."""
    game = game_of(submit(thief, log_of_two("@thief", "@puppet")))
    attest(puppet, game)
    assert standing_of(game) == Standing.COUNTED
    return game


def players(game: Game) -> list[str]:
    return [str(seat.player) for seat in game.seats.order_by("number")]


def others() -> list[Player]:
    """Two who have nothing to do with it."""
    return list(Player.objects.filter(account__username__startswith="other")) or players_of(
        "other-a", "other-b"
    )


def ratings() -> dict[str, int]:
    fold_pending()
    assert not list(broken_links())
    assert rebuild_ledger(dry_run=True).nothing_differs
    return {f"{row.player}": row.rating for row in Rating.objects.filter(pool="overall")}


def test_a_thief_does_not_keep_a_game_that_its_players_bring(
    ana: Account, ben: Account, thief: Account, puppet: Account, mo: Account
) -> None:
    game = stolen(thief, puppet)
    assert ratings().keys() == {"@thief", "@puppet"}
    one = submit(ana, log_of_two("@ana", "@ben")).submissions.get()
    assert one.status == Status.DUPLICATE
    assert difference_sentences(one.differs)[:2] == [
        "black is @ana in the uploaded log, but @thief on this site",
        "white is @ben in the uploaded log, but @puppet on this site",
    ]
    assert standing_of(game) == Standing.CONTESTED
    assert "contested by @ana, who uploaded another log: black is @ana" in waiting_for(game)[0]
    assert ratings() == {}
    submit(ben, log_of_two("@ana", "@ben"))
    reseat_by_moderator(mo, game, ["@ana", "@ben"], "Both of them brought the log.")
    assert game.standing == Standing.COUNTED  # each has said so by a log
    assert (players(game), ratings().keys()) == (["@ana", "@ben"], {"@ana", "@ben"})
    assert ModeratorAction.objects.filter(kind="reseat", game=game).count() == 1
    assert set(SeatClaim.objects.values_list("met", flat=True)) == {True}


def test_the_name_of_a_stranger_is_mended_by_who_uploaded_it(ana: Account, ben: Account) -> None:
    cleo = account("cleo")
    game = game_of(submit(ana, log_of_two("@ana", "@cleo")))
    one = submit(ben, log_of_two("@ana", "@ben")).submissions.get()
    difference = "white is @ben in the uploaded log, but @cleo on this site"
    assert difference in difference_sentences(one.differs)
    assert standing_of(game) == Standing.CONTESTED
    with pytest.raises(NotAllowed):
        reseat(ben, game, ["@ana", "@ben"], "It was me.")
    reseat(ana, game, ["@ana", "@ben"], "I typed the wrong name.")
    assert game.standing == Standing.COUNTED  # ana by mending it, ben by the log
    (row,) = Seating.objects.all()
    assert (row.number, row.account, row.reason) == (1, ana, "I typed the wrong name.")
    assert [seat["name"] for seat in row.before] == ["@ana", "@cleo"]
    assert [seat["name"] for seat in row.after] == ["@ana", "@ben"]
    assert "seats: black=@ana white=@ben" in game.log
    with pytest.raises(NotAllowed):
        attest(cleo, game)


def test_confirmed_against_one_opponent_is_not_confirmed_against_another(
    ana: Account, ben: Account, thief: Account
) -> None:
    """The uploader waits until ana has confirmed, and then seats somebody else beside ana."""
    account("dan")
    text = finished_log("black= white= gray=")
    text = text.replace("black= white= gray=", "black=@ana white=@ben gray=@thief")
    game = game_of(submit(thief, text))
    attest(ana, game)
    reseat(thief, game, ["@ana", "@dan", "@thief"], "It was dan.")
    assert "waiting for @ana to confirm" in waiting_for(game)
    attest(ana, game)
    assert "waiting for @ana to confirm" not in waiting_for(game)
    reseat(thief, game, ["@ana", "@ben", "@thief"], "It was ben after all.")
    assert "waiting for @ana to confirm" in waiting_for(game)


def test_a_moderator_mends_a_game_that_counts_and_the_ledger_follows(
    ana: Account, ben: Account, mo: Account
) -> None:
    account("cleo")
    club = account("club", arbiter=True)
    game = game_of(submit(club, log_of_two("@ana", "@cleo")))
    game_of(submit(club, log_of_two("@ana", "@ben", seed=2)))
    assert ratings().keys() == {"@ana", "@ben", "@cleo"}
    reseat_by_moderator(mo, game, ["@ana", "@ben"], "The club mixed up two guests.")
    assert (game.standing, ratings().keys()) == (Standing.COUNTED, {"@ana", "@ben"})


def test_nobody_contests_what_an_arbiter_vouches_for(ana: Account, thief: Account) -> None:
    account("ben")
    game = game_of(submit(account("club", arbiter=True), log_of_two("@ana", "@ben")))
    one = submit(thief, log_of_two("@ana", "@thief")).submissions.get()
    assert one.differs[-1] == {"kind": "claim", "state": "vouched"}
    assert standing_of(game) == Standing.COUNTED
    assert not SeatClaim.objects.exists()


def test_an_account_that_does_not_sit_there_contests_nothing(
    ana: Account, ben: Account, thief: Account, puppet: Account
) -> None:
    game = game_of(submit(ana, log_of_two("@ana", "@ben")))
    one = submit(thief, log_of_two("@ana", "@puppet")).submissions.get()
    assert one.differs[-1] == {"kind": "claim", "state": "stranger"}
    assert standing_of(game) == Standing.WAITING


def test_a_game_after_which_many_were_rated_counts_on_while_it_is_contested(
    ana: Account, ben: Account, thief: Account, mo: Account
) -> None:
    """Else it would be a dispute for everybody, with a walk over the ledger each time."""
    game = game_of(submit(ana, log_of_two("@ana", "@ben")))
    attest(ben, game)
    for _ in range(DISPUTES.fresh + 1):
        played(*others(), day=100)
    one = submit(thief, log_of_two("@ana", "@thief")).submissions.get()
    assert one.differs[-1] == {"kind": "claim", "state": "noted"}
    assert standing_of(game) == Standing.COUNTED
    claim = SeatClaim.objects.get()
    dismiss_seat_claim(mo, claim, "Ana and Ben played it.")
    assert (claim.met, claim.closed_by) == (False, mo)


def test_a_game_that_was_taken_out_counts_again_when_many_were_rated_after_it(
    ana: Account, ben: Account, thief: Account
) -> None:
    game = game_of(submit(ana, log_of_two("@ana", "@ben")))
    attest(ben, game)
    submit(thief, log_of_two("@ana", "@thief"))
    assert standing_of(game) == Standing.CONTESTED
    for _ in range(DISPUTES.fresh + 1):
        played(*others(), day=100)
    assert lapse() == 1
    assert standing_of(game) == Standing.COUNTED


def test_contesting_is_bounded(ana: Account, ben: Account, thief: Account, mo: Account) -> None:
    for seed in range(1, CLAIMS_A_DAY + 2):
        submit(ana, log_of_two("@ana", "@ben", seed))
        submit(thief, log_of_two("@ana", "@thief", seed))
    assert SeatClaim.objects.filter(account=thief).count() == CLAIMS_A_DAY
    assert Game.objects.filter(standing=Standing.CONTESTED).count() == CLAIMS_A_DAY
    for claim in SeatClaim.objects.all()[:CLAIMS_DISMISSED]:
        dismiss_seat_claim(mo, claim, "No.")
    SeatClaim.objects.update(opened_at=claim.opened_at - timedelta(days=2))
    one = submit(thief, log_of_two("@ana", "@thief", CLAIMS_A_DAY + 1)).submissions.get()
    assert one.differs[-1] == {"kind": "claim", "state": "bounded"}


def test_a_game_is_contested_by_so_many_at_once(
    ana: Account, ben: Account, thief: Account, puppet: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contests, "CLAIMS_OF_A_GAME", 2)
    submit(ana, log_of_two("@ana", "@ben"))
    states = [
        submit(who, log_of_two("@ana", f"@{who.username}")).submissions.get().differs[-1]["state"]
        for who in (thief, puppet, account("third"))
    ]
    assert states == ["contested", "contested", "bounded"]


def test_dismissed_claims_are_remembered_for_a_while(
    ana: Account, ben: Account, thief: Account, mo: Account
) -> None:
    for seed in range(1, CLAIMS_DISMISSED + 1):
        submit(ana, log_of_two("@ana", "@ben", seed))
        submit(thief, log_of_two("@ana", "@thief", seed))
    for claim in SeatClaim.objects.all():
        dismiss_seat_claim(mo, claim, "No.")
    now = timezone.now()
    SeatClaim.objects.update(opened_at=now - timedelta(days=100))
    for seed, days, state in [(7, 89, "bounded"), (8, 91, "contested")]:
        SeatClaim.objects.update(closed_at=now - timedelta(days=days))
        submit(ana, log_of_two("@ana", "@ben", seed))
        one = submit(thief, log_of_two("@ana", "@thief", seed)).submissions.get()
        assert one.differs[-1] == {"kind": "claim", "state": state}


def test_a_claim_that_was_taken_back_is_not_made_again(
    ana: Account, ben: Account, thief: Account
) -> None:
    """On and off, each time a walk over the ledger."""
    game = game_of(submit(ana, log_of_two("@ana", "@ben")))
    submit(thief, log_of_two("@ana", "@thief"))
    withdraw_seat_claim(thief, game)
    assert game.standing == Standing.WAITING
    one = submit(thief, log_of_two("@ana", "@thief")).submissions.get()
    assert one.differs[-1] == {"kind": "claim", "state": "before"}
    assert standing_of(game) == Standing.WAITING
    with pytest.raises(Conflict):
        withdraw_seat_claim(thief, game)


def test_an_uploader_mends_nothing_that_counts(ana: Account, ben: Account) -> None:
    account("cleo")
    game = game_of(submit(ana, log_of_two("@ana", "@ben")))
    attest(ben, game)
    game.refresh_from_db()
    with pytest.raises(Conflict):
        reseat(ana, game, ["@ana", "@cleo"], "It was cleo who lost.")
    assert players(game) == ["@ana", "@ben"]


def test_mending_is_bounded_and_refuses_nonsense(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, log_of_two("@ana", "@ben")))
    for names in [["@ana"], ["@ana", "@nobody"], ["@ana", "@ana"], ["@ana", "a=b"]]:
        with pytest.raises(Invalid):
            reseat(ana, game, names, "So.")
    with pytest.raises(Invalid):
        reseat(ana, game, ["@ana", ""], " ")
    with pytest.raises(Conflict):
        reseat(ana, game, ["@ana", "@ben"], "As it is.")
    for number in range(MAX_SEATINGS):
        reseat(ana, game, ["@ana", f"Guest {number}"], "Again.")
    with pytest.raises(Conflict):
        reseat(ana, game, ["@ana", "@ben"], "Once more.")


def test_a_void_game_with_wrong_seats_is_mended_and_restored(
    ana: Account, ben: Account, mo: Account
) -> None:
    account("cleo")
    game = game_of(submit(ana, log_of_two("@ana", "@cleo")))
    void(mo, game, "Cleo did not play it.")
    one = submit(ben, log_of_two("@ana", "@ben")).submissions.get()
    assert difference_sentences(one.differs)[0].startswith(
        "the game is void: Cleo did not play it."
    )
    reseat_by_moderator(mo, game, ["@ana", "@ben"], "It was Ben.")
    assert game.standing == Standing.VOID
    restore(mo, game, "Its seats are right now.")
    assert game.standing == Standing.COUNTED


def test_a_name_without_its_sign_is_asked_about(ana: Account, ben: Account) -> None:
    """Not silently a guest: the answer to the upload asks, and its uploader can mend it."""
    one = submit(ben, log_of_two("Ana", "@ben")).submissions.get()
    assert one.status == Status.VERIFIED
    (sentence,) = difference_sentences(one.differs)
    assert sentence.startswith("black is a guest called Ana. Did you mean @ana?")
    assert submit(ben, log_of_two("Zoe", "@ben", seed=2)).submissions.get().differs is None
    client = client_of(ben)
    text = client.post(
        "/upload/dry-run/", {"log": log_of_two("Ana", "@ben", seed=3)}
    ).content.decode()
    assert "Did you mean @ana?" in text
    assert "Did you mean @ana?" in client.get(f"/uploads/{one.upload_id}/").content.decode()
    reseat(ben, one.game, ["@ana", "@ben"], "I forgot the sign.")
    assert players(one.game) == ["@ana", "@ben"]
