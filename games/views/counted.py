"""A game as another edition of the printed numbers would count it."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from drawing.names import SOURCES
from engine.vocabulary import Source
from games.intake.refusal_page import in_short
from games.models import Seat
from games.queries import one_game
from games.replays.views.replay import shown_replay, shown_table
from games.services.counted_as import CountedAs, counted_as
from games.services.editions import offered
from web.rate_limits import COUNTED, address_of

ONE_HOUR = 3600


class Beside(NamedTuple):
    """The points of a seat from one source (`as_is` and by the other edition)."""

    as_is: int
    other: int

    @property
    def differs(self) -> bool:
        return self.as_is != self.other


@require_safe
def counted(request: HttpRequest, game_id: str, edition: str) -> HttpResponse:
    """The same entries by the numbers of `edition`, side by side with the record."""
    game = get_object_or_404(one_game(), pk=game_id)
    if edition == game.edition or edition not in offered():
        raise Http404("no other edition has this name")
    if not COUNTED.allows(address_of(request)):
        said = {"message": _("Too fast. Try again in a minute.")}
        return render(request, "games/counted.html", {"game": game, **said}, status=429)
    found, seats = counted_as(game, edition), list(game.seats.all())
    context: dict[str, object] = {"game": game, "edition": edition, "seats": seats}
    if found.refusal is None:
        context |= {
            "rows": _rows(seats, found),
            "totals": [_beside(*two) for two in zip(seats, found.points, strict=True)],
            "replay": shown_replay(request, found.log),
        }
    else:
        context |= {
            "why": in_short(found.refusal),
            "tried": found.refusal.get("tried", ""),
            "ply": found.ply,
            "before": max(found.ply - 1, 0),
            "there": shown_table(request, found.log, found.ply),
        }
    answer = render(request, "games/counted.html", context)
    patch_cache_control(answer, private=True, max_age=ONE_HOUR)
    return answer


# --- inside -------------------------------------------------------------------


def _beside(seat: Seat, other: int) -> Beside:
    return Beside(seat.points, other)


def _rows(seats: list[Seat], found: CountedAs) -> list[tuple[str, list[Beside]]]:
    """By source, in the order of the rulebook, without those that gave none either way."""
    rows = []
    for source in Source:
        other = found.by_source.get(source.word, (0,) * len(seats))
        mine = [int(seat.breakdown.get(source.word, 0)) for seat in seats]
        if any(mine) or any(other):
            cells = [Beside(*two) for two in zip(mine, other, strict=True)]
            rows.append((str(SOURCES[source]), cells))
    return rows
