"""One sentence for everything that may be done in a turn."""

from __future__ import annotations

from typing import Final

from drawing.language import gettext as _
from drawing.language.sentences import Sentence

ACTIONS: Final[dict[str, Sentence]] = {
    "take": lambda rules: _(
        "Take %(stones)s stones from your quarry onto your sled, or as many as fit.",
        stones=rules.stones_per_take,
    ),
    "load": lambda rules: _("Put one stone of your sled on any free space of a ship."),
    "sail": lambda rules: _(
        "Sail a ship that has enough stones, yours or not, to a site where no ship lies."
    ),
    "play": lambda rules: _("Play one blue card that you took in an earlier turn."),
    "pass": lambda rules: _("Pass, only if you can do nothing else."),
}
"""Actions of a turn, by the word of the log; modules add their own."""
