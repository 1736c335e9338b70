from __future__ import annotations

import pytest

from games.models import Account
from tests.cast import account


@pytest.fixture
def ana(db: None) -> Account:
    return account("ana")


@pytest.fixture
def ben(db: None) -> Account:
    return account("ben")


@pytest.fixture
def mo(db: None) -> Account:
    return account("mo", moderator=True)
