"""Whatever people read is a message: pages, payloads and drawings of the record, what forms answer,
and mails, in a language of marks. The tables have a test of their own (``tests/site/tables``)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.intake.refusal_page import refusal_of
from tests.cast import broken_log, client_of, finished_log
from tests.site.marks import LANGUAGE, left_in, marks_spoken, spoken, unmarked
from tests.site.pages.test_cast import TABLE, address
from tests.worlds.pages_world import World

NO_WORDS = {"game-log-json", "log-schema", "mfa_login_webauthn"}
"""A log and its schema, and a question to a device."""
MAILS = ("account/email", "account/messages", "tables/mail")


@pytest.fixture(autouse=True)
def _marks(settings: Any) -> Iterator[None]:
    with marks_spoken(settings):
        yield


def reader(world: World, handle: str) -> Client:
    client = client_of(world.people.get(handle))
    client.cookies["language"] = LANGUAGE
    return client


def test_every_page_of_the_record(world: World) -> None:
    left: dict[str, list[str]] = {}
    for name, row in TABLE.items():
        handle = next((role for role in ("mo", "ana", "") if row.get[role] == 200), None)
        if handle is not None and name not in NO_WORDS:
            answer = reader(world, handle).get(address(name, world), {"lang": LANGUAGE})
            left[name] = left_in(answer)
    assert len(left) > 40
    assert {name: found for name, found in left.items() if found} == {}


def test_what_follows_a_form(world: World) -> None:
    """Messages, what is wrong with a field, a refused log, a dry run."""
    ana, stranger, game = reader(world, "ana"), reader(world, ""), world.game.pk
    sent: list[tuple[Client, str, list[object], dict[str, str]]] = [
        (ana, "dry-run", [], {"log": finished_log(seed=9)}),
        (ana, "dry-run", [], {"log": broken_log()[0]}),
        (ana, "dry-run", [], {"log": finished_log().replace(" take", " Ana", 1)}),
        (ana, "dry-run", [], {"log": "nothing"}),
        (ana, "upload", [], {"log": ""}),
        (ana, "account-tokens", [], {"name": ""}),
        (ana, "password_change", [], {"oldpassword": "wrong", "password1": "a", "password2": "b"}),
        (ana, "account_email", [], {"email": "nowhere", "action_add": "1"}),
        (ana, "game-dispute", [game], {}),
        (ana, "note-new", [game, 3], {}),
        (stranger, "login", [], {"username": "ana", "password": "x"}),
        (stranger, "signup", [], {"handle": "Ä", "password": "1"}),
    ]
    left = {
        f"{number} {name}": left_in(client.post(reverse(name, args=parameters), data, follow=True))
        for number, (client, name, parameters, data) in enumerate(sent)
    }
    left["nowhere"] = left_in(stranger.get("/nowhere/"))
    assert {name: found for name, found in left.items() if found} == {}


def test_mails() -> None:
    context = {"table": {"seats_wanted": 2, "deadline": timezone.now()}}
    left = {}
    with translation.override(LANGUAGE):
        for folder in MAILS:
            for file in sorted(Path(site.BASE_DIR, "templates", folder).glob("*.txt")):
                left[file.name] = unmarked(render_to_string(f"{folder}/{file.name}", context))
    assert len(left) > 15
    assert {name: found for name, found in left.items() if found} == {}


def test_what_stands_outside_of_marks_is_found() -> None:
    assert unmarked("<p>⟦Hello⟧ @ana</p>") == []
    assert unmarked("<p>⟦Hello <b>there⟧</b> you</p>") == ["you"]
    assert unmarked('<p title="Look">⟦a⟧</p>') == ["Look"]
    assert unmarked("<code>take</code><td>⟦cut</td><td>short</td>") == ["short"]
    assert list(spoken({"a": ["load", "The sled"], "b": 1})) == ["The sled"]
    with translation.override(LANGUAGE):
        refusal = refusal_of({"message": "expected a day as in 2026-11-14, not 'x'"}, b"", 1)
        assert refusal.sentence.startswith("⟦")
        assert unmarked(refusal.sentence) == []
