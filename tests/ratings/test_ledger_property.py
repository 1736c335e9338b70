"""Whatever arrives, in whatever order, and is voided, restored or given to another player: the
ledger is the one that a rebuild from nothing makes."""

from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.models import Game, Seat, Standing
from games.standing.standing import announce_changes as games_changed
from ratings.elo import PlayerForm, rate_game
from ratings.services import fold as folding
from ratings.services.fold import fold_pending
from ratings.services.rebuild import rebuild_ledger
from tests.worlds.league import games, ledger, players, present

pytestmark = pytest.mark.both_databases

PLAYERS = 6

tables = st.integers(2, 4).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(0, PLAYERS - 1), min_size=size, max_size=size),
        st.lists(st.integers(1, size), min_size=size, max_size=size),
        st.integers(0, 12),
    )
)
happenings = st.lists(
    st.one_of(
        st.tuples(st.just("arrive"), st.integers(0, 99)),
        st.tuples(st.sampled_from(["void", "restore", "dispute"]), st.integers(0, 99)),
        st.tuples(st.just("merge"), st.integers(0, 99)),
        st.tuples(st.just("fold"), st.just(0)),
    ),
    max_size=25,
)


def plain_ledger() -> dict[tuple[str, str, int], tuple[int, int, int]]:
    """The ledger by the shortest program: every game that counts, in order, in memory."""
    forms: dict[tuple[int, str], PlayerForm] = {}
    changes = {}
    for game in Game.objects.filter(standing="counted").order_by("played_on", "accepted_at", "id"):
        seats = list(game.seats.order_by("number").values_list("player", "place"))
        sitting = [player for player, _ in seats]
        if len(set(sitting)) < game.players:
            continue
        for pool in ("overall", str(game.players)):
            before = [forms.get((player, pool), PlayerForm()) for player in sitting]
            for player, change in zip(
                sitting, rate_game(before, [p for _, p in seats]), strict=True
            ):
                forms[player, pool] = PlayerForm(change.after, change.games + 1)
                changes[game.pk, pool, player] = (change.before, change.after, change.games)
    return changes


class Happenings(TestCase):
    """On the real database; each example in a transaction of its own."""

    def setUp(self) -> None:
        stretches = folding.SHORTEST_STRETCH, folding.LONGEST_STRETCH
        folding.SHORTEST_STRETCH, folding.LONGEST_STRETCH = 2, 5  # so that a few games are many
        self.addCleanup(self._put_back, stretches)

    def _put_back(self, stretches: tuple[int, int]) -> None:
        folding.SHORTEST_STRETCH, folding.LONGEST_STRETCH = stretches

    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(st.lists(tables, min_size=1, max_size=14), happenings)
    def test_the_ledger_is_what_a_rebuild_makes(self, drawn: Any, happened: Any) -> None:
        assert connection.vendor in {"postgresql", "sqlite"}
        people = players(*(f"player-{number}" for number in range(PLAYERS)))
        stored_games = games(
            [([people[seat] for seat in sitting], places) for sitting, places, _ in drawn],
            days=[day for _, _, day in drawn],
            standing=Standing.WAITING,
        )
        for what, number in happened:
            self.happen(what, number, stored_games, people)
        fold_pending()
        rows = {row[:3]: row[3:6] for row in ledger()}
        assert rows == plain_ledger()
        before = ledger(), present()
        assert rebuild_ledger(dry_run=True).nothing_differs
        assert rebuild_ledger().nothing_differs
        assert (ledger(), present()) == before

    def happen(self, what: str, number: int, made: list[Any], people: list[Any]) -> None:
        game = made[number % len(made)]
        standings = {
            "arrive": Standing.COUNTED,
            "restore": Standing.COUNTED,
            "void": Standing.VOID,
            "dispute": Standing.DISPUTED,
        }
        if what == "fold":
            fold_pending()
        elif what == "merge":
            guest, into = people[number % PLAYERS], people[number // PLAYERS % PLAYERS]
            seats = Seat.objects.filter(player=guest)
            touched = list(seats.values_list("game", flat=True))
            seats.update(player=into)
            games_changed(touched)
        else:
            Game.objects.filter(pk=game.pk).update(standing=standings[what])
            games_changed([game.pk])
