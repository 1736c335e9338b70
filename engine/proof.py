"""Proof from a log that no party chose its chance (``docs/fair-dealing.md``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from engine.dealer import DealtGame
from engine.entries import Entry
from engine.errors import DealMismatch
from engine.fairness import CommittedShuffler, commitment, committed_to, shuffled_seats
from engine.log.model import Header, Log
from engine.vocabulary import BANK, Colour


class Proof(StrEnum):
    """Knowledge about the deal of a legal log."""

    OBSERVED = "observed"
    """People shuffled."""

    DEALT = "dealt"
    """A program shuffled, and says nothing about it."""

    NOT_REVEALED = "not revealed"
    """A program published a digest before the game, and its log does not say of what."""

    PROVED = "proved"
    """Turn order and every outcome follow from the secret and the players' shares."""


def proof_of(header: Header) -> Proof:
    """Proof of a log with this header, once ``check_deal`` has passed it."""
    if header.secret:
        return Proof.PROVED
    unproved = (Proof.OBSERVED, Proof.DEALT)
    return Proof(header.chance) if header.chance in unproved else Proof.NOT_REVEALED


class Evidence(NamedTuple):
    """Evidence of a log about its deal, and its limits.

    `terms`: of dealing, 0 where nothing is revealed. `shares`: whose shares are in the deal.
    `withheld`: who promised a share that is not in it; empty by terms 1, where it is unknown. All
    in turn order.
    """

    terms: int = 0
    shares: tuple[Colour, ...] = ()
    withheld: tuple[Colour, ...] = ()


def evidence(header: Header) -> Evidence:
    """Evidence of a log with this header."""
    if not header.secret:
        return Evidence()
    seats = header.setup.seats
    shares = tuple(c for c, share in zip(seats, header.entropy, strict=True) if share)
    if not header.promises:
        return Evidence(header.deal_terms, shares)
    promised = zip(seats, header.promises, strict=True)
    withheld = tuple(c for c, promise in promised if promise and c not in shares)
    return Evidence(header.deal_terms, shares, withheld)


def check_deal(log: Log, entries: Sequence[Entry]) -> None:
    """Deal again what `log` reveals, if it reveals anything.

    `entries` are those of the log without forced answers, and legal. Raises ``DealMismatch`` at
    the first thing that does not follow.
    """
    header = log.header
    if not header.secret:
        return
    published = committed_to(bytes.fromhex(header.secret))
    if header.chance != published:
        line = log.field_line("secret")
        raise DealMismatch("secret", header.chance, published, line)
    for part, logged, follows in broken_promises(header):
        line = log.field_line("promises" if part == "twins" else "entropy")
        raise DealMismatch(part, logged, follows, line)
    shuffler = CommittedShuffler.from_header(header)
    order = shuffled_seats(log.setup.seats, shuffler)
    if log.setup.seats != order:
        line = log.field_line("seats")
        raise DealMismatch("seats", _words(log.setup.seats), _words(order), line)
    try:
        DealtGame.resume(log.setup, shuffler, entries)
    except DealMismatch as mismatch:
        index = _bank_line(log, entries, mismatch.ply)
        raise mismatch.with_place(log.line(index), index + 1) from None


def broken_promises(header: Header) -> Iterator[tuple[str, str, str]]:
    """Contradictions between promises and shares of `header`: a part of ``DealMismatch``, what
    the log says, what follows. Nothing by terms 1."""
    if not header.promises:
        return
    by_seat = zip(header.setup.seats, header.promises, header.entropy, strict=True)
    promised: dict[str, str] = {}
    for colour, promise, share in by_seat:
        if promise and promise in promised:
            yield "twins", f"{promised[promise]} {colour.word}={promise}", ""
        promised[promise] = f"{colour.word}={promise}"
        if share and not promise:
            yield "unpromised", f"{colour.word}={share}", f"{colour.word}="
        elif share and (digest := commitment(bytes.fromhex(share))) != promise:
            yield "share", f"{colour.word}={promise}", f"{colour.word}={digest}"


def _words(seats: Sequence[Colour]) -> str:
    return " ".join(colour.word for colour in seats)


def _bank_line(log: Log, entries: Sequence[Entry], ply: int) -> int:
    """Line of `log` with the bank's entry number `ply` of `entries`; forced answers may stand
    before."""
    number = sum(entry.seat == BANK for entry in entries[:ply])
    return [index for index, entry in enumerate(log.entries) if entry.seat == BANK][number - 1]
