"""Uploads and what became of their logs: for the uploader, and for moderators."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drawing.language.words import colour_called
from games.intake.badges import all_of, badge_of, badges_of, progress_words
from games.intake.refusal_page import in_short, refusal_of
from games.judging.diff import difference_sentences
from games.models import Account, Seat, Status, Submission, Upload
from games.notices import mark_upload_read
from games.pseudonyms import pseudonymise_bytes
from games.queries import (
    UPLOAD_ORDER,
    refused_of_upload,
    tallies,
    uploads_of,
    uploads_visible_to,
    uploads_with_verdicts,
    verdicts_of_upload,
)
from games.replays.views.replay import table_html
from games.standing import reminders
from games.standing.awaited import awaited_sentences
from web.paging import page_of_rows
from web.priorities import heavy

SIZE: Final = 25
LOGS: Final = 100
"""Logs of one upload on a page, and in one answer about its progress."""


def _upload(account: object, upload_id: UUID) -> Upload:
    """Another account's upload is not there."""
    if not isinstance(account, Account):
        raise Http404
    return get_object_or_404(uploads_visible_to(account).defer("raw"), pk=upload_id)


@heavy
@require_safe
@login_required
def uploads(request: HttpRequest) -> HttpResponse:
    account = request.user
    assert isinstance(account, Account)
    page = page_of_rows(uploads_of(account), UPLOAD_ORDER, request.GET.dict(), SIZE)
    rows = uploads_with_verdicts(page.rows)
    still_open = any(row.tally["waiting"] for row in rows)
    context = {"page": page, "rows": rows, "still_open": still_open}
    return render(request, "games/uploads.html", context)


@require_safe
@never_cache
def upload_detail(request: HttpRequest, upload_id: UUID) -> HttpResponse:
    upload = _upload(request.user, upload_id)
    # Counts first: a verdict that comes meanwhile is in the rows, and the page goes on asking.
    tally = _tally_for_reader(request, upload)
    refused, remaining = _split_refused(upload)
    if refused and tally["logs"] == 1:
        return redirect("submission", upload.pk, refused[0].number)
    page = page_of_rows(remaining, ("number",), request.GET.dict(), LOGS)
    rows = page.rows if page.previous else [*refused, *page.rows]
    sentences = _awaited_sentences(rows)
    single = rows[0] if tally["logs"] == 1 and rows and rows[0].game else None
    context = {
        "upload": upload,
        "single": single,
        "lapse_moment": reminders.lapse_moment(single.game) if single and single.game else None,
        "page": page,
        "rows": [(row, sentences.get(row.game_id or "", "")) for row in rows],
        "tally": tally,
    }
    return render(request, "games/upload_detail.html", context)


@require_safe
@never_cache
def upload_status(request: HttpRequest, upload_id: UUID) -> JsonResponse:
    """How far the judging is: counts, and the verdicts on the first logs."""
    upload = _upload(request.user, upload_id)
    tally = _tally_for_reader(request, upload)
    refused, remaining = _split_refused(upload)
    rows = [*refused, *remaining[: LOGS - len(refused)]]
    sentences = _awaited_sentences(rows)
    return JsonResponse(
        {
            "name": str(upload),
            "url": reverse("upload-detail", args=[upload.pk]),
            "done": not tally["waiting"],
            **tally,
            "badges": badges_of(tally),
            "judged": progress_words(tally),
            "all": all_of(tally),
            "submissions": [as_json(row, sentences.get(row.game_id or "", "")) for row in rows],
        }
    )


def _tally_for_reader(request: HttpRequest, upload: Upload) -> dict[str, int]:
    """Verdicts of `upload`, counted. Once all are there, its uploader has seen them."""
    tally = tallies([upload])[upload.pk]
    if not tally["waiting"] and upload.account_id == request.user.pk:
        mark_upload_read(upload.account, upload)
    return tally


def _split_refused(upload: Upload) -> tuple[list[Submission], QuerySet[Submission]]:
    """Logs that need their uploader, a page of them at most; and all the rest, in order."""
    refused = refused_of_upload(upload, LOGS)
    return refused, verdicts_of_upload(upload).exclude(pk__in=[row.pk for row in refused])


def _awaited_sentences(rows: Iterable[Submission]) -> dict[str, str]:
    return awaited_sentences([row.game for row in rows if row.game])


def as_json(submission: Submission, awaited_sentence: str) -> dict[str, object]:
    """The verdict on a log, for the script of the upload page."""
    refusal = submission.refusal or {}
    line = refusal.get("line") or 0
    return {
        "number": submission.number,
        "member": submission.member,
        "status": submission.status,
        "badge": badge_of(submission.status),
        "url": verdict_address(submission),
        "line": line,
        "place": _place(line),
        "message": in_short(refusal) or _("see more"),
        "differs": [
            f"{capfirst(sentence)}." for sentence in difference_sentences(submission.differs or ())
        ],
        "seats": [
            f"{seat.player or seat.name or colour_called(seat.colour)} {seat.points}"
            for seat in _seats(submission)
        ],
        "waits": awaited_sentence,
    }


def _place(line: int) -> str:
    return _("line %(line)s:") % {"line": line} if line else ""


def _seats(submission: Submission) -> list[Seat]:
    return (
        sorted(submission.game.seats.all(), key=lambda seat: seat.place) if submission.game else []
    )


def verdict_address(submission: Submission) -> str:
    """Address with more about a verdict; empty while there is none."""
    if submission.game_id:
        return reverse("game", args=[submission.game_id])
    if Status(submission.status).is_open:
        return ""
    return reverse("submission", args=[submission.upload_id, submission.number])


@require_safe
@never_cache
def submission(request: HttpRequest, upload_id: UUID, number: int) -> HttpResponse:
    """The page of a refused log; others lead on to where they stand."""
    upload = _upload(request.user, upload_id)
    submission = get_object_or_404(
        Submission.objects.select_related("upload"), upload=upload, number=number
    )
    if submission.game_id:
        return redirect("game", submission.game_id)
    if Status(submission.status).is_open:
        return redirect("upload-detail", upload.pk)
    is_alone = not upload.submissions.exclude(pk=submission.pk).exists()
    text = pseudonymise_bytes(submission.text)
    refusal = refusal_of(submission.refusal or {}, text, submission.begins)
    context = {
        "dropped": not text,
        "upload": upload,
        "is_alone": is_alone,
        "submission": submission,
        "refusal": refusal,
        "there": table_html(request, refusal.text, refusal.ply) if text else "",
    }
    return render(request, "games/submission.html", context)
