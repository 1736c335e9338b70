"""One deal at many tables: the shares of all its entrants, as the share that goes into the key.

``docs/fair-dealing.md`` states it. At every table the same seat has it, so the key and all cards
are the same. A deal that accounts join on other days has no shares of entrants; its share is a
number of a public randomness beacon, whose round is named before it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from engine.fairness import CommittedShuffler, commitment, shuffled_seats
from engine.log.model import HEX
from engine.setup import Setup
from engine.vocabulary import Colour

NAME: Final = "imhotep-shared-deal-1"

DRAND_CHAIN: Final = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""Chain of the randomness beacon drand (quicknet), by the digest of its parameters."""
DRAND_GENESIS: Final = 1_692_803_367
DRAND_PERIOD: Final = 3
"""Seconds since 1970 of the first round, and from round to round."""
BEACON_ROUND: Final = re.compile(rf"drand {DRAND_CHAIN} round ([1-9][0-9]{{0,11}})", re.ASCII)


class BeaconShare(NamedTuple):
    """A round of the randomness beacon, by its name, and its number: 64 digits, or nothing where
    it could not be read in time."""

    name: str
    digits: str


def beacon_name(seconds: float) -> str:
    """Name of the first round of the beacon at `seconds` since 1970 or later."""
    number = 1 - int((DRAND_GENESIS - seconds) // DRAND_PERIOD)
    return f"drand {DRAND_CHAIN} round {number}"


def beacon_round(name: str) -> int:
    """Number of the round that `name` means. Raises ``ValueError`` for any other text."""
    match = BEACON_ROUND.fullmatch(name)
    if match is None:
        raise ValueError(f"{name[:120]!r} names no round of the beacon")
    return int(match.group(1))


def beacon_seconds(name: str) -> int:
    """Seconds since 1970 at which the beacon draws the round: no one knows its number before."""
    return DRAND_GENESIS + (beacon_round(name) - 1) * DRAND_PERIOD


def shared_text(shares: Mapping[str, str], beacon: BeaconShare | None = None) -> str:
    """Promises and shares of the entrants as text: by promise what was shown, 64 digits, or
    nothing where it was withheld; last a number of the beacon, if one was named. Raises
    ``ValueError`` for digits that are none, and for a share that was not promised."""
    lines = [NAME]
    for promise, share in sorted(shares.items()):
        if not HEX.fullmatch(promise) or (share and not HEX.fullmatch(share)):
            raise ValueError("promises and shares have 64 digits")
        if share and commitment(bytes.fromhex(share)) != promise:
            raise ValueError(f"the share of {promise} differs from the promised one")
        lines.append(f"promise {promise} share {share}")
    if beacon is not None:
        if beacon.digits and not HEX.fullmatch(beacon.digits):
            raise ValueError("a number of the beacon has 64 digits")
        lines.append(
            f"beacon drand {DRAND_CHAIN} round {beacon_round(beacon.name)} share {beacon.digits}"
        )
    return "".join(f"{line}\n" for line in lines)


def shared_share(shares: Mapping[str, str], beacon: BeaconShare | None = None) -> bytes:
    """The share of all entrants, and of the beacon, together: SHA-256 of their text."""
    return sha256(shared_text(shares, beacon).encode()).digest()


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
