"""A card is added by a few files: one is added to a copy of the tree, and games are played.

The card ``ferry``: played as a turn it takes as many stones as the edition says; unused it gives
points at the end.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from engine.vocabulary import Card, Source
from tests.engine.cli.shell import unmeasured
from tests.engine.test_a_new_module import ROOT, SETTINGS, change, contents, promised

CARD = '''"""Ferry: take stones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards.action_card import ActionCard
from engine.entries import Action
from engine.entries.forms import Form
from engine.errors import IllegalAction, Rule
from engine.state import State
from engine.stones import can_take, take_stones
from engine.vocabulary import Card, Source

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues


@dataclass(frozen=True)
class PlayFerry(Action):
    """Take stones."""


PlayFerry.form = Form("play ferry")


class Ferry(ActionCard):
    """Played as a turn; scores at the end."""

    card = Card.FERRY
    action = PlayFerry
    source = Source.FERRIES
    value = 1.5

    def __init__(self, numbers: CardValues) -> None:
        super().__init__(numbers)
        self.stones: int = numbers["ferry_stones"]

    def do(self, s: State, seat: int, action: PlayFerry) -> None:
        self.check_owned(s, seat)
        if not can_take(s, seat, self.stones):
            raise IllegalAction(Rule.SLED_FULL)
        self.play(s, seat)
        take_stones(s, seat, self.stones)
        self.end(s)

    def options(self, s: State, seat: int) -> Iterator[PlayFerry]:
        if self.owned(s, seat) and can_take(s, seat, self.stones):
            yield PlayFerry()

    def points(self, s: State, seat: int, copies: int) -> int:
        return 2 * copies
