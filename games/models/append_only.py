"""Rows that are written once: what happened is not rewritten.

Here the code refuses; ``games.written_once`` has the database refuse what goes past the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NoReturn

from django.apps import apps
from django.db import models
from django.db.models import Field


class AppendOnlyError(TypeError):
    """A row that is written once was about to be changed or deleted."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """The asynchronous ways, ``aupdate`` and the like, call these."""

    def update(self, **kwargs: object) -> int:
        raise AppendOnlyError(f"rows of {self.model._meta.label} are written once")

    def delete(self) -> NoReturn:
        raise AppendOnlyError(f"rows of {self.model._meta.label} are never deleted")

    def bulk_update(self, *args: object, **kwargs: object) -> int:
        raise AppendOnlyError(f"rows of {self.model._meta.label} are written once")

    def update_or_create(self, *args: object, **kwargs: object) -> tuple[object, bool]:
        raise AppendOnlyError(f"rows of {self.model._meta.label} are written once")

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> list[Any]:
        """Raises also for ``update_conflicts``, by position or by name."""
        if kwargs.get("update_conflicts") or (len(args) > 2 and args[2]):
            raise AppendOnlyError(f"rows of {self.model._meta.label} are written once")
        return super().bulk_create(objs, *args, **kwargs)

    def _update(self, values: object) -> int:
        raise AppendOnlyError(f"rows of {self.model._meta.label} are written once")

    def _raw_delete(self, using: str | None) -> NoReturn:
        raise AppendOnlyError(f"rows of {self.model._meta.label} are never deleted")

    def _set_once(self, **values: object) -> int:
        """Give a value to columns that have none yet, where the model says that this may be."""
        assert set(values) <= set(self.model.set_once)
        return models.QuerySet.update(self.filter(**dict.fromkeys(values)), **values)


class AppendOnly(models.Model):
    """Raises ``AppendOnlyError`` when a row is saved again or deleted.

    `set_once`: fields that are empty at first, and may be given a value once. Every child needs a
    migration with ``written_once.locked``, and again where a migration makes its table anew.
    """

    set_once: ClassVar[tuple[str, ...]] = ()

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Only ever an INSERT: a new row with an old row's key is refused by the database."""
        if not self._state.adding or any(args[1:]) or _is_update(kwargs):
            raise AppendOnlyError(f"a row of {self._meta.label} is written once")
        super().save(force_insert=True, using=kwargs.get("using"))

    def delete(self, *args: object, **kwargs: object) -> NoReturn:
        raise AppendOnlyError(f"a row of {self._meta.label} is never deleted")

    def _do_update(self, base_qs: Any, using: Any, pk_val: Any, *args: Any) -> Any:
        """Django's way to load fixtures: it may bring rows, and changes none."""
        if base_qs.filter(pk=pk_val).exists():
            raise AppendOnlyError(f"a row of {self._meta.label} is written once")
        return False


def append_only_models() -> Iterator[type[AppendOnly]]:
    """All models whose rows are written once."""
    return (model for model in apps.get_models() if issubclass(model, AppendOnly))


def locks(models: Iterable[type[AppendOnly]]) -> dict[str, list[str]]:
    """The tables of `models`, each with the columns that may be set once."""
    return {model._meta.db_table: [*_columns(model)] for model in models}


def _columns(model: type[AppendOnly]) -> Iterator[str]:
    fields = (model._meta.get_field(name) for name in model.set_once)
    return (field.column for field in fields if isinstance(field, Field) and field.column)


def _is_update(kwargs: dict[str, object]) -> bool:
    return bool(kwargs.get("force_update")) or kwargs.get("update_fields") is not None
