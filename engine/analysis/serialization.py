"""An analysis as JSON values, to be stored, and back."""

from __future__ import annotations

from typing import TypedDict

from engine.analysis.choices import Alternative
from engine.analysis.judged import JudgedEntry, LossMark
from engine.analysis.shares import Shares
from engine.analysis.whole import Analysis


class StoredAlternative(TypedDict):
    text: str
    shares: list[float]
    error: float


class StoredEntry(TypedDict):
    """A ``Judged``: the shares before and after it as ``[by seat, error]``."""

    entry: int
    seat: int | None
    text: str
    before: list[list[float]]
    after: list[list[float]]
    loss: float
    sure: bool
    best: list[StoredAlternative]
    mark: str | None
    turning: bool


class StoredAnalysis(TypedDict):
    """An ``Analysis``."""

    method: int
    engine: str
    players: int
    entries: list[StoredEntry]
    luck: list[float]
    lost: list[float]


def analysis_to_json(a: Analysis) -> StoredAnalysis:
    return {
        "method": a.method,
        "engine": a.engine,
        "players": a.players,
        "entries": [entry_analysis_to_json(entry) for entry in a.entries],
        "luck": list(a.luck),
        "lost": list(a.lost),
    }


def analysis_from_json(stored: StoredAnalysis) -> Analysis:
    return Analysis(
        stored["method"],
        stored["engine"],
        stored["players"],
        tuple([entry_analysis_from_json(entry) for entry in stored["entries"]]),
        tuple(stored["luck"]),
        tuple(stored["lost"]),
    )


def entry_analysis_to_json(analysed: JudgedEntry) -> StoredEntry:
    return {
        "entry": analysed.entry,
        "seat": analysed.seat,
        "text": analysed.text,
        "before": [list(values) for values in analysed.before],
        "after": [list(values) for values in analysed.after],
        "loss": analysed.loss,
        "sure": analysed.sure,
        "best": [
            {"text": other.text, "shares": list(other.shares), "error": other.error}
            for other in analysed.best
        ],
        "mark": analysed.mark and analysed.mark.value,
        "turning": analysed.turning,
    }


def entry_analysis_from_json(stored: StoredEntry) -> JudgedEntry:
    return JudgedEntry(
        stored["entry"],
        stored["seat"],
        stored["text"],
        Shares(*(tuple(values) for values in stored["before"])),
        Shares(*(tuple(values) for values in stored["after"])),
        stored["loss"],
        stored["sure"],
        tuple(
            [
                Alternative(other["text"], tuple(other["shares"]), other["error"])
                for other in stored["best"]
            ]
        ),
        LossMark(stored["mark"]) if stored["mark"] else None,
        stored["turning"],
    )
