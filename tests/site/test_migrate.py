"""``manage.py migrate`` next to another one."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path


def test_tables_that_another_process_makes_end_it_in_a_sentence(tmp_path: Path) -> None:
    database = tmp_path / "site.sqlite3"
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE django_content_type (id integer)")
    connection.commit()
    connection.close()
    addresses = {"DATABASE_URL": f"sqlite:///{database}", "IMHOTEP_DATA": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "manage.py", "migrate", "contenttypes"],
        env=os.environ | addresses | {"DJANGO_SETTINGS_MODULE": "imhotep_site.settings"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert "could not be migrated" in run.stderr
    assert "already exists" in run.stderr
