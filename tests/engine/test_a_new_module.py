"""A module is added by the files of its recipe, in a copy of the repository that stays green.

The module ``omens``: the bank deals each seat, in its order, a god that only this seat knows. Once
in the game a player may declare it, for a point; an omen that was not declared costs one.

The recipe is that of ``docs/architecture.md``, followed word by word. Types and tests are run in a
copy that has a new card too: ``test_a_new_card.py``. No person counted the golden game.
"""

from __future__ import annotations

from pathlib import Path

from engine.vocabulary import Module, Source
from tests.engine.recipe import Copy, promised_files

MODULE = '''"""Omens: a god that only its owner knows, declared for a point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from engine.agenda import Chance
from engine.entries import Action, Entry, Outcome
from engine.entries.forms import PROPHECY, Form, ManyWords
from engine.errors import IllegalAction, Rule
from engine.modules.module import ModuleRules
from engine.shown import View
from engine.pile import check_count
from engine.state import Facts, State
from engine.stones import score_points
from engine.turns.turn import FunctionTurn, Reveal, Turn
from engine.vocabulary import Module, Profile, Prophecy, Source

if TYPE_CHECKING:
    from engine.setup import Setup


@dataclass(frozen=True)
class DealOmens(Outcome):
    """The bank shows each seat an omen, in the order of the seats."""

    gods: tuple[Prophecy, ...]


DealOmens.form = Form("omens", ManyWords(PROPHECY, 1, 4))


@dataclass(frozen=True)
class Declare(Action):
    """The omen is declared."""


Declare.form = Form("declare")


class OmensStorage(Facts):
    facts: ClassVar[tuple[str, ...]] = ("declared", "gods")
    __slots__ = facts

    def __init__(self) -> None:
        self.gods: list[Prophecy] = []
        self.declared: list[int] = []

    def copy(self) -> "OmensStorage":
        new = OmensStorage()
        new.gods = self.gods.copy()
        new.declared = self.declared.copy()
        return new


class Omens(ModuleRules[OmensStorage]):
    module = Module.OMENS
    entries = (DealOmens, Declare)

    def __init__(self, table: dict[str, Any], players: int, profile: Any) -> None:
        super().__init__(table, players, profile)
        self.points: int = table["points"]
        self.silent: int = table["silent"]

    @staticmethod
    def refused(setup: Setup) -> str:
        return "the profile yucata knows no omens" if setup.profile is Profile.YUCATA else ""

    def storage(self) -> OmensStorage:
        return OmensStorage()

    def before_first_round(self, s: State) -> None:
        s.agenda.append(Chance(DealOmens, self.players))

    def outcomes(self) -> Mapping[type[Action], Reveal]:
        return {DealOmens: Reveal(self.deal, self.possible)}

    def deal(self, s: State, chance: Chance, action: DealOmens) -> None:
        check_count(chance.count, len(set(action.gods)))
        s.agenda.pop()
        s.modules[self.module].gods = list(action.gods)

    def possible(self, s: State, chance: Chance) -> list[str]:
        return [god.word for god in Prophecy]

    def turns(self) -> Mapping[type[Action], Turn]:
        return {Declare: FunctionTurn(self.declare, self.declares)}

    def declare(self, s: State, seat: int, action: Declare) -> None:
        if seat in s.modules[self.module].declared:
            raise IllegalAction(Rule.OMEN_DECLARED)
        s.modules[self.module].declared.append(seat)
        score_points(s, seat, self.points, Source.OMENS)

    def declares(self, s: State, seat: int) -> Iterator[Declare]:
        if seat not in s.modules[self.module].declared:
            yield Declare()

    def end_of_game(self, s: State) -> None:
        for seat in range(self.players):
            if seat not in s.modules[self.module].declared:
                score_points(s, seat, self.silent, Source.OMENS)

    def show(self, s: State, viewer: int | None, game_view: View) -> None:
        storage: OmensStorage = s.modules[self.module]
        gods = [
            god.word if viewer == seat or seat in storage.declared else None
            for seat, god in enumerate(storage.gods)
        ]
        game_view["kept"][self.module.word] = {"gods": gods, "declared": storage.declared.copy()}

    def entry_for(self, s: State, entry: Entry, viewer: int | None) -> str:
        if not isinstance(entry.action, DealOmens):
            return ""
        gods = [god.word if viewer == seat else "?" for seat, god in enumerate(entry.action.gods)]
        return " ".join(["omens", *gods])
'''