'''

DRAWING = '''"""Ferry: its picture and its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from drawing.cards.card import CardDrawing
from drawing.language import gettext as _
from drawing.language import gettext_lazy, gettext_noop
from drawing.language.option_words import Words, play_word
from engine.cards.ferry import Ferry, PlayFerry
from engine.events import CardPlayed
from engine.vocabulary import Card, Source

if TYPE_CHECKING:
    from engine import Rules, State


def _lead(who: str, action: PlayFerry, s: State) -> str:
    return _("%(who)s plays the ferry") % {"who": who}


def _option(action: PlayFerry, s: State, seat: int) -> Words:
    return [play_word(Card.FERRY, FerryDrawing.the_name)], []


class FerryDrawing(CardDrawing):
    """The drawing and the words of the card."""

    name = gettext_noop("ferry")
    the_name = gettext_noop("the ferry")
    picture = "M-9 -9H9V9H-9z"
    sources: ClassVar = {Source.FERRIES: gettext_lazy("Ferries")}
    leads: ClassVar = {PlayFerry: _lead}
    covers: ClassVar = {PlayFerry: frozenset({CardPlayed})}
    options: ClassVar = {PlayFerry: _option}

    @staticmethod
    def sentence(rules: Rules, numbers: Ferry) -> str:
        words = {"stones": numbers.stones}
        return _("Your action, once: take up to %(stones)s stones.") % words
'''

PLAYED = '''"""Play games with ferries, in the copy."""

import os
import random

os.environ["DJANGO_SETTINGS_MODULE"] = "plain"
import django

django.setup()

from drawing.cards import card_effect, card_title
from drawing.play.options import options_of
from drawing.replay.replay import replay_of
from drawing.text.rules.hints import all_hints
from drawing.text.reasons import SOURCES, rule_reason
from engine import DealtGame, Header, Log, Setup
from engine import apply, awaited, deal, legal_actions, read_log, verify, write_text
from engine.cards.ferry import PlayFerry
from engine.facts import facts_of
from engine.vocabulary import Card, Source

played = kept = 0
for seed in range(8):
    chance = random.Random(seed)
    seats = "black white brown gray".split()[: 2 + seed % 3]
    setup = Setup.of(" ".join(seats), "ABCDA"[seed % 4 :].ljust(5, "A"))
    game = DealtGame(setup, chance)
    while not game.state.over:
        s = game.state
        listed = legal_actions(s)
        if PlayFerry() in listed:
            apply(s.copy(), awaited(s).seat, PlayFerry())
        assert len(options_of(s)) == len(listed)
        game.act(chance.choice(listed))
    log = Log(Header(setup, chance="dealt"), tuple(game.entries))
    assert read_log(write_text(log)) == log
    verdict = verify(log, keep_events=True)
    played += sum(type(entry.action) is PlayFerry for entry in game.entries)
    told = facts_of(verdict)
    for seat, player in enumerate(verdict.state.players):
        assert verdict.result.scored[seat][Source.FERRIES] == 2 * player.cards[Card.FERRY]
        assert told.seats[seat]["points-ferries"].value == 2 * player.cards[Card.FERRY]
        kept += player.cards[Card.FERRY]
    drawn = replay_of(log, None)
    assert not drawn.error and drawn.plies == len(game.entries)
    rules = verdict.state.rules
    assert rules.is_blue[Card.FERRY]
    assert card_effect(rules, Card.FERRY) in [hint.sentence for hint in all_hints(rules)]
    assert "2 stones" in rule_reason(rules, SOURCES[Source.FERRIES]).words
assert played and kept
verify(deal(Setup.of("black white"), 1, "greedy"))
assert card_title(Card.FERRY) == "Ferry"
print("played")
'''

NUMBERS = """
[cards.ferry]
colour = "blue"
base = 6
confidence = "text"
source = "a test of the house"
"""


def add(tree: Path) -> None:
    """The card ``ferry``, file by file, as ``docs/architecture.md`` says it is done."""
    for kind, name in ((Card, "FERRY"), (Source, "FERRIES")):
        last = list(kind)[-1]
        line = f"    {last.name} = {last.value}\n"
        words = tree / "engine" / "vocabulary.py"
        change(words, line, f"{line}    {name} = {last.value + 1}\n")
    edition = tree / "engine" / "editions" / "2026.1.toml"
    change(edition, "[card_values]\n", "[card_values]\nferry_stones = 2\n")
    edition.write_text(edition.read_text("utf-8") + NUMBERS, "utf-8")
    shapes = tree / "engine" / "editions" / "shapes.py"
    change(shapes, "    hammer_stones: int\n", "    hammer_stones: int\n    ferry_stones: int\n")
    for room, name, text in (("engine", "Ferry", CARD), ("drawing", "FerryDrawing", DRAWING)):
        (tree / room / "cards" / "ferry.py").write_text(text, "utf-8")
        table = tree / room / "cards" / "__init__.py"
        rows = re.search(r"(?s)\[Card, type\[\w+\]\]\] = \{\n.*?\n(?=\})", table.read_text("utf-8"))
        assert rows
        change(table, rows[0], f"{rows[0]}    Card.FERRY: {name},\n")
        before = f"from {room}.cards.hammer import"
        change(table, before, f"from {room}.cards.ferry import {name}\n{before}")
    page = tree / "docs" / "rules" / "cards.md"
    page.write_text(f"{page.read_text('utf-8')}\n## Ferry\n", "utf-8")


def test_a_card_is_added_by_the_files_of_the_recipe(tmp_path: Path) -> None:
    """The files of the recipe, and no others; then it is played, judged, drawn and found in facts,
    and its types hold."""
    leave = shutil.ignore_patterns("*.so", "__pycache__", "images")
    for folder in ("engine", "drawing", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=leave)
    before = contents(tmp_path)
    add(tmp_path)
    after = contents(tmp_path)
    touched = [path for path in after if after[path] != before.get(path)]
    assert sorted(touched) == promised("card", "ferry")
    (tmp_path / "plain.py").write_text(SETTINGS, "utf-8")
    (tmp_path / "played.py").write_text(PLAYED, "utf-8")
    python = [sys.executable]
    strict = ["-m", "mypy", "--config-file=", "--strict", "--python-version=3.11"]
    files = ["--follow-imports", "silent", "engine/cards/ferry.py", "drawing/cards/ferry.py"]
    for command, answer in ((["played.py"], "played"), ([*strict, *files], "Success")):
        ran = subprocess.run(
            [*python, *command],
            cwd=tmp_path,
            env={**unmeasured(), "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert ran.stdout.startswith(answer), ran.stdout + ran.stderr[-3000:]
