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
    "ENGLISH", "PARAMETER", "Promise", "addressed", "get_language", "gettext", "gettext_lazy",
    "gettext_noop", "gettext_now", "kept_by_language", "ngettext", "once_a_language",
    "one_language", "override",
]  # fmt: skip

Given = TypeVarTuple("Given")
Asked = ParamSpec("Asked")
Made = TypeVar("Made")

ENGLISH: Final = "en"
"""Language of the words in the source."""

PARAMETER: Final = "lang"
"""The parameter of an address that names the language of what it answers."""

KEPT: Final[ContextVar[tuple[str | None] | None]] = ContextVar("KEPT", default=None)
"""The language of a piece of work that has one, in a tuple."""


@contextmanager
def one_language() -> Iterator[None]:
    """Work in the language that is active now: Django is not asked for it at every word."""
    token = KEPT.set((translation.get_language(),))
    try:
        yield
    finally:
        KEPT.reset(token)


def once_a_language(words: Callable[[*Given], str]) -> Callable[[*Given], str]:
    """`words`, from memory for each language and arguments that were there before."""

    @lru_cache(maxsize=4096)
    def found(language: str | None, *given: *Given) -> str:
        return words(*given)

    @wraps(words)
    def asked(*given: *Given) -> str:
        kept = KEPT.get()
        language = translation.get_language() if kept is None else kept[0]
        return found(language, *given)

    return asked


def kept_by_language(most: int) -> Callable[[Callable[Asked, Made]], Callable[Asked, Made]]:
    """Keeps what work gave, of the `most` last uses, for each language and arguments: for work
    that writes words."""

    def kept(work: Callable[Asked, Made]) -> Callable[Asked, Made]:
        def in_language(_language: str | None, *given: Asked.args, **named: Asked.kwargs) -> Made:
            return work(*given, **named)

        found: Callable[..., Made] = lru_cache(maxsize=most)(in_language)

        @wraps(work)
        def asked(*given: Asked.args, **named: Asked.kwargs) -> Made:
            return found(translation.get_language(), *given, **named)

        return asked

    return kept


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

gettext_now: Final = translation.gettext
"""Words that are looked up without being remembered: those of strangers."""

gettext: Final = once_a_language(translation.gettext)
"""Words in the language that is active, remembered."""

ngettext: Final = once_a_language(translation.ngettext)
"""The same of the words for one, for several, and the number."""
