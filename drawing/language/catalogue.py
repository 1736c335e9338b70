"""One catalogue of words for a Python without Django: that of the page in whose browser this runs.

The catalogue lies beside this file (``FILE``), where there is one; without it words stay English.
The names are those of ``django.utils.translation``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

FILE: Final = "catalogue.mo"


def read_catalogue(file: Path) -> NullTranslations:
    """The catalogue in `file`; an empty one if there is no such file."""
    if not file.exists():
        return NullTranslations()
    with file.open("rb") as opened:
        return GNUTranslations(opened)


_words: Final = read_catalogue(Path(__file__).with_name(FILE))


def get_language() -> str:
    """The code of the one language."""
    return _words.info().get("language", "en")


def gettext(message: str) -> str:
    """`message` in the one language. (The catalogue's head is filed under no words.)"""
    return _words.gettext(message) if message else message


def ngettext(singular: str, plural: str, number: int) -> str:
    """The words for one, or those for several."""
    return _words.ngettext(singular, plural, number)


def gettext_noop(message: str) -> str:
    """`message` as it is."""
    return message


gettext_lazy: Final = gettext
"""There is but one language, so it can be looked up at once."""


@contextmanager
def override(language: str | None) -> Iterator[None]:
    """There is no other language."""
    yield
