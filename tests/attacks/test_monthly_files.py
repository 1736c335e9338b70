"""Files of a month for researchers: who wants names finds none, nor anything but the files."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest
from django.test import Client

from games.accounts.closing import close
from games.models import Account, Player, Seat
from tests.site.stats.test_months import (
    DECEMBER,
    everybody_agrees,
    folder,
    free_logs,
    publish_at,
    stored_league,
)
from tests.site.stats.test_research import run_query

__all__ = ["folder", "stored_league"]


def test_no_name_is_in_any_file(folder: Path):
    everybody_agrees()
    names = {seat.name.lstrip("@") for seat in Seat.objects.all()}
    names |= {seat.name for seat in Seat.objects.all()}
    names |= set(Account.objects.values_list("username", flat=True))
    month = publish_at()
    assert month is not None
    assert free_logs(folder)
    for path in folder.iterdir():
        raw = path.read_bytes()
        text = gzip.decompress(raw) if path.suffix == ".gz" else raw
        words = re.findall(rb"[a-z0-9_@-]+", text.lower())
        leaked = {name for name in names if name.lower().encode() in words}
        assert not leaked, (path.name, leaked)


def test_a_person_is_a_salted_digest_that_ends_with_the_account(folder: Path):
    player = Player.objects.filter(account__isnull=False, seats__isnull=False)[0]
    query = f"SELECT DISTINCT person FROM 'seats.parquet' WHERE player = {player.pk}"
    publish_at()
    digest = hashlib.sha256(f"{player.salt}:{player.name}".encode()).hexdigest()
    assert run_query(folder, query) == [(digest,)]
    assert player.account is not None
    close(player.account)
    publish_at(DECEMBER)
    assert run_query(folder.parent / "2026-12", query) == [("",)]
    player.refresh_from_db()
    assert player.salt == ""


@pytest.mark.parametrize("month", ["2026-13", "2026-1", "months", "unfinished-x"])
def test_there_is_nothing_but_months(folder: Path, month: str):
    publish_at()
    client = Client()
    assert client.get(f"/stats/files/{month}/").status_code == 404
    for name in ("..%2F..%2Findex.json", "unknown.parquet", "%2E%2E"):
        assert client.get(f"/stats/files/2026-11/{name}").status_code == 404
