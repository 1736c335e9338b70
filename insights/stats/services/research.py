"""The facts of all games as files for researchers: ``games.parquet``, ``seats.parquet``.

A thousand games are in memory at once. A folder holds the files of one export and ``index.json``,
which says what they are; it is written last, in the place of the one before.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from hashlib import file_digest
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple

from django.conf import settings
from django.utils import timezone

from engine.facts import FACTS, GAME, SEAT, VERSION, Fact
from games.models import Game, GameFacts, Seat, SeatFacts, Standing
from insights.stats.parquet import Column, ColumnType, ParquetWriter, Value, columns
from insights.stats.services.reading import COLUMNS, ratings_before

CHUNK: Final = 1000
INDEX: Final = "index.json"
NAMES: Final = ("games.parquet", "seats.parquet")
LEFT_OUT: Final = (Standing.VOID, Standing.REFUTED)

OF_GAME: Final = (
    Column("game", ColumnType.TEXT),
    Column("played_on", ColumnType.DAY),
    Column("standing", ColumnType.TEXT),
    Column("played_here", ColumnType.YES),
    *columns(ColumnType.TEXT, "edition", "profile"),
    Column("players", ColumnType.NUMBER),
    *columns(ColumnType.TEXT, *(f"{name}_side" for name in COLUMNS), "modules"),
    Column("entries", ColumnType.NUMBER),
    Column("mean_rating", ColumnType.NUMBER, missing=True),
)
OF_SEAT: Final = (
    Column("game", ColumnType.TEXT),
    Column("seat", ColumnType.NUMBER),
    Column("colour", ColumnType.TEXT),
    Column("player", ColumnType.LONG, missing=True),
    Column("name", ColumnType.TEXT),
    Column("rated_place", ColumnType.NUMBER),
    Column("replaced", ColumnType.YES),
    Column("rating_before", ColumnType.NUMBER, missing=True),
)


class ResearchFile(NamedTuple):
    """A file of an export, as the index names it."""

    name: str
    rows: int
    bytes: int
    sha256: str


def export(folder: Path) -> list[ResearchFile]:
    """Write both files into `folder`, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        writers = []
        for name, subject, fixed in zip(NAMES, (GAME, SEAT), (OF_GAME, OF_SEAT), strict=True):
            file = stack.enter_context((folder / name).open("wb"))
            every = [*fixed, *map(_column, _facts(subject))]
            writers.append(stack.enter_context(ParquetWriter(file, every, _about(subject))))
        for games, seats in _rows():
            writers[0].write(games)
            writers[1].write(seats)
    return [
        ResearchFile(name, writer.rows, *_digest(folder / name))
        for name, writer in zip(NAMES, writers, strict=True)
    ]


def publish_research_files() -> list[ResearchFile]:
    """Write them into a new folder below ``settings.RESEARCH_DIR``, and name that in the index; the
    folder before goes with the next export, so that who reads from it comes to the end."""
    home = Path(settings.RESEARCH_DIR)
    home.mkdir(parents=True, exist_ok=True)
    before = published()
    folder = Path(mkdtemp(prefix="facts-", dir=home))
    files = export(folder)
    folder.chmod(0o755)
    index = {
        "made_at": timezone.now().isoformat(timespec="seconds"),
        "facts": VERSION,
        "folder": folder.name,
        "files": [file._asdict() for file in files],
    }
    index_file = folder / INDEX
    index_file.write_text(json.dumps(index, indent=1) + "\n", "utf-8")
    os.replace(index_file, home / INDEX)
    current_folders = {folder.name, before.folder if before else ""}
    for old in home.glob("facts-*"):
        if old.name not in current_folders:
            shutil.rmtree(old, ignore_errors=True)
    return files


class Published(NamedTuple):
    """The newest export."""

    made_at: str
    folder: str
    files: list[ResearchFile]

    def path(self, name: str) -> Path | None:
        """Path of one of its files; ``None``: there is no such file."""
        named = any(file.name == name for file in self.files)
        return Path(settings.RESEARCH_DIR) / self.folder / name if named else None


