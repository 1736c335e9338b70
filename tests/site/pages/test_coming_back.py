"""After logging in one is on the page that one came from, if it is a page of this site."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import PASSWORD, account

pytestmark = pytest.mark.django_db


def login_link(path: str) -> str:
    page = Client().get(path).content.decode()
    head = page.partition("</header>")[0]
    return re.findall(rf'href="({reverse("login")}[^"]*)"', head)[0]


@pytest.mark.parametrize("path", ["/games/?site=market&sort=date", "/rules/numbers/pyramid.D/"])
def test_the_link_leads_back(path: str) -> None:
    account("dora")
    client = Client()
    link = login_link(path).replace("&amp;", "&")
    page = client.get(link).content.decode()
    assert 'name="next"' in page
    typed = re.findall(r'name="next" value="([^"]*)"', page)[0].replace("&amp;", "&")
    answer = client.post(link, {"username": "dora", "password": PASSWORD, "next": typed})
    assert (answer.status_code, answer["Location"]) == (302, path)


def test_pages_of_accounts_lead_where_they_were_to_lead() -> None:
    signup = reverse("signup")
    assert login_link(f"{signup}?next=/games/") == f"{reverse('login')}?next=/games/"
    for path in (reverse("home"), signup, reverse("login"), "/no/such/page/"):
        assert login_link(path) == reverse("login")


@pytest.mark.parametrize(
    "path",
    ["/games/?next=https://evil.example/", "//evil.example/games/", "/games/?q=%22%3E%3Cb%3E"],
)
def test_no_link_leads_elsewhere_or_ends_its_tag(path: str) -> None:
    account("dora")
    page = Client().get(path, follow=True).content.decode()
    assert "<b>" not in page.partition("</header>")[0]
    link = re.findall(rf'href="({reverse("login")}[^"]*)"', page)[0]
    typed = {"username": "dora", "password": PASSWORD}
    answer = Client().post(link.replace("&amp;", "&"), typed)
    assert answer["Location"].startswith("/")
    assert not answer["Location"].startswith("//")
    away = Client().post(f"{reverse('login')}?next=https://evil.example/", typed)
    assert away["Location"].startswith("/")


def test_a_long_address_is_not_carried_along() -> None:
    assert login_link("/games/?q=" + "x" * 600) == reverse("login")
