"""Players are changed in the database, with every line that names them: their leaves in the
transparency log are of the old ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import override_settings

from archive.dumps.services.publish import dump
from archive.log.models import Leaf, Waiting
from archive.log.services.append import append
from audit.history import LogHistory
from audit.runner import Audit
from audit.signed import VerifierKey
from games.accounts.closing import close
from games.log_outbox import PLAYER, STANDING, queue_leaves
from games.models import Account, Game, Player, Seat
from games.pseudonyms import with_names
from games.standing.players import merge_players, undo_merge
from tests.cast import account, finished_log, submit
from tests.site.log.conftest import OPERATOR, signer
from tests.worlds.modules import module_world

__all__ = ["signer"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@override_settings(**OPERATOR)
def make_games() -> list[Game]:
    """Of ana and ben, and of ana with two guests."""
    ana, _ben = account("ana"), account("ben")
    for seed in (1, 2):
        submit(account(f"ida{seed}", arbiter=True), finished_log(seed=seed))
    submit(ana, finished_log("black=@ana white=Zoe gray=Bo", seed=3))
    append()
    return list(Game.objects.order_by("pk"))


stored_world, stored_games = module_world(make_games, "stored_games")


@pytest.fixture
def games(stored_games: list[Game], signer: VerifierKey) -> list[Game]:
    return stored_games


def differences(folder: Path) -> list[str]:
    dump(folder)
    return [str(difference) for difference in Audit(folder).differences()]


def rename(names: dict[str, str]) -> None:
    """Other names in players, seats and logs, past the code of the site."""
    for player in Player.objects.filter(name__in=names):
        Player.objects.filter(pk=player.pk).update(name=names[player.name])
    for game in Game.objects.prefetch_related("seats"):
        seats = sorted(game.seats.all(), key=lambda seat: seat.number)
        for seat in seats:
            plain = seat.name.removeprefix("@")
            sign = "@" if seat.name.startswith("@") else ""
            seat.name = f"{sign}{names.get(plain, plain)}"
        colours = [seat.colour for seat in seats]
        log = with_names(game.log, colours, [seat.name for seat in seats])
        Game.objects.filter(pk=game.pk).update(log=log)
        Seat.objects.bulk_update(seats, ["name"])


RENAMES = [{"ana": "ben", "ben": "ana"}, {"ana": "hathor"}, {"Zoe": "Cleo"}]


@pytest.mark.parametrize("names", RENAMES)
def test_names_are_changed_everywhere(
    games: list[Game], tmp_path: Path, names: dict[str, str]
) -> None:
    """Every file of the dump says the same: only the leaves do not."""
    players = set(Player.objects.filter(name__in=names).values_list("pk", flat=True))
    rename(names)
    sentences = differences(tmp_path / "dump")
    assert len(sentences) == len(players)
    for player in players:
        assert any(f"player {player}: not what leaf" in sentence for sentence in sentences)


@pytest.mark.parametrize("names", RENAMES[:2])
def test_names_of_accounts_are_changed_with_later_leaves(
    games: list[Game], tmp_path: Path, names: dict[str, str]
) -> None:
    players = set(Player.objects.filter(name__in=names).values_list("pk", flat=True))
    rename(names)
    queue_leaves(PLAYER, players)
    append()
    sentences = differences(tmp_path / "dump")
    assert len(sentences) == len(players)
    for player in players:
        assert any(f"player {player}: leaf" in sentence for sentence in sentences)
    assert all("says otherwise than leaf" in sentence for sentence in sentences)


@pytest.mark.parametrize("later", [False, True], ids=["no_leaf", "later_leaf"])
def test_a_person_is_marked_as_a_computer_player(
    games: list[Game], tmp_path: Path, later: bool
) -> None:
    player = Player.objects.get(name="ana")
    Account.objects.filter(player=player).update(computer="greedy")
    if later:
        queue_leaves(PLAYER, [player.pk])
        append()
    (sentence,) = differences(tmp_path / "dump")
    assert f"player {player.pk}: " in sentence


def test_a_guest_is_said_to_be_a_player(games: list[Game], tmp_path: Path) -> None:
    """Seats, log and standing too, but not the guest's leaf."""
    zoe, ben = Player.objects.get(name="Zoe"), Player.objects.get(name="ben")
    Player.objects.filter(pk=zoe.pk).update(merged_into=ben)
    Seat.objects.filter(player=zoe).update(player=ben)
    queue_leaves(STANDING, [game.pk for game in games])
    append()
    standing, player = differences(tmp_path / "dump")
    assert "no decision says so" in standing
    assert f"player {zoe.pk}: not what leaf" in player


def test_a_merge_is_hidden(games: list[Game], tmp_path: Path) -> None:
    mo, zoe, bo = account("mo", moderator=True), *Player.objects.filter(account=None)
    merge_players(mo, zoe, Player.objects.get(name="ben"), "It was Ben.")
    append()
    Player.objects.filter(pk=zoe.pk).update(merged_into=None)
    sentences = differences(tmp_path / "dump")
    assert any(f"written {zoe.name}, follows @ben" in line for line in sentences)
    assert not any(f"player {bo.pk}: " in sentence for sentence in sentences)


def test_a_player_is_said_to_be_closed(games: list[Game], tmp_path: Path) -> None:
    """The name of a closed account is its number, and no other."""
    player = Player.objects.get(name="ana")
    Player.objects.filter(pk=player.pk).update(salt="")
    queue_leaves(PLAYER, [player.pk])
    append()
    (sentence,) = differences(tmp_path / "dump")
    assert f"player {player.pk}: leaf" in sentence


def test_merges_and_closing_are_no_lies(games: list[Game], tmp_path: Path) -> None:
    mo = account("mo", moderator=True)
    zoe, bo = Player.objects.filter(account=None).order_by("pk")
    merge_players(mo, zoe, Player.objects.get(name="ben"), "It was Ben.")
    append()
    undo_merge(mo, zoe, "It was not.")
    merge_players(mo, bo, Player.objects.get(name="ben"), "Bo was Ben.")
    append()
    assert differences(tmp_path / "one") == []
    close(Account.objects.get(username="ben"))
    assert not Player.objects.filter(pk=bo.pk).exclude(salt="").exists()
    dump(tmp_path / "two")
    history = LogHistory(tmp_path / "two")
    assert list(history.differences()) == []
    assert Leaf.objects.filter(kind="player", record=bo.pk).count() == 3
    append()
    assert differences(tmp_path / "three") == []


def test_players_from_before_have_leaves(games: list[Game], tmp_path: Path) -> None:
    assert set(Leaf.objects.filter(kind=PLAYER).values_list("record", flat=True)) == {
        str(pk) for pk in Player.objects.values_list("pk", flat=True)
    }


def test_a_player_without_a_leaf(games: list[Game], tmp_path: Path) -> None:
    submit(account("cat"), finished_log("black=@cat white=Zoe", seed=9))
    Waiting.objects.filter(kind=PLAYER).delete()
    append()
    sentences = differences(tmp_path / "dump")
    assert len(sentences) == 2
    assert all("no leaf of the log has it" in sentence for sentence in sentences)
