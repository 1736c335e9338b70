"""Standings, from the inputs in a dump: the order of ``docs/standing.md``."""

from __future__ import annotations

from collections.abc import Sequence

from audit import fields
from audit.clubs import club_vouches
from audit.fields import Line


def audited_standing(line: Line, members: Sequence[Line] = ()) -> str:
    """The standing that follows from a line's inputs; `members`: rows of members of the club whose
    arbiter vouches. Raises ``Wrong``."""
    seats = fields.objects_field(line, "seats")
    arbiter = fields.object_or_none(line, "arbiter")
    vouches = arbiter is not None and (
        fields.number_or_none(arbiter, "seat") is None or fields.flag_field(arbiter, "may_sit")
    )
    if fields.flag_field(line, "void"):
        return "void"
    if fields.flag_field(line, "refuted"):
        return "refuted"
    if fields.objects_field(line, "disputed_by"):
        return "disputed"
    if fields.flag_field(line, "unrated"):
        return "unrated"
    if fields.objects_field(line, "contested_by") and not vouches:
        return "contested"
    waits = fields.flag_field(line, "waits_for_address")
    confirmed = is_confirmed(line, seats) or club_vouches(line, seats, members)
    vouched = vouches or (confirmed and not waits)
    players = [fields.number_or_none(seat, "player") for seat in seats]
    seated = bool(players) and None not in players and len(players) == len(set(players))
    return "counted" if vouched and seated else "waiting"


def is_confirmed(line: Line, seats: list[Line]) -> bool:
    """By everybody who played, since they sit where they sit."""
    confirmations = {
        (fields.number_field(confirmation, "player"), fields.number_field(confirmation, "seating"))
        for confirmation in fields.objects_field(line, "confirmed")
    }
    return all(_confirmed(seat, confirmations) for seat in seats)


def _confirmed(seat: Line, confirmations: set[tuple[int, int]]) -> bool:
    player, since = fields.number_or_none(seat, "player"), fields.number_field(seat, "since")
    if player is None or not fields.flag_field(seat, "has_account"):
        return False
    return any(confirming == player and seating >= since for confirming, seating in confirmations)
