"""Facts of a finished game, each a number with the entries that made it.

>>> from engine import deal, verify
>>> from engine.setup import Setup
>>> game = verify(deal(Setup.of("black white", "AAAAA"), seed=7, play="greedy"), keep_events=True)
>>> told = facts_of(game)
>>> told.seats[0]["obelisks"].value == len(told.seats[0]["obelisks"].plies)
True

A library: it knows the engine, and no records. ``docs/facts.md`` names each fact.
"""

from engine.facts.extract import VERSION, GameFacts, fact_numbers, facts_of
from engine.facts.fact import FACTS, GAME, SEAT, Fact, FactValue, fact_of

__all__ = [
    "FACTS",
    "GAME",
    "SEAT",
    "VERSION",
    "Fact",
    "FactValue",
    "GameFacts",
    "fact_numbers",
    "fact_of",
    "facts_of",
]
