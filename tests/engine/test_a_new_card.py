"""A card is added by the files of its recipe, in a copy of the repository that stays green.

The card ``ferry``, of the edition 2026.2: played as a turn it takes as many stones as the edition
says; unused it gives points at the end.

The recipe is that of ``docs/architecture.md``, followed word by word, in a copy that has a new
module already; then types and tests hold.
``tests/engine/recipe.py`` names the tests that are left out.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.vocabulary import Card, Source
from tests.engine.recipe import Copy, promised_files
from tests.engine.test_a_new_module import add as add_module

EDITION = "2026.2"

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


def _lead(player: str, action: PlayFerry, s: State) -> str:
    return _("%(who)s plays the ferry") % {"who": player}


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

TEST = '''"""Ferry (R5.13): stones as an action, points at the end."""

from __future__ import annotations

import random

import pytest

from drawing.cards import card_effect, card_title
from drawing.play.options import options_of
from drawing.replay.replay import replay_of
from drawing.text.reasons import SOURCES, rule_reason
from drawing.text.rules.hints import all_hints
from engine import DealtGame, Header, Log, Setup
from engine import apply, awaited, deal, legal_actions, read_log, start, verify, write_text
from engine.cards.ferry import PlayFerry
from engine.facts import facts_of
from engine.vocabulary import Card, Source


@pytest.mark.parametrize("seed", range(3))
def test_games_with_ferries(seed: int) -> None:
    """[R5.13, card ferry] Two points for each that is left."""
    chance = random.Random(seed)
    seats = "black white brown gray".split()[: 2 + seed]
    setup = Setup.of(" ".join(seats), "ABCDA", edition="2026.2")
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
    facts = facts_of(verdict)
    left = [player.cards[Card.FERRY] for player in verdict.state.players]
    assert any(left) or any(type(entry.action) is PlayFerry for entry in game.entries)
    for seat, copies in enumerate(left):
        assert verdict.result.scored[seat][Source.FERRIES] == 2 * copies
        assert facts.seats[seat]["points-ferries"].value == 2 * copies
    drawn = replay_of(log, None)
    assert not drawn.error and drawn.plies == len(game.entries)


def test_a_ferry_is_explained() -> None:
    rules = start(Setup.of("black white", edition="2026.2")).rules
    assert rules.is_blue[Card.FERRY]
    assert card_title(Card.FERRY) == "Ferry"
    assert card_effect(rules, Card.FERRY) in [hint.sentence for hint in all_hints(rules)]
    assert "2 stones" in rule_reason(rules, SOURCES[Source.FERRIES]).words


def test_there_are_none_in_older_editions() -> None:
    assert start(Setup.of("black white")).rules.copies[Card.FERRY] == 0
'''

GOLDEN = '''"""Write a game in which a ferry is played."""

from engine import Setup, deal, write_text
from tests.golden.make import FOLDER

setup = Setup.of("black white", edition="2026.2")
logs = (write_text(deal(setup, seed, "random")) for seed in range(100))
(FOLDER / "ferry.imh").write_text(next(log for log in logs if "play ferry" in log), "utf-8")
'''

EXAMPLE = """#### `play ferry`

Take two stones (R5.13).

```imhotep
# black white, sites AAAAA, edition 2026.2
round 4 3 2 2
market ferry statue entrance sail
black load 3.1
white take
black sail 3 market
black card 1
white load 1.1
black play ferry
```

"""

CARD_TABLE = """
[cards.ferry]
colour = "blue"
confidence = "text"
source = "a test of ours"
"""


def add(copy: Copy) -> None:
    """The card ``ferry``, file by file, as ``docs/architecture.md`` says it is done."""
    copy.add_after(
        "docs/rules/rulings.md",
        "is worth 1 point at the end. *(rulebook)*\n",
        "- **R5.13** Ferry: take two stones. Unused, it is worth 2 points. *(ours)*\n",
    )
    row = "| `cargo_sled` | | 2 | white | from the taking on, for good |\n"
    copy.add_after("docs/rules/cards.md", row, "| `ferry` | | | blue | as an action, once |\n")
    copy.add_to_end("docs/rules/cards.md", "\n## Ferry\n\n`ferry`: by R5.13.\n")
    copy.add_member(Card, "FERRY")
    copy.add_member(Source, "FERRIES")
    first, second = "engine/editions/2026.1.toml", f"engine/editions/{EDITION}.toml"
    copy.add_after(first, "[card_values]\n", "ferry_stones = 2\n")
    copy.add_to_end(first, CARD_TABLE)
    copy.write(second, "".join(copy.lines(first)))
    copy.change(second, 'edition = "2026.1"\n', f'edition = "{EDITION}"\n')
    copy.add_after(second, "[cards.ferry]\n", "base = 6\n")
    shape = "    hammer_stones: int\n"
    copy.add_after("engine/editions/shapes.py", shape, "    ferry_stones: int\n")
    for room, name, text in (("engine", "Ferry", CARD), ("drawing", "FerryDrawing", DRAWING)):
        copy.write(f"{room}/cards/ferry.py", text)
        table = f"{room}/cards/__init__.py"
        last_row = f"    Card.{list(Card)[-1].name}: "
        (row,) = (line for line in copy.lines(table) if line.startswith(last_row))
        copy.add_after(table, row, f"    Card.FERRY: {name},\n")
        before = f"from {room}.cards.hammer import"
        copy.change(table, before, f"from {room}.cards.ferry import {name}\n{before}")
    copy.change("docs/log-format.md", "`loading_plank`\n", "`loading_plank`; in 2026.2 `ferry`\n")
    after = "### `private_ship SITE`\n"
    copy.change("docs/log-format.md", after, f"{EXAMPLE}{after}")
    copy.write("tests/engine/rules/test_ferry.py", TEST)
    copy.run_once(GOLDEN)


@pytest.mark.long
@pytest.mark.timeout(2_000)
def test_a_card_is_added_by_the_files_of_its_recipe(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    add_module(copy)
    copy.generate()
    copy.before = copy.contents()
    add(copy)
    copy.generate()
    assert copy.changed_files() == promised_files("card", "ferry", EDITION)
    copy.check()
