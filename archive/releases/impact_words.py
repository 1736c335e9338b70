"""Releases and impacts in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from archive.releases.models import (
    DifferenceKind,
    Impact,
    ImpactDifference,
    ImpactGroup,
    ImpactRating,
)
from archive.releases.queries import EngineMismatch, find_mismatch
from drawing.language.words import colour_called
from drawing.text.names import SOURCES
from games.models import Game, Seat
from ratings.models import Pool

RATING_POINT = 1000
KINDS = {"syntax": gettext_lazy("the format of the log"), "deal": gettext_lazy("the deal")}
"""Kinds of refusals that name no ruling."""


class DifferenceLine(NamedTuple):
    """A game that differs. `points`: by seat, where they differ."""

    game: Game
    kind: str
    place: str
    entry: int | None
    seats: list[str]
    refusal: str


class RatingLine(NamedTuple):
    player: object
    pool: str
    before: str
    after: str
    change: str
    up: bool


def place_words(kind: str, place: str) -> str:
    """A ruling, or the source of points."""
    words = {source.word: str(name) for source, name in SOURCES.items()}
    if place in words:
        return words[place]
    if place in KINDS:
        return str(KINDS[place])
    if place:
        return _("ruling %(place)s") % {"place": place}
    return _("the course of the game, but not the points") if kind == DifferenceKind.DIGEST else ""


def difference_lines(rows: Iterable[ImpactDifference]) -> list[DifferenceLine]:
    """Rows of games with their seats."""
    return [
        DifferenceLine(
            row.game,
            str(DifferenceKind(row.kind).label),
            place_words(row.kind, row.where),
            row.entry,
            _points(row),
            str((row.after.get("refusal") or {}).get("message", "")),
        )
        for row in rows
    ]


def _points(row: ImpactDifference) -> list[str]:
    points = row.after.get("points")
    if points is None:
        return []
    return [
        _("%(who)s %(before)d → %(after)d")
        % {"who": _seat_name(seat), "before": was, "after": after}
        for seat, was, after in zip(row.game.seats.all(), row.before["points"], points, strict=True)
        if was != after
    ]


def _seat_name(seat: Seat) -> str:
    if seat.player is not None and seat.player.account is not None:
        return f"@{seat.player.account.username}"
    return seat.player.name if seat.player else colour_called(seat.colour)


def groups_in_words(impact_groups: Iterable[ImpactGroup]) -> list[dict[str, object]]:
    return [
        {
            "edition": group.edition,
            "kind": DifferenceKind(group.kind).label,
            "where": place_words(group.kind, group.where),
            "games": group.games,
            "first_entry": group.first_entry,
        }
        for group in impact_groups
    ]


def rating_lines(rows: Iterable[ImpactRating]) -> list[RatingLine]:
    """Rows with their players."""
    return [
        RatingLine(
            row.player,
            str(Pool(row.pool).label),
            _rating(row.before),
            _rating(row.after),
            _change(row),
            (row.after or 0) > (row.before or 0),
        )
        for row in rows
    ]


def _rating(thousandths: int | None) -> str:
    return "–" if thousandths is None else f"{thousandths / RATING_POINT:.1f}"


def _change(row: ImpactRating) -> str:
    if row.before is None or row.after is None:
        return ""
    return f"{(row.after - row.before) / RATING_POINT:+.1f}"


def summary(impact: Impact) -> str:
    """An impact's differences in a sentence."""
    if not impact.differing:
        return _("Every game gets the same result as before.")
    games = ngettext(
        "%(n)d game would be judged differently",
        "%(n)d games would be judged differently",
        impact.differing,
    ) % {"n": impact.differing}
    ratings = ngettext(
        "%(n)d rating would change", "%(n)d ratings would change", impact.ratings
    ) % {"n": impact.ratings}
    return _("%(games)s, and %(ratings)s.") % {"games": games, "ratings": ratings}


# --- one game -------------------------------------------------------------------


def mismatch_words(game: Game) -> str:
    """Difference between the current engine and the record of `game`, in a sentence; empty without
    one."""
    seats = list(game.seats.all())
    mismatch = find_mismatch(game, seats)
    return mismatch_sentence(mismatch, seats) if mismatch else ""


def mismatch_sentence(mismatch: EngineMismatch, seats: Iterable[Seat]) -> str:
    """Difference between the current engine and the record, in a sentence."""
    if mismatch.current_points is None:
        return _("The current engine would refuse this game. The stored game stays as it is.")
    parts = [
        _("%(who)s %(points)s") % {"who": _seat_name(seat), "points": f"{points - was:+d}"}
        for seat, was, points in zip(seats, mismatch.record, mismatch.current_points, strict=True)
        if was != points
    ]
    return _(
        "This replay uses the current engine, which gets a different score (%(points)s). The "
        "stored game stays as it is."
    ) % {"points": ", ".join(parts)}
