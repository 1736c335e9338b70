"""Pins as lines of canonical JSON; see ``games.lines``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from archive.releases.models import Pin
from games.lines import Line, timestamp_text
from games.pseudonyms import pseudonymise


def pin_lines(games: Sequence[str]) -> Iterator[Line]:
    """Lines of the pins of these games, by id; one query."""
    return map(pin_line, pins().filter(game__in=games).order_by("pk"))


def pins() -> QuerySet[Pin]:
    """Pins, with what a line says."""
    rows = Pin.objects.select_related("game", "decision__impact__release")
    left = ("game__log", "decision__impact__release__sources", "decision__impact__release__numbers")
    return rows.defer(*left)


def pin_line(pin: Pin) -> Line:
    """A game that keeps the verdict of the engine `engine`, `build`: by a decision about the
    `impact` of another one (`against`), which was taken at `decided_at`, for this `reason`, and
    carried out at `since`. `ended`: another decision came. `played_on`, `accepted_at`: of the game.
    """
    decision = pin.decision
    version, _plus, build = pin.engine.partition("+")
    return {
        "id": pin.pk,
        "game": pin.game_id,
        "played_on": pin.game.played_on.isoformat(),
        "accepted_at": timestamp_text(pin.game.accepted_at),
        "engine": version,
        "build": build,
        "impact": decision.impact_id,
        "against": decision.impact.release.build,
        "reason": pseudonymise(decision.reason),
        "decided_at": timestamp_text(decision.at),
        "since": timestamp_text(decision.done_at or decision.at),
        "ended": pin.ended_by_id is not None,
    }


def removed_game_pin_line(pin: Pin) -> Line:
    """A pin of a game that is not here any more."""
    return {"id": pin.pk, "game": pin.game_id, "played_on": None, "accepted_at": None}
