"""The page of the recorder, and the ways that lead to it."""

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from drawing.text.names import MODULE_PICTURES
from engine.vocabulary import Colour, Module, Site
from games.intake.refusal_page import LONGEST, fragment_of
from tables.recorder import views
from tables.recorder.messages import recorder_messages
from tests.cast import account, broken_log, client_of, submit

pytestmark = pytest.mark.django_db
SCRIPTS = Path(views.__file__).parents[2] / "static/js/recorder"


def given(body: str, name: str) -> Any:
    script = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', body)
    assert script, name
    return json.loads(script[1])


def test_the_page_is_the_same_for_everybody_and_runs_python_and_nothing_inline():
    client = Client()
    answer = client.get("/record/")
    body = answer.content.decode()
    assert answer.status_code == 200
    policy = answer["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert set(given(body, "record-engine")) >= {"worker", "pyodide", "python", "ready"}
    client.force_login(account("ana"))
    other = client.get("/record/").content.decode()
    recorder = re.search(r'<div class="recorder".*?</noscript>', other, re.DOTALL)
    theirs = re.search(r'<div class="recorder".*?</noscript>', body, re.DOTALL)
    assert recorder is not None
    assert theirs is not None
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    assert token.sub("", recorder[0]) == token.sub("", theirs[0])


def test_everything_that_may_be_agreed_can_be_chosen():
    body = Client().get("/record/").content.decode()
    for module, lines in MODULE_PICTURES.items():
        assert lines, module
        assert f'<path d="{lines}"/>' in body
    for site in Site:
        assert body.count(f'data-site="{site.word}"') == 4
    assert all(f'name="module" value="{module.word}"' in body for module in Module)
    assert body.count("data-seat>") == len(Colour)
    assert all(f'<option value="{colour.word}"' in body for colour in Colour)
    pictures = re.findall(r'<img src="([^"]+)"', body)
    assert len(pictures) == 4 * len(Site) == len(set(pictures))
    assert Client().get(pictures[-1])["Content-Type"].startswith("image/svg+xml")


def test_the_scripts_find_every_word_that_they_say():
    groups = {part: set(group) for part, group in recorder_messages().items()}
    used = {
        (part, name)
        for script in SCRIPTS.glob("*.js")
        for part, name in re.findall(r"words\.(\w+)\.(\w+)", script.read_text("utf-8"))
        if part in groups
    }
    assert len(used) > 15
    assert {word for word in used if word[1] not in groups[word[0]]} == set()


def test_the_table_is_laid_with_every_word_that_belongs_to_it():
    source = (SCRIPTS / "table_markup.js").read_text("utf-8")
    assert set(re.findall(r"\bwords\.(\w+)", source)) == set(views.laid())


def test_a_refused_log_opens_in_the_recorder():
    ana, (log, _line) = account("ana"), broken_log()
    upload = submit(ana, log)
    client = client_of(ana)
    pages = [client.get(f"/uploads/{upload.pk}/1/"), client.post("/upload/dry-run/", {"log": log})]
    for answer in pages:
        link = re.search(r'href="/record/#log=([\w-]+)"', answer.content.decode())
        assert link
        packed = base64.urlsafe_b64decode(link[1] + "=" * (-len(link[1]) % 4))
        assert zlib.decompress(packed, wbits=-zlib.MAX_WBITS).decode().split() == log.split()
    assert 'href="/record/"' in client.get("/upload/").content.decode()


def test_a_log_that_is_too_long_for_an_address_is_not_offered():
    assert fragment_of("x" * LONGEST)
    assert fragment_of("x" * (LONGEST + 1)) == ""
    assert fragment_of("é" * LONGEST) == ""
    assert fragment_of(" \n") == ""
