"""The fields of a dump's lines are those that ``docs/dump.md`` describes, with their types."""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from django.utils import timezone

from archive.dumps.field_types import LineField
from archive.dumps.line_fields import BOTS, CLUB, LINE_FIELDS, TERMS_2
from archive.dumps.services.contents import FILES
from archive.dumps.services.publish import dump
from archive.releases.models import Decision, Impact, Pin, Release
from engine.build import engine_version
from events.models import ClubWord
from games.models import Account, Edition, Game
from ratings.models import Closing, Entry, Fold
from ratings.services.fold import fold_pending
from tables.models import Phase, Table
from tests.cast import finished_log, submit
from tests.worlds.clubs import club_of
from tests.worlds.dumped_events import evening_with_everything
from tests.worlds.dumped_league import small_league
from tests.worlds.duplicates import bound
from tests.worlds.seasons import league_with_seasons
from tests.worlds.tables import dealt, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PATTERNS: Final = {
    "day": re.compile(r"\d{4}-\d\d-\d\d"),
    "moment": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"),
}
PYTHON: Final = {"text": str, "number": int, "flag": bool, "list": list, "object": dict}

Lines = dict[str, list[dict[str, object]]]


@pytest.fixture
def lines(tmp_path: Path, settings: Any) -> Lines:
    """Lines of a dump with something of everything."""
    people = small_league(3)
    fold_pending()
    settings.SECOND_RATING_TERMS_FROM = date(2026, 2, 20)
    tables = [dealt([people["ana"], people["ben"]], shares=True) for _ in range(2)]
    play_out(tables[0].pk)
    Table.objects.filter(pk=tables[1].pk).update(phase=Phase.CANCELLED, ended_at=timezone.now())
    submit(people["ida"], finished_log(seed=42, played="2026-03-02"))
    submit(people["ana"], finished_log("black=@ana white=Zoe", seed=41, played="2026-03-01"))
    Edition.objects.create(
        name="here-1", base="2016", toml="", sha256="0" * 64, reason="a box", made_by=people["mo"]
    )
    fold_pending()
    write_books()
    vouch_by_club(people["ana"])
    bound("eva", "fay", "gus", "hal")
    pin_game(people["mo"])
    evening_with_everything()
    league_with_seasons()
    dump(tmp_path / "dump")
    return {
        name: [
            json.loads(line)
            for line in gzip.open(tmp_path / "dump" / f"{name}.ndjson.gz").read().splitlines()
        ]
        for name in FILES
    }


def write_books() -> None:
    """An entry and two closings."""
    fold, game = Fold.objects.order_by("pk")[0], Game.objects.order_by("pk")[0]
    Entry.objects.create(
        game=game,
        nth=1,
        kind="reversal",
        day="2026-04-01",
        at=timezone.now(),
        cause="void",
        reverses=0,
        seats=[[1, 1]],
        added_by=fold,
    )
    first = Closing.objects.create(through="2025-01-01", changes=0, digest="0" * 64)
    Closing.objects.create(through="2025-02-01", changes=0, digest="1" * 64, previous=first)


def vouch_by_club(arbiter: Account) -> None:
    """The word of an arbiter of a club for a game."""
    game = Game.objects.order_by("pk")[0]
    word = {"game": game, "club": club_of(arbiter), "account": arbiter, "seating": game.seating}
    ClubWord(fingerprint=game.fingerprint, **word).save()


def pin_game(moderator: Account) -> None:
    release = Release.objects.create(build="0.1.0+0123456789ab", sources={"a": "b"}, numbers={})
    impact = Impact.objects.create(
        release=release, by=moderator, state="done", expected=1, chosen=["a"]
    )
    decision = Decision.objects.create(
        impact=impact, what="pin", by=moderator, reason="as it was", done_at=timezone.now()
    )
    game = Game.objects.order_by("pk")[0]
    Pin.objects.create(game=game, engine=engine_version(), decision=decision)


def differences(name: str, line: dict[str, object]) -> Iterator[str]:
    """Fields of a line that are not fields_by_name, or missing, or of another type."""
    fields = [field for field in LINE_FIELDS[name] if in_line(field, line)]
    fields_by_name = {field.name: field for field in fields}
    nested = defaultdict(set)
    for path in fields_by_name:
        parent, separator, child = path.partition(".")
        if separator:
            nested[parent.removesuffix("[]")].add(child)
    yield from field_differences(
        name, set(line), {path for path in fields_by_name if "." not in path}
    )
    for path, content in line.items():
        if field := fields_by_name.get(path):
            yield from type_differences(f"{name}.{path}", content, field.type)
        if path in nested:
            list_path = f"{path}[]" if isinstance(content, list) else path
            for part in content if isinstance(content, list) else [content]:
                if not isinstance(part, dict):
                    continue
                yield from field_differences(f"{name}.{list_path}", set(part), nested[path])
                for child in part.keys() & nested[path]:
                    kind = fields_by_name[f"{list_path}.{child}"].type
                    yield from type_differences(f"{name}.{list_path}.{child}", part[child], kind)


def in_line(field: LineField, line: dict[str, object]) -> bool:
    if field.name == "seats[].resigned_at":
        seats = line["seats"]
        assert isinstance(seats, list)
        return any("resigned_at" in seat for seat in seats)
    if field.when == TERMS_2:
        return "deviation" in line
    if field.when == BOTS:
        return "bot_since" in line
    if field.when == CLUB:
        return "club_arbiter" in line
    return not field.when or f"`{line['record']}`" in field.when


def field_differences(place: str, names: set[str], fields_by_name: set[str]) -> Iterator[str]:
    yield from (f"{place}: {name} is not described" for name in names - fields_by_name)
    yield from (f"{place}: {name} is missing" for name in fields_by_name - names)


def type_differences(place: str, content: object, kind: str) -> Iterator[str]:
    kind, _, null = kind.partition("|")
    if content is None and null:
        return
    if pattern := PATTERNS.get(kind):
        if not isinstance(content, str) or not pattern.fullmatch(content):
            yield f"{place}: {content!r} is no {kind}"
    elif type(content) is not PYTHON[kind]:
        yield f"{place}: {content!r} is no {kind}"


def test_every_field_of_a_line_is_described(lines: Lines) -> None:
    assert set(LINE_FIELDS) == set(FILES)
    for name, rows in lines.items():
        assert rows, name
        assert {difference for line in rows for difference in differences(name, line)} == set()
    assert {line["record"] for line in lines["deals"]} == {
        *("deal", "broken-off", "shared-deal", "bound-deal")
    }
    assert {line["record"] for line in lines["books"]} == {"entry", "closing", "terms"}


def test_a_new_field_is_a_difference(lines: Lines) -> None:
    line = lines["games"][0]
    assert list(differences("games", line | {"weather": "dry"})) == [
        "games: weather is not described"
    ]
    assert list(differences("games", line | {"entries": "7"})) == [
        "games.entries: '7' is no number"
    ]
    del line["standing"]
    assert list(differences("games", line)) == ["games: standing is missing"]
