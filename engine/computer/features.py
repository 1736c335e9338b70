"""Features of a position: numbers of each seat, to fit an estimate to games that were played.

``worth`` adds up most of them as they are; an estimate of the share of wins weighs them by how many
players there are and how many rounds are left.
"""

from __future__ import annotations

from typing import Final

from engine.computer.prospects import BY_SITE
from engine.computer.worth import SLED, hand_worth
from engine.state import State
from engine.vocabulary import Site

FEATURES: Final = (
    *("points", "sled", "hand", "pyramid", "temple", "burial_chamber", "obelisks"),
    *("modules", "quarry", "aboard", "order"),
)
"""Names of a seat's numbers. `sled`, `hand`, the sites and `modules` are points to be expected;
`quarry` and `aboard` count stones; `order` is how many others act before the seat, as a part of
all others."""

SITE_AT: Final[int] = FEATURES.index("pyramid") - Site.PYRAMID
MODULES_AT: Final[int] = FEATURES.index("modules")
ABOARD_AT: Final[int] = FEATURES.index("aboard")


def features(s: State) -> list[list[float]]:
    """By seat the numbers that ``FEATURES`` names; the game is not over."""
    ahead = s.rules.rounds - s.round + 1
    players = len(s.players)
    rows = []
    for seat, player in enumerate(s.players):
        sled = SLED[player.sled]
        hand = hand_worth(s, player, ahead) - sled
        order = (seat - s.turn) % players / (players - 1)
        points, quarry = float(player.points), float(player.quarry)
        rows.append([points, sled, hand, 0.0, 0.0, 0.0, 0.0, 0.0, quarry, 0.0, order])
    for site in range(1, len(BY_SITE)):
        prospect = BY_SITE[site][s.rules.setup.sides[site]]
        if prospect is not None:
            for seat, value in enumerate(prospect(s, s.rules.boards[site], ahead)):
                rows[seat][SITE_AT + site] = value
    for module in s.rules.in_play:
        for seat, value in enumerate(module.promise(s, ahead)):
            rows[seat][MODULES_AT] += value
    for ship in s.harbour.values():
        for stone in ship.spaces:
            if stone >= 0:
                rows[stone][ABOARD_AT] += 1.0
    return rows
