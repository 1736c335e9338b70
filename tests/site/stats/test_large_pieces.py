"""Large pieces, added up by columns, store what small pieces do, to the last number."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from threading import Thread

import pytest
from django.db import connection, transaction

from engine.facts import FACTS
from games.models import Account, Game, Seat, SeatFacts
from games.moderation.actions import void
from games.standing.resolve_players import ensure_player
from insights.stats.contrasts import DONE
from insights.stats.models import (
    Changed,
    Counted,
    OpeningGame,
    OpeningTally,
    PlayerTally,
    Progress,
    Tally,
)
from insights.stats.services import tally as tallying
from insights.stats.services.reading import ROUND_NUMBERS, SOURCE_NUMBERS
from insights.stats.services.tally import mark, tally
from ratings.services.fold import fold_pending
from tests.cast import account, finished_log, game_of, submit

pytestmark = pytest.mark.both_databases

TABLES = (Tally, PlayerTally, OpeningTally, OpeningGame, Counted)


def stored() -> list[list[str]]:
    """All rows of the statistics but for their ids."""
    tables = []
    for model in TABLES:
        fields = [field.attname for field in model._meta.concrete_fields if field.attname != "id"]
        rows = [dict(zip(fields, row, strict=True)) for row in model.objects.values_list(*fields)]
        for row in rows:
            row.update({"path": bytes(row["path"]).decode()} if "path" in row else {})
        tables.append(sorted(json.dumps(row, sort_keys=True) for row in rows))
    return tables


def from_nothing() -> list[list[str]]:
    Progress.objects.update(version="0")
    assert tally() > 0
    return stored()


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Have pieces be large, or small."""

    def choose(wish: bool) -> None:
        monkeypatch.setattr(tallying, "THRESHOLD", 0 if wish else 1_000_000)

    choose(True)
    return choose


@pytest.fixture
def mixed(league: list[Game]) -> list[Game]:
    """Games of two to four, with modules, a computer player, empty seats and no ratings."""
    ida = Account.objects.get(username="ida")
    robot = ensure_player(Account.objects.create(username="robot", computer="greedy"))
    account("cleo"), account("dan")
    for seed, seats in enumerate((3, 4, 4, 3, 4)):
        if seed == 4:  # the last one is not rated yet
            fold_pending()
        words = ("black=@ana", "white=@ben", "brown=@cleo", "gray=@dan")[:seats]
        modules = "stonemasons_wager" if seed % 2 else ""
        log = finished_log(" ".join(words), sites="ABCDA", modules=modules, seed=seed)
        league.append(game_of(submit(ida, log)))
    Seat.objects.filter(game=league[0], number=1).update(player=robot)
    Seat.objects.filter(game=league[1], number=0).update(player=None)
    _randomize(random.Random(7))
    return league


def _randomize(chance: random.Random) -> None:
    """Facts of every kind: shared places, missing numbers, rounds that were not played."""
    numbers = [*SOURCE_NUMBERS, *(fact.number for fact in DONE), FACTS["points"].number]
    for facts in SeatFacts.objects.order_by("game_id", "number"):
        values = list(facts.values)
        for number in numbers:
            values[number] = chance.choice((None, 0, 0, 1, 2, 37))
        values[FACTS["place"].number] = chance.choice((1, 1, 2))
        for number in ROUND_NUMBERS:
            values[number] = chance.choice((3, 9, 12)) if chance.random() < 0.9 else None
        SeatFacts.objects.filter(game=facts.game_id, number=facts.number).update(values=values)
    cut_short = SeatFacts.objects.filter(game=Game.objects.filter(players=2).last())
    for number, resigned in enumerate((1, 0)):
        facts = cut_short.get(number=number)
        facts.values[FACTS["resigned"].number] = resigned
        cut_short.filter(number=number).update(values=facts.values)


def test_both_ways_store_the_same(mixed: list[Game], large: Callable[[bool], None]):
    rows = from_nothing()
    assert len(rows[-1]) == Counted.objects.count() == len(mixed) - 1
    assert {json.loads(row)["people"] for row in rows[0]} == {True, False}
    large(False)
    assert rows == from_nothing()


