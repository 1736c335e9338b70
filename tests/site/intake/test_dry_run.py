"""A dry run judges, and stores nothing."""

import pytest

from engine import read_log, verify, write_text
from games.intake.dry_run import dry_run
from games.limits import MIB
from tests.cast import broken_log
from tests.site.intake.files import log, zipped
from web.errors import Invalid, TooLarge

# No django_db: a query would fail.


def test_a_legal_log():
    (verdict,) = dry_run(f"# ours\n{log()}".encode(), "a.imh")
    played_game = verify(read_log(log()))
    assert (verdict.number, verdict.member, verdict.begins, verdict.verdict) == (1, "", 1, "ok")
    assert verdict.fields["fingerprint"] == played_game.fingerprint
    assert verdict.fields["points"] == dict(
        zip(("black", "white"), played_game.result.points, strict=True)
    )
    assert verdict.log == write_text(played_game.canonical) == log()


def test_a_refused_log():
    text, line = broken_log()
    (verdict,) = dry_run(text.encode(), "a.imh")
    assert (verdict.verdict, verdict.log) == ("refused", "")
    assert (verdict.fields["line"], verdict.fields["rule"]) == (line, "NO_SUCH_SHIP")


def test_several_with_their_places():
    text, line = broken_log()
    raw = zipped(("README", "hello"), ("a.imh", log(1) + text))
    readme, good, bad = dry_run(raw, "a.zip")
    assert (readme.verdict, readme.fields) == (
        "unreadable",
        {"message": "this is not a log: a log begins with “imhotep 1”"},
    )
    assert (good.number, good.member, good.begins, good.verdict) == (2, "a.imh", 1, "ok")
    begins = log(1).count("\n") + 1
    assert (bad.number, bad.begins, bad.verdict) == (3, begins, "refused")
    assert bad.fields["line"] == begins + line - 1


def test_its_limits_are_smaller():
    with pytest.raises(TooLarge, match="more than 1 MiB"):
        dry_run(b"#" * (MIB + 1), "a")
    with pytest.raises(TooLarge, match="more than 20 logs"):
        dry_run(b'{"imhotep":1}\n' * 21, "a")


@pytest.mark.parametrize("raw", [b"", b"\0", b"PK\x03\x04"])
def test_what_cannot_be_judged(raw):
    with pytest.raises(Invalid):
        dry_run(raw, "a")


def test_an_engine_that_fails(monkeypatch):
    from games.judging import judge

    monkeypatch.setattr(judge, "accepted_fields", lambda game: 1 // 0)
    (verdict,) = dry_run(log().encode(), "a")
    assert verdict.verdict == "unreadable"
