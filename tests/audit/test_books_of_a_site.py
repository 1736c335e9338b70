"""The books of a site after a long story: its dump says what its ledger follows from."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from archive.dumps.services.publish import dump
from audit.runner import Audit
from ratings.models import Closing, Entry, RatingChange, RatingTerms
from ratings.services import closings
from ratings.services.fold import fold_pending
from tests.fake_clock import set_clock
from tests.ratings.test_books_property import Story
from tests.worlds.league import DAY

pytestmark = pytest.mark.django_db

RATED = ("ledger.", "books.", "ratings.")


def of_ratings(folder: Path) -> list[str]:
    """Its games have no logs, and no confirmations: only what is about ratings."""
    return [one for one in map(str, Audit(folder).differences()) if one.startswith(RATED)]


@pytest.mark.parametrize(("seed", "terms"), [(1, None), (3, "start"), (5, DAY + timedelta(days=8))])
def test_the_ledger_follows_from_the_dump(
    seed: int, terms: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.BOOKS_CLOSE_AFTER_DAYS = 2
    monkeypatch.setattr(closings, "SPAN", 2)
    story = Story(Random(seed))
    set_clock(monkeypatch, lambda: story.now)
    for step in range(150):
        settings.SECOND_RATING_TERMS_FROM = terms if terms == "start" or step > 20 else None
        story.go_on()
    fold_pending()
    assert Entry.objects.exists()
    assert Closing.objects.exists()
    assert RatingChange.objects.exclude(retired_by=None).exists()
    assert RatingTerms.objects.count() == (terms is not None)
    monkeypatch.undo()  # rows have moments of the machine's clock too, and none is after the dump
    dump(tmp_path / "dump")
    assert of_ratings(tmp_path / "dump") == []
