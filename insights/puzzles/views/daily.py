"""The daily puzzle, and those of earlier days. Without an account nothing is kept of a try."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from drawing.export.small import SMALL, position_picture
from drawing.svg import signed_points
from engine import Entry
from games.models import Account
from games.pages import wants_json
from games.replays import DAY_SECONDS, small
from insights.puzzles.models import BEST_PLAY, Puzzle
from insights.puzzles.posed import Posed, posed_puzzle, sides_of_puzzle
from insights.puzzles.services import daily, solving
from insights.puzzles.services.shipped import SHIPPED_SEATS
from insights.puzzles.services.solving import AttemptOutcome
from insights.puzzles.views import showing
from insights.puzzles.views.showing import BEST, AttemptWords, Context
from tables.views import typed_field, visitor
from web.rate_limits import client_key

LISTED: Final = 60
"""Days in the archive."""

THOUSAND: Final = 1000

LARGE_MOVE: Final = 30 * THOUSAND
"""Of a puzzle rating: it is explained."""


@require_safe
@never_cache
def today_page(request: HttpRequest) -> HttpResponse:
    """The puzzle of today; the page says so if there is none."""
    day = daily.today()
    puzzle = daily.puzzle_of_day(day)
    if puzzle is None:
        return render(request, "puzzles/none.html", {"reached": _solver_words(visitor(request))})
    return _page(request, puzzle, day)


@require_safe
@never_cache
def puzzle_page(request: HttpRequest, day: str) -> HttpResponse:
    return _page(request, _puzzle(day), date.fromisoformat(day))


@require_safe
@never_cache
def puzzle_archive(request: HttpRequest) -> HttpResponse:
    """The days before, the newest first."""
    account = visitor(request)
    today = daily.today()
    days = daily.days_before(today, LISTED)
    puzzles = [day.puzzle for day in days]
    first = solving.first_tries(puzzles, account)
    shares = solving.solved_shares(puzzles)
    rows = [
        {
            "day": day,
            "date": day.date.isoformat(),
            "players": day.puzzle.game.players if day.puzzle.game else len(SHIPPED_SEATS),
            "sides": sides_of_puzzle(day.puzzle),
            "difficulty": solving.difficulty(day.puzzle),
            "solved": shares.get(day.puzzle_id),
            "first": first.get(day.puzzle_id),
        }
        for day in days
    ]
    has_puzzle = daily.puzzle_of_day(today) is not None
    context = {
        "days": rows,
        "today": today.isoformat() if has_puzzle else "",
        "reached": _solver_words(account),
    }
    return render(request, "puzzles/archive.html", context)


@require_safe
def puzzle_picture(request: HttpRequest, day: str) -> HttpResponse:
    """The position of a puzzle, small, as everybody may see it."""
    puzzle = _puzzle(day)

    def draw() -> str:
        position = _posed(puzzle)
        return position_picture(position.live().state, position.names, SMALL)

    answer = small(request, f"puzzle-{puzzle.pk}", draw)
    if answer.status_code != HTTPStatus.TOO_MANY_REQUESTS:
        patch_cache_control(answer, public=True, max_age=DAY_SECONDS)
    return answer


@require_POST
def puzzle_attempt(request: HttpRequest, day: str) -> HttpResponse:
    """A try, with ``text``; with ``show`` the solution too, though it is not right."""
    puzzle, when = _puzzle(day), date.fromisoformat(day)

    def refuse_attempt(problem: object, status: int) -> HttpResponse:
        return _page(request, puzzle, when, problem=problem, status=status)

    outcome = showing.answer_attempt(
        request,
        lambda: solving.attempt_puzzle(
            puzzle, typed_field(request, "text"), visitor(request), client_key(request)
        ),
        refuse_attempt,
    )
    if isinstance(outcome, HttpResponse):
        return outcome
    if outcome.first_attempt is None and (outcome.right or "show" in request.POST):
        solving.note_opened(puzzle, client_key(request))
    position = _posed(puzzle)
    entry = position.read(outcome.chosen.text)
    coach = _attempt_words(puzzle, position, outcome, show="show" in request.POST)
    entries = [entry]
    if coach.verdict == "other" and (reply := position.reply_to(entry)):
        entries.append(reply)
        answer = _("%(name)s answers: %(words)s.") % {
            "name": position.live().names[reply.seat],
            "words": position.reply_words(entry, reply),
        }
        coach = coach._replace(words=[coach.words[0], answer, *coach.words[1:]])
    if wants_json(request):
        return showing.steps_of_try(position, coach, *entries)
    return _page(request, puzzle, when, coach=coach, entries=entries, text=outcome.chosen.text)


# --- inside -------------------------------------------------------------------


def _puzzle(day: str) -> Puzzle:
    try:
        puzzle = daily.puzzle_of_day(date.fromisoformat(day))
    except ValueError:
        puzzle = None
    if puzzle is None:
        raise Http404("no puzzle of that day")
    return puzzle


def _posed(puzzle: Puzzle) -> Posed:
    return posed_puzzle(puzzle)


puzzle_moments, puzzle_hints, puzzle_previews = showing.position_views(
    lambda _request, day: _posed(_puzzle(day))
)


def _page(
    request: HttpRequest,
    puzzle: Puzzle,
    day: date,
    *,
    coach: AttemptWords | None = None,
    entries: Sequence[Entry] = (),
    text: str = "",
    problem: object = None,
    status: int = 200,
) -> HttpResponse:
    if not showing.may_look(request):
        return render(
            request, "puzzles/none.html", {"problem": showing.too_fast_words()}, status=429
        )
    account, position = visitor(request), _posed(puzzle)
    if coach is None and solving.may_see(puzzle, day, account):
        coach = _solution(puzzle, position)
    context = {
        **showing.table_context(position, *entries),
        **_addresses(day),
        "head_line": "puzzles/head_line.html",
        "day": day,
        "is_today": day == daily.today(),
        "puzzle_rating": solving.difficulty(puzzle),
        "is_shipped": puzzle.game is None,
        "who": showing.seat_name(position.live()),
        "coach": coach,
        "verdict": coach.verdict if coach and entries else "begun",
        "text": text,
        "problem": problem,
        "reached": _solver_words(account),
        "kept": solving.first_attempt_of(puzzle, account),
        "following": _next_day(day, account),
    }
    return render(request, "puzzles/puzzle.html", context, status=status)


def _next_day(day: date, account: Account | None) -> str:
    """The day of the next puzzle: the latest before `day` that `account` has not tried; empty if
    there is none."""
    days = daily.days_before(day, LISTED)
    tried = solving.first_tries([row.puzzle for row in days], account)
    return next((row.date.isoformat() for row in days if row.puzzle_id not in tried), "")


def _addresses(day: date) -> Context:
    args = [day.isoformat()]
    return {
        "here": reverse("puzzle", args=args),
        "try_url": reverse("puzzle-try", args=args),
        "hints_url": reverse("puzzle-hints", args=args),
        "previews_url": reverse("puzzle-previews", args=args),
    }


def _solver_words(account: Account | None) -> Context | None:
    """The reader's success, in words."""
    if account is None:
        return None
    stats = solving.solver_stats(account)
    return {
        "streak": stats.streak,
        "longest": stats.longest,
        "rating": stats.rating // THOUSAND if stats.attempts else None,
        "attempts": stats.attempts,
    }


