"""All files of a dump are of one moment: what is read inside is what was there at its beginning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from archive.dumps.errors import NoDump
from games.standing import lapse
from ratings.models import Pending
from ratings.services import fold_pending
from web.snapshot import read_snapshot

TRIES: Final = 20
"""A game may come to count between a fold and the moment that is read."""


@contextmanager
def settled_moment() -> Iterator[None]:
    """A moment at which the ledger is up to date with all games. Nothing can be written inside.

    Raises ``NoDump`` if there is none, because games come faster than they are rated.
    """
    for _ in range(TRIES):
        lapse()
        fold_pending()
        with read_snapshot():
            if not Pending.objects.exists():
                yield
                return
    raise NoDump("games come to count faster than they are rated: try again later")
