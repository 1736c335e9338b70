"""Pairing by the FIDE (Dutch) system, computed by py4swiss: an event as its tournament report file.

Import it only where py4swiss is installed (``PAIRING_PROGRAM`` of ``events.seating.pairs``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from ratings.standings import SeatedRound, TableResult

COLOURS: Final = (ColorToken.WHITE, ColorToken.BLACK)
TOKENS: Final = {1: ResultToken.WIN, 0: ResultToken.DRAW, -1: ResultToken.LOSS}
BYE: Final = RoundResult(
    id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE
)
ABSENT: Final = RoundResult(
    id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE
)


class PairingFailed(ValueError):
    """No pairing by the FIDE rules: entrants who are left have all met."""


def fide_pairs(
    order: Sequence[int],
    present: Collection[int],
    rounds: Sequence[SeatedRound],
    results: Collection[TableResult],
    count: int,
    separate: Collection[tuple[int, int]],
) -> SeatedRound:
    """The next round, for entrants from the first of the initial `order`."""
    numbers = {key: number for number, key in enumerate(order, 1)}
    lines: dict[int, list[RoundResult]] = {key: [] for key in order}
    for number, seated in enumerate(rounds, 1):
        played = _results_of([table for table in results if table.round == number], numbers)
        for key, line in lines.items():
            line.append(played.get(key, BYE if key in seated.byes else ABSENT))
    pairs = [(numbers[a], numbers[b]) for a, b in separate if a in numbers and b in numbers]
    settings = XSection(
        number_of_rounds=count,
        zeroed_ids={numbers[key] for key in order if key not in present},
        forbidden_pairs={pair for a, b in pairs for pair in ((a, b), (b, a))},
    )
    points = settings.scoring_point_system.get_points_times_ten
    players = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=numbers[key],
            points_times_ten=sum(map(points, line)),
            rank=numbers[key],
            results=line,
        )
        for key, line in lines.items()
    ]
    report = ParsedTrf(player_sections=players, x_section=settings)
    try:
        pairings = DutchEngine.generate_pairings(report)
    except PairingError as error:
        raise PairingFailed("entrants who are left have all met") from error
    return SeatedRound(
        tuple((order[pair.white - 1], order[pair.black - 1]) for pair in pairings if pair.black),
        tuple(order[pair.white - 1] for pair in pairings if not pair.black),
    )


def _results_of(tables: Collection[TableResult], numbers: dict[int, int]) -> dict[int, RoundResult]:
    """By entrant; the first in turn order has white."""
    lines = {}
    for table in tables:
        for seat, entrant in enumerate(table.entrants):
            ahead = table.places[1 - seat] - table.places[seat]
            lines[entrant] = RoundResult(
                id=numbers[table.entrants[1 - seat]], color=COLOURS[seat], result=TOKENS[ahead]
            )
    return lines
