"""Reading of the log: tiles, proofs, the leaves of a game, and its files in a dump."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from archive.log.models import Leaf, Log, Tile, Waiting
from archive.log.signing import log_key
from audit import merkle
from audit.merkle import WIDTH, TreeEdge, pack_entries, width_of
from audit.merkle import HashTile as Place
from games.lines import timestamp_text
from games.log_outbox import LOG, STANDING, VERIFICATION
from games.models import Verification


def log_state() -> Log:
    """State of the log; an empty one before the first piece."""
    return Log.objects.filter(pk=1).first() or Log(pk=1)


def read_tile(place: Place, log: Log | None = None) -> bytes | None:
    """The bytes of a tile, the first `width` of it; ``None`` if the tree has not so much of it. At
    most three statements, whatever the size of the tree."""
    log = log or log_state()
    if place.width > width_of(place.level or 0, place.number, log.size):
        return None
    if place.level is None:
        begin = place.number * WIDTH
        leaves = Leaf.objects.filter(pk__gte=begin, pk__lt=begin + place.width).order_by("pk")
        return pack_entries(leaf.data for leaf in leaves)
    return _hashes(place, log)


class Proved(NamedTuple):
    """A leaf and the hashes that prove that it is in the tree of the checkpoint."""

    leaf: Leaf
    proof: list[bytes]


def leaves_of(game: str) -> list[Leaf]:
    """Leaves of a game's log, verifications and standings, in order."""
    runs = Verification.objects.filter(game=game).values_list("pk", flat=True)
    leaves = [
        *Leaf.objects.filter(kind__in=(LOG, STANDING), record=game),
        *Leaf.objects.filter(kind=VERIFICATION, record__in=list(map(str, runs))),
    ]
    return sorted(leaves, key=lambda leaf: leaf.pk)


def proved(leaves: Iterable[Leaf], log: Log) -> list[Proved]:
    """Inclusion proofs of those `leaves` that are in the tree of `log`."""
    nodes = _nodes(log)
    inside = [leaf for leaf in leaves if leaf.pk < log.size]
    return [Proved(leaf, merkle.inclusion_proof(leaf.pk, log.size, nodes)) for leaf in inside]


def consistency_hashes(old: int, size: int, log: Log) -> list[bytes]:
    """Proof that the tree of `size` leaves goes on from that of `old`. Raises ``ValueError`` where
    `log` has fewer leaves."""
    if size > log.size:
        raise ValueError(f"the log has {log.size} leaves")
    return merkle.consistency_proof(old, size, _nodes(log))


FOLDER: Final = "log"

BLOCK: Final = 5000
"""Leaves that are in memory at once."""


def copy_log(folder: Path, note: str) -> None:
    """Write the log into ``log/`` of `folder`: checkpoint, key, entries, and what waits for a leaf.
    `note`: the newest checkpoint, with cosignatures.

    Only reads the database: to be called in the transaction in which the records are read. Nothing
    is written without a signed checkpoint.
    """
    log = log_state()
    public = log_key()
    if not log.note or public is None:
        return
    home = folder / FOLDER
    home.mkdir(parents=True)
    (home / "checkpoint").write_text(note, "utf-8")
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


# --- inside -------------------------------------------------------------------


def _nodes(log: Log) -> merkle.Nodes:
    return merkle.TileTree(log.size, lambda place: _hashes(place, log)).node


def _hashes(place: Place, log: Log) -> bytes:
    """Hashes of an existing tile."""
    assert place.level is not None
    if width_of(place.level, place.number, log.size) == WIDTH:
        row = Tile.objects.get(level=place.level, number=place.number)
        hashes = bytes(row.hashes)
    else:
        hashes = b"".join(TreeEdge(log.size, bytes(log.edge)).levels[place.level])
    return hashes[: place.width * merkle.SIZE]
