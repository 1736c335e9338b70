"""Shuffles that no party chose: from a secret published as a digest, and what each player adds.

The construction stands in ``docs/fair-dealing.md``, with test vectors; that page
alone gives the same cards, without this module. Nothing here is chance: the same input, the same
cards.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping, MutableSequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, TypeVar

from engine.errors import SetupError
from engine.log.header import setup_fields
from engine.log.model import HEX, HEX_EXPECTED, STATED_TERMS, Header
from engine.setup import Setup
from engine.vocabulary import Colour

T = TypeVar("T")

SECRET_BYTES: Final = 32
"""The length of a secret, and of a player's share."""

TERMS: Final = 3
"""The terms of dealing of new games; a text of a deal begins with their number.

1: logs without ``promises:``. 2: the promises are in the log, and the key depends on them. 3: the
log says so (``dealing:``), and each draw of cards has a shuffle of its own (``engine.draw_pile``).
"""

Shares = Mapping[Colour, bytes]
"""By colour 32 bytes; none, or an empty one, where none was given."""

Promises = Mapping[Colour, str]
"""By colour the SHA-256 of a share, 64 digits; none, or an empty one, where there is none."""

WORDS: Final = 1 << 32
"""How many numbers a word of a stream can be."""


def commitment(secret: bytes) -> str:
    """The commitment, published before anything else is known: SHA-256 of `secret`, as 64 digits.

    A player's promise is the same of a share. Raises ``SetupError`` unless the secret has 32 bytes.
    """
    return sha256(_full_length("secret", secret)).hexdigest()


def committed_to(secret: bytes) -> str:
    """The value of ``chance:`` in the header of a game dealt from `secret`."""
    return f"committed sha256:{commitment(secret)}"


def revealed(
    header: Header,
    secret: bytes,
    entropy: Shares,
    promises: Promises | None = None,
    terms: int = TERMS,
) -> Header:
    """`header` with all that the deal followed from; for the log of a game that is over.

    Without `promises` by terms 1, else by `terms`.
    """
    seats = header.setup.seats
    return replace(
        header,
        chance=committed_to(secret),
        secret=secret.hex(),
        entropy=tuple(entropy.get(colour, b"").hex() for colour in seats),
        promises=()
        if promises is None
        else tuple(promises.get(seat_colour, "") for seat_colour in seats),
        dealing=terms if promises is not None and terms in STATED_TERMS else 0,
    )


def deal_text(
    agreed: Setup, entropy: Shares, promises: Promises | None = None, terms: int = TERMS
) -> str:
    """Set-up, promises and shares as text, as they go into the key.

    The lines of the header before ``seats:``, then lines for each colour that sits, in the order
    of ``Colour``: the order of the seats is drawn, so it cannot be part of this. Without
    `promises` the text of terms 1. Raises ``SetupError`` for a colour that does not sit, for a
    share that has not 32 bytes, and for a promise that has not 64 digits.
    """
    _must_sit("entropy", agreed, entropy)
    head = [f"{field}: {value}" for field, value in setup_fields(agreed)]
    shares = {c.word: _share(entropy.get(c, b"")).hex() for c in sorted(agreed.seats)}
    if promises is None:
        share_lines = [f"{word}={share}" for word, share in shares.items()]
        return _lines("imhotep-deal-1", *head, *share_lines)
    _must_sit("promises", agreed, promises)
    digests = {c.word: _promise(promises.get(c, "")) for c in sorted(agreed.seats)}
    promised = [f"promise {word}={digest}" for word, digest in digests.items()]
    share_lines = [f"share {word}={share}" for word, share in shares.items()]
    return _lines(f"imhotep-deal-{terms}", *head, *promised, *share_lines)


def _lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def _must_sit(field: str, agreed: Setup, colours: Iterable[Colour]) -> None:
    strangers = [colour.word for colour in colours if colour not in agreed.seats]
    if strangers:
        raise SetupError(field, f"{strangers[0]} has no seat in this game")


def _promise(promised: str) -> str:
    if promised and not HEX.fullmatch(promised):
        raise SetupError("promises", f"{HEX_EXPECTED}, not {promised[:40]!r}")
    return promised


def _share(share: bytes) -> bytes:
    return _full_length("entropy", share) if share else b""


def _full_length(field: str, value: bytes) -> bytes:
    if len(value) != SECRET_BYTES:
        raise SetupError(field, f"expected {SECRET_BYTES} bytes, not {len(value)}")
    return value


class CommittedShuffler:
    """Every shuffle of a game, from `secret`, the players' shares in `entropy`, their `promises`.

    The order of the seats of `agreed` counts for nothing. Without `promises` it is dealt by
    terms 1, else by `terms`. Whether a share is the one that was promised ``proof.check_deal``
    says. Raises ``SetupError`` as ``deal_text``, and for a secret that has not 32 bytes.

    A shuffle has a name, its `label`, and a stream of its own: it does not matter which shuffles
    were asked for before it. `by_row`: cards are drawn as terms 3 say.
    """

    def __init__(
        self,
        agreed: Setup,
        secret: bytes,
        entropy: Shares,
        promises: Promises | None = None,
        terms: int = TERMS,
    ) -> None:
        text = deal_text(agreed, entropy, promises, terms)
        self._key = hmac.digest(_full_length("secret", secret), text.encode(), "sha256")
        self.by_row = promises is not None and terms in STATED_TERMS

    @classmethod
    def from_header(cls, header: Header) -> CommittedShuffler:
        """The shuffler of a log that reveals its secret."""
        seats = header.setup.seats
        by_seat = zip(seats, header.entropy, strict=True)
        entropy = {colour: bytes.fromhex(share) for colour, share in by_seat}
        promises = dict(zip(seats, header.promises, strict=True)) if header.promises else None
        terms = header.deal_terms
        return cls(header.setup, bytes.fromhex(header.secret), entropy, promises, terms)

    def shuffle(self, label: str, items: MutableSequence[Any]) -> None:
        """Put `items` into the order that `label` has in this game, whatever order they had."""
        items[:] = sorted(items)
        words = self._words(label)
        for last in range(len(items) - 1, 0, -1):
            chosen = below(last + 1, words)
            items[last], items[chosen] = items[chosen], items[last]

    def choose(self, label: str, items: Iterable[T], count: int) -> list[T]:
        """`count` of `items`: shuffled, and taken from the end."""
        shuffled = list(items)
        self.shuffle(label, shuffled)
        return shuffled[: -count - 1 : -1]

    def _words(self, label: str) -> Iterator[int]:
        """The stream of `label`: numbers below 2**32, eight a block."""
        block = 0
        while True:
            place = label.encode() + b"\0" + block.to_bytes(4, "big")
            digest = hmac.digest(self._key, place, "sha256")
            for start in range(0, len(digest), 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1


def below(count: int, words: Iterator[int]) -> int:
    """A number from 0 up to `count`, each as likely as the next, from the next of `words`.

    Words at the top that do not fill a whole run of `count` are passed over.
    """
    bound = WORDS - WORDS % count
    while True:
        word = next(words)
        if word < bound:
            return word % count


def shuffled_seats(colours: Iterable[Colour], shuffler: CommittedShuffler) -> tuple[Colour, ...]:
    """`colours` in turn order, the starting player first, as `shuffler` draws it."""
    seats = list(colours)
    shuffler.shuffle("seats", seats)
    return tuple(seats)
