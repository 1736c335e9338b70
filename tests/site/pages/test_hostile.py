"""What nobody should send, and somebody does."""

from __future__ import annotations

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import Submission, Upload
from tests.cast import account, finished_log, game_of, submit
from tests.site.pages.world import World, client_of

NASTY = "<script>alert(1)</script>&amp;{{ 7*7 }}"


def test_names_with_html_are_only_names(db: None):
    """In every list and on every page that shows them."""
    ana = account("ana")
    names = "black=@ana white=<script>alert(1)</script>"
    upload = submit(ana, finished_log(names), f"{NASTY}.imh")
    game = game_of(upload)
    client = client_of(ana)
    addresses = ["/", "/games/", f"/games/{game.pk}/", "/uploads/", "/accounts/me/"]
    for address in [*addresses, f"/uploads/{upload.pk}/", f"/games/{game.pk}/1/"]:
        text = client.get(address).content.decode()
        assert "<script>alert" not in text, address


def test_a_refused_log_with_html_is_shown_as_it_is(db: None):
    ana = account("ana")
    upload = submit(ana, f"imhotep 1\nedition: {NASTY}\n</textarea><script>x</script>\n", "x.imh")
    text = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert "<script>x" not in text
    assert "&lt;/textarea&gt;&lt;script&gt;x" in text


@pytest.mark.parametrize("ply", ["999999", "9" * 30, "9" * 5000])
def test_a_huge_ply_is_no_page(world: World, ply: str):
    assert Client().get(f"/games/{world.game.pk}/{ply}/").status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        "/games/x/",
        "/games/ABCDEFGHJKMN/",
        "/games/iiiiiiiiiiii/",
        "/games/000000000000/",
        "/games/000000000000/log.imh",
        "/games/000000000000/replay.json",
        "/games/%00/",
        "/games/-1/",
        f"/uploads/{uuid.UUID(int=0)}/",
        f"/uploads/{uuid.UUID(int=0)}/status.json",
        f"/uploads/{uuid.UUID(int=0)}/1/",
        "/uploads/not-a-uuid/",
        "/uploads/%00/",
        f"/players/{'9' * 30}/claim/",
        f"/players/{'9' * 5000}/claim/",
    ],
)
def test_what_is_not_there(world: World, address: str):
    assert client_of(world.people["ana"]).get(address).status_code == 404


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_a_log_that_the_upload_does_not_have(world: World, number: str):
    answer = client_of(world.people["ana"]).get(f"/uploads/{world.refused.pk}/{number}/")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "query", ["player=%00", "after=%00", "x=%00", "player=%ff%fe", "&&&=", "player=" + "a" * 5000]
)
@pytest.mark.parametrize("address", ["/", "/games/", "/upload/", "/uploads/", "/accounts/login/"])
def test_odd_query_strings(world: World, address: str, query: str):
    answer = client_of(world.people["ana"]).get(f"{address}?{query}")
    assert answer.status_code in (200, 404)


@pytest.mark.parametrize("value", ["", "x", "-1", "9" * 30, "\x00", "²"])
def test_odd_numbers_in_forms(world: World, value: str):
    client = client_of(world.people["mo"])
    assert client.post("/accounts/claims/", {"claim": value}).status_code == 404
    assert client.post("/accounts/tokens/", {"revoke": value}).status_code == 404


def test_the_page_revokes_no_token_of_another_account(world: World):
    client_of(world.people["ana"]).post("/accounts/tokens/", {"name": "n", "scopes": ["read"]})
    token = world.people["ana"].api_tokens.get()
    answer = client_of(world.people["mo"]).post("/accounts/tokens/", {"revoke": token.pk})
    assert answer.status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00" * 100,
        b"\xff\xfe" + b"i\x00m\x00",
        b"PK\x03\x04 this is no zip",
        b"\x1f\x8b this is no gzip",
        b"\x89PNG\r\n",
        b"   ",
    ],
)
def test_files_that_hold_no_log_are_refused_with_a_sentence(db: None, raw: bytes):
    client = client_of(account("ana"))
    for address in ("/upload/", "/upload/dry-run/"):
        answer = client.post(address, {"logs": SimpleUploadedFile("a.imh", raw)})
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
    assert not Upload.objects.exists()


def test_a_file_too_large_is_not_read_whole(db: None):
    client = client_of(account("ana"))
    for address, size in (("/upload/", 9 << 20), ("/upload/dry-run/", 2 << 20)):
        file = SimpleUploadedFile("a.imh", b"#" * size)
        answer = client.post(address, {"logs": file})
        assert answer.status_code == 413
        assert "more than" in answer.content.decode()


def test_a_very_long_log_is_shown_around_its_bad_line(db: None):
    ana = account("ana")
    lines = finished_log().splitlines()
    lines[1:1] = ["# remark " + "x" * 50] * 9_000
    bad = len(lines) - 20
    lines[bad] = "nonsense " + "y" * 5_000
    upload = submit(ana, "\n".join(lines), "long.imh")
    text = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert len(text) < 200_000
    assert f">{bad + 1}</th>" in text
    assert "data-bad-line" in text
    assert "too long to be mended" in text


def test_a_log_that_could_not_be_judged_says_whose_fault_it_is(world: World):
    row = world.refused.submissions.get()
    Submission.objects.filter(pk=row.pk).update(status="failed", refusal=None)
    text = client_of(world.people["ana"]).get(f"/uploads/{row.upload_id}/1/").content.decode()
    assert "could not be judged" in text


def test_where_to_go_after_login_is_on_this_site(world: World):
    data = {"username": "ana", "password": "seven-stones-on-a-sled", "next": "//evil.example/"}
    assert Client().post("/accounts/login/", data)["Location"] == "/"
    data = {"handle": "dora", "password": "seven-stones-on-a-sled", "next": "https://evil.example"}
    assert Client().post("/accounts/signup/", data)["Location"] == "/"
