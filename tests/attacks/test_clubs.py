"""Clubs in bad hands: strangers, members, removed members, officers against their owner, links that
were passed on, names that look alike, forms that are sent twice, and arbiters of invented games."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection

from archive.dumps.services.publish import dump
from audit.__main__ import main
from events.clubs.founding import close_club, create_club, hand_over_club, leave_club
from events.clubs.games import add_game, take_game_out
from events.clubs.invitations import (
    invite_to_club,
    join_by_token,
    make_invitation,
    token_of,
    withdraw_club_invitation,
)
from events.clubs.locks import membership_of
from events.clubs.members import give_club_role, remove_member
from events.clubs.words import vouch_for_games
from events.models import Club, ClubMember, ClubWord, NameReport
from events.moderation import (
    hide_name_or_text,
    report_name,
    settle_name_report,
    unhide_name,
)
from games.accounts.closing import close
from games.models import Account, Game, ModeratorAction, Notice, Standing, StandingDecision
from games.models.append_only import append_only_models, locks
from games.standing.attest import attest, dispute
from games.standing.correct_seats import reseat_by_moderator
from games.written_once import lifted
from ratings.services.fold import fold_pending
from tables.chat import block_account
from tests.cast import account, client_of, finished_log, game_of, standing_of, submit
from tests.worlds.clubs import club_of, officer_of
from web.errors import Conflict, Invalid, NotAllowed, NotThere

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def today() -> date:
    return datetime.now(UTC).date()


def game_of_today(club: Club | None, uploader: Account, *handles: str, seed: int = 1) -> Game:
    """A game of today, brought by one of its players; of `club`, if there is one."""
    colours = ("black", "white", "gray", "brown")
    seats = " ".join(f"{c}=@{h}" for c, h in zip(colours, handles, strict=False))
    game = game_of(submit(uploader, finished_log(seats, seed=seed, played=str(today()))))
    if club is not None:
        add_game(uploader, club, game)
    return game


# --- who may what -------------------------------------------------------------


def test_a_stranger_changes_nothing() -> None:
    ana, ben, eve = account("ana"), account("ben"), account("eve")
    club = club_of(ana, ben)
    game = game_of_today(club, ana, "ana", "ben")
    refused: list[Callable[[], object]] = [
        lambda: make_invitation(eve, club),
        lambda: invite_to_club(eve, club, "eve"),
        lambda: give_club_role(eve, club, "eve", "arbiter"),
        lambda: remove_member(eve, club, "ben"),
        lambda: hand_over_club(eve, club, "eve"),
        lambda: close_club(eve, club),
        lambda: vouch_for_games(eve, club, [game.pk]),
        lambda: take_game_out(eve, club, game),
        lambda: add_game(eve, club, game),
        lambda: hide_name_or_text(eve, club, "mine"),
    ]
    for act in refused:
        with pytest.raises(NotAllowed):
            act()
    client = client_of(eve)
    for path in ("manage", "invitations", "member", "end", "vouch"):
        assert client.post(f"/clubs/{club.slug}/{path}/", {"close": "yes"}).status_code == 403


def test_a_plain_member_and_an_officer_stay_below_the_owner() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana, ben)
    off = officer_of(club, "off")
    with pytest.raises(NotAllowed):
        make_invitation(ben, club)
    for act in (
        lambda: remove_member(off, club, "ana"),
        lambda: give_club_role(off, club, "off", "arbiter"),
        lambda: hand_over_club(off, club, "off"),
        lambda: close_club(off, club),
    ):
        with pytest.raises(NotAllowed):
            act()
    officer_of(club, "fay")
    with pytest.raises(NotAllowed, match="Only the owner"):
        remove_member(off, club, "fay")
    remove_member(off, club, "ben")
    assert membership_of(ben, club) is None


def test_removed_and_blocked_people_do_not_join_by_force() -> None:
    ana, ben, eve = account("ana"), account("ben"), account("eve")
    club = club_of(ana)
    token = token_of(make_invitation(ana, club))
    join_by_token(ben, token)
    remove_member(ana, club, "ben")
    block_account(ana, "eve")
    for person in (ben, eve):
        with pytest.raises(Conflict):
            join_by_token(person, token)
        assert membership_of(person, club) is None


def test_a_link_of_another_club_or_of_a_withdrawn_invitation() -> None:
    ana, eve = account("ana"), account("eve")
    club, other = club_of(ana), club_of(ana, name="Friday Club")
    invitation = make_invitation(ana, club)
    swapped = f"{make_invitation(ana, other).pk}-{token_of(invitation).partition('-')[2]}"
    withdraw_club_invitation(ana, club, invitation.pk)
    for token in (swapped, token_of(invitation)):
        with pytest.raises(NotThere):
            join_by_token(eve, token)
        assert client_of(eve).get(f"/clubs/join/{token}/").status_code == 404
    with pytest.raises(NotThere):
        withdraw_club_invitation(ana, other, invitation.pk)


def test_an_account_that_blocked_the_officer_is_not_invited() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana)
    block_account(ben, "ana")
    with pytest.raises(Invalid):
        invite_to_club(ana, club, "ben")
    assert not Notice.objects.filter(account=ben).exists()


def test_a_suspended_account_organises_nothing() -> None:
    ana = account("ana")
    club = club_of(ana)
    Account.objects.filter(pk=ana.pk).update(is_active=False)
    ana.refresh_from_db()
    with pytest.raises(NotAllowed):
        make_invitation(ana, club)
    with pytest.raises(NotAllowed):
        create_club(ana, "Friday Club")


def test_forms_that_are_sent_twice() -> None:
    ana, ben = account("ana"), account("ben")
    client = client_of(ana)
    for status in (302, 400):
        answer = client.post("/clubs/new/", {"name": "Thursday Club"})
        assert answer.status_code == status
    club = Club.objects.get()
    token = token_of(make_invitation(ana, club))
    for _n in range(2):
        assert client_of(ben).post(f"/clubs/join/{token}/").status_code == 302
        client.post(f"/clubs/{club.slug}/member/", {"handle": "ben", "role": "officer"})
    assert ClubMember.objects.filter(account=ben, until=None).count() == 1
    assert ClubMember.objects.filter(account=ben).count() == 2


@pytest.mark.django_db(transaction=True)
def test_clubs_that_are_started_at_once_are_three_at_most() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("one writes at a time")
    ana = account("ana")
    names = ["Nile", "Delta", "Luxor", "Giza", "Memphis"]

    def start(name: str) -> bool:
        try:
            create_club(ana, name)
        except Conflict:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(len(names)) as pool:
        assert sum(pool.map(start, names)) == 3
    assert Club.objects.filter(owner=ana).count() == 3


# --- moderators ---------------------------------------------------------------


def test_a_hidden_club_has_a_number_and_its_name_stays_taken() -> None:
    ana, ben, mo = account("ana"), account("ben"), account("mo", moderator=True)
    club = club_of(ana, name="An Insult")
    report = report_name(ben, club, "It is one.")
    with pytest.raises(Conflict):
        report_name(ben, club, "Again.")
    with pytest.raises(NotAllowed):
        settle_name_report(ben, report, True, "yes")
    settle_name_report(mo, report, True, "It is one.")
    with pytest.raises(Conflict):
        settle_name_report(mo, NameReport.objects.get(), True, "again")
    club.refresh_from_db()
    page = client_of(None).get(f"/clubs/{club.slug}/").content.decode()
    assert "An Insult" not in page + client_of(None).get("/clubs/?name=insult").content.decode()
    assert "We meet" not in page
    with pytest.raises(Conflict):
        create_club(ben, "An 1nsult")
    actions = ModeratorAction.objects.filter(kind="club_report")
    assert [(row.outcome, row.public_why) for row in actions] == [("upheld", "It is one.")]
    unhide_name(mo, club, "It was none.")
    club.refresh_from_db()
    assert club.public_name == "An Insult"


def test_a_closed_account_is_a_number_in_its_clubs() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana, ben)
    game = game_of_today(club, ana, "ana", "ben")
    number = close(ben)
    page = client_of(None).get(f"/clubs/{club.slug}/games/").content.decode()
    assert "@ben" not in page
    assert number in page
    assert membership_of(ben, club) is None
    assert game.club_game.club == club


# --- the word of an arbiter ---------------------------------------------------


def vouched(club: Club, arbiter: Account, game: Game) -> str:
    vouch_for_games(arbiter, club, [game.pk])
    return standing_of(game)


def test_an_arbiter_vouches_for_a_game_of_members() -> None:
    ana, ben, cat = account("ana"), account("ben"), account("cat")
    club = club_of(ana, ben, cat)
    game = game_of_today(club, ben, "ben", "cat")
    assert standing_of(game) == Standing.WAITING
    assert vouched(club, ana, game) == Standing.COUNTED
    assert game.arbiter_id is None
    decision = StandingDecision.objects.filter(game=game).latest("pk")
    assert (decision.kind, decision.role) == ("club-word", "arbiter")
    assert decision.subject == f"club:{club.pk}"
    assert Notice.objects.filter(account=cat, kind="counts", game=game).exists()
    page = client_of(None).get(f"/games/{game.pk}/").content.decode()
    assert "@ana, an arbiter of the club" in page
    assert f'href="/clubs/{club.slug}/"' in page
    vouch_for_games(ana, club, [game.pk])
    assert ClubWord.objects.count() == 1
    with pytest.raises(Conflict):
        take_game_out(ana, club, game)


def test_invented_games_of_strangers_do_not_count() -> None:
    """A cheat makes a club with friends, and vouches for games that nobody played."""
    eve, friend = account("eve"), account("friend")
    account("ana"), account("ben")
    club = club_of(eve, friend)
    game = game_of_today(club, friend, "friend", "ana")
    guests = game_of(submit(friend, finished_log("black=@friend white=Zoe", played=str(today()))))
    add_game(friend, club, guests)
    strangers = game_of(submit(friend, finished_log("black=@ana white=@ben", seed=3)))
    add_game(friend, club, strangers)
    outcome = vouch_for_games(eve, club, [game.pk, guests.pk, strangers.pk])
    assert outcome.games == []
    assert set(outcome.refusals) == {game.pk, guests.pk, strangers.pk}
    for row in (game, guests, strangers):
        assert standing_of(row) == Standing.WAITING
    assert not ClubWord.objects.exists()


def test_an_arbiter_does_not_vouch_for_their_own_game_or_that_of_another_club() -> None:
    ana, ben, cat = account("ana"), account("ben"), account("cat")
    club, other = club_of(ana, ben, cat), club_of(cat, ben, name="Friday Club")
    arbiters_game = game_of_today(club, ben, "ben", "ana")
    assert vouched(club, ana, arbiters_game) == Standing.WAITING
    elsewhere = game_of_today(other, ben, "ben", "cat", seed=2)
    assert vouched(club, ana, elsewhere) == Standing.WAITING
    unnamed = game_of_today(None, ben, "ben", "cat", seed=3)
    assert vouched(club, ana, unnamed) == Standing.WAITING
    officer = officer_of(club, "off")
    with pytest.raises(NotAllowed):
        vouch_for_games(officer, club, [arbiters_game.pk])


def test_a_game_of_before_a_player_joined_is_not_vouched_for() -> None:
    ana, ben, cat = account("ana"), account("ben"), account("cat")
    club = club_of(ana, ben, cat)
    day = today() - timedelta(days=3)
    game = game_of(submit(ben, finished_log("black=@ben white=@cat", played=str(day))))
    add_game(ben, club, game)
    outcome = vouch_for_games(ana, club, [game.pk])
    assert "was not a member of the club on the day of the game" in outcome.refusals[game.pk]


def test_a_player_who_left_is_not_spoken_for_but_a_word_stays() -> None:
    ana, ben, cat = account("ana"), account("ben"), account("cat")
    club = club_of(ana, ben, cat)
    first, second = (game_of_today(club, ben, "ben", "cat", seed=seed) for seed in (1, 2))
    assert vouched(club, ana, first) == Standing.COUNTED
    leave_club(cat, club)
    assert vouched(club, ana, second) == Standing.WAITING
    give_club_role(ana, club, "ana", "officer")
    attest(ben, second)
    dispute(cat, first, "I was not there")
    assert standing_of(first) == Standing.DISPUTED


def test_a_correction_of_the_seats_ends_the_word(settings: Any) -> None:
    ana, ben, cat, dan = (account(name) for name in ("ana", "ben", "cat", "dan"))
    mo = account("mo", moderator=True)
    club = club_of(ana, ben, cat, dan)
    game = game_of_today(club, ben, "ben", "cat")
    assert vouched(club, ana, game) == Standing.COUNTED
    reseat_by_moderator(mo, game, ["@ben", "@dan"], "it was dan")
    assert standing_of(game) == Standing.WAITING
    assert vouched(club, ana, game) == Standing.COUNTED


def test_the_word_needs_verified_addresses_as_confirmations_do(settings: Any) -> None:
    settings.RATED_NEEDS_VERIFIED_EMAIL = True
    ana, ben, cat = account("ana"), account("ben"), account("cat")
    club = club_of(ana, ben, cat)
    EmailAddress.objects.filter(user=cat).update(verified=False)
    game = game_of_today(club, ben, "ben", "cat")
    assert vouched(club, ana, game) == Standing.WAITING


# --- an auditor ---------------------------------------------------------------


def audited(folder: Path) -> int:
    fold_pending()
    dump(folder)
    return main([str(folder), "--jobs", "1"])


def vouched_record() -> tuple[Club, Game]:
    ana, ben, cat = account("ana"), account("ben"), account("cat")
    club = club_of(ana, ben, cat)
    game = game_of_today(club, ben, "ben", "cat")
    assert vouched(club, ana, game) == Standing.COUNTED
    return club, game


def test_an_auditor_finds_the_word_right(tmp_path: Path) -> None:
    club, game = vouched_record()
    leave_club(Account.objects.get(username="cat"), club)
    assert audited(tmp_path / "dump") == 0
    lines = gzip.decompress((tmp_path / "dump" / "standings.ndjson.gz").read_bytes())
    arbiter = json.loads(lines)["club_arbiter"]
    assert (arbiter["club"], arbiter["seating"]) == (club.pk, 0)
    rows = gzip.decompress((tmp_path / "dump" / "club_members.ndjson.gz").read_bytes())
    assert {json.loads(row)["role"] for row in rows.splitlines()} == {"member", "arbiter"}
    assert game.pk in lines.decode()


@pytest.mark.parametrize(
    ("handle", "change"),
    [
        ("ana", {"role": "officer"}),
        ("ana", {"since": datetime(2030, 1, 1, tzinfo=UTC)}),
        (
            "cat",
            {
                "joined_at": datetime(2029, 1, 1, tzinfo=UTC),
                "since": datetime(2029, 1, 1, tzinfo=UTC),
            },
        ),
        ("cat", {"until": datetime(2026, 1, 1, tzinfo=UTC)}),
    ],
)
def test_an_auditor_finds_a_word_without_role_or_members(
    handle: str, change: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _club, game = vouched_record()
    with lifted(connection, locks(append_only_models())):
        row = ClubMember.objects.filter(account__username=handle)
        super(type(row), row).update(**change)
    assert audited(tmp_path / "dump") == 1
    assert f"{game.pk} standing" in capsys.readouterr().out
