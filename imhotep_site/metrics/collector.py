"""The site's metrics, read from the rows that are the truth, and from what processes share.

No label has anything that a client sends: they are phases, queues, tasks and parts of this code.
Every query reads an index, and counts at most ``CAP`` rows. Counters are the numbers of the last
row where rows are only ever added: they survive restarts, and reading them costs nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.registry import Collector

from archive.log.models import Log, Waiting
from games.models import Status, Submission, Verification
from games.models.upload import OPEN
from imhotep_site import health
from imhotep_site.metrics.shared import SharedFigures, read_shared, share_figures
from ratings.models import Fold, Pending
from tables.ending import late_computers, overdue_tables
from tables.models import Phase, Table
from web.database_clock import database_time
from web.priorities import Priority

CAP: Final = 10_000
"""Rows that are counted; more of them are so many."""
REFUSED: Final = (404, 408, 413, 429, 503)
"""Answers of the front in the place of a view."""

logger = logging.getLogger(__name__)

Families = Iterator[Metric]
Row = TypeVar("Row", bound=Model)
LIVE: Final = (Phase.OPEN, Phase.DEALING, Phase.PLAYING)


class SiteCollector(Collector):
    """Reads everything at each scrape. A part that cannot be read is left out, and counted."""

    def collect(self) -> Iterable[Metric]:
        began, failures = time.perf_counter(), 0
        for read in (_parts, _uploads, _ratings, _log, _tables, _shared):
            try:
                yield from list(read())
            except Exception as error:  # whatever a driver raises, or stands in Redis
                failures += 1
                logger.warning("metrics of %s: %s", read.__name__.strip("_"), error)
        yield gauge("unreadable_parts", "Parts of these metrics that could not be read", failures)
        yield gauge("scrape_seconds", "Time that this reading took", time.perf_counter() - began)


def exposition() -> bytes:
    """The text that Prometheus reads."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(SiteCollector())
    return generate_latest(registry)


def gauge(name: str, words: str, number: float) -> Metric:
    return GaugeMetricFamily(f"imhotep_{name}", words, value=number)


def gauges(name: str, words: str, label: str, numbers: dict[str, float]) -> Metric:
    family = GaugeMetricFamily(f"imhotep_{name}", words, labels=[label])
    for text, number in numbers.items():
        family.add_metric([text], number)
    return family


def counters(name: str, words: str, label: str, numbers: dict[str, float]) -> Metric:
    family = CounterMetricFamily(f"imhotep_{name}", words, labels=[label])
    for text, number in numbers.items():
        family.add_metric([text], number)
    return family


# --- the parts ----------------------------------------------------------------


def _parts() -> Families:
    report = health.reading()["parts"]
    assert isinstance(report, dict)
    well = {part: float(facts["ok"]) for part, facts in report.items()}
    yield gauges("part_ok", "1 if this part of /readyz is healthy", "part", well)
    free = {place: mib * 2.0**20 for place, mib in report["disk"].get("free_mib", {}).items()}
    yield gauges("disk_free_bytes", "Free space of the site's own folders", "place", free)
    heartbeat = health.last_heartbeat() or 0.0
    yield gauge("worker_heartbeat_timestamp_seconds", "A worker's last heartbeat", heartbeat)


def _uploads() -> Families:
    waiting = Submission.objects.order_by()
    states = {str(state): float(_count(waiting.filter(status=state))) for state in OPEN}
    failed = _count(waiting.filter(status=Status.FAILED))
    yield gauges(
        "uploaded_logs", "Logs without a verdict", "status", states | {str(Status.FAILED): failed}
    )
    oldest = _oldest(Submission.objects.filter(status__in=OPEN), "queued_at")
    yield gauge("oldest_log_seconds", "Age of the oldest log that waits for a verdict", oldest)
    yield counter("logs", "Logs received", _last_number(Submission))
    yield counter("verdicts", "Verdicts written", _last_number(Verification))


def _ratings() -> Families:
    pending = Pending.objects.order_by()
    yield gauge("ratings_pending", "Games that wait for their rating", _count(pending))
    lag = _oldest(pending, "at", order="pk")
    yield gauge("rating_lag_seconds", "Age of the oldest game that waits for its rating", lag)
    fold = Fold.objects.values_list("duration", flat=True).first()
    yield gauge(
        "last_fold_seconds", "Time that the last run over the ratings took", (fold or 0) / 1e6
    )
    yield counter("folds", "Folds: runs over the ratings", _last_number(Fold))


