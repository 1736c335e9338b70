"""Players are told by push: sealed for one browser, once a turn, and not while they look."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from games.accounts.credentials import by_session
from games.accounts.lifecycle import choose_language
from games.models import Account, Notice
from games.notifications.push import sealing, vapid
from tables.clocks import clock
from tables.ending.ending import abandon
from tables.limits import CONFIRMATION_PUSHES
from tables.models import Place, PushBrowser, Table
from tables.notifications import push_subscriptions, web_push
from tests.cast import client_of, finished_log, submit
from tests.site.tables.pushing import ENDPOINT, Browser, Service, service
from tests.worlds.tables import act_once, awaited, dealt, opened, people, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

Sent = list[list[object]]


@pytest.fixture(autouse=True)
def key(settings: Any) -> str:
    settings.PUSH_KEY = sealing.base64url(b"a number below the order ......")
    return str(settings.PUSH_KEY)


@pytest.fixture
def push(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    with service(tmp_path, monkeypatch) as push_service:
        yield push_service


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks) -> object:
    """Gives a function: the tasks that workers get when something is done."""
    sent: Sent = []
    monkeypatch.setattr(
        web_push.current_app, "send_task", lambda name, arguments, **options: sent.append(arguments)
    )

    def queued_by(do: Callable[..., object], *arguments: object) -> Sent:
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            do(*arguments)
        return [message for message in sent if len(message) == 3]

    return queued_by


def listens(account: Account, browser: Browser | None = None, endpoint: str = ENDPOINT) -> Client:
    """`account` is told in this browser; gives their session."""
    client = client_of(account)
    data = {"endpoint": endpoint, **(browser or Browser()).said}
    assert client.post("/play/notices/browser/", data).status_code == 201
    return client


def place_of(table: Table, account: Account) -> Place:
    return Place.objects.get(table=table, account=account)


def test_the_example_of_the_standard():
    """RFC 8291, 5."""
    read = sealing.bytes_of
    number = int.from_bytes(read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = sealing.sealed(
        b"When I grow up, I want to be a watermelon",
        read(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIA"
            "iw4"
        ),
        read("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(number, sealing.CURVE),
        read("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert sealing.base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN"
    )


def test_the_signature_is_of_the_key_that_browsers_know():
    scheme, parameters = vapid.signature(ENDPOINT).split(" ", 1)
    token, public = (part.split("=", 1)[1] for part in parameters.split(", "))
    assert (scheme, public) == ("vapid", vapid.public_key())
    head, claims, proof = token.split(".")
    numbers = sealing.bytes_of(proof)
    r, s = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    key = sealing.parse_browser_key(sealing.bytes_of(public))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    document = json.loads(sealing.bytes_of(claims))
    assert document["aud"] == "https://push.services.mozilla.com"
    assert document["sub"].startswith(("mailto:", "https://"))


@pytest.mark.parametrize("wrong", ["", "AAAA", "!", "\u00e9"])
def test_without_a_key_nothing_is_offered_and_nothing_sent(settings, wrong, client, queued):
    settings.PUSH_KEY = wrong
    ana, ben = people("ana", "ben")
    client.force_login(ana)
    assert (
        "This site doesn’t send notices to browsers"
        in client.get("/play/notices/").content.decode()
    )
    form = {"endpoint": ENDPOINT, **Browser().said}
    assert client.post("/play/notices/browser/", form).status_code == 400
    assert queued(dealt, [ana, ben]) == []


def test_a_turn_is_told_once_in_words_that_say_nothing_of_the_game(push: Service, queued, ana, ben):
    browser, table = Browser(), dealt([ana, ben])
    account = awaited(table).account
    other = ben if account == ana else ana
    listens(other, browser)
    tasks: Sent = []
    while not tasks:
        tasks = queued(act_once, table.pk)
    (task,) = tasks
    assert task == [place_of(table, other).pk, "turn", Table.objects.get(pk=table.pk).plies + 1]
    assert [web_push.push_to_player(*task), web_push.push_to_player(*task)] == [1, 0]
    ((head, body),) = push.requests
    assert json.loads(browser.read(body)) == {
        "title": "It is your turn",
        "body": f"Table of @{table.host.username}",
        "url": f"/tables/{table.pk}/",
        "tag": table.pk,
        "turns": 1,
    }
    lines = head.decode().split("\r\n")
    assert lines[:2] == ["POST /wpush/v2/abc HTTP/1.1", "Host: push.services.mozilla.com"]
    assert {"Content-Encoding: aes128gcm", f"Topic: {table.pk}"} <= set(lines)
    assert PushBrowser.objects.get().told_at is not None


def test_a_notice_is_in_the_language_of_its_reader(push: Service):
    table = dealt(people("ana", "ben"))
    place, browser = awaited(table), Browser()
    choose_language(place.account, "pl")
    listens(place.account, browser)
    assert web_push.push_to_player(place.pk, "turn", table.plies + 1) == 1
    ((_head, body),) = push.requests
    with translation.override("pl"):
        title = gettext("It is your turn")
    assert json.loads(browser.read(body))["title"] == title != "It is your turn"
    assert translation.get_language() == "en"


def test_who_looks_is_told_nothing(push: Service):
    table = dealt(people("ana", "ben"))
    place = awaited(table)
    client = listens(place.account)
    api = f"/api/v1/tables/{table.pk}/moments?after=0"
    client.get(api)
    assert place_of(table, place.account).looked_ply == 0, "a page that nobody sees asks too"
    client.get(f"{api}&seen=1")
    assert place_of(table, place.account).looked_ply == table.plies
    assert web_push.push_to_player(place.pk, "turn", table.plies + 1) == 0
    assert push.requests == []


def test_what_is_not_so_any_more_is_not_told(push: Service):
    table = dealt(people("ana", "ben"))
    place = awaited(table)
    listens(place.account)
    act_once(table.pk)
    assert web_push.push_to_player(place.pk, "turn", table.plies + 1) == 0
    assert web_push.push_to_player(place.pk, "ended", table.plies + 2) == 0
    assert web_push.push_to_player(place.pk, "nonsense", 999) == 0
    assert push.requests == []


def test_a_beginning_and_an_end_are_told_to_those_who_waited(push: Service, queued, ana, ben):
    for person in (ana, ben):
        listens(person, endpoint=f"{ENDPOINT}/{person.username}")
    tables: list[Table] = []
    begun = queued(lambda: tables.append(dealt([ana, ben])))
    table = tables[0]
    first = awaited(table)
    assert sorted((kind, pk) for pk, kind, _ply in begun) == sorted(
        ("turn" if person.pk == first.pk else "begun", person.pk) for person in table.places.all()
    )
    over = queued(abandon, table.pk)
    assert sorted(kind for _pk, kind, _ply in over) == ["ended", "ended"]
    assert [web_push.push_to_player(*task) for task in (*begun, *over)] == [0, 0, 1, 1]
    push_subscriptions.set_push_wishes(ana, {"turn"})
    second_batch = queued(lambda: tables.append(dealt([ana, ben])))
    ends = queued(play_out, tables[1].pk)
    assert {kind for _pk, kind, _ply in (*second_batch, *ends)} == {"turn", "begun", "ended"}
    last = {pk for pk, kind, _ply in ends if kind == "ended"}
    assert len(last) == 1, "who wrote the last entry knows"
    push_count = sum(web_push.push_to_player(*task) for task in ends if task[1] == "ended")
    assert push_count == (place_of(tables[1], ben).pk in last)
    assert queued(opened, [ana]) == []


def test_a_message_that_was_lost_is_found(push: Service):
    table = dealt(people("ana", "ben"))
    listens(awaited(table).account)
    assert web_push.push_missed_turns() == 0, "its worker may still come"
    since = clock.database_time() - timedelta(minutes=2)
    Table.objects.filter(pk=table.pk).update(awaited_since=since)
    assert [web_push.push_missed_turns(), web_push.push_missed_turns()] == [1, 0]
    assert len(push.requests) == 1


def test_a_game_that_waits_is_told_once(push: Service, queued, ana, ben):
    browser = Browser()
    listens(ben, browser)
    sent: Sent = []

    def bring(seed: int) -> None:
        queued(lambda: submit(ana, finished_log(seed=seed)))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            web_push, "_send_task", lambda name, arguments: sent.append([name, *arguments])
        )
        bring(1)
        bring(2)
    assert sent == [["tables.tasks.tell_of_games", ben.pk]]
    assert web_push.push_confirmations(ben.pk) == 1
    ((head, body),) = push.requests
    assert json.loads(browser.read(body)) == {
        "title": "A game is waiting for you",
        "body": "2 games to confirm",
        "url": "/confirm/",
        "tag": "confirm",
        "turns": 0,
    }
    assert b"Topic: confirm\r\n" in head
    Notice.objects.update(read_at=clock.database_time())
    assert web_push.push_confirmations(ben.pk) == 0
    Notice.objects.update(read_at=None)
    push_subscriptions.set_push_wishes(ben, {"turn"})
    assert web_push.push_confirmations(ben.pk) == 0
    push_subscriptions.set_push_wishes(ben, {"confirming"})
    assert (
        sum(web_push.push_confirmations(ben.pk) for _ in range(9)) == CONFIRMATION_PUSHES.most - 1
    )


def test_the_page_lists_and_removes(client: Client, ana):
    for number in range(3):
        listens(ana, endpoint=f"{ENDPOINT}/{number}")
    client.force_login(ana)
    text = client.get("/play/notices/").content.decode()
    assert text.count("data-browser=") == 3
    assert "in 3 browsers" in client.get("/accounts/me/").content.decode()
    first = PushBrowser.objects.first()
    assert first is not None
    client.post("/play/notices/remove/", {"browser": first.pk})
    assert PushBrowser.objects.count() == 2
    client.post("/play/notices/remove/", {"all": "1"})
    assert not PushBrowser.objects.exists()
    client.post("/play/notices/", {"kind": ["turn", "nonsense"]})
    wishes = push_subscriptions.push_wishes(ana)
    assert (wishes.turn, wishes.begun, wishes.ended) == (True, False, False)
    assert client.get("/play/notices/").content.decode().count(" checked") == 1


def test_the_same_browser_again_is_one(client: Client, ana, ben):
    listens(ana)
    listens(ben)
    assert [push_browser.account for push_browser in PushBrowser.objects.all()] == [ben]
    assert by_session(ben, PushBrowser.objects.get().session).proof == (
        PushBrowser.objects.get().proof
    )
