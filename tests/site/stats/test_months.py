"""The files of a month for researchers: without names, and kept."""

import gzip
import hashlib
import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from unittest.mock import patch

import pytest
from django.test import Client

from engine import read_log, verify
from games.accounts.lifecycle import agree_to_data_licence, sign_up
from games.example.league import fill_league
from games.models import Account, Game, Seat, Upload
from insights.stats.services.monthly import Month, publish_month, published_month, published_months
from tests.site.stats.test_research import run_query

NOVEMBER = datetime(2026, 11, 3, 3, 0, tzinfo=UTC)
DECEMBER = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)


def twelve() -> None:
    fill_league(12, today=date(2026, 3, 1))


@pytest.fixture(scope="module")
def stored_league(keep: Callable[[Callable[[], None]], None]) -> None:
    """The example league of twelve games, for all tests below."""
    keep(twelve)


@pytest.fixture
def folder(stored_league: None, db: None, tmp_path: Path, settings) -> Path:
    settings.RESEARCH_DIR = tmp_path
    return tmp_path / "months" / "2026-11"


def publish_at(moment: datetime = NOVEMBER) -> Month | None:
    with patch("django.utils.timezone.now", return_value=moment):
        return publish_month()


def free_logs(folder: Path) -> dict[str, str]:
    lines = gzip.decompress((folder / "logs.ndjson.gz").read_bytes()).splitlines()
    return {line["game"]: line["log"] for line in map(json.loads, lines)}


def everybody_agrees() -> None:
    for account in Account.objects.all():
        agree_to_data_licence(account)


def test_logs_without_names_are_the_games(folder: Path):
    everybody_agrees()
    publish_at()
    logs = free_logs(folder)
    games = Game.objects.exclude(standing="void").exclude(standing="refuted")
    assert sorted(logs) == sorted(games.values_list("pk", flat=True))
    for game in games[:4]:
        game_again = verify(read_log(logs[game.pk]))
        assert (game_again.fingerprint, game_again.digest) == (game.fingerprint, game.digest)


def test_a_log_waits_until_everybody_agreed(folder: Path):
    publish_at()
    assert free_logs(folder) == {}
    everybody_agrees()
    silent = Seat.objects.filter(player__account__isnull=False)[0].player
    assert silent is not None
    Account.objects.filter(player=silent).update(data_licence_agreed_at=None)
    publish_at(DECEMBER)
    logs = free_logs(folder.parent / "2026-12")
    with_silent = set(Seat.objects.filter(player=silent).values_list("game", flat=True))
    uploads = Upload.objects.filter(account=silent.account)
    with_silent |= set(
        Game.objects.filter(submission__upload__in=uploads).values_list("pk", flat=True)
    )
    public = set(
        Game.objects.exclude(standing__in=("void", "refuted")).values_list("pk", flat=True)
    )
    assert with_silent
    assert set(logs) == public - with_silent
    rows = run_query(folder.parent / "2026-12", "SELECT game FROM 'games.parquet'")
    assert {row[0] for row in rows} == public


def test_a_month_is_written_once_and_stays(folder: Path):
    first = publish_at()
    assert first is not None
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    Game.objects.update(standing="void")
    assert publish_at() is None
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    publish_at(DECEMBER)
    assert [month.name for month in published_months()] == ["2026-12", "2026-11"]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_month_that_was_broken_off_is_made_again(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def full(_path: Path) -> tuple[int, str]:
        raise OSError("the disk is full")

    name = "insights.stats.services.monthly.file_size_and_digest"
    with monkeypatch.context() as context:
        context.setattr(name, full)
        with pytest.raises(OSError, match="full"):
            publish_at()
    assert published_month("2026-11") is None
    assert list(folder.parent.iterdir()) == []
    assert publish_at() is not None


def test_pages_give_what_the_descriptions_say(folder: Path, settings):
    publish_at()
    client = Client()
    assert "/stats/files/2026-11/" in client.get("/stats/files/").content.decode()
    page = client.get("/stats/files/2026-11/").content.decode()
    index = json.loads(b"".join(client.get("/stats/files/2026-11/index.json")))  # type: ignore[arg-type]
    described = json.loads(b"".join(client.get("/stats/files/2026-11/croissant.json")))  # type: ignore[arg-type]
    *files, description = index["files"]
    text = b"".join(client.get("/stats/files/2026-11/croissant.json"))  # type: ignore[arg-type]
    assert description["name"] == "croissant.json"
    assert description["sha256"] == hashlib.sha256(text).hexdigest()
    assert described["name"] == "Imhotep games of Imhotep record"
    for file, in_croissant in zip(files, described["distribution"], strict=True):
        address = f"/stats/files/2026-11/{file['name']}"
        body = b"".join(client.get(address))  # type: ignore[arg-type]
        digest = hashlib.sha256(body).hexdigest()
        assert (len(body), digest) == (file["bytes"], file["sha256"])
        assert in_croissant["sha256"] == digest
        assert in_croissant["contentUrl"] == f"{settings.SITE_URL}{address}"
        assert digest in page


def test_each_column_is_described(folder: Path):
    publish_at()
    described = json.loads((folder / "croissant.json").read_text())
    for table in described["recordSet"]:
        file = f"{table['name']}.parquet"
        columns = run_query(folder, f"SELECT name FROM parquet_schema('{file}')")
        names = [str(column[0]) for column in columns][1:]
        assert [field["name"] for field in table["field"]] == names
        for field in table["field"]:
            source = {"fileObject": {"@id": file}, "extract": {"column": field["name"]}}
            assert field["source"] == source
            assert field["description"]


def test_who_signs_up_agrees_and_who_was_there_is_asked(db: None, client: Client):
    assert "open data" in client.get("/accounts/signup/").content.decode()
    new = sign_up("ida", "", "a long password")
    assert new.data_licence_agreed_at is not None
    Account.objects.filter(pk=new.pk).update(data_licence_agreed_at=None)
    client.force_login(new)
    assert "Publish logs without my name" in client.get("/accounts/me/").content.decode()
    client.post("/accounts/open-data/")
    new.refresh_from_db()
    agreed_at = new.data_licence_agreed_at
    assert agreed_at is not None
    client.post("/accounts/open-data/")
    new.refresh_from_db()
    assert new.data_licence_agreed_at == agreed_at
    assert "You agreed on" in client.get("/accounts/me/").content.decode()
