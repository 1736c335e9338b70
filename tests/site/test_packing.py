"""What is compressed on its way, and what is not."""

from collections.abc import Iterator
from gzip import decompress
from typing import Any

import brotli
import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from imhotep_site.packing import is_packed
from web.packing import best_encoding

pytestmark = pytest.mark.django_db

HTML = {"content_type": "text/html; charset=utf-8"}


def request(path: str = "/", method: str = "get") -> HttpRequest:
    http_request: HttpRequest = getattr(RequestFactory(), method)(path)
    return http_request


def parts() -> Iterator[bytes]:
    yield b"<p>"


def test_a_page_is_packed_for_who_accepts_it(client: Client):
    plain = client.get("/about/")
    packed = client.get("/about/", headers={"accept-encoding": "gzip"})
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 2
    assert b"<h1" in decompress(packed.content)


def test_a_page_is_packed_in_brotli_for_who_accepts_that(client: Client):
    responses = [client.get("/about/", headers={"accept-encoding": "gzip, br"}) for _ in range(8)]
    gzipped = client.get("/about/", headers={"accept-encoding": "gzip"})
    for answer in responses:
        assert answer["Content-Encoding"] == "br"
        assert answer["Content-Length"] == str(len(answer.content))
        assert "Accept-Encoding" in answer["Vary"]
        assert b"<h1" in brotli.decompress(answer.content)
    assert min(len(answer.content) for answer in responses) < len(gzipped.content)
    assert len({len(answer.content) for answer in responses}) > 1  # the length tells nothing


@pytest.mark.parametrize(
    ("header", "encodings"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=1.0, gzip;q=0.5", "br"),
        ("gzip;q=1.0, br;q=0", "gzip"),
        ("brotli, gzipped", ""),
        ("", ""),
    ],
)
def test_what_a_browser_accepts(header: str, encodings: str):
    request = RequestFactory().get("/", headers={"accept-encoding": header})
    assert best_encoding(request) == encodings


def test_what_repeats_the_request_is_not_packed(client: Client):
    answer = client.get("/games/?player=ana", headers={"accept-encoding": "gzip"})
    assert "Content-Encoding" not in answer


@pytest.mark.parametrize(
    ("asked", "answer", "packed"),
    [
        (request(), HttpResponse("", **HTML), True),
        (request(method="head"), HttpResponse("", **HTML), True),
        (request("/?q=a"), HttpResponse("", **HTML), False),
        (request(method="post"), HttpResponse("", **HTML), False),
        (request(), HttpResponse("", status=404, **HTML), False),
        (request(), HttpResponse("{}", content_type="application/json"), False),
        (request(), StreamingHttpResponse(parts(), **HTML), False),
    ],
)
def test_which_answers_are_packed(asked: HttpRequest, answer: Any, packed: bool):
    assert is_packed(asked, answer) is packed
