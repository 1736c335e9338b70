"""An arbiter vouches for a game of their own."""

from __future__ import annotations

import pytest

from games.models import Game, Player, Standing
from games.standing import attest, players
from games.standing.resolve_players import ensure_player
from ratings.models import Rating
from ratings.services.fold import fold_pending
from tests.cast import account, finished_log, game_of, standing_of, submit

pytestmark = pytest.mark.django_db


def test_an_arbiter_s_invented_game_waits_for_the_other() -> None:
    club, x = account("club", arbiter=True), account("x")
    game = game_of(submit(club, finished_log("black=@club white=@x")))
    fold_pending()
    assert game.standing == Standing.WAITING
    assert game.arbiter is None
    assert not Rating.objects.exists()
    attest.attest(x, game)
    assert game.standing == Standing.COUNTED


def test_an_arbiter_does_not_vouch_for_their_own_game_by_uploading_it_again() -> None:
    club, x = account("club", arbiter=True), account("x")
    text = finished_log("black=@club white=@x")
    game = game_of(submit(x, text))
    submit(account("eve"), finished_log("black=@club white=Xaver", seed=2))
    invented = game_of(submit(club, finished_log("black=@club white=Xaver", seed=2)))
    assert invented.standing == Standing.WAITING
    submit(club, text)
    game.refresh_from_db()
    assert game.arbiter is None
    assert game.standing == Standing.COUNTED  # both players brought it


def test_an_arbiter_who_turns_out_to_be_a_guest_vouches_no_longer() -> None:
    club, other, judge = (
        account("club", arbiter=True),
        account("other", arbiter=True),
        account("judge", moderator=True),
    )
    account("x")
    text = finished_log("black=Cleo white=@x")
    game = game_of(submit(club, text))
    assert game.standing == Standing.COUNTED
    players.merge_players(judge, Player.objects.get(name="Cleo"), ensure_player(club), "the same")
    assert standing_of(game) == Standing.WAITING
    submit(other, text)
    assert (standing_of(game), game.arbiter) == (Standing.COUNTED, other)


def test_what_was_vouched_for_before_stays() -> None:
    from importlib import import_module

    from django.db import connection

    from games.standing.standing import settle
    from tests.schema import ChainLoader

    club, _ = account("club", arbiter=True), account("x")
    game = game_of(submit(club, finished_log("black=@club white=@x")))
    Game.objects.filter(pk=game.pk).update(arbiter=club, standing=Standing.COUNTED)
    name = "0008_offices_and_disputes"
    module = import_module(f"games.migrations.{name}")
    apps = ChainLoader(connection).project_state(("games", name)).apps
    module.keep_what_was_vouched_for(apps, connection.schema_editor())
    settle([game])
    assert Game.objects.get(pk=game.pk).standing == Standing.COUNTED
