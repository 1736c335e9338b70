"""The end of a game as its viewer is told it: who won, and which sites made the difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from drawing.language.words import joined_words, points_of
from drawing.svg import signed_points
from drawing.text.names import source_name
from engine import Result, State, result
from engine.vocabulary import BUILDING_SITES, Source


class SourceDifference(NamedTuple):
    """Points that a seat has more, or fewer, than its best rival from `title`; where they lie on a
    bar of 100, the rival's lead first."""

    title: str
    points: int
    begin: float
    width: float

    @property
    def text(self) -> str:
        return f"+{self.points}" if self.points > 0 else signed_points(self.points)


def outcome_sentence(s: State, names: Sequence[str], seat: int | None) -> str:
    """The result of the finished game `s` for `seat`, or for a spectator; `names` by seat. Empty
    while the game goes on."""
    if not s.over:
        return ""
    contenders = [other for other in range(len(names)) if other not in s.resigned]
    if len(contenders) == 1:
        return _resignation_sentence(s, names, contenders[0], seat)
    return _spectator_sentence(s, names) if seat is None else _seat_sentence(s, seat)


def _resignation_sentence(s: State, names: Sequence[str], winner: int, seat: int | None) -> str:
    if seat == winner and len(names) > 2:
        return _("You won: all other players resigned")
    if seat == winner:
        return _("You won: %(who)s resigned") % {"who": names[s.resigned[-1]]}
    if seat is not None:
        return _("You resigned: %(who)s won") % {"who": names[winner]}
    return _("%(who)s won: %(others)s resigned") % {
        "who": names[winner],
        "others": joined_words([names[other] for other in s.resigned]),
    }


def _seat_sentence(s: State, seat: int) -> str:
    end = result(s)
    points_text, place = signed_points(end.points[seat]), end.places[seat]
    first = end.places.count(1)
    if len(end.places) > 2:
        points = points_of(end.points[seat])
        if place > 1:
            words = {"place": place, "seats": len(end.places), "points": points}
            if any(other < place for other in _tied_places(s, end, seat)):
                template = _(
                    "You finished in place %(place)d of %(seats)d, with %(points)s and fewer "
                    "stones on your sled"
                )
                return template % words
            return _("You finished in place %(place)d of %(seats)d, with %(points)s") % words
        if first > 1:
            return _("You share first place with %(points)s") % {"points": points}
        if sled_decides(s, end, seat):
            return _("You won with %(points)s and more stones on your sled") % {"points": points}
        return _("You won with %(points)s") % {"points": points}
    words = {"mine": points_text, "theirs": signed_points(end.points[1 - seat])}
    if first > 1:
        return _("A draw, %(mine)s : %(theirs)s") % words
    if end.points[0] == end.points[1]:
        template = (
            _("You won %(mine)s : %(theirs)s, with more stones on your sled")
            if place == 1
            else _("You lost %(mine)s : %(theirs)s, with fewer stones on your sled")
        )
        return template % words
    return (
        _("You won %(mine)s : %(theirs)s") if place == 1 else _("You lost %(mine)s : %(theirs)s")
    ) % words


def _spectator_sentence(s: State, names: Sequence[str]) -> str:
    end = result(s)
    winners = [seat for seat, place in enumerate(end.places) if place == 1]
    words = {
        "who": joined_words([names[seat] for seat in winners]),
        "points": points_of(end.points[winners[0]]),
    }
    if len(winners) > 1:
        return _("%(who)s share first place with %(points)s") % words
    if sled_decides(s, end, winners[0]):
        return _("%(who)s won with %(points)s and more stones on the sled") % words
    if len(names) > 2:
        return _("%(who)s won with %(points)s") % words
    other = signed_points(end.points[1 - winners[0]])
    words |= {"mine": signed_points(end.points[winners[0]]), "theirs": other}
    return _("%(who)s won %(mine)s : %(theirs)s") % words


def sled_decides(s: State, end: Result, seat: int) -> bool:
    """True if another seat has the points of `seat` and another place, because of its sled
    (R10.2). `end`: the result of the position."""
    return any(place != end.places[seat] for place in _tied_places(s, end, seat))


def _tied_places(s: State, end: Result, seat: int) -> list[int]:
    """Places of the seats with the points of `seat`, its own too; none if it resigned, nor those of
    seats that did."""
    if seat in s.resigned:
        return []
    return [
        place
        for other, (points, place) in enumerate(zip(end.points, end.places, strict=True))
        if points == end.points[seat] and other not in s.resigned
    ]


def source_differences(s: State, seat: int | None) -> list[SourceDifference]:
    """By building site, then all the rest together, what `seat` has more or fewer points from than
    its best rival; without those that are level. Nothing for a spectator, or while the game goes
    on."""
    if seat is None or not s.over:
        return []
    end = result(s)
    rivals = [other for other in range(len(end.places)) if other != seat]
    rival = min(rivals, key=lambda other: (end.places[other], -end.points[other]))
    gaps = [
        points - rival_points
        for points, rival_points in zip(end.scored[seat], end.scored[rival], strict=True)
    ]
    built = len(BUILDING_SITES)
    titled = [(source_name(source), gaps[source]) for source in tuple(Source)[:built]]
    titled.append((_("Cards and all other points"), sum(gaps[built:])))
    titled = sorted([pair for pair in titled if pair[1]], key=lambda pair: pair[1] > 0)
    length = sum(abs(points) for _title, points in titled)
    differences: list[SourceDifference] = []
    begin = 0.0
    for title, points in titled:
        width = round(100 * abs(points) / length, 2)
        differences.append(SourceDifference(title, points, round(begin, 2), width))
        begin += width
    return differences
