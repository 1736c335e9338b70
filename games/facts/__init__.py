"""Facts of games as rows: what ``engine.facts`` tells, kept and made into tokens for searches.

`gather_facts` keeps them with the verdict, and goes over games from before a fact. A search reads
the tokens (`games.search`). It never works a fact out by itself.
"""

from games.facts.fact_rows import fact_row

__all__ = [
    "fact_row",
]
