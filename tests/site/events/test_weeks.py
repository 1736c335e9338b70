"""The deal of the week: begun once, bound with the beacon, played once, shown at the end."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine import read_log
from engine.shared_deal import (
    DRAND_GENESIS,
    BeaconShare,
    beacon_name,
    beacon_round,
    beacon_seconds,
    shared_share,
)
from engine.vocabulary import BANK
from events.limits import BEACON_DELAY, TIME_FOR_BEACON
from events.models import WeekDeal
from events.weeks.results import count_players, week_results
from events.weeks.weekly import (
    begin_week_deal,
    play_week_deal,
    sweep_week_deals,
    week_sides,
)
from games.models import Game
from tables.ending.ending import resign_game
from tables.locks import read_table
from tables.models import Phase, SharedDeal, Table
from tables.play.computers import act_for_computer
from tables.scores import final_score
from tables.shared_deals import hand_in_shown_logs
from tests.cast import account, client_of
from tests.worlds.duplicates import verify_all
from tests.worlds.tables import act_once
from tests.worlds.weeks import end_week, played, week_deal
from web.errors import Conflict

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


class Relay:
    """A relay of drand: `answers` by the number of the round; others are not there yet."""

    def __init__(self) -> None:
        self.answers: dict[int, dict[str, object]] = {}
        self.server = HTTPServer(("127.0.0.1", 0), self._handler())

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def draw(self, name: str, signature: bytes = b"signed") -> str:
        digits, number = sha256(signature).hexdigest(), beacon_round(name)
        self.answers[number] = {"round": number, "randomness": digits, "signature": signature.hex()}
        return digits

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        answers = self.answers

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer = answers.get(int(self.path.rpartition("/")[2]))
                self.send_response(200 if answer else 404)
                self.end_headers()
                self.wfile.write(json.dumps(answer or {}).encode())

            def log_message(self, *args: object) -> None:
                pass

        return Handler


@pytest.fixture
def relay(settings: Any) -> Iterator[Relay]:
    relay = Relay()
    thread = threading.Thread(target=relay.server.serve_forever)
    thread.start()
    settings.WEEKLY_DEAL_BEACON = relay.address
    yield relay
    relay.server.shutdown()
    thread.join()
    relay.server.server_close()


def test_rounds_of_the_beacon_have_names_and_moments() -> None:
    assert beacon_round(beacon_name(DRAND_GENESIS)) == 1
    for seconds in (0, 1, 2, 3, 1_000_000.5):
        ahead = beacon_seconds(beacon_name(1_795_392_000 + seconds)) - 1_795_392_000 - seconds
        assert 0 <= ahead < 3
    with pytest.raises(ValueError, match="no round"):
        beacon_round("drand 52db round 1")


def test_a_week_has_one_deal_whose_sides_nobody_chooses() -> None:
    assert begin_week_deal(timezone.now())
    assert not begin_week_deal(timezone.now())
    sweep_week_deals()
    row = WeekDeal.objects.get()
    assert row.deal.sites == week_sides(row.year, row.week)
    assert SharedDeal.objects.count() == 1
    assert row.begins_at <= timezone.now() < row.ends_at
    assert len({week_sides(2026, week) for week in range(1, 53)}) > 20


def test_a_site_may_have_no_deal_of_the_week(settings: Any, client: Client) -> None:
    settings.WEEKLY_DEAL = False
    assert sweep_week_deals() == 0
    assert not WeekDeal.objects.exists()
    assert "no deal this week" in client.get(reverse("week-deal")).content.decode()


def test_the_beacon_is_named_before_and_read_after_its_round(relay: Relay) -> None:
    begin_week_deal(timezone.now())
    deal, ana = SharedDeal.objects.get(), account("ana")
    assert deal.closed_at is not None
    after = beacon_seconds(deal.beacon) - deal.closed_at.timestamp()
    assert after >= BEACON_DELAY.total_seconds() - 5
    digits = relay.draw(deal.beacon)
    sweep_week_deals()  # its round is not drawn yet, whatever a relay says
    assert SharedDeal.objects.get().bound_at is None
    with pytest.raises(Conflict, match="not shuffled yet"):
        play_week_deal(ana)
    earlier = beacon_name(timezone.now().timestamp() - 60)
    SharedDeal.objects.update(beacon=earlier)
    sweep_week_deals()  # the relay does not have it yet: wait
    assert SharedDeal.objects.get().bound_at is None
    relay.draw(earlier)
    relay.answers[beacon_round(earlier)]["randomness"] = "0" * 64  # not of its signature
    sweep_week_deals()
    assert SharedDeal.objects.get().bound_at is None
    relay.draw(earlier)
    sweep_week_deals()
    deal = SharedDeal.objects.get()
    assert deal.beacon_digits == digits
    assert deal.shares_digest == shared_share({}, BeaconShare(earlier, digits)).hex()
    assert play_week_deal(ana).phase == Phase.PLAYING


def test_a_beacon_that_is_away_is_left_out_and_said(relay: Relay, client: Client) -> None:
    begin_week_deal(timezone.now())
    long_ago = timezone.now() - TIME_FOR_BEACON - timedelta(seconds=1)
    SharedDeal.objects.update(
        beacon=beacon_name(long_ago.timestamp()), share_deadline=timezone.now()
    )
    sweep_week_deals()
    deal = SharedDeal.objects.get()
    assert (deal.beacon_digits, deal.bound_at is not None) == ("", True)
    assert (
        "could not read that round’s random number"
        in client.get(reverse("week-deal")).content.decode()
    )


def test_everybody_gets_the_same_cards_and_the_same_computer() -> None:
    row = week_deal()
    texts = []
    for handle in ("ana", "ben"):
        table = play_week_deal(account(handle))
        assert table.host.username == handle
        for _ in range(12):
            table = read_table(table.pk)
            place = next(place for place in table.places.all() if place.turn == table.awaited)
            if place.is_computer:
                assert act_for_computer(table.pk, table.plies + 1)
            else:
                act_once(table.pk)
        first = min(table.places.all(), key=lambda place: place.turn or 0)
        assert first.account.username == handle
        texts.append([row.text for row in table.entries.order_by("ply")])
    assert texts[0] == texts[1]
    assert count_players(row) == (2, 0)


def test_games_are_shown_and_compared_when_the_week_ends(client: Client) -> None:
    row = week_deal()
    people = [account(handle) for handle in ("ana", "ben", "cat", "dan", "eva")]
    for seed, person in zip((0, 1, 1), people, strict=False):  # two of them play alike
        table = played(person, seed=seed)
        assert (table.phase, table.withheld, table.upload) == (Phase.FINISHED, True, None)
    late = play_week_deal(people[3])
    act_once(late.pk)
    resigned = play_week_deal(people[4])
    for _ in range(4):
        act_once(resigned.pk)
    resign_game(resigned.pk, people[4])
    address = reverse("week-results", args=[row.year, row.week])
    assert client.get(address).status_code == 403
    sweep_week_deals()
    verify_all()
    assert not Game.objects.exists()
    end_week(row)
    assert hand_in_shown_logs() == 0
    assert read_table(late.pk).phase == Phase.ABANDONED
    assert Game.objects.count() == 3
    row = WeekDeal.objects.select_related("deal").get(pk=row.pk)
    lines = week_results(row)
    assert {line.account.username for line in lines[3:]} == {"dan", "eva"}
    assert [line.lead is None for line in lines] == [False, False, False, True, True]
    assert lines[3].rank == lines[4].rank == 4
    ana, ben, cat = (
        line for name in ("ana", "ben", "cat") for line in lines if line.account.username == name
    )
    assert (ben.rank, ben.lead) == (cat.rank, cat.lead)
    assert (ana.rank == ben.rank) == (ana.lead == ben.lead)  # by luck of the deal they may be equal
    for game in Game.objects.all():
        header = read_log(game.log.encode()).header
        assert header.chance == f"committed sha256:{row.deal.commitment}"
        assert game.unrated
    page = client.get(reverse("week-results", args=[row.year, row.week])).content.decode()
    for text in ("Replay of table 3", "not finished", "resigned", "Step by step"):
        assert text in page
    past = client.get(reverse("week-deal")).content.decode()
    assert reverse("week-results", args=[row.year, row.week]) in past


def test_a_player_begins_by_a_button_and_goes_on(client: Client) -> None:
    address = reverse("week-deal")
    assert "no deal this week" in client.get(address).content.decode()
    week_deal()
    assert client.post(address).status_code == 302
    assert not Table.objects.exists()
    ana = client_of(account("ana"))
    assert "Play the deal" in ana.get(address).content.decode()
    table = ana.post(address)["Location"]
    assert ana.post(address)["Location"] == table
    assert Table.objects.count() == 1
    assert ana.get(table).status_code == 200
    assert "Continue your game" in ana.get(address).content.decode()
    for page in ("lobby", "home"):
        assert address in client.get(reverse(page)).content.decode()


def test_the_page_shows_the_sides_and_then_the_result_of_a_finished_game() -> None:
    row = week_deal()
    picture = reverse("week-small", args=[row.year, row.week])
    ana = account("ana")
    client = client_of(ana)
    assert picture in client.get(reverse("week-deal")).content.decode()
    assert client.get(picture)["Content-Type"].startswith("image/svg")
    assert client.get(reverse("week-small", args=[row.year, 60])).status_code == 404
    table = played(ana, seed=1)
    page = client.get(reverse("week-deal")).content.decode()
    assert picture not in page
    assert "You have the first turn" not in page
    score = final_score(table, 0)
    assert page.count(str(score.sentence)) == 1
    assert all(str(seat.points) in score.sentence for seat in score.seats)
    assert "Ends in" in page


def test_the_bank_deals_what_the_deal_says() -> None:
    week_deal()
    openings = [
        list(read_table(play_week_deal(account(handle)).pk).entries.filter(seat=BANK))
        for handle in ("ana", "ben")
    ]
    first, second = ([row.text for row in rows] for rows in openings)
    assert first == second


def test_results_of_a_week_are_paged_and_the_reader_stands_first(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = week_deal()
    people = [account(handle) for handle in ("ana", "ben", "cat")]
    for seed, person in enumerate(people):
        played(person, seed=seed)
    end_week(row)
    row = WeekDeal.objects.select_related("deal").get(pk=row.pk)
    last = week_results(row)[-1].account
    monkeypatch.setattr("events.views.weeks.WEEK_LINES", 2)
    address = reverse("week-results", args=[row.year, row.week])
    client.force_login(last)
    page = client.get(address)
    assert len(page.context["page"].rows) == 2
    assert page.context["own"].account == last
    assert f"@{last.username}" in page.content.decode().split("<tbody>")[1].split("</tr>")[0]
    further = client.get(address, {"after": "2"})
    assert [line.account for line in further.context["page"].rows] == [last]
    assert client.get(address, {"after": "x"}).status_code == 404
