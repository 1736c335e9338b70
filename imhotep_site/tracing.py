"""Traces of requests and tasks by OpenTelemetry, where its standard variables name a collector.

The packages are those of requirements/tracing.lock. Without a collector none of them is imported.
A span has the method, the route, the status or the name of a task, and the id of the request: no
address of a page or a person, no header, no text. What a client says of traces is not read.

OpenTelemetry's own instrumentation of Django and Celery writes whole addresses, with what is
secret in them, and lets any client choose the trace.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from django.http import HttpRequest

from web.request_id import current_request_id

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Span, SpanKind, Tracer

ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""Variables that name a collector (OpenTelemetry specification, OTLP exporter)."""
REQUEST_ID: Final = "imhotep.request_id"
"""The attribute that joins a span to the lines of the logs."""
UNTRACED: Final = ("healthz", "readyz", "metrics")
"""Routes that are asked every few seconds."""
SERVER_ERROR: Final = 500

_tracers: dict[str, Tracer] = {}
"""Empty, or the tracer of this process."""
_task_spans: dict[str, ExitStack] = {}
"""Spans of the tasks that run, by the id of the task."""


def has_collector(environ: Mapping[str, str]) -> bool:
    """
    >>> has_collector({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}), has_collector({})
    (True, False)
    """
    if environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    return any(environ.get(name, "").strip() for name in ENDPOINTS)


def lacks_packages() -> bool:
    """True if a collector is named and nothing here can speak to it."""
    return has_collector(os.environ) and find_spec("opentelemetry.sdk") is None


def begin_tracing(service: str) -> None:
    """Trace this process from now on, as `service` unless ``OTEL_SERVICE_NAME`` says otherwise.

    A thread sends the spans. At most 2,048 wait, and more are dropped: a collector that is slow or
    gone keeps nobody waiting.
    """
    if not has_collector(os.environ) or lacks_packages():
        return
    os.environ.setdefault("OTEL_SERVICE_NAME", service)
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    _tracers["imhotep"] = provider.get_tracer("imhotep")


@contextmanager
def request_span(request: HttpRequest) -> Iterator[Callable[[int], None]]:
    """The span of a request; call what it gives with the status of the answer."""
    if not _tracers or request.path.strip("/") in UNTRACED:
        yield lambda _status: None
        return
    from opentelemetry.trace import SpanKind

    with _span(str(request.method), SpanKind.SERVER) as span:

        def end(status: int) -> None:
            method, match = str(request.method), request.resolver_match
            span.set_attribute("http.request.method", method)
            if match is not None:
                span.update_name(f"{method} /{match.route}")
                span.set_attribute("http.route", f"/{match.route}")
            span.set_attribute("http.response.status_code", status)
            if status >= SERVER_ERROR:
                _mark_failed(span)

        yield end


def write_trace(headers: MutableMapping[str, object]) -> None:
    """Write the current trace into the headers of a message (W3C Trace Context)."""
    if _tracers:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        carrier: dict[str, str] = {}
        TraceContextTextMapPropagator().inject(carrier)
        headers.update(carrier)


def begin_task(task_id: str, name: str, traceparent: object) -> None:
    """Begin the span of a task, below the span that sent its message."""
    if not _tracers:
        return
    from opentelemetry.trace import SpanKind
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier = {"traceparent": traceparent} if isinstance(traceparent, str) else {}
    above = TraceContextTextMapPropagator().extract(carrier)
    spans = _task_spans[task_id] = ExitStack()
    spans.enter_context(_span(name, SpanKind.CONSUMER, above))


def end_task(task_id: str, state: str | None) -> None:
    """End the span of a task that ended in `state`, a word of Celery's."""
    if spans := _task_spans.pop(task_id, None):
        if state != "SUCCESS":
            from opentelemetry.trace import get_current_span

            _mark_failed(get_current_span())
        spans.close()


@contextmanager
def _span(name: str, kind: SpanKind, above: Context | None = None) -> Iterator[Span]:
    """The text of an exception is not written: it may have words of people."""
    with _tracers["imhotep"].start_as_current_span(
        name,
        above,
        kind,
        {REQUEST_ID: current_request_id()},
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        try:
            yield span
        except BaseException:
            _mark_failed(span)
            raise


def _mark_failed(span: Span) -> None:
    from opentelemetry.trace import StatusCode

    span.set_status(StatusCode.ERROR)
