"""The procedures of docs/operations.md: what was backed up comes back."""

import os
import shlex
import sqlite3
import subprocess
import sys

import pytest
from django.db import connection

from games.models import Account
from tests.cast import account
from tests.services.errors import ServiceMissing
from tests.services.postgres import find_binaries
from tests.services.processes import ROOT, live_environment

pytestmark = pytest.mark.both_databases

DOCUMENT = (ROOT / "docs/operations.md").read_text("utf-8")


def documented(beginning: str) -> str:
    """The one command of the document that begins so."""
    lines = [line.strip() for line in DOCUMENT.splitlines()]
    (command,) = (line for line in lines if line.startswith(beginning))
    return command


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_dump_of_postgresql_comes_back(tmp_path):
    try:
        path = f"{find_binaries()}:{os.environ['PATH']}"
    except ServiceMissing as missing:
        pytest.skip(str(missing))
    account("ana")
    address = live_environment()["DATABASE_URL"]
    copy = address.replace(f"/{connection.settings_dict['NAME']}", "/imhotep_restored")
    with connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE imhotep_restored")
    try:
        for beginning, database in (("pg_dump", address), ("pg_restore", copy)):
            environment = os.environ | {"DATABASE_URL": database, "PATH": path}
            command = ["sh", "-ec", documented(beginning)]
            subprocess.run(command, env=environment, cwd=tmp_path, check=True, timeout=60)
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM django_migrations")
            (migrations,) = cursor.fetchone()
        script = "from games.models import Account; print(Account.objects.get().username)"
        shell = [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", script]
        environment = os.environ | {"DATABASE_URL": copy}
        run = subprocess.run(shell, env=environment, cwd=ROOT, capture_output=True, check=True)
        assert run.stdout.decode().split() == ["ana"]
        assert migrations > 0
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP DATABASE imhotep_restored")


@pytest.mark.django_db(transaction=True)
def test_a_backup_of_sqlite_comes_back(tmp_path):
    (tmp_path / "data").mkdir()
    live = sqlite3.connect(tmp_path / "data/imhotep.sqlite3", isolation_level=None)
    live.execute("PRAGMA journal_mode=WAL")
    live.execute("CREATE TABLE stones (colour TEXT)")
    live.execute("INSERT INTO stones VALUES ('white')")
    command = shlex.split(documented(".venv/bin/python -c 'import sqlite3"))
    subprocess.run([sys.executable, *command[1:]], cwd=tmp_path, check=True, timeout=60)
    copy = sqlite3.connect(tmp_path / "imhotep-backup.sqlite3")
    assert copy.execute("SELECT colour FROM stones").fetchall() == [("white",)]
    copy.close()
    live.close()
    assert not Account.objects.exists()
