"""Which task is due how often. Part of the settings: no Django here."""

from __future__ import annotations

from typing import Any, Final

SCHEDULE: Final[dict[str, dict[str, Any]]] = {
    "heartbeat": {
        "task": "imhotep_site.tasks.heartbeat",
        "schedule": 10,
        "options": {"expires": 10},
    },
    "sweep": {
        "task": "games.tasks.sweep_submissions",
        "schedule": 30,
        "options": {"expires": 30},
    },
    "keep-house": {
        "task": "games.tasks.keep_house",
        "schedule": 300,
        "options": {"expires": 300},
    },
    "patterns": {
        "task": "games.tasks.look_for_patterns",
        "schedule": 6 * 3600,
        "options": {"expires": 3600},
    },
    "fold": {
        "task": "ratings.tasks.fold_ratings",
        "schedule": 30,
        "options": {"expires": 30},
    },
    "relist": {
        "task": "ratings.tasks.relist_players",
        "schedule": 6 * 3600,
        "options": {"expires": 3600},
    },
    "tables": {
        "task": "tables.tasks.sweep_tables",
        "schedule": 5,
        "options": {"expires": 20},  # workers that think may keep it waiting
    },
    "remind": {
        "task": "tables.tasks.remind",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "first-games": {
        "task": "tables.tasks.clear_first_games",
        "schedule": 3600,
        "options": {"expires": 3600},
    },
    "tell": {
        "task": "tables.tasks.tell_who_was_not",
        "schedule": 60,
        "options": {"expires": 60},
    },
}
"""Seconds. The rows are the truth; sweeps and folds find what no message named."""
