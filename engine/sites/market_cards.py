"""Cards at the market (R4)."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from engine.state import Facts
from engine.vocabulary import EMPTY, Card

NO_CARD: Final = cast(Card, EMPTY)


class FaceDown(Facts):
    """Face-down cards on one space.

    `known` are those that the log has named, each with the seats that know it, a bit a seat;
    `unknown` counts the others.
    """

    facts: ClassVar[tuple[str, ...]] = ("known", "unknown")
    __slots__ = facts

    def __init__(self) -> None:
        self.known: list[tuple[Card, int]] = []
        self.unknown = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FaceDown) and (
            (self.known, self.unknown) == (other.known, other.unknown)
        )

    def copy(self) -> FaceDown:
        new = FaceDown()
        new.known = self.known.copy()
        new.unknown = self.unknown
        return new

    @property
    def size(self) -> int:
        return len(self.known) + self.unknown

    def words_for(self, viewer: int | None) -> list[str]:
        """The cards that `viewer` (``None``: a spectator; below 0: the record) knows."""
        if viewer is None:
            return []
        return [card.word for card, viewers in self.known if viewer < 0 or viewers >> viewer & 1]


class MarketCards(Facts):
    """`up`: face-up cards by space, or ``EMPTY``; `down`: the spaces after them; `used`: the
    spaces, from 1, that the stone now being resolved has used."""

    facts: ClassVar[tuple[str, ...]] = ("down", "up", "used")
    __slots__ = facts

    def __init__(self, face_up: int, face_down: int) -> None:
        self.up: list[Card] = [NO_CARD] * face_up
        self.down = [FaceDown() for _ in range(face_down)]
        self.used: list[int] = []

    def copy(self) -> MarketCards:
        new = MarketCards(0, 0)
        new.up = self.up.copy()
        new.down = [down.copy() for down in self.down]
        new.used = self.used.copy()
        return new


def remaining_knowledge(
    knowledge: list[tuple[Card, int]], kind: Card, taker: int, *, gone: bool
) -> list[tuple[Card, int]]:
    """The copies of `kind` left among `knowledge` when `taker`, who knew all of them, has taken
    one (`gone`) or may have, for all that the others can tell: of the copies that one of them
    knew, all but one must still lie there (R12.2)."""
    viewer_sets = [seats for card, seats in knowledge if card == kind]
    left = [0] * (len(viewer_sets) - gone)
    for seat in range(max(viewer_sets).bit_length()):
        knew = 0
        for seats in viewer_sets:
            knew += seats >> seat & 1
        for index in range(len(left) if seat == taker else knew - 1):
            left[index] |= 1 << seat
    return [(kind, seats) for seats in left]
