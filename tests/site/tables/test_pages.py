"""The pages around a table: for everybody, in every phase, by forms alone."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

import tables.urls
from games.models import Account
from tables.chat import block_account, hide_chat_line, post_chat_line
from tables.clocks import clock
from tables.ending.ending import abandon, agree_to_cancel
from tables.lobby.opening import open_table
from tables.lobby.seats import leave_seat, sit_down
from tables.locks import read_table
from tables.models import Block, ChatLine, ChatReport, Invitation, Phase, Table
from tables.play.computers import computer_account
from tables.terms import Terms
from tests.cast import account, client_of
from tests.worlds.tables import awaited, dealt, opened, people, play_out, rated, secret_of, share
from web.rate_limits import Throttle

ANONYMOUS = ""
CAST = (ANONYMOUS, "ana", "ben", "cat", "dan", "mo")
"""Nobody in particular; the host; who sits beside her; a stranger; one whom ana has blocked; a
moderator."""


@pytest.fixture(autouse=True)
def _forgotten(db: None) -> None:
    cache.clear()


class Tables(dict[str, Table]):
    """ana's tables, a phase each, opened when they are first asked for. `secret` is for those
    invited, `unwatched` has no spectators, `closed` was left before the deal."""

    def __init__(self, ana: Account, ben: Account) -> None:
        super().__init__()
        self.ana, self.ben = ana, ben

    def __missing__(self, phase: str) -> Table:
        self[phase] = table = self._make_table(phase)
        return table

    def _make_table(self, phase: str) -> Table:
        ana, ben = self.ana, self.ben
        if phase == "open":
            return opened([ana, ben], seats=3)
        if phase == "secret":
            return opened([ana, ben], seats=3, access="invited", invited=("ben",))
        if phase == "dealing":  # waits for ana's share; ben has promised none
            return sit_down(open_table(ana, Terms(promise=share()[1])).pk, ben)
        if phase == "closed":
            return leave_seat(opened([ana]).pk, ana)
        table = dealt([ana, ben], watchable=phase != "unwatched")
        if phase == "cancelled":
            for account in (ana, ben):
                agree_to_cancel(table.pk, account, True)
        if phase == "abandoned":
            abandon(table.pk)
        return read_table(table.pk)


PHASES = ("open", "dealing", "playing", "unwatched", "secret", "closed", "cancelled", "abandoned")


@dataclass
class Room:
    """The cast, and ana's tables."""

    people: dict[str, Account]
    tables: Tables

    def client(self, name: str) -> Client:
        return client_of(self.people.get(name))

    def page(self, name: str, phase: str, **parameters: Any):
        return self.client(name).get(self.address(phase), parameters)

    def post(self, name: str, act: str, phase: str, **data: Any):
        path = reverse(f"table-{act}", args=[self.tables[phase].pk])
        return self.client(name).post(path, data, follow=True)

    def address(self, phase: str) -> str:
        return reverse("table", args=[self.tables[phase].pk])


@pytest.fixture
def room(db: None) -> Room:
    ana, ben, cat, dan = people("ana", "ben", "cat", "dan")
    mo = account("mo", moderator=True)
    block_account(ana, "dan")
    return Room({"ana": ana, "ben": ben, "cat": cat, "dan": dan, "mo": mo}, Tables(ana, ben))


LOOKS = {
    "open": dict.fromkeys(CAST, 200),
    "dealing": dict.fromkeys(CAST, 200),
    "playing": dict.fromkeys(CAST, 200),
    "unwatched": {**dict.fromkeys(CAST, 403), ANONYMOUS: 302, "ana": 200, "ben": 200},
    "secret": {**dict.fromkeys(CAST, 403), ANONYMOUS: 302, "ana": 200, "ben": 200},
    "closed": dict.fromkeys(CAST, 200),
    "cancelled": dict.fromkeys(CAST, 200),
    "abandoned": dict.fromkeys(CAST, 200),
}
WORDS = {
    "open": "a free seat",
    "dealing": "All seats are taken",
    "playing": "data-play",
    "unwatched": "data-play",
    "secret": "by invitation",
    "closed": "closed before the game began",
    "cancelled": "All players agreed to cancel the game",
    "abandoned": "No players were left",
}


