"""Pages by key: every row exactly once, whatever their days; cursors that nobody made."""

import base64
import json
import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext

from games.models import Channel, Game, Submission, Upload
from games.queries import GAME_ORDER, GAME_SORTS, games_list
from tests.cast import account
from web.paging import BadCursor, page_of_rows

pytestmark = pytest.mark.both_databases

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def make_games(number: int, *, days: int = 3, moments: int = 2) -> list[str]:
    """Rows as they would be with few different days and moments of acceptance; their ids in the
    order of the list."""
    uploader = account("ana")
    upload = Upload.objects.create(
        account=uploader, channel=Channel.PAGE, name="x", raw=b"x", size=1, sha256="0" * 64
    )
    for n in range(number):
        submission = Submission.objects.create(upload=upload, number=n + 1, status="verified")
        Game.objects.create(
            id=f"{n * 7919 % 1000003:012d}",
            fingerprint=f"{n:064x}",
            digest="0" * 64,
            log="",
            submission=submission,
            edition="2026.1",
            profile="official",
            players=2,
            **dict.fromkeys(("market", "pyramid", "temple", "burial_chamber", "obelisks"), "A"),
            chance="dealt",
            entries=100,
            winning_points=40,
            margin=3,
            winners=1,
            played_on=date(2026, 5, 1) + timedelta(days=n % days),
            accepted_at=NOON + timedelta(microseconds=n % moments),
        )
    return list(Game.objects.order_by(*GAME_ORDER).values_list("pk", flat=True))


def on(game: Game) -> str:
    return game.pk