def _attempt_words(
    puzzle: Puzzle, posed: Posed, outcome: AttemptOutcome, *, show: bool
) -> AttemptWords:
    """Sentences about an attempt; the solution if it is right, or is asked for now."""
    words = [_outcome_words(puzzle, outcome), *_rating_words(outcome)]
    if not outcome.right and not show:
        return AttemptWords("other", words, [])
    coach = _solution(puzzle, posed)
    return coach._replace(verdict="right" if outcome.right else "other", words=words)


def _outcome_words(puzzle: Puzzle, outcome: AttemptOutcome) -> str:
    """If the attempt is right, and what it brings."""
    if puzzle.method == BEST_PLAY:
        end = {"end": showing.outcome_words(outcome.chosen.share)}
        if outcome.right:
            return _("Right: if both play their best after this move, %(end)s.") % end
        return _("Not the best: if both play their best after this move, %(end)s.") % end
    share = {"share": showing.rounded_percent(outcome.chosen.share)}
    if outcome.right:
        return _("Right: this move wins %(share)s %% of games.") % share
    return _("Not the best: this move wins %(share)s %% of games.") % share


def _rating_words(outcome: AttemptOutcome) -> list[str]:
    """Effects of an attempt on the account's rating and its days in a row."""
    attempt = outcome.first_attempt
    if attempt is None:
        return []
    words = []
    if not outcome.is_first:
        words.append(_("Only your first try counts."))
    elif attempt.before is not None and attempt.after is not None:
        moved = {
            "rating": attempt.after // THOUSAND,
            "moved": signed_points(attempt.after // THOUSAND - attempt.before // THOUSAND),
        }
        words.append(_("Your puzzle rating: %(rating)s (%(moved)s).") % moved)
        if abs(attempt.after - attempt.before) >= LARGE_MOVE:
            words.append(_("Your rating changes most during your first puzzles."))
    elif outcome.opened:
        words.append(
            _(
                "This try isn’t rated: the solution had already been opened from your internet "
                "address."
            )
        )
    days = solving.solver_stats(attempt.account)
    if outcome.right and days.solved_today:
        sentence = ngettext(
            "Solved on %(n)s day in a row.", "Solved on %(n)s days in a row.", days.streak
        )
        words.append(sentence % {"n": days.streak})
    return words


def _solution(puzzle: Puzzle, posed: Posed) -> AttemptWords:
    """The solution."""
    exact = puzzle.method == BEST_PLAY
    best = [
        showing.puzzle_choice(posed, choice, right=place < puzzle.right, exact=exact)
        for place, choice in enumerate(solving.choices_of(puzzle)[: max(BEST, puzzle.right)])
    ]
    replay = showing.replay_at(puzzle.game_id, puzzle.entry) if puzzle.game_id else ""
    line = posed.line_sentences(puzzle.choices[0][0], puzzle.line)
    return AttemptWords("right", [], best, replay, line)
