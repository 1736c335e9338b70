"""A log says ``black=ana``, and there is an account @ana: was it meant?

The game is kept as it came; the answer to the upload asks. The uploader can mend the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.judging.diff import LogDifference
from games.judging.pending_result import PendingResult
from games.models import Account


def set_name_questions(results: Iterable[PendingResult]) -> None:
    """Set what is asked about new games. One query, none where all names are handles or empty."""
    uploaded = [pending for pending in results if not pending.from_table]
    names = [pending.verdict.fields["names"] for pending in uploaded]
    for pending, questions in zip(uploaded, name_questions(names), strict=True):
        pending.differs += questions


def name_questions(logs: Sequence[Mapping[str, str]]) -> list[list[LogDifference]]:
    """For each log, whose names are given by colour, what is to be asked. One query, or none."""
    meant = {name.lower() for names in logs for name in names.values() if _plain(name)}
    rows = Account.objects.filter(username__in=meant, is_active=True, computer="")
    handles = set(rows.values_list("username", flat=True)) if meant else set()
    return [
        [
            {"kind": "namesake", "colour": colour, "says": name, "here": name.lower()}
            for colour, name in names.items()
            if _plain(name) and name.lower() in handles
        ]
        for names in logs
    ]


# --- inside -------------------------------------------------------------------


def _plain(name: str) -> bool:
    return bool(name) and not name.startswith("@") and name.isprintable()
