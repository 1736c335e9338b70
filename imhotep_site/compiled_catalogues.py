"""Compiled catalogues: the ``django.mo`` that Django reads, written beside each ``django.po``.

They are not in git. Every process of the site compiles the missing and outdated ones as it starts
(0.3 s for all); one that may not write there leaves that to the next, and a check says so.
"""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings


def catalogue_file(language: str) -> Path:
    """The catalogue that people edit."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def outdated_catalogues() -> list[Path]:
    """Catalogues of the site's languages whose compiled file is missing, or older than they are."""
    files = (catalogue_file(code) for code, _name in settings.LANGUAGES)
    return [file for file in files if file.exists() and _is_outdated(file)]


def compile_outdated() -> None:
    """Compile the outdated catalogues, where this process may write."""
    for file in outdated_catalogues():
        try:
            compile_catalogue(file)
        except OSError:  # told by `checks.check_catalogues`
            return


def compile_catalogue(file: Path) -> Path:
    """Write the compiled file beside `file`, whole or not at all; where it is."""
    from polib import pofile  # only who compiles needs it

    compiled = file.with_suffix(".mo")
    begun = compiled.with_suffix(f".{os.getpid()}")
    begun.write_bytes(pofile(str(file)).to_binary())
    begun.replace(compiled)
    return compiled


def _is_outdated(file: Path) -> bool:
    compiled = file.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime_ns < file.stat().st_mtime_ns
