"""Uploads: bodies, verdicts, waiting."""

import gzip
import io
import json
import time
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import RequestFactory
from rest_framework.request import Request

from engine import read_log, write_json
from games.api.intake import seconds_to_wait
from games.models import Account, Game, Submission, Upload
from tests.cast import account, broken_log, finished_log
from tests.worlds.api_world import ASYNC, Asker, assert_problem, token

pytestmark = pytest.mark.django_db


def asker(handle: str = "ana") -> Asker:
    if not Account.objects.filter(username="ben").exists():
        account("ben")
    return Asker(token(account(handle)))


def zipped(**files: str | bytes) -> bytes:
    bytes_i_o = io.BytesIO()
    with zipfile.ZipFile(bytes_i_o, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "."), text)
    return bytes_i_o.getvalue()


def test_a_legal_log_becomes_a_game_at_once(worker):
    answer = asker().ask("POST", "uploads", finished_log(), content_type="text/plain")
    assert answer.status_code == 201
    body = answer.json()
    assert answer["Location"] == body["url"]
    (log,) = body["submissions"]
    assert log["status"] == "verified"
    assert log["refusal"] is None
    assert log["game"]["id"] == Game.objects.get().pk
    assert body["counts"]["verified"] == 1
    assert Upload.objects.get().channel == "api"


def test_a_second_upload_leads_to_the_game_that_is_here(worker):
    client = asker()
    first = client.ask("POST", "uploads", finished_log()).json()["submissions"][0]["game"]
    answer = client.ask("POST", "uploads", finished_log())
    problem = assert_problem(answer, 409, "duplicate")
    assert problem["game"] == first
    assert problem["upload"]["submissions"][0]["status"] == "duplicate"
    assert answer["Location"] == problem["upload"]["url"]
    assert Upload.objects.count() == 2


def test_a_refused_log_says_where_and_by_which_rule(worker):
    text, line = broken_log()
    answer = asker().ask("POST", "uploads", text)
    problem = assert_problem(answer, 422, "refused")
    assert problem["line"] == line
    assert problem["kind"] == "illegal"
    assert {"rule", "sentence", "place", "ply", "actor", "tried", "legal"} <= problem.keys()
    assert problem["tried"] == "white sail 9 temple"
    assert problem["legal"]
    assert problem["rule_url"] == f"/rules/rulings/#{problem['place']}"
    (row,) = problem["upload"]["submissions"]
    assert row["refusal"]["rule_url"] == problem["rule_url"]
    assert problem["upload"]["counts"]["refused"] == 1


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (finished_log(seats="black=@ana white=@nobody"), "account"),
        (finished_log(played="2999-01-01"), "date"),
        ("imhotep 1\nnonsense\n", "syntax"),
    ],
)
def test_other_refusals_have_their_kind(worker, text, kind):
    problem = assert_problem(asker().ask("POST", "uploads", text), 422, "refused")
    assert problem["kind"] == kind
    assert problem["line"] > 0


def test_of_several_logs_the_good_ones_are_kept(worker):
    client = asker()
    logs = finished_log(seed=1) + finished_log(seed=2)
    assert client.ask("POST", "uploads", logs).status_code == 201
    mixed = finished_log(seed=1) + broken_log(seed=3)[0] + finished_log(seed=4)
    answer = client.ask("POST", "uploads", mixed)
    assert answer.status_code == 201
    body = answer.json()
    assert [log["status"] for log in body["submissions"]] == ["duplicate", "refused", "verified"]
    assert [log["number"] for log in body["submissions"]] == [1, 2, 3]
    assert_problem(client.ask("POST", "uploads", logs), 409, "duplicate")
    bad = finished_log(seed=1) + broken_log(seed=3)[0]
    body = assert_problem(client.ask("POST", "uploads", bad), 422, "refused")
    assert body["number"] == 2
    assert body["line"] > len(finished_log(seed=1).splitlines())


