"""The tests start from a database that was migrated once: what they copy is never an old one."""

import ast
from collections.abc import Iterator

import pytest

from tests.services import migrated
from tests.test_house import source

OURS = {folder.name for folder in source.packages()} - {"engine"}
"""Of the engine a migration reads logs, of which an empty database has none."""


def imported(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_what_a_migration_imports_decides_which_database_is_copied():
    read = {path for pattern in migrated.READ for path in migrated.ROOT.glob(pattern)}
    migrations = [path for path in read if path.parent.name == "migrations"]
    everywhere = {path for folder in source.packages() for path in folder.rglob("migrations")}
    assert {path.parent for path in migrations} == everywhere
    for path in migrations:
        for name in imported(path.read_text("utf-8")):
            if name.partition(".")[0] in OURS:
                place = migrated.ROOT / name.replace(".", "/")
                assert {place.with_suffix(".py"), place / "__init__.py"} & read, (path, name)


@pytest.fixture
def tree(monkeypatch, tmp_path):
    """A project with one migration."""
    monkeypatch.setattr(migrated, "ROOT", tmp_path)
    monkeypatch.setattr(migrated, "FOLDER", tmp_path / "kept")
    (tmp_path / "games/migrations").mkdir(parents=True)
    (tmp_path / "games/migrations/0001_initial.py").write_text("first")
    return tmp_path


def test_another_migration_is_another_database(tree):
    first = migrated.key()
    assert migrated.key() == first != migrated.key("another server")
    (tree / "games/migrations/0001_initial.py").write_text("second")
    second = migrated.key()
    (tree / "games/migrations/0002_more.py").write_text("")
    assert len({first, second, migrated.key()}) == 3


def test_a_database_is_made_once_and_those_of_other_files_go(tree):
    calls = []

    def make(path):
        calls.append(path)
        path.write_text("tables")

    for name in ("sqlite-old", "postgres-old", "sqlite-new", "sqlite-new"):
        migrated.keep(migrated.FOLDER / name, make)
    assert len(calls) == 3
    assert {path.name for path in migrated.FOLDER.iterdir()} == {"postgres-old", "sqlite-new"}


def test_what_could_not_be_made_whole_is_not_there(tree):
    def make(path):
        path.write_text("half")
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        migrated.keep(migrated.FOLDER / "sqlite-new", make)
    assert not list(migrated.FOLDER.iterdir())
