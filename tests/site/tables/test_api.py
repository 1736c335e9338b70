"""Tables through the API: a game from opening to the record, and every refusal in its shape."""

import secrets
import subprocess
import sys
from dataclasses import fields
from hashlib import sha256
from pathlib import Path

import pytest

from engine.computer import LEVELS
from games.accounts.tokens import TokenScope
from games.intake.verify import verify_submissions
from games.models import ApiToken, Game, Standing, Submission
from tables.api.answers import TermsFull
from tables.api.fields import COLOURS
from tables.api.inputs import TermsInput
from tables.forms import TermsForm
from tables.models import Phase, Table, TableEntry
from tables.play.computers import computer_account
from tables.terms import Agreed, Terms
from tests.services import processes
from tests.worlds.api_world import Asker, assert_problem, logged_in, token
from tests.worlds.tables import awaited, dealt, everything, opened, people, rated, secret_of, share

BOT = Path(__file__).resolve().parents[3] / "docs" / "examples" / "bot.py"

pytestmark = pytest.mark.django_db


@pytest.fixture
def askers(ana, ben):
    return {account.username: Asker(token(account, "play")) for account in (ana, ben)}


def turn_and_other(askers: dict[str, Asker], table: Table) -> tuple[Asker, Asker]:
    """Who is to act, and who is not."""
    turn = awaited(table).account.username
    return askers[turn], next(asker for name, asker in askers.items() if name != turn)


def test_a_game_from_the_first_seat_to_the_record(askers):
    ana, ben = askers["ana"], askers["ben"]
    shares = [secrets.token_bytes(32) for _ in range(2)]
    promises = [sha256(share).hexdigest() for share in shares]
    creation = ana.ask("POST", "tables", {"promise": promises[0], "colour": "gray"})
    assert creation.status_code == 201
    path = creation["Location"].partition("/api/v1/")[2]
    assert path == f"tables/{creation.json()['id']}"
    assert creation.json()["places"][0]["colour"] == "gray"
    sat = ben.ask("POST", f"{path}/places", {"promise": promises[1]})
    assert sat.status_code == 201
    assert sat.json()["phase"] == "dealing"
    for asker, given in zip((ana, ben), shares, strict=True):
        answer = asker.ask("POST", f"{path}/share", {"share": given.hex()})
        assert answer.status_code == 200
    state = answer.json()
    assert state["phase"] == "playing"
    assert {share["share"] for share in state["places"]} == {share.hex() for share in shares}
    while state["phase"] == "playing":
        for asker in (ana, ben):
            body = asker.ask("GET", f"{path}/legal").json()
            if body["legal"]:
                quick = [text for text in body["legal"] if text.startswith("sail")]
                entry = {"ply": body["plies"] + 1, "text": (quick or body["legal"])[0]}
                answer = asker.ask("POST", f"{path}/entries", entry)
                assert answer.status_code == 201, answer.content
                state = answer.json()["state"]
    assert ana.ask("GET", path).json()["game"] is None
    verify_submissions(list(Submission.objects.values_list("pk", flat=True)))
    game = Game.objects.get()
    assert ana.ask("GET", path).json()["game"] == game.pk
    assert (game.standing, game.played_here) == (Standing.COUNTED, True)


def test_an_answer_has_what_was_written_and_how_it_stands_now(askers, ana, ben):
    table = dealt([ana, ben])
    turn, _ = turn_and_other(askers, table)
    body = turn.ask("GET", f"tables/{table.pk}").json()
    entry = {"ply": body["plies"] + 1, "text": body["legal"][0], "key": "once"}
    first = turn.ask("POST", f"tables/{table.pk}/entries", entry).json()
    rows = TableEntry.objects.filter(table=table, ply__gt=body["plies"])
    assert [line["text"] for line in first["entries"]] == [row.text for row in rows]
    assert first["entries"][0]["by"] == awaited_before(body)
    assert first["state"]["plies"] == body["plies"] + len(first["entries"])
    looked = turn.ask("GET", f"tables/{table.pk}").json()
    changing = ("now", "places", "links")
    for name in set(looked) - set(changing):
        assert looked[name] == first["state"][name], name
    repeat = turn.ask("POST", f"tables/{table.pk}/entries", entry)
    assert repeat.status_code == 201
    assert repeat.json()["entries"] == first["entries"]
    assert Table.objects.get(pk=table.pk).plies == first["state"]["plies"]


