"""The one path by which a log is judged: an upload, a dry run, a second verification.

Nothing here reads or writes the database.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date, timedelta
from time import perf_counter_ns
from typing import Final, NamedTuple, TypeVar, cast

import engine
from engine import EngineError, Entry, Game, Header, ResultMismatch, read_log
from engine.files import in_file
from engine.log import LOG_BYTE_LIMIT
from engine.verdict import Accepted, Refused, accepted_fields, refused_fields
from games.facts.fact_rows import FactRow, fact_row
from games.judging.similarity import marks_of

logger = logging.getLogger(__name__)

T = TypeVar("T")


class JudgedLog(NamedTuple):
    """The verdict on a log.

    Of a legal one its `header`, its canonical `entries`, the fields of it (`accepted`), the
    canonical `log`, the `identity` (``engine.identity``), the `marks`
    (``games.judging.similarity``) and the
    `facts`; else `refusal`, located by the line of the file. `crash`: the engine failed, which says
    nothing about the log. `duration` in microseconds.

    The last position and the events are let go: a batch of games that keeps them is a heap through
    which Python's collector goes again and again.
    """

    header: Header | None = None
    entries: tuple[Entry, ...] = ()
    accepted: Accepted | None = None
    log: str = ""
    refusal: Refused | None = None
    crash: str = ""
    duration: int = 0
    identity: str = ""
    marks: tuple[int, ...] = ()
    facts: FactRow | None = None
    without_result: JudgedLog | None = None
    """Of a log that is refused for the result it claims alone: the verdict without that claim."""

    @property
    def fields(self) -> Accepted:
        """The fields of a log that is legal for the engine."""
        assert self.accepted is not None
        return self.accepted

    def refused(self, refusal: Refused) -> JudgedLog:
        """Legal for the engine, and refused all the same."""
        return self._replace(header=None, entries=(), refusal=refusal)


def judge_log(source: bytes, begins: int = 1) -> JudgedLog:
    """The verdict on `source`, which begins at line `begins` of its file. Never raises."""
    began = perf_counter_ns()
    try:
        verdict = _judge(source, begins)
    except Exception as error:
        logger.exception("the engine failed")
        verdict = JudgedLog(crash=f"{type(error).__name__}: {error}"[:500])
    return verdict._replace(duration=(perf_counter_ns() - began) // 1000)


def _judge(source: bytes, begins: int) -> JudgedLog:
    try:
        log = read_log(source)
        game = engine.verify(log, keep_events=True)
    except EngineError as error:
        refusal = JudgedLog(refusal=storable(refused_fields(in_file(error, begins))))
        if not isinstance(error, ResultMismatch):
            return refusal
        unclaimed = replace(log, header=replace(log.header, result=None))
        return refusal._replace(without_result=_legal(engine.verify(unclaimed, keep_events=True)))
    return _legal(game)


def _legal(game: Game) -> JudgedLog:
    texts = game.texts
    fields = accepted_fields(game, texts)
    marks = tuple(marks_of(texts.numbered.splitlines()))
    return JudgedLog(
        game.log.header,
        game.entries,
        fields,
        texts.log,
        identity=texts.identity,
        marks=marks,
        facts=fact_row(game),
    )


FIRST_DAY: Final = date(2016, 1, 1)
"""The game came out in this year."""


def wrong_day(header: Header, source: bytes, begins: int, today: date) -> Refused | None:
    """The refusal of a day before the game came out, or in the future. Tomorrow is today
    somewhere."""
    played = header.played
    if played is None or FIRST_DAY <= played <= today + timedelta(days=1):
        return None
    reason = "is in the future" if played > today else f"is before {FIRST_DAY.year}"
    return located("date", f"played: {played} {reason}", source, begins, "played")


def located(kind: str, message: str, source: bytes, begins: int, field: str) -> Refused:
    """A refusal for what a field of the header says."""
    line = field_line(source, field)
    return {"kind": kind, "message": storable(message), "line": line and line + begins - 1}


def field_line(source: bytes, field: str) -> int:
    """The line of a header field in the text of a log, from 1; 0 in JSON."""
    for number, line in enumerate(source[:LOG_BYTE_LIMIT].splitlines(), 1):
        if line.strip().startswith(f"{field}:".encode()):
            return number
    return 0


def storable(value: T) -> T:
    """`value`, of which JSON can be made, without the characters that a database does not take."""
    return cast(T, _storable(value))


def _storable(value: object) -> object:
    if isinstance(value, str):
        return value.replace("\0", "�").encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {key: _storable(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_storable(member) for member in value]
    return value
