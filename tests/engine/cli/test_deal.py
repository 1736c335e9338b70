"""``deal``: openings, and whole games, that a seed repeats."""

from __future__ import annotations

import pytest

from engine import Proof, prove
from engine.log import read_log
from engine.log.model import Log
from engine.vocabulary import Module
from tests.engine.cli.shell import Said, engine, shell


def logs(output: Said) -> list[Log]:
    """The dealt logs, of text or NDJSON."""
    assert (output.status, output.err) == (0, "")
    if output.out.startswith("{"):
        return [read_log(line) for line in output.lines]
    return [read_log(f"imhotep 1{text}") for text in output.out.split("imhotep 1")[1:]]


def log(*options: str) -> Log:
    (dealt,) = logs(engine("deal", *options))
    return dealt


def test_the_same_seed_gives_the_same_bytes() -> None:
    options = ["--sites", "random", "--modules", "random", "--play", "random", "--seed", "5"]
    first = shell("deal", *options, PYTHONHASHSEED="1")
    second_deal = shell("deal", *options, PYTHONHASHSEED="2")
    assert first == second_deal == engine("deal", *options)
    assert first.out.startswith("imhotep 1\n")
    assert engine("deal", *options[:-1], "6").out != first.out


def test_without_a_seed_games_differ() -> None:
    assert engine("deal", "--games", "3").out != engine("deal", "--games", "3").out


def test_without_play_there_is_the_opening_only() -> None:
    dealt = log("--seed", "1", "--sites", "ACADA", "--modules", "god_prophecies")
    verbs = [entry.action.text.split()[0] for entry in dealt.entries]
    assert verbs == ["prophecies", "scaffold", "round", "market", "crypt"]
    assert dealt.header.result is None


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_every_game_that_is_played_is_accepted(player: str, form: tuple[str, ...]) -> None:
    options = ["--players", "3", "--sites", "random", "--modules", "random", "--seed", "3"]
    dealt = engine("deal", *options, "--play", player, "--games", "4", *form)
    output = engine("check", "-", stdin=dealt.out.encode())
    assert (output.status, [line.split()[0] for line in output.lines]) == (0, ["ok"] * 4)


def test_game_k_has_the_seed_of_its_own() -> None:
    third = engine("deal", "--seed", "9", "--json").out
    assert engine("deal", "--seed", "7", "--games", "3", "--json").lines[2] + "\n" == third


def test_seats_sites_profile_and_edition_are_as_asked_for() -> None:
    setup = log(
        *("--seats", "gray black", "--sites", "dcbab", "--profile", "yucata"),
        *("--edition", "2026.1", "--modules", "private_ships,unlimited_stones"),
    ).setup
    assert [colour.word for colour in setup.seats] == ["gray", "black"]
    assert "".join(side.word for side in setup.sides) == "DCBAB"
    assert setup.profile.value == "yucata"
    assert setup.modules == {Module.PRIVATE_SHIPS, Module.UNLIMITED_STONES}
    assert setup.edition == "2026.1"


def test_a_committed_deal_keeps_its_secret_until_the_game_is_over() -> None:
    opening = log("--committed", "--players", "2")
    assert opening.header.chance.startswith("committed sha256:")
    assert (opening.header.secret, opening.header.entropy) == ("", ())
    assert prove(opening) is Proof.NOT_REVEALED
    played = log("--committed", "--players", "2", "--play", "random")
    assert prove(played) is Proof.PROVED
    assert all(len(secret) == 64 for secret in (played.header.secret, *played.header.entropy))


def test_committed_deals_can_be_checked_from_a_shell() -> None:
    options = ["--sites", "random", "--modules", "random", "--play", "random", "--games", "3"]
    dealt = engine("deal", "--committed", *options)
    output = engine("check", "-", stdin=dealt.out.encode())
    for line in output.lines:
        assert " deal proved (terms 3; from the secret and the shares of " in line
        assert "withheld" not in line
    digests = {log.header.chance for log in logs(dealt)}
    assert len(digests) == 3


def test_a_seed_repeats_a_committed_deal_and_seats_are_drawn() -> None:
    options = ["--committed", "--seats", "gray black", "--games", "12", "--json", "--seed", "1"]
    assert engine("deal", *options).out == engine("deal", *options).out
    orders = {dealt.setup.seats for dealt in logs(engine("deal", *options))}
    assert len(orders) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_are_the_first_colours(players: int) -> None:
    seats = log("--players", str(players)).setup.seats
    assert [colour.word for colour in seats] == ["black", "white", "brown", "gray"][:players]


@pytest.mark.parametrize(
    ("options", "left_out"),
    [
        (["--players", "4"], {Module.UNLIMITED_STONES}),
        (["--players", "2"], {Module.UNLIMITED_STONES}),
        (
            ["--players", "3", "--profile", "yucata"],
            {Module.UNLIMITED_STONES, Module.HIDDEN_MARKET_CARDS},
        ),
        (["--players", "2", "--profile", "yucata"], {Module.HIDDEN_MARKET_CARDS}),
    ],
)
def test_all_modules_are_those_that_profile_and_players_allow(
    options: list[str], left_out: set[Module]
) -> None:
    assert log("--modules", "all", *options).setup.modules == set(Module) - left_out


def test_random_sites_and_modules_differ_from_game_to_game() -> None:
    options = ["--sites", "random", "--modules", "random", "--games", "12", "--seed", "1"]
    setups = {(dealt.setup.sides, dealt.setup.modules) for dealt in logs(engine("deal", *options))}
    assert len(setups) == 12


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--seats", "black pink"],
            "seats: unknown colour 'pink': choose black, white, brown, gray\n",
        ),
        (["--seats", "black"], "seats: a game has 2 to 4 seats\n"),
        (["--sites", "AAAAE"], "sites: a side has to be A, B, C or D\n"),
        (["--sites", "AAAA"], "sites: give a side for each of the five sites\n"),
        (["--modules", "dice"], "modules: unknown module 'dice'\n"),
        (["--modules", "all", "--sites", "X"], "sites: a side has to be A, B, C or D\n"),
        (["--modules", "unlimited_stones"], None),
        (["--edition", "1999"], "edition: unknown edition '1999'\n"),
    ],
)
def test_a_game_that_cannot_be_is_refused(options: list[str], message: str | None) -> None:
    output = engine("deal", *options)
    assert (output.status, output.out) == (2, "")
    assert message is None or output.err == message


@pytest.mark.parametrize(
    "options", [["--players", "5"], ["--profile", "home"], ["--play", "well"], ["--seed", "x"]]
)
def test_nonsense_is_explained(options: list[str]) -> None:
    output = engine("deal", *options)
    assert (output.status, output.out) == (2, "")
    assert options[0] in output.err


def test_the_figure_of_pyramid_d_starts_on_the_given_space() -> None:
    """[R6.4] It is part of what was agreed, so a deal that was committed to covers it."""
    options = ("--sites", "ADAAA", "--figure", "5", "--play", "random", "--committed")
    dealt = log(*options, "--seed", "4")
    assert dealt.setup.figure == 5
    assert prove(dealt) is Proof.PROVED
    refused = engine("deal", "--figure", "5")
    assert (refused.status, refused.out) == (2, "")
    assert "figure: only side D" in refused.err
