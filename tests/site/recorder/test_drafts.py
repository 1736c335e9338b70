"""Drafts: games on the site while they are being recorded, and how they go from phone to phone."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.accounts import closing, data_export
from games.accounts.handles import MAX_HANDLES, completed
from games.limits import CODE_MINUTES, DRAFT_BYTES, DRAFT_DAYS, DRAFT_HANDS, DRAFTS
from games.models import Account, Draft, DraftHand
from games.standing.resolve_players import ensure_player
from tables.recorder import drafts
from tables.tasks import forget_drafts
from tests.cast import account, finished_log, submit
from tests.worlds.api_world import Asker, assert_problem, logged_in, token
from tests.worlds.modules import module_world

pytestmark = pytest.mark.both_databases

HEAD = "imhotep 1\nedition: 2026.1\nseats: black=@ana white=Ben Bo  # names\n\n"
LOG = f"{HEAD}round 4 3 2 2\nmarket lever statue entrance sail\nblack take # three\n"

People = dict[str, Account]


def signed_up(handle: str) -> Account:
    user = account(handle)
    ensure_player(user)
    return user


stored_world, people_of_module = module_world(
    lambda: {name: signed_up(name) for name in ("ana", "ben", "anton", "zoe")}, "people"
)


@pytest.fixture
def ana(people: People) -> Asker:
    return logged_in(people["ana"])


def put(asker: Asker, pk: object, log: str = LOG, version: int = 0, mark: str = "") -> Any:
    return asker.ask("PUT", f"drafts/{pk}", {"log": log, "version": version, "mark": mark})


def begun(asker: Asker, log: str = LOG) -> str:
    pk = str(uuid4())
    assert put(asker, pk, log).status_code == 200
    return pk


def code_of(asker: Asker, pk: str) -> str:
    answer = asker.ask("POST", f"drafts/{pk}/code")
    assert answer.status_code == 201
    code: str = answer.json()["code"]
    return code


def by_code(asker: Asker, code: str) -> Any:
    return asker.ask("POST", "drafts/by-code", {"code": code})


def test_a_draft_is_kept_listed_shown_and_dropped(ana: Asker):
    pk = begun(ana)
    (row,) = ana.ask("GET", "drafts").json()
    assert (row["id"], row["version"], row["own"], row["handle"]) == (pk, 1, True, "ana")
    assert (row["seats"], row["entries"]) == ("black=@ana white=Ben Bo", 3)
    assert "log" not in row
    answer = ana.ask("GET", f"drafts/{pk}")
    assert answer.json()["log"] == LOG
    assert answer["Cache-Control"] == "private, no-store"
    assert ana.ask("DELETE", f"drafts/{pk}").status_code == 204
    assert not Draft.objects.exists()


def test_what_a_game_is_brought_for_is_handed_on_with_it(ana: Asker, people: People):
    pk = str(uuid4())
    body = {"log": LOG, "version": 0, "occasion": "abcd2345"}
    assert ana.ask("PUT", f"drafts/{pk}", body).status_code == 200
    for asker in (Asker(), logged_in(people["ben"])):
        assert by_code(asker, code_of(ana, pk)).json()["occasion"] == "abcd2345"
    put(ana, pk, LOG, 1)  # an older page names nothing
    assert ana.ask("GET", f"drafts/{pk}").json()["occasion"] == "abcd2345"
    body |= {"version": 2, "occasion": "club:anchor"}
    assert ana.ask("PUT", f"drafts/{pk}", body).status_code == 200
    outdated = put(ana, pk, LOG + "#", 1).json()
    assert (outdated["version"], outdated["occasion"]) == (3, "club:anchor")


def test_each_write_names_the_version_it_was_made_on(ana: Asker):
    pk = begun(ana)
    longer = LOG + "white take\n"
    assert put(ana, pk, longer, 1).json()["version"] == 2
    problem = assert_problem(put(ana, pk, LOG + "white pass\n", 1), 409, "draft-changed")
    assert (problem["version"], problem["log"]) == (2, longer)
    assert ana.ask("GET", f"drafts/{pk}").json()["log"] == longer
    problem = assert_problem(put(ana, pk, LOG, 0), 409, "draft-changed")
    assert problem["version"] == 2


def test_a_write_that_comes_twice_is_written_once(ana: Asker):
    pk = str(uuid4())
    for _ in range(2):
        assert put(ana, pk, LOG, 0, "first").json()["version"] == 1
    longer = LOG + "white take\n"
    for _ in range(2):
        assert put(ana, pk, longer, 1, "second").json()["version"] == 2
    assert_problem(put(ana, pk, LOG, 1, "second"), 409, "draft-changed")
    assert_problem(put(ana, pk, longer, 1, "other"), 409, "draft-changed")


def test_the_last_written_draft_comes_first(ana: Asker):
    first, second = begun(ana), begun(ana)
    put(ana, first, LOG, 1)
    assert [row["id"] for row in ana.ask("GET", "drafts").json()] == [first, second]


@pytest.mark.parametrize(
    ("log", "status"),
    [
        ("", 400),
        ("round 4 3 2 2\n", 400),
        (HEAD + "\0", 400),
        (HEAD + "x" * DRAFT_BYTES, 400),
        (HEAD + "ä" * (DRAFT_BYTES // 2), 413),
    ],
)
def test_what_is_no_log_or_too_long_is_refused(ana: Asker, log: str, status: int):
    assert put(ana, uuid4(), log).status_code == status
    assert not Draft.objects.exists()


def test_what_cannot_stand_yet_is_kept_all_the_same(ana: Asker):
    log = "\ufeff# a comment\nimhotep 1\nnonsense\n"
    pk = begun(ana, "imhotep 1\nnonsense\n")
    assert ana.ask("GET", f"drafts/{pk}").json()["entries"] == 1
    assert put(ana, uuid4(), log).status_code == 400


def test_one_draft_too_many_is_refused_and_the_others_go_on(ana: Asker):
    pks = [begun(ana) for _ in range(DRAFTS)]
    assert_problem(put(ana, uuid4()), 409, "conflict")
    assert put(ana, pks[0], LOG, 1).status_code == 200


def test_old_drafts_are_dropped(ana: Asker):
    old, young = begun(ana), begun(ana)
    for pk, days in ((old, DRAFT_DAYS + 1), (young, DRAFT_DAYS - 1)):
        Draft.objects.filter(pk=pk).update(written_at=timezone.now() - timedelta(days=days))
    forget_drafts()
    assert [str(row.pk) for row in Draft.objects.all()] == [young]


def test_a_draft_goes_with_its_account_and_is_in_what_is_stored_of_it(ana: Asker, people: People):
    pk = begun(ana)
    handles = {
        part.name: b"".join(part.pieces) for part in data_export.account_export_files(people["ana"])
    }
    assert handles[f"drafts/{pk}.imh"] == LOG.encode()
    assert pk.encode() in handles["drafts.ndjson"]
    DraftHand.objects.create(draft_id=pk, account=people["ben"])
    closing.close(people["ben"])
    assert not DraftHand.objects.exists()
    closing.close(people["ana"])
    assert not Draft.objects.exists()


def test_another_account_goes_on_by_a_code(ana: Asker, people: People):
    pk, ben = begun(ana), logged_in(people["ben"])
    assert_problem(ben.ask("GET", f"drafts/{pk}"), 404)
    body = by_code(ben, code_of(ana, pk).upper()).json()
    assert body == {"id": pk, "version": 1, "log": LOG, "occasion": ""}
    (row,) = ben.ask("GET", "drafts").json()
    assert (row["own"], row["handle"]) == (False, "ana")
    assert put(ben, pk, LOG + "white take\n", 1).json()["version"] == 2
    assert_problem(put(ana, pk, LOG + "white pass\n", 1), 409, "draft-changed")
    assert ben.ask("DELETE", f"drafts/{pk}").status_code == 204
    assert ben.ask("GET", "drafts").json() == []
    assert ana.ask("GET", f"drafts/{pk}").status_code == 200


def test_ones_own_second_phone_and_a_phone_without_an_account(ana: Asker):
    pk = begun(ana)
    assert by_code(ana, code_of(ana, pk)).json()["id"] == pk
    assert not DraftHand.objects.exists()
    copy = by_code(Asker(), code_of(ana, pk).replace("-", " ")).json()
    assert copy == {"id": None, "version": 0, "log": LOG, "occasion": ""}


def test_a_token_that_may_not_upload_gets_a_copy(ana: Asker, people: People):
    code = code_of(ana, begun(ana))
    assert by_code(Asker(token(people["ben"], "read")), code).json()["id"] is None
    assert not DraftHand.objects.exists()


def test_a_code_works_once_for_a_quarter_of_an_hour_and_the_last_one_only(ana: Asker):
    pk = begun(ana)
    older, newer = code_of(ana, pk), code_of(ana, pk)
    assert_problem(by_code(ana, older), 400, "invalid")
    assert by_code(ana, newer).status_code == 200
    assert_problem(by_code(ana, newer), 400, "invalid")
    late = code_of(ana, pk)
    ended = Draft.objects.get().code_ends_at - timedelta(minutes=CODE_MINUTES, seconds=1)
    Draft.objects.update(code_ends_at=ended)
    assert_problem(by_code(ana, late), 400, "invalid")


def test_letters_that_look_like_digits_are_read_as_those():
    assert drafts.code_digest("O1I0-l1aB") == drafts.code_digest("0110 11ab")


def test_no_more_than_a_few_go_on_with_one_draft(ana: Asker, people: People):
    pk = begun(ana)
    for n in range(DRAFT_HANDS):
        assert by_code(logged_in(account(f"other{n}")), code_of(ana, pk)).status_code == 200
    assert_problem(by_code(logged_in(people["zoe"]), code_of(ana, pk)), 409, "conflict")


def test_handles_are_completed_opponents_first(people: People):
    ana = people["ana"]
    assert completed(ana, "") == []
    assert completed(ana, "a") == []
    assert completed(ana, "@AN") == ["anton"]
    submit(ana, finished_log("black=@ana white=@zoe"))
    assert completed(ana, "") == ["zoe"]
    assert completed(ana, "z") == ["zoe"]
    for n in range(MAX_HANDLES + 2):
        signed_up(f"zo-{n}")
    handles = completed(ana, "zo")
    assert handles[0] == "zoe"
    assert len(handles) == MAX_HANDLES == len(set(handles))
