"""Digest of a game's log on record: its set-up, its entries and the proof of its deal."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from engine.errors import SetupError
from engine.log import parse_seats

LEFT_OUT: Final = ("played: ", "result: ", "replaced: ")
"""Lines of a header that may be put right; the standing and the seats of the game have them."""


def log_without_names(text: str) -> str:
    """A canonical log with its seats as colours, without the lines ``LEFT_OUT``. A text that is no
    log stays as it is."""
    head, blank, entries = text.partition("\n\n")
    lines = [_colours(line) for line in head.split("\n") if not line.startswith(LEFT_OUT)]
    return "\n".join(lines) + blank + entries


def log_digest(text: str) -> str:
    """SHA-256 in hexadecimal. It stays when an account is closed, which changes names."""
    return sha256(log_without_names(text).encode("utf-8", "replace")).hexdigest()


def _colours(line: str) -> str:
    field, colon, seats = line.partition(": ")
    if field != "seats" or not colon:
        return line
    try:
        colours, _names = parse_seats(seats)
    except SetupError:
        return line
    return f"seats: {' '.join(f'{colour}=' for colour in colours.split())}"