def awaited_before(state: dict) -> str:
    return state["places"][state["awaited"]]["handle"]


def test_entries_from_where_one_was(ana, ben):
    table = dealt([ana, ben])
    path = f"tables/{table.pk}/entries"
    everything = Asker().ask("GET", path).json()
    assert everything["plies"] == table.plies
    assert [entry["ply"] for entry in everything["entries"]] == list(range(1, table.plies + 1))
    body = Asker().ask("GET", f"{path}?after=1").json()
    assert body["entries"] == everything["entries"][1:]
    assert Asker().ask("GET", f"{path}?after=999999").json()["entries"] == []


def test_only_the_seat_to_act_gets_what_is_legal(askers, ana, ben):
    table = dealt([ana, ben])
    turn, other = turn_and_other(askers, table)
    path = f"tables/{table.pk}"
    assert "take" in turn.ask("GET", f"{path}/legal").json()["legal"]
    assert turn.ask("GET", path).json()["legal"]
    for asker in (other, Asker()):
        assert asker.ask("GET", f"{path}/legal").json() == {"plies": table.plies, "legal": []}
        assert asker.ask("GET", path).json()["legal"] is None


def test_the_page_gets_what_to_draw(askers, ana, ben):
    table = dealt([ana, ben])
    turn, other = turn_and_other(askers, table)
    path = f"tables/{table.pk}/moments"
    assert turn.ask("GET", f"{path}?after=0").json()["asked"]
    assert other.ask("GET", f"{path}?after={table.plies}").json()["steps"] == []
    waiting = opened([ana], seats=3)
    assert_problem(Asker().ask("GET", f"tables/{waiting.pk}/moments"), 409, "conflict")


def test_out_of_turn_too_late_and_against_the_rules(askers, ana, ben):
    table = dealt([ana, ben])
    turn, other = turn_and_other(askers, table)
    path, ply = f"tables/{table.pk}/entries", table.plies + 1
    problem = assert_problem(
        other.ask("POST", path, {"ply": ply, "text": "take"}), 403, "not-your-turn"
    )
    assert problem["instance"] == f"/api/v1/{path}"
    for number in (1, ply - 1, ply + 1, 32_767):
        stale = turn.ask("POST", path, {"ply": number, "text": "take"})
        assert assert_problem(stale, 409, "stale")["plies"] == table.plies
    problem = assert_problem(
        turn.ask("POST", path, {"ply": ply, "text": "sail 9 temple"}), 422, "illegal-entry"
    )
    assert problem["rule"] == "NO_SUCH_SHIP"
    assert problem["sentence"]
    assert problem["place"].startswith("R")
    assert problem["rule_url"] == f"/rules/rulings/#{problem['place']}"
    assert "take" in problem["legal"]
    problem = assert_problem(
        turn.ask("POST", path, {"ply": ply, "text": "dance"}), 422, "illegal-entry"
    )
    assert problem["rule"] == "UNREADABLE"
    assert problem["rule_url"] == ""
    Table.objects.filter(pk=table.pk).update(deadline="2020-01-01T00:00:00Z")
    assert_problem(turn.ask("POST", path, {"ply": ply, "text": "take"}), 409, "time-over")
    assert Table.objects.get(pk=table.pk).plies == table.plies


def test_each_problem_of_a_table_is_explained_where_its_type_points(ana, ben):
    for kind, status in {
        "stale": 409,
        "time-over": 409,
        "not-your-turn": 403,
        "illegal-entry": 422,
    }.items():
        assert Asker().ask("GET", f"problems/{kind}").json()["status"] == status


