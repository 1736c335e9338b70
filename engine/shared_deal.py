"""One deal at many tables: the shares of all its entrants, as the share that goes into the key.

``docs/fair-dealing.md`` states it. At every table the same seat has it, so the key and all cards
are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

from engine.fairness import CommittedShuffler, commitment, shuffled_seats
from engine.log.model import HEX
from engine.setup import Setup
from engine.vocabulary import Colour

NAME: Final = "imhotep-shared-deal-1"


def shared_text(shares: Mapping[str, str]) -> str:
    """Promises and shares of the entrants as text: by promise what was shown, 64 digits, or
    nothing where it was withheld. Raises ``ValueError`` for digits that are none, and for a share
    that was not promised."""
    lines = [NAME]
    for promise, share in sorted(shares.items()):
        if not HEX.fullmatch(promise) or (share and not HEX.fullmatch(share)):
            raise ValueError("promises and shares have 64 digits")
        if share and commitment(bytes.fromhex(share)) != promise:
            raise ValueError(f"the share of {promise} is not the one that was promised")
        lines.append(f"promise {promise} share {share}")
    return "".join(f"{line}\n" for line in lines)


def shared_share(shares: Mapping[str, str]) -> bytes:
    """The share of all entrants together: SHA-256 of their text."""
    return sha256(shared_text(shares).encode()).digest()


def shared_colour(colours: Iterable[Colour]) -> Colour:
    """The colour whose seat has the shared share, at every table; the others have none."""
    return min(colours)


def shared_shuffler(agreed: Setup, secret: bytes, share: bytes) -> CommittedShuffler:
    """The shuffler of every table of the deal."""
    colour = shared_colour(agreed.seats)
    return CommittedShuffler(agreed, secret, {colour: share}, {colour: commitment(share)})


def shared_turn_order(agreed: Setup, secret: bytes, share: bytes) -> tuple[Colour, ...]:
    """The turn order that the deal draws, by colour. Seats of a table are given to players by it,
    so that the seating decides who begins."""
    return shuffled_seats(agreed.seats, shared_shuffler(agreed, secret, share))
