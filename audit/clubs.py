"""Words of arbiters of clubs, in a dump: they stand for the confirmations of a game's players.

The rows of the club have to say that the arbiter was one then, and each player a member since the
day of play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from audit import fields
from audit.dump import Dump, UnreadableDump, compare_line_count, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField

CLUB_MEMBERS: Final = "club_members"
ARBITER: Final = "arbiter"
DAY: Final = timedelta(days=1)

ClubRows = dict[tuple[int, int], list[Line]]
"""Rows of members by club and player."""


def read_club_members(dump: Dump) -> tuple[ClubRows, list[AuditDifference]]:
    """Rows of members of clubs; none in a dump from before there were clubs. Raises
    ``UnreadableDump``."""
    rows: ClubRows = defaultdict(list)
    file = file_name(CLUB_MEMBERS)
    if file not in dump.files:
        return rows, []
    faults: list[AuditDifference] = []
    count = 0
    for count, raw in read_lines(dump, CLUB_MEMBERS):
        line = parse_line(raw, file, count)
        try:
            for name in ("joined_at", "since"):
                fields.moment_field(line, name)
            if line.get("until") is not None:
                fields.moment_field(line, "until")
            fields.text_field(line, "role")
            key = fields.number_field(line, "club"), fields.number_field(line, "player")
        except WrongField as error:
            raise UnreadableDump(f"{file}:{count}: {error}") from None
        if "salt" in line and not _follows(line, rows[key]):
            label = f"club {key[0]} player {key[1]} joined_at"
            faults.append(AuditDifference(file, count, label, line["joined_at"], line["since"]))
        rows[key].append(line)
    return rows, [*faults, *compare_line_count(dump, CLUB_MEMBERS, count)]


def rows_of_standing(line: Line, rows: ClubRows) -> list[Line]:
    """The rows of members that a line of a standing follows from: those of its players and of the
    arbiter of a club who vouches; none if none does."""
    arbiter = line.get("club_arbiter")
    if not isinstance(arbiter, dict):
        return []
    club, seats = arbiter.get("club"), line.get("seats")
    players = (
        {seat.get("player") for seat in seats if isinstance(seat, dict)}
        if isinstance(seats, list)
        else set()
    )
    keys = sorted(
        (club, player)
        for player in {*players, arbiter.get("player")}
        if type(club) is int and type(player) is int
    )
    return [row for key in keys for row in rows.get(key, ())]


def club_vouches(line: Line, seats: Sequence[Line], members: Sequence[Line]) -> bool:
    """True if the word of an arbiter of a club holds: they had the role when they gave it and have
    no seat; each seat is as it was then, and its player was a member since the day of the game.
    Raises ``WrongField``."""
    if "club_arbiter" not in line:
        return False
    arbiter = fields.object_or_none(line, "club_arbiter")
    if arbiter is None:
        return False
    player, moment = fields.number_field(arbiter, "player"), fields.moment_field(arbiter, "at")
    club, seating = fields.number_field(arbiter, "club"), fields.number_field(arbiter, "seating")
    last_day = date.fromisoformat(fields.day_field(line, "played_on")) + DAY
    in_force = [row for row in members if row["club"] == club and _is_in_force(row, moment)]
    arbiters = {row["player"] for row in in_force if row["role"] == ARBITER}
    present = {row["player"] for row in in_force if _joined_on(row) <= last_day}
    return player in arbiters and all(
        (sitting := fields.number_or_none(seat, "player")) in present
        and sitting != player
        and fields.flag_field(seat, "has_account")
        and fields.number_field(seat, "since") <= seating
        for seat in seats
    )


# --- inside -------------------------------------------------------------------


def _follows(line: Line, before: Sequence[Line]) -> bool:
    """True if a row begins a membership, or goes on from a row that ended at that moment."""
    if line["joined_at"] == line["since"]:
        return True
    return any(
        row["joined_at"] == line["joined_at"] and row.get("until") == line["since"]
        for row in before
    )


def _is_in_force(row: Line, moment: str) -> bool:
    until = row.get("until")
    return str(row["since"]) <= moment and (until is None or str(until) > moment)


def _joined_on(row: Line) -> date:
    return date.fromisoformat(str(row["joined_at"])[:10])
