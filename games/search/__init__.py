"""Games by what happened in them: one language for pages and API."""

from games.search.api_pages import GamePages
from games.search.labels import fact_label

__all__ = [
    "GamePages",
    "fact_label",
]
