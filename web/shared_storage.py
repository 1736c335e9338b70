"""The setting of object storage, and its failure."""

from __future__ import annotations

from typing import Final

from django.conf import settings

ALIAS: Final = "shared"
"""Of the storage in ``settings.STORAGES``; without it files lie on the disk."""


class StorageUnavailable(Exception):
    """Object storage does not answer, refuses, or has other bytes than it should."""


def in_object_storage() -> bool:
    """True if shared files lie in object storage."""
    return ALIAS in settings.STORAGES