def published() -> Published | None:
    """The newest export; ``None`` before the first."""
    try:
        document = json.loads((Path(settings.RESEARCH_DIR) / INDEX).read_text("utf-8"))
        files = [ResearchFile(**file) for file in document["files"]]
        return Published(document["made_at"], document["folder"], files)
    except (OSError, ValueError, KeyError, TypeError):
        return None


# --- inside -------------------------------------------------------------------


@cache
def _facts(subject: str) -> list[Fact]:
    return sorted(
        (fact for fact in FACTS.values() if fact.of == subject), key=lambda fact: fact.number
    )


def _column(fact: Fact) -> Column:
    kind = ColumnType.YES if fact.kind == "yes" else ColumnType.NUMBER
    return Column(column_name(fact), kind, missing=True)


@cache
def _numbers(subject: str) -> tuple[int, ...]:
    return tuple(fact.number for fact in _facts(subject))


def column_name(fact: Fact) -> str:
    """The column of a fact: its name, with ``_`` for ``-``."""
    return fact.name.replace("-", "_")


def _about(subject: str) -> dict[str, str]:
    """The metadata: of each fact unit, what it is and ruling, and of all their version."""
    descriptions = {
        column_name(fact): {
            "kind": fact.kind,
            "unit": fact.unit,
            "is": fact.says if fact.what is None else fact.says % {"what": _subject_words(fact)},
            "ruling": fact.rule,
        }
        for fact in _facts(subject)
    }
    return {"imhotep.facts": json.dumps(descriptions), "imhotep.version": str(VERSION)}


def _subject_words(fact: Fact) -> str:
    return str(getattr(fact.what, "word", fact.what)).replace("_", " ")


Rows = tuple[list[list[Value]], list[list[Value]]]


def _rows() -> Iterator[Rows]:
    """Games and seats, in pieces, by id."""
    after = ""
    games = Game.objects.exclude(standing__in=LEFT_OUT).filter(facts_version=VERSION)
    fields = (
        *("pk", "played_on", "standing", "played_here", "edition", "profile", "players"),
        *(*COLUMNS, "modules", "entries", "strength"),
    )
    while rows := list(games.filter(pk__gt=after).order_by("pk").values_list(*fields)[:CHUNK]):
        after = rows[-1][0]
        yield _piece(rows)


def _piece(rows: Sequence[Sequence[Value]]) -> Rows:
    ids = [str(row[0]) for row in rows]
    of_games = dict(GameFacts.objects.filter(pk__in=ids).values_list("pk", "values"))
    of_seats: dict[str, dict[int, list[int | None]]] = defaultdict(dict)
    fact_rows = SeatFacts.objects.filter(game__in=ids).values_list("game_id", "number", "values")
    for pk, number, values in fact_rows:
        of_seats[pk][number] = values
    games = [
        [*row[:MODULES], str(row[MODULES]).strip(), *row[MODULES + 1 :], *_values(values, GAME)]
        for row in rows
        if (values := of_games.get(str(row[0]))) is not None
    ]
    return games, list(_seats([str(game[0]) for game in games], of_seats))


MODULES: Final = [column.name for column in OF_GAME].index("modules")


def _seats(
    ids: Sequence[str], facts: dict[str, dict[int, list[int | None]]]
) -> Iterator[list[Value]]:
    before = ratings_before(ids)
    fields = ("game_id", "number", "colour", "player_id", "name", "rated_place", "replaced_at")
    seats = Seat.objects.filter(game__in=ids).order_by("game_id", "number")
    for pk, number, colour, player, name, place, replaced in seats.values_list(*fields):
        if number in facts[pk]:
            rating = before.get((pk, player))
            points = rating // 1000 if rating is not None else None
            seat: list[Value] = [pk, number + 1, colour, player, name, place]
            yield [*seat, replaced is not None, points, *_values(facts[pk][number], SEAT)]


def _values(values: Sequence[int | None], subject: str) -> list[Value]:
    return [values[number] if number < len(values) else None for number in _numbers(subject)]


def _digest(path: Path) -> tuple[int, str]:
    with path.open("rb") as file:
        return path.stat().st_size, file_digest(file, "sha256").hexdigest()
