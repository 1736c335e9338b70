"""The facts of all games as files for researchers: ``games.parquet``, ``seats.parquet``.

A thousand games are in memory at once. A folder holds the files of one export and ``index.json``,
which says what they are; it is written last, in the place of the one before.
"""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple

from django.conf import settings
from django.utils import timezone

from engine.facts import FACTS, GAME, SEAT, VERSION, Fact
from games.models import Game, GameFacts, Player, Seat, SeatFacts, Standing
from insights.stats.parquet import Column, ColumnType, ParquetWriter, Value, columns
from insights.stats.services.reading import COLUMNS, ratings_before
from web.read_replica import read_on_replica
from web.shared_files import (
    SharedPath,
    folder_names,
    publish_folder,
    publish_text,
    remove_folder,
    shared_folder,
)
from web.shared_storage import in_object_storage

CHUNK: Final = 1000
INDEX: Final = "index.json"
FINISHED: Final = "facts-"
GAMES: Final = "games.parquet"
SEATS: Final = "seats.parquet"
NAMES: Final = (GAMES, SEATS)
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
OF_UNNAMED_SEAT: Final = tuple(
    column._replace(name="person") if column.name == "name" else column for column in OF_SEAT
)


class ResearchFile(NamedTuple):
    """A file of an export, as the index names it."""

    name: str
    rows: int
    bytes: int
    sha256: str


