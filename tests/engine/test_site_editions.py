"""Editions of a site: read, refused with every fault in its place, known by name."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import Setup, SetupError, deal, verify, write_text
from engine.editions import (
    DEFAULT_EDITION,
    EDITION_BYTE_LIMIT,
    Edition,
    EditionError,
    edition_exists,
    edition_name,
    edition_names,
    faults_of,
    load,
    load_edition,
    load_folder,
    registered,
    tables_to_toml,
)
from engine.editions.edition import Registry
from engine.editions.schema import is_connected
from tests.engine.cli.shell import engine as shell

SHIPPED: dict[str, Any] = load_edition(DEFAULT_EDITION)


def tables_with(change: Callable[[Any], object]) -> Any:
    """The tables of the shipped edition after `change`, with the name that fits them."""
    tables = copy.deepcopy(SHIPPED)
    change(tables)
    tables["edition"] = edition_name(DEFAULT_EDITION, "box", tables)
    return tables


def candidate_edition(top: int = 9) -> Edition:
    """An edition in which the last space of pyramid D is worth `top`."""

    def change(tables: Any) -> None:
        tables["pyramid"]["D"]["corridor"][-1] = top

    return load(tables_to_toml(tables_with(change)))


def faults(text: str) -> dict[str, str]:
    """Where `text` is refused, and what is expected there."""
    with pytest.raises(EditionError) as refused:
        load(text)
    return dict(refused.value.faults)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """The registry of this process, empty."""
    registry: Registry = registered.__self__  # type: ignore[attr-defined]
    monkeypatch.setattr(registry, "_known", {})
    monkeypatch.setattr(registry, "_supply", None)
    return registry


# ------------------------------------------------------------------------------ the text


def test_the_shipped_edition_is_held_to_the_same() -> None:
    assert faults_of(SHIPPED, SHIPPED) == []


def test_what_is_written_is_read_again() -> None:
    text = tables_to_toml(SHIPPED, "Made here.\n\nBy hand.")
    assert tomllib.loads(text) == SHIPPED
    assert text.startswith("# Made here.\n#\n# By hand.\n\nedition = ")
    assert tables_to_toml(SHIPPED).startswith("edition = ")
    assert max(map(len, text.splitlines())) < 500


def test_an_edition_says_what_it_is() -> None:
    edition = candidate_edition()
    assert edition.base == DEFAULT_EDITION
    assert edition.name == edition_name(DEFAULT_EDITION, "box", edition.tables)
    assert len(edition.sha256) == 64
    assert candidate_edition(8).name != edition.name


def test_a_comment_changes_the_text_and_not_the_name() -> None:
    edition = candidate_edition()
    other = load(f"# of another hand\n{edition.text}")
    assert other.name == edition.name
    assert other.sha256 != edition.sha256


@pytest.mark.parametrize("word", ["", "Box", "boxbox", "b0x", "bo x", "böx", "box\n"])
def test_a_word_of_a_name_is_a_few_small_letters(word: str) -> None:
    with pytest.raises(EditionError, match="one to five letters"):
        edition_name(DEFAULT_EDITION, word, SHIPPED)


@pytest.mark.parametrize(
    "name", ["2026.1", "2099.1-box-000000", "2026.1-box", "\uff12026.1-box-000000", "../x", ""]
)
def test_another_name_is_refused(name: str) -> None:
    tables = {**candidate_edition().tables, "edition": name}
    assert "2026.1-box-0a1b2c" in faults(tables_to_toml(tables))["edition"]


def test_a_name_of_other_numbers_is_refused() -> None:
    text = tables_to_toml({**candidate_edition(9).tables, "edition": candidate_edition(8).name})
    assert faults(text) == {"edition": f"{candidate_edition(9).name} for these numbers"}


HOSTILE = {
    "no TOML": "edition = ",
    "a key twice": "edition = 1\nedition = 2",
    "a line too long": "x = " + "[" * 600,
    "too many lines": "\n" * 2000,
    "too large": ("# " + "é" * 400 + "\n") * 200,
    "brackets in brackets": "x = [\n" * 900,
    "a number without end": "x = " + "\n".join(["0x" + "f" * 480]),
    "a number too long to read": "x = " + "9" * 480,
    "a date": "edition = 2026-11-23",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_refused(text: str) -> None:
    assert faults(text)


def test_ten_million_characters_are_refused_unread() -> None:
    assert "in all" in faults("x" * 10_000_000)[""]


def test_a_number_that_python_does_not_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.editions.edition.LONGEST_LINE", 10_000)
    assert faults("x = " + "9" * 5000) == {"": "TOML with numbers, words and lists of them"}


# ----------------------------------------------------------------------------- its numbers


def put(key: str, value: object) -> Callable[[Any], None]:
    def change(tables: Any) -> None:
        *way, last = key.split(".")
        for word in way:
            tables = tables[word]
        tables[last] = value

    return change


def dropped(key: str) -> Callable[[Any], None]:
    def change(tables: Any) -> None:
        *way, last = key.split(".")
        for word in way:
            tables = tables[word]
        del tables[last]

    return change


WRONG: list[tuple[str, Callable[[Any], None], str]] = [
    ("pyramid.D.corridor.1", put("pyramid.D.corridor", [1.5] * 14), "whole number from 0 to 40"),
    ("pyramid.D.corridor.14", put("pyramid.D.corridor", [1] * 13 + [-1]), "whole number"),
    ("pyramid.D.corridor.2", put("pyramid.D.corridor", [1, True] * 7), "whole number"),
    ("pyramid.D.corridor", put("pyramid.D.corridor", [1] * 13), "even number"),
    ("pyramid.D.corridor", put("pyramid.D.corridor", [1] * 99), "a list of 8 to 24"),
    ("pyramid.D.corridor", put("pyramid.D.corridor", 3), "a list of 8 to 24"),
    ("pyramid.D.figure", put("pyramid.D.figure", 20), "a space of the corridor"),
    ("pyramid.D.confidence", put("pyramid.D.confidence", "sure"), "one of text, agreed"),
    ("pyramid.D.confidence", put("pyramid.D.confidence", 3), "one of text, agreed"),
    ("pyramid.D.source", put("pyramid.D.source", "two\nlines"), "a line of at most 300"),
    ("pyramid.D.source", put("pyramid.D.source", " "), "a line of at most 300"),
    ("pyramid.D.source", put("pyramid.D.source", "x" * 301), "a line of at most 300"),
    ("pyramid.D.source", dropped("pyramid.D.source"), "it is missing"),
    ("pyramid.D.'more'", put("pyramid.D.more", 1), "no such key"),
    ("pyramid.D", put("pyramid.D", 1), "a table with corridor"),
    ("pyramid.D", dropped("pyramid.D"), "it is missing"),
    ("pyramid", dropped("pyramid"), "a table with A, B, C, D"),
    ("pyramid.B.left.1", put("pyramid.B.left", [3] * 5), "a table"),
    ("pyramid.B.left.1", put("pyramid.B.left", [{"cards": 1, "load": 1}] * 5), "at most one of"),
    ("pyramid.B.left.1.'gold'", put("pyramid.B.left", [{"gold": 1}] * 5), "no such key"),
    ("pyramid.A.points", put("pyramid.A.points", [1]), "a list of 14"),
    ("pyramid.A.levels", put("pyramid.A.levels", [1, 4, 9]), "what the shipped edition has"),
    ("temple.A.spaces.5", put("temple.A.spaces.5", 5), "no such key"),
    ("temple.A.spaces.4", dropped("temple.A.spaces.4"), "it is missing"),
    ("burial_chamber.D.columns", put("burial_chamber.D.columns", 7), "tiles for every round"),
    ("obelisks.C.path.1", put("obelisks.C.path", ["Z9"] * 8), "one of the shapes"),
    ("obelisks.C.shapes", put("obelisks.C.shapes", {"x": [[0, 0]]}), "a table of shapes"),
    ("obelisks.C.shapes", put("obelisks.C.shapes", {}), "a table of shapes"),
    ("obelisks.C.shapes", put("obelisks.C.shapes", 1), "a table of shapes"),
    ("obelisks.C.shapes.I2", put("obelisks.C.shapes.I2", [[0, 0], [2, 0]]), "beside another"),
    ("obelisks.C.shapes.I2", put("obelisks.C.shapes.I2", [[0, 0], [0, 0]]), "different cells"),
    ("obelisks.C.shapes.I2.1", put("obelisks.C.shapes.I2", [3]), "a list of 2"),
    ("obelisks.C.bonus.4", put("obelisks.C.bonus.4", [1, 2]), "a list of 4"),
    ("obelisks.D.places", put("obelisks.D.places", [[9, 9]] * 4), "heights from 1 to 8"),
    ("god_prophecies.points", put("god_prophecies.points", [[1, 1]]), "a list of 3"),
    ("god_prophecies.periods", put("god_prophecies.periods", [[1]]), "what the shipped edition"),
    ("players", put("players.rounds", 60), "what the shipped edition has"),
    ("rulebook", put("rulebook", "2099.1"), "what the shipped edition has"),
    ("cards", dropped("cards"), "what the shipped edition has"),
    ("more", put("more", {"a": 1}), "what the shipped edition has"),
]


@pytest.mark.parametrize(("key", "change", "expected"), WRONG)
def test_every_fault_is_found_in_its_place(
    key: str, change: Callable[[Any], None], expected: str
) -> None:
    faults = dict(faults_of(tables_with(change), SHIPPED))
    assert expected in faults.get(key.replace("temple.A.spaces.5", "temple.A.spaces.'5'"), "")


def test_all_faults_are_told_at_once_and_not_without_end() -> None:
    def change(tables: Any) -> None:
        tables["pyramid"]["D"]["corridor"] = [-1] * 24
        tables["pyramid"]["C"]["tiles"] = [[{"points": -1}] * 4] * 7

    assert len(faults(tables_to_toml(tables_with(change)))) == 40


def test_cells_are_joined_over_edges() -> None:
    assert is_connected({(0, 0), (1, 0), (1, 1)})
    assert not is_connected({(0, 0), (1, 1)})


# ------------------------------------------------------------------------- known by name


def test_a_registered_edition_is_played(known: Registry) -> None:
    edition = candidate_edition()
    with pytest.raises(SetupError, match="unknown edition"):
        Setup.of("black white", "ADAAA", edition=edition.name)
    known.add(edition)
    known.add(edition)  # again is no harm
    setup = Setup.of("black white", "ADAAA", edition=edition.name, figure=13)
    assert verify(deal(setup, 3, "greedy")).state.rules.boards[1].points[-1] == 9
    assert edition.name in edition_names()
    assert load_edition(edition.name) == edition.tables


def test_a_name_keeps_its_text(known: Registry) -> None:
    edition = candidate_edition()
    known.add(edition)
    with pytest.raises(EditionError, match=f"known as {edition.name}"):
        known.add(load(f"# other\n{edition.text}"))
    assert registered(edition.name) == edition


def test_a_shipped_edition_is_never_another(known: Registry) -> None:
    with pytest.raises(EditionError, match="the program does not have"):
        known.add(candidate_edition()._replace(name=DEFAULT_EDITION))
    assert load_edition(DEFAULT_EDITION) == SHIPPED


def test_a_supplier_is_asked_once_for_what_it_has(known: Registry) -> None:
    edition, names_requested = candidate_edition(), list[str]()

    def supply(name: str) -> str | None:
        names_requested.append(name)
        return edition.text if name == edition.name else None

    known.supplied_by(supply)
    assert edition_exists(edition.name)
    assert edition_exists(edition.name)
    assert not edition_exists("2026.1-none-000000")
    assert not edition_exists("2099.1")  # no name of a site: nobody is asked
    assert names_requested == [edition.name, "2026.1-none-000000"]


def test_a_supplier_that_hands_over_another_edition_is_not_believed(known: Registry) -> None:
    known.supplied_by(lambda name: candidate_edition().text)
    assert not edition_exists("2026.1-none-000000")


# ---------------------------------------------------------------------------- in a shell


@pytest.fixture
def folder(tmp_path: Path, known: Registry) -> Path:
    """A folder with an edition, and a game of it beside."""
    edition = candidate_edition()
    known.add(edition)
    setup = Setup.of("black white", "ADAAA", edition=edition.name)
    (tmp_path / "game.imh").write_text(write_text(deal(setup, 3, "greedy")), "utf-8")
    known._known.clear()
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / f"{edition.name}.toml").write_text(edition.text, "utf-8")
    (tmp_path / "e" / f"{DEFAULT_EDITION}.toml").write_text("left out", "utf-8")
    return tmp_path


def test_a_folder_of_editions_is_known_to_check_and_show(folder: Path, known: Registry) -> None:
    game, editions = folder / "game.imh", folder / "e"
    refused = shell("check", game)
    assert (refused.status, "unknown edition" in refused.out) == (1, True)
    output = shell("check", "--json", "--editions", editions, game)
    assert (output.status, json.loads(output.out)["edition"]) == (0, candidate_edition().name)
    known._known.clear()
    assert shell("show", "--editions", editions, game).status == 0


@pytest.mark.parametrize("command", ["check", "show"])
def test_a_folder_that_cannot_be_read_is_told(folder: Path, command: str) -> None:
    output = shell(command, "--editions", folder / "none", folder / "game.imh")
    assert (output.status, "no such folder" in output.err) == (2, True)
    (folder / "e" / "2026.1-box-000000.toml").write_text("edition = 1", "utf-8")
    output = shell(command, "--editions", folder / "e", folder / "game.imh")
    assert (output.status, "edition: expected a name as in" in output.err) == (2, True)


def test_a_file_has_the_name_of_its_edition(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(candidate_edition().text, "utf-8")
    with pytest.raises(EditionError, match="the name of its file, other"):
        list(load_folder(tmp_path))


def test_a_file_that_is_no_text_or_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_bytes(b"\xff" * (EDITION_BYTE_LIMIT * 3))
    with pytest.raises(EditionError, match="in all"):
        list(load_folder(tmp_path))