NO_ENTRIES = [
    {},
    {"ply": 1},
    {"text": "take"},
    {"ply": 0, "text": "take"},
    {"ply": -1, "text": "take"},
    {"ply": "1", "text": "take"},
    {"ply": 1.5, "text": "take"},
    {"ply": True, "text": "take"},
    {"ply": 10**9, "text": "take"},
    {"ply": None, "text": "take"},
    {"ply": 1, "text": ""},
    {"ply": 1, "text": 7},
    {"ply": 1, "text": ["take"]},
    {"ply": 1, "text": "take" * 51},
    {"ply": 1, "text": "ta\0ke"},
    {"ply": 1, "text": "take", "key": 1},
    {"ply": 1, "text": "take", "key": "k" * 65},
    {"ply": 1, "text": "take", "key": None},
    [],
    None,
]


def test_what_is_no_entry(askers, ana, ben, subtests):
    table = dealt([ana, ben])
    turn, _ = turn_and_other(askers, table)
    for body in NO_ENTRIES:
        with subtests.test(str(body)[:40]):
            assert_problem(turn.ask("POST", f"tables/{table.pk}/entries", body), 400, "invalid")
    assert Table.objects.get(pk=table.pk).plies == table.plies


NO_TERMS = {
    "seats": [1, 5, "2", None, 2.5, True],
    "preset": ["", "none", 1],
    "sites": ["AAAA", "AAAAE", "aaaaa", 7],
    "modules": ["private_ships", ["none"], [1], [["private_ships"]]],
    "profile": ["none", 3],
    "rated": ["yes", 1, None],
    "access": ["nobody"],
    "pace": ["slow"],
    "minutes": [0, 181],
    "increment": [-1, 181],
    "days": [0, 15],
    "computers": [["deep-thought"], ["greedy"] * 4, "greedy"],
    "invited": [["nobody-at-all"], [7], ["x" * 26], ["\0"]],
    "colour": ["purple", 1],
    "edition": ["2099.1", "2026.1-none-000000", "x" * 21, 5, "a\0"],
    "promise": ["x" * 64, "0" * 63, 5, "0" * 65],
    "key": ["k" * 65, 7, None, "a\0", "a\u2028b"],
}


def test_terms_that_cannot_be(askers, subtests):
    assert set(NO_TERMS) | {"watchable", "previews"} == set(TermsInput().fields)
    for name, values in NO_TERMS.items():
        for value in values:
            with subtests.test(name, value=str(value)[:40]):
                problem = assert_problem(
                    askers["ana"].ask("POST", "tables", {name: value}), 400, "invalid"
                )
                assert list(problem["errors"]) in ([name], [])
    assert not Table.objects.exists()


def test_a_request_that_comes_again_opens_no_other_table(askers):
    ana, ben = askers["ana"], askers["ben"]
    terms = {"key": "friday", "preset": "mixed", "seats": 3}
    first = ana.ask("POST", "tables", terms)
    repeat = ana.ask("POST", "tables", terms | {"access": "open", "computers": []})
    assert (first.status_code, repeat.status_code) == (201, 201)
    assert repeat["Location"] == first["Location"]
    assert repeat.json()["terms"] == first.json()["terms"]
    for other in ({"seats": 2}, {"promise": "0" * 64}, {"computers": ["greedy"]}):
        problem = assert_problem(ana.ask("POST", "tables", terms | other), 409, "conflict")
        assert "key" in problem["detail"]
    assert ben.ask("POST", "tables", terms).json()["id"] != first.json()["id"]
    assert ana.ask("POST", "tables", terms | {"key": "saturday"}).status_code == 201
    for _ in range(2):
        ana.ask("POST", "tables", terms | {"key": ""})
    assert Table.objects.count() == 5