def there_and_back(keys: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The ids of the games, page after page to the last one; and from there to the first again."""
    listing = page_of_rows(games_list(), keys, {}, 5)
    assert not listing.previous
    visited = list(map(on, listing.rows))
    while listing.next:
        listing = page_of_rows(games_list(), keys, {"after": listing.next}, 5)
        visited += map(on, listing.rows)
    back = list(map(on, listing.rows))
    while listing.previous:
        listing = page_of_rows(games_list(), keys, {"before": listing.previous}, 5)
        back = [*map(on, listing.rows), *back]
    return visited, back


@pytest.mark.parametrize(("days", "moments"), [(1, 1), (3, 1), (1, 2), (4, 3)])
def test_forwards_and_back_every_game_comes_once(db: None, days: int, moments: int):
    expected = make_games(23, days=days, moments=moments)
    assert there_and_back(GAME_ORDER) == (expected, expected)


@pytest.mark.parametrize("sort", list(GAME_SORTS))
def test_in_every_order_each_game_comes_once_there_and_back(db: None, sort: str):
    for number, pk in enumerate(make_games(23, days=3)):
        Game.objects.filter(pk=pk).update(margin=number % 4, entries=90 + number % 5)
    expected = list(Game.objects.order_by(*GAME_SORTS[sort]).values_list("pk", flat=True))
    assert there_and_back(GAME_SORTS[sort]) == (expected, expected)


def test_rows_that_come_in_between_move_no_others(db: None):
    expected = make_games(12)
    first = page_of_rows(games_list(), GAME_ORDER, {}, 5)
    newest = Game.objects.get(pk=expected[0])
    submission = Submission.objects.create(upload=newest.submission.upload, number=99)
    newest.pk, newest.fingerprint = "zzzzzzzzzzzz", "f" * 64
    newest.submission, newest.played_on = submission, date(2026, 12, 1)
    newest.save(force_insert=True)
    second = page_of_rows(games_list(), GAME_ORDER, {"after": first.next}, 5)
    assert list(map(on, second.rows)) == expected[5:10]


def test_a_page_that_is_just_full_has_no_next(db: None):
    make_games(5)
    assert not page_of_rows(games_list(), GAME_ORDER, {}, 5).next


def test_an_empty_list_has_one_page(db: None):
    listing = page_of_rows(games_list(), GAME_ORDER, {}, 5)
    assert (listing.rows, listing.previous, listing.next) == ([], "", "")


def cursor_of(*values: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode()


BAD = [
    "x",
    "é",
    "A" * 10_000,
    cursor_of(),
    cursor_of("2026-05-01"),
    cursor_of("2026-05-01", "2026-05-01T12:00:00+00:00", 7),
    cursor_of("2026-05-01", "2026-05-01T12:00:00", "abc"),
    cursor_of("2026-13-01", "2026-05-01T12:00:00+00:00", "abc"),
    cursor_of("2026-05-01", "0001-01-01T00:00:00+23:59", "abc"),
    cursor_of("2026-05-01", "2026-05-01T12:00:00+00:00", "a\0b"),
    cursor_of(None, None, None),
    cursor_of([], {}, "a"),
    base64.urlsafe_b64encode(b"[" * 200).decode(),
    "%00",
    "\x00",
]


@pytest.mark.parametrize("direction", ["after", "before"])
@pytest.mark.parametrize("cursor", BAD)
def test_a_made_up_cursor_is_refused(db: None, cursor: str, direction: str):
    with pytest.raises(BadCursor):
        page_of_rows(games_list(), GAME_ORDER, {direction: cursor}, 5)


@pytest.mark.parametrize(
    "cursor", [cursor_of(str(10**30)), cursor_of("-9" * 30), cursor_of("1" * 5000)]
)
def test_a_number_that_no_row_can_have_is_refused(db: None, cursor: str):
    with pytest.raises(BadCursor):
        page_of_rows(Submission.objects.all(), ("number",), {"after": cursor}, 5)


@pytest.mark.parametrize("cursor", BAD)
def test_a_bad_cursor_in_an_address_is_no_page(client, db: None, cursor: str):
    assert client.get("/games/", {"after": cursor}).status_code == 404


def test_the_links_of_a_page_keep_the_filters(client, db: None):
    make_games(60)
    text = client.get("/games/?players=2&result=decided").content.decode()
    following = re.search(r'rel="next" href="\?([^"]+)"', text)
    assert following is not None
    query_dict = QueryDict(following[1].replace("&amp;", "&"))
    assert query_dict["players"] == "2"
    assert query_dict["result"] == "decided"
    second = client.get("/games/", query_dict.dict()).content.decode()
    assert 'rel="prev"' in second
    assert 'rel="next"' in second
    assert set(re.findall(r"/games/\w{12}/", text)).isdisjoint(
        re.findall(r"/games/\w{12}/", second)
    )


def test_the_database_reads_a_page_by_its_index(db: None):
    """A row comparison, no OFFSET, no COUNT."""
    make_games(12)
    first = page_of_rows(games_list(), GAME_ORDER, {}, 5)
    with CaptureQueriesContext(connection) as queries:
        page_of_rows(games_list(), GAME_ORDER, {"after": first.next}, 5)
    sql = queries[0]["sql"]
    assert re.search(r'\("games_game"."played_on", .*\) < \(', sql)
    assert "OFFSET" not in sql
    assert "COUNT" not in sql


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("sort", "index"), [("close", "game_by_margin"), ("long", "game_by_length")]
)
def test_the_other_orders_have_an_index_too(db: None, sort: str, index: str):
    if connection.vendor != "postgresql":
        pytest.skip("the plans of PostgreSQL")
    make_games(12)
    keys = GAME_SORTS[sort]
    first = page_of_rows(games_list(), keys, {}, 5)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
        with CaptureQueriesContext(connection) as queries:
            page_of_rows(games_list(), keys, {"after": first.next}, 5)
        cursor.execute("EXPLAIN " + queries[0]["sql"])
        assert index in "\n".join(row[0] for row in cursor.fetchall())


def test_the_order_is_kept_by_the_filters_and_a_made_up_one_is_none(client, db: None):
    make_games(30)
    text = client.get("/games/?sort=long&players=2").content.decode()
    assert '<input type="hidden" name="sort" value="long">' in text
    assert re.search(r'rel="next" href="\?[^"]*sort=long', text)
    assert re.search(r'chip__remove" href="\?sort=long"', text)
    assert client.get("/games/?sort=log").context["sort"] == "date"
