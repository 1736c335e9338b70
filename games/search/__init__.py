"""Games by what happened in them: one language for pages and API."""

from games.search.api_pages import GamePages
from games.search.labels import fact_label
from games.search.mean_rating import set_mean_ratings

__all__ = [
    "GamePages",
    "fact_label",
    "set_mean_ratings",
]
