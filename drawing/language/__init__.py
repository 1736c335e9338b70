"""Words in the language of the reader, looked up once: a replay says the same words many times.

This is the only place of ``drawing`` that knows who looks words up: Django, which asks for the
language of each request; or, without Django, one catalogue (``drawing.language.catalogue``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar, TypeVarTuple

try:
    from django.utils import translation
    from django.utils.functional import Promise
except ImportError:  # in a browser
    from drawing.language import catalogue as translation  # type: ignore[no-redef]

    Promise = str  # type: ignore[misc, assignment]

__all__ = [
    "ENGLISH", "PARAMETER", "Promise", "addressed", "cached_by_language", "get_language",
    "gettext", "gettext_lazy", "gettext_noop", "gettext_uncached", "language_looked_up_once",
    "ngettext", "once_a_language", "override",
]  # fmt: skip

Arguments = TypeVarTuple("Arguments")
Parameters = ParamSpec("Parameters")
Work = TypeVar("Work")

ENGLISH: Final = "en"
"""Language of the words in the source."""

PARAMETER: Final = "lang"
"""The parameter of an address that names the language of what it answers."""

WORK_LANGUAGE: Final[ContextVar[tuple[str | None] | None]] = ContextVar(
    "WORK_LANGUAGE", default=None
)
"""The language of a piece of work that has one, in a tuple."""


@contextmanager
def language_looked_up_once() -> Iterator[None]:
    """Work in the language that is active now: Django is not asked for it at every word."""
    token = WORK_LANGUAGE.set((translation.get_language(),))
    try:
        yield
    finally:
        WORK_LANGUAGE.reset(token)


def once_a_language(words: Callable[[*Arguments], str]) -> Callable[[*Arguments], str]:
    """`words`, from memory for each language and arguments that were there before."""

    @lru_cache(maxsize=4096)
    def remembered(language: str | None, *arguments: *Arguments) -> str:
        return words(*arguments)

    @wraps(words)
    def remembered_words(*arguments: *Arguments) -> str:
        work_language = WORK_LANGUAGE.get()
        language = translation.get_language() if work_language is None else work_language[0]
        return remembered(language, *arguments)

    return remembered_words


def cached_by_language(
    size: int,
) -> Callable[[Callable[Parameters, Work]], Callable[Parameters, Work]]:
    """Keeps what work gave, of the `size` last uses, for each language and arguments: for work
    that writes words."""

    def decorate(work: Callable[Parameters, Work]) -> Callable[Parameters, Work]:
        def in_language(
            _language: str | None, *arguments: Parameters.args, **named: Parameters.kwargs
        ) -> Work:
            return work(*arguments, **named)

        remembered: Callable[..., Work] = lru_cache(maxsize=size)(in_language)

        @wraps(work)
        def cached_work(*arguments: Parameters.args, **named: Parameters.kwargs) -> Work:
            return remembered(translation.get_language(), *arguments, **named)

        return cached_work

    return decorate


def addressed() -> str:
    """End of an address whose answer is in the active language: a parameter
    after others; nothing for English."""
    language = translation.get_language() or ENGLISH
    return "" if language == ENGLISH else f"&{PARAMETER}={language}"


get_language: Final = translation.get_language
"""The code of the language that is active."""

override: Final = translation.override
"""A context in which another language is active."""

gettext_noop: Final = translation.gettext_noop
"""Words that will be looked up later."""

gettext_lazy: Final = translation.gettext_lazy
"""Words that are looked up when they are read."""

gettext_uncached: Final = translation.gettext
"""Words that are looked up without being remembered: those of strangers."""

_gettext: Final = once_a_language(translation.gettext)
_ngettext: Final = once_a_language(translation.ngettext)


def gettext(message: str, /, **words: object) -> str:
    """Words in the language that is active, remembered; `words` stand in their places."""
    sentence = _gettext(message)
    return sentence % words if words else sentence


def ngettext(singular: str, plural: str, number: int, /, **words: object) -> str:
    """The same of the words for one or for several, by the number."""
    sentence = _ngettext(singular, plural, number)
    return sentence % words if words else sentence
