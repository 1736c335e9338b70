"""Requests that no page sends are answered, and never by an error of the server."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.cast import account
from tests.site.test_priorities import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TEXT = re.compile(r"<(?:str|path|slug|game|[a-z]+):[a-z_]+>|<[a-z_]+>|\\(\\?P<[a-z_]+>[^)]+\\)")


def with_nul() -> list[str]:
    """Every address that has a part of a choice, with a NUL in each."""
    routes = {route for route, _pattern in addresses() if TEXT.search(route)}
    paths = {"/" + TEXT.sub("a%00b", route).strip("^$") for route in routes}
    paths |= {f"/admin/games/game/{key}/" for key in ("%00/history", "a%00b/change", "%00/delete")}
    return sorted(paths)


def test_a_nul_in_a_path_is_nothing_that_is_here(client):
    client.raise_request_exception = False
    client.force_login(account("mo", moderator=True))
    paths = with_nul()
    assert "/rules/numbers/a%00b.toml" in paths
    assert {path: status for path in paths if (status := client.get(path).status_code) >= 500} == {}


@pytest.mark.parametrize(
    "back", ["abc", "logout", "//evil.example/", "a\0b", "https://evil.example/"]
)
def test_the_switch_of_languages_goes_back_to_an_address_and_to_no_view(client, back: str):
    answer = client.post(
        reverse("language"),
        {"language": "de", "next": back},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 302
    assert answer["Location"] in (reverse("home"), back.replace("\0", "%00"))
    assert answer["Location"] != reverse("account_logout")
    assert "evil" not in answer["Location"]
