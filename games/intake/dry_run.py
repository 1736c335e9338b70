"""Judges logs and stores nothing: for people who want to know before they upload."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.editions import is_wrong_edition, wrong_edition_refusal
from games.intake.split import LogPiece, amount, split
from games.judging.judge import judge_log
from games.limits import DRY_RUN, DRY_RUN_SECONDS
from web.errors import TooLarge

UNJUDGED: Final = gettext_noop(
    "this log was not checked, because the logs before it took too long: check it by itself"
)


class DryVerdict(NamedTuple):
    """The verdict on log `number` (from 1) of a file.

    `fields` as ``python -m engine check --json`` gives them; `log` is the canonical text of a
    legal log, else empty.
    """

    number: int
    member: str
    begins: int
    verdict: Literal["ok", "refused", "unreadable"]
    fields: Mapping[str, Any]
    log: str


class TooMuch(TooLarge):
    """The files of one request are too much together: none of them is judged."""


class DryRun:
    """One request: its files share the limits ``DRY_RUN``, and ``DRY_RUN_SECONDS`` of a
    processor."""

    def __init__(self) -> None:
        self.logs = 0
        self._received = self._unpacked = self._files = 0
        self._ends = 0.0

    def split_file(self, raw: bytes, name: str) -> list[LogPiece]:
        """The logs of a file. Raises ``Invalid`` as ``split`` does, and ``TooMuch``."""
        self._files += 1
        self._received += len(raw)
        if self._files > DRY_RUN.logs:
            raise TooMuch(
                _("too many files: you can check at most %(n)s at once") % {"n": DRY_RUN.logs}
            )
        if self._received > DRY_RUN.received and len(raw) <= DRY_RUN.received:
            raise TooMuch(
                _("these files are too large: you can check at most %(size)s at once")
                % {"size": amount(DRY_RUN.received)}
            )
        pieces = split(raw, name, DRY_RUN)
        self.logs += len(pieces)
        self._unpacked += sum(len(piece.source) for piece in pieces)
        if self.logs > DRY_RUN.logs:
            raise TooMuch(
                _("too many logs: you can check at most %(n)s at once") % {"n": DRY_RUN.logs}
            )
        if self._unpacked > DRY_RUN.unpacked:
            raise TooMuch(
                _("these files are too large when unpacked: you can check at most %(size)s at once")
                % {"size": amount(DRY_RUN.unpacked)}
            )
        return pieces

    def judge(self, pieces: list[LogPiece]) -> list[DryVerdict]:
        """A verdict for each. Accounts and days are not looked at."""
        self._ends = self._ends or time.thread_time() + DRY_RUN_SECONDS
        return [self._verdict(number, piece) for number, piece in enumerate(pieces, 1)]

    def _verdict(self, number: int, piece: LogPiece) -> DryVerdict:
        place = (number, piece.member, piece.begins)
        error = piece.error or (UNJUDGED if time.thread_time() > self._ends else "")
        if error:
            return DryVerdict(*place, "unreadable", {"message": error}, "")
        verdict = judge_log(piece.source, piece.begins)
        refusal = verdict.refusal
        if verdict.header and is_wrong_edition(name := verdict.header.setup.edition):
            refusal = wrong_edition_refusal(name, piece.source, piece.begins)
        if refusal is not None:
            return DryVerdict(*place, "refused", refusal, "")
        if verdict.header is None:
            return DryVerdict(*place, "unreadable", {"message": "it could not be checked"}, "")
        return DryVerdict(*place, "ok", verdict.fields, verdict.log)


def dry_run(raw: bytes, name: str) -> list[DryVerdict]:
    """A verdict for each log of one file. Raises as ``DryRun.split_file`` does."""
    run = DryRun()
    return run.judge(run.split_file(raw, name))
