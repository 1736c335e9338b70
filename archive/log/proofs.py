"""Proofs that the records of a game are in the log: for programs, and to be kept."""

from __future__ import annotations

from base64 import b64encode
from typing import TypedDict

from archive.log import reading
from archive.log.signing import log_key


class LeafProof(TypedDict):
    """`data`: what the leaf hashes, as text. `proof`: the hashes beside its way to the root, from
    below, in base64."""

    number: int
    data: str
    proof: list[str]


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
    leaves: list[LeafProof] = [
        {
            "number": leaf.pk,
            "data": leaf.data.decode(),
            "proof": [b64encode(node).decode() for node in proof],
        }
        for leaf, proof in reading.proved(reading.leaves_of(game), log)
    ]
    if not leaves:
        return None
    return {"game": game, "key": public.text, "checkpoint": log.note, "leaves": leaves}
