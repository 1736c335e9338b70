"""Points are farmed by resigning; a resignation is slipped into a log; one resigns to gain."""

from __future__ import annotations

import pytest
from django.utils import timezone

from engine import deal, read_log, verify, write_text
from engine.entries import Entry, Resign
from engine.log import Log
from engine.setup import Setup
from engine.vocabulary import BANK
from games.models import Account, Discrepancy, Game, Pattern, Standing
from games.moderation.patterns import alert_sentence, names_in, update_alerts
from games.standing.attest import attest, before_confirming
from games.standing.confirming import confirm_games
from tables.ending.ending import agree_to_cancel, resign_game
from tables.locks import read_table
from tables.models import Phase
from tests.cast import account, game_of, standing_of, submit
from tests.worlds.league import DAY, played, players
from tests.worlds.tables import act_once, awaited, dealt, people
from web.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db


def resigned_log(winner: str, loser: str, seed: int = 1, entries: int = 30) -> str:
    """A dealt game in which the second seat gives up after so many entries or a few more."""
    whole = deal(Setup.of("black white"), seed=seed, play="greedy")
    while whole.entries[entries].seat == BANK:
        entries += 1
    header = f"seats: black=@{winner} white=@{loser}"
    cut = Log(whole.header, (*whole.entries[:entries], Entry(1, Resign())))
    lines = write_text(cut).splitlines()
    lines = [line for line in lines if not line.startswith("result: ")]
    lines = [header if line.startswith("seats: ") else line for line in lines]
    return "\n".join(lines) + "\n"


def test_who_resigns_early_for_another_again_and_again_is_seen() -> None:
    winner, loser = players("a", "b")
    today = (timezone.now().date() - DAY).days
    games = [played(winner, loser, places=(1, 2), day=today - n) for n in range(5)]
    for game in games:
        game.seats.filter(number=1).update(resigned_at=12)
        Game.objects.filter(pk=game.pk).update(entries=12)
    update_alerts()
    row = Pattern.objects.get(kind=Pattern.Kind.ABSENT)
    assert row.facts["games"] == 5
    assert alert_sentence(row, names_in([row])) == (
        "@b resigned early, or was soon replaced by a computer player, in 5 games with @a"
    )


def test_who_resigns_late_is_no_pattern_of_its_own() -> None:
    winner, loser = players("a", "b")
    today = (timezone.now().date() - DAY).days
    for n in range(9):
        game = played(winner, loser, places=(1, 2), day=today - n)
        game.seats.filter(number=1).update(resigned_at=80)
        Game.objects.filter(pk=game.pk).update(entries=80)
    update_alerts()
    assert not Pattern.objects.filter(kind=Pattern.Kind.ABSENT).exists()


def test_nobody_resigns_for_another_in_a_log() -> None:
    """The leader of a game finds it uploaded with a resignation of theirs in it."""
    liar, victim = account("liar"), account("victim")
    game = game_of(submit(liar, resigned_log("liar", "victim")))
    assert standing_of(game) == Standing.WAITING
    (sentence,) = before_confirming(game.seats.all())
    assert "@victim resigned at move 31. This means place 2" in sentence
    with pytest.raises(Conflict, match="resigned at move 31"):
        attest(victim, game)
    assert confirm_games(victim, [game.pk]).done == []
    assert standing_of(game) == Standing.WAITING
    attest(victim, game, left=True)
    assert standing_of(game) == Standing.COUNTED


def test_one_deal_resigned_twice_is_nearly_the_same_game() -> None:
    """The same cards with another last line is not another game."""
    winner, _loser = account("winner"), account("loser")
    first = game_of(submit(winner, resigned_log("winner", "loser", entries=40)))
    later = submit(winner, resigned_log("winner", "loser", entries=42))
    assert first is not None
    assert list(Game.objects.all()) == [first]
    assert Discrepancy.objects.get().game == first
    assert later is not None


def test_what_is_being_lost_is_not_cancelled_after_it_was_resigned() -> None:
    star, key = people("star", "key")
    table = dealt([star, key])
    while table.entries.exclude(by=None).values("by").distinct().count() < 2:
        act_once(table.pk)
    loser = awaited(table).account
    assert resign_game(table.pk, loser).phase == Phase.FINISHED
    for who in (star, key):
        with pytest.raises(Exception, match="running"):
            agree_to_cancel(table.pk, who, True)
    assert read_table(table.pk).phase == Phase.FINISHED


def test_the_points_of_who_resigned_win_nothing() -> None:
    """To be ahead and to resign is to lose: points as they stand, the place last."""
    for seed in range(20):
        game = verify(read_log(resigned_log("a", "b", seed=seed, entries=50)))
        assert game.result.places == (1, 2)


def test_a_stranger_resigns_for_nobody() -> None:
    star, key, stranger = people("star", "key", "stranger")
    table = dealt([star, key])
    with pytest.raises(NotAllowed):
        resign_game(table.pk, stranger)
    assert isinstance(stranger, Account)
    assert read_table(table.pk).phase == Phase.PLAYING
