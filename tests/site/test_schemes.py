"""By day, by night, or as the browser asks for: the server draws the page in what was chosen."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cast import account, finished_log, game_of, submit

ORIGIN_HEADERS = {"Sec-Fetch-Site": "same-origin"}
NIGHT = 'css/night.css" media="(prefers-color-scheme: dark)"'


def chosen_page(client: Client, scheme: str) -> str:
    answer = client.post("/scheme/", {"scheme": scheme, "next": "/about/"}, headers=ORIGIN_HEADERS)
    assert answer.status_code == 302
    assert answer["Location"] == "/about/"
    return client.get("/about/").content.decode()


@pytest.mark.django_db
def test_a_choice_is_drawn_by_the_server_and_can_be_taken_back(client: Client):
    page = client.get("/about/").content.decode()
    assert NIGHT in page
    assert '<meta name="color-scheme" content="light dark">' in page
    page = chosen_page(client, "night")
    assert 'css/night.css">' in page
    assert '<meta name="color-scheme" content="dark">' in page
    page = chosen_page(client, "day")
    assert "night.css" not in page
    assert 'class="is-day"' in page
    assert '<meta name="color-scheme" content="light">' in page
    assert NIGHT in chosen_page(client, "")


@pytest.mark.django_db
def test_small_pictures_follow_the_choice(client: Client):
    """On the first page, as on shelves."""
    ana = account("ana", arbiter=True)
    game = game_of(submit(ana, finished_log("black=@ana white=Ben", seed=4)))
    address, part = f"/games/small.svg?games={game.pk}", f"#{game.pk}"
    client.force_login(ana)
    page = client.get("/").content.decode()
    dark = f'<source media="(prefers-color-scheme: dark)" srcset="{address}&amp;look=night{part}">'
    assert dark in page
    assert f'src="{address}&amp;look=day{part}"' in page
    for scheme, other in (("day", "night"), ("night", "day")):
        client.cookies["scheme"] = scheme
        page = client.get("/").content.decode()
        assert f'src="{address}&amp;look={scheme}{part}"' in page
        assert f"{address}&amp;look={other}" not in page


@pytest.mark.django_db
def test_another_site_changes_no_colours_and_leads_nowhere(client: Client):
    answer = client.post("/scheme/", {"scheme": "night"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert "scheme" not in answer.cookies
    assert client.get("/scheme/").status_code == 405
    answer = client.post(
        "/scheme/",
        {"scheme": '"><script>', "next": "https://evil.example/"},
        headers=ORIGIN_HEADERS,
    )
    assert answer["Location"] == "/"
    assert answer.cookies["scheme"].value == ""
    client.cookies["scheme"] = '"><script>alert(1)</script>'
    assert "alert(1)" not in client.get("/about/").content.decode()
