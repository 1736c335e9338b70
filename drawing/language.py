"""Words in the language of the reader, looked up once: a replay says the same words many times."""

from __future__ import annotations

from functools import lru_cache

from django.utils import translation


def gettext(words: str) -> str:
    """``django.utils.translation.gettext``, from memory."""
    return _translated(translation.get_language(), words)


@lru_cache(maxsize=4096)
def _translated(language: str | None, words: str) -> str:
    """`words` in `language`, which is the active one."""
    return translation.gettext(words)
