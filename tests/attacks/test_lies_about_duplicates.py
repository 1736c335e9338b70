"""The audit of one deal at many tables: an honest site has no difference; a table dealt from
something else, a share exchanged, a game that stays closed are named."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from archive.dumps.services.publish import dump
from archive.log.services.append import append
from audit.dump import read_dump
from audit.runner import Audit
from audit.shared_deals import SharedDeals
from audit.signed import VerifierKey
from tables.models import SharedDeal
from tests.site.log.conftest import OPERATOR, signer
from tests.worlds.duplicates import Duplicate, bound
from tests.worlds.tables import act_once

__all__ = ["signer"]

pytestmark = pytest.mark.django_db

Lines = list[dict[str, Any]]


def half_played() -> Duplicate:
    world = bound()
    (first, _t1), (second, _t2) = world.tables()
    append()
    world.play(first, seed=3)
    act_once(world.sit(second).pk)
    append()
    return world


def all_played() -> Duplicate:
    world = bound()
    for row, _table in world.tables():
        world.play(row, seed=row.number)
    world.show()
    return world


def lines_of(folder: Path) -> Lines:
    with gzip.open(folder / "deals.ndjson.gz") as file:
        return [json.loads(line) for line in file]


def lied(folder: Path, lie: Callable[[Lines], object]) -> list[str]:
    """Differences of a dump after its deals were written otherwise."""
    dump(folder)
    path = folder / "deals.ndjson.gz"
    lines = lines_of(folder)
    lie(lines)
    packed = (json.dumps(line, sort_keys=True, separators=(",", ":")) for line in lines)
    with gzip.open(path, "wt") as file:
        file.writelines(f"{line}\n" for line in packed)
    return [str(row) for row in SharedDeals(read_dump(folder)).differences()]


def record(lines: Lines, name: str, number: int = 0) -> dict[str, Any]:
    return [line for line in lines if line["record"] == name][number]


@override_settings(**OPERATOR)
def test_an_honest_site_has_no_difference_and_counts_what_is_withheld(
    signer: VerifierKey, tmp_path: Path
) -> None:
    world = half_played()
    dump(tmp_path / "half")
    audit = Audit(tmp_path / "half")
    assert [str(row) for row in audit.differences()] == []
    assert audit.shared is not None
    assert (audit.shared.deals, audit.shared.withheld, audit.shared.late) == (1, 2, [])
    line = record(lines_of(tmp_path / "half"), "shared-deal")
    assert (line["withheld"], line["secret"], line["revealed_at"]) == (line["tables"], None, None)
    world.time_is_over()
    world.show()
    append()
    dump(tmp_path / "whole")
    audit = Audit(tmp_path / "whole")
    differences = [str(row) for row in audit.differences()]
    assert audit.shared is not None
    assert (audit.games, audit.deals, audit.shared.withheld) == (1, 1, 0)
    # the test moved the deadline, which a leaf has
    assert [row for row in differences if "shared-deal" not in row] == []


def test_a_game_that_stays_closed_is_named(tmp_path: Path) -> None:
    half_played()
    SharedDeal.objects.update(
        closed_at=timezone.now() - timedelta(days=3),
        promised_at=timezone.now() - timedelta(days=4),
        withheld_until=timezone.now() - timedelta(hours=2),
    )
    dump(tmp_path / "dump")
    shared = SharedDeals(read_dump(tmp_path / "dump"))
    assert any("withheld_until" in str(row) for row in shared.differences())
    assert len(shared.late) == 1


def test_a_deal_closed_for_longer_than_sixty_days_is_named(tmp_path: Path) -> None:
    half_played()
    SharedDeal.objects.update(withheld_until=timezone.now() + timedelta(days=61))
    assert any("60 days" in text for text in lied(tmp_path / "dump", list))


def test_a_table_that_is_left_out_is_named(tmp_path: Path) -> None:
    half_played()
    differences = lied(tmp_path / "dump", lambda lines: lines.remove(record(lines, "deal")))
    assert any("tables" in text for text in differences)


@pytest.mark.parametrize(
    ("name", "field", "lie"),
    [
        ("bound-deal", "share", "0" * 64),
        ("deal", "promises", {"black": "0" * 64}),
        ("deal", "agreed", {"edition": "2026.1"}),
        ("deal", "filled_at", "2020-01-01T00:00:00.000000Z"),
        ("shared-deal", "entrant_promises", []),
        ("shared-deal", "secret", "0" * 64),
        ("shared-deal", "withheld", []),
        ("shared-deal", "closed_at", "2020-01-01T00:00:00.000000Z"),
    ],
)
def test_each_lie_is_named(tmp_path: Path, name: str, field: str, lie: object) -> None:
    half_played()

    def tell(lines: Lines) -> None:
        record(lines, name)[field] = lie

    assert any(field in text or "60 days" in text for text in lied(tmp_path / "dump", tell))


def test_a_share_that_was_exchanged_is_named(tmp_path: Path) -> None:
    all_played()

    def tell(lines: Lines) -> None:
        shares = record(lines, "bound-deal")["shares"]
        promise = min(shares)
        shares[promise] = "0" * 64

    assert any("differs from the promised one" in text for text in lied(tmp_path / "dump", tell))


def test_a_share_that_was_left_out_is_named(tmp_path: Path) -> None:
    all_played()

    def tell(lines: Lines) -> None:
        shares = record(lines, "bound-deal")["shares"]
        shares[min(shares)] = ""

    assert any("share" in text for text in lied(tmp_path / "dump", tell))


def test_another_secret_than_the_promised_one_is_named(tmp_path: Path) -> None:
    all_played()

    def tell(lines: Lines) -> None:
        record(lines, "shared-deal")["secret"] = "1" * 64

    assert any("secret" in text for text in lied(tmp_path / "dump", tell))
