"""``/metrics``: what an operator's Prometheus reads, and what the files of `deploy/` make of it."""

import json
import re
from datetime import timedelta

import pytest
import yaml
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games.models import Channel, Submission, Upload
from imhotep_site import tasks
from imhotep_site.metrics import shared
from imhotep_site.metrics.collector import exposition
from tests.cast import account, finished_log, submit
from tests.services.processes import ROOT
from web.process_figures import add_count, raised_level, take_figures

pytestmark = pytest.mark.django_db

NAMES = re.compile(r"\bimhotep_[a-z_]+")


@pytest.fixture(autouse=True)
def emptied():
    """Nothing was counted by tests before this one."""
    take_figures()
    shared._client().delete(shared.COUNTS, shared.LEVELS, shared.SWEEPS)


def samples() -> dict[tuple[str, ...], float]:
    """Values by name and labels' values."""
    families = text_string_to_metric_families(exposition().decode())
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def test_every_metric_of_the_dashboard_and_of_the_alerts_exists():
    names = {name for name, *_ in samples()}
    board = (ROOT / "deploy/grafana/imhotep.json").read_text()
    alerts = (ROOT / "deploy/alerts.yaml").read_text()
    assert json.loads(board)["panels"]
    assert set(NAMES.findall(board)) == names
    rules = yaml.safe_load(alerts)["groups"][0]["rules"]
    assert {name for rule in rules for name in NAMES.findall(rule["expr"])} < names
    sweeps = {labels[0] for name, *labels in samples() if name == "imhotep_sweep_timestamp_seconds"}
    (late,) = (rule["expr"] for rule in rules if rule["alert"] == "ImhotepSweepLate")
    sweep_names = re.search(r'sweep=~"([^"]+)"', late)
    assert sweep_names
    assert set(sweep_names[1].split("|")) < sweeps


def test_every_alert_is_explained():
    rules = yaml.safe_load((ROOT / "deploy/alerts.yaml").read_text())["groups"][0]["rules"]
    page = (ROOT / "docs/operations.md").read_text()
    assert [rule["alert"] for rule in rules if f"| `{rule['alert']}` |" not in page] == []


def test_a_log_that_waits_and_its_verdict():
    user = account("ana")
    upload = Upload.objects.create(account=user, channel=Channel.PAGE, raw=b"x", size=1, sha256="")
    queued = timezone.now() - timedelta(seconds=90)
    Submission.objects.create(upload=upload, number=1, queued_at=queued)
    waiting = samples()
    assert waiting["imhotep_uploaded_logs", "queued"] == 1
    assert waiting["imhotep_oldest_log_seconds",] >= 90
    assert waiting["imhotep_logs_total",] > 0


def test_what_web_processes_count_is_summed():
    add_count("requests:quick", 3)
    shared.share_figures()
    with raised_level("streams"):
        add_count("requests:quick")
        add_count("slots-refused:address")
        metrics = samples()
    assert metrics["imhotep_requests_total", "quick"] == 4
    assert metrics["imhotep_slots_refused_total", "address"] == 1
    assert metrics["imhotep_streams_open",] == 1
    assert metrics["imhotep_web_processes",] == 1
    assert samples()["imhotep_streams_open",] == 0


def test_levels_of_a_process_that_has_died_end():
    died = {"shared": timezone.now().timestamp() - 2 * shared.STALE_SECONDS, "streams": 7}
    shared._client().hset(shared.LEVELS, "elsewhere:1:x", json.dumps(died))
    assert samples()["imhotep_streams_open",] == 0
    assert not shared._client().hexists(shared.LEVELS, "elsewhere:1:x")


def test_a_sweep_and_a_heartbeat_are_seen():
    tasks.heartbeat()
    shared.note_sweep("games.tasks.sweep_submissions")
    metrics = samples()
    assert (
        abs(metrics["imhotep_sweep_timestamp_seconds", "sweep"] - timezone.now().timestamp()) < 60
    )
    assert metrics["imhotep_sweep_timestamp_seconds", "fold"] == 0
    assert metrics["imhotep_part_ok", "worker"] == 1


def test_without_redis_the_rows_are_still_read(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    shared._client.cache_clear()
    try:
        metrics = samples()
    finally:
        shared._client.cache_clear()
    assert metrics["imhotep_unreadable_parts",] == 2
    assert ("imhotep_uploaded_logs", "queued") in metrics
    assert ("imhotep_streams_open",) not in metrics


def test_the_statements_are_few_and_do_not_grow(django_assert_max_num_queries):
    with django_assert_max_num_queries(45):
        exposition()


def test_no_label_names_a_person_or_a_game():
    user = account("ana")
    submit(user, finished_log())
    text = exposition().decode()
    assert "ana" not in re.findall(r'"([^"]*)"', text)
    labels = {label for line in text.splitlines() for label in re.findall(r'(\w+)="', line)}
    assert labels == {"part", "place", "status", "phase", "queue", "sweep", "priority", "cause"}
