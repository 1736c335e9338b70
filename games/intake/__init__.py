"""Intake: from a file to verdicts that are stored.

`receive` takes a file, `split` takes it apart, `verify` leases and judges logs, and finds those
that no message named; `store_verdicts` stores what they became in named steps. Judging itself is
pure and lies in `judging`; what counts is decided in `standing`. It never draws a page.
"""

from games.intake.import_files import Import, files_in, hand_over
from games.intake.receive import receive

__all__ = [
    "Import",
    "files_in",
    "hand_over",
    "receive",
]
