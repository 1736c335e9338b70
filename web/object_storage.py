"""Object storage that several hosts share: a bucket of an S3 server, by django-storages.

Imported where ``STORAGE_URL`` is set, at the first file: boto3 takes some 30 MB of memory.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import Any, BinaryIO, Final

import boto3.exceptions
import botocore.exceptions
from botocore.config import Config
from django.core.files import File
from django.core.files.storage import storages
from storages.backends.s3 import S3Storage

from web.shared_storage import ALIAS, StorageUnavailable

CONNECT_SECONDS: Final = 3
READ_SECONDS: Final = 5
"""Seconds in which a connection has to stand, and in which something has to arrive on it."""
ATTEMPTS: Final = 2
LARGEST_TEXT: Final = 32 * 1024 * 1024
"""Bytes of an object that is read as one piece."""

MISSING: Final = frozenset({"NoSuchKey", "404", "NotFound"})
FULL: Final = frozenset({"QuotaExceeded", "XMinioStorageFull", "InsufficientStorage"})
FULL_STATUS: Final = 507

logger = logging.getLogger(__name__)


class ObjectStorage(S3Storage):  # type: ignore[misc]  # django-storages has no types
    """The bucket of ``STORAGE_URL``. One client for all threads of a process."""

    def __init__(self, **options: object) -> None:
        limits = Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"total_max_attempts": ATTEMPTS, "mode": "standard"},
            signature_version="s3v4",
            s3={"addressing_style": options.pop("addressing_style", "path")},
            # Servers other than Amazon's do not know the newer checksums.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        super().__init__(client_config=limits, **options)
        self._making = Lock()

    @property
    def connection(self) -> object:
        with self._making:
            return self._connection

    @cached_property
    def _connection(self) -> object:
        return self._create_session().resource(
            "s3",
            region_name=self.region_name,
            endpoint_url=self.endpoint_url,
            config=self.client_config,
        )


@contextmanager
def storage_errors(key: str) -> Iterator[None]:
    """Raises ``FileNotFoundError`` if there is no such object, ``OSError`` for a full bucket, and
    ``StorageUnavailable`` for every other failure."""
    try:
        yield
    except botocore.exceptions.ClientError as error:
        code = str(error.response.get("Error", {}).get("Code", ""))
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode")
        if code in MISSING:
            raise FileNotFoundError(errno.ENOENT, "no such object", key) from None
        if code in FULL or status == FULL_STATUS:
            raise OSError(errno.ENOSPC, "no space left in object storage", key) from error
        raise StorageUnavailable(f"{key}: {error}") from error
    except (
        botocore.exceptions.BotoCoreError,
        botocore.exceptions.HTTPClientError,
        boto3.exceptions.Boto3Error,
        ConnectionError,
        TimeoutError,
    ) as error:
        raise StorageUnavailable(f"{key}: {error}") from error


class ObjectReader:
    """Bytes of an object from a place on, as they arrive. Raises ``StorageUnavailable``."""

    def __init__(self, key: str, begin: int = 0) -> None:
        self._key = key
        storage: Any = _storage()
        part = {"Range": f"bytes={begin}-"} if begin else {}
        with storage_errors(key):
            self._body: BinaryIO = storage.connection.meta.client.get_object(
                Bucket=storage.bucket_name, Key=storage._normalize_name(key), **part
            )["Body"]

    def read(self, size: int = -1) -> bytes:
        with storage_errors(self._key):
            return self._body.read(None if size < 0 else size)  # type: ignore[arg-type]

    def close(self) -> None:
        self._body.close()


class ObjectPath:
    """A path in the bucket, like a ``Path``. No part of it may lead upwards."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __truediv__(self, name: str) -> ObjectPath:
        if not name or any(part in ("", ".", "..") for part in name.split("/")) or "\0" in name:
            raise FileNotFoundError(errno.ENOENT, "not a name in object storage", name)
        return ObjectPath(f"{self.key}/{name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectPath) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def name(self) -> str:
        return PurePosixPath(self.key).name

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.key).suffix

    def open(self, mode: str = "rb", *, begin: int = 0) -> ObjectReader:
        return ObjectReader(self.key, begin)

    def read_bytes(self, limit: int = LARGEST_TEXT) -> bytes:
        """All of it, if that is not more than `limit` bytes."""
        reader = self.open()
        try:
            body = reader.read(limit + 1)
        finally:
            reader.close()
        if len(body) > limit:
            raise StorageUnavailable(f"{self.key}: it has more than {limit} bytes")
        return body

    def read_text(self, encoding: str = "utf-8") -> str:
        return self.read_bytes().decode(encoding)

    def size(self) -> int:
        """Raises ``FileNotFoundError``."""
        storage: Any = _storage()
        with storage_errors(self.key):
            head = storage.connection.meta.client.head_object(
                Bucket=storage.bucket_name, Key=storage._normalize_name(self.key)
            )
        return int(head["ContentLength"])

    def names(self) -> list[str]:
        """Names directly below it."""
        with storage_errors(self.key):
            folders, files = _storage().listdir(self.key)
        return sorted([*folders, *files])

    def put(self, file: BinaryIO, size: int) -> None:
        """Store `file` there, and see that all of it has arrived."""
        with storage_errors(self.key):
            _storage().save(self.key, File(file))
        try:
            stored = self.size()
        except FileNotFoundError:
            stored = None
        if stored != size:
            raise StorageUnavailable(f"{self.key}: of {size} bytes it has {stored or 'none'}")

    def put_folder(self, folder: Path, last: str) -> None:
        """Store the files of `folder` below it, that named `last` at the end: without it the others
        are nothing. After a failure none of them is left where that is possible."""
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        files.sort(key=lambda path: path == folder / last)
        try:
            for path in files:
                with path.open("rb") as file:
                    target = self / path.relative_to(folder).as_posix()
                    target.put(file, path.stat().st_size)
        except (OSError, StorageUnavailable):
            self.remove(last)
            raise

    def remove(self, first: str) -> None:
        """Delete what lies below it, `first` before all else; a failure is logged."""
        try:
            self._remove(first)
        except (OSError, StorageUnavailable) as error:
            logger.warning("could not delete %s from object storage: %s", self.key, error)

    def _remove(self, first: str) -> None:
        storage = _storage()
        with storage_errors(self.key):
            storage.delete(f"{self.key}/{first}")
            remaining = [self.key]
            while remaining:
                folder = remaining.pop()
                folders, files = storage.listdir(folder)
                remaining += [f"{folder}/{name}" for name in folders]
                for name in files:
                    storage.delete(f"{folder}/{name}")


def _storage() -> ObjectStorage:
    storage = storages[ALIAS]
    assert isinstance(storage, ObjectStorage)
    return storage
