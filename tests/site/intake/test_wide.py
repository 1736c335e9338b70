"""Many rows in one statement: by COPY on PostgreSQL, as everywhere else on SQLite."""

import pytest
from django.db import IntegrityError, connection

from games.models import Account, Bundle, Channel, GameFacts, SeatFacts, Status, Submission, Upload
from tests.cast import account
from web.bulk_insert import insert, insert_missing, insert_values

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _ana():
    account("ana")


def upload(raw: bytes, **fields) -> Upload:
    return Upload(
        account=Account.objects.get(), channel=Channel.API, raw=raw, size=len(raw), **fields
    )


def test_rows_are_as_bulk_create_makes_them():
    row = upload(b"raw " * 100, name="tab\tand \\ and\nline")
    insert([row, upload(b"", name="é")])
    rows = [
        Submission(upload=row, number=1, status=Status.REFUSED, refusal={"kind": "x", "line": 1}),
        Submission(upload=row, number=2, member="a\\N", source=b"\\.\n\0"),
    ]
    insert(rows)
    insert(Bundle(upload=row, number=number, data=bytes([number])) for number in range(3))
    reread = Upload.objects.get(pk=row.pk)
    assert (bytes(reread.raw), reread.name) == (b"raw " * 100, "tab\tand \\ and\nline")
    assert (reread.received_at, reread.drop_at, reread.channel) == (
        row.received_at,
        None,
        "api",
    )
    first, second = Submission.objects.order_by("number")
    assert [row.pk for row in rows] == [first.pk, second.pk]
    assert (first.status, first.refusal, first.source) == (
        "refused",
        {"kind": "x", "line": 1},
        None,
    )
    assert (second.member, bytes(second.source), second.refusal) == ("a\\N", b"\\.\n\0", None)
    first.save()  # it is known to be here
    assert Submission.objects.count() == 2
    assert not any(row._state.adding for row in rows)
    insert([])


@pytest.mark.both_databases
def test_a_row_that_is_here_is_refused_or_left_as_it_is():
    first_upload = upload(b"one", name="first")
    first_upload.save()
    repeated, new = upload(b"two", pk=first_upload.pk, name="again"), upload(b"three")
    insert_missing([repeated, new])
    assert Upload.objects.get(pk=first_upload.pk).name == "first"
    assert bytes(Upload.objects.get(pk=new.pk).raw) == b"three"
    insert_missing([])
    with pytest.raises(IntegrityError):
        insert([upload(b"four", pk=first_upload.pk), upload(b"five")])


@pytest.mark.both_databases
def test_a_row_takes_no_statement_of_its_own(django_assert_max_num_queries):
    limit = 4 if connection.vendor == "postgresql" else 3
    ana = Account.objects.get()
    rows = [Upload(account=ana, channel=Channel.API, raw=b"x", size=1) for _ in range(20)]
    with django_assert_max_num_queries(limit):
        insert_missing(rows)
    assert Upload.objects.count() == 20


@pytest.mark.both_databases
def test_values_are_stored_without_objects(django_assert_max_num_queries):
    names = ("game_id", "number", "values", "tokens")
    rows = [("game", number, [number, None, -7], []) for number in range(3)]
    with django_assert_max_num_queries(3):
        insert_values(SeatFacts, names, rows)
    stored = SeatFacts.objects.order_by("number").values_list("number", "values", "tokens")
    assert list(stored) == [(number, [number, None, -7], []) for number in range(3)]
    insert_values(GameFacts, ("game_id", "values"), [("game", [None, 3])])
    assert GameFacts.objects.get().values == [None, 3]
    insert_values(GameFacts, ("game_id", "values"), [])
    insert([GameFacts(game_id=f"game {number}", values=[number, None]) for number in range(2)])
    assert GameFacts.objects.get(game_id="game 1").values == [1, None]
    with pytest.raises(IntegrityError):
        insert_values(SeatFacts, names, rows)
