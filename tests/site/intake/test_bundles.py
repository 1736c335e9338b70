"""Logs that are kept together, and where each of them lies."""

import zlib

import pytest

from games.intake.retention import pack_old
from games.judging import bundles
from games.judging.bundles import Bundles, make_bundles, texts_of
from games.models import Bundle, Submission, Upload
from tests.cast import account, finished_log, submit


def contents(bundles: Bundles) -> list[bytes]:
    return [zlib.decompress(data) for data in bundles.data]


def test_each_is_found_where_it_was_put() -> None:
    bundles = make_bundles([b"one", b"", b"three"], 4)
    assert contents(bundles) == [b"onethree"]
    assert bundles.places == [(4, 0, 3), (None, None, None), (4, 3, 5)]


@pytest.mark.parametrize(
    ("logs", "sizes"), [(0, []), (50, [50]), (51, [50, 1]), (101, [50, 50, 1])]
)
def test_fifty_lie_together(logs: int, sizes: list[int]) -> None:
    bundles = make_bundles([b"x"] * logs)
    assert [len(content) for content in contents(bundles)] == sizes
    assert bundles.places == [(n // 50, n % 50, 1) for n in range(logs)]


def test_what_is_not_kept_does_not_count() -> None:
    bundles = make_bundles([b"x", b""] * 50)
    assert contents(bundles) == [b"x" * 50]


def test_a_large_bundle_gets_no_other_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "MAX_BUNDLE_BYTES", 4)
    made = make_bundles([b"123", b"4", b"5678", b"9"])
    assert contents(made) == [b"1234", b"5678", b"9"]
    assert made.places == [(0, 0, 3), (0, 3, 1), (1, 0, 4), (2, 0, 1)]


@pytest.mark.django_db
def test_an_upload_from_before_there_were_bundles_is_packed_once() -> None:
    row = submit(account("ana"), finished_log("black=@ana white=Zoe")).submissions.get()
    text = texts_of([row])[row.pk]
    Submission.objects.update(bundle=None, offset=None, length=None, source=text)
    Bundle.objects.all().delete()
    Upload.objects.update(packed=False, drop_at=None)
    assert pack_old() == 1
    row.refresh_from_db()
    upload = Upload.objects.get()
    assert (row.source, upload.packed, Bundle.objects.count()) == (None, True, 1)
    assert texts_of([row])[row.pk] == text
    assert upload.drop_at is not None
    assert bytes(upload.raw) == text
    assert pack_old() == 0
