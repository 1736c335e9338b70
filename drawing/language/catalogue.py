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


def _looked_up(message: str) -> str:
    return _words.gettext(message) if message else message  # the head is filed under no words


gettext: Final = _looked_up
"""A message in the one language."""

gettext_lazy: Final = _looked_up
"""There is but one language, so it can be looked up at once."""

ngettext: Final = _words.ngettext
"""The words for one, or those for several."""


def gettext_noop(message: str) -> str:
    """`message` as it is."""
    return message


@contextmanager
def override(language: str | None) -> Iterator[None]:
    """There is no other language."""
    yield
