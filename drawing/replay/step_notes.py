"""Notes next to the words of a step: the final scoring in steps, the rules behind it."""

from __future__ import annotations

from typing import Final

from drawing.language import gettext as _
from drawing.replay import viewers
from drawing.replay.replay import Replay
from drawing.text import reasons
from drawing.text.names import SOURCES
from drawing.text.narration import Narration

NOTHING: Final = Narration("", "")
"""Nothing has been told yet."""


def step_notes(replay: Replay, ply: int, level: str = viewers.FULL) -> dict[str, object]:
    """For ``games/replay/told.html``: what is told beside these words. `ending`: the final
    scoring, a line for each source; `why`: the rules behind the step, for readers that want them;
    `level`, and the `levels` there are."""
    levels = {
        viewers.BRIEF: _("brief"),
        viewers.FULL: _("full"),
        viewers.TEACHER: _("with the rules"),
    }
    step = replay.frames[ply - 1].told if ply else NOTHING
    rules = replay.drawing.rules
    taught = level == viewers.TEACHER
    return {
        "level": level,
        "levels": [{"word": word, "label": label} for word, label in levels.items()],
        "ending": [
            {
                "title": SOURCES[tally.source],
                "words": tally.words,
                "why": reasons.rule_reason(rules, reasons.SOURCES[tally.source])
                if taught
                else None,
            }
            for tally in step.ending
        ],
        "why": [reasons.rule_reason(rules, key) for key in step.why] if taught else [],
    }
