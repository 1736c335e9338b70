"""A reader of server-sent events for tests: what a browser does with a stream."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit


@dataclass
class Stream:
    """`events`: name, id, data, in the order in which they came; `over`: the server ended it."""

    status: int = 0
    events: list[tuple[str, str, Any]] = field(default_factory=list)
    over: bool = False
    heard: threading.Condition = field(default_factory=threading.Condition)

    def of(self, name: str) -> list[Any]:
        return [data for kind, _, data in list(self.events) if kind == name]

    @property
    def plies(self) -> list[int]:
        return [entry["ply"] for entry in self.of("entry")]

    def wait(self, true: Callable[[], object], seconds: float = 20) -> None:
        """Until `true`, asked whenever something was heard."""
        end = time.monotonic() + seconds
        with self.heard:
            while not true():
                left = end - time.monotonic()
                assert left > 0, self.events[-5:]
                self.heard.wait(left)


@contextmanager
def stream(site: str, path: str, token: str = "", **headers: str) -> Iterator[Stream]:
    """The stream at `path` of the API, open while this lasts."""
    stream = Stream()
    place = urlsplit(site)
    assert place.hostname
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=30)
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("GET", f"/api/v1/{path}", headers=headers)
    sock = connection.sock
    answer = connection.getresponse()
    stream.status = answer.status
    reader = threading.Thread(target=_read, args=(answer, stream), daemon=True)
    reader.start()
    try:
        yield stream
    finally:
        sock.shutdown(2)
        reader.join(10)
        answer.close()
        connection.close()


def parsed(lines: Iterator[bytes]) -> Iterator[tuple[str, str, Any]]:
    """The events in `lines`; comments and ``retry`` are none."""
    name = number = ""
    data: list[str] = []
    for raw in lines:
        line = raw.decode().rstrip("\n")
        word, _, value = line.partition(": ")
        if word == "event":
            name = value
        elif word == "id":
            number = value
        elif word == "data":
            data.append(value)
        elif not line and data:
            yield name, number, json.loads("\n".join(data))
            name, number, data = "", "", []


def _read(answer: http.client.HTTPResponse, stream: Stream) -> None:
    try:
        for event in parsed(iter(answer.readline, b"")):
            with stream.heard:
                stream.events.append(event)
                stream.heard.notify_all()
    except (OSError, ValueError, http.client.HTTPException):
        pass
    with stream.heard:
        stream.over = True
        stream.heard.notify_all()
