"""The web process as compose starts it, behind a proxy that appends to X-Forwarded-For."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
import yaml

from tests.services.processes import ROOT, free_port, start, wait_for_web
from web.rate_limits import WRONG_PASSWORDS_FROM

pytestmark = pytest.mark.django_db(transaction=True)


def compose_web() -> dict[str, Any]:
    composed: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    web: dict[str, Any] = composed["services"]["web"]
    return web


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """Its address; the command line and the word on proxies are those of compose.yaml."""
    web = compose_web()
    port = str(free_port())
    command = [str(part) for part in web["command"]]
    command[command.index("--host") + 1] = "127.0.0.1"
    command[command.index("--port") + 1] = port
    default_proxies = re.fullmatch(
        r"\$\{PROXIES:-(\d)\}", str(web["environment"].get("PROXIES", ""))
    )
    allowed = web["environment"].get("FORWARDED_ALLOW_IPS")
    environment = {"FORWARDED_ALLOW_IPS": allowed} if allowed else {}
    if default_proxies:
        environment["PROXIES"] = default_proxies[1]
    with ExitStack() as ended:
        process = start("web", *command, **environment)
        ended.callback(process.stop)
        address = f"http://127.0.0.1:{port}"
        wait_for_web(address, process)
        yield address


class Behind:
    """A client of the proxy; it sends `forged` itself, the proxy appends where it comes from."""

    def __init__(self, site: str, came_from: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(site).netloc, timeout=30)
        self.came_from = came_from
        self.cookie, self.token = "", ""
        page = self.ask("GET", "/accounts/login/")
        token_field = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token_field
        self.token = token_field[1]

    def ask(self, method: str, path: str, body: str | None = None, forged: str = "") -> str:
        appended = f"{forged}, {self.came_from}" if forged else self.came_from
        headers = {"X-Forwarded-For": appended, "X-Forwarded-Proto": "http", "Cookie": self.cookie}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            if cookie.startswith("csrftoken="):
                self.cookie = cookie.partition(";")[0]
        return text

    def guess(self, handle: str, forged: str = "") -> str:
        typed = {"username": handle, "login": handle, "password": "wrong"}
        body = urlencode({"csrfmiddlewaretoken": self.token, **typed})
        return self.ask("POST", "/accounts/login/", body, forged)

    def close(self) -> None:
        self.connection.close()


def test_a_forged_address_does_not_help_to_guess(site: str):
    with closing(Behind(site, "203.0.113.9")) as attacker:
        for number in range(WRONG_PASSWORDS_FROM.most):
            answer = attacker.guess(f"nobody-{number}", forged=f"10.0.{number}.1, 10.1.{number}.1")
            assert "Wrong handle or password" in answer
        assert "Too many" in attacker.guess("somebody", forged="10.2.0.1")
    # Not before: the site ends a connection that asks for nothing.
    with closing(Behind(site, "203.0.113.10")) as neighbour:
        assert "Wrong handle or password" in neighbour.guess("somebody")


def test_the_command_line_believes_nobody_by_itself():
    assert "--no-proxy-headers" in compose_web()["command"]
    assert "FORWARDED_ALLOW_IPS" not in compose_web()["environment"]


def test_make_run_believes_nobody_by_itself(tmp_path: Any):
    from imhotep_site.supervisor.addresses import Place
    from imhotep_site.supervisor.site import web

    assert "--no-proxy-headers" in web(tmp_path, Place("127.0.0.1", 8000, ())).command
