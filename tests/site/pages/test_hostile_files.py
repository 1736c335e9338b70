"""Files that nobody should bring, and somebody does: in a database with nothing but what a test
makes."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import Upload
from tests.cast import account, client_of, finished_log, game_of, submit

NASTY = "<script>alert(1)</script>&amp;{{ 7*7 }}"


def test_names_with_html_are_only_names(db: None, ana):
    """In every list and on every page that shows them."""
    names = "black=@ana white=<script>alert(1)</script>"
    upload = submit(ana, finished_log(names), f"{NASTY}.imh")
    game = game_of(upload)
    client = client_of(ana)
    addresses = ["/", "/games/", f"/games/{game.pk}/", "/uploads/", "/accounts/me/"]
    for address in [*addresses, f"/uploads/{upload.pk}/", f"/games/{game.pk}/1/"]:
        text = client.get(address).content.decode()
        assert "<script>alert" not in text, address


def test_a_refused_log_with_html_is_shown_as_it_is(db: None, ana):
    upload = submit(ana, f"imhotep 1\nedition: {NASTY}\n</textarea><script>x</script>\n", "x.imh")
    text = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert "<script>x" not in text
    assert "&lt;/textarea&gt;&lt;script&gt;x" in text


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


def test_a_very_long_log_is_shown_around_its_bad_line(db: None, ana):
    lines = finished_log().splitlines()
    lines[1:1] = ["# remark " + "x" * 50] * 9_000
    bad = len(lines) - 20
    lines[bad] = "nonsense " + "y" * 5_000
    upload = submit(ana, "\n".join(lines), "long.imh")
    text = client_of(ana).get(f"/uploads/{upload.pk}/1/").content.decode()
    assert len(text) < 200_000
    assert f">{bad + 1}</th>" in text
    assert "data-bad-line" in text
    assert "too long to edit here" in text