def test_every_phase_for_everybody(room: Room):
    pages = {phase: {name: room.page(name, phase) for name in CAST} for phase in PHASES}
    statuses = {
        phase: {name: answer.status_code for name, answer in row.items()}
        for phase, row in pages.items()
    }
    assert statuses == LOOKS
    for phase, row in pages.items():
        for name, answer in row.items():
            if answer.status_code == 200:
                assert WORDS[phase] in answer.content.decode(), (phase, name)
            elif not name:
                assert answer["Location"] == f"/accounts/login/?next={room.address(phase)}"


def test_a_part_of_the_waiting_room_is_sent_alone_and_is_another_page_after_the_deal(room: Room):
    part = room.page("ana", "open", fragment=1).content.decode()
    assert "<html" not in part
    assert "a free seat" in part
    assert room.page("ana", "playing", fragment=1).status_code == 205
    assert room.page("cat", "unwatched", fragment=1).status_code == 403


def test_a_finished_table_is_open_to_all(room: Room):
    table = room.tables["unwatched"]
    assert play_out(table.pk, player="greedy").phase == Phase.FINISHED
    for name in CAST:
        assert room.page(name, "unwatched").status_code == 200


def test_a_finished_table_says_who_won_before_the_record_has_the_game(room: Room):
    table = room.tables["unwatched"]
    assert play_out(table.pk, player="greedy").phase == Phase.FINISHED
    page = room.page("ana", "unwatched").content.decode()
    assert "data-verifying" in page
    seats = re.findall(r'podium__place">(\d)\..*?podium__points">(\d+)<', page, re.DOTALL)
    points = [int(number) for _, number in seats]
    assert len(points) == len(table.places.all())
    assert seats[0][0] == "1"
    assert points == sorted(points, reverse=True)
    assert "published and rated in a moment" in page
    tally = re.search(r"data-ending>.*?</ol>", page, re.DOTALL)
    assert tally, "the final scoring stands there without a script"
    assert "gets" in tally[0]
    assert "Play a stronger opponent" not in page, "ana played a person"


PUBLIC = dict.fromkeys(CAST, 200)
PERSONAL = {**PUBLIC, ANONYMOUS: 302}
NO_PAGE = dict.fromkeys(CAST, 405)
PLAYERS = {**dict.fromkeys(CAST, 403), ANONYMOUS: 302, "ana": 302, "ben": 302}
HOST = {**dict.fromkeys(CAST, 403), ANONYMOUS: 302, "ana": 302}
DONE = dict.fromkeys(CAST, 302)
NONE = dict.fromkeys(CAST, 404)


@dataclass
class Row:
    """An address at the open table: what each of the cast gets by GET, and by POST."""

    get: dict[str, int]
    post: dict[str, int]
    data: dict[str, str]


