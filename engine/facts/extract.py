"""All facts of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import engine.facts.game_facts
import engine.facts.seat_facts  # noqa: F401  facts are added by their modules
from engine import Game
from engine.facts.fact import FACTS, GAME, FactValue
from engine.facts.history import Story

RETIRED_REVISIONS: Final = 0
"""The revisions of facts that are given up, and 1 for each of those facts."""

VERSION: Final = sum(fact.revision for fact in FACTS.values()) + RETIRED_REVISIONS - 93
"""The version of all facts together, 1 for the first 94. It rises with every fact that is added or
revised: games whose facts are of an earlier version are gone over again."""


class GameFacts(NamedTuple):
    """Facts by name: of the game, and of each seat."""

    game: dict[str, FactValue]
    seats: list[dict[str, FactValue]]


def fact_numbers(game: Game) -> list[Sequence[int | None]]:
    """The values of a game's facts without their entries: of each of ``FACTS``, in their order, by
    seat; of a fact of the game one. Raises ``ValueError`` as ``facts_of`` does."""
    story = Story(game)
    return [fact.find_numbers(story) for fact in FACTS.values()]


def facts_of(game: Game) -> GameFacts:
    """The facts of a game that was verified with ``keep_events``. Raises ``ValueError`` for
    another one."""
    story = Story(game)
    facts = GameFacts({}, [{} for _ in range(story.seats)])
    for fact in FACTS.values():
        fact_values = fact.find(story)
        if fact.of == GAME:
            facts.game[fact.name] = fact_values[0]
        else:
            for seat, value in enumerate(fact_values):
                facts.seats[seat][fact.name] = value
    return facts
