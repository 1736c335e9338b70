"""Positions: what a copy shares, and what it does not."""

from __future__ import annotations

from engine.state import State
from tests.table import Table

LEFT_OUT = {"events", "forced"}
COMPILED = "__mypyc_attrs__"
"""A compiled class has no slots, and names its attributes here."""


def test_a_sharing_position_shares_every_part() -> None:
    state = Table("black white gray", modules="private_ships wrath_of_the_pharaoh").state
    state.round, state.turn, state.opener, state.passes = 3, 2, 1, 1
    state.last_sailor = 2
    other = state.sharing()
    attributes = getattr(State, COMPILED, None) or State.__slots__
    parts = [name for name in attributes if name not in LEFT_OUT]
    assert len(parts) > 10
    for name in parts:
        assert getattr(other, name) is getattr(state, name), name
    assert other.key() == state.key()
