from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from django.db import transaction

Made = TypeVar("Made")
COMMITTING = {"transactional_db", "live_server"}


@pytest.fixture(scope="module")
def kept(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Callable[[Callable[[], Made]], Made]]:
    """Makes what every test of a module finds in the database, once.

    Each test runs in a savepoint of the transaction in which it was made: the next one finds the
    rows as they were. What is handed to tests should be a copy, since they may change objects::

        @pytest.fixture(scope="module")
        def made(kept: Callable[..., World]) -> World:
            return kept(make_world)

        @pytest.fixture
        def world(made: World, db: None) -> World:
            return deepcopy(made)
    """
    here = [item for item in request.session.items if item.path == request.path]
    assert not any(map(_commits, here)), "a test that commits would commit what is kept"

    def make(what: Callable[[], Made]) -> Made:
        with django_db_blocker.unblock():
            return what()

    whole = transaction.atomic()
    whole._from_testcase = True  # type: ignore[attr-defined]  # else nothing in it may be durable
    make(whole.__enter__)
    yield make
    make(lambda: transaction.set_rollback(True))
    make(lambda: whole.__exit__(None, None, None))


def _commits(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    names = set(getattr(item, "fixturenames", ()))
    return bool(names & COMMITTING or (mark and mark.kwargs.get("transaction")))
