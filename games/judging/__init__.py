"""Judging: from the bytes of a log to a verdict, and the queue of logs that wait for one.

`judge` is the one path of every log and reads no database; `pending_result` is a judged log on its
way into the record; `diff` and `similarity` compare logs. It never stores a verdict (`intake`).
"""

from games.judging.judge import field_line
from games.judging.pending_result import places_for_rating
from games.judging.queue import HEARTBEAT, RETRY, batch_waits, send
from games.judging.similarity import NEARLY, Lines, log_lines, marks_of, share

__all__ = [
    "HEARTBEAT",
    "NEARLY",
    "RETRY",
    "Lines",
    "batch_waits",
    "field_line",
    "log_lines",
    "marks_of",
    "places_for_rating",
    "send",
    "share",
]
