"""An answer that waits for verdicts, without a thread that waits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse


@dataclass(frozen=True)
class Later:
    """The attribute ``later`` of a response that is not complete.

    The server that sends it first waits until the logs of `upload` are judged, for `seconds` at
    most, and calls ``complete`` in a thread. `account`: the uploader, who may wait for a few only.
    """

    upload: UUID
    account: int
    seconds: float
    answer: Callable[[], HttpResponse]

    def complete(self, response: HttpResponse) -> None:
        """Puts what there is to say into `response`; what middleware wrote there stays."""
        answer = self.answer()
        response.status_code = answer.status_code
        response.content = answer.content
        for name, value in answer.items():
            response[name] = value
        response["Content-Length"] = str(len(answer.content))


def may_answer_later(request: HttpRequest) -> bool:
    """True if the server completes answers; else the view waits by itself."""
    return bool(getattr(request, "answers_later", False))
