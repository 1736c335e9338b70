"""The settings of Celery: how the queue works, its queues, and what beat asks of them."""

from __future__ import annotations

from celery.schedules import crontab
from kombu import Exchange, Queue

CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    # A page does not wait for a queue that is away: the sweep finds what no message named.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_ACCEPT_CONTENT = CELERY_RESULT_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = CELERY_EVENT_SERIALIZER = "json"
"""What is in the queue names a task of ours and ids. Remote control stays on: without its
subscription a worker whose broker goes away while it works never notices (kombu 5)."""
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_TIMEZONE = "UTC"

# A worker asks its queues in turn: one uploaded game does not wait behind an import of a thousand.
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name, type="direct"), routing_key=name)
    for name in ("celery", "bulk", "play", "pulse", "reviews")
]
CELERY_TASK_ROUTES = {
    "tables.tasks.think": {"queue": "play"},
    "tables.tasks.sweep_tables": {"queue": "pulse"},
    "tables.tasks.remind": {"queue": "pulse"},
    "tables.tasks.clear_first_games": {"queue": "bulk"},
    "tables.tasks.forget_drafts": {"queue": "bulk"},
    "tables.tasks.tell": {"queue": "pulse"},
    "tables.tasks.tell_of_games": {"queue": "pulse"},
    "tables.tasks.tell_who_was_not": {"queue": "pulse"},
    "imhotep_site.tasks.heartbeat": {"queue": "pulse"},
    "games.tasks.sweep_submissions": {"queue": "pulse"},
    "games.tasks.keep_house": {"queue": "bulk"},
    "games.tasks.remind_and_lapse": {"queue": "bulk"},
    "games.tasks.mail_notices": {"queue": "bulk"},
    "games.tasks.look_for_patterns": {"queue": "bulk"},
    "games.tasks.gather_facts": {"queue": "bulk"},
    "ratings.tasks.fold_ratings": {"queue": "pulse"},
    "ratings.tasks.close_the_books": {"queue": "bulk"},
    "stats.tasks.tally_games": {"queue": "bulk"},
    "reviews.tasks.go_on": {"queue": "reviews"},
    "puzzles.tasks.find_puzzles": {"queue": "reviews"},
    "reviews.tasks.sweep_reviews": {"queue": "pulse"},
    "releases.tasks.go_on": {"queue": "reviews"},
    "releases.tasks.sweep_releases": {"queue": "pulse"},
    "stats.tasks.export_facts": {"queue": "bulk"},
    "dumps.tasks.publish_dump": {"queue": "bulk"},
    "transparency.tasks.append_leaves": {"queue": "pulse"},
}
CELERY_BEAT_SCHEDULE = {
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
    "remind-and-lapse": {
        "task": "games.tasks.remind_and_lapse",
        "schedule": 3600,
        "options": {"expires": 3600},
    },
    "mail-notices": {
        "task": "games.tasks.mail_notices",
        "schedule": 600,
        "options": {"expires": 600},
    },
    "facts": {
        "task": "games.tasks.gather_facts",
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
    "tally": {
        "task": "stats.tasks.tally_games",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "puzzles": {
        "task": "puzzles.tasks.find_puzzles",
        "schedule": 600,
        "options": {"expires": 600},
    },
    "reviews": {
        "task": "reviews.tasks.sweep_reviews",
        "schedule": 30,
        "options": {"expires": 30},
    },
    "releases": {
        "task": "releases.tasks.sweep_releases",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "export-facts": {
        "task": "stats.tasks.export_facts",
        "schedule": crontab(hour=3, minute=20),
        "options": {"expires": 3600},
    },
    "dump": {
        "task": "dumps.tasks.publish_dump",
        "schedule": crontab(hour=3, minute=40),
        "options": {"expires": 3600},
    },
    "leaves": {
        "task": "transparency.tasks.append_leaves",
        "schedule": 10,
        "options": {"expires": 10},
    },
    "relist": {
        "task": "ratings.tasks.relist_players",
        "schedule": 6 * 3600,
        "options": {"expires": 3600},
    },
    "close-books": {
        "task": "ratings.tasks.close_the_books",
        "schedule": crontab(hour=2, minute=40),
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
    "drafts": {
        "task": "tables.tasks.forget_drafts",
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
