"""The search index: its pages are those of a search through all games, in order, whatever was
packed, came late, changed, or was replaced meanwhile."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import pytest
from django.db import DatabaseError

from engine.facts import VERSION
from games.facts.gather_facts import gather_old
from games.models import Account, Game, GameFacts, SearchBlock, Standing
from games.queries import GAME_SORTS
from games.search import index, packing, reading
from games.search.find import filter_games, parse_search
from games.search.hits import page_of_hits
from games.search.index import open_index
from games.search.packing import drop_index, pack_for, pack_next, unpacked_games
from games.tasks import pack_games
from tests.cast import finished_log, game_of, submit
from tests.site.search.conftest import facts_by_game
from tests.site.search.test_drawn_queries import MARKED, Table, draw_query, seed

pytestmark = pytest.mark.both_databases

QUERIES: Final = 300
SORTS: Final = {
    "date": lambda game: (),
    "close": lambda game: (game.margin,),
    "margin": lambda game: (-game.margin,),
    "long": lambda game: (-game.entries,),
    "points": lambda game: (-game.winning_points,),
}


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "BLOCK", 3)
    monkeypatch.setattr(packing, "WORTH_PACKING", 1)
    monkeypatch.setattr(reading, "PIECE", 2)


@pytest.fixture
def packed(games: list[Game]) -> list[Game]:
    assert pack_for(60)
    assert not unpacked_games()
    return games


def tables_of(games: Sequence[Game]) -> list[Table]:
    rows = Game.objects.prefetch_related("seats__player__account").in_bulk([g.pk for g in games])
    league = [rows[game.pk] for game in games]
    facts = facts_by_game(league)
    tables = []
    for number, game in enumerate(league):
        seats = sorted(game.seats.all(), key=lambda seat: seat.number)
        accounts = [seat.player.account if seat.player else None for seat in seats]
        tables.append(
            Table(
                game,
                facts[game.pk],
                [row.username if row else "" for row in accounts],
                [seat.colour for seat in seats],
                {n for n, row in enumerate(accounts) if row and row.computer},
                {MARKED[number][0]: MARKED[number][1].value} if number in MARKED else {},
            )
        )
    return tables


def in_order(games: Sequence[Game], sort: str = "date") -> list[str]:
    newest = sorted(games, key=lambda g: (g.played_on, g.accepted_at, g.pk), reverse=True)
    return [game.pk for game in sorted(newest, key=SORTS[sort])]


def paged(text: str, sort: str = "date", size: int = 2) -> list[str] | None:
    """All pages by the index, one after another; None if it is of no use for one."""
    criteria = parse_search(text)
    opened = open_index(criteria)
    games = filter_games(Game.objects.all(), criteria)
    ids: list[str] = []
    params: dict[str, str] = {}
    while opened:
        page = opened.page(games, sort, params, size)
        if page is None:
            return None
        ids += [game.pk for game in page.rows]
        if not page.next:
            return ids
        params = {"after": page.next}
    return None


def listed(text: str, **params: str) -> list[str]:
    """All pages of the list of games."""
    criteria = parse_search(text)
    games = filter_games(Game.objects.all(), criteria)
    ids: list[str] = []
    while True:
        page = page_of_hits(games, criteria, "date", params, 2).page
        ids += [game.pk for game in page.rows]
        if not page.next:
            return ids
        params["after"] = page.next


def compare_pages(tables: list[Table], number: int = QUERIES) -> None:
    chance = random.Random(seed())
    print(f"SEED={seed()}")
    compared = hits = 0
    for _ in range(number):
        query = draw_query(chance, tables)
        sort = chance.choice([*GAME_SORTS])
        fitting = [table.game for table in tables if query.fits(table)]
        ids = paged(query.text, sort)
        if ids is not None:
            assert ids == in_order(fitting, sort), (query.text, sort)
            compared, hits = compared + 1, hits + len(ids)
            opened = open_index(parse_search(query.text))
            games = filter_games(Game.objects.all(), parse_search(query.text))
            assert opened.ids(games, 4) == in_order(fitting)[:4], query.text
        assert listed(query.text) == in_order(fitting), query.text
    assert compared > number // 3
    assert hits > number // 3


def test_pages_by_the_index_are_those_of_a_search_through_all_games(packed: list[Game]):
    assert SearchBlock.objects.count() > 2
    compare_pages(tables_of(packed))


def test_if_the_first_games_by_a_column_do_not_fit_more_are_asked_for(
    packed: list[Game], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("games.search.index.SORTED", (3, 1_200))
    compare_pages(tables_of(packed))


def test_games_that_are_not_packed_are_on_the_pages(packed: list[Game]):
    """New full_mask, late full_mask, and those whose facts were gathered again."""
    ana = Account.objects.get(username="ana")
    later = [
        game_of(
            submit(ana, finished_log("black=@ana white=@ben", "ABABA", "", seed=21, played=day))
        )
        for day in ("2026-03-01",)
    ]
    later += [
        game_of(
            submit(ana, finished_log("black=@ben white=@cat", "AAAAB", "", seed=22, played=day))
        )
        for day in ("2024-02-10",)
    ]
    Game.objects.filter(pk=packed[4].pk).update(facts_version=0)
    assert open_index(parse_search("won")) is None  # facts are missing
    assert gather_old() == 1
    assert len(unpacked_games()) == 3
    tables = tables_of([*packed, *later])
    compare_pages(tables, 80)
    pks = {*SearchBlock.objects.values_list("pk", flat=True)}
    assert pack_for(60)
    assert not unpacked_games()
    assert pks != {*SearchBlock.objects.values_list("pk", flat=True)}
    assert sorted(ids_in_blocks()) == sorted(table.game.pk for table in tables)
    compare_pages(tables, 80)


def ids_in_blocks() -> list[str]:
    blocks = SearchBlock.objects.values_list("pk", flat=True)
    return [pk for block in blocks for pk in reading.ids_of_block(block)]


def test_a_block_that_has_grown_is_divided(games: list[Game], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(packing, "BLOCK", 10)
    assert pack_for(60) == 1
    monkeypatch.setattr(packing, "BLOCK", 4)
    GameFacts.objects.filter(pk=games[0].pk).update(packed=False)
    assert pack_for(60)
    assert [row.games for row in SearchBlock.objects.all()] == [5, 5]
    monkeypatch.setattr(packing, "BLOCK", 1)
    GameFacts.objects.filter(pk=games[0].pk).update(packed=False)
    assert pack_for(60)  # too many for one transaction: the others follow
    assert not unpacked_games()
    assert ids_in_blocks() == in_order(games)
    compare_pages(tables_of(games), 60)


def test_what_changes_of_a_game_is_never_out_of_date(packed: list[Game]):
    """Standing, mean rating, players."""
    first, second = packed[0], packed[1]
    assert first.pk in listed("won")
    Game.objects.filter(pk=first.pk).update(standing=Standing.VOID)
    Game.objects.filter(pk=second.pk).update(strength=3000)
    assert listed("won standing=void") == [first.pk]
    assert first.pk not in listed("won standing!=void")
    assert listed("won rating>2900") == [second.pk]
    seat = second.seats.get(number=0)
    assert second.pk in listed(f"-player=@cat {seat.colour and 'won'}")
    seat.player = Account.objects.get(username="cat").player
    seat.save(update_fields=["player"])
    assert second.pk not in listed("-player=@cat won")


def test_a_worker_that_dies_leaves_the_index_as_it_was(
    packed: list[Game], monkeypatch: pytest.MonkeyPatch
):
    before = ids_in_blocks()
    GameFacts.objects.filter(pk=packed[3].pk).update(packed=False)

    def dies(*_rows: object, **_options: object) -> None:
        raise DatabaseError("the worker died")

    with monkeypatch.context() as patched:
        patched.setattr(packing, "insert", dies)
        with pytest.raises(DatabaseError):
            pack_next()
    assert ids_in_blocks() == before
    assert [*unpacked_games()] == [packed[3].pk]
    compare_pages(tables_of(packed), 40)


def test_a_task_that_is_delivered_twice_packs_once(games: list[Game]):
    assert pack_games()
    pks = [*SearchBlock.objects.values_list("pk", flat=True)]
    assert pack_games() == 0
    assert [*SearchBlock.objects.values_list("pk", flat=True)] == pks


def test_a_block_that_is_replaced_meanwhile_is_noticed(
    packed: list[Game], monkeypatch: pytest.MonkeyPatch
):
    """The tables are searched instead: never a page without its games."""
    stale = open_index(parse_search("won"))
    newest = in_order(packed)[0]
    GameFacts.objects.filter(pk=newest).update(packed=False)
    assert pack_next()
    games = filter_games(Game.objects.all(), parse_search("won"))
    with pytest.raises(reading.BlockGone):
        stale.page(games, "date", {}, 2)
    monkeypatch.setattr("games.search.hits.open_index", lambda _criteria: stale)
    assert listed("won") == in_order(packed)


def test_while_the_index_is_made_the_tables_are_searched(
    packed: list[Game], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(index, "UNPACKED_LIMIT", 4)
    GameFacts.objects.filter(pk__in=[game.pk for game in packed[:5]]).update(packed=False)
    assert open_index(parse_search("won")) is None
    assert listed("won") == in_order(packed)
    drop_index()
    assert not SearchBlock.objects.exists()
    assert open_index(parse_search("won")) is None
    assert listed("won") == in_order(packed)
    assert pack_for(60)
    assert open_index(parse_search("won"))
    assert ids_in_blocks() == in_order(packed)


def test_games_of_an_older_site_are_packed_when_their_facts_are_there(games: list[Game]):
    """An upgrade: no game is packed, and facts are those of an earlier version."""
    Game.objects.update(facts_version=VERSION - 1)
    assert pack_for(60) == 0
    assert listed("won") == in_order(games)
    while gather_old():
        pass
    assert pack_for(60)
    assert ids_in_blocks() == in_order(games)


def test_a_game_without_facts_is_in_the_index(packed: list[Game]):
    """The current engine does not judge it legal: words about the game find it, facts do not."""
    game = packed[2]
    log = Game.objects.get(pk=game.pk).log
    Game.objects.filter(pk=game.pk).update(facts_version=0, log=log.replace("sail", "swim"))
    assert gather_old() == 1
    assert [*unpacked_games()] == [game.pk]
    for _ in range(2):
        assert paged(f"year={game.played_on.year}") == listed(f"year={game.played_on.year}")
        assert game.pk in paged(f"year={game.played_on.year}")
        assert game.pk not in paged("won") + paged("none:won") + paged("-margin=40")
        pack_for(60)
    assert not unpacked_games()
