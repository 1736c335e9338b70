"""The one shape of an error: RFC 9457, ``application/problem+json``.

Everything that goes wrong below ``/api/`` is answered by ``problem``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from math import ceil
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from django.utils.log import log_response
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request

from web.api.problem_kinds import KINDS, MEDIA_TYPE, PATH
from web.database_connection import RETRY_SECONDS as PASSING_SECONDS
from web.database_connection import is_passing
from web.disk_full import RETRY_SECONDS, is_full, note_full_disk
from web.errors import ServiceError

logger = logging.getLogger(__name__)

BLANK: Final = "about:blank"


class ScopeMissing(exceptions.PermissionDenied):
    """The token may not do it; `scope` would be needed."""

    def __init__(self, scope: str) -> None:
        super().__init__(f"This token lacks the scope {scope}.")
        self.scope = scope


class CsrfFailed(exceptions.PermissionDenied):
    """A session without the token that proves that the page was ours."""


class LengthRequired(exceptions.APIException):
    """A body of unknown length."""

    status_code = HTTPStatus.LENGTH_REQUIRED
    default_detail = "Send the length of the body (Content-Length)."


class BodyTooLarge(exceptions.APIException):
    """A body that is too large to be read."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def problem(
    request: HttpRequest | Request,
    status: int,
    detail: str,
    kind: str = "",
    /,
    *,
    headers: Mapping[str, str] | None = None,
    **members: object,
) -> HttpResponse:
    """The answer for an error. `kind` is one of ``KINDS``; `members` are its extension members."""
    body = {
        "type": PATH + kind if kind else BLANK,
        "title": KINDS[kind].title if kind else HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "instance": escape_uri_path(request.path),
        **members,
    }
    text = json.dumps(body, ensure_ascii=False, default=str)
    return HttpResponse(
        text.encode("utf-8", "replace"), content_type=MEDIA_TYPE, status=status, headers=headers
    )


def no_space_problem(request: HttpRequest | Request) -> HttpResponse:
    """The answer when a disk takes no more."""
    note_full_disk(request.path)
    text = _("The site has no space left, so your data could not be saved. Please try again later.")
    return problem(request, 503, text, "no-space", headers={"Retry-After": str(RETRY_SECONDS)})


def unavailable_problem(
    request: HttpRequest | Request, error: BaseException | None
) -> HttpResponse:
    """The answer while the database cannot be used."""
    logger.warning("the database or Redis does not work: %s: %s", request.path, error)
    text = _("The site is busy. Try again in a moment.")
    return problem(request, 503, text, headers={"Retry-After": str(PASSING_SECONDS)})


def too_slow_problem(request: HttpRequest) -> HttpResponse:
    """The answer to a request that got none in time."""
    logger.warning("no answer in time: %s", request.path)
    text = _("Your request took too long. Check whether it worked before you send it again.")
    return problem(request, 503, text, headers={"Retry-After": str(PASSING_SECONDS)})


def handle(exception: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """REST framework's EXCEPTION_HANDLER."""
    request: Request = context["request"]
    match exception:
        case ServiceError():
            return _of_service(request, exception)
        case exceptions.ValidationError():
            return _of_validation(request, exception)
        case exceptions.APIException():
            return _of_framework(request, exception)
        case Http404():
            return problem(
                request, 404, "There is nothing at this address, or you have no access to it."
            )
        case PermissionDenied():
            return problem(request, 403, str(exception) or "This is not allowed.")
        case RequestDataTooBig():
            return problem(request, 413, "The body is too large.", "too-large")
        case SuspiciousOperation():
            return problem(request, 400, "The request cannot be read.", "malformed")
    return _of_failure(request, exception)


# --- inside -------------------------------------------------------------------


def _of_service(request: Request, error: ServiceError) -> HttpResponse:
    if error.status is None:
        return _of_failure(request, error)
    wait = error.retry_after
    headers = None if wait is None else {"Retry-After": str(wait)}
    return problem(
        request, error.status, error.message, error.kind, headers=headers, **error.members
    )


def _of_validation(request: Request, error: exceptions.ValidationError) -> HttpResponse:
    errors = error.detail if isinstance(error.detail, dict) else {"": error.detail}
    by_field = {str(name): _sentences(nested) for name, nested in errors.items()}
    first = next(
        ((name, sentences[0]) for name, sentences in by_field.items() if sentences),
        ("", "Invalid."),
    )
    detail = f"{first[0]}: {first[1]}" if first[0] else first[1]
    return problem(request, 400, detail, "invalid", errors=by_field)


def _sentences(nested: Any) -> list[str]:
    """The sentences in what REST framework nests by field and by index."""
    if isinstance(nested, Mapping):
        nested = nested.values()
    elif isinstance(nested, str):
        return [str(nested)]
    return [sentence for part in nested for sentence in _sentences(part)]


def _of_framework(request: Request, error: exceptions.APIException) -> HttpResponse:
    headers: dict[str, str] = {}
    members: dict[str, Any] = {}
    kind = ""
    match error:
        case ScopeMissing():
            kind, members = "scope", {"scope": error.scope}
            headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope" scope="{error.scope}"'
        case CsrfFailed():
            kind = "csrf"
        case exceptions.ParseError():
            kind = "malformed"
        case BodyTooLarge():
            kind = "too-large"
        case exceptions.Throttled():
            kind = "throttled"
            headers["Retry-After"] = str(max(1, ceil(getattr(error, "wait", 1) or 1)))
        case exceptions.MethodNotAllowed():
            headers["Allow"] = ", ".join(_allowed(request))
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    return problem(request, error.status_code, str(error.detail), kind, headers=headers, **members)


def _allowed(request: Request) -> list[str]:
    view = request.parser_context["view"] if request.parser_context else None
    return list(getattr(view, "allowed_methods", []))


def _of_failure(request: Request, error: Exception) -> HttpResponse:
    """A fault of ours: logged as Django logs it, answered without its inside."""
    if is_full(error):
        return no_space_problem(request)
    if is_passing(error):
        return unavailable_problem(request, error)
    answer = problem(request, 500, "Sorry, something went wrong on our side. We have logged it.")
    log_response(
        "%s: %s",
        answer.reason_phrase,
        request.path,
        response=answer,
        request=request._request,
        exception=error,
    )
    return answer
