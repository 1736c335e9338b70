from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.db import transaction

from tests.services import migrated

Made = TypeVar("Made")
COMMITTING = {"transactional_db", "live_server"}


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """A file that was copied here is not begun anew; it goes with its folder."""
    return _is_copied_file()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Before pytest-django looks for the database; PostgreSQL copies its own."""
    if _is_copied_file():
        path = Path(settings.DATABASES["default"]["TEST"]["NAME"])
        if not path.exists():
            migrated.copy(Path(settings.MIGRATED), path)


def _is_copied_file() -> bool:
    return bool(settings.MIGRATED) and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")


@pytest.fixture(scope="module")
def keep(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Callable[[Callable[[], Made]], Made]]:
    """Makes what every test of a module finds in the database, once.

    Each test runs in a savepoint of the transaction in which it was made: the next one finds the
    rows as they were. What is handed to tests should be a copy, since they may change objects::

        @pytest.fixture(scope="module")
        def made(keep: Callable[..., World]) -> World:
            return keep(make_world)

        @pytest.fixture
        def world(made: World, db: None) -> World:
            return deepcopy(made)
    """
    tests_of_file = [item for item in request.session.items if item.path == request.path]
    assert not any(map(_commits, tests_of_file)), "a test that commits would commit what is kept"

    def make(build: Callable[[], Made]) -> Made:
        with django_db_blocker.unblock():
            return build()

    with held(django_db_blocker):
        yield make


@contextmanager
def held(blocker: Any) -> Iterator[None]:
    """What is written from now on goes at the end; for a fixture with parameters, within ``keep``,
    which goes only after all of them."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # else nothing in it may be durable
    with blocker.unblock():
        block.__enter__()
    yield
    with blocker.unblock():
        transaction.set_rollback(True)
        block.__exit__(None, None, None)


def _commits(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    names = set(getattr(item, "fixturenames", ()))
    return bool(names & COMMITTING or (mark and mark.kwargs.get("transaction")))
