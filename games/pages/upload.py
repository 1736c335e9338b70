"""Pages of uploads: logs are stored and judged, or only checked; and pages about the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from engine import DEFAULT_EDITION
from engine.vocabulary import Module
from games.intake.dry_run import DryRun, DryVerdict, TooMuch
from games.intake.quota import OverQuota
from games.intake.receive import receive
from games.intake.refusal_page import Refusal, refusal_of
from games.intake.split import LogPiece
from games.judging.diff import difference_sentences, name_questions
from games.limits import DRY_RUN, UPLOAD
from games.models import Account, Channel, Upload
from games.ports import port
from games.replays.views.replay import replay_html, table_html
from web.errors import Invalid, TooBusy, TooLarge
from web.priorities import heavy, judging
from web.rate_limits import DRY_RUNS, DRY_RUNS_OF_ACCOUNT, Throttle, client_key

PASTED: Final = "pasted.imh"


class SentFile(NamedTuple):
    """A file that was sent, or a text that was pasted."""

    name: str
    raw: bytes


class FileOutcome(NamedTuple):
    """Outcome of one file: `upload`, or an `error` in a sentence and its HTTP status."""

    name: str
    upload: Upload | None = None
    error: str = ""
    status: int = 201


def sent_files(request: HttpRequest, limit: int) -> list[SentFile]:
    """The files of the form, no more than `limit` bytes and one of each; then the pasted text."""
    files = [
        SentFile(file.name or "", file.read(limit + 1)) for file in request.FILES.getlist("logs")
    ]
    pasted = request.POST.get("log", "")
    if pasted.strip():
        files.append(SentFile(PASTED, pasted.encode("utf-8", "replace")))
    return files


def wants_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


# ------------------------------------------------------------------------------ to keep


@heavy
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    if not request.user.is_authenticated:
        return _refuse_visitor(request)
    occasion = request.POST.get("occasion", "")
    outcomes = [
        _receive_file(request.user, file, occasion) for file in sent_files(request, UPLOAD.received)
    ]
    if wants_json(request):
        return _answer(outcomes)
    return _render_outcomes(request, outcomes)


def _page(request: HttpRequest, status: int = 200, **context: object) -> HttpResponse:
    context.setdefault("log", request.POST.get("log", ""))
    if "example" in request.GET:
        context["log"] = render_to_string("games/example.imh")
    account = request.user
    occasions = port().occasions_of(account) if isinstance(account, Account) else []
    chosen = request.POST.get("occasion", request.GET.get("occasion", ""))
    context |= {"occasions": occasions, "occasion": chosen}
    limits = {"limits": UPLOAD, "dry_run_limits": DRY_RUN}
    return render(request, "games/upload.html", {**limits, **context}, status=status)


def _refuse_visitor(request: HttpRequest) -> HttpResponse:
    message = _("Log in to upload. Without an account you can only check a log.")
    if wants_json(request):
        login = f"{reverse('login')}?next={reverse('upload')}"
        return JsonResponse({"error": message, "login": login}, status=401)
    return _page(request, 403, errors=[FileOutcome("", error=message)])


def _receive_file(account: Account, file: SentFile, occasion: str) -> FileOutcome:
    try:
        stored = receive(account, file.raw, file.name, Channel.PAGE, occasion=occasion)
        return FileOutcome(file.name, stored)
    except Invalid as refusal:
        status = 413 if isinstance(refusal, TooLarge) else 400
        return FileOutcome(file.name, error=refusal.message, status=status)
    except (TooBusy, OverQuota) as refusal:
        return FileOutcome(file.name, error=refusal.message, status=429)


def _answer(outcomes: list[FileOutcome]) -> JsonResponse:
    uploads = [outcome.upload for outcome in outcomes if outcome.upload]
    rows = [
        {
            "name": outcome.name,
            "url": reverse("upload-detail", args=[outcome.upload.pk]),
            "status": reverse("upload-status", args=[outcome.upload.pk]),
        }
        if outcome.upload
        else {"name": outcome.name, "error": outcome.error}
        for outcome in outcomes
    ]
    status = 201 if uploads else max((outcome.status for outcome in outcomes), default=400)
    if not outcomes:
        return JsonResponse({"error": _nothing()}, status=400)
    return JsonResponse({"uploads": rows}, status=status)


def _render_outcomes(request: HttpRequest, outcomes: list[FileOutcome]) -> HttpResponse:
    uploads = [outcome.upload for outcome in outcomes if outcome.upload]
    errors = [outcome for outcome in outcomes if outcome.error]
    if not outcomes:
        errors = [FileOutcome("", error=_nothing(), status=400)]
    if errors:
        status = max(outcome.status for outcome in errors)
        text_field = {"log": ""} if any(u.name == PASTED for u in uploads) else {}
        return _page(request, status, errors=errors, kept=uploads, **text_field)
    if len(uploads) == 1:
        return redirect("upload-detail", uploads[0].pk)
    text = ngettext("%(n)d file received.", "%(n)d files received.", len(uploads))
    messages.success(request, text % {"n": len(uploads)})
    return redirect("uploads")


def _nothing() -> str:
    return _("Choose a file, or paste a log.")


# ------------------------------------------------------------------------------ to check only


class CheckedSeat(NamedTuple):
    """A seat of a legal log."""

    colour: str
    name: str
    points: int
    place: int


class Checked(NamedTuple):
    """The verdict of a dry run on one log, and what to show of it: the `replay` of the first legal
    log; of a refused one the `refusal`, and the table that was `there`. `asks`: whether a guest is
    meant to be an account, in sentences."""

    file: str
    verdict: DryVerdict
    rows: list[CheckedSeat]
    refusal: Refusal | None = None
    replay: str = ""
    there: str = ""
    asks: Sequence[str] = ()


@judging
@require_http_methods(["GET", "HEAD", "POST"])
def try_logs(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("upload")
    client, throttle = _throttle_of(request)
    run = DryRun()
    split_files, errors = _split_files(run, sent_files(request, DRY_RUN.received))
    if not throttle.allows(client, max(1, run.logs)):
        message = _("Too many checks. Wait a minute, or log in.")
        return _page(request, 429, errors=[FileOutcome("", error=message)])
    checked = [log for name, pieces in split_files for log in check_logs(run, name, pieces)]
    if not checked:
        return _page(request, max(error.status for error in errors), errors=errors)
    context = {"checked": _illustrated(request, checked), "errors": errors}
    return render(request, "games/dry_run.html", context)


def _throttle_of(request: HttpRequest) -> tuple[str, Throttle]:
    if request.user.is_authenticated:
        return str(request.user.pk), DRY_RUNS_OF_ACCOUNT
    return client_key(request), DRY_RUNS


def _split_files(
    run: DryRun, files: list[SentFile]
) -> tuple[list[tuple[str, list[LogPiece]]], list[FileOutcome]]:
    """The logs of each file by its name, and what is wrong with files. All are refused if they are
    too much together."""
    split_files: list[tuple[str, list[LogPiece]]] = []
    errors = [] if files else [FileOutcome("", error=_nothing(), status=400)]
    for file in files:
        try:
            split_files.append((file.name, run.split_file(file.raw, file.name)))
        except TooMuch as refusal:
            return [], [FileOutcome("", error=refusal.message, status=413)]
        except Invalid as refusal:
            status = 413 if isinstance(refusal, TooLarge) else 400
            errors.append(FileOutcome(file.name, error=refusal.message, status=status))
    return split_files, errors


def check_logs(run: DryRun, name: str, pieces: list[LogPiece]) -> list[Checked]:
    """A verdict for each log of a file."""
    verdicts = run.judge(pieces)
    questions = name_questions([verdict.fields.get("names", {}) for verdict in verdicts])
    return [
        Checked(
            name,
            verdict,
            _rows(verdict.fields),
            _refusal(verdict, piece.source),
            asks=difference_sentences(question),
        )
        for verdict, piece, question in zip(verdicts, pieces, questions, strict=True)
    ]


def _rows(fields: Mapping[str, Any]) -> list[CheckedSeat]:
    return [
        CheckedSeat(colour, name, fields["points"][colour], fields["places"][colour])
        for colour, name in fields.get("names", {}).items()
    ]


def _refusal(verdict: DryVerdict, source: bytes) -> Refusal | None:
    if verdict.verdict != "refused":
        return None
    return refusal_of(verdict.fields, source, verdict.begins)


def _illustrated(request: HttpRequest, checked: list[Checked]) -> list[Checked]:
    """With a replay for the first legal log, and a table for the first refused one: a page shows
    one of each at most."""
    legal = next((log for log in checked if log.verdict.log), None)
    refused = next((log for log in checked if log.refusal), None)
    illustrated = []
    for log in checked:
        if log is legal:
            log = log._replace(replay=replay_html(request, log.verdict.log))
        elif log is refused and log.refusal:
            table = table_html(request, log.refusal.text, log.refusal.ply)
            log = log._replace(there=table)
        illustrated.append(log)
    return illustrated


@require_safe
def about_page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/about.html", {"edition": DEFAULT_EDITION})


@require_safe
@cache_control(max_age=3600, public=True)
def log_schema(request: HttpRequest) -> HttpResponse:
    """JSON Schema of the JSON form of a log."""
    text = (settings.BASE_DIR / "docs" / "log.schema.json").read_text("utf-8")
    return HttpResponse(text, content_type="application/schema+json")


@require_safe
def log_format(request: HttpRequest) -> HttpResponse:
    context = {
        "edition": DEFAULT_EDITION,
        "example": render_to_string("games/example.imh"),
        "modules": format_html_join(", ", "<code>{}</code>", ([word] for word in Module.words())),
        "limits": UPLOAD,
        "dry_run_limits": DRY_RUN,
    }
    return render(request, "games/log_format.html", context)