TABLE = {
    "fair-dealing": Row(PUBLIC, NO_PAGE, {}),
    "record": Row(PUBLIC, NO_PAGE, {}),
    "lobby": Row(PUBLIC, NO_PAGE, {}),
    "table-new": Row(PERSONAL, {**dict.fromkeys(CAST, 400), ANONYMOUS: 302}, {}),
    "play-first": Row(PERSONAL, NO_PAGE, {}),
    "play-computer": Row(NO_PAGE, DONE, {}),
    "play-quick": Row(NO_PAGE, DONE, {}),
    "learn": Row(PUBLIC, NO_PAGE, {}),
    "lesson": Row(PUBLIC, NO_PAGE, {}),
    "lesson-hints": Row(PUBLIC, NO_PAGE, {}),
    "lesson-previews": Row(PUBLIC, NO_PAGE, {}),
    "first-game": Row(DONE, NO_PAGE, {}),
    "first-game-begin": Row(NO_PAGE, DONE, {}),
    "first-game-moments": Row(NONE, NO_PAGE, {}),
    "first-game-hints": Row(NONE, NO_PAGE, {}),
    "first-game-previews": Row(NONE, NO_PAGE, {}),
    "first-game-act": Row(NO_PAGE, NONE, {"ply": "3", "text": "take"}),
    "first-game-back": Row(NO_PAGE, NONE, {}),
    "first-game-keep": Row(NO_PAGE, NONE, {}),
    "my-tables": Row(PERSONAL, NO_PAGE, {}),
    "turns": Row(PUBLIC, NO_PAGE, {}),
    "invitations": Row(PERSONAL, NO_PAGE, {}),
    "notices": Row(PERSONAL, DONE, {"kind": "turn"}),
    "notices-add": Row(NO_PAGE, {**dict.fromkeys(CAST, 400), ANONYMOUS: 401}, {}),
    "notices-remove": Row(NO_PAGE, DONE, {}),
    "presence": Row(NO_PAGE, DONE, {"shown": "yes"}),
    "follow": Row(NO_PAGE, DONE, {"handle": "cat"}),
    "profile": Row(PERSONAL, {**dict.fromkeys(CAST, 400), ANONYMOUS: 302}, {"face": "cat"}),
    "blocks": Row(NO_PAGE, DONE, {"handle": "cat"}),
    "table": Row(PUBLIC, NO_PAGE, {}),
    "table-sit": Row(NO_PAGE, {**DONE, "dan": 403}, {}),
    "table-stand-up": Row(NO_PAGE, PLAYERS, {}),
    "table-decline": Row(NO_PAGE, {**dict.fromkeys(CAST, 403), ANONYMOUS: 302}, {}),
    "table-invite": Row(NO_PAGE, HOST, {"handle": "@Cat"}),
    "table-computer": Row(NO_PAGE, HOST, {"level": "greedy"}),
    "table-unseat": Row(NO_PAGE, HOST, {"colour": "white"}),
    "table-promise": Row(NO_PAGE, PLAYERS, {"promise": "0" * 64}),
    "table-share": Row(NO_PAGE, PLAYERS, {"share": "0" * 64}),
    "table-small": Row(dict.fromkeys(CAST, 404), NO_PAGE, {}),
    "table-log": Row(dict.fromkeys(CAST, 404), NO_PAGE, {}),
    "table-hints": Row(dict.fromkeys(CAST, 404), NO_PAGE, {}),
    "table-previews": Row(dict.fromkeys(CAST, 403), NO_PAGE, {}),
    "table-act": Row(NO_PAGE, PLAYERS, {"ply": "1", "text": "take"}),
    "table-leave": Row(NO_PAGE, PLAYERS, {}),
    "table-resign": Row(NO_PAGE, PLAYERS, {}),
    "table-cancel": Row(NO_PAGE, PLAYERS, {}),
    "table-take-back": Row(NO_PAGE, PLAYERS, {}),
    "table-rematch": Row(NO_PAGE, PLAYERS, {}),
    "table-harder": Row(NO_PAGE, PLAYERS, {}),
    "table-talk": Row(PUBLIC, NO_PAGE, {}),
    "table-say": Row(NO_PAGE, PLAYERS, {"text": "Hello"}),
    "table-report": Row(NO_PAGE, DONE, {"line": "LINE"}),
    "table-block": Row(NO_PAGE, DONE, {"handle": "cat"}),
}


LESSON = {name: ["load", 1] for name in TABLE if name.startswith("lesson")}
AT_A_TABLE = {name for name in TABLE if name.startswith("table") and name != "table-new"}


ELSEWHERE = {
    "play-on",
    *("table-guest", "table-guest-free", "table-guest-new-link", "table-guest-chat", "table-seat"),
}
"""Addresses that have tests of their own: ``test_continuing``, ``test_guests``."""


def test_no_address_is_forgotten():
    assert {str(urlpattern.name) for urlpattern in tables.urls.urlpatterns} - ELSEWHERE == set(
        TABLE
    )


