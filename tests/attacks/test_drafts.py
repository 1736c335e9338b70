"""Drafts as a way in: other people's drafts, guessed codes, floods, handles as an oracle."""

from __future__ import annotations

from uuid import uuid4

import pytest

from games.limits import DRAFT_BYTES
from games.models import Account, Draft, DraftHand
from games.standing.resolve_players import ensure_player
from tables.recorder import drafts
from tests.cast import account
from tests.worlds.api_world import Asker, assert_problem, logged_in, token
from web.rate_limits import (
    DRAFT_CODES,
    DRAFT_WRITES,
    HANDLES,
    WRONG_DRAFT_CODES,
    WRONG_DRAFT_CODES_OF_ALL,
)

LOG = "imhotep 1\nseats: black=@ana white=\n"


@pytest.fixture
def draft(db: None) -> Draft:
    return drafts.write_draft(account("ana"), uuid4(), LOG, 0, "m")


@pytest.fixture
def eve(draft: Draft) -> Asker:
    user = account("eve")
    ensure_player(user)
    return logged_in(user)


def by_code(asker: Asker, code: str) -> int:
    status: int = asker.ask("POST", "drafts/by-code", {"code": code}).status_code
    return status


def test_anothers_draft_is_not_there_and_reads_like_one_that_is_not(draft: Draft, eve: Asker):
    body = {"log": LOG, "version": 1, "mark": "m"}
    moderator = logged_in(account("mo", moderator=True))
    for asker in (eve, moderator):
        for method, path, sent in (
            ("GET", "", b""),
            ("PUT", "", body),
            ("PUT", "", body | {"version": 0}),
            ("DELETE", "", b""),
            ("POST", "/code", b""),
        ):
            problem = assert_problem(asker.ask(method, f"drafts/{draft.pk}{path}", sent), 404)
            if sent != body | {"version": 0}:  # a stranger's new id begins a draft
                other = assert_problem(asker.ask(method, f"drafts/{uuid4()}{path}", sent), 404)
                assert problem["detail"] == other["detail"]
    draft.refresh_from_db()
    assert (draft.text, draft.version, draft.account.username) == (LOG, 1, "ana")


def test_codes_cannot_be_guessed(draft: Draft, eve: Asker):
    code = drafts.offer_code(draft.account, draft.pk).code
    for n in range(WRONG_DRAFT_CODES.most):
        assert by_code(eve, f"{n:08}") == 400
    assert by_code(eve, code) == 429, "the right one after too many wrong ones"
    WRONG_DRAFT_CODES.forget("127.0.0.1")
    assert by_code(eve, code) == 429, "from elsewhere the account has tried enough"
    assert by_code(Asker(), code) == 200
    assert not DraftHand.objects.exists()


def test_many_addresses_together_try_so_often(draft: Draft):
    WRONG_DRAFT_CODES_OF_ALL.take("all", WRONG_DRAFT_CODES_OF_ALL.most)
    assert by_code(Asker(), "0000-0000") == 429


def test_a_code_is_not_kept_and_changes_nothing_by_get(draft: Draft, eve: Asker):
    code = drafts.offer_code(draft.account, draft.pk).code
    draft.refresh_from_db()
    assert code not in str(draft.code)
    assert len(str(draft.code)) == 64
    assert eve.ask("GET", f"drafts/by-code?code={code}").status_code == 405
    client = logged_in(account("mallory"), enforce_csrf_checks=True)
    assert_problem(client.ask("POST", "drafts/by-code", {"code": code}), 403, "csrf")
    assert not DraftHand.objects.exists()


def test_who_was_given_a_draft_cannot_delete_it_nor_take_it_away(draft: Draft, eve: Asker):
    assert by_code(eve, drafts.offer_code(draft.account, draft.pk).code) == 200
    assert eve.ask("DELETE", f"drafts/{draft.pk}").status_code == 204
    assert Draft.objects.get().account.username == "ana"
    assert_problem(eve.ask("GET", f"drafts/{draft.pk}"), 404)


def test_floods_are_turned_away(draft: Draft):
    ana = logged_in(draft.account)
    DRAFT_WRITES.take(str(draft.account_id), DRAFT_WRITES.most - 1)
    body = {"log": LOG, "version": 1}
    assert_problem(ana.ask("PUT", f"drafts/{draft.pk}", body), 429, "throttled")
    DRAFT_CODES.take(str(draft.account_id), DRAFT_CODES.most)
    assert_problem(ana.ask("POST", f"drafts/{draft.pk}/code"), 429, "throttled")
    HANDLES.take(str(draft.account_id), HANDLES.most)
    assert_problem(ana.ask("GET", "handles?begun=an"), 429, "throttled")


def test_a_huge_draft_is_refused_before_it_is_stored(draft: Draft):
    ana = logged_in(draft.account)
    for size in (DRAFT_BYTES, 8 << 20):
        body = {"log": LOG + "x" * size, "version": 1}
        assert ana.ask("PUT", f"drafts/{draft.pk}", body).status_code in (400, 413)
    for strange in ({"log": LOG, "version": 1 << 40}, {"log": LOG, "version": -1}, {"log": {}}):
        assert_problem(ana.ask("PUT", f"drafts/{draft.pk}", strange), 400, "invalid")
    draft.refresh_from_db()
    assert draft.version == 1


@pytest.mark.parametrize(
    "begun",
    ["", "%", "__", "eve@", "eve@example.org", "example", "secret", ".*", "e", "x" * 4000, "ev\0e"],
)
def test_completion_says_nothing_of_addresses_and_real_names(eve: Asker, begun: str):
    Account.objects.filter(username="ana").update(first_name="Secret", email="secret@example.org")
    answer = logged_in(account("bob")).ask("GET", "handles", query_params={"begun": begun})
    assert answer.json() == {"handles": [], "you": "bob"}


def test_completion_knows_nobody_who_is_suspended_closed_or_a_computer(eve: Asker):
    for handle in ("evan", "evelyn", "evita"):
        ensure_player(account(handle))
    Account.objects.filter(username="evelyn").update(is_active=False)
    Account.objects.filter(username="evita").update(computer="greedy")
    answer = logged_in(account("bob")).ask("GET", "handles?begun=ev")
    assert answer.json() == {"handles": ["evan", "eve"], "you": "bob"}
    assert Asker().ask("GET", "handles?begun=ev").status_code == 401
    note = Asker(token(account("carl"), "note"))
    assert_problem(note.ask("GET", "handles?begun=ev"), 403, "scope")
