"""The pages of the lessons: without an account, without a script, and as the script asks."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tables.learn.lessons import LESSONS
from tables.limits import LESSONS_TRIED
from tests.cast import account

pytestmark = pytest.mark.django_db  # the clock is the database's

LOAD = "/learn/load/1/"


@pytest.fixture
def visitor() -> Client:
    return Client()


def test_the_overview_leads_to_every_lesson(visitor: Client):
    html = visitor.get("/learn/").content.decode()
    for lesson in LESSONS:
        assert f'href="/learn/{lesson.slug}/1/"' in html


def test_home_and_lobby_lead_to_the_lessons(visitor: Client):
    for address in ("/", "/play/"):
        assert 'href="/learn/"' in visitor.get(address).content.decode()


def test_every_task_is_a_page_that_needs_no_script_and_leads_on(visitor: Client):
    address, positions = "/learn/take/1/", []
    while address:
        html = visitor.get(address).content.decode()
        assert '<button class="branch-option" name="did"' in html
        assert "data-coach" in html
        positions.append(address)
        link = re.search(r'href="([^"]+)" data-onward', html)
        assert ("coach-flag" in html) is (link is None)
        address = link[1] if link else ""
    assert re.search(r'action="/learn/game/begin/".*data-onward', html)
    assert len(positions) == sum(len(lesson.tasks) for lesson in LESSONS)


def test_a_page_names_the_sites_that_its_task_is_about(visitor: Client):
    def about(address: str) -> list[str]:
        (sites,) = re.findall(r'data-task-sites="([^"]*)"', visitor.get(address).content.decode())
        return sites.split()

    assert about("/learn/take/1/") == []
    assert about("/learn/order/1/") == ["market"]
    assert len(about("/learn/others/1/")) == 5
    assert about("/learn/sites/4/") == ["burial_chamber"]


def test_the_goal_something_else_and_what_is_refused(visitor: Client):
    right = visitor.get(LOAD, {"did": "load 1.2"}).content.decode()
    assert 'data-verdict="right"' in right
    assert "two stones now" in right
    assert "branch-option" not in right
    other = visitor.get(LOAD, {"did": "load 2.1"}).content.decode()
    assert 'data-verdict="other"' in other
    assert "another ship" in other
    refused = visitor.get(LOAD, {"did": "sail 1 pyramid"}).content.decode()
    assert 'data-verdict="begun"' in refused
    assert 'href="/rules/rulings/#R2.4">Why?</a>' in refused


def test_the_script_gets_the_steps_after_the_one_it_has(visitor: Client):
    begun = visitor.get(LOAD, {"after": 0}).json()
    assert begun["coach"]["verdict"] == "begun"
    assert set(begun["coach"]["wanted"]) == {"load", "at1.2", "at1.3"}
    assert begun["opening"]
    assert begun["state"]["awaited"] == 0
    done = visitor.get(LOAD, {"after": begun["plies"], "did": "load 1.2"}).json()
    assert [step["a"] for step in done["steps"]] == [0]
    assert (done["coach"]["verdict"], done["asked"]) == ("right", None)
    assert done["coach"]["why"]["url"].startswith("/rules/")
    assert done["layout"] == begun["layout"]
    refused = visitor.get(LOAD, {"after": begun["plies"], "did": "load 1.1"})
    assert refused.json()["detail"] == "Not allowed: this space is taken."
    assert refused.json()["rule_url"] == "/rules/rulings/#R2.3"


def test_an_address_that_is_none(visitor: Client):
    for address in (
        "/learn/none/1/",
        "/learn/load/0/",
        "/learn/load/9/",
        "/learn/load/9/hints.json",
    ):
        assert visitor.get(address).status_code == 404
    assert visitor.post(LOAD).status_code == 405
    nonsense = visitor.get(LOAD, {"did": ["x" * 5000, "<b>", "\x00"]})
    assert nonsense.status_code == 200
    assert b"<b>" not in nonsense.content.split(b"data-problem")[1][:400]
    assert visitor.get(LOAD, {"did": ["take"] * 500, "after": "x" * 400}).json()["detail"]
    assert "card-hammer" in visitor.get("/learn/cards/2/hints.json").json()


def test_who_asks_too_often_waits(visitor: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(LESSONS_TRIED), "allows", lambda *_given: False)
    assert visitor.get(LOAD).status_code == 429
    assert visitor.get(LOAD, {"after": 0}).status_code == 429


@pytest.mark.django_db
def test_an_account_keeps_whether_it_is_shown_what_a_choice_would_bring() -> None:
    ana, client = account("ana"), Client()
    slug, address = LESSONS[0].slug, reverse("account-previews")
    tick = re.compile(r"<input[^>]*data-weigh-on[^>]*>")

    def shown() -> str:
        (checkbox,) = tick.findall(client.get(f"/learn/{slug}/1/").content.decode())
        return str(checkbox)

    assert "data-kept" not in shown()  # a guest's browser keeps it
    client.force_login(ana)
    assert f'data-kept="{address}" checked' in shown()
    script = {"accept": "application/json"}
    assert client.post(address, {"wanted": "no"}, headers=script).status_code == 204
    assert " checked" not in shown()
    assert 'action="/accounts/previews/"' in client.get("/accounts/me/").content.decode()
    assert client.post(address, {"wanted": "yes"}).status_code == 302
    assert " checked" in shown()
