"""The dump: its files, its manifest, its page."""

import gzip
import json
import threading
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb
import pytest
from asgiref.sync import async_to_sync
from django.conf import settings as configured
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import Error, connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext

from archive.dumps import tasks
from archive.dumps.services import contents, publish
from archive.dumps.services.publish import NoDump, dump, newest, publish_dump, settled_moment
from audit.fetch import dump_moment
from games.models import Account, Game, Player, Seat, Verification
from games.standing.resolve_players import ensure_player
from ratings.models import Pending, RatingChange
from tests.cast import account, finished_log, submit
from tests.worlds.dumped_league import small_league
from web import shared_files
from web.snapshot import read_snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    raw = gzip.decompress((folder / f"{name}.ndjson.gz").read_bytes())
    return [json.loads(line) for line in raw.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    small_league()
    dump(tmp_path / "dump")
    return tmp_path / "dump"


def test_everything_that_is_public_is_in_it(folder: Path) -> None:
    games = lines(folder, "games")
    assert {game["id"] for game in games} == set(Game.objects.values_list("pk", flat=True))
    assert [game["id"] for game in games] == [
        game.pk for game in Game.objects.order_by("played_on", "accepted_at", "id")
    ]
    assert sum(len(game["seats"]) for game in games) == Seat.objects.count()
    assert [game["game"] for game in lines(folder, "standings")] == [game["id"] for game in games]
    assert len(lines(folder, "verifications")) == Verification.objects.count()
    ledger = lines(folder, "ledger")
    assert len(ledger) == RatingChange.objects.count()
    assert any(game["retired"] for game in ledger)
    assert len(lines(folder, "players")) == Player.objects.count()


def test_an_account_that_sits_in_no_game_is_not_in_it(folder: Path, tmp_path: Path) -> None:
    solo = ensure_player(account("solo"))
    dump(tmp_path / "again")
    assert solo.pk not in {player["id"] for player in lines(tmp_path / "again", "players")}
    assert lines(tmp_path / "again", "players") == lines(folder, "players")


def test_the_manifest_names_every_file(folder: Path) -> None:
    document = json.loads((folder / "manifest.json").read_text("utf-8"))
    named = {file["name"]: file for file in document["files"]}
    paths = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert paths == {*named, "manifest.json"}
    for name, file in named.items():
        raw = (folder / name).read_bytes()
        assert (file["bytes"], file["sha256"]) == (len(raw), sha256(raw).hexdigest())
        if file["lines"] is not None:
            assert file["lines"] == gzip.decompress(raw).count(b"\n")
        assert file["optional"] == name.endswith(".parquet")
    assert document["settings"]["k"] == 20


def test_the_same_record_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    dump(tmp_path / "again")
    for path in folder.glob("*.gz"):
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes(), path.name


def test_the_tables_say_what_the_lines_say(folder: Path) -> None:
    with duckdb.connect() as database:
        database.execute(f"SET file_search_path = '{folder / 'parquet'}'")
        for name in ("verifications", "standings", "ledger"):
            rows = database.execute(f"SELECT * FROM '{name}.parquet'").fetchall()
            columns = [column[0] for column in database.description or ()]
            assert len(rows) == len(lines(folder, name)) > 0
            first = dict(zip(columns, rows[0], strict=True))
            assert first["game"] == lines(folder, name)[0]["game"]
        query = "SELECT sum(after - before) FROM 'ledger.parquet' WHERE retired IS NULL"
        moved = sum(
            line["after"] - line["before"]
            for line in lines(folder, "ledger")
            if not line["retired"]
        )
        assert database.execute(query).fetchall() == [(moved,)]


def test_it_is_read_in_blocks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Twice the games in blocks of one size: no statement more for each of them."""
    monkeypatch.setattr(contents, "BLOCK", 4)
    ida = account("ida", arbiter=True)
    counts = []
    for begin in (0, 4, 8):
        for seed in range(begin + 1, begin + 5):
            submit(ida, finished_log("black=Ana white=Ben", seed=seed))
        with CaptureQueriesContext(connection) as queries:
            games = [line for name, part in contents.pieces() for line in part if name == "games"]
        counts.append(len(queries))
        assert len(games) == begin + 4
    assert counts[2] - counts[1] <= counts[1] - counts[0] + 2


def test_games_that_are_not_rated_yet_are_rated_first(tmp_path: Path) -> None:
    submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
    assert Pending.objects.exists()
    dump(tmp_path / "dump")
    assert len(lines(tmp_path / "dump", "ledger")) == 4


def test_a_site_that_is_never_settled_has_no_dump(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
    monkeypatch.setattr(publish, "fold_pending", lambda: None)
    with pytest.raises(NoDump, match="faster than they are rated"):
        dump(tmp_path / "dump")
    assert not (tmp_path / "dump").exists()


@pytest.mark.django_db(transaction=True)
def test_all_files_are_of_one_moment() -> None:
    """What is written meanwhile is in none of them, and who writes does not wait."""
    ida = account("ida", arbiter=True)
    submit(ida, finished_log("black=Ana white=Ben"))
    with settled_moment():
        assert Game.objects.count() == 1
        thread = threading.Thread(target=_submit_another)
        thread.start()
        thread.join(30)
        assert not thread.is_alive()
        assert Game.objects.count() == 1
    assert Game.objects.count() == 2


def _submit_another() -> None:
    try:
        submit(Account.objects.get(username="ida"), finished_log("black=Ana white=Ben", seed=2))
    finally:
        connection.close()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_nothing_can_be_written_at_the_moment() -> None:
    with pytest.raises(Error, match="read-only"), read_snapshot():
        account("ana")


@pytest.fixture
def published(settings: Any, tmp_path: Path) -> Path:
    settings.DUMPS_DIR = tmp_path / "dumps"
    submit(account("ida", arbiter=True), finished_log("black=Ana white=Ben"))
    publish_dump()
    dump = newest()
    assert dump is not None
    return dump.folder


def test_the_page_before_the_first_night(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.DUMPS_DIR = tmp_path / "none"
    answer = client.get("/dump/")
    assert answer.status_code == 200
    assert "No files yet" in answer.content.decode()
    assert client.get("/dump/manifest.json").status_code == 404


def test_the_page(published: Path, client: Client) -> None:
    text = client.get("/dump/").content.decode()
    dump = newest()
    assert dump is not None
    for path in published.glob("*.ndjson.gz"):
        assert f'href="/dump/{dump.moment}/{path.name}"' in text
        assert sha256(path.read_bytes()).hexdigest() in text
    assert f'href="/dump/{dump.moment}/parquet/ledger.parquet"' in text
    assert f"python3 -m audit --fetch {configured.SITE_URL}/dump/ dump" in text


def test_a_file(published: Path, client: Client) -> None:
    answer = client.get("/dump/games.ndjson.gz")
    raw = (published / "games.ndjson.gz").read_bytes()
    assert b"".join(answer) == raw  # type: ignore[arg-type]
    assert answer["Content-Type"] == "application/gzip"
    assert answer["ETag"] == f'"{sha256(raw).hexdigest()}"'
    response = client.get("/dump/games.ndjson.gz", headers={"if-none-match": answer["ETag"]})
    assert response.status_code == 304
    head = client.head("/dump/games.ndjson.gz")
    assert (head.content, head["Content-Length"]) == (b"", str(len(raw)))
    assert client.post("/dump/games.ndjson.gz").status_code == 405


def test_a_file_is_sent_in_pieces(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_files, "PIECE", 100)

    async def asked() -> list[bytes]:
        answer = await AsyncClient().get("/dump/games.ndjson.gz")
        return [piece async for piece in answer.streaming_content]  # type: ignore[attr-defined]

    pieces = async_to_sync(asked)()
    assert max(map(len, pieces)) == 100
    assert b"".join(pieces) == (published / "games.ndjson.gz").read_bytes()


def test_a_download_is_of_one_dump_when_the_next_is_published(
    published: Path, client: Client
) -> None:
    """Between the manifest and the files the night's exchange comes."""
    document = client.get("/dump/manifest.json")
    made_at = json.loads(b"".join(document))["made_at"]  # type: ignore[arg-type]
    raw = (published / "games.ndjson.gz").read_bytes()
    submit(Account.objects.get(username="ida"), finished_log("black=Ana white=Ben", seed=7))
    publish_dump()
    address = f"/dump/{dump_moment(made_at)}/games.ndjson.gz"
    assert b"".join(client.get(address)) == raw  # type: ignore[arg-type]
    assert b"".join(client.get("/dump/games.ndjson.gz")) != raw  # type: ignore[arg-type]
    publish_dump()
    assert client.get(address).status_code == 404


def test_the_dump_before_stays_for_a_night(published: Path) -> None:
    publish_dump()
    dump = newest()
    assert dump is not None
    assert dump.folder != published
    assert published.exists()
    publish_dump()
    assert not published.exists()
    assert dump.folder.exists()


def test_the_about_page_leads_there(client: Client) -> None:
    assert 'href="/dump/"' in client.get("/about/").content.decode()


def test_the_command(settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings.DUMPS_DIR = tmp_path / "dumps"
    call_command("dump", str(tmp_path / "mine"))
    out = capsys.readouterr().out
    assert "games.ndjson.gz: 0 lines, " in out
    call_command("dump", "--publish")
    assert newest() is not None


def test_the_night(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DUMPS_DIR = tmp_path / "dumps"
    settings.NIGHTLY_DUMP = False
    tasks.publish_dump()
    assert newest() is None
    settings.NIGHTLY_DUMP = True
    tasks.publish_dump()
    assert newest() is not None


def test_a_night_without_space_is_logged(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.NIGHTLY_DUMP = True

    def full() -> None:
        raise NoDump("no space is left")

    monkeypatch.setattr(tasks.publish, "publish_dump", full)
    tasks.publish_dump()
    assert "no space is left" in caplog.text


def test_a_folder_that_cannot_be_written_ends_the_command_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="the dump cannot be written"):
        call_command("dump", str(tmp_path / "file" / "dump"))
