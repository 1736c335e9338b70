"""The newest dump: written beside the one before, and put in its place only when it is whole."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple

from django.conf import settings

from archive.dumps.services.writing import MANIFEST, DumpFile, write_dump_files
from archive.log.services.append import Forked, append_all, is_due
from archive.log.witnesses import ask_witnesses
from audit.fetch import dump_moment
from games.standing import lapse
from ratings.models import Fold, Pending
from ratings.services import fold_pending, follow_folds
from web.disk_full import is_full, note_full_disk
from web.gc_tuning import fewer_collections
from web.snapshot import read_snapshot

_log = logging.getLogger(__name__)


class NoDump(Exception):
    """A sentence. The dump before is still there."""


NEWEST: Final = "newest.json"
UNFINISHED: Final = "unfinished-"
FINISHED: Final = "dump-"
LOCK: Final = "lock"


def dump(folder: Path) -> list[DumpFile]:
    """Write a dump; `folder` is made by it, whole or not at all.

    Raises ``NoDump`` if `folder` is there and has something in it, or if the disk is full.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NoDump(f"{folder} is there already: name a new folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _unfinished(folder.parent) as unfinished:
        files = _write(unfinished)
        if folder.exists():
            folder.rmdir()
        os.replace(unfinished, folder)
    return files


def publish_dump() -> list[DumpFile]:
    """Write a dump below ``settings.DUMPS_DIR`` and make it the newest; that before stays until the
    next, so that who reads from it comes to the end.

    Raises ``NoDump`` if another process is at it, or the disk is full: what is there stays.
    """
    home = Path(settings.DUMPS_DIR)
    home.mkdir(parents=True, exist_ok=True)
    with _alone(home):
        for left in home.glob(f"{UNFINISHED}*"):
            shutil.rmtree(left, ignore_errors=True)
        before = newest()
        with _unfinished(home) as unfinished:
            files = _write(unfinished)
            folder = home / unfinished.name.replace(UNFINISHED, FINISHED, 1)
            os.replace(unfinished, folder)
        pointer = home / f"{NEWEST}.new"
        pointer.write_text(json.dumps({"folder": folder.name}), "utf-8")
        os.replace(pointer, home / NEWEST)
        current_folders = {folder, before.folder if before else folder}
        for old in home.glob(f"{FINISHED}*"):
            if old not in current_folders:
                shutil.rmtree(old, ignore_errors=True)
    return files


class Newest(NamedTuple):
    """A dump that is served: where it lies, when it was made, its files and its manifest."""

    folder: Path
    made_at: str
    engine: str
    files: dict[str, DumpFile]

    @property
    def moment(self) -> str:
        """The part of an address that names it."""
        return dump_moment(self.made_at)

    def path(self, name: str) -> Path | None:
        """Path of a file in the manifest, or of the manifest; ``None`` for all else."""
        return self.folder / name if name in self.files or name == MANIFEST else None


def newest() -> Newest | None:
    """The newest dump; ``None`` before the first."""
    home = Path(settings.DUMPS_DIR)
    try:
        name = str(json.loads((home / NEWEST).read_text("utf-8"))["folder"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return _published(home / name)


def dump_of(moment: str) -> Newest | None:
    """The dump made at this moment (``20261123T031500123456Z``): the newest or the one before, so
    that all files of a download are of one dump."""
    folders = Path(settings.DUMPS_DIR).glob(f"{FINISHED}*")
    dumps = (dump for folder in folders if (dump := _published(folder)))
    return next((dump for dump in dumps if dump.moment == moment), None)


def _published(folder: Path) -> Newest | None:
    try:
        document = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = [DumpFile(**file) for file in document["files"]]
        named = {file.name: file for file in files}
        return Newest(folder, str(document["made_at"]), str(document["engine"]), named)
    except (OSError, ValueError, KeyError, TypeError):
        return None


# --- inside -------------------------------------------------------------------


def _write(folder: Path) -> list[DumpFile]:
    try:
        with settled_moment(), fewer_collections():
            files = write_dump_files(folder)
    except OSError as error:
        if not is_full(error):
            raise
        note_full_disk("the dump")
        raise NoDump("no space is left for a dump: the one before stays") from error
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return files


@contextmanager
def _unfinished(home: Path) -> Iterator[Path]:
    """A new folder, which goes if it is still there at the end."""
    path = Path(mkdtemp(prefix=UNFINISHED, dir=home))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    with (home / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NoDump("another process is writing a dump") from None
        yield


TRIES: Final = 20
"""A game may come to count between a fold and the moment that is read."""
LEAVES_SECONDS: Final = 3600


@contextmanager
def settled_moment() -> Iterator[None]:
    """A moment at which the ledger is up to date with all games, and every record has its leaf but
    where the log cannot grow. Nothing can be written inside.

    Raises ``NoDump`` if there is none, because games come faster than they are rated.
    """
    for _ in range(TRIES):
        lapse()
        fold_pending()
        follow_folds()
        grows = _append_leaves()
        ask_witnesses()
        with read_snapshot():
            unsettled = Pending.objects.exists() or Fold.objects.filter(followed=False).exists()
            if not unsettled and not (grows and is_due()):
                yield
                return
    raise NoDump("games come to count faster than they are rated: try again later")


def _append_leaves() -> bool:
    """Append what waits for a leaf; ``False`` if the log stands still."""
    try:
        append_all(LEAVES_SECONDS)
    except Forked as error:
        _log.error("the dump shows a log that stands still: %s", error)
        return False
    return True