def test_several_large_pieces_are_one(
    mixed: list[Game], large: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
):
    rows = from_nothing()
    monkeypatch.setattr(tallying, "BATCH", 2)
    monkeypatch.setattr(tallying, "PEOPLE", 1)
    monkeypatch.setattr(tallying, "OPENINGS", 1)
    assert rows == from_nothing()
    monkeypatch.setitem(tallying.PIECE_SECONDS, connection.vendor, 1e-9)
    assert rows == from_nothing()


def test_a_piece_that_ends_halfway_stores_nothing(
    mixed: list[Game], large: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
):
    """As if the worker died, or the disk of the database was full."""
    rows = from_nothing()

    def no_space(*_: object) -> None:
        raise OSError("no space left on device")

    Progress.objects.update(version="0")
    with monkeypatch.context() as broken:
        broken.setattr(tallying, "store_openings", no_space)
        with pytest.raises(OSError, match="no space"):
            tally()
    assert stored() == rows
    assert Progress.objects.get().version == "0"
    tally()
    assert stored() == rows


def test_games_that_change_between_pieces_are_followed(
    mixed: list[Game], large: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tallying, "BATCH", 3)
    monkeypatch.setitem(tallying.PIECE_SECONDS, connection.vendor, 1e-9)
    tally()
    Progress.objects.update(version="0")
    assert tallying.tally_piece() == 3
    ids = set(Counted.objects.values_list("pk", flat=True))
    moderator = account("mo", moderator=True)
    for inside in (True, False):
        game = next(game for game in mixed[6:] if (game.pk in ids) == inside)
        void(moderator, game, "It never happened.")
    fold_pending()
    tally()
    assert not Changed.objects.exists()
    rows = stored()
    large(False)
    assert rows == from_nothing()


def test_a_game_that_changes_while_it_is_read_is_followed(
    mixed: list[Game], large: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
):
    """Its mark stays, and what was counted is taken out."""
    tally()
    store, game = tallying.store_openings, Game.objects.get(pk=Counted.objects.latest("pk").pk)

    def store_late(*arguments: object) -> None:
        if arguments[0]:  # the piece has read all of its games
            Game.objects.filter(pk=game.pk).update(standing="void")
            mark([game.pk])
        store(*arguments)  # type: ignore[arg-type]

    Progress.objects.update(version="0")
    with monkeypatch.context() as late:
        late.setattr(tallying, "store_openings", store_late)
        tallying.tally_piece()
    assert Counted.objects.filter(pk=game.pk).exists()
    tally()
    assert not Counted.objects.filter(pk=game.pk).exists()
    rows = stored()
    large(False)
    assert rows == from_nothing()


def test_without_numpy_pieces_are_small(
    mixed: list[Game], large: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
):
    rows = from_nothing()
    monkeypatch.setattr(tallying, "find_spec", lambda _name: None)
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "insights.stats.services.column_sums", raising=False)
    monkeypatch.delitem(sys.modules, "insights.stats.services.game_columns", raising=False)
    assert rows == from_nothing()


@pytest.mark.django_db(transaction=True)
def test_a_second_delivery_leaves_it_to_the_first(
    league: list[Game], large: Callable[[bool], None]
):
    if connection.vendor != "postgresql":
        pytest.skip("a transaction of SQLite is alone")
    tally()
    Progress.objects.update(version="0")
    done: list[int] = []

    def deliver_twice() -> None:
        done.append(tally())
        connection.close()

    with transaction.atomic():
        assert tallying.tally_piece() == len(league)
        second = Thread(target=deliver_twice)
        second.start()
        second.join()
    assert done == [0]
    assert Counted.objects.count() == len(league)


def test_a_process_of_the_site_has_no_numpy():
    code = (
        "import django, sys; django.setup(); import imhotep_site.urls, insights.stats.tasks;"
        "sys.exit('numpy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
