"""People that the tests of the site have in common, where they need an account and no more."""

from typing import Any

import pytest

from games.models import Account
from tests.cast import account


def person(handle: str, **role: bool) -> Any:
    """The fixture of an account with this handle."""

    @pytest.fixture(name=handle)
    def fixture(db: None) -> Account:
        return account(handle, **role)

    return fixture


ana, ben, cat, cleo, dan, eva, eve, ida = (
    person(handle) for handle in ("ana", "ben", "cat", "cleo", "dan", "eva", "eve", "ida")
)
club = person("club", arbiter=True)
judge, mo = (person(handle, moderator=True) for handle in ("judge", "mo"))
