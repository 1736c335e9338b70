"""Pictures by the thousand, pictures of what is not to be seen, and the button of quick pairing
pressed again and again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from games.models import Game
from games.replays.views import pictures
from tables.limits import OPENED
from tables.models import Table
from tests.cast import account, client_of, finished_log, submit
from tests.worlds.tables import dealt, opened, people
from web.rate_limits import SMALL_PICTURES

pytestmark = pytest.mark.django_db


def test_who_asks_for_thousands_waits(monkeypatch: pytest.MonkeyPatch):
    ana = account("ana")
    for seed in (1, 2, 3):
        submit(ana, finished_log("black=@ana white=Ben", seed=seed))
    monkeypatch.setattr(pictures, "THUMBNAILS", pictures.ThumbnailCache(2))
    monkeypatch.setattr(pictures, "SMALL_PICTURES", replace(SMALL_PICTURES, name="few", most=2))
    addresses = [f"/games/{pk}/small.svg" for pk in Game.objects.values_list("pk", flat=True)]
    answers = [Client().get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert (answers[2]["Retry-After"], answers[2]["Cache-Control"]) == ("60", "no-store")
    assert Client().get(addresses[1]).status_code == 200  # kept: costs nothing


def test_a_step_is_one_of_the_game_or_nothing(monkeypatch: pytest.MonkeyPatch):
    submit(account("ana"), finished_log("black=@ana white=Ben"))
    game = Game.objects.get()
    monkeypatch.setattr(pictures, "THUMBNAILS", pictures.ThumbnailCache(9))
    address = f"/games/{game.pk}/small.svg"
    last = Client().get(address)
    assert Client().get(address, {"step": game.entries}).content == last.content
    assert Client().get(address, {"step": 0}).content != last.content
    for beyond in (game.entries + 1, 9999):
        assert Client().get(address, {"step": beyond}).status_code == 404
    for hostile in ("-1", "1e3", "99999999999999999999", "²", "a\0b"):
        answer = Client().get(address, {"step": hostile})
        assert (answer.status_code, answer.content) == (200, last.content)


def test_a_sheet_counts_each_game_and_takes_no_more_than_a_list(monkeypatch: pytest.MonkeyPatch):
    ana = account("ana")
    for seed in (1, 2, 3):
        submit(ana, finished_log("black=@ana white=Ben", seed=seed))
    monkeypatch.setattr(pictures, "THUMBNAILS", pictures.ThumbnailCache(9))
    monkeypatch.setattr(pictures, "SMALL_PICTURES", replace(SMALL_PICTURES, name="sheet", most=2))
    names = list(Game.objects.values_list("pk", flat=True))
    sheet = "/games/small.svg"
    answer = Client().get(sheet, {"games": ",".join(names)})
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    pair = Client().get(sheet, {"games": ",".join([*names[:2], "nosuchgame00"])})
    assert pair.status_code == 200  # kept: costs nothing
    assert pair.content.count(b"<view") == 2
    assert b"ana" not in pair.content
    monkeypatch.setattr(pictures, "SHEET_GAMES", 1)
    assert Client().get(sheet, {"games": ",".join(names[:2])}).content.count(b"<view") == 1
    for hostile in ("", "a\0b", '"><script>', "," * 5000, "x" * 5000):
        assert Client().get(sheet, {"games": hostile}).status_code == 404


def test_the_picture_of_a_table_is_for_those_who_may_look():
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    address = f"/tables/{table.pk}/small.svg"
    answer = Client().get(f"{address}?p={table.plies}")
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert "private" in answer["Cache-Control"]
    assert "max-age=86400" in answer["Cache-Control"]
    assert "max-age=0" in Client().get(f"{address}?p=0")["Cache-Control"]
    Table.objects.filter(pk=table.pk).update(watchable=False)
    assert Client().get(address).status_code == 403
    assert client_of(ben).get(address).status_code == 200
    assert Client().get(f"/tables/{opened([ben]).pk}/small.svg").status_code == 404


def test_who_presses_the_button_again_and_again_has_one_table_and_then_waits():
    client = client_of(account("ana"))
    sent = [client.post("/play/quick/", {"promise": ""}) for _ in range(OPENED.most + 1)]
    (table,) = Table.objects.all()
    assert {response["Location"] for response in sent[:-1]} == {f"/tables/{table.pk}/"}
    assert sent[-1]["Location"] == "/play/"
