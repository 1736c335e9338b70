"""The log as files: what a dump has of it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Final

from archive.log import reading
from archive.log.models import Leaf, Waiting
from archive.log.signing import log_key
from games.lines import timestamp_text

FOLDER: Final = "log"

BLOCK: Final = 5000
"""Leaves that are in memory at once."""


def copy_to(folder: Path) -> None:
    """Write the log into ``log/`` of `folder`: checkpoint, key, entries, and what waits for a leaf.

    Only reads the database: to be called in the transaction in which the records are read. Nothing
    is written without a signed checkpoint.
    """
    log = reading.log_state()
    public = log_key()
    if not log.note or public is None:
        return
    home = folder / FOLDER
    home.mkdir(parents=True)
    (home / "checkpoint").write_text(log.note, "utf-8")
    (home / "key").write_text(f"{public.text}\n", "utf-8")
    with (
        (home / "entries.ndjson.gz").open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed,
    ):
        for begin in range(0, log.size, BLOCK):
            leaves = Leaf.objects.filter(pk__gte=begin, pk__lt=min(begin + BLOCK, log.size))
            packed.writelines(leaf.data + b"\n" for leaf in leaves.order_by("pk"))
    with (home / "waiting.ndjson").open("w", encoding="utf-8") as file:
        for kind, ids, waiting_since in Waiting.objects.order_by("pk").values_list(
            "kind", "records", "at"
        ):
            for record in ids:
                line = {"at": timestamp_text(waiting_since), "id": record, "kind": kind}
                file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
