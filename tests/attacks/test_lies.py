"""Each lie of ``tests.attacks.lies`` is named by the audit to someone who kept a checkpoint."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings

from archive.dumps.services.publish import dump
from archive.log import signing
from archive.log.services.append import append
from audit.runner import Audit
from games.log_outbox import queue_leaves
from games.written_once import unlock
from ratings.services.fold import fold_pending, mark_pending
from tests.attacks.lies import LIES, LIES_BY_KIND, Lie
from tests.audit.conftest import Copy
from tests.worlds.long_story import KEY, LongStory, play_story

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LOCKED = (
    *("games_verification", "games_attestation", "ratings_entry", "ratings_ratingchange"),
    *("ratings_reason", "ratings_closing", "tables_dealing", "games_standingdecision"),
)


@pytest.fixture(scope="module")
def stored_story(keep: Callable[..., LongStory]) -> LongStory:
    with override_settings(TRANSPARENCY_KEY=KEY, TRANSPARENCY_ORIGIN="example.org/log"):
        return keep(play_story)


@pytest.fixture
def story(stored_story: LongStory, db: None, settings: Any) -> LongStory:
    settings.TRANSPARENCY_KEY, settings.TRANSPARENCY_ORIGIN = KEY, "example.org/log"
    return deepcopy(stored_story)


def tell(lie: Lie, story: LongStory, folder: Path) -> None:
    """Write a dump of the site that tells it."""
    names = story.names
    for name in LOCKED:
        unlock(connection, name)
    with connection.cursor() as cursor:
        for statement in lie.sql:
            cursor.execute(statement.format(**names))
    for record in lie.later:
        kind, _, key = record.format(**names).partition(" ")
        queue_leaves(kind, [key])
    if lie.fold:
        mark_pending([game.format(**names) for game in lie.fold])
        fold_pending()
    with connection.cursor() as cursor:
        for statement in lie.folded:
            cursor.execute(statement.format(**names))
    append()
    dump(folder)
    copy = Copy(folder)
    if lie.file:
        copy.change(lie.file, lie.edit)
    manifest = folder / "manifest.json"
    manifest.write_text(json.dumps(lie.manifest(json.loads(manifest.read_text("utf-8")))))


def audited(story: LongStory, folder: Path) -> list[str]:
    checkpoint = folder.with_name("checkpoint")
    checkpoint.write_text(story.checkpoint, "utf-8")
    key = signing.log_key()
    assert key is not None
    audit = Audit(folder, since=str(checkpoint), key=key.text)
    differences = [str(difference) for difference in audit.differences()]
    return differences + [str(later) for later in getattr(audit, "later", ())]


def test_the_story_itself_has_no_difference(story: LongStory, tmp_path: Path) -> None:
    dump(tmp_path / "dump")
    assert list(Audit(tmp_path / "dump").differences()) == []


def test_forty_lies_go_through_every_kind_of_line() -> None:
    """Four at least through each kind."""
    assert len(LIES) >= 40
    assert len({lie.title for lie in LIES}) == len(LIES)
    assert all(len(lies) >= 4 for lies in LIES_BY_KIND.values())


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.title.replace(" ", "_"))
def test_a_lie_is_named(lie: Lie, story: LongStory, tmp_path: Path) -> None:
    tell(lie, story, tmp_path / "dump")
    sentences = audited(story, tmp_path / "dump")
    named = lie.named.format(**story.names)
    assert any(named in sentence for sentence in sentences), sentences
