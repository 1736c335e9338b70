"""Lessons: pages on which one tries, and is told what it did. An address holds all there is of a
try: nothing is stored, and nothing here changes anything."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drawing.play.live import Live
from drawing.play.options import options_of
from drawing.text.reasons import Reason, reason
from drawing.text.rules.hints import now
from engine import IllegalAction, LogSyntaxError
from tables.errors import IllegalEntry
from tables.learn.coach import Context, drawn, moments
from tables.learn.first_game_views import COOKIE
from tables.learn.lessons import LESSONS, lesson_called
from tables.learn.lessons.lesson import (
    LEARNER,
    MOST,
    SETUP,
    Lesson,
    Task,
    Try,
    Verdict,
    names,
    tried,
    wanted_now,
)
from tables.limits import ENTRY_CHARACTERS, LESSONS_TRIED
from tables.views.asking import number
from tables.views.previews import answer, slow, too_many
from web.rate_limits import address_of

TRYING = (Verdict.BEGUN, Verdict.GOING)


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """All lessons, and the first game that follows."""
    context = {"lessons": LESSONS, "running": COOKIE in request.COOKIES}
    return render(request, "tables/learn/overview.html", context)


@require_safe
@never_cache
def lesson(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """A task after what the learner ``did``; with ``after``, its steps for the script."""
    found, wanted = _task(slug, task)
    script = "after" in request.GET
    if not LESSONS_TRIED.allows(address_of(request)):
        return _slow(request, script, _("That was a lot at once: please wait a minute."))
    did = _did(request)
    problem: IllegalEntry | None = None
    try:
        at = tried(wanted, did)
    except (IllegalAction, LogSyntaxError) as cause:
        before = _stands(wanted, did[:-1])
        problem, at, did = _refusal(cause, before), before, did[:-1]
    live = Live(SETUP, names(), LEARNER)
    live.follow(at.entries)
    if script:
        return _for_script(request, live, wanted, at, problem)
    context = _context(live, found, task, at, did)
    return render(request, "tables/learn/lesson.html", context | {"problem": problem})


@require_safe
def hints(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """What the things on the table are worth at the beginning of a task; by key."""
    _found, wanted = _task(slug, task)
    return JsonResponse(now(tried(wanted, []).state, LEARNER, names()))


@require_safe
@never_cache
def previews(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """What the choices of the learner would bring; see ``tables.views.previews``."""
    _found, wanted = _task(slug, task)
    if too_many(request):
        return slow()
    at = _stands(wanted, _did(request))
    live = Live(SETUP, names(), LEARNER)
    live.follow(at.entries)
    return answer(request, live)


# --- inside -------------------------------------------------------------------


def _task(slug: str, task: int) -> tuple[Lesson, Task]:
    try:
        found = lesson_called(slug)
    except KeyError:
        raise Http404("no such lesson") from None
    if not 1 <= task <= len(found.tasks):
        raise Http404("no such task")
    return found, found.tasks[task - 1]


def _did(request: HttpRequest) -> list[str]:
    """What the learner wrote, by the address."""
    written = request.GET.getlist("did")[: MOST + 1]
    return [text[:ENTRY_CHARACTERS] for text in written]


def _stands(task: Task, did: list[str]) -> Try:
    """`task` after `did`; from the beginning, if that cannot stand."""
    try:
        return tried(task, did)
    except (IllegalAction, LogSyntaxError):
        return tried(task, [])


def _refusal(cause: IllegalAction | LogSyntaxError, before: Try) -> IllegalEntry:
    legal = options_of(before.state) if before.verdict in TRYING else []
    return IllegalEntry(cause, [option.entry for option in legal])


def _slow(request: HttpRequest, script: bool, problem: str) -> HttpResponse:
    if script:
        return JsonResponse({"detail": problem}, status=429)
    context = {"lessons": LESSONS, "problem": problem}
    return render(request, "tables/learn/overview.html", context, status=429)


def _for_script(
    request: HttpRequest, live: Live, task: Task, at: Try, problem: IllegalEntry | None
) -> HttpResponse:
    if problem is not None:
        ruling = _("Ruling %s") % problem.place if problem.place else ""
        said = {"detail": problem.message, "ruling": ruling, "rule_url": problem.rule_url}
        return JsonResponse(said)  # an answer like any other: it is what was asked
    acts = at.verdict in TRYING
    after = number(request.GET["after"])
    steps = moments(live, LEARNER, after, acts=acts)
    why = _why(task, at)
    coach = {
        "verdict": at.verdict.value,
        "said": _said(task, at),
        "why": why._asdict() if why else None,
        "wanted": _wanted(task, at),
    }
    return JsonResponse(steps | {"coach": coach})


def _said(task: Task, at: Try) -> str:
    """What is said of the try."""
    if at.verdict is Verdict.RIGHT:
        return str(task.right)
    return str(task.instead) if at.verdict is Verdict.OTHER else ""


def _why(task: Task, at: Try) -> Reason | None:
    """The rule behind the task, once there is something to explain."""
    return reason(at.state.rules, task.why) if at.verdict not in TRYING else None


def _wanted(task: Task, at: Try) -> list[str]:
    """The keys of the words that lead to the goal."""
    wanted = set(wanted_now(task, at))
    if not wanted:
        return []
    fitting = [option for option in options_of(at.state) if option.entry in wanted]
    return sorted({word.key for option in fitting for word in option.words})


def _context(live: Live, found: Lesson, number: int, at: Try, did: list[str]) -> Context:
    task = found.tasks[number - 1]
    here = reverse("lesson", args=[found.slug, number])
    return {
        **drawn(live, LEARNER, acts=at.verdict in TRYING),
        "head_line": "tables/learn/head_line.html",
        "lesson": found,
        "number": number,
        "place": LESSONS.index(found) + 1,
        "lessons": len(LESSONS),
        "task": task,
        "did": did,
        "here": here,
        "hints_url": reverse("lesson-hints", args=[found.slug, number]),
        "previews_url": _previews_url(found, number, did),
        "verdict": at.verdict.value,
        "comment": _said(task, at),
        "why": _why(task, at),
        "is_last": number == len(found.tasks),
        "onward": _onward(found, number),
        "refused": [
            {"words": one.words, "url": f"{here}?{urlencode({'did': one.text})}", "text": one.text}
            for one in task.refused
        ],
    }


def _previews_url(found: Lesson, number: int, did: list[str]) -> str:
    address = reverse("lesson-previews", args=[found.slug, number])
    return f"{address}?{urlencode({'did': did}, doseq=True)}" if did else address


def _onward(found: Lesson, number: int) -> Context:
    """What comes next: a task, a lesson, or the first game."""
    if number < len(found.tasks):
        return {"url": reverse("lesson", args=[found.slug, number + 1]), "words": _("Go on")}
    at = LESSONS.index(found) + 1
    if at < len(LESSONS):
        following = LESSONS[at]
        words = _("Next: %(lesson)s") % {"lesson": following.title}
        return {"url": reverse("lesson", args=[following.slug, 1]), "words": words}
    return {"url": f"{reverse('learn')}#play", "words": _("Now a game of your own")}