@pytest.mark.parametrize("name", sorted(TABLE))
def test_everybody_at_every_address(room: Room, name: str):
    table, row = room.tables["open"], TABLE[name]
    line = post_chat_line(table.pk, room.people["ben"], "Good luck!")
    path = reverse(name, args=[table.pk] if name in AT_A_TABLE else LESSON.get(name, []))
    data = {key: str(line.pk) if value == "LINE" else value for key, value in row.data.items()}
    assert {viewer: room.client(viewer).get(path).status_code for viewer in CAST} == row.get
    statuses = {}
    for viewer in CAST:
        with Undone():
            statuses[viewer] = room.client(viewer).post(path, data).status_code
    assert statuses == row.post


class Undone:
    """What happens within is taken back: each of the cast finds the same world."""

    def __enter__(self) -> None:
        self.block = transaction.atomic()
        self.block.__enter__()

    def __exit__(self, *_: object) -> None:
        transaction.set_rollback(True)
        self.block.__exit__(None, None, None)


def test_a_table_that_there_is_not(room: Room):
    client = room.client("ana")
    words = {"text": "take", "handle": "cat", "level": "greedy"}
    data = {"ply": "1", "line": "1", "promise": "0" * 64, "share": "0" * 64, **words}
    for name in sorted(AT_A_TABLE):
        path = reverse(name, args=["0" * 12])
        assert client.get(path).status_code == (405 if TABLE[name].get is NO_PAGE else 404)
        if name != "table-block":  # for that no table is needed
            assert client.post(path, data).status_code in (404, 405)
    for bad in ("0" * 11, "0" * 13, "u" * 12, "A" * 12):
        assert client.get(f"/tables/{bad}/").status_code == 404


def test_posts_want_a_token(room: Room):
    client = client_of(room.people["cat"], enforce_csrf_checks=True)
    path = reverse("table-sit", args=[room.tables["open"].pk])
    assert client.post(path).status_code == 403


def test_sitting_down_by_the_form_and_standing_up_again(room: Room):
    promise = share()[1]
    seated = room.post("cat", "sit", "secret", colour="gray")
    assert seated.status_code == 403
    table = room.tables["open"]
    other = opened([room.people["ben"]])
    room.tables["other"] = other
    room.post("ana", "sit", "other", colour="gray", promise=promise)
    place = read_table(other.pk).places.get(account=room.people["ana"])
    assert (place.colour, place.promise) == ("gray", promise)
    assert read_table(other.pk).phase == Phase.DEALING
    answer = room.post("ben", "stand-up", "open")
    assert "You have left your seat." in answer.content.decode()
    assert not table.places.filter(account=room.people["ben"]).exists()


def test_what_cannot_be_done_just_now_is_said_at_the_table(room: Room):
    assert (
        "You already have a seat at this table." in room.post("ana", "sit", "open").content.decode()
    )
    text = room.post("cat", "sit", "open", colour="black").content.decode()
    assert "Another player has this colour." in text
    full = room.post("cat", "sit", "playing").content.decode()
    assert "no longer open" in full


HOSTILE: list[tuple[str, dict[str, str]]] = [
    ("sit", {"colour": "pink"}),
    ("sit", {"colour": "bl\0ack"}),
    ("sit", {"promise": "x" * 64}),
    ("sit", {"promise": "\N{FULLWIDTH DIGIT ONE}" * 64}),
    ("promise", {"promise": "9" * 63}),
    ("promise", {}),
    ("share", {"share": "g" * 64}),
    ("share", {"share": "0" * 64}),
    ("invite", {"handle": "nobody-here"}),
    ("invite", {"handle": "\0"}),
    ("invite", {"handle": "ana"}),
    ("invite", {}),
    ("computer", {"level": "omniscient"}),
    ("computer", {}),
    ("unseat", {"colour": "\0"}),
    ("unseat", {"colour": "white"}),
    ("act", {"ply": "one", "text": "take"}),
    ("act", {"ply": "1"}),
    ("act", {"ply": "1", "text": "\0"}),
    ("act", {"ply": "99999999999999999999", "text": "take"}),
    ("say", {"text": ""}),
    ("say", {"text": "x" * 501}),
    ("block", {"handle": "ana"}),
    ("block", {"handle": "\0"}),
]


