"""docs/api.md: every example is run, and answers as the page says."""

import json
import re
import shlex
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.urls import resolve

from games.models import Game
from ratings.services.rebuild import rebuild_ledger
from tables.models import Table
from tests.cast import account, broken_log, finished_log
from tests.worlds.api_world import Asker, token

PAGE = Path(__file__).resolve().parents[3] / "docs" / "api.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
ANY = "…"
TOKENS = {"ana": "token", "ben": "bens_token"}


def blocks(kind: str) -> list[str]:
    return [text for word, text in BLOCK.findall(PAGE.read_text("utf-8")) if word == kind]


def fits(answer: Any, example: Any) -> bool:
    """True if `answer` has all of `example`; … is anything, and there may be more members."""
    if example == ANY:
        return True
    if isinstance(example, dict):
        return isinstance(answer, dict) and all(
            name in answer and fits(answer[name], value) for name, value in example.items()
        )
    if isinstance(example, list):
        return len(answer) == len(example) and all(map(fits, answer, example))
    return bool(answer == example)


def head_and_body(block: str) -> tuple[str, dict[str, str], str]:
    head, _, body = block.partition("\n\n")
    first, *lines = head.strip().splitlines()
    return first, dict(line.split(": ", 1) for line in lines), body.strip()


def ask(block: str, files: dict[str, str]) -> Any:
    first, headers, body = head_and_body(block)
    method, path = first.split(" ", 1)
    kind = headers.pop("Content-Type", "text/plain")
    body = files[body[2:]] if body.startswith("< ") else body
    return Asker().ask(method, path, body, content_type=kind, headers=headers)


def check(answer: Any, block: str) -> None:
    first, headers, body = head_and_body(block)
    status = int(first.split(" ")[1])
    content = b"".join(answer) if answer.streaming else answer.content
    assert answer.status_code == status, content[:2000]
    assert first.endswith(HTTPStatus(status).phrase)
    for name, value in headers.items():
        assert value in (answer[name], ANY), name
    assert fits(json.loads(content), json.loads(body)), content.decode()


def test_the_tour(worker):
    variables = {"token": token(account("ana")), "bens_token": token(account("ben"))}
    files = {"friday.imh": finished_log(), "broken.imh": broken_log()[0]}
    examples = blocks("http")
    assert len(examples) > 20
    for request, answer in zip(examples[::2], examples[1::2], strict=True):
        if game := Game.objects.first():
            variables["game"] = game.pk
        if table := Table.objects.select_related("host").first():
            variables["table"] = table.pk
            turn = table.places.filter(turn=table.awaited).first()
            if turn is not None:
                handle = turn.account.username
                variables["token_of_who_is_to_act"] = variables[TOKENS[handle]]
        if "leaderboards" in request:
            rebuild_ledger()
        for name, value in variables.items():
            request = request.replace(f"{{{name}}}", value)
            answer = answer.replace(f"{{{name}}}", value)
        check(ask(request, files), answer)


def test_the_client(worker, live_server, tmp_path):
    (source,) = blocks("python")
    assert len(source.split("def upload")[1].splitlines()) <= 15
    names: dict[str, Any] = {}
    exec(source, names)
    plain = token(account("ana"))
    account("ben")
    good, bad = tmp_path / "good.imh", tmp_path / "bad.imh"
    good.write_text(finished_log())
    text, line = broken_log()
    bad.write_text(text)
    page = names["upload"](live_server.url, plain, str(good))
    assert page == f"{live_server.url}/games/{Game.objects.get().pk}/"
    assert names["upload"](live_server.url, plain, str(bad)).startswith(f"{bad}:{line}: ")
    repeated_upload = names["upload"](live_server.url, plain, str(good))
    assert repeated_upload == f"{good}:0: This game is here already."


def test_the_lines_for_curl_lead_somewhere():
    (shell,) = blocks("sh")
    addresses = re.findall(r'"\$SITE([^"?]+)', shell)
    assert len(addresses) == len(shell.splitlines())
    for address in addresses:
        match = resolve(address.replace("$GAME", "0" * 12))
        assert (match.url_name or "").startswith("api-"), address


def curl_request(line: str) -> tuple[str, str, str, str]:
    """Method, address, body and authorisation of a line for curl."""
    words = shlex.split(line)
    assert words.pop(0) == "curl"
    options = dict(zip(words[:-1:2], words[1:-1:2], strict=True))
    body = options.get("--json", "")
    method = options.get("-X", "POST" if body else "GET")
    return method, words[-1], body, options.get("-H", "").partition(": ")[2]


@pytest.mark.django_db
def test_the_evening_from_a_terminal():
    (shell,) = blocks("shell")
    account("ana")
    variables = {"SITE": "", "TOKEN": token(account("ida"))}
    answers: list[Any] = []
    for line in shell.splitlines():
        text = re.sub(r"\$(\w+)", lambda match: variables[match[1]], line)
        method, address, body, authorisation = curl_request(text)
        headers = {"Authorization": authorisation} if authorisation else {}
        answer = Asker().ask(
            method, address, body, content_type="application/json", headers=headers
        )
        assert answer.status_code in (200, 201), (line, answer.content)
        answers.append(answer.json())
        if len(answers) == 1:
            variables["EVENT"] = str(answers[0]["id"])
        if "seats" in answers[-1]:
            variables["TABLE"] = str(answers[-1]["id"])
    *_, ruling, standings, ended = answers
    assert ruling["kind"] == "corrected"
    rows = [(row["name"], row["points"]) for row in standings["rows"]]
    assert rows == [("@ana", "5"), ("Mia", "2.5"), ("Tom", "1")]
    assert ended["ended_at"]
