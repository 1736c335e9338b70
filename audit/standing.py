"""Standings, from the inputs in a dump: the order of ``docs/standing.md``."""

from __future__ import annotations

from audit import fields
from audit.fields import Line


def standing_of(said: Line) -> str:
    """The standing that follows from a line's inputs. Raises ``Wrong``."""
    seats = fields.lines(said, "seats")
    arbiter = fields.object_or_none(said, "arbiter")
    vouches = arbiter is not None and (
        fields.number_or_none(arbiter, "seat") is None or fields.yes(arbiter, "may_sit")
    )
    if fields.yes(said, "void"):
        return "void"
    if fields.yes(said, "refuted"):
        return "refuted"
    if fields.lines(said, "disputed_by"):
        return "disputed"
    if fields.yes(said, "unrated"):
        return "unrated"
    if fields.lines(said, "contested_by") and not vouches:
        return "contested"
    waits = fields.yes(said, "waits_for_address")
    vouched = vouches or (confirmed(said, seats) and not waits)
    players = [fields.number_or_none(seat, "player") for seat in seats]
    known = bool(players) and None not in players and len(players) == len(set(players))
    return "counted" if vouched and known else "waiting"


def confirmed(said: Line, seats: list[Line]) -> bool:
    """By everybody who played, since they sit where they sit."""
    by = {
        (fields.number(one, "player"), fields.number(one, "seating"))
        for one in fields.lines(said, "confirmed")
    }
    return all(_confirmed(seat, by) for seat in seats)


def _confirmed(seat: Line, by: set[tuple[int, int]]) -> bool:
    player, since = fields.number_or_none(seat, "player"), fields.number(seat, "since")
    if player is None or not fields.yes(seat, "has_account"):
        return False
    return any(who == player and seating >= since for who, seating in by)
