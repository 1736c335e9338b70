"""Lessons: pages with a task and a comment on each attempt. The address holds the whole attempt;
nothing is stored."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drawing.play.live import Live
from drawing.play.options import options_of
from drawing.text.reasons import RuleReason, rule_reason
from drawing.text.rules.hints import current_hints
from engine import IllegalAction, LogSyntaxError
from tables.errors import IllegalEntry
from tables.learn.coach import learner_updates
from tables.learn.first_game_views import COOKIE
from tables.learn.lessons import LESSONS, lesson_called
from tables.learn.lessons.lesson import (
    LEARNER,
    MAX_ENTRIES,
    SETUP,
    Lesson,
    Task,
    TaskTry,
    TaskVerdict,
    goal_entries,
    names,
    play_task,
    task_comment,
)
from tables.limits import ENTRY_CHARACTERS, LESSONS_TRIED
from tables.views.play_page import Context, table_drawing
from tables.views.previews import exceeds_preview_limit, previews_answer, previews_limited
from tables.views.request_fields import line_number
from web.rate_limits import client_key

PICTURES: Final = (
    ("rules-turn", "take"),
    ("rules-turn", "load"),
    ("rules-example", "market", "A"),
    ("rules-turn", "sail"),
    ("rules-example", "pyramids", "A"),
    ("rules-turn", "play"),
)
"""Pictures of the lessons in the list of them: pictures of the rules."""

TRYING = (TaskVerdict.BEGUN, TaskVerdict.GOING)


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """All lessons, and the first game that follows."""
    return _overview(request)


@require_safe
@never_cache
def lesson(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """A task after what the learner ``did``; with ``after``, its steps for the script."""
    current, exercise = _task(slug, task)
    script = "after" in request.GET
    if not LESSONS_TRIED.allows(client_key(request)):
        return _slow(request, script, _("Too many requests. Please wait a minute."))
    did = _did(request)
    problem: IllegalEntry | None = None
    try:
        progress = play_task(exercise, did)
    except (IllegalAction, LogSyntaxError) as cause:
        before = _stands(exercise, did[:-1])
        problem, progress, did = _refusal(cause, before), before, did[:-1]
    live = Live(SETUP, names(), LEARNER)
    live.follow(progress.entries)
    if script:
        return _for_script(request, live, exercise, progress, problem)
    context = _context(live, current, task, progress, did)
    return render(request, "tables/learn/lesson.html", context | {"problem": problem})


@require_safe
def lesson_hints(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """Worth of the things on the table at the beginning of a task, by key."""
    _lesson, exercise = _task(slug, task)
    return JsonResponse(current_hints(play_task(exercise, []).state, LEARNER, names()))


@require_safe
@never_cache
def lesson_previews(request: HttpRequest, slug: str, task: int) -> HttpResponse:
    """Previews of the learner's choices; see ``tables.views.previews``."""
    _lesson, exercise = _task(slug, task)
    if exceeds_preview_limit(request):
        return previews_limited()
    progress = _stands(exercise, _did(request))
    live = Live(SETUP, names(), LEARNER)
    live.follow(progress.entries)
    return previews_answer(request, live)


# --- inside -------------------------------------------------------------------


