"""How many statements a move costs the database: as many with three at the table and a game behind
it as with two at its beginning."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts.tokens import TokenScope, revoke_own_token
from games.models import Account, ApiToken
from tables.locks import read_table, tables_with_places
from tables.models import Table
from tables.play.reading import table_state
from tables.stream.snapshots import snapshot_of
from tests.worlds.api_world import Asker, assert_problem, token
from tests.worlds.tables import act_once, awaited, dealt, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

ASKED = 2
"""What is legal: who asks, and the table with its places."""
SEEN = 3
"""The reading for the streams of a process: the table with its places, and its new entries; on
PostgreSQL the time, once a second."""


def written() -> int:
    """A move: who asks, whether the clock jumped, the table with its places, clock, table, entry;
    on PostgreSQL the lock, the time and the browsers to be told besides."""
    return 9 if connection.vendor == "postgresql" else 7


def statements(do: Callable[..., object], *args: object) -> int:
    with CaptureQueriesContext(connection) as captured:
        do(*args)
    words = [query["sql"].split()[0] for query in captured]
    return len([word for word in words if word not in ("BEGIN", "COMMIT")])


@pytest.fixture
def bots() -> dict[str, Asker]:
    return {
        account.username: Asker(token(account, "play")) for account in people("ana", "ben", "cleo")
    }


def at_a_table(bots: dict[str, Asker], seats: int, moves: int) -> Table:
    """In play, with so many moves behind it; whoever sits there has used their token just now."""
    table = dealt(list(Account.objects.filter(username__in=bots).order_by("pk"))[:seats])
    for _ in range(moves):
        act_once(table.pk)
    for bot in bots.values():
        bot.ask("GET", f"tables/{table.pk}/legal")
    return read_table(table.pk)


@pytest.mark.parametrize(("seats", "moves"), [(2, 0), (2, 12), (3, 0), (3, 30)])
def test_a_move_costs_the_same_number_of_statements(
    bots: dict[str, Asker], seats: int, moves: int
) -> None:
    table = at_a_table(bots, seats, moves)
    path = f"tables/{table.pk}"
    for _ in range(3):
        current_table = read_table(table.pk)
        bot = bots[awaited(current_table).account.username]
        legal = bot.ask("GET", f"{path}/legal").json()["legal"]
        body = {"ply": current_table.plies + 1, "text": legal[0]}
        assert statements(bot.ask, "GET", f"{path}/legal") <= ASKED
        assert statements(bot.ask, "POST", f"{path}/entries", body) <= written()
        assert statements(snapshot_of, table.pk, current_table.plies) <= SEEN
        assert read_table(table.pk).plies > current_table.plies


def test_one_statement_reads_what_the_orm_reads(bots: dict[str, Asker]) -> None:
    """A table that is dealt, one with a stand-in, one that waits, and one that is not there."""
    ana, ben, cleo = people("dora", "emil", "fay")
    running, left = dealt([ana, ben, cleo], shares=True), dealt([ana, ben])
    place = left.places.get(account=ana)
    place.stand_in, place.replaced_at, place.replaced_why = cleo, 3, "left"
    place.save()
    for pk in (running.pk, left.pk):
        once, orm = read_table(pk), tables_with_places().get(pk=pk)
        assert columns(once) == columns(orm)
        assert columns(once.host) == columns(orm.host)
        assert [columns(seat) for seat in once.places.all()] == [
            columns(seat) for seat in orm.places.all()
        ]
        for mine, other in zip(once.places.all(), orm.places.all(), strict=True):
            assert columns(mine.account) == columns(other.account)
            assert mine.stand_in == other.stand_in
        times = {"now": "", "places": ""}
        assert table_state(once, None) | times == table_state(orm, None) | times
        assert shares(table_state(once, None)) == shares(table_state(orm, None))
    assert once.places.get(account=ben) == next(p for p in once.places.all() if p.account == ben)
    with pytest.raises(Table.DoesNotExist):
        read_table("none")


def columns(row: object) -> dict[str, object]:
    return {name: value for name, value in vars(row).items() if not name.startswith("_")} | {
        "shares_at_hand": None
    }


def shares(facts: dict[str, object]) -> list[object]:
    places = facts["places"]
    assert isinstance(places, list)
    return [(place["handle"], place["share"]) for place in places]


def test_a_token_stops_between_two_moves(bots: dict[str, Asker]) -> None:
    """Nothing about it is kept by the process: it is revoked, or its account suspended, and the
    very next request is refused."""
    table = at_a_table(bots, 2, 0)
    path = f"tables/{table.pk}"
    for end in (_revoke, _suspend):
        current_table = read_table(table.pk)
        account = awaited(current_table).account
        bot = Asker(token(account, TokenScope.PLAY))
        (text, *_remaining) = bot.ask("GET", f"{path}/legal").json()["legal"]
        end(ApiToken.objects.filter(account=account).latest("pk"))
        for method, place, body in (
            ("GET", "legal", None),
            ("POST", "entries", {"ply": current_table.plies + 1, "text": text}),
        ):
            assert_problem(bot.ask(method, f"{path}/{place}", body), 401)
        assert read_table(table.pk).plies == current_table.plies


def _revoke(api_token: ApiToken) -> None:
    revoke_own_token(api_token.account, api_token)


def _suspend(api_token: ApiToken) -> None:
    api_token.account.is_active = False
    api_token.account.save()
