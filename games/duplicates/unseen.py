"""Logs of which nothing is on record: most are, and need no further questions."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from games.judging.pending_result import PendingResult


def is_unseen(legal: Sequence[PendingResult]) -> bool:
    """True if it is one log, of which no game has the fingerprint, the identity or a mark, about
    which nobody has decided, and for whose uploader nobody confirms by agreement. One statement,
    written out: what Django does for five costs more than the database's part of them."""
    if len(legal) != 1 or legal[0].from_table:
        return False
    (pending,) = legal
    marks = pending.verdict.marks
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM games_game WHERE fingerprint = %s)"
            " OR EXISTS (SELECT 1 FROM games_identity WHERE digest = %s AND holds)"
            " OR EXISTS (SELECT 1 FROM games_discrepancy WHERE submission_id = %s)"
            " OR EXISTS (SELECT 1 FROM games_standingconfirmation"
            " WHERE uploader_id = %s AND ended_at IS NULL)"
            " OR EXISTS (SELECT 1 FROM games_logmark"
            f" WHERE value IN ({', '.join(['%s'] * len(marks)) or 'NULL'}))",
            [
                *(pending.fingerprint, pending.identity, pending.submission.pk),
                *(pending.uploader.pk, *marks),
            ],
        )
        return not cursor.fetchone()[0]
