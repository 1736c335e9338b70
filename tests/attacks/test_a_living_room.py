"""A page of the internet, and a guest on the sofa, against a site that serves a living room."""

from __future__ import annotations

import pytest
from django.test import Client

from imhotep_site.supervisor import addresses

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(settings, monkeypatch):
    """The site as ``LAN=1 make run`` sets it up, on a machine with one address."""
    monkeypatch.setattr(addresses, "local_addresses", lambda: ["192.168.1.5"])
    place = addresses.place("0.0.0.0", 8000)
    settings.ALLOWED_HOSTS = place.environment()["ALLOWED_HOSTS"].split(",")
    settings.SITE_URL = place.environment()["SITE_URL"]


@pytest.mark.parametrize("host", ["192.168.1.5:8000", "localhost:8000", "[::1]:8000"])
def test_who_is_at_home_gets_in(home, host):
    assert Client().get("/about/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["rebound.example:8000", "192.168.1.5.rebound.example", "192.168.1.6", "*", ""]
)
def test_a_name_that_leads_here_is_not_answered(home, host):
    """DNS rebinding: a page of the internet has its own name lead to this machine."""
    answer = Client().get("/about/", headers={"Host": host or "."})
    assert answer.status_code == 400
    assert 'Its address is <a href="http://192.168.1.5:8000">' in answer.content.decode()


def test_another_host_named_by_a_header_of_proxies_is_not_believed(home):
    headers = {"Host": "192.168.1.5:8000", "X-Forwarded-Host": "rebound.example"}
    assert "rebound.example" not in Client().get("/play/", headers=headers).content.decode()


def test_a_visitor_cannot_choose_the_file_of_an_operators_page(settings, tmp_path):
    file = tmp_path / "imprint.md"
    file.write_text("We are Ana and Ben.")
    (tmp_path / "secret_key").write_text("kept-from-visitors")
    settings.OPERATOR_PAGES = {"imprint": str(file), "privacy": ""}
    for address in ("/imprint/?name=../secret_key", "/imprint/secret_key", "/privacy/"):
        answer = Client().get(address, {"page": "secret_key"})
        assert b"kept-from-visitors" not in answer.content
    assert Client().post("/imprint/", {"page": "x"}).status_code == 405