def test_a_request_that_comes_again_after_the_host_has_left(askers):
    ana, ben = askers["ana"], askers["ben"]
    terms = {"key": "friday", "seats": 3}
    first_table, other = (
        ana.ask("POST", "tables", terms).json(),
        ben.ask("POST", "tables", terms).json(),
    )
    places = f"tables/{first_table['id']}/places"
    ben.ask("POST", places, {})
    assert ana.ask("DELETE", places).json()["host"] == "ben"
    assert ana.ask("POST", "tables", terms).json()["id"] == first_table["id"]
    assert ben.ask("POST", "tables", terms).json()["id"] == other["id"]


def test_sides_and_modules_that_do_not_go_together_are_refused_by_field(askers):
    terms = {"preset": "custom", "sites": "AAAAA", "modules": ["hidden_market_cards"]}
    answer = askers["ana"].ask("POST", "tables", terms)
    if answer.status_code == 400:
        assert list(assert_problem(answer, 400, "invalid")["errors"]) == ["modules"]
    terms = {"computers": ["greedy", "greedy"], "seats": 3}
    problem = assert_problem(askers["ana"].ask("POST", "tables", terms), 400, "invalid")
    assert list(problem["errors"]) == ["computers"]


def test_what_is_agreed_is_stated_once():
    """The same names in the request, in the answer, in the columns and in the form."""
    agreed = {field.name for field in fields(Agreed)}
    names = {field.name for field in fields(Terms)}
    assert set(TermsInput().fields) == names | {"key"}
    assert set(TermsFull().fields) == agreed | {"edition"}
    assert set(TermsForm().fields) >= names - {"sites", "computers"}
    assert set(Table.columns(Terms())) == agreed - {"seats"} | {"seats_wanted"}
    assert Table(**Table.columns(Terms(seats=3, modules=("wager", "wrath")))).agreed == Agreed(
        seats=3, modules=("wager", "wrath")
    )


def test_what_is_left_out_is_as_usual():
    terms_input = TermsInput(data={})
    assert terms_input.is_valid()
    assert TermsInput.terms(terms_input.validated_data) == Terms()
    assert [name for name, _ in COLOURS] == ["black", "white", "brown", "gray"]
    assert len(LEVELS) > 1


def test_the_lists(askers, ana, ben):
    waiting = opened([ana], seats=3, invited=("ben",))
    running = dealt([ana, ben])
    lists = {name: viewer.ask("GET", "tables").json() for name, viewer in askers.items()}
    turn = awaited(running).account.username
    other = "ben" if turn == "ana" else "ana"
    ids = {
        viewer: {name: [row["id"] for row in rows] for name, rows in listing.items() if rows}
        for viewer, listing in lists.items()
    }
    assert ids[turn]["turn"] == ids[other]["others"] == [running.pk]
    assert ids["ana"]["waiting"] == [waiting.pk]
    assert ids["ben"]["open"] == ids["ben"]["invited"] == [waiting.pk]
    nobody = Asker().ask("GET", "tables").json()
    assert [row["id"] for row in nobody["open"]] == [waiting.pk]
    assert [row["id"] for row in nobody["running"]] == [running.pk]
    (open_table,) = nobody["open"]
    assert open_table["url"].endswith(f"/api/v1/tables/{waiting.pk}")
    assert (open_table["host"], open_table["free"], open_table["seats"]) == ("ana", 2, 3)


def test_the_lists_say_how_those_are_rated_who_sit_there(askers, ana, ben):
    rated(ana, 1_512_345)
    rated(computer_account("greedy"), 1_400_000)
    opened([ana, ben], seats=4, computers=("greedy",))
    (open_table,) = Asker().ask("GET", "tables").json()["open"]
    assert [place["rating"] for place in open_table["places"]] == [1_512_345, 1_400_000, None]
    assert "rating" not in Asker().ask("GET", f"tables/{open_table['id']}").json()["places"][0]


