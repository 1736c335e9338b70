"""The last signed checkpoint: the next one has to follow it, or nothing is signed."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

from django.conf import settings

from archive.log.models import Checkpoint, Log
from archive.log.signing import log_key
from audit.signed import BLANK_LINE, NotSigned, open_note, parse_checkpoint
from audit.signed import Checkpoint as SignedCheckpoint

KEY_FILE: Final = "record_key"
SIGNED_FILE: Final = "record_signed"
"""The last note, stored next to the key of an embedded site: a backup of the database is older."""

ADVICE: Final = (
    "To start a new log instead, say so in public, set a new TRANSPARENCY_ORIGIN and run "
    "manage.py begin_log (docs/transparency.md, For operators)"
)


def refusal_to_sign(log: Log) -> str:
    """Reason, with what to do, not to sign as another log or over another tree; empty if there is
    none. Two queries at most."""
    for note in filter(None, (log.note, stored_note())):
        if reason := _other_signer(note) or _other_tree(note, log):
            return f"{reason}. {ADVICE}."
    return ""


def stored_note() -> str:
    """The note next to the key; empty where there is none."""
    try:
        return _signed_file().read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def store_note(note: str) -> None:
    """Store `note` next to the key, if that lies in the data folder."""
    path = _signed_file()
    if note and (path.parent / KEY_FILE).exists():
        new = path.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):  # a full disk, which is said elsewhere
            new.write_text(note, "utf-8")
            os.replace(new, path)


def read_checkpoint(note: str) -> SignedCheckpoint:
    """The checkpoint of a note, whoever signed it. Raises ``NotSigned``."""
    return parse_checkpoint(f"{note.partition(BLANK_LINE)[0]}\n")


# --- inside -------------------------------------------------------------------


def _signed_file() -> Path:
    return Path(settings.DATA_DIR) / SIGNED_FILE


def _other_signer(note: str) -> str:
    key, last = log_key(), _checkpoint(note)
    if key is None:
        return f"TRANSPARENCY_KEY is missing, but the last checkpoint is signed as {last.origin}"
    if last.origin != key.name:
        origin = f"the last checkpoint is signed as {last.origin}"
        return f"TRANSPARENCY_ORIGIN is {key.name}, but {origin}: set the old name again"
    try:
        open_note(note, key)
    except NotSigned:
        return "The last checkpoint is signed by another TRANSPARENCY_KEY: put that key back"
    return ""


def _other_tree(note: str, log: Log) -> str:
    last = _checkpoint(note)
    if last.size > log.size:
        leaves = f"The log has {log.size} leaves, but {last.size} were signed"
        return f"{leaves}: the database is an older backup"
    row = Checkpoint.objects.filter(pk=last.size).first()
    if last.size and row and row.root != last.root.hex():
        return f"The first {last.size} leaves differ from the signed ones"
    return ""


def _checkpoint(note: str) -> SignedCheckpoint:
    """The checkpoint of a note, whoever signed it; one of nothing for a text that is none."""
    try:
        return read_checkpoint(note)
    except NotSigned:
        return SignedCheckpoint("a damaged note", 0, bytes(32))
