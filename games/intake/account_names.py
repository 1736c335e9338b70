"""A log says ``black=ana``, and there is an account @ana: was it meant?

The game is kept as it came; the answer to the upload asks. The uploader can mend the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.duplicates.diff import Difference
from games.intake.pending_result import Result
from games.models import Account


def note(results: Iterable[Result]) -> None:
    """Set what is asked about new games. One query, none where all names are handles or empty."""
    brought = [one for one in results if not one.from_table]
    names = [one.judged.fields["names"] for one in brought]
    for one, asked in zip(brought, asks(names), strict=True):
        one.differs += asked


def asks(logs: Sequence[Mapping[str, str]]) -> list[list[Difference]]:
    """For each log, whose names are given by colour, what is to be asked. One query, or none."""
    meant = {name.lower() for names in logs for name in names.values() if _plain(name)}
    rows = Account.objects.filter(username__in=meant, is_active=True, computer="")
    here = set(rows.values_list("username", flat=True)) if meant else set()
    return [
        [
            {"kind": "namesake", "colour": colour, "says": name, "here": name.lower()}
            for colour, name in names.items()
            if _plain(name) and name.lower() in here
        ]
        for names in logs
    ]


# --- inside -------------------------------------------------------------------


def _plain(name: str) -> bool:
    return bool(name) and not name.startswith("@") and name.isprintable()
