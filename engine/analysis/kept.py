"""An analysis as JSON values, to be stored, and back."""

from __future__ import annotations

from typing import TypedDict

from engine.analysis.choices import Alternative
from engine.analysis.judged import JudgedEntry, LossMark
from engine.analysis.shares import Shares
from engine.analysis.whole import Analysis


class KeptAlternative(TypedDict):
    text: str
    shares: list[float]
    error: float


class KeptEntry(TypedDict):
    """A ``Judged``: the shares before and after it as ``[by seat, error]``."""

    entry: int
    seat: int | None
    text: str
    before: list[list[float]]
    after: list[list[float]]
    loss: float
    sure: bool
    best: list[KeptAlternative]
    mark: str | None
    turning: bool


class KeptAnalysis(TypedDict):
    """An ``Analysis``."""

    method: int
    engine: str
    players: int
    entries: list[KeptEntry]
    luck: list[float]
    lost: list[float]


def analysis_to_json(a: Analysis) -> KeptAnalysis:
    return {
        "method": a.method,
        "engine": a.engine,
        "players": a.players,
        "entries": [judged_to_json(one) for one in a.entries],
        "luck": list(a.luck),
        "lost": list(a.lost),
    }


def analysis_from_json(kept: KeptAnalysis) -> Analysis:
    return Analysis(
        kept["method"],
        kept["engine"],
        kept["players"],
        tuple([judged_from_json(one) for one in kept["entries"]]),
        tuple(kept["luck"]),
        tuple(kept["lost"]),
    )


def judged_to_json(one: JudgedEntry) -> KeptEntry:
    return {
        "entry": one.entry,
        "seat": one.seat,
        "text": one.text,
        "before": [list(values) for values in one.before],
        "after": [list(values) for values in one.after],
        "loss": one.loss,
        "sure": one.sure,
        "best": [
            {"text": other.text, "shares": list(other.shares), "error": other.error}
            for other in one.best
        ],
        "mark": one.mark and one.mark.value,
        "turning": one.turning,
    }


def judged_from_json(kept: KeptEntry) -> JudgedEntry:
    return JudgedEntry(
        kept["entry"],
        kept["seat"],
        kept["text"],
        Shares(*(tuple(values) for values in kept["before"])),
        Shares(*(tuple(values) for values in kept["after"])),
        kept["loss"],
        kept["sure"],
        tuple(
            [
                Alternative(other["text"], tuple(other["shares"]), other["error"])
                for other in kept["best"]
            ]
        ),
        LossMark(kept["mark"]) if kept["mark"] else None,
        kept["turning"],
    )
