"""A game as it goes on: a watch sees what a view shows, a forecast says what an outlook does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import EVERYTHING, Log, State, apply, legal_actions, read_log, start, verify, view
from engine.legal import is_forced
from engine.outlook import OutlookForecast, outlook
from engine.view import ViewFeed
from engine.vocabulary import Card, Site, Source
from tests.golden.make import FOLDER
from tests.table import Table

GAMES = ["everything-four", "everything-two", "all-b-two", "all-d-three", "ending-stuck-last-round"]


def golden(name: str) -> Log:
    return verify(read_log((FOLDER / f"{name}.imh").read_bytes())).canonical


def positions(log: Log) -> Iterator[State]:
    """One state, changed from entry to entry."""
    s = start(log.setup)
    yield s
    for entry in log.entries:
        apply(s, *entry)
        yield s


@pytest.mark.parametrize("name", GAMES)
def test_a_watch_sees_what_a_view_shows_and_no_options(name: str) -> None:
    log = golden(name)
    for viewer in (EVERYTHING, None, *range(len(log.setup.seats))):
        watch = ViewFeed(viewer)
        for s in positions(log):
            watched, snapshot = watch.look(s), view(s, viewer, options=False)
            assert watched == snapshot
            assert list(watched) == list(view(s, viewer)) == list(snapshot)
            assert watched["awaited"] is None or watched["awaited"]["options"] is None


def test_a_part_that_stays_is_the_same_object() -> None:
    table = Table().opened()
    watch = ViewFeed(None)
    before = watch.look(table.state)
    table.play("black take")
    after = watch.look(table.state)
    assert after["seats"][0] != before["seats"][0]
    assert after["seats"][1] is before["seats"][1]
    assert after["ships"] is before["ships"]
    assert all(after["sites"][site.word] is before["sites"][site.word] for site in Site)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_as_it_was_is_the_same_object(name: str) -> None:
    """Whether boards, seats or modules changed: of what a drawing asks, nothing is made anew that
    is equal to what was there."""
    watch, before = ViewFeed(EVERYTHING), None
    for s in positions(golden(name)):
        after = watch.look(s)
        if before is not None:
            pairs = [(before[part], after[part]) for part in ("prophecies", "favors", "kept")]
            pairs += zip(before["seats"], after["seats"], strict=True)
            pairs += [(before["sites"][site.word], after["sites"][site.word]) for site in Site]
            assert all(was is later for was, later in pairs if was == later)
        before = after


@pytest.mark.parametrize("name", GAMES)
def test_a_forecast_says_what_the_outlook_of_each_position_is(name: str) -> None:
    watch, forecast = ViewFeed(None), OutlookForecast()
    for s in positions(golden(name)):
        watch.look(s)
        assert forecast.outlook_of(watch) == outlook(s)


@pytest.mark.parametrize("name", GAMES)
def test_an_outlook_leaves_the_position_as_it_is(name: str) -> None:
    for s in positions(golden(name)):
        key = s.key()
        prospect = outlook(s)
        assert s.key() == key
        assert [sum(points) for points in prospect.scored] == [
            player.points for player in s.players
        ]
    assert prospect.ended == prospect.scored


def test_stones_on_the_sled_count_for_a_stone_ornament_alone() -> None:
    table = Table("black white", modules="new_dynasty_cards").opened()
    watch, forecast = ViewFeed(None), OutlookForecast()
    watch.look(table.state)
    before = forecast.outlook_of(watch)
    table.play("black take")
    watch.look(table.state)
    assert forecast.outlook_of(watch) is before
    table.state.players[1].cards[Card.STONE_ORNAMENT] = 1
    watch.look(table.state)
    before = forecast.outlook_of(watch)
    table.play("white take")
    watch.look(table.state)
    gained = forecast.outlook_of(watch).ended[1][Source.STONE_ORNAMENT]
    assert gained > before.ended[1][Source.STONE_ORNAMENT] > 0


@pytest.mark.parametrize("name", GAMES)
def test_an_action_is_forced_where_it_is_the_only_one(name: str) -> None:
    forced_verbs = set()
    for s in positions(golden(name)):
        assert is_forced(s) == (len(legal_actions(s)) == 1)
        forced_verbs.add(is_forced(s))
    assert False in forced_verbs


def test_a_pass_is_forced() -> None:
    forced = [is_forced(s) for s in positions(golden("ending-stuck-last-round"))]
    assert any(forced)
