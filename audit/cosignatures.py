"""Cosignatures of witnesses (C2SP tlog-cosignature, the kind of Ed25519): the statement of a party
that the tree of a checkpoint goes on from every one that it signed before."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from audit.signed import DASH, VerifierKey, is_name, parse_vkey, verifies

COSIGNATURE: Final = b"\x04"
"""The kind of these signatures, before the public key."""
BLOB_BYTES: Final = 4 + 8 + 64


class Cosignature(NamedTuple):
    """A cosignature: the line of a note, and its moment in seconds since 1970."""

    line: str
    seconds: int


def parse_witness_key(text: str) -> VerifierKey:
    """The key of a witness. Raises ``NotSigned``."""
    return parse_vkey(text, COSIGNATURE)


def cosigned_message(text: str, seconds: int) -> bytes:
    """The bytes that a witness signs of the text of a checkpoint."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def cosignature_line(key: VerifierKey, seconds: int, signature: bytes) -> str:
    blob = key.id + seconds.to_bytes(8, "big") + signature
    return f"{DASH} {key.name} {b64encode(blob).decode()}\n"


def find_cosignature(text: str, lines: str, key: VerifierKey) -> Cosignature | None:
    """The first valid cosignature by `key` of the checkpoint `text`; all other `lines` are passed
    over."""
    for line in lines.split("\n"):
        parts = line.split(" ")
        if len(parts) != 3 or parts[0] != DASH or not is_name(parts[1]) or parts[1] != key.name:
            continue
        try:
            blob = b64decode(parts[2], validate=True)
        except ValueError:
            continue
        seconds = int.from_bytes(blob[4:12], "big")
        if len(blob) != BLOB_BYTES or blob[:4] != key.id or seconds >= 1 << 63:
            continue
        if verifies(key.public, cosigned_message(text, seconds), blob[12:]):
            return Cosignature(cosignature_line(key, seconds, blob[12:]), seconds)
    return None


def missing_cosignatures(notes: Iterable[str], key: VerifierKey) -> Iterator[str]:
    """A sentence if one of these checkpoints has a wrong cosignature by `key`, or none of them has
    any."""
    cosigned, wrong = False, False
    for note in notes:
        text, _, lines = note.rpartition("\n\n")
        valid = find_cosignature(f"{text}\n", lines, key) is not None
        cosigned = cosigned or valid
        wrong = wrong or (not valid and f"\n{DASH} {key.name} " in f"\n{lines}")
    if wrong:
        yield f"the cosignature of {key.name} is wrong"
    elif not cosigned:
        yield f"no checkpoint is cosigned by {key.text}"
