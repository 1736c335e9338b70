"""Guests who turn out to be somebody we know."""

import pytest

from games.accounts.closing import close
from games.models import Account, Game, Merge, ModeratorAction, Player, Standing
from games.standing.players import claim, decide_claim, merge_players, undo_merge
from games.standing.resolve_players import ensure_player, resolve_players
from games.standing.waiting_sentences import waiting_for
from imhotep_site.pipeline import SitePort
from tests.cast import account, finished_log, game_of, submit
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    changed: list[str] = []
    monkeypatch.setattr(SitePort, "games_changed", lambda _port, ids, _why: changed.extend(ids))
    return changed


def guest_of(account: Account, name: str = "Ida") -> Player:
    (seat_player,) = resolve_players(account, [name])
    assert seat_player is not None
    return seat_player


def test_a_claim_waits_for_who_knows_the_guest(ana: Account, ida: Account) -> None:
    game = game_of(submit(ana, finished_log("black=@ana white=Ida")))
    guest = guest_of(ana)
    guest_claim = claim(ida, guest, "we met at the fair")
    assert (guest_claim.guest, guest_claim.into, guest_claim.requested_by) == (
        guest,
        ensure_player(ida),
        ida,
    )
    assert game.seats.get(number=1).player == guest
    decide_claim(ana, guest_claim, True)
    assert game.seats.get(number=1).player == ensure_player(ida)
    guest.refresh_from_db()
    assert guest.merged_into == ensure_player(ida)
    guest_claim.refresh_from_db()
    assert (guest_claim.accepted, guest_claim.decided_by) == (True, ana)
    assert not ModeratorAction.objects.exists()
    game.refresh_from_db()
    assert waiting_for(game) == ["waiting for @ida to confirm"]


@pytest.mark.parametrize(
    ("accepted", "word"), [(True, "accepted: merged"), (False, "refused: not merged")]
)
def test_a_moderators_decision_is_on_record(
    ana: Account, ida: Account, judge: Account, accepted: bool, word: str
) -> None:
    guest = guest_of(ana)
    decide_claim(judge, claim(ida, guest, ""), accepted)
    done = ModeratorAction.objects.get()
    assert (done.moderator, done.kind, done.player) == (judge, "decide_claim", guest)
    assert done.reason == f"{word} into @ida"


def test_a_claim_of_who_closes_the_account_is_refused(ida: Account) -> None:
    guest_claim = claim(ida, guest_of(account("ana")), "we met at the fair")
    close(ida)
    guest_claim.refresh_from_db()
    assert (guest_claim.accepted, guest_claim.decided_by, guest_claim.note) == (False, ida, "")
    assert guest_claim.decided_at is not None


def test_nobody_else_decides(ana: Account, ida: Account) -> None:
    guest_claim = claim(ida, guest_of(ana), "")
    for outsider in (ida, account("eve"), account("club", arbiter=True)):
        with pytest.raises(NotAllowed):
            decide_claim(outsider, guest_claim, True)
    guest_claim.refresh_from_db()
    assert guest_claim.decided_at is None


def test_a_refused_claim_moves_nothing_and_may_be_made_again(ana: Account, ida: Account) -> None:
    guest = guest_of(ana)
    guest_claim = claim(ida, guest, "")
    decide_claim(ana, guest_claim, False)
    guest.refresh_from_db()
    assert guest.merged_into is None
    with pytest.raises(Conflict, match="decided already"):
        decide_claim(ana, guest_claim, True)
    claim(ida, guest, "please look again")


def test_accepting_closes_other_claims(ana: Account, ida: Account, eve: Account) -> None:
    guest = guest_of(ana)
    right, wrong = claim(ida, guest, ""), claim(eve, guest, "")
    decide_claim(ana, right, True)
    wrong.refresh_from_db()
    assert (wrong.accepted, wrong.decided_by) == (False, ana)
    with pytest.raises(Conflict):
        claim(eve, guest, "")


def test_a_claim_that_cannot_be_so_is_refused(ana: Account, ida: Account) -> None:
    guest = guest_of(ana)
    claim(ida, guest, "")
    with pytest.raises(Conflict, match="already claimed this guest"):
        claim(ida, guest, "")
    with pytest.raises(Conflict, match="has an account"):
        claim(ida, ensure_player(ana), "")
    with pytest.raises(Invalid):
        claim(ana, guest, "x" * 2001)
    assert Merge.objects.count() == 1


def test_two_who_sat_at_one_table_are_two_people(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, finished_log("black=@ana white=Ida")))
    guest = guest_of(ana)
    with pytest.raises(Conflict, match=f"both played in game {game.pk}"):
        claim(ana, guest, "")
    with pytest.raises(Conflict, match="two people"):
        merge_players(account("judge", moderator=True), guest, ensure_player(ana), "typo")
    # A claim that became impossible after it was made:
    guest_claim = claim(ben, guest_of(ana, "Bea"), "")
    submit(ana, finished_log("black=@ben white=Bea", seed=2))
    with pytest.raises(Conflict, match="two people"):
        decide_claim(ana, guest_claim, True)
    guest_claim.refresh_from_db()
    assert guest_claim.decided_at is None


