"""Errors from outside the views: below ``/api/`` problem details, elsewhere pages."""

from __future__ import annotations

import json
import sys

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.shortcuts import render
from django.template.loader import get_template
from django.views import defaults

from web.api import BELOW, problems
from web.api.problems import problem
from web.database_connection import is_passing
from web.disk_full import is_full
from web.request_id import current_request_id


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if request.path.startswith(BELOW):
        return problem(request, 400, "The request cannot be read.", "malformed")
    if isinstance(exception, DisallowedHost):
        return render(request, "400.html", {"address": settings.SITE_URL}, status=400)
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if request.path.startswith(BELOW):
        return problem(request, 403, "This is not allowed.")
    return defaults.permission_denied(request, exception)


def form_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's protection against forms of other sites has refused one: it is old, or the address
    of its page is not the site's, as when a proxy leaves the port out."""
    foreign = reason.startswith(REASON_BAD_ORIGIN.partition("%")[0])
    return render(request, "403_csrf.html", {"foreign": foreign}, status=403)


def server_error(request: HttpRequest) -> HttpResponseBase:
    error = sys.exception()
    if is_full(error):
        return no_space(request)
    if is_passing(error):
        return unavailable(request, error)
    if request.path.startswith(BELOW):
        return problem(request, 500, "Sorry, something went wrong on our side. We have logged it.")
    context = {"incident": current_request_id(), **_way_back(request)}
    return HttpResponse(get_template("500.html").render(context), status=500)


def no_space(request: HttpRequest) -> HttpResponse:
    """A disk takes no more: 503, in the form that is wanted."""
    return _refused(request, problems.no_space_problem(request), {})


def unavailable(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """The database restarts, is cut off or busy: 503, in the form that is wanted."""
    answer = problems.unavailable_problem(request, error)
    return _refused(request, answer, _words_of(answer))


def too_slow(request: HttpRequest) -> HttpResponse:
    """There was no answer in time, and whether there will be one is unknown: 503, in the form
    that is wanted."""
    answer = problems.too_slow_problem(request)
    return _refused(request, answer, _words_of(answer))


def _refused(request: HttpRequest, answer: HttpResponse, context: dict[str, str]) -> HttpResponse:
    """The problem `answer` below ``/api/``, else JSON for a page's script, or a page."""
    if request.path.startswith(BELOW):
        return answer
    page = (
        JsonResponse({"error": json.loads(answer.content)["detail"]}, status=503)
        if "application/json" in request.headers.get("Accept", "")
        else HttpResponse(get_template("503.html").render(context | _way_back(request)), status=503)
    )
    page["Retry-After"] = answer["Retry-After"]
    return page


def _words_of(answer: HttpResponse) -> dict[str, str]:
    """The first sentence of a problem is the page's title, the others are its text."""
    title, stop, text = json.loads(answer.content)["detail"].partition(". ")
    return {"title": title if stop else title.removesuffix("."), "text": text}


def _way_back(request: HttpRequest) -> dict[str, str]:
    """The address of the page that was asked for; nothing where something was sent."""
    return {"again": request.get_full_path()} if request.method == "GET" else {}
