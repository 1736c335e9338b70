"""Finished games that have to stay what they are: each board side, module and kind of ending."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine import DealMismatch, Proof, read_log, steps, verify, write_text
from engine.events import CardTaken
from engine.rules import rules_for
from engine.setup import Setup
from engine.vocabulary import Card, Module, Profile, Side, Site
from tests.golden import make
from tests.golden.make import FOLDER, changed_games, recorded, summary

RESULTS: dict[str, Any] = json.loads(make.RESULTS.read_text(encoding="utf-8"))
LOGS: list[Path] = sorted(FOLDER.glob("*.imh"))
RECORDED: list[Path] = recorded()
COUNTED: list[Path] = [path for path in LOGS if path not in RECORDED]
COUNTS: dict[str, Any] = tomllib.loads((FOLDER / "hand_counted.toml").read_text(encoding="utf-8"))
ENDINGS = ("clear winner", "sled breaks the tie", "shared first place", "stuck last round")


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_golden_game_is_judged_as_ever(path: Path) -> None:
    assert summary(verify(read_log(path.read_bytes()))) == RESULTS[path.stem]


def test_every_golden_game_has_its_result_written_down() -> None:
    assert sorted(RESULTS) == [path.stem for path in RECORDED]


def test_only_digests_and_new_games_are_written_without_a_ruling() -> None:
    """``python -m tests.golden.make results`` is refused for the games that are named here."""
    name = next(iter(RESULTS))
    game = RESULTS[name]
    assert changed_games(RESULTS, {**RESULTS, "another": {}, name: {**game, "digest": "0"}}) == []
    assert changed_games(RESULTS, {**RESULTS, name: {**game, "entries": 0}}) == [name]
    assert changed_games(RESULTS, {key: RESULTS[key] for key in RESULTS if key != name}) == [name]


@pytest.mark.parametrize("path", COUNTED, ids=lambda path: path.stem)
def test_a_game_gives_what_was_counted_by_hand(path: Path) -> None:
    """[R10.1, R10.2] Points, their sources and places; the log claims the points too."""
    game = verify(read_log(path.read_bytes()))
    counts = COUNTS[path.stem]
    assert list(counts) == [colour.word for colour in game.log.setup.seats]
    assert game.log.header.result is not None
    for seat, colour in enumerate(counts):
        sources = dict(counts[colour])
        points, place = sources.pop("points"), sources.pop("place")
        assert points == sum(sources.values()) == game.log.header.result[seat]
        assert (game.result.breakdown(seat), game.result.places[seat]) == (sources, place)


def test_what_was_counted_by_hand_covers_the_rules() -> None:
    """Twelve games: each side, module, profile, number of players; red and purple cards, and every
    blue one of the base game."""
    assert sorted(COUNTS) == [path.stem for path in COUNTED]
    assert len(COUNTED) >= 12
    logs = [read_log(path.read_bytes()) for path in COUNTED]
    setups = [log.setup for log in logs]
    assert {(site, setup.sides[site]) for setup in setups for site in Site} == {
        (site, side) for site in Site for side in Side
    }
    assert set().union(*(setup.modules for setup in setups)) == set(Module)
    assert {setup.profile for setup in setups} == set(Profile)
    assert {len(setup.seats) for setup in setups} == {2, 3, 4}
    assert any(setup.figure for setup in setups)
    cards = {
        event.card
        for log in logs
        for step in steps(log)
        for event in step.events
        if isinstance(event, CardTaken)
    }
    assert {Card.ENTRANCE, Card.SARCOPHAGUS, Card.PAVED_PATH, Card.STATUE} <= cards
    texts = [entry.action.text.split() for log in logs for entry in log.entries]
    played = {text[1] for text in texts if text[0] == "play"}
    rules = rules_for(Setup.of("black white"))
    assert played >= {Card(card).word for card in rules.blue_cards if rules.copies[card]}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_game_survives_its_text(path: Path) -> None:
    log = verify(read_log(path.read_bytes())).canonical
    assert read_log(write_text(log)) == log


def test_a_golden_committed_deal_is_proved_as_ever() -> None:
    text = (FOLDER / "committed-deal.imh").read_text(encoding="utf-8")
    assert verify(read_log(text)).deal is Proof.PROVED
    with pytest.raises(DealMismatch):
        verify(read_log(text.replace("secret: 00", "secret: 10")))


@pytest.mark.parametrize("site", list(Site), ids=lambda site: site.word)
@pytest.mark.parametrize("side", list(Side), ids=lambda side: side.word)
def test_each_board_side_is_in_a_golden_game(site: Site, side: Side) -> None:
    setups = [read_log(path.read_bytes()).setup for path in LOGS]
    assert any(setup.sides[site] is side for setup in setups)


@pytest.mark.parametrize("module", list(Module), ids=lambda module: module.word)
def test_each_module_is_in_a_golden_game(module: Module) -> None:
    setups = [read_log(path.read_bytes()).setup for path in LOGS]
    assert any(module in setup.modules for setup in setups)


@pytest.mark.parametrize("ending", ENDINGS)
def test_each_kind_of_ending_is_in_a_golden_game(ending: str) -> None:
    """[R2.6, R10.1, R10.2] A score below zero and a stuck round that is not the last have one
    too, or stand in the rules' own tests."""
    assert any(ending in result["endings"] for result in RESULTS.values())