def test_hostile_input_is_refused_in_a_sentence(room: Room):
    before = state(room)
    for act, data in HOSTILE:
        cache.clear()
        answer = room.post("cat" if act == "sit" else "ana", act, "open", **data)
        assert answer.status_code == 200, (act, data)
        assert "notice--bad" in answer.content.decode(), (act, data)
        assert state(room) == before


def state(room: Room) -> list[Any]:
    places = room.tables["open"].places.values_list("account", "colour", "promise", "opened_at")
    return [*places, Invitation.objects.count(), Block.objects.count(), ChatLine.objects.count()]


def test_the_host_invites_and_the_guest_declines(room: Room):
    text = room.post("ana", "invite", "secret", handle="@CAT").content.decode()
    assert "@cat is invited." in text
    assert "@ana invites you" in room.page("cat", "secret").content.decode()
    assert "invites you to play" in room.client("cat").get("/play/mine/").content.decode()
    assert (
        "You have declined the invitation."
        in room.post("cat", "decline", "secret").content.decode()
    )
    assert "declined" in room.page("ana", "secret").content.decode()
    assert "invites you to play" not in room.client("cat").get("/play/mine/").content.decode()


def test_the_host_seats_a_computer_and_sends_it_away(room: Room):
    table = opened([room.people["ana"]], seats=3)
    room.tables["mine"] = table
    assert (
        "Computer (easy)" in room.post("ana", "computer", "mine", level="greedy").content.decode()
    )
    assert "Remove</button>" in room.page("ana", "mine").content.decode()
    assert "Remove</button>" not in room.page("ben", "mine").content.decode()
    room.post("ana", "unseat", "mine", colour="white")
    assert table.places.count() == 1


def test_only_what_may_be_done_is_offered(room: Room):
    texts = {name: room.page(name, "open").content.decode() for name in CAST}
    assert {name for name in CAST if "Add a computer player" in texts[name]} == {"ana"}
    assert {name for name in CAST if "Leave seat" in texts[name]} == {"ana", "ben"}
    assert {name for name in CAST if ">Sit down<" in texts[name]} == {"cat", "dan", "mo"}
    assert "Log in to sit down" in texts[ANONYMOUS]
    assert {name for name in CAST if "data-say" in texts[name]} == {"ana", "ben"}


def test_promises_are_shown_and_shares_are_not_before_the_deal(room: Room):
    table = room.tables["dealing"]
    place = table.places.get(account=room.people["ana"])
    text = room.page("cat", "dealing").content.decode()
    assert place.promise in text
    assert table.commitment in text
    assert secret_of(table).hex() not in text
    secret, promise = share()
    other = open_table(room.people["ana"], Terms(promise=promise))
    sit_down(other.pk, room.people["ben"], promise=share()[1])
    room.tables["other"] = other
    room.post("ana", "share", "other", share=secret)
    assert read_table(other.pk).phase == Phase.DEALING
    text = room.page("ana", "other").content.decode()
    assert secret not in text
    assert ">shown<" in text


def test_an_entry_by_the_form(room: Room):
    table = room.tables["playing"]
    username = awaited(table).account.username
    other = "ben" if username == "ana" else "ana"
    ply = str(table.plies + 1)
    text = room.post(other, "act", "playing", ply=ply, text="take").content.decode()
    assert "It is not your turn." in text
    assert room.post(username, "act", "playing", ply=ply, text="take").status_code == 200
    assert read_table(table.pk).plies > table.plies
    late = room.post(username, "act", "playing", ply=ply, text="take").content.decode()
    assert "The game has moved on" in late
    assert room.post("cat", "act", "playing", ply=ply, text="take").status_code == 403


def test_leaving_agreeing_to_cancel_and_once_more(room: Room):
    people = [room.people["ana"], room.people["ben"]]
    room.tables["friendly"] = friendly = dealt(people, rated=False)
    text = room.post("ana", "leave", "friendly").content.decode()
    assert "You have left the game." in text
    room.post("ben", "cancel", "friendly")
    assert read_table(friendly.pk).phase == Phase.CANCELLED
    answer = room.post("ben", "rematch", "friendly")
    table = Table.objects.get(rematch_of=friendly)
    assert answer.redirect_chain[-1][0] == f"/tables/{table.pk}/"
    room.post("ana", "cancel", "playing")
    room.post("ana", "cancel", "playing", agree="no")
    room.post("ben", "cancel", "playing")
    assert read_table(room.tables["playing"].pk).phase == Phase.PLAYING


