"""A deal has its leaf while nobody knows the cards; a refused log does not verify it."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.log.models import Leaf
from archive.log.services.append import append
from audit.signed import VerifierKey
from games.log_outbox import DEAL
from games.models import Status, Submission
from tables.lobby.dealing import open_share
from tables.lobby.seats import sit_down
from tables.models import Deal
from tests.attacks.test_deals_before_the_cards import differences
from tests.cast import finished_log, submit
from tests.site.log.conftest import signer
from tests.worlds.tables import dealt, opened, people, share

__all__ = ["signer"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_refused_log_is_no_verification_of_a_table_that_is_played_at(
    signer: VerifierKey, tmp_path: Path
) -> None:
    """Neither has a game yet."""
    ana, ben, cat = people("ana", "ben", "cat")
    dealt([ana, ben])
    append()
    submit(cat, finished_log().replace("sail", "sial"))
    assert Submission.objects.get(upload__account=cat).status == Status.REFUSED
    append()
    dealt([ana, cat])
    append()
    assert differences(tmp_path / "dump") == []


def test_the_leaf_is_there_before_any_share(signer: VerifierKey) -> None:
    """With the promises, while nobody could know the cards."""
    ana, ben = people("ana", "ben")
    (ana_share, promise), (_ben_share, ben_promise) = share(), share()
    table = opened([ana], promise=promise)
    append()
    assert not Leaf.objects.filter(kind=DEAL).exists()
    sit_down(table.pk, ben, promise=ben_promise)
    assert Deal.objects.get(pk=table.pk).shares == {}
    append()
    assert Leaf.objects.filter(kind=DEAL).count() == 1
    open_share(table.pk, ana, ana_share)
    append()
    assert Leaf.objects.filter(kind=DEAL).count() == 1
