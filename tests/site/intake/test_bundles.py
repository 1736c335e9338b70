"""Logs that are kept together, and where each of them lies."""

import zlib

import pytest

from games.judging import bundles
from games.judging.bundles import Bundles, make_bundles


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
