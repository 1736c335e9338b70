"""A database that was emptied for the next test lets nothing through either."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.models import Verification
from tests.attacks.test_written_once import open_tables
from tests.cast import account, finished_log, submit


@pytest.mark.django_db(transaction=True)
def test_an_emptied_database_is_locked_as_before() -> None:
    submit(account("ana"), finished_log())
    call_command("flush", interactive=False, verbosity=0)
    assert not Verification.objects.exists()
    assert open_tables() == []
