"""Makes leaves of what waits: one writer, in order, each piece in one transaction with the
checkpoint that follows from it.

A piece holds the row of the log. Leaves, tiles, checkpoint, the row and the end of waiting are
committed together or not at all; so a crash loses nothing, and of one size there is one tree.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import chain
from time import monotonic
from typing import Final, NamedTuple

from django.db import transaction

from archive.log.fold_lines import listed_folds
from archive.log.last_signed import read_checkpoint, refusal_to_sign, store_note
from archive.log.leaf_lines import KINDS, line_digests
from archive.log.models import Checkpoint, Leaf, Log, Tile, Waiting
from archive.log.signing import log_key, signed_checkpoint
from archive.releases.models import Pin
from audit.leaf_kinds import SITE
from audit.merkle import TreeEdge
from audit.signed import Checkpoint as SignedCheckpoint
from audit.signed import NotSigned
from events.models import ClubMember
from games.log_outbox import (
    BROKEN_OFF,
    CLOSING,
    DEAL,
    DECISION,
    EDITION,
    ENTRY,
    FOLD,
    LOG,
    MEMBER,
    PIN,
    PLAYER,
    PREDECESSOR,
    SETTINGS,
    STANDING,
    TERMS,
    VERIFICATION,
)
from games.models import Edition, Game, Player, StandingDecision, Verification
from games.ports import Records
from ratings.models import Closing, Entry, RatingTerms
from tables.models import Dealing, Phase
from web.bulk_insert import insert
from web.database_clock import database_time, statement_time

CHUNK: Final = 1000
"""Records of a piece."""

ROWS: Final = 200
"""Rows of what waits that are read for a piece; each names one record, or a batch of them."""

SECONDS: Final = 8
"""No piece begins after so long: the task comes every ten seconds, and other work waits."""

_log = logging.getLogger(__name__)


Name = tuple[str, str]
"""A kind and a record."""

RecordNames = dict[Name, None]
"""Each once, in order."""


class Forked(Exception):
    """The rows of the log do not belong together: nothing is added to them."""


class CurrentRecord(NamedTuple):
    """A record as it is now."""

    kind: str
    record: str
    digest: str


def append(seconds: float = SECONDS) -> int:
    """Append waiting records until none is left or the time is over. Gives their number.

    May be called by several at once: each waits for the one before. Raises ``Forked``.
    """
    ends, done = monotonic() + seconds, 0
    while is_due() and monotonic() < ends:
        done += append_piece()
    return done


def is_due() -> bool:
    """True if a piece is due; reads without a lock."""
    log = Log.objects.filter(pk=1).first()
    if log is None or not log.filled:
        return True
    if Waiting.objects.filter(kind__in=KINDS).exists():
        return True
    return log.note != signed_checkpoint(log.size, TreeEdge(log.size, bytes(log.edge)).root())


@transaction.atomic
def append_piece() -> int:
    """Append one piece: decisions come before the standings that follow from them. Gives the number
    of its records."""
    log = _locked_log()
    edge = _edge(log)
    if reason := refusal_to_sign(log):
        raise Forked(reason)
    waiting_ids, names = _waiting()
    names = dict.fromkeys(sorted(names, key=lambda name: name[0] != DECISION))
    current = list(_present(names))
    went = len(names)
    if not log.filled and went < CHUNK:
        old = _from_before(log, CHUNK - went)
        current += _present(dict.fromkeys(name for name in old if name not in names))
        went += len(old)
    _add(log, edge, _new(current))
    Waiting.objects.filter(pk__in=waiting_ids).delete()
    return went


def append_all(seconds: float) -> None:
    """Append what waits, and then the site's settings if they changed: no record that is written
    after their first leaf has a late one. Raises ``Forked``."""
    append(seconds)
    if not is_due():
        queue_records({SETTINGS: [SITE]})
        append(seconds)


def stands_still() -> str:
    """Reason that blocks the log, in a sentence; empty if it can grow. Without a lock: what another
    process writes meanwhile is no reason. Six statements at most."""
    log = Log.objects.filter(pk=1).first()
    if log is None:
        return ""
    try:
        _edge(log)
        reason = refusal_to_sign(log)
    except Forked as error:
        reason = str(error)
    logs = Log.objects.filter(pk=1, size=log.size, at=log.at, edge=log.edge)
    return reason if reason and logs.exists() else ""


@transaction.atomic
def begin_log(note: str) -> str:
    """Sign as another log: its first new leaf names `note`, the last checkpoint of the one before.
    Gives the new note. Raises ``Forked``."""
    log = _locked_log()
    edge, key, last = _edge(log), log_key(), _last(note)
    if key is None or key.name == last.origin:
        raise Forked(f"set a TRANSPARENCY_KEY, and a TRANSPARENCY_ORIGIN that is not {last.origin}")
    digest = sha256(note.encode()).hexdigest()
    _add(log, edge, [CurrentRecord(PREDECESSOR, str(last.size), digest)])
    return log.note


def _last(note: str) -> SignedCheckpoint:
    try:
        return read_checkpoint(note)
    except NotSigned as error:
        raise Forked(str(error)) from None


def queue_records(records: Records) -> None:
    """Queue `records` for leaves, inside the transaction that writes them. One statement."""
    by_kind = {kind: list(dict.fromkeys(map(str, ids))) for kind, ids in records.items()}
    rows = [
        Waiting(kind=kind, records=ids, at=statement_time()) for kind, ids in by_kind.items() if ids
    ]
    if rows:
        Waiting.objects.bulk_create(rows)


# --- inside -------------------------------------------------------------------


def _locked_log() -> Log:
    """The row, locked; made if it is not here yet."""
    Log.objects.bulk_create([Log(pk=1)], ignore_conflicts=True)
    return Log.objects.select_for_update(no_key=True).get(pk=1)


def _edge(log: Log) -> TreeEdge:
    """Raises ``Forked`` if it is not that of the last checkpoint and the last leaf."""
    try:
        edge = TreeEdge(log.size, bytes(log.edge))
    except ValueError as error:
        raise Forked(str(error)) from None
    last = Checkpoint.objects.order_by("pk").last()
    leaf = Leaf.objects.order_by("pk").last()
    size_and_root = (last.pk, last.root) if last else (0, TreeEdge().root().hex())
    if (edge.size, edge.root().hex()) != size_and_root or edge.size != (leaf.pk + 1 if leaf else 0):
        raise Forked(f"the log has {log.size} leaves, but its last checkpoint or leaf differs")
    return edge


def _waiting() -> tuple[list[int], RecordNames]:
    """The rows that are to be taken now, and the records that they name, in their order."""
    waiting_ids: list[int] = []
    names: RecordNames = {}
    rows = Waiting.objects.filter(kind__in=KINDS).order_by("pk")
    for pk, kind, ids in rows.values_list("pk", "kind", "records")[:ROWS]:
        waiting_ids.append(pk)
        names |= dict.fromkeys((kind, record) for record in ids)
        if len(names) >= CHUNK:
            break
    return waiting_ids, names


def _present(names: RecordNames) -> Iterator[CurrentRecord]:
    """Current digests of records, in order, without removed records."""
    digest_by_name: dict[Name, str] = {}
    for kind in dict.fromkeys(kind for kind, _ in names):
        ids = [record for record_kind, record in names if record_kind == kind]
        digest_by_name |= {(kind, record): digest for record, digest in line_digests(kind, ids)}
    for name in names:
        if digest := digest_by_name.get(name):
            yield CurrentRecord(*name, digest)
        else:
            _log.warning("%s %s waits for a leaf but does not exist", *name)


def _from_before(log: Log, limit: int) -> list[Name]:
    """The next records from before there was a log. How far that came is noted in `log`."""
    runs = Verification.objects.filter(pk__gt=log.verifications).order_by("pk")
    pks = list(runs.values_list("pk", flat=True)[:limit])
    if pks:
        log.verifications = pks[-1]
    games = Game.objects.filter(pk__gt=log.games).order_by("pk")
    ids = list(games.values_list("pk", flat=True)[: limit - len(pks)])
    if ids:
        log.games = ids[-1]
    log.filled = len(pks) + len(ids) < limit
    names = [(VERIFICATION, str(pk)) for pk in pks]
    names += [(LOG, pk) for pk in ids] + [(STANDING, pk) for pk in ids]
    if log.filled:  # of these there are few
        names += [(EDITION, name) for name in Edition.objects.values_list("name", flat=True)]
        names += [(CLOSING, str(pk)) for pk in Closing.objects.values_list("pk", flat=True)]
        names += [(TERMS, str(pk)) for pk in RatingTerms.objects.values_list("pk", flat=True)]
        names += [(PIN, str(pk)) for pk in Pin.objects.values_list("pk", flat=True)]
        _queue_old()
    return names


def _queue_old() -> None:
    """Queue records from before there was a log that may be many, and belong to no game."""
    ended = Dealing.objects.filter(table__phase__in=(Phase.CANCELLED, Phase.ABANDONED))
    for kind, rows in (
        (DECISION, StandingDecision.objects.all()),
        (PLAYER, Player.objects.all()),
        (MEMBER, ClubMember.objects.all()),
        (DEAL, Dealing.objects.all()),
        (BROKEN_OFF, ended),
        (ENTRY, Entry.objects.all()),
        (FOLD, listed_folds()),
    ):
        ids = list(rows.order_by("pk").values_list("pk", flat=True))
        for start in range(0, len(ids), CHUNK):
            queue_records({kind: ids[start : start + CHUNK]})


def _new(current: list[CurrentRecord]) -> Iterator[CurrentRecord]:
    """Records without a leaf, or whose last leaf has another digest."""
    last: dict[tuple[str, str], str] = {}
    for kind in {leaf.kind for leaf in current}:
        of_kind = [leaf.record for leaf in current if leaf.kind == kind]
        leaves = Leaf.objects.filter(kind=kind, record__in=of_kind).order_by("pk")
        for record, digest in leaves.values_list("record", "digest"):
            last[kind, record] = digest
    return (leaf for leaf in current if last.get((leaf.kind, leaf.record)) != leaf.digest)


def _add(log: Log, edge: TreeEdge, new: Iterable[CurrentRecord]) -> None:
    leaf_time = _after(log)
    leaves = [
        Leaf(id=number, kind=record.kind, record=record.record, digest=record.digest, at=leaf_time)
        for number, record in enumerate(new, start=log.size)
    ]
    tiles = list(chain.from_iterable(edge.add(leaf.hash) for leaf in leaves))
    insert(leaves)
    Tile.objects.bulk_create(
        Tile(level=place.level or 0, number=place.number, hashes=hashes) for place, hashes in tiles
    )
    if leaves:
        log.at = leaf_time
        Checkpoint.objects.create(id=edge.size, root=edge.root().hex(), at=leaf_time)
    log.size, log.edge = edge.size, edge.packed()
    log.note = signed_checkpoint(edge.size, edge.root())
    log.save()
    transaction.on_commit(partial(store_note, log.note))


def _after(log: Log) -> datetime:
    """Now, or just after the last leaf if the clock was set back: no leaf behind a checkpoint has a
    moment of one in it."""
    current_time = database_time()
    return max(current_time, log.at + timedelta(microseconds=1)) if log.size else current_time
