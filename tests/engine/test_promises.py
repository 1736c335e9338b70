"""Promises in the log: shares are those that were promised, and a promise is nobody else's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import DealMismatch, Proof, deal, read_log, verify, write_text
from engine.fairness import commitment
from engine.log import Log
from engine.proof import Evidence, evidence
from engine.setup import Setup
from engine.vocabulary import Colour
from tests.engine.test_proof import SECRET, hidden, line_of, played

BLACK, WHITE, BROWN = b"\x01" * 32, b"\x02" * 32, b"\x03" * 32
TERMS = Setup.of("black white brown")


def with_header(log: Log, **seats: dict[Colour, str]) -> Log:
    """`log` with other promises or shares in its header, read from its text."""
    colours = log.setup.seats
    header = log.header
    changed = {
        field: tuple(
            values.get(colour, current_value)
            for colour, current_value in zip(colours, getattr(header, field), strict=True)
        )
        for field, values in seats.items()
    }
    return read_log(write_text(replace(log, header=replace(header, **changed))))  # type: ignore[arg-type]


def game(shares: dict[Colour, bytes], promises: dict[Colour, str]) -> Log:
    return played(TERMS, SECRET, shares, promises)


def refusal(log: Log) -> DealMismatch:
    with pytest.raises(DealMismatch) as error:
        verify(log)
    return error.value


def test_a_log_says_whose_shares_are_in_it_and_whose_were_withheld() -> None:
    promises = {Colour.BLACK: commitment(BLACK), Colour.WHITE: commitment(WHITE)}
    log = game({Colour.BLACK: BLACK}, promises)
    assert verify(log).deal is Proof.PROVED
    assert evidence(log.header) == Evidence(3, (Colour.BLACK,), (Colour.WHITE,))
    assert evidence(game({}, {}).header) == Evidence(3)
    assert evidence(played(TERMS, SECRET, {}, {}, 2).header) == Evidence(2)
    assert evidence(hidden(log).header) == Evidence()
    old = played(TERMS, SECRET, {Colour.WHITE: WHITE})
    assert evidence(old.header) == Evidence(1, (Colour.WHITE,))
    assert verify(old).deal is Proof.PROVED


def test_a_share_for_a_seat_that_promised_none_is_refused() -> None:
    """A computer player's, say: with the secret one could try many."""
    log = game({Colour.BLACK: BLACK, Colour.BROWN: BROWN}, {Colour.BLACK: commitment(BLACK)})
    refused = refusal(read_log(write_text(log)))
    assert (refused.part, refused.line) == ("unpromised", line_of(log, "entropy"))
    assert (refused.written, refused.dealt) == (f"brown={BROWN.hex()}", "brown=")
    assert refused.sentence == "there is a share for a seat that promised none"


def test_a_share_that_is_not_the_promised_one_is_refused() -> None:
    log = game({Colour.BLACK: BLACK}, {Colour.BLACK: commitment(WHITE)})
    refused = refusal(read_log(write_text(log)))
    assert (refused.part, refused.line) == ("share", line_of(log, "entropy"))
    assert refused.written == f"black={commitment(WHITE)}"
    assert refused.dealt == f"black={commitment(BLACK)}"


@pytest.mark.parametrize("shares", [{}, {Colour.BLACK: BLACK, Colour.BROWN: BLACK}])
def test_two_equal_promises_are_refused(shares: dict[Colour, bytes]) -> None:
    promise = commitment(BLACK)
    log = game(shares, {Colour.BLACK: promise, Colour.BROWN: promise})
    refused = refusal(read_log(write_text(log)))
    assert (refused.part, refused.line, refused.dealt) == ("twins", line_of(log, "promises"), "")
    assert sorted(refused.written.split()) == [f"black={promise}", f"brown={promise}"]
    assert str(refused).endswith(f'promised the same share: the log says "{refused.written}"')


def test_two_who_promised_nothing_are_no_twins() -> None:
    log = game({Colour.BLACK: BLACK}, {Colour.BLACK: commitment(BLACK)})
    assert verify(log).deal is Proof.PROVED


def test_another_promise_is_another_deal() -> None:
    """Also of a player whose share is not in it; and a log cannot be proved by the other terms."""
    promises = {Colour.BLACK: commitment(BLACK), Colour.WHITE: commitment(WHITE)}
    log = game({Colour.BLACK: BLACK}, promises)
    for other in (commitment(BROWN), ""):
        assert refusal(with_header(log, promises={Colour.WHITE: other})).part in ("seats", "entry")
    for header in (
        replace(log.header, dealing=0),
        replace(log.header, dealing=0, promises=()),
    ):
        assert refusal(replace(log, header=header)).part in ("seats", "entry")
    old = played(TERMS, SECRET, {Colour.BLACK: BLACK})
    by_seat = tuple(promises.get(colour, "") for colour in old.setup.seats)
    assert refusal(replace(old, header=replace(old.header, promises=by_seat))).part in (
        "seats",
        "entry",
    )


def test_promises_are_left_out_of_the_fingerprint() -> None:
    log = deal(TERMS, 4, "random", committed=True)
    assert log.header.promises
    assert verify(log).fingerprint == verify(hidden(log)).fingerprint
    assert verify(log).digest == verify(hidden(log)).digest
