"""Rows of ``games.parquet`` and ``seats.parquet`` that follow from a game's line and its facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import sha256
from typing import Final, NamedTuple

from audit import fields
from audit.fields import Line
from audit.parquet import Cell
from engine import Game
from engine.facts import FACTS, GAME, SEAT, FactValue, facts_of
from engine.vocabulary import Site

OF_GAME: Final = (
    *("game", "played_on", "standing", "played_here", "edition", "profile", "players"),
    *(f"{site.word}_side" for site in Site),
    *("modules", "entries"),
)
OF_SEAT: Final = (*("game", "seat", "colour", "player", "name", "rated_place", "replaced"),)
"""Columns before those of facts, without the ratings."""
RATINGS: Final = ("mean_rating", "rating_before")
"""Columns that follow from the ledger."""


class RowDigests(NamedTuple):
    """Digests of the rows of a game and of its seats, in turn order, without ratings; `players`: of
    the seats. Without digests: this engine refuses or another one judged it (a pinned game)."""

    game: str
    digests: list[bytes]
    players: list[int | None]


def fact_columns(subject: str) -> list[str]:
    """Names of facts, in the order of columns."""
    facts = sorted((fact.number, fact.name) for fact in FACTS.values() if fact.of == subject)
    return [name for _number, name in facts]


def column_names(subject: str) -> list[str]:
    fixed = OF_GAME if subject == GAME else OF_SEAT
    return [*fixed, *(name.replace("-", "_") for name in fact_columns(subject))]


def row_digest(row: Iterable[Cell]) -> bytes:
    return sha256(repr([_plain(cell) for cell in row]).encode("utf-8", "replace")).digest()


def row_digests(line: Line, game: Game) -> RowDigests:
    """Raises ``WrongField``."""
    facts = facts_of(game)
    seats = fields.objects_field(line, "seats")
    pk = fields.text_field(line, "id")
    modules = line.get("modules")
    of_game: list[Cell] = [
        pk,
        date.fromisoformat(fields.day_field(line, "played_on")),
        *(fields.text_field(line, "standing"), fields.flag_field(line, "played_here")),
        *(fields.text_field(line, "edition"), fields.text_field(line, "profile")),
        len(seats),
        *fields.text_field(line, "sites"),
        " ".join(map(str, modules)) if isinstance(modules, list) else "",
        fields.number_field(line, "entries"),
    ]
    digests = [row_digest([*of_game, *_facts(GAME, facts.game)])]
    for number, (seat, seat_facts) in enumerate(zip(seats, facts.seats, strict=False), start=1):
        of_seat: list[Cell] = [
            *(pk, number, fields.text_field(seat, "colour")),
            *(fields.number_or_none(seat, "player"), fields.text_field(seat, "name")),
            fields.number_field(seat, "rated_place"),
            seat.get("replaced_at") is not None,
        ]
        digests.append(row_digest([*of_seat, *_facts(SEAT, seat_facts)]))
    return RowDigests(pk, digests, [fields.number_or_none(seat, "player") for seat in seats])


# --- inside -------------------------------------------------------------------


def _facts(subject: str, facts: dict[str, FactValue]) -> Sequence[Cell]:
    return [
        bool(facts[name].value)
        if FACTS[name].kind == "yes" and facts[name].value is not None
        else facts[name].value
        for name in fact_columns(subject)
    ]


def _plain(cell: Cell) -> object:
    return cell.isoformat() if isinstance(cell, date) else cell
