"""Positions: what a copy shares, and what it does not."""

from __future__ import annotations

from engine.state import State
from tests.table import Table

LEFT_OUT = {"events", "forced"}
COMPILED = "__mypyc_attrs__"
"""A compiled class has no slots, and names its attributes here."""


def test_a_sharing_position_shares_every_part() -> None:
    made = Table("black white gray", modules="private_ships wrath_of_the_pharaoh").state
    made.round, made.turn, made.opener, made.passes = 3, 2, 1, 1
    made.last_sailor = 2
    other = made.sharing()
    attributes = getattr(State, COMPILED, None) or State.__slots__
    parts = [name for name in attributes if name not in LEFT_OUT]
    assert len(parts) > 10
    for name in parts:
        assert getattr(other, name) is getattr(made, name), name
    assert other.key() == made.key()
