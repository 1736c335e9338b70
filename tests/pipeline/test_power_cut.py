"""An embedded site loses nothing that it acknowledged when the power is cut: what is left is what
its processes had synced."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import migrated
from tests.services.processes import ROOT

GAMES = 5
UPLOADS = f"""
import os
import django
django.setup()
from archive.log.models import Log
from archive.log.services.append import append
from games.standing import attest
from tests.cast import account, finished_log, game_of, submit
ana, ben = account("ana"), account("ben")
for seed in range({GAMES}):
    game = game_of(submit(ana, finished_log(seed=seed)))
    attest.attest(ben, game)
    append()
    print(game.pk, game.standing, Log.objects.get().size, flush=True)
os.kill(os.getpid(), 9)
"""
"""Ends without closing the database, which would sync it."""

pytestmark = [
    pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc"),
    pytest.mark.skipif(sys.platform != "linux", reason="preloads a library as Linux does"),
]


def test_all_that_was_acknowledged_is_there_after_a_power_cut(tmp_path: Path) -> None:
    library, synced = tmp_path / "synced.so", tmp_path / "synced"
    source = Path(__file__).with_name("synced.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    database = tmp_path / "site.sqlite3"
    migrated.make_sqlite()
    synced.mkdir()
    for folder in (tmp_path, synced):
        shutil.copy(migrated.sqlite(), folder / database.name)
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "imhotep_site.settings",
        "DATABASE_URL": f"sqlite:///{database}",
        "DATABASE_POOL": "0",
        "LD_PRELOAD": str(library),
        "SYNCED": str(synced),
    }
    run = subprocess.run(
        [sys.executable, "-c", UPLOADS],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    acknowledged = [line.split() for line in run.stdout.splitlines()]
    assert len(acknowledged) == GAMES, run.stderr
    with sqlite3.connect(synced / database.name) as connection:
        left = dict(connection.execute("SELECT id, standing FROM games_game"))
        (size,) = connection.execute("SELECT size FROM transparency_log").fetchone()
        (check,) = connection.execute("PRAGMA integrity_check").fetchone()
    assert check == "ok"
    assert left == {game: "counted" for game, _standing, _size in acknowledged}
    assert size == int(acknowledged[-1][2])
