"""A game as another edition of the printed numbers would count it."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from drawing.text.names import SOURCES
from engine.vocabulary import Source
from games.editions.services.editions import Rescore, edition_choices, rescore_log
from games.intake.refusal_page import in_short
from games.models import Seat
from games.queries import games_in_full
from games.replays.views.replay import replay_html, table_html
from web.priorities import heavy
from web.rate_limits import RESCORES, client_key

ONE_HOUR = 3600


class PointsPair(NamedTuple):
    """Points of a seat: on record, and by the other edition."""

    as_is: int
    other: int

    @property
    def differs(self) -> bool:
        return self.as_is != self.other


@heavy
@require_safe
def rescored_game(request: HttpRequest, game_id: str, edition: str) -> HttpResponse:
    """The same entries by the numbers of `edition`, side by side with the record."""
    game = get_object_or_404(games_in_full(), pk=game_id)
    if edition == game.edition or edition not in edition_choices():
        raise Http404("no other edition has this name")
    if not RESCORES.allows(client_key(request)):
        busy = {"game": game, "message": _("Too fast. Try again in a minute.")}
        return render(request, "games/counted.html", busy, status=429)
    rescore, seats = rescore_log(game.log, edition), list(game.seats.all())
    context: dict[str, object] = {"game": game, "edition": edition, "seats": seats}
    if rescore.refusal is None:
        pairs = zip((seat.points for seat in seats), rescore.points, strict=True)
        context |= {
            "rows": _rows(seats, rescore),
            "totals": [PointsPair(*pair) for pair in pairs],
            "replay": replay_html(request, rescore.log),
        }
    else:
        context |= {
            "why": in_short(rescore.refusal),
            "tried": rescore.refusal.get("tried", ""),
            "ply": rescore.ply,
            "before": max(rescore.ply - 1, 0),
            "there": table_html(request, rescore.log, rescore.ply),
        }
    answer = render(request, "games/counted.html", context)
    patch_cache_control(answer, private=True, max_age=ONE_HOUR)
    return answer


def _rows(seats: list[Seat], rescore: Rescore) -> list[tuple[str, list[PointsPair]]]:
    """By source, in the order of the rulebook, without sources of no points."""
    rows = []
    for source in Source:
        other = rescore.by_source.get(source.word, (0,) * len(seats))
        on_record = [int(seat.breakdown.get(source.word, 0)) for seat in seats]
        if any(on_record) or any(other):
            cells = [PointsPair(*pair) for pair in zip(on_record, other, strict=True)]
            rows.append((str(SOURCES[source]), cells))
    return rows