def test_the_lobby_shows_what_one_may_sit_down_at_or_watch(room: Room):
    ids = {phase: f'id="table-{room.tables[phase].pk}"' for phase in PHASES}
    texts = {name: room.client(name).get("/play/").content.decode() for name in CAST}
    for name in (ANONYMOUS, "cat"):
        assert {phase for phase in ids if ids[phase] in texts[name]} == {"open", "playing"}
    live = {"open", "dealing", "playing", "unwatched", "secret"}
    assert {phase for phase in ids if ids[phase] in texts["ana"]} == live
    assert not [phase for phase in ids if ids[phase] in texts["dan"]]
    part = room.client("cat").get("/play/?fragment=1").content.decode()
    assert "<html" not in part
    assert ids["open"] in part


def test_an_empty_lobby_says_what_to_do(db: None):
    text = Client().get("/play/").content.decode()
    assert "No open tables right now" in text
    assert "Play the computer" in text
    assert text.count("button--primary") == 1
    assert 'button--primary button--large">Play now<' in text


def test_my_turn_comes_first_and_is_counted_in_the_head_of_every_page(room: Room):
    assert room.tables["open"].phase == Phase.OPEN
    waiting = [awaited(room.tables[phase]).account.username for phase in ("playing", "unwatched")]
    for name in ("ana", "ben"):
        turn_count = waiting.count(name)
        text = room.client(name).get("/play/mine/").content.decode()
        assert f"data-turns-count>{turn_count}<" in text
        assert badge_is_hidden(text) == (not turn_count)
        assert room.client(name).get("/play/turns.json").json()["turns"] == turn_count
        if turn_count:
            assert text.index("Your turn") < text.index("waiting for players")
    assert badge_is_hidden(room.client("cat").get("/").content.decode())
    assert "data-turns" not in Client().get("/").content.decode()
    assert Client().get("/play/turns.json").json() == {
        "turns": 0,
        "words": "",
        "next": "",
        "waits": {},
    }


def badge_is_hidden(page: str) -> bool:
    """The number in the head."""
    badge = re.search(r"<span [^>]*data-turns [^>]*>", page)
    assert badge
    return badge[0].endswith(" hidden>")


def test_ended_tables_are_paged(room: Room):
    ana = room.people["ana"]
    for _ in range(30):
        table = opened([ana])
        leave_seat(table.pk, ana)
    client = room.client("ana")
    first = client.get("/play/mine/")
    assert first.content.decode().count('<td class="title">') == 25
    assert 'rel="next"' in first.content.decode()
    response = client.get("/play/mine/", {"after": first.context["page"].next})
    assert response.content.decode().count('<td class="title">') == 5
    for bad in ("x", "W10", "é"):
        assert client.get("/play/mine/", {"after": bad}).status_code == 404


def test_a_newcomer_is_led_through_signing_up_to_the_table(db: None):
    client = Client()
    lobby = client.get("/play/").content.decode()
    assert 'href="/accounts/signup/?next=/play/first/"' in lobby
    typed = {"handle": "dora", "email": "", "password": "seven-stones-on-a-sled"}
    answer = client.post("/accounts/signup/", {**typed, "next": "/play/first/"}, follow=True)
    assert "Your first game" in answer.content.decode()
    played = client.post("/play/computer/", follow=True)
    (table,) = Table.objects.all()
    assert played.redirect_chain[-1][0] == f"/tables/{table.pk}/"
    assert (table.phase, table.rated, table.preset) == (Phase.PLAYING, False, "all-a")
    text = played.content.decode()
    assert "Game with Computer (easy)" in text
    assert "days a move" not in text
    assert {place.account.computer for place in table.places.all()} == {"", "greedy"}
    assert Client().post("/play/computer/")["Location"] == "/accounts/login/?next=/play/first/"


