"""A module is added by a few files: one is added to a copy of the tree, and games are played.

The module ``omens``: the bank shows each seat, in its order, a god that only this seat knows. Once
in the game a player may declare it, for a point; an omen that was not declared costs one.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from engine.vocabulary import Module, Source
from tests.engine.cli.shell import unmeasured

ROOT = Path(__file__).parents[2]

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


class Shown(Facts):
    facts: ClassVar[tuple[str, ...]] = ("declared", "gods")
    __slots__ = facts

    def __init__(self) -> None:
        self.gods: list[Prophecy] = []
        self.declared: list[int] = []

    def copy(self) -> "Shown":
        new = Shown()
        new.gods = self.gods.copy()
        new.declared = self.declared.copy()
        return new


class Omens(ModuleRules[Shown]):
    module = Module.OMENS
    entries = (DealOmens, Declare)

    def __init__(self, table: dict[str, Any], players: int, profile: Any) -> None:
        super().__init__(table, players, profile)
        self.points: int = table["points"]
        self.silent: int = table["silent"]

    @staticmethod
    def refused(setup: Setup) -> str:
        return "the profile yucata knows no omens" if setup.profile is Profile.YUCATA else ""

    def storage(self) -> Shown:
        return Shown()

    def before_first_round(self, s: State) -> None:
        s.agenda.append(Chance(DealOmens, self.players))

    def outcomes(self) -> Mapping[type[Action], Reveal]:
        return {DealOmens: Reveal(self.deal, self.possible)}

    def deal(self, s: State, chance: Chance, action: DealOmens) -> None:
        check_count(chance.count, len(action.gods))
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

    def show(self, s: State, viewer: int | None, shown: View) -> None:
        kept: Shown = s.modules[self.module]
        known = [viewer == seat or seat in kept.declared for seat in range(len(kept.gods))]
        gods = [god.word if open else None for god, open in zip(kept.gods, known, strict=True)]
        shown["kept"][self.module.word] = {"gods": gods, "declared": list(kept.declared)}

    def entry_for(self, s: State, entry: Entry, viewer: int | None) -> str:
        if not isinstance(entry.action, DealOmens):
            return ""
        gods = [god.word if viewer == seat else "?" for seat, god in enumerate(entry.action.gods)]
        return " ".join(["omens", *gods])
'''

DRAWING = '''"""Omens: a line beside the piles, and a small stone for each that was declared."""

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


def _declares(who: str, action: Any, s: Any) -> str:
    return _("%(who)s declares an omen") % {"who": who}


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
        kept: Any = view["kept"]["omens"]
        for seat, god in enumerate(kept["gods"]):
            yield f"omen{seat}", PlacedSymbol(OVER, ".god", 20 + 80 * seat, 60, god or "?")


class OmensDrawing(ModuleDrawing):
    title = gettext_lazy("Omens")
    sources: ClassVar = {Source.OMENS: gettext_lazy("Omens")}
    leads: ClassVar = {DealOmens: nothing, Declare: _declares}
    options: ClassVar = {Declare: _declare}

    def sentence(self) -> str:
        return _("Declare your omen for a point.")

    def blocks(self) -> list[Any]:
        return [Block()]
'''

PLAYED = '''"""Play games with omens, in the copy."""

import os
import random

os.environ["DJANGO_SETTINGS_MODULE"] = "plain"
import django

django.setup()

from drawing.text.narration import Narrator
from drawing.play.options import options_of
from drawing.replay.replay import replay_of
from engine import EVERYTHING, DealtGame, Header, IllegalAction, Log, Rule, Setup, SetupError
from engine import apply, awaited, digest, legal_actions, parse_entry, read_log, start, steps
from engine import verify, view, view_entry, write_json, write_text
from engine.agenda import Chance
from engine.computer.choice import player_at_level
from engine.actions import read_action
from engine.modules.omens import Declare
from engine.vocabulary import Module, Source

for seed in range(6):
    chance = random.Random(seed)
    seats = "black white brown gray".split()[: 2 + seed % 3]
    more = ["", "god_prophecies pharaohs_favors", "private_ships stonemasons_wager"][seed % 3]
    setup = Setup.of(" ".join(seats), "ABCDA"[seed % 4 :].ljust(5, "A"), f"omens {more}")
    game = DealtGame(setup, chance)
    assert game.entries[more.startswith("god")].action.text.startswith("omens ")
    while not game.state.over:
        s = game.state
        now = awaited(s)
        listed = legal_actions(s)
        assert listed
        if chance.random() < 0.2:
            for action in listed[:5]:
                apply(s.copy(), now.seat, action)
            before = digest(s)
            if now.item is None and Declare() not in listed:
                try:
                    apply(s, now.seat, Declare())
                except IllegalAction as refusal:
                    assert refusal.rule is Rule.OMEN_DECLARED
                else:
                    raise AssertionError
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
    assert digest(verdict.state) != digest(start(setup))

    drawn = replay_of(log, None)
    assert not drawn.error and drawn.plies == len(game.entries)
    assert any("declares an omen" in frame.words for frame in drawn.frames)
    names = [block.name for block in drawn.drawing.blocks]
    table = drawn.table(drawn.plies)
    assert "Omens" in drawn.drawing.block_markup(names.index("omens"), table)
    assert all(f"omen{seat}" in table for seat in range(len(seats)))

dealt = Setup.of("black white", "AAAAA", "omens")
position = start(dealt)
entry = parse_entry(dealt, "omens ra isis")
assert view_entry(position, entry, None) == "omens ? ?"
assert view_entry(position, entry, 1) == "omens ? isis"
plain = Setup.of("black white")
position = start(plain)
for line in ("round 4 3 2 2", "market statue lever sail statue"):
    apply(position, *parse_entry(plain, line))
try:
    apply(position, *parse_entry(plain, "black declare"))
except IllegalAction as refusal:
    assert refusal.rule is Rule.MODULE_NOT_IN_PLAY and refusal.detail == "omens"
try:
    Setup.of("black white", "AAAAA", "omens", "yucata")
except SetupError as refusal:
    assert "knows no omens" in str(refusal)
print("played")
'''

SETTINGS = """SECRET_KEY = "-"
USE_I18N = False
INSTALLED_APPS = []
"""


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), "utf-8")


def add(tree: Path) -> None:
    """The module ``omens``, file by file, as ``docs/architecture.md`` says it is done."""
    engine = tree / "engine"
    for kind in (Module, Source):
        name, number = list(kind)[-1].name, list(kind)[-1].value
        last = f"    {name} = {number}\n"
        change(engine / "vocabulary.py", last, f"{last}    OMENS = {number + 1}\n")
    change(
        engine / "errors.py",
        "    # chance\n",
        '    OMEN_DECLARED = "the omen has been declared", "R11.6"\n\n    # chance\n',
    )
    numbers = engine / "editions" / "2026.1.toml"
    table = (
        '[omens]\npoints = 1\nsilent = -1\nconfidence = "text"\nsource = "a test of the house"\n'
    )
    numbers.write_text(f"{numbers.read_text('utf-8')}\n{table}", "utf-8")
    (engine / "modules" / "omens.py").write_text(MODULE, "utf-8")
    for room, name in (("engine", "Omens"), ("drawing", "OmensDrawing")):
        table = tree / room / "modules" / "__init__.py"
        end = "\n}\n\nif set(" if room == "drawing" else "\n}\n"
        change(table, end, end.replace("\n", f"\n    Module.OMENS: {name},\n", 1))
        before = f"from {room}.modules.private_ships import"
        change(table, before, f"from {room}.modules.omens import {name}\n{before}")
    (tree / "drawing" / "modules" / "omens.py").write_text(DRAWING, "utf-8")
    page = tree / "docs" / "rules" / "modules.md"
    page.write_text(f"{page.read_text('utf-8')}\n## Omens\n", "utf-8")


def contents(tree: Path) -> dict[str, bytes]:
    paths = (path for path in tree.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(tree).as_posix(): path.read_bytes() for path in paths}


def promised(kind: str, word: str) -> list[str]:
    """The files that ``docs/architecture.md``, Adding things, names for a `kind` with `word`."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    recipe = (
        page.partition("## Adding things")[2].partition(f"**A {kind}:**")[2].partition("* **")[0]
    )
    named = re.findall(r"`((?:engine|drawing|docs)/[^`]+\.\w+)`", recipe)
    return sorted({name.replace(f"<{kind}>", word) for name in named})


def test_a_module_is_added_by_a_few_files(tmp_path: Path) -> None:
    """The files of the recipe, and no others; then it is played, judged, hidden and drawn, and
    its types hold."""
    leave = shutil.ignore_patterns("*.so", "__pycache__", "images")
    for folder in ("engine", "drawing", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=leave)
    before = contents(tmp_path)
    add(tmp_path)
    after = contents(tmp_path)
    touched = [path for path in after if after[path] != before.get(path)]
    assert sorted(touched) == promised("module", "omens")
    (tmp_path / "plain.py").write_text(SETTINGS, "utf-8")
    (tmp_path / "played.py").write_text(PLAYED, "utf-8")
    ran = subprocess.run(
        [sys.executable, "played.py"],
        cwd=tmp_path,
        env={**unmeasured(), "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (ran.stdout, ran.returncode) == ("played\n", 0), ran.stderr[-3000:]
    types = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--config-file=", "--strict", "--python-version=3.11"),
            *("--follow-imports", "silent", "engine/modules/omens.py", "drawing/modules/omens.py"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert types.returncode == 0, types.stdout
