"""Shared parts of all puzzle pages: the table, answers to its script, and what is
said of a try. The solution is in an answer only if the caller puts it there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drawing.play.live import Live
from drawing.text.rules.hints import current_hints
from engine import Entry
from games.pages import wants_json
from insights.puzzles.choices import Choice
from insights.puzzles.limits import LOOKED, TRIED
from insights.puzzles.posed import Posed
from tables.errors import IllegalEntry
from tables.learn.coach import learner_updates
from tables.views import (
    exceeds_preview_limit,
    line_number,
    previews_answer,
    table_drawing,
    visitor,
)
from tables.views import previews_limited as no_previews
from web.errors import Invalid, TooBusy
from web.rate_limits import client_key

BEST: Final = 3
"""So many of the choices a solution shows."""

Context = dict[str, object]
View = Callable[..., HttpResponse]
Attempted = TypeVar("Attempted")


class PuzzleChoice(NamedTuple):
    """A choice for a page: its words, its share and half its interval in percent; `outcome` by
    best play in words, where that is known."""

    words: str
    share: int
    error: int
    right: bool = False
    outcome: str = ""


class AttemptWords(NamedTuple):
    """Sentences about an attempt. `verdict`: ``right`` or ``other``; `words`: sentences;
    `solution`: the best choices, or none; `replay`: where the game goes on from there, or empty;
    `line`: what follows by best play, in sentences."""

    verdict: str
    words: list[str]
    solution: list[PuzzleChoice]
    replay: str = ""
    line: Sequence[str] = ()


def table_context(posed: Posed, *entries: Entry) -> Context:
    """Template context of the table after `entries`, the first of the seat to act."""
    live = posed.tried(*entries) if entries else posed.live()
    with live.lock:
        return table_drawing(live, posed.seat, acts=not entries)


def steps_of_try(posed: Posed, words: AttemptWords, *entries: Entry) -> HttpResponse:
    """The steps that a try adds, with what is said of it."""
    live = posed.tried(*entries)
    with live.lock:
        step = learner_updates(live, posed.seat, len(live.steps) - len(entries), acts=False)
    coach = {
        "verdict": words.verdict,
        "html": render_to_string("puzzles/said.html", {"coach": words}),
    }
    return JsonResponse(step | {"coach": coach})


def position_views(
    position_of: Callable[..., Posed], guard: Callable[[View], View] = lambda view: view
) -> tuple[View, View, View]:
    """Views behind `guard` for the script of a position: the steps after number ``after``, hints,
    and previews of choices (``tables.views.previews``). `position_of` takes what they do."""

    def steps(request: HttpRequest, **place: str | int) -> HttpResponse:
        posed = position_of(request, **place)
        live, number = posed.live(), line_number(request.GET.get("after", ""))
        with live.lock:
            updates = learner_updates(live, posed.seat, number, acts=True)
        return JsonResponse(updates | {"coach": {}})

    def hints(request: HttpRequest, **place: str | int) -> HttpResponse:
        posed = position_of(request, **place)
        live = posed.live()
        with live.lock:
            return JsonResponse(current_hints(live.state, posed.seat, live.names))

    def previews(request: HttpRequest, **place: str | int) -> HttpResponse:
        posed = position_of(request, **place)
        if exceeds_preview_limit(request):
            return no_previews()
        live = posed.live()
        with live.lock:
            return previews_answer(request, live)

    return (
        require_safe(never_cache(guard(steps))),
        require_safe(guard(hints)),
        require_safe(never_cache(guard(previews))),
    )


def answer_attempt(
    request: HttpRequest,
    choose: Callable[[], Attempted],
    page: Callable[[object, int], HttpResponse],
) -> Attempted | HttpResponse:
    """Result of `choose` for an attempt, or its refusal: for the script, or on the `page` with
    what went wrong and the status."""
    problem: IllegalEntry | str
    if not TRIED.allows(throttle_key(request)):
        problem, status = too_fast_words(), 429
    else:
        try:
            return choose()
        except IllegalEntry as refusal:
            problem, status = refusal, 200
        except Invalid as refusal:
            problem, status = refusal.message, 400
        except TooBusy as refusal:
            problem, status = refusal.message, 429
    if wants_json(request):
        return _refused(problem, status)
    return page({"message": problem} if isinstance(problem, str) else problem, status)


def may_look(request: HttpRequest) -> bool:
    return LOOKED.allows(client_key(request))


def throttle_key(request: HttpRequest) -> str:
    """Client of rate limits: an account, or an address without one."""
    account = visitor(request)
    return f"account {account.pk}" if account else client_key(request)


def too_fast_words() -> str:
    return _("Too many requests. Please wait a minute.")


def puzzle_choice(
    posed: Posed, choice: Choice, *, right: bool = False, exact: bool = False
) -> PuzzleChoice:
    """`choice` in words and percent; `exact`: its share is that of best play."""
    percents = rounded_percent(choice.share), margin(choice.error)
    outcome = outcome_words(choice.share) if exact else ""
    return PuzzleChoice(posed.sentence(choice.text), *percents, right, outcome)


def outcome_words(share: float) -> str:
    """How a game for two ends by best play, for the seat that has this share of the win."""
    if share == 1.0:
        return _("you win")
    return _("you lose") if share == 0.0 else _("the game ends in a draw")


def rounded_percent(share: float) -> int:
    return round(100 * share)


def margin(error: float) -> int:
    """Half an interval in percent: 1 or more, as no share is certain."""
    return max(1, rounded_percent(error))


def replay_at(game: str, entry: int) -> str:
    """Address of the position in the replay."""
    return reverse("game-at", args=[game, entry - 1])


def seat_name(live: Live) -> str:
    """The colour of the seat that acts, as its name on the table."""
    return live.names[live.viewer or 0]


# --- inside -------------------------------------------------------------------


def _refused(problem: IllegalEntry | str, status: int) -> HttpResponse:
    """Refusal of an attempt, for the script."""
    if isinstance(problem, str):
        return JsonResponse({"detail": problem}, status=status)
    ruling = _("Ruling %s") % problem.place if problem.place else ""
    refusal = {"detail": problem.message, "ruling": ruling, "rule_url": problem.rule_url}
    return JsonResponse(refusal, status=status)
