"""What facts say of games: counted otherwise, and as the docs list them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engine import Game, Setup, deal, read_log, verify
from engine.facts import FACTS, GAME, SEAT, VERSION, Told, facts_of
from engine.facts.fact import count
from engine.facts.history import Story
from engine.vocabulary import BUILDING_SITES, Site

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.imh"))
KEPT = Path(__file__).with_name("golden_facts.json")


def game_of(path: Path) -> Game:
    return verify(read_log(path.read_bytes()), keep_events=True)


@pytest.fixture(scope="module")
def games() -> dict[str, tuple[Game, Told]]:
    found = {}
    for path in GOLDEN:
        game = game_of(path)
        found[path.stem] = game, facts_of(game)
    return found


def test_facts_of_golden_games_change_with_the_version_alone(games):
    """`tests/facts/golden_facts.json` is written anew by `python -m tests.facts.golden`."""
    kept = json.loads(KEPT.read_text("utf-8"))
    assert kept["version"] == VERSION
    assert kept["games"] == {name: values_of(told) for name, (_, told) in games.items()}


def values_of(told: Told) -> dict[str, object]:
    return {
        "game": {name: one.value for name, one in told.game.items() if one.value},
        "seats": [
            {name: one.value for name, one in seat.items() if one.value} for seat in told.seats
        ],
    }


def test_what_the_lines_of_a_log_say(games):
    """From the lines of its log alone."""
    game, told = games["all-a-four"]
    text = [line for line in read_text("all-a-four") if line]
    for seat, colour in enumerate(("black", "white", "brown", "gray")):
        mine = [line for line in text if line.startswith(f"{colour} ")]
        words = [line.split()[1] for line in mine]
        facts = told.seats[seat]
        assert facts["takes"].value == words.count("take"), colour
        assert facts["passes"].value == words.count("pass")
    assert told.game["stuck-rounds"].value == 0
    assert len(game.entries) >= max(facts["sails"].plies[-1] for facts in told.seats)


def read_text(name: str) -> list[str]:
    log = (ROOT / "tests" / "golden" / f"{name}.imh").read_text("utf-8")
    return log.partition("\n\n")[2].splitlines()


def test_what_holds_of_every_game(games):
    for game, told in games.values():
        assert [seat["points"].value for seat in told.seats] == list(game.result.points)
        assert told.game["empty-sails"].value == sum(s["sail-empty"].value for s in told.seats)
        best = max(game.result.points)
        for number, seat in enumerate(told.seats):
            sources = [one.value for name, one in seat.items() if name.startswith("points-")]
            rounds = [one.value for name, one in seat.items() if name.startswith("points-round")]
            assert sum(sources) - sum(rounds) == seat["points"].value
            assert seat["behind"].value == best - seat["points"].value
            sites = [f"sail-{site.word.replace('_', '-')}" for site in Site]
            assert seat["sails"].value == sum(seat[name].value for name in sites)
            for fact in FACTS.values():
                if fact.of == SEAT and fact.kind == "count":
                    plies = seat[fact.name].plies
                    assert len(plies) == seat[fact.name].value
                    assert list(plies) == sorted(plies)
                    assert all(0 < ply <= len(game.entries) for ply in plies)
            stones = [len(Story(game).stones[site][number]) for site in BUILDING_SITES]
            assert stones == [seat[site.word.replace("_", "-")].value for site in BUILDING_SITES]


def test_carried_is_what_others_carry(games):
    for _, told in games.values():
        assert sum(s["carried"].value for s in told.seats) == sum(
            s["carries"].value for s in told.seats
        )


def test_a_count_knows_when_it_was_reached(games):
    _, told = games["all-a-four"]
    found = told.seats[0]["obelisks"]
    assert found.reached(1) == found.plies[0]
    assert found.reached(found.value) == found.plies[-1]
    assert found.reached(found.value + 1) == found.reached(0) == 0


def test_a_game_without_its_events_is_refused():
    log = deal(Setup.of("black white", "AAAAA"), seed=3, play="random")
    with pytest.raises(ValueError, match="keep_events"):
        facts_of(verify(log))


def test_no_two_facts_share_a_name_or_a_number():
    with pytest.raises(ValueError, match="called sails"):
        count(400, "sails", "again", "R2.4")(lambda story: story.nothing())
    with pytest.raises(ValueError, match="same number"):
        count(FACTS["sails"].number, "sails-again", "again", "R2.4")(lambda story: story.nothing())


def test_the_docs_have_each_fact_as_it_is():
    text = (ROOT / "docs" / "facts.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (\d+) \| (.*) \|$", text, re.M)
    listed = [(name, int(number), rest) for name, number, rest in rows]
    wanted = [
        (fact.name, fact.number, f"{fact.kind} | {fact.unit} | {fact.english} | {fact.rule}")
        for of in (SEAT, GAME)
        for fact in sorted(FACTS.values(), key=lambda fact: fact.number)
        if fact.of == of
    ]
    assert listed == wanted


def test_each_fact_names_a_ruling_that_there_is():
    rulings = (ROOT / "docs" / "rules" / "rulings.md").read_text("utf-8")
    there = set(re.findall(r"^- \*\*(R\d+\.\d+)\*\*", rulings, re.M))
    assert {fact.rule for fact in FACTS.values()} <= there
