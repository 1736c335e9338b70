"""The download of one's own data: all of it, and nothing of anybody else."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.utils.crypto import get_random_string

from games.accounts.data_export import BLOCK, export_archive
from games.accounts.tokens import make_token
from games.models import Account, Game, Submission
from games.replays.services import notes
from games.standing import attest
from games.standing.players import claim
from tables import chat
from tables.models import ChatLine, Table, TableEntry
from tables.models.game import Deal
from tests.cast import account, broken_log, finished_log, game_of, submit
from tests.worlds.tables import act_once, dealt, play_out

pytestmark = pytest.mark.django_db


def downloaded(of: Account) -> dict[str, bytes]:
    pieces = list(export_archive(of, lambda: None))
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def rows(found: dict[str, bytes], name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in found[f"{name}.ndjson"].splitlines()]


@pytest.fixture
def busy(db: None) -> tuple[Account, Account, Table]:
    """ana and ben have done everything to each other."""
    ana, ben = account("ana"), account("ben")
    Account.objects.filter(pk=ana.pk).update(password=make_password("ana-hash"))
    game = game_of(submit(ana, finished_log()))
    attest.attest(ben, game)
    attest.dispute(ben, game, "the reason of ben")
    submit(ana, broken_log(seed=2)[0], "of-ana.imh")
    submit(ben, broken_log(seed=3)[0], "of-ben.imh")
    notes.write_note(ana, game, 1, "idea", "secret of ana", public=False)
    notes.write_note(ben, game, 1, "idea", "secret of ben", public=False)
    make_token(ana, "laptop of ana", ["read"])
    make_token(ben, "laptop of ben", ["read"])
    game_of(submit(ben, finished_log("black=Anna white=@ben", seed=4)))
    claim(ana, ben.guests.get(), "letter of ana")
    table = dealt([ana, ben], shares=True)
    for _ in range(8):
        act_once(table.pk)
    chat.post_chat_line(table.pk, ana, "line of ana")
    chat.post_chat_line(table.pk, ben, "line of ben")
    chat.report_chat_line(ChatLine.objects.get(account=ana), ben, "report of ben")
    chat.block_account(ben, "ana")
    chat.block_account(ana, "ben")
    return ana, ben, Table.objects.get(pk=table.pk)


def test_everything_about_oneself_is_in_it(busy: tuple[Account, Account, Table]):
    ana, _, table = busy
    found = downloaded(ana)
    assert json.loads(found["account.json"])["handle"] == "ana"
    assert rows(found, "addresses")[0]["email"] == "ana@example.org"
    assert [row["text"] for row in rows(found, "notes")] == ["secret of ana"]
    assert [row["name"] for row in rows(found, "tokens")] == ["laptop of ana"]
    assert [row["note"] for row in rows(found, "claims")] == ["letter of ana"]
    assert [row["text"] for row in rows(found, "lines_said")] == ["line of ana"]
    assert [row["blocked_username"] for row in rows(found, "blocks")] == ["ben"]
    assert rows(found, "games")[0]["log"] == Game.objects.get(submission__upload__account=ana).log
    assert {row["table"] for row in rows(found, "places")} == {table.pk}
    assert len(rows(found, "entries")) == TableEntry.objects.filter(by=ana).count() > 0
    raw = {name for name in found if name.startswith("uploads/")}
    assert raw == {f"uploads/{row.pk}.bin" for row in ana.uploads.all()}
    assert len(rows(found, "logs")) == Submission.objects.filter(upload__account=ana).count()


def test_nothing_of_others_and_no_secret_is(busy: tuple[Account, Account, Table]):
    ana, ben, table = busy
    text = b"\n".join(downloaded(ana).values())
    for word in ("secret of ben", "laptop of ben", "line of ben", "report of ben", "of-ben.imh"):
        assert word.encode() not in text, word
    assert b"ben@example.org" not in text
    assert b"the reason of ben" not in text
    ana.refresh_from_db()
    assert ana.password.encode() not in text
    for token in [*ana.api_tokens.all(), *ben.api_tokens.all()]:
        assert token.digest.encode() not in text
    deal = Deal.objects.get(pk=table.pk)
    assert deal.shares
    for secret in (bytes(deal.secret).hex(), *deal.shares.values()):
        assert secret.encode() not in text
    hidden = TableEntry.objects.filter(table=table, by=ben, only_for__isnull=False)
    assert all(one.text.encode() not in text for one in hidden if one.text != one.shown)


def test_ratings_and_the_ledger_are_in_it(db: None):
    ana, ben = account("ana"), account("ben")
    play_out(dealt([ana, ben]).pk)
    game = game_of(submit(ana, finished_log()))
    attest.attest(ben, game)
    from ratings.services.fold import fold_pending

    fold_pending()
    found = downloaded(ana)
    assert {row["pool"] for row in rows(found, "ratings")} >= {"overall"}
    assert all(row["game"] for row in rows(found, "rating_changes"))
    assert rows(found, "rating_changes")


def test_it_is_made_in_pieces_however_much_there_is(db: None):
    ana = account("ana")
    game = game_of(submit(ana, finished_log("black=@ana white=Ben")))
    many = BLOCK * 3
    ana.notes.bulk_create(
        ana.notes.model(account=ana, game=game, ply=1, kind="idea", text=get_random_string(1000))
        for _ in range(many)
    )
    given_back = []
    pieces = list(export_archive(ana, lambda: given_back.append(1)))
    assert max(map(len, pieces)) < 500_000
    assert len(given_back) > many // BLOCK
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as file:
        assert len(file.read("notes.ndjson").splitlines()) == many
