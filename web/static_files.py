"""The static files of the site, as bytes."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage


def static_file_bytes(path: str) -> bytes:
    """A static file, from where it lies in the source or where it was collected."""
    source = finders.find(path)
    if isinstance(source, str):
        return Path(source).read_bytes()
    with staticfiles_storage.open(path) as stored:
        return bytes(stored.read())
