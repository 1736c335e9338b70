"""Facts of golden games, counted a second way."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Game, Setup, deal, read_log, verify
from engine.facts import FACTS, SEAT, VERSION, GameFacts, facts_of
from engine.facts.extract import RETIRED_REVISIONS
from engine.facts.fact import count_fact
from engine.facts.history import Story
from engine.vocabulary import BUILDING_SITES, Site
from tests.facts.golden import FILE, GAMES, ROOT, forgotten, values_of

ADDED = """
import importlib
import engine.facts.extract as extract
from engine.facts.fact import count_fact
count_fact(400, "more", "more", "R2.4", revision={})(lambda story: story.nothing())
print(importlib.reload(extract).VERSION)
"""


def game_of(path: Path) -> Game:
    return verify(read_log(path.read_bytes()), keep_events=True)


@pytest.fixture(scope="module")
def games() -> dict[str, tuple[Game, GameFacts]]:
    found = {}
    for path in GAMES:
        game = game_of(path)
        found[path.stem] = game, facts_of(game)
    return found


def test_facts_of_golden_games_change_with_the_version_alone(games):
    """`python -m tests.facts.golden` writes `golden_facts.json` again."""
    stored = json.loads(FILE.read_text("utf-8"))
    assert stored["version"] == VERSION
    assert stored["facts"] == {name: [fact.of, fact.number] for name, fact in FACTS.items()}
    assert stored["games"] == {name: values_of(told) for name, (_, told) in games.items()}


def test_the_version_cannot_be_forgotten():
    """Golden facts are not written where a fact was added, given up or changed without it."""
    before = json.loads(FILE.read_text("utf-8"))
    assert 1 - 94 + sum(fact.revision for fact in FACTS.values()) + RETIRED_REVISIONS == VERSION
    assert forgotten(before, before) == ""
    more = {**before, "facts": {**before["facts"], "more": ["seat", 400]}}
    assert "added" in forgotten(before, more)
    assert forgotten(before, {**more, "version": before["version"] + 1}) == ""
    assert "added" in forgotten(more, before)
    other = {**before["games"], "all-a-four": {"game": {}, "seats": []}}
    changed = {**before, "games": other}
    assert forgotten(before, changed).endswith(": all-a-four")
    assert forgotten(before, {**changed, "version": before["version"] + 1}) == ""
    assert forgotten({**before, "version": before["version"] + 1}, before)


def test_a_fact_that_is_added_or_revised_raises_the_version():
    """In a process of its own: facts are added on import."""
    for revision in (1, 3):
        command = [sys.executable, "-c", ADDED.format(revision)]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert int(ran.stdout) == VERSION + revision


def test_what_the_lines_of_a_log_say(games):
    """From the lines of its log alone."""
    game, told = games["all-a-four"]
    text = [line for line in read_text("all-a-four") if line]
    for seat, colour in enumerate(("black", "white", "brown", "gray")):
        lines = [line for line in text if line.startswith(f"{colour} ")]
        words = [line.split()[1] for line in lines]
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
            sources = [one.value or 0 for name, one in seat.items() if name.startswith("points-")]
            rounds = [seat[f"points-round-{number}"].value or 0 for number in range(1, 6)]
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
    obelisks = told.seats[0]["obelisks"]
    assert obelisks.reached(1) == obelisks.plies[0]
    assert obelisks.reached(obelisks.value) == obelisks.plies[-1]
    assert obelisks.reached(obelisks.value + 1) == obelisks.reached(0) == 0


def test_a_game_without_its_events_is_refused():
    log = deal(Setup.of("black white", "AAAAA"), seed=3, play="random")
    with pytest.raises(ValueError, match="keep_events"):
        facts_of(verify(log))


def test_no_two_facts_share_a_name_or_a_number():
    with pytest.raises(ValueError, match="called sails"):
        count_fact(400, "sails", "again", "R2.4")(lambda story: story.nothing())
    with pytest.raises(ValueError, match="same number"):
        count_fact(FACTS["sails"].number, "sails-again", "again", "R2.4")(
            lambda story: story.nothing()
        )


def test_each_fact_names_a_ruling_that_there_is():
    rulings = (ROOT / "docs" / "rules" / "rulings.md").read_text("utf-8")
    matches = set(re.findall(r"^- \*\*(R\d+\.\d+)\*\*", rulings, re.M))
    assert {fact.rule for fact in FACTS.values()} <= matches