def test_a_game_against_the_computer_is_rated_if_it_is_asked_for(room: Room):
    client = room.client("cat")
    client.post("/play/computer/", {"level": "random", "rated": "on"})
    assert Table.objects.get(host=room.people["cat"]).rated


def test_a_table_from_before_keeps_its_name(room: Room):
    client = room.client("cat")
    played = client.post("/play/computer/", follow=True)
    Table.objects.filter(host=room.people["cat"]).update(preset="first")
    text = client.get(played.redirect_chain[-1][0]).content.decode()
    assert "First game" in text
    assert "Game with" not in text


def test_with_a_promise_the_table_waits_for_the_share(room: Room):
    promise = share()[1]
    room.client("cat").post("/play/computer/", {"promise": promise})
    table = Table.objects.get(host=room.people["cat"])
    assert table.phase == Phase.DEALING
    assert table.places.get(account=room.people["cat"]).promise == promise
    room.client("dan").post("/play/computer/", {"promise": "nonsense"})
    assert Table.objects.get(host=room.people["dan"]).phase == Phase.PLAYING


def test_tables_and_actions_have_an_end(room: Room, monkeypatch: pytest.MonkeyPatch):
    throttle = Throttle("few", most=1, seconds=60)
    monkeypatch.setattr("tables.views.new.OPENED", throttle)
    client = room.client("cat")
    client.post("/play/computer/")
    text = client.post("/play/computer/", follow=True).content.decode()
    assert "too many tables" in text
    terms = {"preset": "first", "seats": "2", "pace": "days", "days": "3", "access": "open"}
    assert "too many tables" in client.post("/play/new/", terms).content.decode()
    assert Table.objects.filter(host=room.people["cat"]).count() == 1
    monkeypatch.setattr("tables.views.actions.ACTED", throttle)
    for sentence in ("", "Please wait a minute"):
        text = room.post("ana", "act", "playing", ply="1", text="take").content.decode()
        assert sentence in text


def test_what_is_said_is_read_by_all_but_those_who_blocked_its_author(room: Room):
    table = room.tables["open"]
    room.post("ben", "say", "open", text="Good luck <b>to all</b>")
    line = ChatLine.objects.get()
    for name in CAST:
        assert "Good luck &lt;b&gt;" in room.page(name, "open").content.decode()
    block_account(room.people["cat"], "ben")
    lines = reverse("table-talk", args=[table.pk])
    assert "Good luck" not in room.client("cat").get(lines).content.decode()
    assert "Good luck" in room.client("ana").get(lines).content.decode()
    after = room.client("ana").get(lines, {"after": line.pk}).content.decode()
    assert "Good luck" not in after
    for hostile in ("-1", "x", "9" * 40, "²"):
        assert room.client("ana").get(lines, {"after": hostile}).status_code == 200
    hide_chat_line(room.people["mo"], line, "Rude.")
    assert "Good luck" not in room.client("ana").get(lines).content.decode()
    hidden = reverse("table-talk", args=[room.tables["secret"].pk])
    assert room.client("cat").get(hidden).status_code == 403


def test_a_script_is_answered_in_json(room: Room):
    path = reverse("table-say", args=[room.tables["open"].pk])

    def post_line(name: str, text: str):
        client = room.client(name)
        return client.post(path, {"text": text}, headers={"accept": "application/json"})

    assert post_line("ana", "Hello").status_code == 201
    empty = post_line("ana", " ")
    assert (empty.status_code, empty.json()) == (400, {"error": "Write a message first."})
    assert post_line("cat", "Hello").status_code == 403
    assert post_line(ANONYMOUS, "Hello").status_code == 401
    assert ChatLine.objects.count() == 1


