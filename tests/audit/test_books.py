"""Books in a dump: late entries, reversals, games that count again, closings. The ledger is that of
``ratings.recompute``, which shares nothing with the audit but the formula."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.dump import UnreadableDump
from audit.runner import Audit
from benchmarks import dumped
from ratings.closing import Closed, closing_digest

Line = dict[str, Any]


def entry(game: Line, nth: int, kind: str, day: str, **fields: object) -> Line:
    line = {"record": "entry", "game": game["id"], "nth": nth, "kind": kind, "day": day}
    line |= {"at": f"{day}T12:00:00.000000Z", "reverses": None, "seats": None, "retired": False}
    return line | fields


def seats_of(game: Line) -> list[list[int]]:
    return [[seat["player"], seat["rated_place"]] for seat in game["seats"]]


def closing(lines: dumped.Lines, after: str, through: str, previous: str) -> Line:
    span = sorted(
        Closed(
            *(row["day"], row["at"], row["game"], row["nth"], row["pool"], row["player"]),
            *(row["before"], row["after"], row["games_before"]),
        )
        for row in lines["ledger"]
        if after < row["day"] <= through
    )
    line = {"record": "closing", "through": through, "changes": len(span)}
    line |= {"digest": closing_digest(previous, span), "previous": previous or None, "id": 1}
    return line | {"at": f"{through}T00:00:00.000000Z"}


@pytest.fixture(scope="module")
def dumped_lines() -> dumped.Lines:
    """Twelve games, one a day from the first of January: the first was late, the second was taken
    back, the third taken back and counted again. Closed through the sixth, then the ninth."""
    lines = dumped.lines_of(dumped.games(12, 4), {1: "void"})
    late, gone, reversed_game = lines["games"][:3]
    books = [
        entry(late, 1, "late", "2026-02-01"),
        entry(gone, 1, "reversal", "2026-02-02", reverses=0, seats=seats_of(gone)),
        entry(
            reversed_game, 1, "reversal", "2026-01-09", reverses=0, seats=seats_of(reversed_game)
        ),
        entry(reversed_game, 2, "again", "2026-02-03"),
        entry(reversed_game, 3, "late", "2026-02-04", retired=True),
    ]
    dumped.rate(lines, books)
    first = closing(lines, "", "2026-01-06", "")
    second = closing(lines, "2026-01-06", "2026-01-09", first["digest"])
    lines["books"] += [second, first]
    return lines


@pytest.fixture
def lines(dumped_lines: dumped.Lines) -> dumped.Lines:
    copied: dumped.Lines = json.loads(json.dumps(dumped_lines))
    return copied


def differences(lines: dumped.Lines, tmp_path: Path) -> list[str]:
    dumped.write(tmp_path / "dump", lines)
    return list(map(str, Audit(tmp_path / "dump").differences()))


def test_nothing_differs(lines: dumped.Lines, tmp_path: Path) -> None:
    assert differences(lines, tmp_path) == []
    kinds = {row["kind"] for row in lines["ledger"]}
    assert kinds == {"", "late", "reversal", "again"}


def without_the_late_entry(lines: dumped.Lines) -> None:
    del lines["books"][0]


def a_late_entry_earlier(lines: dumped.Lines) -> None:
    lines["books"][0]["day"] = "2026-01-20"


def a_late_entry_of_an_open_day(lines: dumped.Lines) -> None:
    game = lines["games"][-1]
    books = [*lines["books"], entry(game, 1, "late", "2026-02-09")]
    dumped.rate(lines, books)


def a_reversal_retired(lines: dumped.Lines) -> None:
    lines["books"][1]["retired"] = True


def a_reversal_of_others(lines: dumped.Lines) -> None:
    lines["books"][1]["seats"][0][1] = 4


def a_reversal_of_nothing(lines: dumped.Lines) -> None:
    lines["books"].append(
        entry(lines["games"][5], 1, "reversal", "2026-02-09", reverses=7, seats=[[1, 1], [2, 2]])
    )


def an_entry_of_no_game(lines: dumped.Lines) -> None:
    lines["books"].append(entry({"id": "0" * 12}, 1, "late", "2026-02-09"))


def a_row_of_closed_books(lines: dumped.Lines) -> None:
    row = next(row for row in lines["ledger"] if row["day"] == "2026-01-05")
    row["after"] += 1


def a_closing(lines: dumped.Lines) -> None:
    lines["books"][-1]["digest"] = "0" * 64


def a_closing_of_more(lines: dumped.Lines) -> None:
    lines["books"][-1]["changes"] += 1


def a_day_of_a_row(lines: dumped.Lines) -> None:
    row = next(row for row in lines["ledger"] if row["kind"] == "late")
    row["day"] = "2026-02-05"


def the_last_day_of_a_rating(lines: dumped.Lines) -> None:
    lines["ratings"][0]["last_played"] = "2026-02-20"


@pytest.mark.parametrize(
    ("change", "file", "words"),
    [
        (without_the_late_entry, "ledger", "follows nothing"),
        (a_late_entry_earlier, "ledger", ""),
        (a_late_entry_of_an_open_day, "books", "late: written 2026-02-09, follows none"),
        (a_reversal_retired, "ledger", "follows nothing"),
        (a_reversal_of_others, "ledger", ""),
        (a_reversal_of_nothing, "books", "reversal: written of entry 7, follows no such entry"),
        (an_entry_of_no_game, "books", "late: written a game, follows none before"),
        (a_row_of_closed_books, "ledger", "player"),
        (a_closing, "books", "closing through 2026-01-06: written 0000"),
        (a_closing_of_more, "books", "changes"),
        (a_day_of_a_row, "ledger", "written late 2026-02-05"),
        (the_last_day_of_a_rating, "ratings", "the last on 2026-02-20"),
    ],
)
def test_what_is_changed_is_named(
    lines: dumped.Lines,
    tmp_path: Path,
    change: Callable[[dumped.Lines], None],
    file: str,
    words: str,
) -> None:
    change(lines)
    messages = [
        difference
        for difference in differences(lines, tmp_path)
        if difference.startswith(f"{file}.ndjson.gz")
    ]
    assert any(words in difference for difference in messages), messages


def test_a_ledger_rewritten_as_a_whole_does_not_fit_the_closings(
    lines: dumped.Lines, tmp_path: Path
) -> None:
    """Places, standings and all rows of it: the digest of the closed days is another."""
    closings = lines["books"][-2:]
    standing = lines["standings"][3]
    seats = [lines["games"][3]["seats"], standing["seats"]]
    for rows in seats:
        for row in rows:
            row["rated_place"] = 5 - row["place"]
    dumped.rate(lines, lines["books"][:-2])
    lines["books"] += closings
    messages = differences(lines, tmp_path)
    assert any("closing through 2026-01-06: written" in message for message in messages)


@pytest.mark.parametrize("record", ["", "other", "Entry"])
def test_a_line_of_another_record_is_no_entry(
    lines: dumped.Lines, tmp_path: Path, record: str
) -> None:
    """Leaves are of entries and closings: another word would need none."""
    lines["books"][0]["record"] = record
    with pytest.raises(UnreadableDump, match="record: expected entry, closing or terms"):
        differences(lines, tmp_path)
