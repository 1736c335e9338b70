"""``show``: the table as text, for everybody who may look."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli.table import render
from engine.editions import load_edition
from engine.log import read_log
from engine.view import view
from engine.vocabulary import Site
from tests.engine.cli.shell import GOLDEN, Said, engine, shell
from tests.engine.log.games import PAIR
from tests.table import Table

HAND = GOLDEN / "hand-typed-two-players.imh"
HIDDEN = GOLDEN / "everything-four.imh"
"""A game with hidden cards: black looks at a pile of the market and keeps a card."""

LINES = [line for line in HIDDEN.read_text("utf-8").partition("\n\n")[2].splitlines() if line]
LOOK = LINES.index("look pyramid_decoration statue chisel") + 1
KEEP = LOOK + 1


def show_output(path: Path, *options: str) -> str:
    output = engine("show", path, *options)
    assert (output.status, output.err) == (0, "")
    return output.out


def broken(path: Path) -> str:
    """A game with an entry by the wrong player on line 30."""
    lines = (GOLDEN / "all-a-two.imh").read_text("utf-8").splitlines()
    index = next(n for n in range(25, 60) if lines[n].split()[0] == "white")
    lines[index] = lines[index].replace("white", "black", 1)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return f"line {index + 1}, ply {index + 1 - lines.index('') - 1}, black: "


def test_the_table_is_shown_after_the_last_entry() -> None:
    text = show_output(HAND)
    assert text.startswith("Round 6 of 6, after entry 111: white play sail 4.2 pyramid. ")
    assert text.partition("\n")[0].endswith("The game has ended.")
    assert "white (W) Ida          36 points, sled " in text
    assert "black (K) Tom          48 points, sled " in text


def test_the_table_is_shown_after_the_entry_asked_for() -> None:
    text = show_output(HAND, "--ply", "6")
    assert text.partition("\n")[0] == (
        "Round 1 of 6, after entry 6: black sail 1 pyramid. White is to play."
    )
    assert "1: 3 spaces, at pyramid" in text
    assert "2: [..] sails with 1" in text
    assert "pyramid A: W1 K1" in text
    assert "  face up: statue chisel pyramid_decoration lever" in text
    assert "Draw pile 30; discard pile: nothing" in text


def test_ply_nought_is_the_table_before_the_first_entry() -> None:
    text = show_output(HAND, "--ply", "0")
    assert text.startswith("Round 1 of 6, before the first entry. The bank writes next.")


def test_a_decision_is_named_with_its_player() -> None:
    assert "Black is to decide (keep, market)." in show_output(HIDDEN, "--ply", str(LOOK))


def test_an_answer_written_out_needlessly_shows_the_table_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "game.imh"
    path.write_text(PAIR + "black keep statue\n", "utf-8")
    assert "after entry 7: look statue statue." in show_output(path, "--ply", "8")


def test_the_record_shows_everything() -> None:
    text = show_output(HIDDEN, "--ply", str(LOOK))
    assert "after entry 20: look pyramid_decoration statue chisel." in text
    assert "(pyramid_decoration statue chisel)" in text
    assert "hidden" not in text


@pytest.mark.parametrize("seat", ["white", "brown", "gray", "spectator"])
def test_cards_looked_at_are_hidden_from_everybody_else(seat: str) -> None:
    text = show_output(HIDDEN, "--ply", str(LOOK), "--seat", seat)
    assert "after entry 20: look ? ? ?." in text
    assert "face down: 3 face down, 3 face down" in text
    view_of_seat = show_output(HIDDEN, "--ply", str(KEEP), "--seat", seat)
    assert "after entry 21: black keep ?." in view_of_seat
    black = next(line for line in view_of_seat.splitlines() if line.startswith("  black"))
    assert black.endswith("cards: 1 hidden")
    assert "sled 1/?" in black or "/?, " in black


def test_cards_looked_at_are_shown_to_who_looked() -> None:
    text = show_output(HIDDEN, "--ply", str(KEEP), "--seat", "black")
    assert "after entry 21: black keep statue." in text
    assert "(pyramid_decoration chisel)" in text
    assert "/?, " not in next(line for line in text.splitlines() if line.startswith("  black"))


def test_nothing_is_hidden_after_the_end() -> None:
    assert "hidden" not in show_output(HIDDEN, "--seat", "spectator")


def test_a_game_of_several_is_chosen_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "games.imh"
    path.write_bytes(HAND.read_bytes() + HIDDEN.read_bytes())
    assert show_output(path, "--game", "2") == show_output(HIDDEN)
    assert show_output(path) == show_output(HAND)
    assert engine("show", "-", "--game", "2", stdin=path.read_bytes()).out == show_output(HIDDEN)


def test_an_unfinished_game_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "game.imh"
    path.write_text("\n".join(HAND.read_text("utf-8").splitlines()[:14]) + "\n", "utf-8")
    assert "after entry 6: black sail 1 pyramid. White is to play." in show_output(path)


def test_an_illegal_log_is_shown_up_to_the_error(tmp_path: Path) -> None:
    place = broken(tmp_path / "game.imh")
    output = engine("show", tmp_path / "game.imh")
    assert output.status == 1
    assert output.err.startswith(place)
    assert "it is another player's turn [R2.1]" in output.err
    ply = int(place.split("ply ")[1].split(",")[0])
    assert f", after entry {ply - 1}: " in output.lines[0]
    assert output.lines[0].endswith("White is to play.")


def test_an_illegal_log_is_shown_without_a_word_before_the_error(tmp_path: Path) -> None:
    broken(tmp_path / "game.imh")
    assert "after entry 5: " in show_output(tmp_path / "game.imh", "--ply", "5")


def test_an_error_in_the_second_game_names_the_line_of_the_file(tmp_path: Path) -> None:
    place = broken(tmp_path / "game.imh")
    before = HAND.read_text("utf-8")
    path = tmp_path / "games.imh"
    path.write_text(before + (tmp_path / "game.imh").read_text("utf-8"), "utf-8")
    line = int(place.split()[1].rstrip(",")) + len(before.splitlines())
    assert engine("show", path, "--game", "2").err.startswith(f"line {line}, ply ")
    path.write_text(before + "imhotep 1\nedition 2026.1\n", "utf-8")
    output = engine("show", path, "--game", "2")
    assert output.err.startswith(f"line {len(before.splitlines()) + 2}: ")
    assert output.status == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--ply", "-1"], "there is no entry -1: the log has 111\n"),
        (["--ply", "112"], "there is no entry 112: the log has 111\n"),
        (["--seat", "brown"], "brown has no seat in this game\n"),
        (["--game", "2"], f"{HAND}: there is no game 2 in it\n"),
        (["--game", "0"], f"{HAND}: there is no game 0 in it\n"),
    ],
)
def test_nonsense_is_explained(options: list[str], message: str) -> None:
    assert engine("show", HAND, *options) == Said(2, "", message)


@pytest.mark.parametrize("options", [["--ply", "two"], ["--seat", "purple"], ["--game", "x"]])
def test_nonsense_words_are_explained(options: list[str]) -> None:
    output = engine("show", HAND, *options)
    assert (output.status, output.out) == (2, "")
    assert options[0] in output.err


def test_what_cannot_be_read_is_explained(tmp_path: Path) -> None:
    missing = tmp_path / "missing.imh"
    assert engine("show", missing) == Said(2, "", f"{missing}: No such file or directory\n")
    assert engine("show", tmp_path) == Said(
        2, "", f"{tmp_path}: there is no log in this directory\n"
    )
    (tmp_path / "empty.imh").touch()
    assert engine("show", tmp_path / "empty.imh").err.endswith(": there is nothing in it\n")
    (tmp_path / "words.imh").write_text("once upon a time\n", "utf-8")
    output = engine("show", tmp_path / "words.imh")
    assert output.err == "line 1: not a log: the first line has to be 'imhotep 1'\n"
    assert output.status == 2


def test_it_can_be_shown_from_a_shell() -> None:
    assert shell("show", HAND, "--ply", "6") == Said(0, show_output(HAND, "--ply", "6"), "")


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.imh")), ids=lambda path: path.stem)
def test_every_board_is_shown_by_site_and_side(path: Path) -> None:
    log = read_log(path.read_bytes())
    for ply in (12, len(log.entries) // 2, len(log.entries) - 1):
        for seat in (log.setup.seats[0].word, "spectator"):
            lines = show_output(path, "--ply", str(ply), "--seat", seat).splitlines()
            for site in Site:
                head = f"{site.word} {log.setup.sides[site].word}"
                (line,) = (line for line in lines if line.startswith(head))
                table = load_edition(log.setup.edition)[site.word][log.setup.sides[site].word]
                doubt = table["confidence"] == "provisional"
                assert ("(board values provisional)" in line) == doubt
            assert not any(word in "\n".join(lines) for word in ("None", "{", "'", "-1"))


def test_belongings_are_shown() -> None:
    text = show_output(GOLDEN / "everything-two.imh", "--ply", "4")
    assert "private ship" in text
    assert "Prophecy " in text
    assert "Favor two_cards: free" in text
    assert "coins 2" in show_output(GOLDEN / "all-c-two.imh", "--ply", "4")
    assert "quarry endless" in show_output(GOLDEN / "all-d-two.imh")
    assert "statue x" in show_output(GOLDEN / "all-a-four.imh")


def test_tiles_of_a_board_are_shown_seat_by_seat() -> None:
    """The space of the path, and the cells, by column and row; seats side by side."""
    lines = show_output(GOLDEN / "hand-counted-c-two.imh").splitlines()
    (tiles,) = (line for line in lines if line.startswith("  tiles: ") and " on " in line)
    tile, other = tiles.removeprefix("  tiles: ").split(" / ")
    assert tile.startswith("1 on 1.1 2.1 2.2, 5 on 2.3 3.1 3.2 3.3, ")
    assert other == "2 on 1.1 2.1, 4 on 3.1 3.2 3.3, 9 on 1.2 1.3 2.2"


def test_stones_of_a_board_are_shown_space_by_space() -> None:
    """A letter a stone, a point for a space left free; parts of a board side by side."""
    table = Table(sites="ABDAA").opened("4 3 2 2")
    table.deliver("temple", "white", "black", "-", "white")
    table.turn("black").load(2, "black", "white")
    table.play("black sail 2 pyramid", "black pyramid right", "white pyramid left")
    lines = render(view(table.state, None), ("", ""), 0, "").splitlines()
    assert "  stones: WKW" in lines  # the arena
    assert "  pyramids: W / - / K" in lines
