"""Rows that are written once: what happened is not rewritten."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models


class AppendOnlyError(TypeError):
    """Somebody tried to change or delete a row that is written once."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"rows of {self.model._meta.label} are written once")

    def delete(self) -> NoReturn:
        raise AppendOnlyError(f"rows of {self.model._meta.label} are never deleted")


class AppendOnly(models.Model):
    """Raises ``AppendOnlyError`` when a row is saved again or deleted."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(f"a row of {self._meta.label} is written once")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"a row of {self._meta.label} is never deleted")