def export(folder: Path, *, named: bool = True) -> list[ResearchFile]:
    """Write both files into `folder`, which is made if it is not there. Without names (not `named`)
    a seat has `person` in their place, a salted digest."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        writers = []
        for name, columns_of_file in table_columns(named=named).items():
            file = stack.enter_context((folder / name).open("wb"))
            about = _about(GAME if name == GAMES else SEAT)
            writers.append(stack.enter_context(ParquetWriter(file, columns_of_file, about)))
        for games, seats in _rows(named=named):
            writers[0].write(games)
            writers[1].write(seats)
    return [
        ResearchFile(name, writer.rows, *file_size_and_digest(folder / name))
        for name, writer in zip(NAMES, writers, strict=True)
    ]


def table_columns(*, named: bool = True) -> dict[str, list[Column]]:
    """The columns of each file."""
    return {
        GAMES: [*OF_GAME, *map(_column, _facts(GAME))],
        SEATS: [*(OF_SEAT if named else OF_UNNAMED_SEAT), *map(_column, _facts(SEAT))],
    }


def publish_research_files() -> list[ResearchFile]:
    """Write them into a new folder below ``settings.RESEARCH_DIR``, and name that in the index; the
    folder before goes with the next export, so that who reads from it comes to the end."""
    disk = Path(settings.RESEARCH_DIR)
    disk.mkdir(parents=True, exist_ok=True)
    home, before = research_folder(), published()
    folder = Path(mkdtemp(prefix=FINISHED, dir=disk))
    files = read_on_replica(lambda: export(folder))
    folder.chmod(0o755)
    if in_object_storage():
        publish_folder(folder, home / folder.name, NAMES[-1])
        for copied in disk.glob(f"{FINISHED}*"):
            shutil.rmtree(copied, ignore_errors=True)
    index = {
        "made_at": timezone.now().isoformat(timespec="seconds"),
        "facts": VERSION,
        "folder": folder.name,
        "files": [file._asdict() for file in files],
    }
    publish_text(home / INDEX, json.dumps(index, indent=1) + "\n")
    current_folders = {folder.name, before.folder if before else ""}
    for name in folder_names(home, FINISHED):
        if name not in current_folders:
            remove_folder(home / name, NAMES[-1])
    return files


class Published(NamedTuple):
    """The newest export."""

    made_at: str
    folder: str
    files: list[ResearchFile]

    def path(self, name: str) -> SharedPath | None:
        """Path of one of its files; ``None``: there is no such file."""
        named = any(file.name == name for file in self.files)
        return research_folder() / self.folder / name if named else None


def research_folder() -> SharedPath:
    """Folder of all exports and of the months."""
    return shared_folder(Path(settings.RESEARCH_DIR), "research")


def published() -> Published | None:
    """The newest export; ``None`` before the first. Raises ``StorageUnavailable``."""
    try:
        document = json.loads((research_folder() / INDEX).read_text("utf-8"))
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


def column_words() -> dict[str, str]:
    """A sentence on each fact, by column: its meaning and its unit."""
    facts = [*_facts(GAME), *_facts(SEAT)]
    return {column_name(fact): f"{_meaning(fact)} ({fact.unit or fact.kind})" for fact in facts}


def _about(subject: str) -> dict[str, str]:
    """The metadata: of each fact unit, what it is and ruling, and of all their version."""
    descriptions = {
        column_name(fact): {
            "kind": fact.kind,
            "unit": fact.unit,
            "is": _meaning(fact),
            "ruling": fact.rule,
        }
        for fact in _facts(subject)
    }
    return {"imhotep.facts": json.dumps(descriptions), "imhotep.version": str(VERSION)}


def _meaning(fact: Fact) -> str:
    return fact.says if fact.what is None else fact.says % {"what": _subject_words(fact)}


def _subject_words(fact: Fact) -> str:
    return str(getattr(fact.what, "word", fact.what)).replace("_", " ")


Rows = tuple[list[list[Value]], list[list[Value]]]


def _rows(*, named: bool) -> Iterator[Rows]:
    """Games and seats, in pieces, by id."""
    after = ""
    games = Game.objects.exclude(standing__in=LEFT_OUT).filter(facts_version=VERSION)
    fields = (
        *("pk", "played_on", "standing", "played_here", "edition", "profile", "players"),
        *(*COLUMNS, "modules", "entries", "strength"),
    )
    while rows := list(games.filter(pk__gt=after).order_by("pk").values_list(*fields)[:CHUNK]):
        after = rows[-1][0]
        yield _piece(rows, named=named)


def _piece(rows: Sequence[Sequence[Value]], *, named: bool) -> Rows:
    ids = [str(row[0]) for row in rows]
    of_games = dict(GameFacts.objects.filter(pk__in=ids).values_list("pk", "values"))
    of_seats: dict[str, dict[int, list[int | None]]] = defaultdict(dict)
    fact_rows = SeatFacts.objects.filter(game__in=ids).values_list("game_id", "number", "values")
    for pk, number, values in fact_rows:
        of_seats[pk][number] = values
    games = [
        [*row[:MODULES], str(row[MODULES]).strip(), *row[MODULES + 1 :], *_values(values, GAME)]
        for row in rows
        if (values := of_games.get(str(row[0])))
    ]
    return games, list(_seats([str(game[0]) for game in games], of_seats, named=named))


MODULES: Final = [column.name for column in OF_GAME].index("modules")


def _seats(
    ids: Sequence[str], facts: dict[str, dict[int, list[int | None]]], *, named: bool
) -> Iterator[list[Value]]:
    before = ratings_before(ids)
    fields = ("game_id", "number", "colour", "player_id", "name", "rated_place", "replaced_at")
    seats = Seat.objects.filter(game__in=ids).order_by("game_id", "number")
    people = {} if named else _people(ids)
    for pk, number, colour, player, name, place, replaced in seats.values_list(*fields):
        if number in facts[pk]:
            rating = before.get((pk, player))
            points = rating // 1000 if rating is not None else None
            label = name if named else people.get(player, "")
            seat: list[Value] = [pk, number + 1, colour, player, label, place]
            yield [*seat, replaced is not None, points, *_values(facts[pk][number], SEAT)]


def _people(ids: Sequence[str]) -> dict[int, str]:
    """By player SHA-256 of salt, colon and handle or name, in hexadecimal; of those without a salt
    nothing: their account is closed, or their name hidden."""
    players = Player.objects.filter(seats__game__in=ids).exclude(salt="").distinct()
    return {
        pk: sha256(f"{salt}:{name}".encode()).hexdigest()
        for pk, salt, name in players.values_list("pk", "salt", "name")
    }


def _values(values: Sequence[int | None], subject: str) -> list[Value]:
    return [values[number] if number < len(values) else None for number in _numbers(subject)]


def file_size_and_digest(path: Path) -> tuple[int, str]:
    """Size in bytes, and SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return path.stat().st_size, file_digest(file, "sha256").hexdigest()
