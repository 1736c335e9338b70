"""Tie-breaks of an event as pages name them."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TIE_BREAK_WORDS: Final[dict[str, tuple[Promise | str, Promise | str]]] = {
    "share": (
        _("Share"),
        _("your points compared with the average at your tables; 1 is exactly average"),
    ),
    "winner_share": (
        _("Compared with winner"),
        _("your points divided by the winner’s, on average"),
    ),
    "game_points": (_("Game points"), _("all points that you scored in your games")),
    "wins": (_("Wins"), _("tables that you won, alone or tied")),
    "second_places": (_("Second places"), _("how often you were second")),
    "third_places": (_("Third places"), _("how often you were third")),
    "mean_place": (_("Mean place"), _("your average place; lower is better")),
    "best_table": (_("Best table"), _("your points at your best table")),
    "opponents": (
        _("Opponents"),
        _("the mean points of your opponents at each table, added up"),
    ),
    "opponents_but_weakest": (
        _("Opponents except one"),
        _("the mean points of your opponents at each table, added up without the lowest mean"),
    ),
    "opponents_mean": (_("Opponents’ mean"), _("the mean points of the players you met")),
    "direct": (_("Direct results"), _("results between the tied players, if all of them have met")),
    "lot": (
        _("Lot"),
        _("a random order computed from the event’s number, so no person can choose it"),
    ),
}
"""Tie-breaks in words: the head of a column, and a sentence."""
