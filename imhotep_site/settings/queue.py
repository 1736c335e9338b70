"""The settings of Celery: how the queue works, its queues, and what beat asks of them."""

from __future__ import annotations

from celery.schedules import crontab
from kombu import Exchange, Queue

from web.redis_address import is_sentinel, sentinel_address

CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 3,
    "socket_connect_timeout": 2,
    # A page does not wait for a queue that is away: the sweep finds what no message named.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_ACCEPT_CONTENT = CELERY_RESULT_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = CELERY_EVENT_SERIALIZER = "json"
"""JSON messages name a task of ours and ids. Remote control stays on: without its
subscription a worker whose broker goes away while it works never notices (kombu 5)."""
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "imhotep_site.scheduler:Scheduler"

_TASKS = {
    "play": ("tables.tasks.think",),
    "pulse": (
        "tables.tasks.sweep_tables",
        "tables.tasks.remind",
        "tables.tasks.tell",
        "tables.tasks.tell_of_games",
        "tables.tasks.tell_who_was_not",
        "events.tasks.sweep_event_tables",
        "imhotep_site.tasks.heartbeat",
        "games.tasks.sweep_submissions",
        "ratings.tasks.fold_ratings",
        "ratings.tasks.sweep_ratings",
        "reviews.tasks.sweep_reviews",
        "releases.tasks.sweep_releases",
        "transparency.tasks.append_leaves",
    ),
    "bulk": (
        "tables.tasks.clear_first_games",
        "tables.tasks.forget_guests",
        "tables.tasks.forget_drafts",
        "games.tasks.keep_house",
        "games.tasks.remind_and_lapse",
        "games.tasks.mail_notices",
        "games.tasks.notify_of_new_games",
        "games.tasks.look_for_patterns",
        "games.tasks.gather_facts",
        "games.tasks.pack_games",
        "ratings.tasks.close_the_books",
        "ratings.tasks.count_periods",
        "stats.tasks.tally_games",
        "stats.tasks.tally_forecasts",
        "stats.tasks.export_facts",
        "dumps.tasks.publish_dump",
        "transparency.tasks.ask_witnesses",
        "events.tasks.sweep_week_deals",
    ),
    "reviews": (
        "reviews.tasks.go_on",
        "puzzles.tasks.find_puzzles",
        "releases.tasks.go_on",
    ),
}
"""Tasks by queue; the others are in ``celery``."""
CELERY_TASK_ROUTES = {task: {"queue": queue} for queue, tasks in _TASKS.items() for task in tasks}
# A worker asks its queues in turn: one uploaded game does not wait behind an import of a thousand.
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name, type="direct"), routing_key=name)
    for name in ("celery", "bulk", "play", "pulse", "reviews")
]

_HOUR = 3600
_BEAT = {
    "heartbeat": ("imhotep_site.tasks.heartbeat", 10, 30),
    "sweep": ("games.tasks.sweep_submissions", 30, 30),
    "keep-house": ("games.tasks.keep_house", 300, 300),
    "remind-and-lapse": ("games.tasks.remind_and_lapse", _HOUR, _HOUR),
    "mail-notices": ("games.tasks.mail_notices", 600, 600),
    "saved-searches": ("games.tasks.notify_of_new_games", 600, 600),
    "facts": ("games.tasks.gather_facts", 300, 300),
    "search-index": ("games.tasks.pack_games", 300, 300),
    "patterns": ("games.tasks.look_for_patterns", 6 * _HOUR, _HOUR),
    "fold": ("ratings.tasks.sweep_ratings", 30, 30),
    "tally": ("stats.tasks.tally_games", 60, 60),
    "forecasts": ("stats.tasks.tally_forecasts", 600, 600),
    "puzzles": ("puzzles.tasks.find_puzzles", 600, 600),
    "reviews": ("reviews.tasks.sweep_reviews", 30, 30),
    "releases": ("releases.tasks.sweep_releases", 60, 60),
    "export-facts": ("stats.tasks.export_facts", crontab(hour=3, minute=20), _HOUR),
    "dump": ("dumps.tasks.publish_dump", crontab(hour=3, minute=40), _HOUR),
    "leaves": ("transparency.tasks.append_leaves", 10, 10),
    "witnesses": ("transparency.tasks.ask_witnesses", 30, 30),
    "relist": ("ratings.tasks.relist_players", 6 * _HOUR, _HOUR),
    "periods": ("ratings.tasks.count_periods", 600, 600),
    "close-books": ("ratings.tasks.close_the_books", crontab(hour=2, minute=40), _HOUR),
    "tables": ("tables.tasks.sweep_tables", 5, 20),  # workers that think may keep it waiting
    "remind": ("tables.tasks.remind", 60, 60),
    "first-games": ("tables.tasks.clear_first_games", _HOUR, _HOUR),
    "guests": ("tables.tasks.forget_guests", _HOUR, _HOUR),
    "drafts": ("tables.tasks.forget_drafts", _HOUR, _HOUR),
    "tell": ("tables.tasks.tell_who_was_not", 60, 60),
    "event-tables": ("events.tasks.sweep_event_tables", 10, 20),
    "week-deals": ("events.tasks.sweep_week_deals", 60, 60),
}
"""Periodic tasks: task, period in seconds or time of day, and seconds after which its message
expires. The rows are the truth: sweeps find what no message announced."""
CELERY_BEAT_SCHEDULE = {
    name: {"task": task, "schedule": period, "options": {"expires": expires}}
    for name, (task, period, expires) in _BEAT.items()
}


def broker_url(url: str) -> str:
    """``REDIS_URL`` as kombu calls it."""
    if is_sentinel(url):
        return sentinel_address(url).broker_url()
    return url.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=")


def sentinel_transport(url: str) -> dict[str, object]:
    """Options of kombu for Sentinels."""
    if not is_sentinel(url):
        return {}
    address = sentinel_address(url)
    return {"master_name": address.master, "sentinel_kwargs": address.connection_options()}
