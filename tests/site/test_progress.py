"""No preparation is silent: a line when a step begins, and while it lasts."""

import time

import pytest
from django.core.management import call_command

from imhotep_site import progress
from imhotep_site.progress import Progress
from tests.services.processes import wait_until


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(progress, "LINE_EVERY", 0.3)
    return []


def test_a_step_that_lasts_is_said_again_and_a_quick_one_not_at_all(lines):
    with Progress(lines.append) as steps:
        steps.update("Quick")
        steps.begin("Long")
        wait_until(lambda: len(lines) > 2, seconds=20, what="lines")
        steps.update("The next")
        wait_until(lambda: lines[-1] == "The next …", seconds=20, what="the next step")
    assert "Quick …" not in lines
    assert lines[:2] == ["Long …", "Long …"]
    count = len(lines)
    time.sleep(0.5)
    assert len(lines) == count


@pytest.mark.django_db
def test_migrations_are_counted(lines):
    with Progress(lines.append) as steps:
        call_command("migrate", verbosity=0, interactive=False, progress=steps)
        assert lines == []  # there was none
