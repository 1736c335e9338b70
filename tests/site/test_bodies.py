"""A body larger, slower or more numerous than anybody needs is not taken in."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from games.limits import DRY_RUN, UPLOAD
from imhotep_site.front import bodies, refusals
from imhotep_site.front.bodies import Bodies
from imhotep_site.front.priorities import FORM, SMALL_BODY

Header = tuple[bytes, bytes]
LOGGED_IN = (b"cookie", b"sessionid=somebody")
CHUNKED = (b"transfer-encoding", b"chunked")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(bodies, "DELAY", 0.0)
    monkeypatch.setattr(refusals, "DELAY", 0.0)


def scope(path: str, *headers: Header, client: str = "192.0.2.1", query: bytes = b"") -> Any:
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "headers": headers,
        "query_string": query,
        "client": (client, 1),
    }


class Talk:
    """What the application got of a request, and what was sent back."""

    def __init__(self, limit: Bodies | None = None) -> None:
        self.taken: list[Any] = []
        self.sent: list[Any] = []
        self.limit = limit or Bodies(None)
        self.limit.application = self.application

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            self.taken.append(message)
            if not message.get("more_body"):
                break
        if message["type"] == "http.request":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body"})

    async def ask(self, scope: Any, pieces: Sequence[bytes]) -> None:
        waiting = [
            {"type": "http.request", "body": piece, "more_body": more}
            for more, piece in zip([*[True] * (len(pieces) - 1), False], pieces, strict=True)
        ]

        async def receive() -> Any:
            return waiting.pop(0)

        async def send(message: Any) -> None:
            self.sent.append(message)

        await self.limit(scope, receive, send)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.taken)


def ask(scope: Any, *pieces: bytes) -> Talk:
    talk = Talk()
    asyncio.run(talk.ask(scope, pieces))
    assert talk.limit.held.bytes == 0
    assert not talk.limit.held.large
    return talk


def length(size: int) -> Header:
    return (b"content-length", str(size).encode())


UPLOADS = "/api/v1/uploads"


@pytest.mark.parametrize(
    ("path", "most", "headers"),
    [
        ("/accounts/login/", SMALL_BODY, ()),
        ("/upload/", 64 << 20, (LOGGED_IN,)),
        ("/upload/", DRY_RUN.received + FORM, ()),
        ("/upload/dry-run/", DRY_RUN.received + FORM, (LOGGED_IN,)),
        (UPLOADS, UPLOAD.received + FORM, ((b"authorization", b"Bearer x"),)),
        (UPLOADS, DRY_RUN.received + FORM, ()),
    ],
)
def test_each_address_takes_as_much_as_it_needs(path, most, headers):
    refused = ask(scope(path, length(most + 1), *headers), b"x")
    assert (refused.status, refused.taken) == (413, [])
    assert (b"connection", b"close") in refused.sent[0]["headers"]
    assert ask(scope(path, length(most), *headers), b"12345", b"67").body == b"1234567"


def test_what_arrives_larger_than_announced_ends_there():
    talk = ask(scope("/accounts/login/", CHUNKED), *[bytes(SMALL_BODY // 2)] * 4)
    assert [message["type"] for message in talk.taken] == ["http.request"] * 2 + ["http.disconnect"]
    assert talk.status == 413


def test_an_address_that_is_none_reads_no_body():
    for path in ("/no/such/page/", "/api/v1/nothing", "/static/css/site.css"):
        talk = ask(scope(path, length(5)), b"12345")
        assert (talk.taken, talk.status) == ([], 404)
        assert (b"connection", b"close") in talk.sent[0]["headers"]


def test_a_refusal_below_the_api_is_problem_details():
    talk = ask(scope(UPLOADS, length(100 << 20)), b"x")
    headers = dict(talk.sent[0]["headers"])
    assert headers[b"content-type"] == b"application/problem+json"
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert b'"status": 413' in talk.sent[1]["body"]


def test_nonsense_for_a_length_is_counted_instead():
    assert ask(scope("/accounts/login/", (b"content-length", b"many")), b"123").body == b"123"


def test_a_body_that_does_not_come_is_refused(monkeypatch):
    monkeypatch.setattr(bodies, "GRACE", 0.05)
    talk = Talk()

    async def never() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        talk.sent.append(message)

    asyncio.run(talk.limit(scope("/accounts/login/", length(5)), never, send))
    assert talk.status == 408
    assert talk.taken == [{"type": "http.disconnect"}]


def test_large_bodies_are_few_for_one_address_and_few_in_all(monkeypatch):
    monkeypatch.setattr(bodies, "LARGE_BODIES_AT_ONCE", 6)
    limit = Bodies(None)
    statuses = []

    async def one(who: str) -> None:
        talk = Talk(limit)
        large = scope("/upload/", length(SMALL_BODY + 1), LOGGED_IN, client=who)
        inside = asyncio.Event()

        async def receive() -> Any:
            inside.set()
            await asyncio.sleep(0.2)
            return {"type": "http.request", "body": b"x", "more_body": False}

        async def send(message: Any) -> None:
            talk.sent.append(message)

        await limit(large, receive, send)
        statuses.append((who, talk.status))

    async def all_of_them() -> None:
        await asyncio.gather(*(one(address) for address in ["192.0.2.1"] * 6 + ["192.0.2.2"] * 4))

    asyncio.run(all_of_them())
    assert statuses.count(("192.0.2.1", 429)) == 2
    assert statuses.count(("192.0.2.2", 503)) == 2
    assert sum(status == 200 for _, status in statuses) == 6


def test_all_bodies_together_are_bounded(monkeypatch):
    monkeypatch.setattr(bodies, "BYTES_PER_PROCESS", 100)
    assert ask(scope("/accounts/login/", length(200)), bytes(60), bytes(60)).status == 503
