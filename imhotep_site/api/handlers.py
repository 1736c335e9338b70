"""Errors from outside the views: below ``/api/`` problem details, elsewhere pages."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views import defaults

from games.api.problems import problem

BELOW = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if request.path.startswith(BELOW):
        return problem(request, 400, "The request cannot be read.", "malformed")
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if request.path.startswith(BELOW):
        return problem(request, 403, "This is not allowed.")
    return defaults.permission_denied(request, exception)


def server_error(request: HttpRequest) -> HttpResponseBase:
    if request.path.startswith(BELOW):
        return problem(request, 500, "The fault is ours, and it has been noted.")
    return defaults.server_error(request)
