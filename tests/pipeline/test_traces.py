"""Traces from an upload to its rating, as a collector gets them; a collector that does not answer;
a client that names a trace of its own."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Final
from urllib.parse import urlsplit

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from games.accounts.tokens import make_token
from games.models import Verification
from ratings.models import RatingChange
from tests.cast import account, finished_log
from tests.services.processes import wait_until, web, worker

CLIENT_TRACE: Final = "0123456789abcdef0123456789abcdef"
SOON: Final = {"OTEL_BSP_SCHEDULE_DELAY": "200"}
"""Spans are sent after 0.2 s, not after five."""
QUERY: Final = "secret-of-a-link"


class Collector(ThreadingHTTPServer):
    """Takes OTLP over HTTP. While it is `silent` it takes a request and does not answer."""

    def __init__(self, *, silent: bool) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.bodies: list[bytes] = []
        self.answers = Event()
        if not silent:
            self.answers.set()

    def spans(self, service: str) -> list[Span]:
        """Those of the processes that call themselves `service`."""
        return [
            span
            for body in list(self.bodies)
            for process in ExportTraceServiceRequest.FromString(body).resource_spans
            if any(text.value.string_value == service for text in process.resource.attributes)
            for scope in process.scope_spans
            for span in scope.spans
        ]


class Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.answers.wait()
        self.server.bodies.append(body)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


@contextmanager
def collector(*, silent: bool = False) -> Iterator[tuple[Collector, dict[str, str]]]:
    """A collector, and the variables that name it."""
    server = Collector(silent=silent)
    Thread(target=server.serve_forever, daemon=True).start()
    endpoint = {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{server.server_port}"}
    try:
        yield server, endpoint | SOON | {"OTEL_EXPORTER_OTLP_COMPRESSION": "none"}
    finally:
        server.answers.set()
        server.shutdown()
        server.server_close()


def ask(address: str, method: str, path: str, body: str = "", **headers: str) -> int:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.request(method, path, body.encode(), headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def uploader() -> dict[str, str]:
    """The headers of an arbiter who uploads games of two accounts."""
    for handle in ("ana", "ben"):
        account(handle)
    token = make_token(account("judge", arbiter=True), "t", ["upload"])[1]
    return {"Authorization": f"Bearer {token}", "Content-Type": "text/plain"}


def test_one_trace_from_an_upload_to_its_rating(transactional_db: None) -> None:
    headers = uploader() | {"traceparent": f"00-{CLIENT_TRACE}-0123456789abcdef-01"}
    with (
        collector() as (server, variables),
        web(0, **variables) as (address, site),
        worker(**variables) as judge,
    ):
        status = ask(address, "POST", "/api/v1/uploads", finished_log(seed=1), **headers)
        assert status in (201, 202)
        assert ask(address, "GET", f"/no-such-page/{QUERY}/?word={QUERY}") == 404
        wait_until(RatingChange.objects.exists, judge)
        wait_until(lambda: len(server.spans("imhotep-web")) >= 2, site, what="spans of requests")
        upload, missing = sorted(
            server.spans("imhotep-web"), key=lambda span: span.start_time_unix_nano
        )
        wait_until(lambda: names(server, upload.trace_id), judge, what="spans of tasks")
        assert names(server, upload.trace_id) == {"games.tasks.verify_game"}  # it rates, too
    assert upload.name == "POST /api/v1/uploads"
    assert missing.name == "GET"
    assert upload.trace_id.hex() != CLIENT_TRACE != missing.trace_id.hex()
    assert upload.status.code == Status.STATUS_CODE_UNSET
    text = b"".join(server.bodies)
    for secret in (QUERY, headers["Authorization"].split()[1], "judge", "127.0.0.1:"):
        assert secret.encode() not in text


def names(server: Collector, trace: bytes) -> set[str]:
    spans = server.spans("imhotep-worker")
    return {span.name for span in spans if span.trace_id == trace}


def test_a_collector_that_does_not_answer_keeps_nobody_waiting(transactional_db: None) -> None:
    headers = uploader()
    with (
        collector(silent=True) as (server, variables),
        web(0, **variables) as (address, site),
        worker(**variables) as judge,
    ):
        for seed in (1, 2):
            assert ask(address, "POST", "/api/v1/uploads", finished_log(seed=seed), **headers) < 300
        wait_until(lambda: Verification.objects.count() == 2, site, judge)
        assert not server.bodies
