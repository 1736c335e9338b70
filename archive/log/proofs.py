"""Proofs that the records of a game are in the log: for programs, and to be kept."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import TypedDict

from archive.log import reading
from archive.log.leaf_lines import hashed_lines
from archive.log.models import Leaf
from archive.log.signing import log_key


class LeafProof(TypedDict):
    """`data`: what the leaf hashes, as text. `proof`: the hashes beside its way to the root, from
    below, in base64. `line`: the text whose SHA-256 the leaf has as its digest; null if the record
    has changed since."""

    number: int
    data: str
    proof: list[str]
    line: str | None


class GameProof(TypedDict):
    """`checkpoint`: the signed note whose tree has the leaves; `key`: the vkey that signed it."""

    game: str
    key: str
    checkpoint: str
    leaves: list[LeafProof]


def game_proof(game: str) -> GameProof | None:
    """Proof of a game's leaves; ``None`` without a signed checkpoint or a leaf of the game."""
    log, public = reading.log_state(), log_key()
    if public is None or not log.note:
        return None
    proved = reading.proved(reading.leaves_of(game), log)
    lines = _lines([leaf for leaf, _proof in proved])
    leaves: list[LeafProof] = [
        {
            "number": leaf.pk,
            "data": leaf.data.decode(),
            "proof": [b64encode(node).decode() for node in proof],
            "line": lines.get(leaf.digest),
        }
        for leaf, proof in proved
    ]
    if not leaves:
        return None
    return {"game": game, "key": public.text, "checkpoint": log.note, "leaves": leaves}


def _lines(leaves: Sequence[Leaf]) -> dict[str, str]:
    """Lines of these records as they are now, by their digests."""
    lines: dict[str, str] = {}
    for kind in {leaf.kind for leaf in leaves}:
        ids = {leaf.record for leaf in leaves if leaf.kind == kind}
        for _record, line in hashed_lines(kind, sorted(ids)):
            lines[sha256(line).hexdigest()] = line.decode()
    return lines