DRAWING = '''"""Omens: a line next to the piles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from drawing.language import gettext as _
from drawing.language import gettext_lazy
from drawing.svg import rect, svg_text
from drawing.language.phrases import nothing
from drawing.modules.module import ModuleDrawing
from drawing.svg.pieces import OVER, BlockPart, PlacedSymbol
from engine.shown import View
from drawing.language.option_words import OptionWord, Words
from engine.modules.omens import DealOmens, Declare
from engine.vocabulary import Source


def _declares(player: str, action: Any, s: Any) -> str:
    return _("%(who)s declares an omen") % {"who": player}


def _declare(action: Any, s: Any, seat: int) -> Words:
    return [OptionWord("declare", lambda: _("Declare the omen"))], []


class Block:
    name = "omens"
    label = "Omens"
    width = 360
    height = 104
    depths = 0

    def __init__(self) -> None:
        self.parts = (BlockPart(self.facts, self.pieces),)

    def backdrop(self) -> str:
        return rect(0.5, 0.5, 359, 103, "block", 10) + svg_text(12, 21, "Omens", "title")

    def facts(self, view: View) -> Any:
        return view["kept"]["omens"]

    def pieces(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        omens: Any = view["kept"]["omens"]
        for seat, god in enumerate(omens["gods"]):
            yield f"omen{seat}", PlacedSymbol(OVER, ".god", 20 + 80 * seat, 60, god or "?")


class OmensDrawing(ModuleDrawing):
    title = gettext_lazy("Omens")
    sources: ClassVar = {Source.OMENS: gettext_lazy("Omens")}
    leads: ClassVar = {DealOmens: nothing, Declare: _declares}
    options: ClassVar = {Declare: _declare}
    questions: ClassVar = {"omens": gettext_lazy("Which omens were dealt?")}

    def sentence(self) -> str:
        return _("Declare your omen for a point.")

    def blocks(self) -> list[Any]:
        return [Block()]
'''

TEST = '''"""Omens (R11.6): dealt in secret, declared once, and their points."""

from __future__ import annotations

import random

import pytest

from drawing.play.options import options_of
from drawing.replay.replay import replay_of
from engine import DealtGame, Header, IllegalAction, Log, Rule, Setup, SetupError
from engine import apply, awaited, digest, legal_actions, parse_entry, read_log, start
from engine import verify, view, view_entry, write_json, write_text
from engine.modules.omens import Declare
from engine.vocabulary import Module, Source


@pytest.mark.parametrize("seed", range(3))
def test_games_with_omens(seed: int) -> None:
    """[R11.6, module omens, refusal OMEN_DECLARED] A point for the declared, -1 for others."""
    chance = random.Random(seed)
    seats = "black white brown gray".split()[: 2 + seed]
    added = ["", "god_prophecies pharaohs_favors", "private_ships stonemasons_wager"][seed]
    setup = Setup.of(" ".join(seats), "ABCDA", f"omens {added}")
    game = DealtGame(setup, chance)
    assert game.entries[added.startswith("god")].action.text.startswith("omens ")
    while not game.state.over:
        s = game.state
        decision = awaited(s)
        listed = legal_actions(s)
        assert listed
        if chance.random() < 0.2:
            before = digest(s)
            if decision.item is None and Declare() not in listed:
                with pytest.raises(IllegalAction) as refusal:
                    apply(s, decision.seat, Declare())
                assert refusal.value.rule is Rule.OMEN_DECLARED
                assert digest(s) == before
            assert len(options_of(s)) == len(listed)
            for viewer in (None, *range(len(seats))):
                shown = view(s, viewer)["kept"]["omens"]
                for seat, god in enumerate(shown["gods"]):
                    assert (god is None) == (seat != viewer and seat not in shown["declared"])
        game.act(chance.choice(listed))
    log = Log(Header(setup, chance="dealt"), tuple(game.entries))
    text = write_text(log)
    assert read_log(text) == log and read_log(write_json(log)) == log
    verdict = verify(read_log(text))
    assert verdict.state.key() == game.state.key()
    declared = verdict.state.modules[Module.OMENS].declared
    for seat in range(len(seats)):
        assert verdict.result.scored[seat][Source.OMENS] == (1 if seat in declared else -1)
    drawn = replay_of(log, None)
    assert not drawn.error and drawn.plies == len(game.entries)
    assert any("declares an omen" in frame.words for frame in drawn.frames)
    names = [block.name for block in drawn.drawing.blocks]
    table = drawn.table(drawn.plies)
    assert "Omens" in drawn.drawing.block_markup(names.index("omens"), table)
    assert all(f"omen{seat}" in table for seat in range(len(seats)))


def test_an_omen_is_its_owners_secret() -> None:
    setup = Setup.of("black white", "AAAAA", "omens")
    position = start(setup)
    entry = parse_entry(setup, "omens ra isis")
    assert view_entry(position, entry, None) == "omens ? ?"
    assert view_entry(position, entry, 1) == "omens ? isis"


def test_without_the_module_it_is_refused() -> None:
    plain = Setup.of("black white")
    position = start(plain)
    for line in ("round 4 3 2 2", "market statue lever sail statue"):
        apply(position, *parse_entry(plain, line))
    with pytest.raises(IllegalAction) as refusal:
        apply(position, *parse_entry(plain, "black declare"))
    assert (refusal.value.rule, refusal.value.detail) == (Rule.MODULE_NOT_IN_PLAY, "omens")
    with pytest.raises(SetupError, match="knows no omens"):
        Setup.of("black white", "AAAAA", "omens", "yucata")
'''

