"""Somebody fills the disk: with little that unpacks to much, with logs that are none, daily."""

from __future__ import annotations

import gzip
import io
import json
import random
import threading
import zipfile
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games import tasks
from games.intake import quota, retention
from games.intake.quota import OverQuota
from games.intake.receive import receive, store_upload
from games.intake.verify import verify_submissions
from games.models import Account, Bundle, Channel, Game, Intake, Status, Submission, Upload
from games.models.packed import pack
from games.moderation import actions
from tests.cast import account, broken_log, client_of, finished_log, game_of, submit
from web.errors import TooLarge

pytestmark = pytest.mark.both_databases

A_GAME = 15_000
A_REFUSED_LOG = 3_000
"""Bytes that it may cost beside three times what was sent."""

PAGES = 30 * 8192
"""Tables and their indexes grow by pages; a single upload may open one in each."""

NOISE = random.Random(1).randbytes(12_000).hex()


def distinct(text: str, number: int) -> str:
    return text.replace("imhotep 1\n", f"imhotep 1\n# {number}\n", 1)


def refused(number: int) -> str:
    return "".join(distinct(broken_log()[0], n) for n in range(number))


def zipped(texts: list[str]) -> bytes:
    bytes_i_o = io.BytesIO()
    with zipfile.ZipFile(bytes_i_o, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, text in enumerate(texts):
            archive.writestr(f"{'x' * 180}/{number}.imh", text)
    return bytes_i_o.getvalue()


SHAPES: dict[str, Callable[[], bytes]] = {
    "logs of one line": lambda: b"imhotep 1\n" * 1000,
    "refused logs": lambda: refused(300).encode(),
    "refused logs, packed": lambda: gzip.compress(refused(1000).encode()),
    "comments that pack well": lambda: gzip.compress(
        b"".join(b"imhotep 1\n# %d\n" % n + b"# padding\n" * 1500 for n in range(600))
    ),
    "the same noise in every log": lambda: gzip.compress(
        "".join(f"imhotep 1\n# {n}\n# {NOISE}\n" for n in range(400)).encode()
    ),
    "large logs with the same noise": lambda: gzip.compress(
        "".join(f"imhotep 1\n# {n}\n" + f"# {NOISE}\n" * 40 for n in range(40)).encode()
    ),
    "packed twice": lambda: zipped_bytes(gzip.compress(refused(800).encode())),
    "NDJSON with long words": lambda: "".join(
        json.dumps({"imhotep": 1, f"k{n}": "word " * 400}) + "\n" for n in range(300)
    ).encode(),
    "huge headers": lambda: gzip.compress(
        "".join(f"imhotep 1\nedition: {n}{'9' * 5000}\n" for n in range(500)).encode()
    ),
    "long names in an archive": lambda: zipped([distinct(broken_log()[0], n) for n in range(300)]),
    "noise that does not pack": lambda: (
        "".join(f"imhotep 1\n# {random.Random(n).randbytes(500).hex()}\n" for n in range(300))
    ).encode(),
    "games": lambda: zipped([finished_log(seed=n) for n in range(12)]),
    "one game again and again": lambda: zipped([distinct(finished_log(), n) for n in range(200)]),
}


def zipped_bytes(inner: bytes) -> bytes:
    bytes_i_o = io.BytesIO()
    with zipfile.ZipFile(bytes_i_o, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("logs.gz", inner)
    return bytes_i_o.getvalue()


def used() -> int:
    """Bytes of the database's tables and indexes, what is free in them among it."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'"
            )
            return int(cursor.fetchone()[0])
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        return int(cursor.fetchone()[0])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.django_db
def test_an_upload_costs_three_times_its_bytes_and_fifteen_kilobytes_a_game(shape: str):
    ana, raw = account("ana"), SHAPES[shape]()
    account("ben")
    before = used()
    upload = submit(ana, raw, "x")
    logs = upload.submissions.count()
    games = Game.objects.count()
    assert logs >= 12
    assert not upload.submissions.filter(status__in=["queued", "failed"]).exists()
    other_logs = A_REFUSED_LOG * (logs - games)
    assert used() - before <= 3 * len(raw) + A_GAME * games + other_logs + PAGES


@pytest.mark.django_db
def test_little_that_unpacks_to_much_is_kept_as_little():
    raw = SHAPES["comments that pack well"]()
    upload = receive(account("ana"), raw, "x", Channel.PAGE)
    assert sum(len(row.text) for row in upload.submissions.all()) > 100 * len(raw)
    assert sum(len(row.data) for row in upload.bundles.all()) < 2 * len(raw)
    assert bytes(Upload.objects.get(pk=upload.pk).raw) == raw


@pytest.mark.django_db
def test_every_log_is_read_as_it_came():
    texts = [distinct(broken_log()[0], n).encode() for n in range(120)]
    for raw in (b"".join(texts), gzip.compress(b"".join(texts))):
        upload = receive(account(f"p{len(raw)}"), raw, "x", Channel.PAGE)
        assert [row.text for row in upload.submissions.order_by("number")] == texts
        assert bytes(Upload.objects.get(pk=upload.pk).raw) == raw


# --------------------------------------------------------------------------------- quotas


@pytest.fixture
def narrow(settings: Any) -> None:
    settings.GAMES_DAILY_BYTES, settings.GAMES_DAILY_LOGS = 10_000, 5


@pytest.mark.usefixtures("narrow")
@pytest.mark.django_db
def test_nobody_brings_more_logs_or_bytes_in_a_day_than_the_quota():
    ana, ben = account("ana"), account("ben")
    four = b"imhotep 1\n" * 4
    receive(ana, four, "x", Channel.PAGE)
    with pytest.raises(OverQuota) as caught:
        receive(ana, four, "x", Channel.API)
    over = caught.value
    assert (over.used_logs, over.limit_logs, over.used_bytes) == (4, 5, len(four))
    assert timedelta() < over.ends - timezone.now() <= timedelta(days=1)
    assert Upload.objects.count() == 1
    receive(ben, b"imhotep 1\n# " + b"x" * 8_000, "x", Channel.PAGE)
    with pytest.raises(OverQuota):
        receive(ben, b"imhotep 1\n# " + b"x" * 3_000, "x", Channel.PAGE)
    Intake.objects.update(day=timezone.now().date() - timedelta(days=1))
    receive(ana, four, "x", Channel.API)
    with pytest.raises(TooLarge, match="these are too many: you can upload at most 5 logs a day"):
        receive(account("cat"), b"imhotep 1\n" * 6, "x", Channel.API)


@pytest.mark.usefixtures("narrow")
@pytest.mark.django_db
def test_what_fills_the_quota_is_taken():
    ana, ben, log = account("ana"), account("ben"), b"imhotep 1\n# "
    receive(ana, log.ljust(10_000, b"x"), "x", Channel.PAGE)
    receive(ben, log.ljust(4_000, b"x"), "x", Channel.PAGE)
    with pytest.raises(OverQuota):
        receive(ben, log.ljust(6_001, b"x"), "x", Channel.PAGE)
    receive(ben, log.ljust(6_000, b"x"), "x", Channel.PAGE)
    assert set(Intake.objects.values_list("size", "logs")) == {(10_000, 1), (10_000, 2)}
    with pytest.raises(TooLarge):
        receive(ana, log.ljust(10_001, b"x"), "x", Channel.PAGE)


@pytest.mark.usefixtures("narrow")
@pytest.mark.django_db
def test_what_no_day_could_take_is_too_large():
    ana = account("ana")
    for raw in (b"imhotep 1\n" * 6, b"imhotep 1\n# " + b"x" * 11_000):
        with pytest.raises(TooLarge, match="a day"):
            receive(ana, raw, "x", Channel.PAGE)
    assert not Upload.objects.exists()


@pytest.mark.usefixtures("narrow")
@pytest.mark.django_db
def test_games_played_here_and_the_operator_are_not_counted():
    ana, six = account("ana"), b"imhotep 1\n" * 6
    receive(ana, six, "x", Channel.TABLE)
    store_upload(ana, six, "x", Channel.COMMAND)
    assert not Intake.objects.exists()


@pytest.mark.usefixtures("narrow")
@pytest.mark.django_db
def test_the_refusal_says_the_limit_what_was_used_and_when_it_ends():
    ana = account("ana")
    receive(ana, b"imhotep 1\n" * 5, "x", Channel.PAGE)
    client = client_of(ana)
    page = client.post("/upload/", {"log": "imhotep 1\n"})
    assert page.status_code == 429
    assert "5 logs (limit: 5)" in page.content.decode()
    response = client.post(
        "/api/v1/uploads", b"imhotep 1\n", content_type="text/plain", HTTP_PREFER="respond-async"
    )
    assert response.status_code == 429
    problem = response.json()
    assert problem["type"] == "/api/v1/problems/quota"
    assert (problem["used_logs"], problem["limit_logs"], problem["limit_bytes"]) == (5, 5, 10_000)
    assert problem["ends"].endswith("T00:00:00+00:00")
    assert 0 < int(response["Retry-After"]) <= 86_401


@pytest.mark.usefixtures("narrow")
@pytest.mark.django_db(transaction=True)
def test_uploads_at_once_do_not_pass_the_quota_together():
    ana = account("ana")
    outcomes: list[str] = []
    start = threading.Barrier(6)

    def bring() -> None:
        start.wait()
        try:
            receive(ana, b"imhotep 1\n" * 2, "x", Channel.API)
            outcomes.append("taken")
        except OverQuota:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=bring) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["refused"] * 4 + ["taken"] * 2
    assert (Submission.objects.count(), Intake.objects.get().logs) == (4, 4)


# ------------------------------------------------------------------------------- retention


@pytest.fixture
def mixed(db: None) -> Upload:
    """Two games and sixty refused logs in one file, received long ago."""
    ana = account("ana")
    account("ben")
    text = finished_log() + refused(30) + finished_log(seed=2) + refused(30)
    return long_ago(submit(ana, gzip.compress(text.encode())))


def long_ago(upload: Upload) -> Upload:
    Upload.objects.filter(pk=upload.pk).update(drop_at=timezone.now() - timedelta(seconds=1))
    return Upload.objects.get(pk=upload.pk)


def test_refused_logs_are_dropped_and_their_refusals_stay(mixed: Upload):
    before = {row.number: row.text for row in mixed.submissions.all()}
    refusal = mixed.submissions.filter(status=Status.REFUSED).order_by("number")[0].refusal
    assert retention.drop_refused() == 1
    rows = Upload.objects.get(pk=mixed.pk).submissions.order_by("number")
    games = {row.number: row.text for row in rows if row.status == Status.VERIFIED}
    assert len(games) == 2
    assert all(text == before[number] for number, text in games.items())
    gone = [row for row in rows if row.status == Status.REFUSED]
    assert len(gone) == 60
    assert not any(row.text for row in gone)
    assert (gone[0].refusal, Bundle.objects.count()) == ({**refusal, "legal": []}, 1)
    for game in Game.objects.all():
        actions.verify_again(account(f"m{game.pk[:5]}", moderator=True), [game], "still there")
    assert tasks.keep_house() is None  # delivered again
    assert retention.drop_refused() == 0


def test_the_pages_of_a_dropped_log_say_so(mixed: Upload):
    number = mixed.submissions.filter(status=Status.REFUSED).order_by("number")[0].number
    client = client_of(mixed.account)
    assert "sail 9 temple" in client.get(f"/uploads/{mixed.pk}/{number}/").content.decode()
    retention.drop_refused()
    page = client.get(f"/uploads/{mixed.pk}/{number}/")
    assert page.status_code == 200
    assert "no longer stored" in page.content.decode()
    assert "no such ship" in page.content.decode()
    raw = client.get(f"/api/v1/uploads/{mixed.pk}/raw")
    assert (raw.status_code, raw.json()["status"]) == (410, 410)
    assert client.get(f"/api/v1/uploads/{mixed.pk}").json()["dropped_at"]


@pytest.mark.django_db
def test_nothing_of_a_legal_or_a_failed_log_is_dropped():
    account("ben")
    legal = submit(account("ana"), finished_log())
    failed = submit(account("eva"), refused(2))
    failed.submissions.filter(number=1).update(status=Status.FAILED)
    for upload in (legal, failed):
        long_ago(upload)
    assert retention.drop_refused() == 2
    assert bytes(Upload.objects.get(pk=legal.pk).raw).decode() == finished_log()
    assert bytes(Upload.objects.get(pk=failed.pk).raw).decode() == refused(2)
    assert Upload.objects.get(pk=legal.pk).drop_at is None
    drop_at = Upload.objects.get(pk=failed.pk).drop_at
    assert drop_at is not None
    assert timedelta(days=6, hours=23) < drop_at - timezone.now() <= timedelta(days=7)


def test_who_read_the_row_before_the_sweep_gets_the_right_log(mixed: Upload):
    """The places of the games in their bundle change under them."""
    rows = list(mixed.submissions.order_by("number"))
    before = {row.number: row.text for row in rows}
    retention.drop_refused()
    for row in rows:
        assert row.text == (b"" if row.status == Status.REFUSED else before[row.number])


def test_a_dropped_log_is_not_queued_again(mixed: Upload):
    retention.drop_refused()
    rows = mixed.submissions.filter(status=Status.REFUSED)
    assert actions.queue_again(account("judge", moderator=True), rows[:3], "once more") == 0


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_drop_once():
    ana = account("ana")
    account("ben")
    upload = long_ago(submit(ana, gzip.compress((finished_log() + refused(60)).encode())))
    before = game_of(upload).submission.text
    threads = [threading.Thread(target=_sweep) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (game_of(upload).submission.text, Bundle.objects.count()) == (before, 1)


def _sweep() -> None:
    try:
        retention.drop_refused()
    finally:
        connection.close()


# ------------------------------------------------------------------ rows from before


@pytest.mark.django_db
def test_what_was_kept_log_by_log_is_read_packed_and_judged_as_before():
    ana = account("ana")
    account("ben")
    upload = receive(ana, (finished_log() + refused(60)).encode(), "x", Channel.PAGE)
    as_before(upload)
    texts = [row.text for row in upload.submissions.order_by("number")]
    assert texts[0].decode() == finished_log()
    verify_submissions([row.pk for row in upload.submissions.all()[:30]])
    assert (retention.pack_old(limit=1), retention.pack_old()) == (1, 0)
    stored_upload = Upload.objects.get(pk=upload.pk)
    assert stored_upload.packed
    assert stored_upload.drop_at is not None
    assert bytes(stored_upload.raw).decode() == finished_log() + refused(60)
    rows = Submission.objects.filter(upload=upload).order_by("number")
    assert [row.text for row in rows] == texts
    assert not rows.filter(source__isnull=False).exists()
    verify_submissions([row.pk for row in rows])
    assert rows.filter(status=Status.REFUSED).count() == 60


def as_before(upload: Upload) -> None:
    """The rows as an earlier version wrote them."""
    for row in upload.submissions.all():
        Submission.objects.filter(pk=row.pk).update(
            source=row.text, bundle=None, offset=None, length=None
        )
    Bundle.objects.filter(upload=upload).delete()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_upload SET raw = %s, packed = %s, drop_at = NULL",
            [bytes(Upload.objects.get(pk=upload.pk).raw), False],
        )


@pytest.mark.parametrize("raw", [b"x", b"imhotep 1\n" * 99, NOISE.encode(), b"\0z1\0z1", b"\0z1x"])
@pytest.mark.django_db
def test_bytes_come_back_as_they_were_given(raw: bytes):
    upload = Upload.objects.create(account=account("ana"), channel=Channel.API, raw=raw, size=1)
    assert Upload.objects.get(pk=upload.pk).raw == raw
    Upload.objects.filter(pk=upload.pk).update(raw=pack(raw))
    assert Upload.objects.get(pk=upload.pk).raw == raw


@pytest.mark.django_db
def test_counts_of_days_that_are_over_are_forgotten():
    ana: Account = account("ana")
    today = timezone.now().date()
    for ago in (0, 7, 8):
        Intake.objects.create(account=ana, day=today - timedelta(days=ago))
    assert (quota.delete_old_counts(), Intake.objects.count()) == (1, 2)
