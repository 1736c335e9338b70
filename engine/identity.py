"""The identity of a game, independent of its log's header.

The fingerprint of a game is the digest of its whole text, so that a log with the colours exchanged,
or with another profile in its header, has another one although it is the same game. The
identity does not: it is the digest of the actions, in order, with the seats as numbers.
"""

from __future__ import annotations

from engine.digest import text_digest
from engine.log.entries import entry_texts
from engine.log.model import Log
from engine.log.text import body_text
from engine.setup import Setup


def identity(log: Log) -> str:
    """SHA-256 over the number of seats and the canonical entries of `log`, a line each, with the
    seat in turn order, from 1, in the place of each colour; nothing else of the header is in it.

    `log` has to be canonical, as ``Game.canonical`` is. Like a fingerprint it never changes.
    """
    return identity_of(log.setup, body_text(entry_texts(log.setup, log.entries)))


def identity_of(setup: Setup, body: str) -> str:
    """The same, where the entries are written already (``engine.log.text.body_text``)."""
    return numbered_identity(setup, numbered_body(setup, body))


def numbered_body(setup: Setup, body: str) -> str:
    """`body` with the seat in turn order, from 1, in the place of each colour."""
    for number, colour in enumerate(setup.seats, 1):
        body = body.replace(colour.word, str(number))
    return body


def numbered_identity(setup: Setup, numbered: str) -> str:
    """``identity_of``, from what ``numbered_body`` gives."""
    return text_digest(f"{len(setup.seats)} seats\n{numbered}")
