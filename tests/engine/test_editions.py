"""Editions are data, rulebooks are code: both can be added, and old games keep their meaning."""

from __future__ import annotations

import ast
import json
import shutil
import tomllib
from collections.abc import Callable, Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import engine.editions.shipped
import engine.log.header
import engine.rules
from engine import Setup, deal, read_log, verify, write_text
from engine.editions import DEFAULT_EDITION, edition_names, load_edition
from engine.entries import Pass, Take
from engine.errors import IllegalAction, LogSyntaxError, ReplayError, Rule
from engine.rulebooks import RULEBOOK_2026_1, RULEBOOKS
from engine.rules import rules_for
from engine.sites.pyramid import PyramidA
from engine.state import State
from engine.stones import score_points
from engine.turns.turn import FunctionTurn
from engine.vocabulary import Side, Site
from tests.engine.cli.shell import GOLDEN, ROOT, bare
from tests.table import Table

ENGINE = ROOT / "engine"
FILE = ENGINE / "editions" / "2026.1.toml"
EDITION: dict[str, Any] = tomllib.loads(FILE.read_text("utf-8"))
PAGES = ROOT / "docs" / "rules"
KINDS = {"text", "agreed", "derived", "provisional"}


def tables() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every table of numbers: of a board by site and side, of a card by its word."""
    for name, table in EDITION.items():
        if isinstance(table, dict):
            parts = [part for part in table.values() if isinstance(part, dict)]
            if parts == list(table.values()):
                yield from ((f"{name}.{part}", table[part]) for part in table)
            else:
                yield name, table


TABLES = {name: table for name, table in tables() if not name.startswith("cards.")}


# ------------------------------------------------------------------------------ the file


@pytest.mark.parametrize("name", TABLES)
def test_every_table_has_a_confidence_and_a_source(name: str) -> None:
    assert TABLES[name]["confidence"] in KINDS
    assert len(TABLES[name]["source"]) > 10


def test_the_deck_has_a_confidence_and_a_source() -> None:
    deck = EDITION["cards"]
    assert all(table.get("confidence") in KINDS for table in deck.values())
    assert all(table.get("source") for table in deck.values())


def test_there_is_a_table_for_each_side_of_each_site() -> None:
    for site in Site:
        assert {f"{site.word}.{side.word}" for side in Side} <= set(TABLES)


def test_the_file_names_itself_and_its_rulebook() -> None:
    assert EDITION["edition"] == FILE.stem == DEFAULT_EDITION
    assert EDITION["rulebook"] in RULEBOOKS


def test_editions_are_the_files_that_lie_there() -> None:
    assert edition_names() == {path.stem for path in FILE.parent.glob("*.toml")}
    assert load_edition(DEFAULT_EDITION) == EDITION


PRINTED = [
    (
        "game.md",
        "| stones per colour, one of them on the score track | 30 |",
        "players.stones_per_colour",
        30,
    ),
    (
        "game.md",
        "| starting stones of seats 0, 1, 2, 3 | 2, 3, 4, 5 |",
        "players.starting_stones",
        [2, 3, 4, 5],
    ),
    ("game.md", "| spaces on the sled | 5 |", "players.sled_capacity", 5),
    ("game.md", "| stones for one taking | 3 |", "players.stones_per_take", 3),
    ("game.md", "| rounds | 6 |", "players.rounds", 6),
    (
        "game.md",
        "| minimum of a ship with 4, 3, 2, 1 spaces | 3, 2, 1, 1 |",
        "ships.minimum_load",
        {"4": 3, "3": 2, "2": 1, "1": 1},
    ),
    ("market.md", "| coins a player | 2 |", "market.C.coins", 2),
    ("market.md", "| cards in a full pile | 3 |", "market.D.face_down", [3, 3]),
    ("market.md", "| face-down cards on space 4 | 2 |", "market.B.face_down", [2]),
    (
        "pyramids.md",
        "| base, middle column | 2, 4, 3 |",
        "pyramid.A.points",
        [2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4],
    ),
    ("pyramids.md", "| most stones on a tile, alone | 3 |", "pyramid.C.majority", 3),
    ("pyramids.md", "| most stones on a tile, tied | 1 each |", "pyramid.C.majority_tied", 1),
    (
        "temple.md",
        "| spaces with 2 players (A, B, C) | 4 (the first four) |",
        "temple.A.spaces",
        {"2": 4, "3": 5, "4": 5},
    ),
    (
        "temple.md",
        "| foremost chariot, end of a round | 2 |",
        "temple.D.round_points",
        {"2": [2, 0], "3": [2, 1], "4": [2, 1]},
    ),
    (
        "burial-chamber.md",
        "| 4 | 8 | 4 | 2 | 0 |",
        "burial_chamber.B.row_points",
        {"2": [8, 4], "3": [8, 4, 2], "4": [8, 4, 2, 0]},
    ),
    (
        "burial-chamber.md",
        "| most points a stone | 4 |",
        "burial_chamber.C.most_points_per_stone",
        4,
    ),
    ("burial-chamber.md", "| no stone delivered | -4 |", "burial_chamber.D.nothing_delivered", -4),
    (
        "obelisks.md",
        "| 4 | 15 | 10 | 5 | 1 |",
        "obelisks.A.points",
        {"2": [10, 1], "3": [12, 6, 1], "4": [15, 10, 5, 1]},
    ),
    ("obelisks.md", "| stones in a tower | 3 |", "obelisks.B.tower_height", 3),
    ("obelisks.md", "| complete row | 2 |", "obelisks.C.row_points", 2),
    (
        "cards.md",
        "| `statue` | 10 | 4 | purple |",
        "cards.statue",
        {"colour": "purple", "base": 10, "new_dynasty": 4},
    ),
    ("cards.md", "| `sail` | 3 | | blue |", "cards.sail", {"colour": "blue", "base": 3}),
    (
        "cards.md",
        "| points for 1, 2, 3, 4, 5 statues | 1, 3, 6, 10, 15 |",
        "card_values.statue_points",
        [1, 3, 6, 10, 15],
    ),
    (
        "cards.md",
        "| stones per point of a decoration | 3 |",
        "card_values.decoration_stones_per_point",
        3,
    ),
    ("cards.md", "| Cargo Sled | 2 spaces |", "card_values.cargo_sled_spaces", 2),
    ("modules.md", "| unused at the end | 1 point |", "private_ships.unused", 1),
    ("modules.md", "| alone the most | 5 | 3 |", "stonemasons_wager.most", {"left": 5, "right": 3}),
    ("modules.md", "| penalty | -5 |", "wrath_of_the_pharaoh.points", -5),
]


@pytest.mark.parametrize(("page", "row", "key", "value"), PRINTED, ids=[p[2] for p in PRINTED])
def test_a_number_is_the_one_that_the_rules_print(
    page: str, row: str, key: str, value: object
) -> None:
    assert row in (PAGES / page).read_text("utf-8")
    number: Any = reduce(lambda table, name: table[name], key.split("."), EDITION)
    if isinstance(number, dict):
        number = {name: n for name, n in number.items() if name not in ("confidence", "source")}
    assert number == value


def test_the_deck_has_as_many_cards_as_the_rules_say() -> None:
    page = (PAGES / "cards.md").read_text("utf-8")
    assert "34 cards in the base game; `new_dynasty_cards` adds 14" in page
    assert sum(card.get("base", 0) for card in EDITION["cards"].values()) == 34
    assert sum(card.get("new_dynasty", 0) for card in EDITION["cards"].values()) == 14


# ----------------------------------------------------------------------- another edition

TOP = "points = [2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4]"
HIGHER = TOP.replace(" 4]", " 9]")


def another(rulebook: str = "2026.1") -> str:
    """The edition 2099.1: the top of pyramid A is worth 9."""
    text = FILE.read_text("utf-8")
    assert text.count(TOP) == 1
    text = text.replace(TOP, HIGHER).replace('edition = "2026.1"', 'edition = "2099.1"')
    return text.replace('rulebook = "2026.1"', f'rulebook = "{rulebook}"')


def full_pyramid() -> str:
    """The log of a game in which somebody reached the top of pyramid A; with no claim."""
    setup = Setup.of("black white brown gray")
    for seed in range(200):
        game = verify(deal(setup, seed, "greedy"))
        if len(list(game.state.sites[Site.PYRAMID].stones)) > 13:
            text = write_text(game.log)
            return "".join(x for x in text.splitlines(keepends=True) if not x.startswith("result"))
    raise LookupError


def test_an_edition_is_added_by_adding_a_file(tmp_path: Path) -> None:
    """A log that names it is judged by its numbers, one that names the old one by the old."""
    shutil.copytree(ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("*.so"))
    (tmp_path / "engine" / "editions" / "2099.1.toml").write_text(another(), "utf-8")
    old = full_pyramid()
    (tmp_path / "old.imh").write_text(old, "utf-8")
    (tmp_path / "new.imh").write_text(old.replace("edition: 2026.1", "edition: 2099.1"), "utf-8")
    output = bare(tmp_path, "check", "--json", "old.imh", "new.imh")
    assert (output.status, output.err) == (0, "")
    before, after = (json.loads(line) for line in output.lines)
    assert [before["edition"], after["edition"]] == ["2026.1", "2099.1"]
    differences = [after["points"][colour] - points for colour, points in before["points"].items()]
    assert sorted(differences) == [0, 0, 0, 5]
    assert before["points"] == dict(
        zip(before["points"], verify(read_log(old)).result.points, strict=True)
    )
    assert before["fingerprint"] != after["fingerprint"]
    assert bare(tmp_path, "check", GOLDEN / "all-a-four.imh").lines[0].startswith("ok ")


def test_an_edition_that_is_no_file_is_refused() -> None:
    text = (GOLDEN / "all-a-two.imh").read_text("utf-8")
    with pytest.raises(LogSyntaxError, match=r"line 2: edition: unknown edition '2099\.1'"):
        read_log(text.replace("edition: 2026.1", "edition: 2099.1"))


# ---------------------------------------------------------------------- another rulebook


CACHES: list[Callable[[], None]] = [
    engine.editions.shipped.shipped_names.cache_clear,
    engine.editions.shipped.shipped_tables.cache_clear,
    rules_for.cache_clear,
    engine.log.header._setup.cache_clear,
]


@pytest.fixture
def second_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """2099.1 beside 2026.1; it names the rulebook 2099.1."""
    shutil.copy(FILE, tmp_path)
    (tmp_path / "2099.1.toml").write_text(another("2099.1"), "utf-8")
    monkeypatch.setattr(engine.editions.shipped, "FOLDER", tmp_path)
    for clear in CACHES:
        clear()
    yield
    monkeypatch.undo()
    for clear in CACHES:
        clear()


class TwofoldPyramid(PyramidA):
    """Another ruling: each stone counts twice."""

    def deliver(self, s: State, seat: int) -> None:
        before = s.players[seat].points
        super().deliver(s, seat)
        score_points(s, seat, s.players[seat].points - before, self.source)

    def deliver_all(self, s: State, cargo: tuple[int, ...]) -> int:
        for seat in cargo:
            self.deliver(s, seat)
        return len(cargo)


@pytest.mark.skipif(engine.COMPILED, reason="a compiled class has compiled descendants only")
@pytest.mark.usefixtures("second_edition")
def test_a_second_rulebook_may_replace_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = {**RULEBOOK_2026_1.boards, (Site.PYRAMID, Side.A): TwofoldPyramid}
    monkeypatch.setitem(RULEBOOKS, "2099.1", RULEBOOK_2026_1._replace(boards=boards))
    tables = [Table(edition="2026.1"), Table(edition="2099.1"), Table(edition="2026.1")]
    for table in tables:
        table.open()
    for table in tables:
        table.deliver("pyramid", "black", "white", "black")
    assert [table.points("black") for table in tables] == [5, 10, 5]
    assert [table.points("white") for table in tables] == [1, 2, 1]


@pytest.mark.usefixtures("second_edition")
def test_a_second_rulebook_may_replace_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(s: State, seat: int, action: Any) -> None:
        raise IllegalAction(Rule.NO_DECISION)

    turns = {**RULEBOOK_2026_1.turns, Take: FunctionTurn(never, lambda s, seat: iter(()))}
    monkeypatch.setitem(RULEBOOKS, "2099.1", RULEBOOK_2026_1._replace(turns=turns))
    old, new = Table(edition="2026.1"), Table(edition="2099.1")
    for table in (old, new):
        table.open()
    assert "take" in old.options
    assert "take" not in new.options
    assert new.refused("black take") is Rule.NO_DECISION
    old.play("black take")
    text = write_text(deal(old.setup, 1, "greedy"))
    assert verify(read_log(text)).state.over
    with pytest.raises(ReplayError):
        verify(read_log(text.replace("edition: 2026.1", "edition: 2099.1")))


@pytest.mark.usefixtures("second_edition")
def test_an_edition_whose_rulebook_is_unknown_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"2099\.1"):
        Table(edition="2099.1")


def test_every_rulebook_has_a_turn_to_pass_and_the_twenty_boards() -> None:
    for rulebook in RULEBOOKS.values():
        assert Pass in rulebook.turns
        assert set(rulebook.boards) == {(site, side) for site in Site for side in Side}
        for (site, _), board in rulebook.boards.items():
            assert board.site is site


# ------------------------------------------------------------------ numbers are no code

ALLOWED = {
    ("obelisks.py", 4): "a tile can be turned four times",
}


def literals(path: Path) -> Iterator[tuple[str, int, int]]:
    """(file, line, number) of every number written inside a function."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            body = node.body if isinstance(node.body, list) else [node.body]
            for part in [*body, node.args]:
                for leaf in ast.walk(part):
                    if isinstance(leaf, ast.Constant) and type(leaf.value) in (int, float):
                        yield path.name, leaf.lineno, leaf.value


def test_no_number_of_a_board_or_a_card_stands_in_a_function() -> None:
    paths = [p for folder in ("sites", "cards", "modules") for p in (ENGINE / folder).glob("*.py")]
    assert len(paths) > 15
    numbers = {
        (name, line, number)
        for path in paths
        for name, line, number in literals(path)
        if number not in (0, 1, 2) and (name, number) not in ALLOWED
    }
    assert numbers == set()