def test_a_line_is_reported_and_its_author_blocked_and_unblocked(room: Room):
    line = post_chat_line(room.tables["open"].pk, room.people["ben"], "Boo")
    text = room.post("cat", "report", "open", line=line.pk, reason="Loud.").content.decode()
    assert "A moderator will look at it." in text
    assert ChatReport.objects.get().reason == "Loud."
    assert room.post("cat", "report", "playing", line=line.pk).status_code == 404
    for wrong in ("x", "", "9" * 30, "²"):
        assert room.post("cat", "report", "open", line=wrong).status_code == 404
    text = room.post("cat", "block", "open", handle="ben").content.decode()
    assert "You won’t see messages from @ben any more." in text
    client = room.client("cat")
    assert "@ben" in client.get("/play/mine/").content.decode()
    client.post("/play/blocks/", {"handle": "ben", "unblock": "1"})
    assert not Block.objects.filter(account=room.people["cat"]).exists()
    wrong = client.post("/play/blocks/", {"handle": "nobody"}, follow=True).content.decode()
    assert "notice--bad" in wrong


def test_a_rating_stands_beside_the_name(room: Room):
    ana, ben = room.people["ana"], room.people["ben"]
    rated(ana, 1_512_400, games=12)
    rated(computer_account("greedy"), 1_399_600, games=9)
    table = opened([ana, ben], computers=("greedy",), seats=4)
    room.tables["rated"] = table
    seats = room.page("cat", "rated").content.decode().split("room__who")[1:4]
    spans = ['<span title="1512.400">1512</span>', '<span title="1399.600">1400</span>', ""]
    for seat, rating in zip(seats, spans, strict=True):
        assert rating in seat
        assert ("Rating" in seat) == bool(rating)
    assert [seat.count('class="provisional"') for seat in seats] == [0, 1, 0]
    for page in ("/play/", "/play/?fragment=1", "/play/mine/"):
        text = room.client("ana").get(page).content.decode()
        assert text.count('title="1512.400"') == text.count('title="1399.600"') == 1
    sit_down(table.pk, room.people["cat"])
    playing = room.page(ANONYMOUS, "rated").content.decode()
    assert "play-players" in playing
    assert playing.count('title="1512.400"') == playing.count('title="1399.600"') == 1


@pytest.fixture
def crowd(db: None) -> list[Account]:
    return people(*(f"player-{n:02}" for n in range(1, 10)))


def count_queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_the_number_of_queries_does_not_grow(crowd: list[Account], monkeypatch: pytest.MonkeyPatch):
    """But for the time, which PostgreSQL is asked for once a second."""
    monkeypatch.setattr(clock, "cached_time", timezone.now)
    me = account("me")
    client = client_of(me)
    counts: list[dict[str, int]] = []
    for hosts in (crowd[:1], crowd[1:]):
        for host in hosts:
            opened([host], seats=4)
            dealt([host, me])
            opened([host, me], seats=3)
            opened([host], access="invited", invited=("me",))
            abandon(dealt([host, me]).pk)
            block_account(me, host.username) if host is crowd[-1] else None
            rated(host, 1_500_000)
        counts.append(
            {address: count_queries(client, address) for address in ("/play/", "/play/mine/")}
        )
    assert counts[0] == counts[1]
    assert max(counts[0].values()) <= 18


def test_a_waiting_room_of_four_asks_no_more_than_one_of_two(
    crowd: list[Account], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(clock, "cached_time", timezone.now)
    client = client_of(crowd[0])
    small = opened(crowd[:1], seats=2, invited=(crowd[4].username,))
    large = opened(crowd[:3], seats=4, invited=tuple(person.username for person in crowd[4:]))
    for person in crowd[:3]:
        post_chat_line(large.pk, person, "Hello")
    rated(crowd[0], 1_500_000)
    first, second = (reverse("table", args=[person.pk]) for person in (small, large))
    Table.objects.update(host_present_at=timezone.now())  # on a busy machine a minute is over
    assert count_queries(client, first) == count_queries(client, second)


def test_computer_players_have_their_names_at_the_table_and_in_the_record(ana):
    table = dealt([ana], computers=("greedy",))
    client = client_of(ana)
    page = client.get(reverse("table", args=[table.pk])).content.decode()
    assert "Computer (easy)" in page
    assert 'data-name="Computer (easy)"' in page
    assert "computer-greedy" not in page
