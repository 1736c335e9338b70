"""What caches keep: nothing that knows a login, a stranger's page for a minute, files for all."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cast import client_of
from tests.site.pages.test_cast import TABLE, address
from tests.site.test_priorities import addresses
from tests.worlds.pages_world import World

PLAIN = {route for route, _pattern in addresses() if not set("<(^$") & set(route)}
FILES = ("game-log", "game-log-json", "game-replay", "game-graph", "game-picture", "numbers-toml")


def body(answer) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def words(policy: str) -> set[str]:
    return set(policy.split(", "))


def faults(path: str, account_client: Client) -> list[str]:
    """Each way in which the answers to a stranger and to an account may be kept wrongly."""
    stranger, own = Client().get(path), account_client.get(path)
    found = []
    for answer in (stranger, own):
        policy = answer.get("Cache-Control", "")
        if answer.status_code == 200 and not policy:
            found.append("no policy")
        if answer.cookies and "private" not in policy:
            found.append(f"a cookie, and {policy}")
        if "public" in policy and b"csrfmiddlewaretoken" in body(answer):
            found.append("a form token for all")
    policy, others = own.get("Cache-Control", ""), stranger.get("Cache-Control", "")
    differ = stranger.status_code != 200 or body(stranger) != body(own)
    if own.status_code == 200 and differ and not {"private", "no-store"} <= words(policy):
        found.append(f"an account's, and {policy}")
    if "public" in others and "no-store" in policy and "Cookie" not in stranger.get("Vary", ""):
        found.append("another answer to an account, and no Vary")
    return found


@pytest.mark.parametrize("name", sorted(TABLE))
def test_an_address_is_kept_as_what_it_answers(name: str, world: World):
    assert faults(address(name, world), client_of(world.people["ana"])) == []


def test_every_other_address_is_kept_as_what_it_answers(world: World):
    mine = client_of(world.people["ana"])
    wrong = {route: found for route in sorted(PLAIN) if (found := faults(f"/{route}", mine))}
    assert wrong == {}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_the_same_for_all(name: str, world: World):
    for client in (Client(), client_of(world.people["ana"])):
        answer = client.get(address(name, world))
        assert "public" in answer["Cache-Control"]
        assert "Cookie" not in answer.get("Vary", "")


def test_a_page_is_kept_for_a_stranger_and_for_no_account(world: World):
    page = Client().get("/rules/")
    assert page["Cache-Control"] == "public, max-age=60"
    assert {"Cookie", "Accept-Language"} <= set(page["Vary"].split(", "))
    assert client_of(world.people["ana"]).get("/rules/")["Cache-Control"] == "private, no-store"