def _log() -> Families:
    waiting = Waiting.objects.order_by("pk")
    yield gauge("log_records_waiting", "Records that are not yet in the log", _count(waiting))
    yield gauge(
        "log_lag_seconds",
        "Age of the oldest record that is not yet in the log",
        _oldest(waiting, "at", order="pk"),
    )
    log = Log.objects.filter(pk=1).only("size", "note").first()
    yield gauge("log_leaves", "Leaves of the transparency log", log.size if log else 0)
    signed = _signed_size(log.note) if log else 0
    unsigned = log.size - signed if log else 0
    yield gauge("log_leaves_unsigned", "Leaves without a signed checkpoint", unsigned)


def _tables() -> Families:
    current = database_time()
    live = {phase: Table.objects.filter(phase=phase).order_by() for phase in LIVE}
    counts = {str(phase): float(_count(rows)) for phase, rows in live.items()}
    yield gauges("tables", "Tables that have not ended", "phase", counts)
    overdue = _count(overdue_tables(current))
    yield gauge("tables_overdue", "Tables whose deadline has passed", overdue)
    late = _count(late_computers(current))
    yield gauge("computers_late", "Tables that wait too long for a computer player", late)


def _shared() -> Families:
    share_figures()
    figures = read_shared([queue.name for queue in settings.CELERY_TASK_QUEUES])
    messages = {queue: float(number) for queue, number in figures.messages.items()}
    yield gauges("queue_messages", "Messages that no worker has taken", "queue", messages)
    runs = {
        name: figures.sweeps.get(str(entry["task"]), 0.0)
        for name, entry in settings.CELERY_BEAT_SCHEDULE.items()
    }
    yield gauges(
        "sweep_timestamp_seconds", "Last run of a periodic task that did not fail", "sweep", runs
    )
    yield gauge("web_processes", "Web processes that report metrics", figures.processes)
    yield gauge("streams_open", "Open streams", figures.levels["streams"])
    yield from _requests(figures)
    yield SummaryMetricFamily(
        "imhotep_stream_lag_seconds",
        "Time from a change at a table to its snapshot in the stream queues",
        count_value=int(figures.counts.get("stream-lag:number", 0)),
        sum_value=figures.counts.get("stream-lag:seconds", 0.0),
    )


def _requests(figures: SharedFigures) -> Families:
    priorities = [priority.value for priority in Priority]
    requests = {name: figures.counts.get(f"requests:{name}", 0.0) for name in priorities}
    yield counters("requests", "Requests that got a thread", "priority", requests)
    waiting = {name: float(figures.levels[f"waiting:{name}"]) for name in priorities}
    yield gauges("requests_waiting", "Requests that wait for a thread", "priority", waiting)
    refusals = {str(status): figures.counts.get(f"refusals:{status}", 0.0) for status in REFUSED}
    yield counters("refusals", "Requests that the front refused", "status", refusals)
    slots = {
        cause: figures.counts.get(f"slots-refused:{cause}", 0.0) for cause in ("address", "site")
    }
    yield counters("slots_refused", "Requests that got no thread", "cause", slots)
    streams = figures.counts.get("streams-refused", 0.0)
    yield counter("streams_refused", "Streams beyond the limits", streams)


# --- inside -------------------------------------------------------------------


def counter(name: str, words: str, number: float) -> Metric:
    return CounterMetricFamily(f"imhotep_{name}", words, value=number)


def _count(rows: QuerySet[Row]) -> int:
    return rows[:CAP].count()


def _oldest(rows: QuerySet[Row], column: str, *, order: str = "") -> float:
    """Seconds since `column` of the first row in the `order` of an index; 0 without rows."""
    since: datetime | None = rows.order_by(order or column).values_list(column, flat=True).first()
    return max(0.0, (database_time() - since).total_seconds()) if since else 0.0


def _last_number(model: type[Model]) -> int:
    last = model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
    return last or 0


def _signed_size(note: str) -> int:
    """The size in the signed checkpoint; 0 without one."""
    lines = note.splitlines()
    return int(lines[1]) if len(lines) > 1 and lines[1].isdigit() else 0
