"""How much the site takes in: every limit of the intake, once."""

from datetime import timedelta
from typing import Final, NamedTuple

MIB: Final = 1 << 20


class UploadLimits(NamedTuple):
    """Of one upload: `received` and `unpacked` are bytes, `lines` those of all files together,
    `members` counts the files in an archive, logs or not. A single log has at most
    ``engine.log.LOG_BYTE_LIMIT``."""

    received: int
    unpacked: int
    lines: int
    logs: int
    members: int


UPLOAD: Final = UploadLimits(8 * MIB, 64 * MIB, lines=1_000_000, logs=2_000, members=5_000)
IMPORT: Final = UploadLimits(64 * MIB, 256 * MIB, lines=10_000_000, logs=20_000, members=50_000)
"""Of a file that the operator imports."""
DRY_RUN: Final = UploadLimits(MIB, 4 * MIB, lines=100_000, logs=20, members=100)
"""Of all files of one request together."""
DRY_RUN_SECONDS: Final = 3.0
"""Of a processor, for one request: the logs that are left then are not judged."""

MAX_WAITING: Final = 20_000
"""Logs of one account that wait to be judged: as many as a league brings in an evening."""

BATCH: Final = 100
"""Logs that one task of a large upload judges, and one transaction writes."""

BUNDLED: Final = 50
"""Logs that are kept deflated together: who wants one unpacks them all."""

SMALL: Final = 10
"""Logs of an upload that does not have to stand in the queue for large ones."""

MAX_ATTEMPTS: Final = 3
"""After so many a log is failed, and kept for a moderator."""

CLOCK_TOLERANCE: Final = timedelta(seconds=10)
"""A time that is further ahead of the database's clock was written by a wrong one."""

FIRST_PAUSE: Final = timedelta(seconds=10)
LONGEST_PAUSE: Final = timedelta(minutes=5)
"""Pauses of a log whose verdict could not be stored: each is twice as long as the one before."""

PAUSED_TOGETHER: Final = 3
"""A log that paused more often is judged by itself: it may be what cannot be stored."""

FIRST_RETRY: Final = timedelta(minutes=10)
LONGEST_RETRY: Final = timedelta(days=1)
"""Pauses before a failed log at which the engine did not fail is judged again."""

BATCH_SECONDS: Final = 45.0
"""A batch that has taken so long gives the rest of its logs back to the queue."""

WAITING_SECONDS: Final = 30.0
"""A log that is queued for longer gets another message: the first may be lost."""

MAX_RESENT: Final = 1_000
"""Logs that a sweep sends messages for while other messages still wait."""

BRANCH_ENTRIES: Final = 200
"""Entries by which a what-if may go on from a game."""

BRANCH_CHARACTERS: Final = 2_000
"""Of a what-if in an address."""

BRANCH_BYTES: Final = 8_000
"""Of the same, unpacked."""

ANSWER_SECONDS: Final = 0.8
"""For so long a computer player thinks that is asked in a what-if."""

EVALUATION_PLAYOUTS: Final = 200
"""Of the shares of wins that a reader asks for in a what-if: a tenth of a second, or three."""

NOTE_CHARACTERS: Final = 2_000
NOTES_OF_A_GAME: Final = 200
"""Notes of one account on one game."""

PICTURE_SECONDS: Final = 6 * 3600
"""For so long a painted picture is kept."""


class DisputeLimits(NamedTuple):
    """Of one account: `open_at_once` disputes, `a_day` opened in 24 hours; one a game, ever. Who
    was refuted in `dismissed` of the last `decided` that a moderator decided within
    `days_remembered` opens none for `days_barred` after the last of them.

    `fresh`: so many games may have been rated after a game that an open dispute suspends. By this,
    `open_at_once` and `a_day` the rows that one account's disputes add to the ledger are bounded
    (``docs/ratings.md``)."""

    open_at_once: int
    a_day: int
    decided: int
    dismissed: int
    days_remembered: int
    days_barred: int
    fresh: int


DISPUTES: Final = DisputeLimits(
    open_at_once=3, a_day=3, decided=5, dismissed=3, days_remembered=90, days_barred=30, fresh=20
)

CLAIMS_A_DAY: Final = 3
"""Games whose seats one account may contest within 24 hours."""

CLAIMS_OF_A_GAME: Final = 8
"""Open claims about the seats of one game."""

CLAIMS_DISMISSED: Final = 3
DISMISSED_FOR: Final = timedelta(days=90)
"""An account with so many dismissed claims in this time makes no new ones."""

MAX_SEATINGS: Final = 20
"""How often an uploader may mend the seats of a game."""

MAX_NOTICES: Final = 500
"""Of one account; the oldest go."""

NOTICE_DAYS: Final = 60
"""So long a notice is kept that was read."""

REMINDED_AFTER: Final = (timedelta(days=3), timedelta(days=10))
LAPSES_AFTER: Final = timedelta(days=21)
"""A game that waits reminds the players who have not confirmed it, and waits no more at last."""

CONFIRMED_AT_ONCE: Final = 100
"""Games that one request confirms."""

MAX_AGREEMENTS: Final = 100
"""Uploaders whose games one account confirms without being asked."""

CONFIRM_LINK: Final = timedelta(days=30)
"""So long a link in a mail confirms."""

DISCREPANCIES_A_DAY: Final = 5
"""Logs that one account may bring in 24 hours that are nearly those of games, and are noted."""

DISCREPANCIES_DISMISSED: Final = 3
"""An account of which moderators refused so many within ``DISMISSED_FOR`` opens no new ones."""

DISCREPANCIES_OF_A_GAME: Final = 8
"""Open ones of one game; of an account that sits in it, as many of its own."""

CHOICES_OF_A_DISCREPANCY: Final = 5
"""How often an account may say which of two logs is right."""

REPORTS_A_DAY: Final = 5
"""Games and players that one account may report in 24 hours."""

REPORTS_OPEN: Final = 20
"""Reports of one account that wait for an answer."""

REPORTS_DISMISSED: Final = 10
"""An account of whose reports so many were dismissed within ``DISMISSED_FOR`` makes none."""

DRAFTS: Final = 20
"""Games that an account is recording at once; those that others began do not count."""

DRAFT_BYTES: Final = 32 * 1024
"""Of a log that is being recorded: a long game of four has 8,000."""

DRAFT_DAYS: Final = 90
"""So long a draft is kept that is not written to."""

DRAFT_HANDS: Final = 3
"""Accounts that may go on with a draft of another one's."""

CODE_MINUTES: Final = 15
"""So long a code holds that hands a draft on. It works once."""

PROPOSALS_A_DAY: Final = 30
"""Boards of a box whose numbers one account may say in 24 hours: a box has twenty-one."""

NUMBERS_CONFIRMED_A_DAY: Final = 60
"""Proposals of numbers that one account may confirm in 24 hours."""

OLD_ENOUGH: Final = timedelta(days=7)
"""So long an account is open before its confirmation of numbers counts."""

EDITIONS_A_DAY: Final = 10
"""Editions that one moderator may make in 24 hours: each stays for ever."""

SAVED_SEARCHES: Final = 20
"""Of one account."""

SEARCH_NAME_CHARACTERS: Final = 60
SEARCH_CHARACTERS: Final = 1_000
"""Of the name of a saved search, and of its query string."""

MAX_NEW_GAMES: Final = 100
"""New games of a saved search are counted up to so many."""

FEED_GAMES: Final = 30
FEED_SECONDS: Final = 300
"""Games in a feed, and for so long it is kept."""
