"""One deal at many tables: the shares of all entrants as one, in whatever order they came."""

from __future__ import annotations

from hashlib import sha256

import pytest

from engine import Setup
from engine.fairness import commitment
from engine.shared_deal import (
    DRAND_GENESIS,
    BeaconShare,
    beacon_name,
    beacon_round,
    beacon_seconds,
    shared_colour,
    shared_share,
    shared_shuffler,
    shared_text,
    shared_turn_order,
)
from engine.vocabulary import Colour

SHARES = {commitment(bytes([n] * 32)): bytes([n] * 32).hex() for n in (1, 2, 3)}
SECRET = bytes(range(32))


def test_the_text_has_every_promise_in_the_order_of_digits() -> None:
    withheld = {**SHARES, commitment(b"withheld" * 4): ""}
    turned = dict(reversed(list(withheld.items())))
    lines = shared_text(withheld).splitlines()
    assert lines[0] == "imhotep-shared-deal-1"
    assert lines[1:] == [f"promise {key} share {withheld[key]}" for key in sorted(withheld)]
    assert shared_text(turned) == shared_text(withheld)
    assert shared_share(withheld) == sha256(shared_text(withheld).encode()).digest()
    assert shared_share(withheld) != shared_share(SHARES)


@pytest.mark.parametrize(("promise", "share"), [("ab", ""), ("a" * 64, "x" * 64)])
def test_digits_that_are_none_are_refused(promise: str, share: str) -> None:
    with pytest.raises(ValueError, match="64 digits"):
        shared_text({promise: share})


def test_a_share_that_was_not_promised_is_refused() -> None:
    with pytest.raises(ValueError, match="differs from the promised one"):
        shared_text({commitment(b"a" * 32): (b"b" * 32).hex()})


def test_a_round_of_the_beacon_is_the_first_at_a_moment_or_later() -> None:
    first, second = beacon_name(DRAND_GENESIS), beacon_name(DRAND_GENESIS + 0.5)
    assert [beacon_round(name) for name in (first, second)] == [1, 2]
    assert [beacon_seconds(name) - DRAND_GENESIS for name in (first, second)] == [0, 3]


@pytest.mark.parametrize("name", ["", "drand", "drand 00 round 1", "round 1"])
def test_another_text_names_no_round(name: str) -> None:
    with pytest.raises(ValueError, match="no round of the beacon"):
        beacon_round(name)


@pytest.mark.parametrize("digits", ["ab" * 32, ""])
def test_the_number_of_the_beacon_comes_last(digits: str) -> None:
    beacon = BeaconShare(beacon_name(DRAND_GENESIS), digits)
    assert (
        shared_text(SHARES, beacon) == f"{shared_text(SHARES)}beacon {beacon.name} share {digits}\n"
    )
    assert shared_share({}, beacon) != shared_share({})


def test_a_number_of_the_beacon_has_digits() -> None:
    with pytest.raises(ValueError, match="64 digits"):
        shared_text({}, BeaconShare(beacon_name(DRAND_GENESIS), "x"))


def test_all_tables_have_one_shuffler_and_one_turn_order() -> None:
    agreed = Setup(seats=(Colour.WHITE, Colour.BLACK, Colour.GRAY))
    share = shared_share(SHARES)
    assert shared_colour(agreed.seats) == min(agreed.seats)
    order = shared_turn_order(agreed, SECRET, share)
    assert sorted(order) == sorted(agreed.seats)
    assert order == shared_turn_order(agreed, SECRET, share)
    piles = [list(range(9)), list(range(9))]
    for pile in piles:
        shared_shuffler(agreed, SECRET, share).shuffle("pile 1", pile)
    assert piles[0] == piles[1] != list(range(9))