GOLDEN = '''"""Write a game with omens and its points, as if they had been counted by hand."""

from dataclasses import replace

from engine import Setup, deal, verify, write_text
from tests.golden.make import FOLDER

log = deal(Setup.of("black white", "AAAAA", "omens"), 1, "greedy")
result = verify(log).result
header = replace(log.header, result=result.points)
(FOLDER / "hand-counted-omens.imh").write_text(write_text(replace(log, header=header)), "utf-8")
lines = ["", "[hand-counted-omens]"]
for seat, colour in enumerate(("black", "white")):
    sources = result.breakdown(seat).items()
    words = ", ".join(f"{source} = {points}" for source, points in sources)
    points, place = result.points[seat], result.places[seat]
    lines.append(f"{colour} = {{ points = {points}, place = {place}, {words} }}")
with (FOLDER / "hand_counted.toml").open("a", encoding="utf-8") as file:
    file.write("\\n".join(lines) + "\\n")
'''

EXAMPLES = """### `omens PROPHECY …`

Module `omens`: a god for each seat, in their order (R11.6).

```imhotep
# black white, sites AAAAA, omens
omens ra isis
```

### `declare`

Module `omens`: once in the game, for a point (R11.6).

```imhotep
# black white, sites AAAAA, omens
omens ra isis
round 4 3 2 2
market lever statue entrance sail
black declare
```

"""


def add(copy: Copy) -> None:
    """The module ``omens``, file by file, as ``docs/architecture.md`` says it is done."""
    copy.add_after(
        "docs/rules/rulings.md",
        "chamber and obelisks. *(rulebook)*\n",
        "- **R11.6** Omens: declared once, a point; an omen that was not declared: -1. *(ours)*\n",
    )
    copy.add_to_end("docs/rules/modules.md", "\n## Omens\n\n`omens`. By R11.6.\n")
    copy.add_member(Module, "OMENS")
    copy.add_member(Source, "OMENS")
    refusal = '    OMEN_DECLARED = "the omen has been declared", "R11.6"\n\n'
    copy.change("engine/errors.py", "    # chance\n", f"{refusal}    # chance\n")
    copy.add_to_end(
        "engine/editions/2026.1.toml",
        '\n[omens]\npoints = 1\nsilent = -1\nconfidence = "text"\nsource = "a test of ours"\n',
    )
    for room, name, text in (("engine", "Omens", MODULE), ("drawing", "OmensDrawing", DRAWING)):
        copy.write(f"{room}/modules/omens.py", text)
        table = f"{room}/modules/__init__.py"
        last = list(Module)[-1].name
        row = next(row for row in copy.lines(table) if row.startswith(f"    Module.{last}: "))
        copy.add_after(table, row, f"    Module.OMENS: {name},\n")
        first = f"from {room}.modules.private_ships import"
        copy.change(table, first, f"from {room}.modules.omens import {name}\n{first}")
    page, following = "docs/log-format.md", "### `scaffold TILE`\n"
    copy.change(page, "`unlimited_stones`. For", "`unlimited_stones`, `omens`. For")
    copy.change(page, following, f"{EXAMPLES}{following}")
    copy.write("tests/engine/rules/test_omens.py", TEST)
    copy.run_once(GOLDEN)


def test_a_module_is_added_by_the_files_of_its_recipe(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    add(copy)
    copy.generate()
    assert copy.changed_files() == promised_files("module", "omens")
