"""The benchmark of every address draws paths of each pattern of the site, and counts waiting."""

from __future__ import annotations

import random
import re

import pytest
from django.urls import resolve

from benchmarks.every_address import MeasuredAddress, WaitingTimes, percentile, summed
from benchmarks.site_addresses import ADMIN, SiteAddress, Values, drawn_values, site_addresses
from tests.site.test_priorities import addresses

ADDRESSES = {address.route: address for address in site_addresses()}
TABLE = "0123456789ab"
CLUB = "thursday-club"


@pytest.fixture(scope="module")
def values() -> Values:
    return drawn_values([f"{number:012d}" for number in range(9)], [1, 2], [TABLE], [CLUB], [7])


def test_no_pattern_is_left_out() -> None:
    assert ADDRESSES.keys() == {route for route, _pattern in addresses()} | {ADMIN}
    assert len(ADDRESSES[ADMIN].templates) > 100


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_a_draw_leads_to_its_pattern(address: SiteAddress, values: Values) -> None:
    chance = random.Random(1)
    for path in {address.draw(chance, values).partition("?")[0] for _ in range(20)}:
        route = resolve(path).route.replace("^", "")
        assert route == address.route.replace("^", "") or address.route == ADMIN, path


def test_draws_of_a_game_are_of_several_games(values: Values) -> None:
    address, chance = ADDRESSES["games/<game:game_id>/<int:ply>/"], random.Random(1)
    paths = {address.draw(chance, values) for _ in range(50)}
    assert all(re.fullmatch(r"/games/\w{12}/\d+/", path) for path in paths)
    assert len({path.split("/")[2] for path in paths}) > 5
    assert len({path.split("/")[3] for path in paths}) > 5


def test_lists_are_searched_in_some_draws(values: Values) -> None:
    paths = {ADDRESSES["games/"].draw(random.Random(seed), values) for seed in range(20)}
    assert "/games/" in paths
    assert any("market=D" in path for path in paths)


def test_pages_of_clubs_and_events_are_drawn_of_those_that_are_there(values: Values) -> None:
    for route, path in (
        ("clubs/<slug:slug>/", "/clubs/thursday-club/"),
        ("api/v1/clubs/<slug:slug>/members", "/api/v1/clubs/thursday-club/members"),
        ("events/<int:event_id>/live/", "/events/7/live/"),
    ):
        assert ADDRESSES[route].draw(random.Random(1), values) == path


def test_percentiles_are_waiting_times() -> None:
    waits = [float(number) for number in range(1, 101)]
    assert [percentile(waits, part) for part in (0.05, 0.5, 0.95, 1.0)] == [5.0, 50.0, 95.0, 100.0]
    assert percentile([7.0, 3.0], 0.95) == 7.0
    assert WaitingTimes([7.0, 3.0], 0).p50 == 5.0


@pytest.mark.parametrize(
    ("p50", "failed", "is_met"), [(2.9, 0, True), (3.1, 0, False), (2.9, 1, False)]
)
def test_the_bar_is_missed_by_one_slow_or_failed_page(
    p50: float, failed: int, is_met: bool
) -> None:
    rows = [
        MeasuredAddress(p50, 9.0, failed, "games/", {"200": 4}),
        MeasuredAddress(1.0, 1.2, 0, "lobby/stream", {"closed": 3}),
    ]
    figures = summed([WaitingTimes([5.0, 6.0], 0)], rows)
    assert figures["is_met"] is is_met
    assert figures["worst_p95_over_idle"] == 9.0
    assert figures["without_answer"] == ["lobby/stream"]
