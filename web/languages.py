"""In which language an answer is written."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from drawing.language import ENGLISH, PARAMETER

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def requested_language(request: HttpRequest) -> str | None:
    """The language that the address names, if the site speaks it."""
    return supported_language(request.GET.get(PARAMETER, ""))


def supported_language(word: str) -> str | None:
    """The language of the site that `word` means: ``de`` for ``de-AT`` too."""
    try:
        return translation.get_supported_language_variant(word) if word else None
    except LookupError:
        return None


def spoken() -> list[dict[str, object]]:
    """The languages of the site as ``django.conf.locale`` describes them; none if there is no
    choice."""
    words = [code for code, _name in settings.LANGUAGES]
    return [translation.get_language_info(code) for code in words] if len(words) > 1 else []


LOCALES: Final = {
    "en": "en_GB",
    "de": "de_DE",
    "es": "es_ES",
    "fr": "fr_FR",
    "nl": "nl_NL",
    "pl": "pl_PL",
}
"""Languages as previews of links name them (https://ogp.me)."""


def by_address(
    view: Callable[Concatenate[HttpRequest, Arguments], Answer],
) -> Callable[Concatenate[HttpRequest, Arguments], Answer]:
    """Answers of `view` in the language of their address, else in English: they may be kept for
    all, whatever the browser that asked for it prefers. It says so, as ``Content-Language``."""

    @wraps(view)
    def answered(
        request: HttpRequest, /, *args: Arguments.args, **named: Arguments.kwargs
    ) -> Answer:
        language = requested_language(request) or ENGLISH
        with translation.override(language):
            answer = view(request, *args, **named)
        answer.headers.setdefault("Content-Language", language)
        return answer

    return answered


class Speaker(Protocol):
    """An account with a language; empty: the browser's."""

    language: str


def speaking_to(account: Speaker) -> translation.override:
    """Write in the language of `account`; without one, in the active language."""
    return translation.override(account.language or translation.get_language() or ENGLISH)


def remember(answer: HttpResponseBase, language: str) -> None:
    """Have the browser that gets `answer` ask for `language` from now on; empty: for none."""
    if not language:
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
        return
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
