"""Errors of services: refusals with a sentence for people, and with what the API answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar


class ServiceError(Exception):
    """`message` is a sentence for the person who asked.

    `status` and `kind` are those of the API's answer (RFC 9457; `kind` is one of
    ``web.api.problem_kinds.KINDS`` or empty); an error without a status is a fault of ours
    there."""

    status: ClassVar[int | None] = None
    kind: ClassVar[str] = ""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    @property
    def members(self) -> Mapping[str, object]:
        """Extension members of the problem."""
        return {}

    @property
    def retry_after(self) -> int | None:
        """Seconds after which to ask again."""
        return None


class NotAllowed(ServiceError):
    """This account may not do it (403)."""

    status = 403


class NotThere(ServiceError):
    """It does not exist, or it is another account's (404)."""

    status = 404


class Conflict(ServiceError):
    """It contradicts what is stored already (409)."""

    status = 409
    kind = "conflict"


class Invalid(ServiceError):
    """The input cannot be used (400)."""

    status = 400
    kind = "invalid"

    @property
    def members(self) -> Mapping[str, object]:
        return {"errors": {}}


class TooLarge(Invalid):
    """More than the limits allow (413)."""

    status = 413
    kind = "too-large"

    @property
    def members(self) -> Mapping[str, object]:
        return {}


class TooBusy(ServiceError):
    """There is too much of it under way: it may be sent again later (429)."""

    status = 429
    kind = "throttled"

    @property
    def retry_after(self) -> int:
        return 30
