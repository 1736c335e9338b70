"""Terms 2 of the ratings before an operator: another day afterwards, deviations that are none, rows
by old terms, games with computer players among all games."""

from __future__ import annotations

from base64 import b64encode
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from archive.dumps.services.publish import dump
from archive.log.services.append import append
from audit.history import log_differences
from audit.runner import Audit
from games.models import Account
from ratings.models import RatingChange, RatingTerms
from ratings.services.fold import fold_pending
from ratings.services.rebuild import broken_links
from tests.audit.conftest import Copy, canonical
from tests.audit.test_audit import changer_of, first
from tests.cast import account, finished_log, submit
from tests.tampering import tampering
from tests.worlds.league import ledger, played, players

pytestmark = pytest.mark.django_db

KEY: Final = b64encode(b"a key of an operator, 32 bytes !").decode()
SINCE: Final = date(2026, 1, 3)


@pytest.fixture
def copy(settings: Any, tmp_path: Path) -> Copy:
    """A signed dump with games by both terms, and one with a computer player."""
    settings.TRANSPARENCY_KEY, settings.TRANSPARENCY_ORIGIN = KEY, "example.org/log"
    settings.SECOND_RATING_TERMS_FROM = SINCE
    for name in ("ana", "ben", "robot"):
        account(name)
    arbiter = account("ida", arbiter=True)
    Account.objects.filter(username="robot").update(computer="search-1")
    for day in range(1, 6):
        submit(arbiter, finished_log(seed=day, played=f"2026-01-{day:02}"))
    three = "black=@ana white=@ben gray=@robot"
    submit(arbiter, finished_log(three, "BBBBB", seed=1, played="2026-02-01"))
    fold_pending()
    append()
    dump(tmp_path / "dump")
    return Copy(tmp_path / "dump")


def lies(copy: Copy) -> list[str]:
    return [*map(str, Audit(copy.folder).differences())]


def test_the_dump_of_both_terms_is_right(copy: Copy) -> None:
    assert lies(copy) == []
    by_terms = {("deviation" in row, row["day"] >= "2026-01-03") for row in copy.lines("ledger")}
    assert by_terms == {(False, False), (True, True)}
    assert {row["pool"] for row in copy.lines("ledger")} == {"overall", "2", "computer"}


@pytest.mark.both_databases
def test_the_day_cannot_be_changed_afterwards(settings: Any) -> None:
    settings.SECOND_RATING_TERMS_FROM = date(2026, 1, 5)
    ana, ben = players("ana", "ben")
    played(ana, ben, day=1)
    played(ana, ben, day=6)
    fold_pending()
    before = ledger()
    settings.SECOND_RATING_TERMS_FROM = date(2026, 1, 1)
    played(ana, ben, day=7)
    fold_pending()
    assert before <= ledger()
    assert RatingTerms.objects.get().since == date(2026, 1, 5)
    rows: QuerySet[RatingTerms] = QuerySet(RatingTerms)
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(since=date(2026, 1, 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingTerms.objects.create(terms=2, since=date(2026, 1, 1))


def test_another_day_in_database_and_ledger_is_not_what_the_log_says(
    copy: Copy, tmp_path: Path
) -> None:
    """The ledger fits the new day, and the leaf of the terms does not."""
    with tampering(RatingTerms) as terms:
        terms.update(since=date(2026, 1, 5))
    dump(tmp_path / "again")
    differences = list(log_differences(tmp_path / "again", None, None))
    assert any("terms" in line and "rewritten" in line for line in differences)
    assert any(line.startswith("ledger.") for line in lies(Copy(tmp_path / "again")))


def test_a_day_in_a_dump_moves_the_ledger(copy: Copy) -> None:
    row = first(copy, "books", record="terms")
    copy.change("books", changer_of(row, from_day="2026-01-05"))
    differences = lies(copy)
    assert any("ledger." in line for line in differences)
    assert any("books." in line and "rewritten" in line for line in differences)


def test_terms_that_vanish_from_a_dump_are_missed(copy: Copy) -> None:
    copy.change("books", lambda line: None if line["record"] == "terms" else line)
    differences = lies(copy)
    assert any(line.startswith("terms ") and "no longer has it" in line for line in differences)


def test_terms_in_closed_books_are_named(copy: Copy) -> None:
    row = first(copy, "books", record="terms")
    closing = {
        "record": "closing",
        "id": 1,
        "through": "2026-01-04",
        "at": "2026-01-05T00:00:00.000000Z",
        "changes": 0,
        "digest": "0" * 64,
        "previous": None,
    }
    lines = [closing, row]
    copy.write("books", "".join(f"{canonical(line)}\n" for line in lines).encode())
    assert any("terms 2 from: written 2026-01-03" in line for line in lies(copy))


@pytest.mark.parametrize("field", ["deviation", "deviation_before"])
def test_a_deviation_that_lies_is_named(copy: Copy, field: str) -> None:
    row = first(copy, "ledger", pool="2", day="2026-01-04")
    copy.change("ledger", changer_of(row, **{field: row[field] - 1}))
    assert any(
        line.startswith("ledger.") and f"{row['game']} 2 player {row['player']}" in line
        for line in lies(copy)
    )


def test_a_present_deviation_that_lies_is_named(copy: Copy) -> None:
    row = first(copy, "ratings", pool="computer")
    copy.change("ratings", changer_of(row, deviation=45_000))
    [line] = lies(copy)
    assert line.startswith("ratings.")
    assert "± 45.000" in line


def test_a_row_of_terms_1_after_the_day_is_named(copy: Copy) -> None:
    row = first(copy, "ledger", pool="overall", day="2026-01-04")
    old = {name: row[name] for name in row if not name.startswith("deviation")}
    copy.change("ledger", lambda line: old if line == row else line)
    differences = lies(copy)
    assert any(f"{row['game']} overall player {row['player']}" in line for line in differences)


def test_a_row_of_terms_1_after_the_day_is_found_on_the_site(settings: Any) -> None:
    settings.SECOND_RATING_TERMS_FROM = "start"
    ana, ben = players("ana", "ben")
    played(ana, ben)
    fold_pending()
    with tampering(RatingChange) as changes:
        changes.filter(player=ana, pool="2").update(deviation=None, deviation_before=None)
    assert any("not by the terms of" in line for line in broken_links())


def test_a_game_with_a_computer_player_in_the_main_pool_is_named(copy: Copy) -> None:
    rows = [row for row in copy.lines("ledger") if row["pool"] == "computer"]
    assert len(rows) == 3
    copy.change("ledger", lambda line: {**line, "pool": "overall"} if line in rows else line)
    differences = lies(copy)
    for row in rows:
        assert any(f"{row['game']} computer player {row['player']}" in line for line in differences)
        assert any(f"{row['game']} overall player {row['player']}" in line for line in differences)


def test_a_computer_player_that_is_said_to_be_a_person_is_named(copy: Copy) -> None:
    """Its games would count in the main pool."""
    robot = first(copy, "players", computer="search-1")
    copy.change("players", changer_of(robot, computer=""))
    assert any(line.startswith("ledger.") for line in lies(copy))
