"""The server deals what it likes, and the command finds it out with a receipt of the honest player.

Black's browser wrote down what it was shown, then sent its share. The server knows everything.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from engine import Game, Log, Setup, read_log, verify, write_text
from engine.errors import EngineError
from engine.fairness import commitment
from engine.vocabulary import Colour
from tests.attacks.lying import HONEST, LyingServer, best_of, tried
from tests.engine.cli.shell import Said, engine


def checked(tmp_path: Path, server: LyingServer, text: str = "") -> Said:
    log, receipt = tmp_path / "game.imh", tmp_path / "game.receipt"
    log.write_text(text or server.text, "utf-8")
    receipt.write_text(server.receipt, "utf-8")
    return engine("check", log, "--receipt", receipt)


def refused(output: Said, *sentences: str) -> None:
    assert output.status == 1
    assert output.lines[0].startswith("refused ")
    for sentence in sentences:
        assert sentence in output.lines[0]
    assert "nobody could choose" not in output.lines[0]


def other_end(log: Log) -> Game:
    """The same game with one other last load that the rules allow."""
    rows = write_text(replace(log, header=replace(log.header, result=None))).splitlines()
    for index in range(len(rows) - 1, 0, -1):
        words = rows[index].split()
        if len(words) != 3 or words[1] != "load":
            continue
        ship, _, _space = words[2].partition(".")
        for space in "1234":
            other = [*rows[:index], f"{words[0]} load {ship}.{space}", *rows[index + 1 :]]
            try:
                game = verify(read_log("\n".join(other) + "\n"))
            except EngineError:
                continue
            if other != rows:
                return game
    raise AssertionError("no other load is legal")


def test_an_honest_server_is_believed(tmp_path: Path) -> None:
    output = checked(tmp_path, LyingServer())
    assert output.status == 0
    assert output.lines[0].endswith(
        "is in the deal; nobody could try out cards, "
        "1 other seat (white) could show or withhold a share: at most 2 deals"
    )


def test_the_better_of_two_deals_is_not_called_one_that_nobody_could_choose(tmp_path: Path) -> None:
    """White sees both deals, with the share and without, and takes the better one."""
    opened = LyingServer()
    withheld = replace(opened, shares={Colour.BLACK: HONEST})
    best = max((opened, withheld), key=lambda server: server.lead())
    assert opened.lead() != withheld.lead()
    (line,) = checked(tmp_path, best).lines
    assert "at most 2 deals" in line
    assert "could choose" not in line


def test_alone_with_computers_there_was_one_deal(tmp_path: Path) -> None:
    alone = LyingServer(shown={Colour.BLACK: commitment(HONEST)}, shares={Colour.BLACK: HONEST})
    (line,) = checked(tmp_path, alone).lines
    assert line.endswith("no other seat promised a share: there was one deal")


def test_three_puppets_have_eight_deals_however_many_withheld(tmp_path: Path) -> None:
    puppets = {Colour.WHITE: tried(1), Colour.BROWN: tried(2), Colour.GRAY: tried(3)}
    promises = {Colour.BLACK: commitment(HONEST)} | {c: commitment(s) for c, s in puppets.items()}
    for withheld in ([], [Colour.BROWN, Colour.GRAY], [*puppets]):
        shares = {c: share for c, share in puppets.items() if c not in withheld}
        server = LyingServer(
            shown=promises,
            shares={Colour.BLACK: HONEST, **shares},
            computers=(),
            setup=Setup.of("black white brown gray"),
        )
        (line,) = checked(tmp_path, server).lines
        assert "3 other seats (white, brown, gray) could show or withhold" in line
        assert line.endswith("at most 8 deals")


def test_a_computer_player_promises_a_share(tmp_path: Path) -> None:
    """The server would have a second deal to choose from, by a seat of its own."""
    server = LyingServer()
    server.shown[Colour.BROWN] = commitment(tried(5))
    for shares in (server.shares, server.shares | {Colour.BROWN: tried(5)}):
        refused(
            checked(tmp_path, replace(server, shares=shares)),
            "a computer player promised a share, but computer players never do that (brown)",
        )


def test_a_stone_is_put_elsewhere_after_the_game(tmp_path: Path) -> None:
    """The deal is the same; the receipt has the fingerprint of the game that was played."""
    server = LyingServer()
    played, moved = verify(server.log), other_end(server.log)
    assert moved.fingerprint != played.fingerprint
    text = write_text(moved.log)
    assert checked(tmp_path, server, text).status == 0
    server.fingerprint = played.fingerprint
    (line,) = checked(tmp_path, server).lines
    assert line.endswith("the moves are those of your receipt")
    refused(
        checked(tmp_path, server, text),
        "the moves differ from those your browser saved when the game ended",
    )


def test_a_share_is_invented_for_a_seat_that_promised_nothing(tmp_path: Path) -> None:
    """With 120 tries it makes a lead of its own."""
    honest = LyingServer()
    cheat = best_of(honest, Colour.BROWN, 120)
    assert cheat.lead() > honest.lead()
    refused(checked(tmp_path, cheat), "a promise is not the one you were shown (brown)")
    unpromised = replace(cheat, logged={})
    refused(checked(tmp_path, unpromised), "there is a share for a seat that promised none")
    without = replace(unpromised, terms=1)
    refused(
        checked(tmp_path, without),
        "the dealing terms in the log differ from those in your receipt",
        "there is a share for a seat that promised none (brown)",
    )


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_no_share_that_is_tried_afterwards_is_believed(tmp_path: Path, first: int) -> None:
    """All 120, one after the other, each with a promise to match."""
    for number in range(first, first + 40):
        share = tried(number)
        cheat = LyingServer()
        cheat.shares[Colour.BROWN] = share
        cheat.logged = cheat.shown | {Colour.BROWN: commitment(share)}
        refused(checked(tmp_path, cheat), "(brown)")


def test_another_promise_is_shown_once_the_honest_share_is_known(tmp_path: Path) -> None:
    cheat = best_of(LyingServer(), Colour.WHITE, 12)
    refused(checked(tmp_path, cheat), "a promise is not the one you were shown (white)")
    honest_log = replace(cheat, logged={})
    refused(checked(tmp_path, honest_log), "a share differs from the promised one")


def test_an_accomplice_copies_the_honest_promise(tmp_path: Path) -> None:
    server = LyingServer()
    server.shown[Colour.WHITE] = commitment(HONEST)
    server.shares[Colour.WHITE] = HONEST
    refused(checked(tmp_path, server), "two players promised the same share")
    server.shares.pop(Colour.WHITE)
    refused(checked(tmp_path, server), "two players promised the same share")


def test_the_honest_share_is_taken_and_dropped(tmp_path: Path) -> None:
    server = LyingServer()
    server.shares.pop(Colour.BLACK)
    refused(checked(tmp_path, server), "you sent your share, but it is not in the deal (black)")
    server.logged = {Colour.WHITE: server.shown[Colour.WHITE]}
    refused(
        checked(tmp_path, server),
        "a promise is not the one you were shown (black)",
        "you sent your share, but it is not in the deal (black)",
    )


def test_another_secret_is_shown_than_was_committed_to(tmp_path: Path) -> None:
    cheat = LyingServer(secret=tried(7))
    refused(
        checked(tmp_path, cheat),
        "the digest in the log is not the one you were shown",
        "the secret does not match the digest you were shown",
    )


def test_another_game_is_shown_than_was_agreed(tmp_path: Path) -> None:
    honest = LyingServer()
    other = replace(honest, setup=Setup.of("black white brown", "BAAAA"))
    refused(
        checked(tmp_path, honest, other.text), "the agreed options are not the ones you were shown"
    )


def test_a_card_is_exchanged(tmp_path: Path) -> None:
    text = LyingServer().text
    line = next(row for row in text.splitlines() if row.startswith("market "))
    cards = line.split()[1:]
    other = text.replace(line, " ".join(["market", *cards[1:], cards[0]]))
    assert other != text
    refused(checked(tmp_path, LyingServer(), other), "an outcome in the log differs from the deal")


def test_the_server_chooses_the_terms_once_it_knows_the_shares(tmp_path: Path) -> None:
    """Each terms are another deal: it would have three to choose from."""
    honest = LyingServer()
    cheats = [replace(honest, terms=terms) for terms in (1, 2)]
    assert len({write_text(replace(s.log, header=honest.log.header)) for s in cheats}) == 2
    for cheat in cheats:
        refused(
            checked(tmp_path, cheat),
            "the dealing terms in the log differ from those in your receipt",
        )


def test_the_log_of_a_deal_by_row_names_other_terms(tmp_path: Path) -> None:
    """Without its line, with that of terms to come, or with one in a log of terms 2."""
    server = LyingServer()
    line = "dealing: 3\n"
    assert line in server.text
    refused(
        checked(tmp_path, server, server.text.replace(line, "")),
        "but the revealed shuffle gives",
    )
    other = checked(tmp_path, server, server.text.replace(line, "dealing: 4\n"))
    refused(other, "dealing: expected 3, not '4'")
    stacked = replace(server, terms=2).text
    refused(
        checked(tmp_path, server, stacked.replace("promises: ", f"{line}promises: ", 1)),
        "but the revealed shuffle gives",
    )


def test_rows_of_the_market_are_exchanged(tmp_path: Path) -> None:
    """An accomplice who takes from the market next would like the cards of another round."""
    server = LyingServer()
    text = server.text
    rows = [line for line in text.splitlines() if line.startswith("market ")]
    reasons = []
    for row, other in combinations(rows, 2):
        swapped = text.replace(row, "?").replace(other, row).replace("?", other)
        assert swapped != text
        output = checked(tmp_path, server, swapped)
        refused(output)
        reasons.append(output.lines[0])
    assert any("an outcome in the log differs from the deal" in reason for reason in reasons)


def test_a_card_kept_for_a_later_row_is_drawn_instead(tmp_path: Path) -> None:
    """An accomplice draws at the temple; the server knows which cards the market will get."""
    server = LyingServer(setup=Setup.of("black white brown", "AABAA"))
    text = server.text
    lines = text.splitlines()
    draws = [number for number, line in enumerate(lines) if line.startswith("draw ")]
    reasons = []
    for number in draws:
        for card in ("statue", "sail", "chisel"):
            if lines[number] != f"draw {card}":
                other = [*lines[:number], f"draw {card}", *lines[number + 1 :]]
                output = checked(tmp_path, server, "\n".join(other) + "\n")
                refused(output)
                reasons.append(output.lines[0])
    assert any("an outcome in the log differs from the deal" in reason for reason in reasons)


def test_without_a_receipt_it_stays_unknown(tmp_path: Path) -> None:
    """A log alone says whose shares it has, and claims no more."""
    log = tmp_path / "game.imh"
    log.write_text(best_of(LyingServer(), Colour.BROWN, 3).text, "utf-8")
    output = engine("check", log)
    assert output.lines[0].endswith(")")
    assert "deal proved (terms 3; from the secret and the shares of " in output.lines[0]
    assert "nobody could choose" not in output.lines[0]