def test_the_lists_cost_the_same_however_long_they_are(
    askers, ana, ben, django_assert_max_num_queries
):
    for _ in range(4):
        opened([ana], seats=3)
        dealt([ben, ana])
    with django_assert_max_num_queries(24):
        askers["ana"].ask("GET", "tables")


def test_a_table_that_nobody_may_watch(askers, ana, ben):
    table = dealt([ana, ben], watchable=False)
    for path in ("", "/entries", "/legal", "/moments", "/talk", "/stream"):
        assert_problem(Asker().ask("GET", f"tables/{table.pk}{path}"), 403)
        assert askers["ana"].ask("GET", f"tables/{table.pk}{path}").status_code == 200


def test_nothing_hidden_is_shown_to_others(ana, ben):
    """Whatever the address: the table has every module, and somebody looked at cards."""
    table = everything([ana, ben])
    hidden = TableEntry.objects.create(
        table=table, ply=table.plies + 1, seat=-1, text="the secret", shown="no", only_for=0
    )
    Table.objects.filter(pk=table.pk).update(plies=hidden.ply, awaited=None)
    by_turn = {place.turn: Asker(token(place.account, "play")) for place in table.places.all()}
    for path in ("/entries", "/stream", ""):
        for viewer, asker in {**by_turn, None: Asker()}.items():
            answer = asker.ask("GET", f"tables/{table.pk}{path}")
            raw = b"".join(answer) if answer.streaming else answer.content
            assert (b"the secret" in raw) == (viewer == 0 and path != "")
            assert secret_of(table).hex().encode() not in raw


def test_leaving_a_closed_table_still_says_what_came_of_it(askers, ana, ben):
    table = opened([ana, ben], seats=3, access="invited", invited=("ben",))
    table.invitations.all().delete()
    answer = askers["ben"].ask("DELETE", f"tables/{table.pk}/places")
    assert answer.status_code == 200
    assert len(answer.json()["places"]) == 1
    assert_problem(askers["ben"].ask("GET", f"tables/{table.pk}"), 403)
    running = dealt([ana, ben], watchable=False)
    left = askers["ana"].ask("DELETE", f"tables/{running.pk}/places").json()
    assert left["phase"] == Phase.PLAYING
    assert [place["replaced_why"] for place in left["places"] if place["handle"] == "ana"] == [
        "left"
    ]


def test_the_host_seats_computers_and_takes_them_off(askers, ana):
    table = opened([ana], seats=3)
    path = f"tables/{table.pk}/places"
    answer = askers["ana"].ask("POST", path, {"computer": "greedy", "colour": "brown"})
    assert answer.status_code == 201
    assert [place["computer"] for place in answer.json()["places"]] == ["", "greedy"]
    assert askers["ana"].ask("DELETE", f"{path}/brown").json()["free"] == 2
    assert_problem(askers["ben"].ask("POST", path, {"computer": "random"}), 403)


def test_once_more(askers, ana, ben):
    table = dealt([ana, ben])
    for asker in askers.values():
        answer = asker.ask("POST", f"tables/{table.pk}/cancellation", {"agree": True})
        assert answer.status_code == 200
    assert answer.json()["phase"] == "cancelled"
    tables = [
        asker.ask("POST", f"tables/{table.pk}/rematch").json()["id"] for asker in askers.values()
    ]
    assert len(set(tables)) == 1
    assert askers["ana"].ask("GET", f"tables/{table.pk}").json()["rematch"] == tables[0]


