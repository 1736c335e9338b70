"""Judges a file and stores nothing: for whoever wants to know before uploading."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from games.limits import DRY_RUN
from games.services.judge import judge
from games.services.split import Piece, split


class DryVerdict(NamedTuple):
    """The verdict on log `number` (from 1) of a file.

    `fields` as ``python -m engine check --json`` gives them; `log` is the canonical text of a
    legal log, else empty.
    """

    number: int
    member: str
    begins: int
    verdict: Literal["ok", "refused", "unreadable"]
    fields: dict[str, Any]
    log: str


def dry_run(raw: bytes, name: str) -> list[DryVerdict]:
    """A verdict for each log in `raw`. Accounts and days are not looked at.

    Raises ``Invalid`` as ``split`` does, with the smaller limits ``DRY_RUN``.
    """
    pieces = split(raw, name, DRY_RUN)
    return [_verdict(number, piece) for number, piece in enumerate(pieces, 1)]


def _verdict(number: int, piece: Piece) -> DryVerdict:
    place = (number, piece.member, piece.begins)
    if piece.error:
        return DryVerdict(*place, "unreadable", {"message": piece.error}, "")
    judged = judge(piece.source, piece.begins)
    if judged.refusal is not None:
        return DryVerdict(*place, "refused", judged.refusal, "")
    if judged.game is None:
        return DryVerdict(*place, "unreadable", {"message": "it could not be judged"}, "")
    return DryVerdict(*place, "ok", judged.fields, judged.log)