LOG = finished_log()
FORMS = {
    "text": ("text/plain", LOG.encode(), "game.imh"),
    "text with a charset": ("text/plain; charset=utf-8", LOG.encode(), ""),
    "json": ("application/json", write_json(read_log(LOG)).encode(), ""),
    "ndjson": ("application/x-ndjson", write_json(read_log(LOG)).encode() + b"\n", ""),
    "gzip": ("application/gzip", gzip.compress(LOG.encode()), "game.imh.gz"),
    "zip": ("application/zip", zipped(a__imh=LOG), "games.zip"),
    "bytes": ("application/octet-stream", LOG.encode(), ""),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_log_in_each_form(worker, form):
    kind, body, name = FORMS[form]
    answer = asker().ask("POST", f"uploads?name={name}", body, content_type=kind)
    assert answer.status_code == 201, answer.content
    assert Upload.objects.get().name == name
    assert bytes(Upload.objects.get().raw) == body


def test_a_form_with_a_file(worker):
    client = asker()
    file = SimpleUploadedFile("friday night.imh", LOG.encode())
    answer = client.post(
        "/api/v1/uploads", {"file": file}, headers={"Authorization": f"Bearer {client.plain}"}
    )
    assert answer.status_code == 201, answer.content
    assert Upload.objects.get().name == "friday night.imh"


def test_a_played_game_is_confirmed_by_the_other_player_and_then_counts(worker):
    body = asker().ask("POST", "uploads", finished_log()).json()
    game = f"games/{body['submissions'][0]['game']['id']}"
    assert Asker().ask("GET", game).json()["standing"] == "waiting"
    ben = Asker(token(Account.objects.get(username="ben"), "attest"))
    answer = ben.ask("POST", f"{game}/attestations")
    assert answer.status_code == 201
    assert answer.json()["standing"] == "counted"
    assert answer.json()["waiting_for"] == []
    assert len(answer.json()["attestations"]) == 2
    answer = ben.ask("POST", f"{game}/disputes", {"reason": "it was another Ben"})
    assert answer.status_code == 201
    assert answer.json()["standing"] == "disputed"
    assert answer.json()["disputes"][0]["reason"] == "it was another Ben"
    assert_problem(ben.ask("POST", f"{game}/disputes", {"reason": "again"}), 409, "conflict")
    answer = ben.ask("POST", f"{game}/disputes/withdrawal")
    assert answer.status_code == 200
    assert answer.json()["standing"] == "counted"


@pytest.mark.parametrize(
    ("prefer", "seconds"),
    [
        ("", 5),
        ("respond-async", 0),
        ("wait=1", 1),
        ("return=minimal, wait=7", 7),
        ("Respond-Async, wait=10", 0),
        ("wait=11", 10),
        ("wait=999999", 10),
        ("wait=9999999", 5),
        ("wait=-1", 5),
        ("wait=x; wait", 5),
        ("wait=\xd9\xa3", 5),
    ],
)
def test_how_long_a_client_prefers_to_wait(prefer, seconds):
    assert seconds_to_wait(Request(RequestFactory(headers={"Prefer": prefer}).post("/"))) == seconds


@pytest.mark.parametrize("prefer", ["respond-async", "wait=0", "wait=1"])
def test_what_is_not_judged_yet_can_be_asked_for_later(prefer, monkeypatch):
    pauses: list[float] = []
    sleep = time.sleep
    monkeypatch.setattr(
        "games.api.intake.time.sleep", lambda pause: (pauses.append(pause), sleep(pause))
    )
    client = asker()
    answer = client.ask("POST", "uploads", finished_log(), headers={"Prefer": prefer})
    assert bool(pauses) == (prefer == "wait=1")
    assert answer.status_code == 202
    assert answer.json()["counts"]["waiting"] == 1
    later = client.ask("GET", answer["Location"].removeprefix("http://testserver"))
    assert later.json()["submissions"][0]["status"] == "queued"


def test_an_upload_that_waits_holds_no_connection(transactional_db, monkeypatch):
    connections = []
    monkeypatch.setattr(
        "games.api.intake.time.sleep", lambda _seconds: connections.append(connection.connection)
    )
    client = asker()
    answer = client.ask("POST", "uploads", finished_log(), headers={"Prefer": "wait=1"})
    assert answer.status_code == 202
    assert len(connections) > 1
    assert set(connections) == {None}


def test_a_log_that_failed_is_for_a_moderator_and_not_refused():
    client = asker()
    answer = client.ask("POST", "uploads", finished_log(), headers=ASYNC)
    Submission.objects.update(status="failed")
    later = client.ask("GET", answer["Location"].removeprefix("http://testserver"))
    assert later.json()["counts"]["failed"] == 1


@pytest.mark.parametrize("header", ["query", "header", "header*"])
def test_the_name_of_a_file(header):
    query = "?name=friday%20%C3%A9.imh" if header == "query" else ""
    disposition = {
        "query": "",
        "header": 'attachment; filename="friday e.imh"',
        "header*": "attachment; filename*=utf-8''friday%20%C3%A9.imh",
    }[header]
    client = asker()
    headers = {**ASYNC, "Content-Disposition": disposition}
    answer = client.ask("POST", f"uploads{query}", finished_log(), headers=headers)
    assert answer.json()["name"] == ("friday e.imh" if header == "header" else "friday é.imh")


NOTHING = {
    "empty": (b"", "text/plain"),
    "space": (b" \n\n", "text/plain"),
    "nul": (b"\0\0\0", "text/plain"),
    "binary": (bytes(range(256)), "application/octet-stream"),
    "no zip": (b"PK\x03\x04nonsense", "application/zip"),
    "no gzip": (b"\x1f\x8bnonsense", "application/gzip"),
    "utf-16": ("imhotep 1".encode("utf-16"), "text/plain"),
    "empty zip": (zipped(), "application/zip"),
}


def test_what_holds_no_log_is_not_stored(subtests):
    client = asker()
    for name, (body, kind) in NOTHING.items():
        for query in ("", "?dry_run=1"):
            with subtests.test(name, query=query):
                answer = client.ask("POST", f"uploads{query}", body, content_type=kind)
                assert_problem(answer, 400, "invalid")
    assert not Upload.objects.exists()


def test_bytes_that_are_no_text_are_a_refused_log_or_nothing(subtests):
    client = Asker()
    bodies = [
        b"imhotep 1\n\xff\xfe\xfd",
        b"imhotep 1\n\0\0",
        b"{" * 50_000,
        b"[" * 50_000,
        b'{"a":' * 9_000,
    ]
    bodies += [b'{"imhotep": 1' + b"0" * 60_000 + b"}", b'{"imhotep": "\\ud800"}']
    bodies += [b"imhotep 1\nseats: black=\\ud800 white=x\n", "imhotep 1\nplayed: ٣\n".encode()]
    for body in bodies:
        for kind in ("text/plain", "application/json", "application/x-ndjson"):
            with subtests.test(body[:20].decode("latin1"), kind=kind):
                answer = client.ask("POST", "uploads?dry_run=1", body, content_type=kind)
                assert answer.status_code in (400, 422)
                assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("kind", ["application/xml", "application/x-www-form-urlencoded", "x"])
def test_bodies_of_other_types_are_not_taken(kind):
    answer = asker().ask("POST", "uploads", finished_log(), content_type=kind)
    assert_problem(answer, 415)


def test_a_form_without_a_file_or_with_two(subtests):
    client = asker()
    headers = {"Authorization": f"Bearer {client.plain}"}
    two = [SimpleUploadedFile(name, LOG.encode()) for name in ("a.imh", "b.imh")]
    for name, form in {
        "none": {},
        "a text": {"file": "imhotep 1"},
        "two": {"file": two},
        "two fields": {"file": two[0], "other": two[1]},
        "another field": {"log": two[0]},
    }.items():
        with subtests.test(name):
            answer = client.post("/api/v1/uploads", form, headers=headers)
            assert "file" in assert_problem(answer, 400, "invalid")["errors"]


def test_a_form_that_is_none():
    answer = asker().ask("POST", "uploads", b"x", content_type="multipart/form-data")
    assert_problem(answer, 400, "malformed")


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x"])
def test_bodies_that_are_too_large_are_not_read(kind):
    large = b" " * ((8 << 20) + (16 << 10) + 1)
    assert_problem(asker().ask("POST", "uploads", large, content_type=kind), 413, "too-large")
    assert not Upload.objects.exists()


@pytest.mark.parametrize(("path", "size"), [("uploads", 8 << 20), ("uploads?dry_run=1", 1 << 20)])
def test_a_body_just_too_large(path, size):
    large = finished_log().encode() + b"\n" * size
    assert_problem(asker().ask("POST", path, large), 413, "too-large")


def test_a_bomb_is_not_unpacked():
    bomb = gzip.compress((b"# " + b"x" * 60_000 + b"\n") * 1500)
    answer = asker().ask("POST", "uploads", bomb, content_type="application/gzip")
    assert_problem(answer, 413, "too-large")
    assert not Upload.objects.exists()


def test_a_body_of_unknown_length():
    client = asker()
    headers = {"Transfer-Encoding": "chunked"}
    assert_problem(client.ask("POST", "uploads", b"", headers=headers, CONTENT_LENGTH=""), 411)


@pytest.mark.parametrize(
    "query", ["dry_run=perhaps", "name=" + "x" * 256, "name=%00", "dry_run=1&name=a%00b"]
)
def test_queries_of_an_upload_that_make_no_sense(query):
    answer = asker().ask("POST", f"uploads?{query}", finished_log())
    assert_problem(answer, 400, "invalid")


def test_a_dry_run_judges_and_stores_nothing():
    answer = Asker().ask("POST", "uploads?dry_run=1", finished_log())
    assert answer.status_code == 200
    (verdict,) = answer.json()["verdicts"]
    assert verdict["verdict"] == "ok"
    assert verdict["game"]["fingerprint"]
    assert verdict["log"].startswith("imhotep 1")
    assert verdict["refusal"] is None
    assert not Upload.objects.exists()
    assert not Game.objects.exists()


def test_a_dry_run_of_a_broken_log_is_refused_as_an_upload_is():
    text, line = broken_log()
    problem = assert_problem(Asker().ask("POST", "uploads?dry_run=true", text), 422, "refused")
    assert (problem["line"], problem["kind"]) == (line, "illegal")
    assert problem["verdicts"][0]["refusal"]["line"] == line


def test_a_dry_run_of_several_logs_has_a_verdict_for_each():
    answer = Asker().ask("POST", "uploads?dry_run=1", finished_log() + broken_log()[0])
    assert answer.status_code == 200
    assert [verdict["verdict"] for verdict in answer.json()["verdicts"]] == ["ok", "refused"]


def test_dry_runs_are_counted_by_themselves(settings):
    settings.API_THROTTLES = settings.API_THROTTLES | {"dry_run": ("5/minute", "1/minute")}
    assert Asker().ask("POST", "uploads?dry_run=1", finished_log()).status_code == 200
    repeat = Asker().ask("POST", "uploads?dry_run=1", finished_log())
    assert_problem(repeat, 429, "throttled")
    assert Asker().ask("GET", "games").status_code == 200


def test_a_dry_run_says_what_the_same_upload_is_told(worker):
    text, _ = broken_log()
    dry = Asker().ask("POST", "uploads?dry_run=1", text).json()
    real = asker().ask("POST", "uploads", text).json()
    fields = (
        "kind",
        "line",
        "ply",
        "rule",
        "sentence",
        "place",
        "actor",
        "tried",
        "legal",
        "detail",
    )
    fields += ("rule_url",)
    assert {name: dry[name] for name in fields} == {name: real[name] for name in fields}
    assert json.dumps(dry["legal"])
