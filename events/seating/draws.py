"""Draws that follow from a published seed, the same on every machine and in every version."""

from __future__ import annotations

import random
from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

Shuffled = TypeVar("Shuffled", bound=int)


class SeatingDraws:
    """Draws for one round, seeded with the SHA-256 of ``seating SEED ROUND``.

    They use ``random()`` of a Mersenne Twister alone, which Python promises not to change.
    """

    def __init__(self, seed: str, number: int) -> None:
        digest = sha256(f"seating {seed} {number}".encode()).digest()
        self.random = random.Random(int.from_bytes(digest, "big")).random

    def below(self, limit: int) -> int:
        return int(self.random() * limit)

    def shuffled(self, numbers: Iterable[Shuffled]) -> list[Shuffled]:
        return [number for _, number in sorted((self.random(), number) for number in numbers)]
