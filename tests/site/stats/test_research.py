"""The files for researchers: DuckDB reads them, and answers as the page prints."""

import hashlib
import re
from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path

import duckdb
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from engine.facts import FACTS, SEAT
from games.example.league import fill_league
from games.models import Game, Seat, SeatFacts
from insights.stats.parquet import Column, ColumnType, ParquetWriter
from insights.stats.services import research
from insights.stats.services.research import (
    INDEX,
    NAMES,
    column_name,
    publish_research_files,
    published,
)
from ratings.services.fold import fold_pending

PAGE = Path(settings.BASE_DIR) / "docs" / "research.md"
QUESTION = re.compile(r"```sql\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


def run_query(folder: Path, question: str) -> list[tuple[object, ...]]:
    """What DuckDB answers in `folder`."""
    return list(answered(folder, question)[1])


def answered(folder: Path, question: str) -> tuple[list[str], list[tuple[object, ...]]]:
    with duckdb.connect() as database:
        database.execute(f"SET file_search_path = '{folder}'")
        cursor = database.execute(question)
        return [str(column[0]) for column in cursor.description or ()], cursor.fetchall()


def printed(names: list[str], rows: list[tuple[object, ...]]) -> str:
    lines = [names, *([str(cell) for cell in row] for row in rows)]
    wide = [max(len(line[column]) for line in lines) for column in range(len(names))]
    padded = [[cell.ljust(width) for cell, width in zip(line, wide, strict=True)] for line in lines]
    return "".join(" | ".join(line).rstrip() + "\n" for line in padded)


COLUMNS = (
    Column("text", ColumnType.TEXT),
    Column("number", ColumnType.NUMBER, missing=True),
    Column("long", ColumnType.LONG, missing=True),
    Column("yes", ColumnType.YES, missing=True),
    Column("day", ColumnType.DAY),
)
ROWS = [
    (
        f"ß{number}" * (number % 3),
        None if number % 3 == 0 else -number,
        None if number < 50 else number << 33,
        None if number % 7 == 0 else number % 2 == 0,
        date.fromordinal(719_000 + 31 * number),
    )
    for number in range(100)
]


@pytest.mark.parametrize("groups", [(), (0,), (1,), (8, 9), (100,), (49, 51)])
def test_duckdb_reads_what_was_written(tmp_path: Path, groups: tuple[int, ...]):
    file, begin = BytesIO(), 0
    with ParquetWriter(file, COLUMNS, {"about": "ü"}) as writer:
        for size in groups:
            writer.write(ROWS[begin : begin + size])
            begin += size
    assert writer.rows == begin
    (tmp_path / "some.parquet").write_bytes(file.getvalue())
    assert run_query(tmp_path, "SELECT * FROM 'some.parquet'") == ROWS[:begin]
    about = "SELECT decode(key), decode(value) FROM parquet_kv_metadata('some.parquet')"
    assert run_query(tmp_path, about) == [("about", "ü")]


def test_a_value_that_must_be_there_is_asked_for():
    with pytest.raises(ValueError, match="day"), ParquetWriter(BytesIO(), COLUMNS, {}) as writer:
        writer.write([("", None, None, None, None)])


def forty() -> None:
    fill_league(40, today=date(2026, 3, 1))
    fold_pending()


@pytest.fixture(scope="module")
def stored_dump(keep: Callable[[Callable[[], None]], None]) -> None:
    """The example league of forty games, for all tests below."""
    keep(forty)


@pytest.fixture
def folder(stored_dump: None, db: None, tmp_path: Path) -> Path:
    call_command("export_facts", str(tmp_path))
    return tmp_path


def test_the_questions_are_answered_as_printed(folder: Path):
    questions = QUESTION.findall(PAGE.read_text("utf-8"))
    assert len(questions) >= 6
    for question, answer in questions:
        assert printed(*answered(folder, question)) == answer, question


def test_every_fact_of_every_seat_is_there(folder: Path):
    left_out = Game.objects.filter(standing="void")
    assert left_out.exists()
    names = [column_name(fact) for fact in FACTS.values() if fact.of == SEAT]
    numbers = [fact.number for fact in FACTS.values() if fact.of == SEAT]
    rows = run_query(folder, f"SELECT game, seat, {', '.join(names)} FROM 'seats.parquet'")
    seat_factses = SeatFacts.objects.exclude(game__in=left_out).values_list(
        "game", "number", "values"
    )
    assert sorted(rows, key=lambda row: row[:2]) == [
        (game, seat + 1, *(values[number] for number in numbers))
        for game, seat, values in sorted(seat_factses)
    ]


def test_what_is_said_of_people_is_what_the_site_shows(folder: Path):
    columns = "game, seat - 1, player, name, rated_place"
    rows = run_query(folder, f"SELECT {columns} FROM 'seats.parquet' ORDER BY game, seat")
    seats = Seat.objects.exclude(game__standing="void").order_by("game", "number")
    wanted = seats.values_list("game", "number", "player", "name", "rated_place")
    assert rows == list(wanted)
    games = run_query(
        folder, "SELECT game, standing, mean_rating FROM 'games.parquet' ORDER BY game"
    )
    public = Game.objects.exclude(standing="void").order_by("pk")
    assert games == list(public.values_list("pk", "standing", "strength"))


def test_the_newest_files_can_be_had_and_are_what_the_index_says(
    stored_dump: None, db: None, tmp_path: Path, settings
):
    settings.RESEARCH_DIR = tmp_path
    client = Client()
    assert "no files yet" in client.get("/stats/files/").content.decode()
    assert client.get("/stats/files/games.parquet").status_code == 404
    publish_research_files()
    first = published()
    publish_research_files()
    publish_research_files()
    newest = published()
    assert first is not None
    assert newest is not None
    assert not (tmp_path / first.folder).exists()
    assert len(list(tmp_path.glob("facts-*"))) == 2
    index = client.get(f"/stats/files/{INDEX}").json()
    assert [file["name"] for file in index["files"]] == list(NAMES)
    assert "folder" not in index
    for file in index["files"]:
        body = b"".join(client.get(f"/stats/files/{file['name']}"))  # type: ignore[arg-type]
        assert (len(body), hashlib.sha256(body).hexdigest()) == (file["bytes"], file["sha256"])
    page = client.get("/stats/files/").content.decode()
    assert index["files"][0]["sha256"] in page
    assert "Which seat wins?" in page


def test_worked_questions_have_a_query_and_a_table_and_no_markup_is_left(db: None):
    page = Client().get("/stats/files/").content.decode()
    text = (Path(__file__).parents[3] / "docs" / "research.md").read_text("utf-8")
    assert page.count('<details class="worked"') == text.count("```sql") > 4
    assert "won_percent</th>" in page
    assert "```" not in page


def test_a_broken_export_leaves_the_one_before(
    stored_dump: None, db: None, tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch
):
    settings.RESEARCH_DIR = tmp_path
    publish_research_files()
    before = published()

    def breaks(_ids: object, _facts: object, *, named: bool) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(research, "_seats", breaks)
    with pytest.raises(OSError, match="full"):
        publish_research_files()
    assert published() == before
    assert before is not None
    path = before.path("games.parquet")
    assert path is not None
    assert path.read_bytes()[-4:] == b"PAR1"