def test_merging_an_arbiters_guest_changes_what_is_rated(listening: list[str]) -> None:
    account("ana")
    ida, club = account("ida"), account("club", arbiter=True)
    game = game_of(submit(club, finished_log("black=@ana white=Ida")))
    other = game_of(submit(club, finished_log("black=@ana white=Eva", seed=2)))
    listening.clear()
    decide_claim(club, claim(ida, guest_of(club), ""), True)
    assert listening == [game.pk]
    assert Game.objects.get(pk=game.pk).standing == Standing.COUNTED
    assert other.seats.get(number=1).player == guest_of(club, "Eva")


def test_a_guest_who_was_the_uploader_has_confirmed_by_uploading() -> None:
    ana, ben = account("ana"), account("ben")
    game = game_of(submit(ana, finished_log("black=Ana white=@ben")))
    decide_claim(ana, claim(ana, guest_of(ana, "Ana"), "I forgot the sign"), True)
    game.refresh_from_db()
    assert waiting_for(game) == ["waiting for @ben to confirm"]
    assert not game.attestations.filter(account=ben).exists()
    assert game.attestations.get(account=ana).by_uploading


def test_a_moderator_merges_guests_at_once(ana: Account, ben: Account, judge: Account) -> None:
    game = game_of(submit(ana, finished_log("black=@ana white=Ida")))
    guest, his = guest_of(ana), guest_of(ben)
    merge = merge_players(judge, guest, his, " same person ")
    assert (merge.accepted, merge.decided_by, merge.note) == (True, judge, "same person")
    assert game.seats.get(number=1).player == his
    done = ModeratorAction.objects.get()
    assert (done.kind, done.player) == ("merge", guest)
    assert "same person" in done.reason


def test_merging_needs_a_moderator_and_a_reason(ana: Account, judge: Account) -> None:
    first, second = guest_of(ana, "Ida"), guest_of(ana, "Eva")
    for outsider in (ana, account("eve"), account("club", arbiter=True)):
        with pytest.raises(NotAllowed):
            merge_players(outsider, first, second, "reason")
        with pytest.raises(NotAllowed):
            undo_merge(outsider, first, "reason")
    with pytest.raises(Invalid):
        merge_players(judge, first, second, " ")
    assert not Merge.objects.exists()


def test_merges_never_make_a_circle(ana: Account, judge: Account) -> None:
    a, b, c = (guest_of(ana, name) for name in "ABC")
    merge_players(judge, a, b, "same")
    merge_players(judge, b, c, "same")
    for guest, into in [(c, a), (c, b), (c, c), (a, c), (b, a)]:
        with pytest.raises(Conflict):
            merge_players(judge, guest, into, "circle")
    assert guest_of(ana, "A") == guest_of(ana, "B") == c


def test_merging_into_a_merged_player_means_the_last_of_the_chain() -> None:
    ana, judge = account("ana"), account("judge", moderator=True)
    a, b, c = (guest_of(ana, name) for name in "ABC")
    merge_players(judge, a, b, "same")
    assert merge_players(judge, c, a, "same").into == b


def test_an_accounts_player_is_never_merged(ana: Account, ben: Account, judge: Account) -> None:
    with pytest.raises(Conflict, match="has an account"):
        merge_players(judge, ensure_player(ana), ensure_player(ben), "same")


def test_taking_a_merge_back_gives_the_seats_back(listening: list[str], ana: Account) -> None:
    ida, club = account("ida"), account("club", arbiter=True)
    judge = account("judge", moderator=True)
    as_guest = game_of(submit(club, finished_log("black=@ana white=Zoe\u0308")))
    older = game_of(submit(club, finished_log("black=@ana white=Z.", seed=2)))
    as_ida = game_of(submit(club, finished_log("black=@ana white=@ida", seed=3)))
    guest, before = guest_of(club, "Zo\u00eb"), guest_of(club, "Z.")
    merge_players(judge, before, guest, "same")
    merge_players(judge, guest, ensure_player(ida), "same")
    listening.clear()
    undo_merge(judge, guest, "she says no")
    assert as_guest.seats.get(number=1).player == guest
    assert older.seats.get(number=1).player == guest
    assert as_ida.seats.get(number=1).player == ensure_player(ida)
    assert sorted(listening) == sorted([as_guest.pk, older.pk])
    assert guest_of(club, "Z.") == guest
    undo_merge(judge, before, "nor are these one")
    assert older.seats.get(number=1).player == before
    with pytest.raises(Conflict):
        undo_merge(judge, guest, "again")
    assert ModeratorAction.objects.filter(kind="merge").count() == 4