def test_once_more_with_a_promise(askers, ana, ben):
    table = dealt([ana, ben])
    for asker in askers.values():
        asker.ask("POST", f"tables/{table.pk}/cancellation", {"agree": True})
    path, promises = f"tables/{table.pk}/rematch", [share()[1], share()[1]]
    for wrong in ("x" * 64, "0" * 63, 5, "0" * 65):
        assert_problem(askers["ana"].ask("POST", path, {"promise": wrong}), 400, "invalid")
    creation = askers["ana"].ask("POST", path, {"promise": promises[0]})
    assert (creation.status_code, creation.json()["places"][0]["promise"]) == (201, promises[0])
    second = askers["ben"].ask("POST", path, {"promise": promises[1]})
    assert second.json()["places"] == creation.json()["places"]
    places_path = f"tables/{creation.json()['id']}/places"
    assert (
        askers["ben"].ask("POST", places_path, {"promise": promises[1]}).json()["phase"]
        == "dealing"
    )


def test_a_token_for_tables_is_described_where_scopes_are():
    help_text = str(ApiToken._meta.get_field("scopes").help_text)
    assert help_text.partition(": ")[2].split(", ") == list(TokenScope)


def test_chat_and_blocked_accounts(askers, ana, ben):
    table = dealt([ana, ben])
    path = f"tables/{table.pk}/talk"
    line = askers["ana"].ask("POST", path, {"text": "hello"})
    assert line.status_code == 201
    askers["ana"].ask("POST", path, {"text": "anybody?"})
    assert [row["text"] for row in askers["ben"].ask("GET", path).json()["lines"]] == [
        "hello",
        "anybody?",
    ]
    lines = askers["ben"].ask("GET", f"{path}?after={line.json()['id']}").json()["lines"]
    assert [(row["handle"], row["text"]) for row in lines] == [("ana", "anybody?")]
    assert askers["ben"].ask("POST", "blocks", {"handle": "@ana"}).status_code == 204
    assert [row["handle"] for row in askers["ben"].ask("GET", "blocks").json()] == ["ana"]
    assert askers["ben"].ask("GET", path).json()["lines"] == []
    assert askers["ben"].ask("DELETE", "blocks/ana").status_code == 204
    assert askers["ben"].ask("GET", "blocks").json() == []
    report = f"{path}/{line.json()['id']}/report"
    assert askers["ben"].ask("POST", report, {}).status_code == 204
    elsewhere = dealt([ana, ben])
    wrong = f"tables/{elsewhere.pk}/talk/{line.json()['id']}/report"
    assert_problem(askers["ben"].ask("POST", wrong, {}), 404)


def test_acting_fast_is_no_abuse_and_has_a_count_of_its_own(askers, ana, ben, settings):
    settings.API_THROTTLES = dict.fromkeys(settings.API_THROTTLES, ("0/minute", "0/minute")) | {
        "act": ("2/minute", "0/minute")
    }
    table = dealt([ana, ben])
    entry = {"ply": 1, "text": "take"}
    answers = [askers["ana"].ask("POST", f"tables/{table.pk}/entries", entry) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [409, 409, 429]
    assert settings.API_THROTTLES["act"]


def test_the_session_of_the_page_may_what_its_account_may(ana, ben):
    table = dealt([ana, ben])
    assert logged_in(ana).ask("GET", f"tables/{table.pk}").json()["viewer"] is not None


@pytest.mark.django_db(transaction=True)
def test_the_bot_of_the_documentation_plays_a_game():
    source = BOT.read_text()
    code = source.split('"""', 2)[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 45
    ana, ben = people("ana", "ben")
    table = opened([ana], seats=2, minutes=60)
    with processes.web(DATABASE_POOL="4") as (address, _):
        bots = [
            subprocess.Popen(
                [sys.executable, str(BOT), address, token(account, "play"), table.pk, "0.02"],
                stdout=subprocess.PIPE,
            )
            for account in (ana, ben)
        ]
        wrong = subprocess.run(
            [sys.executable, str(BOT), address, "imh_wrong", table.pk],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        parts = [bot.communicate(timeout=200)[0].decode().split() for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("401 ")
    assert "token" in wrong.stderr
    assert "Traceback" not in wrong.stderr
    assert [words[:1] for words in parts] == [["finished"], ["finished"]]
    assert Table.objects.get(pk=table.pk).phase == Phase.FINISHED