def _overview(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    cards = [
        {"lesson": lesson, "picture": reverse(name, args=arguments)}
        for lesson, (name, *arguments) in zip(LESSONS, PICTURES, strict=True)
    ]
    context = {"cards": cards, "running": COOKIE in request.COOKIES, "problem": problem}
    return render(request, "tables/learn/overview.html", context, status=status)


def _task(slug: str, task: int) -> tuple[Lesson, Task]:
    try:
        lesson = lesson_called(slug)
    except KeyError:
        raise Http404("no such lesson") from None
    if not 1 <= task <= len(lesson.tasks):
        raise Http404("no such task")
    return lesson, lesson.tasks[task - 1]


def _did(request: HttpRequest) -> list[str]:
    """The learner's entries, by the address."""
    entries = request.GET.getlist("did")[: MAX_ENTRIES + 1]
    return [text[:ENTRY_CHARACTERS] for text in entries]


def _stands(task: Task, did: list[str]) -> TaskTry:
    """`task` after `did`; from the beginning, if that cannot stand."""
    try:
        return play_task(task, did)
    except (IllegalAction, LogSyntaxError):
        return play_task(task, [])


def _refusal(cause: IllegalAction | LogSyntaxError, before: TaskTry) -> IllegalEntry:
    legal = options_of(before.state) if before.verdict in TRYING else []
    return IllegalEntry(cause, [option.entry for option in legal])


def _slow(request: HttpRequest, script: bool, problem: str) -> HttpResponse:
    if script:
        return JsonResponse({"detail": problem}, status=429)
    return _overview(request, problem, 429)


def _for_script(
    request: HttpRequest, live: Live, task: Task, progress: TaskTry, problem: IllegalEntry | None
) -> HttpResponse:
    if problem is not None:
        ruling = _("Why?") if problem.rule_url else ""
        detail = problem.message
        if problem.place:
            detail = _("Not allowed: %(message)s.") % {"message": problem.sentence}
        # an answer like any other: it is what was asked
        return JsonResponse({"detail": detail, "ruling": ruling, "rule_url": problem.rule_url})
    acts = progress.verdict in TRYING
    after = line_number(request.GET["after"])
    steps = learner_updates(live, LEARNER, after, acts=acts)
    rule = _rule(task, progress)
    coach = {
        "verdict": progress.verdict.value,
        "said": task_comment(task, progress),
        "why": rule._asdict() if rule else None,
        "wanted": _goal_keys(task, progress),
    }
    return JsonResponse(steps | {"coach": coach})


def _rule(task: Task, progress: TaskTry) -> RuleReason | None:
    """The rule behind the task, once there is something to explain."""
    return (
        rule_reason(progress.state.rules, task.rule_key) if progress.verdict not in TRYING else None
    )


def _goal_keys(task: Task, progress: TaskTry) -> list[str]:
    """The keys of the words that lead to the goal."""
    entries = set(goal_entries(task, progress))
    if not entries:
        return []
    fitting = [option for option in options_of(progress.state) if option.entry in entries]
    return sorted({word.key for option in fitting for word in option.words})


def _context(live: Live, lesson: Lesson, number: int, progress: TaskTry, did: list[str]) -> Context:
    task = lesson.tasks[number - 1]
    address = reverse("lesson", args=[lesson.slug, number])
    return {
        **table_drawing(live, LEARNER, acts=progress.verdict in TRYING),
        "head_line": "tables/learn/head_line.html",
        "lesson": lesson,
        "number": number,
        "place": LESSONS.index(lesson) + 1,
        "lessons": len(LESSONS),
        "task": task,
        "sites": " ".join(site.word for site in task.sites),
        "did": did,
        "here": address,
        "hints_url": reverse("lesson-hints", args=[lesson.slug, number]),
        "previews_url": _previews_url(lesson, number, did),
        "verdict": progress.verdict.value,
        "comment": task_comment(task, progress),
        "why": _rule(task, progress),
        "is_last": number == len(lesson.tasks),
        "onward": _next_step(lesson, number),
        "refused": [
            {
                "words": move.words,
                "url": f"{address}?{urlencode({'did': move.text})}",
                "text": move.text,
            }
            for move in task.refused
        ],
    }


def _previews_url(lesson: Lesson, number: int, did: list[str]) -> str:
    address = reverse("lesson-previews", args=[lesson.slug, number])
    return f"{address}?{urlencode({'did': did}, doseq=True)}" if did else address


def _next_step(lesson: Lesson, number: int) -> Context:
    """The next step: a task or a lesson; empty after the last lesson."""
    if number < len(lesson.tasks):
        return {"url": reverse("lesson", args=[lesson.slug, number + 1]), "words": _("Continue")}
    index = LESSONS.index(lesson) + 1
    if index < len(LESSONS):
        following = LESSONS[index]
        words = _("Next: %(lesson)s") % {"lesson": following.title}
        return {"url": reverse("lesson", args=[following.slug, 1]), "words": words}
    return {}
