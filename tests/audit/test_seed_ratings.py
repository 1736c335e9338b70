"""Ratings that acts of seeds name are those of the ledger at their moment."""

from __future__ import annotations

from typing import Final

import pytest

from audit.event_acts import AuditedAct
from audit.fields import Line
from audit.seed_ratings import SeedingRatings, SeedRatings

NOON: Final = "2026-03-05T12:00:00.000000Z"
ANA: Final = 7


def row(after: int, added: str, retired: str | None = None, **fields: object) -> Line:
    """A row of the ledger of ana, which was added and retired at these moments of a day."""

    def fold(moment: str | None) -> Line | None:
        return (
            {"fold": 1, "at": f"2026-03-{moment}:00.000000Z", "cause": "change"} if moment else None
        )

    return {
        "player": ANA,
        "pool": "overall",
        "after": after,
        "day": "2026-03-01",
        "at": NOON,
        "game": "g1",
        "nth": 0,
        "added": fold(added),
        "retired": fold(retired),
        **fields,
    }


def rating_differences(
    rows: list[Line], *ratings: tuple[int, int], moment: str = NOON
) -> list[str]:
    """Differences of an act of `moment` at which entrant 1 is ana and entrant 2 a guest."""
    act = AuditedAct(
        **dict.fromkeys(AuditedAct._fields)  # type: ignore[arg-type]
        | {"event": 3, "number": 5, "kind": "seeded", "moment": moment, "line": 9}
    )
    seeds = SeedRatings()
    seeds.add_acts([SeedingRatings(act, dict(ratings), {1: ANA})])
    seeds.add_rows(list(enumerate(rows, 1)))
    return [str(difference) for difference in seeds.differences()]


def test_the_last_rating_that_held_is_the_one_to_name() -> None:
    rows = [
        row(1_510_000, "01T10:00"),
        row(1_520_000, "02T10:00", day="2026-03-02", game="g2"),
        row(1_530_000, "06T10:00", day="2026-03-03", game="g3"),  # later than the act
        row(1_999_000, "02T10:00", pool="2"),
        row(1_998_000, "02T10:00", pool="computer"),
        row(1_997_000, "02T10:00", player=8),
    ]
    assert rating_differences(rows, (1, 1_520_000)) == []
    assert "written 1510000, follows 1520000" in rating_differences(rows, (1, 1_510_000))[0]
    assert "rating of 1: written nothing, follows 1520000" in rating_differences(rows)[0]
    assert (
        "rating of 2: written 1, follows nothing"
        in rating_differences(rows, (1, 1_520_000), (2, 1))[0]
    )


def test_a_row_that_was_retired_counts_while_it_held() -> None:
    rows = [row(1_510_000, "01T10:00", "07T10:00"), row(1_490_000, "07T10:00")]
    assert rating_differences(rows, (1, 1_510_000)) == []
    assert rating_differences(rows, (1, 1_490_000), moment="2026-03-08T12:00:00.000000Z") == []
    assert len(rating_differences(rows, (1, 1_490_000))) == 1


def test_a_fold_that_was_just_running_may_be_seen_or_not() -> None:
    rows = [row(1_510_000, "01T10:00"), row(1_520_000, "05T11:55", day="2026-03-04", game="g2")]
    assert (
        rating_differences(rows, (1, 1_510_000)) == rating_differences(rows, (1, 1_520_000)) == []
    )
    assert "one of" in rating_differences(rows, (1, 1_530_000))[0]


@pytest.mark.parametrize("rows", [[], [row(1_600_000, "01T10:00", pool="computer")]])
def test_without_a_rating_among_all_games(rows: list[Line]) -> None:
    ratings = [(1, 1_600_000)] if rows else []
    assert rating_differences(rows, *ratings) == []


def test_an_older_ledger_is_not_compared() -> None:
    seeds = SeedRatings()
    act = AuditedAct(**dict.fromkeys(AuditedAct._fields) | {"moment": NOON})  # type: ignore[arg-type]
    seeds.add_acts([SeedingRatings(act, {1: 5}, {1: ANA})])
    seeds.add_rows([(1, row(1_510_000, "01T10:00") | {"added": None})])
    assert seeds.without_folds
    assert list(seeds.differences()) == []
