"""Words in the language of the reader, looked up once: a replay says the same words many times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Final, TypeVarTuple

from django.utils import translation

Given = TypeVarTuple("Given")

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


gettext: Final = once_a_language(translation.gettext)
"""``django.utils.translation.gettext``."""

ngettext: Final = once_a_language(translation.ngettext)
"""``django.utils.translation.ngettext``: the words for one, for several, and the number."""
