"""The newest dump: written beside the one before, and put in its place only when it is whole."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple, NoReturn

from django.conf import settings
from django.db import Error

from archive.dumps.services.writing import MANIFEST, DumpFile, write_dump_files
from archive.log.services.append import Forked, append_all, is_due
from archive.log.witnesses import ask_witnesses
from audit.fetch import dump_moment
from games.standing import lapse
from ratings.models import Fold, Pending
from ratings.services import fold_pending, follow_folds
from web.disk_full import is_full, note_full_disk
from web.gc_tuning import fewer_collections
from web.read_replica import has_replica, reading_replica
from web.shared_files import (
    SharedPath,
    folder_names,
    only_host,
    publish_folder,
    publish_text,
    remove_folder,
    shared_folder,
)
from web.shared_storage import StorageUnavailable
from web.snapshot import read_snapshot

_log = logging.getLogger(__name__)


class NoDump(Exception):
    """A sentence. The dump before is still there."""


NEWEST: Final = "newest.json"
UNFINISHED: Final = "unfinished-"
FINISHED: Final = "dump-"
LOCK: Final = "lock"
ADVISORY: Final = 0x1340_7EA
"""The number of our advisory lock in PostgreSQL; any that is used for nothing else."""


def dump(folder: Path) -> list[DumpFile]:
    """Write a dump; `folder` is made by it, whole or not at all.

    Raises ``NoDump`` if `folder` is there and has something in it, or if the disk is full.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NoDump(f"{folder} already exists: name a new folder")
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

    Raises ``NoDump`` if another process is at it, the disk or object storage is full, or that does
    not answer: what is there stays.
    """
    home = Path(settings.DUMPS_DIR)
    home.mkdir(parents=True, exist_ok=True)
    try:
        with _alone(home):
            for left in home.glob(f"{UNFINISHED}*"):
                shutil.rmtree(left, ignore_errors=True)
            with _unfinished(home) as unfinished:
                files = _write(unfinished)
                _publish(unfinished)
    except StorageUnavailable as error:
        raise NoDump(
            f"object storage refused the dump ({error}): the previous dump stays"
        ) from error
    return files


def _publish(unfinished: Path) -> None:
    """Put a written folder into the place of the newest; that before stays, older ones go."""
    home, before = _home(), newest()
    folder = home / unfinished.name.replace(UNFINISHED, FINISHED, 1)
    try:
        publish_folder(unfinished, folder, MANIFEST)
        publish_text(home / NEWEST, json.dumps({"folder": folder.name}))
    except OSError as error:
        _refuse_full_disk(error)
    current_folders = {folder.name, before.folder.name if before else folder.name}
    for name in folder_names(home, FINISHED):
        if name not in current_folders:
            remove_folder(home / name, MANIFEST)


class Newest(NamedTuple):
    """A dump that is served: where it lies, when it was made, its files and its manifest."""

    folder: SharedPath
    made_at: str
    engine: str
    files: dict[str, DumpFile]

    @property
    def moment(self) -> str:
        """The part of an address that names it."""
        return dump_moment(self.made_at)

    def path(self, name: str) -> SharedPath | None:
        """Path of a file in the manifest, or of the manifest; ``None`` for all else."""
        return self.folder / name if name in self.files or name == MANIFEST else None


def newest() -> Newest | None:
    """The newest dump; ``None`` before the first. Raises ``StorageUnavailable``."""
    home = _home()
    try:
        name = str(json.loads((home / NEWEST).read_text("utf-8"))["folder"])
        return _published(home / name)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def dump_of(moment: str) -> Newest | None:
    """The dump made at this moment (``20261123T031500123456Z``): the newest or the one before, so
    that all files of a download are of one dump."""
    home = _home()
    dumps = (dump for name in folder_names(home, FINISHED) if (dump := _published(home / name)))
    return next((dump for dump in dumps if dump.moment == moment), None)


def _home() -> SharedPath:
    return shared_folder(Path(settings.DUMPS_DIR), "dumps")


def _published(folder: SharedPath) -> Newest | None:
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
        files = _write_from_replica(folder) if has_replica() else _write_files(folder)
    except OSError as error:
        _refuse_full_disk(error)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return files


def _write_from_replica(folder: Path) -> list[DumpFile]:
    """Read from the replica; from the primary if the replica ends the read."""
    try:
        return _write_files(folder, replica=True)
    except Error as error:
        _log.warning("the replica ended the dump's read; reading again from the primary: %s", error)
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return _write_files(folder)


def _write_files(folder: Path, *, replica: bool = False) -> list[DumpFile]:
    with settled_moment(replica=replica), fewer_collections():
        return write_dump_files(folder)


def _refuse_full_disk(error: OSError) -> NoReturn:
    if not is_full(error):
        raise error
    note_full_disk("the dump")
    raise NoDump("no space left for a dump: the previous dump stays") from error


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
        with only_host(ADVISORY) as is_only:
            if not is_only:
                raise NoDump("another host is writing a dump")
            yield


TRIES: Final = 20
"""A game may come to count between a fold and the moment that is read."""
LEAVES_SECONDS: Final = 3600


@contextmanager
def settled_moment(*, replica: bool = False) -> Iterator[None]:
    """A moment at which the ledger is up to date with all games, and every record has its leaf but
    where the log cannot grow. Nothing can be written inside. It is read from the `replica`, if that
    has all of it.

    Raises ``NoDump`` if there is none, because games come faster than they are rated.
    """
    for _ in range(TRIES):
        lapse()
        fold_pending()
        follow_folds()
        grows = _append_leaves()
        ask_witnesses()
        source = reading_replica() if replica else nullcontext()
        with source, read_snapshot():
            unsettled = Pending.objects.exists() or Fold.objects.filter(followed=False).exists()
            if not unsettled and not (grows and is_due()):
                yield
                return
    raise NoDump("new games arrive faster than they are rated: try again later")


def _append_leaves() -> bool:
    """Append what waits for a leaf; ``False`` if the log stands still."""
    try:
        append_all(LEAVES_SECONDS)
    except Forked as error:
        _log.error("the dump is written with a transparency log that cannot grow: %s", error)
        return False
    return True
