"""Rows of ``games.parquet`` and ``seats.parquet`` that follow from a game's line and its facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import sha256
from typing import Final, NamedTuple

from audit import fields
from audit.fields import Line
from audit.parquet import Value
from engine import Game
from engine.facts import FACTS, GAME, SEAT, FactValue, facts_of
from engine.facts.fact import Of
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


def fact_columns(of: Of) -> list[str]:
    """Names of facts, in the order of columns."""
    facts = sorted((fact.number, fact.name) for fact in FACTS.values() if fact.of == of)
    return [name for _number, name in facts]


def column_names(of: Of) -> list[str]:
    fixed = OF_GAME if of == GAME else OF_SEAT
    return [*fixed, *(name.replace("-", "_") for name in fact_columns(of))]


def row_digest(row: Iterable[Value]) -> bytes:
    return sha256(repr([_plain(value) for value in row]).encode("utf-8", "replace")).digest()


def row_digests(line: Line, game: Game) -> RowDigests:
    """Raises ``WrongField``."""
    facts = facts_of(game)
    seats = fields.objects_field(line, "seats")
    pk = fields.text_field(line, "id")
    of_game: list[Value] = [
        pk,
        date.fromisoformat(fields.day_field(line, "played_on")),
        *(fields.text_field(line, "standing"), fields.flag_field(line, "played_here")),
        *(fields.text_field(line, "edition"), fields.text_field(line, "profile")),
        len(seats),
        *fields.text_field(line, "sites"),
        " ".join(map(str, line["modules"] if isinstance(line.get("modules"), list) else ())),
        fields.number_field(line, "entries"),
    ]
    digests = [row_digest([*of_game, *_facts(GAME, facts.game)])]
    for number, (seat, found) in enumerate(zip(seats, facts.seats, strict=False), start=1):
        of_seat: list[Value] = [
            *(pk, number, fields.text_field(seat, "colour")),
            *(fields.number_or_none(seat, "player"), fields.text_field(seat, "name")),
            fields.number_field(seat, "rated_place"),
            seat.get("replaced_at") is not None,
        ]
        digests.append(row_digest([*of_seat, *_facts(SEAT, found)]))
    return RowDigests(pk, digests, [fields.number_or_none(seat, "player") for seat in seats])


# --- inside -------------------------------------------------------------------


def _facts(of: Of, found: dict[str, FactValue]) -> Sequence[Value]:
    return [
        bool(found[name].value)
        if FACTS[name].kind == "yes" and found[name].value is not None
        else found[name].value
        for name in fact_columns(of)
    ]


def _plain(value: Value) -> object:
    return value.isoformat() if isinstance(value, date) else value
