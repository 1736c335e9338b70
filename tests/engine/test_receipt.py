"""A receipt that a browser saved, and the log of the game that it was for."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine import read_log
from engine.fairness import commitment, committed_to
from engine.log import Header
from engine.receipt import (
    RECEIPT_BYTE_LIMIT,
    SENTENCES,
    Problem,
    Receipt,
    ReceiptError,
    compare,
    read_receipt,
)
from engine.setup import Setup
from engine.vocabulary import Colour
from tests.golden.make import FOLDER, dealt_by_row, promised, receipt_of

TEXT = (FOLDER / "promised-deal.receipt").read_text("utf-8")
RECEIPT = read_receipt(TEXT)
HEADER: Header = read_log((FOLDER / "promised-deal.imh").read_bytes()).header
ROW_TEXT = (FOLDER / "deal-by-row.receipt").read_text("utf-8")
ROW_RECEIPT = read_receipt(ROW_TEXT)
ROW_HEADER: Header = read_log((FOLDER / "deal-by-row.imh").read_bytes()).header
OTHER = "0e" * 32


def by_seat(header: Header, field: str, **values: str) -> Header:
    """`header` with other promises or shares of the colours named."""
    before = zip(header.setup.seats, getattr(header, field), strict=True)
    changed = tuple(values.get(colour.word, current_value) for colour, current_value in before)
    return replace(header, **{field: changed})  # type: ignore[arg-type]


def kinds(header: Header, receipt: Receipt = RECEIPT) -> list[str]:
    return [problem.kind for problem in compare(receipt, header)]


def receipt_with(receipt: Receipt, **promises: str) -> Receipt:
    return replace(receipt, promises={**receipt.promises, **promises})


def test_the_golden_games_keep_to_their_receipts() -> None:
    assert (compare(RECEIPT, HEADER), receipt_of(promised(), Colour.BLACK)) == ([], TEXT)
    assert compare(ROW_RECEIPT, ROW_HEADER) == []
    assert receipt_of(dealt_by_row(), Colour.BLACK) == ROW_TEXT


def test_a_receipt_has_so_many_letters_and_no_more() -> None:
    longest = TEXT + " " * (RECEIPT_BYTE_LIMIT - len(TEXT))
    assert read_receipt(longest) == RECEIPT
    with pytest.raises(ReceiptError, match="shorter"):
        read_receipt(longest + " ")


def test_a_game_by_terms_1_keeps_to_a_receipt_of_terms_1() -> None:
    old, header = replace(RECEIPT, terms=1), replace(HEADER, promises=())
    assert compare(old, header) == []
    assert kinds(by_seat(header, "entropy", brown=OTHER), old) == ["unpromised"]
    assert kinds(by_seat(header, "entropy", gray=OTHER), old) == ["share"]
    assert kinds(by_seat(header, "entropy", black=""), old) == ["own"]


def test_a_log_by_other_terms_than_the_receipt_is_found() -> None:
    """Else a server could leave the promises out."""
    assert kinds(replace(HEADER, promises=())) == ["terms"]
    assert kinds(HEADER, replace(RECEIPT, terms=1)) == ["terms"]
    assert kinds(replace(ROW_HEADER, dealing=0), ROW_RECEIPT) == ["terms"]
    assert kinds(replace(ROW_HEADER, dealing=0, promises=()), ROW_RECEIPT) == ["terms"]
    assert kinds(replace(HEADER, dealing=3)) == ["terms"]


def test_a_share_for_a_seat_that_promised_none_is_found() -> None:
    """Named twice if the log has a promise of it as well, which the receipt has not."""
    invented = by_seat(HEADER, "entropy", brown=OTHER)
    assert compare(RECEIPT, invented) == [Problem("unpromised", ("brown",))]
    promise = commitment(bytes.fromhex(OTHER))
    assert compare(RECEIPT, by_seat(invented, "promises", brown=promise)) == [
        Problem("promise", ("brown",))
    ]


def test_a_promise_that_was_exchanged_is_found() -> None:
    exchanged = by_seat(HEADER, "promises", gray=commitment(bytes.fromhex(OTHER)))
    assert compare(RECEIPT, exchanged) == [Problem("promise", ("gray",))]
    assert kinds(by_seat(exchanged, "entropy", gray=OTHER)) == ["promise"]
    without_gray = by_seat(HEADER, "promises", gray="")
    assert compare(RECEIPT, without_gray) == [Problem("promise", ("gray",))]


def test_ones_own_share_has_to_be_there_in_ones_own_colour() -> None:
    assert compare(RECEIPT, by_seat(HEADER, "entropy", black="")) == [Problem("own", ("black",))]
    assert kinds(by_seat(HEADER, "entropy", black=OTHER)) == ["share", "own"]
    elsewhere = by_seat(HEADER, "entropy", black="", brown=RECEIPT.share)
    assert kinds(elsewhere) == ["unpromised", "own"]


def test_a_copied_promise_is_found() -> None:
    black = RECEIPT.promises["black"]
    copied = by_seat(HEADER, "promises", brown=black)
    people = replace(RECEIPT, computers=())
    assert compare(receipt_with(people, brown=black), copied) == [
        Problem("twins", ("black", "brown"))
    ]
    assert set(kinds(copied)) == {"promise", "twins"}


def test_a_receipt_from_before_has_no_computers_and_no_fingerprint() -> None:
    fields = json.loads(TEXT)
    del fields["computers"], fields["fingerprint"]
    old = read_receipt(json.dumps(fields))
    assert (old.computers, old.fingerprint) == ((), "")
    assert compare(old, HEADER, OTHER) == []


def test_the_promise_of_a_computer_player_is_found() -> None:
    assert RECEIPT.computers == ("brown",)
    named = replace(RECEIPT, computers=("brown", "gray"))
    assert compare(named, HEADER) == [Problem("computer", ("gray",))]


def test_other_moves_than_those_of_the_receipt_are_found() -> None:
    assert compare(RECEIPT, HEADER, RECEIPT.fingerprint) == []
    assert compare(RECEIPT, HEADER, OTHER) == [Problem("moves")]
    assert compare(replace(RECEIPT, fingerprint=""), HEADER, OTHER) == []


def test_another_digest_or_secret_is_found() -> None:
    other = committed_to(bytes.fromhex(OTHER))
    assert kinds(replace(HEADER, chance=other)) == ["chance"]
    assert kinds(replace(HEADER, secret=OTHER)) == ["secret"]
    assert kinds(replace(HEADER, chance=other, secret=OTHER)) == ["chance", "secret"]


def test_a_log_that_reveals_nothing_is_found() -> None:
    bare = HEADER.unrevealed()
    assert kinds(bare) == ["unrevealed"]
    assert kinds(replace(bare, chance="dealt")) == ["chance", "unrevealed"]


def test_other_terms_of_the_game_and_other_seats_are_found() -> None:
    colours = [colour.word for colour in HEADER.setup.seats]
    other_setup = Setup.of(" ".join(colours), "ACDBB", "god_prophecies")
    assert kinds(replace(HEADER, setup=other_setup)) == ["agreed"]
    assert kinds(replace(HEADER, setup=Setup.of(" ".join(colours), "ACDBA"))) == ["agreed"]
    swapped = [{"brown": "white"}.get(word, word) for word in colours]
    seats = replace(HEADER, setup=Setup.of(" ".join(swapped), "ACDBA", "god_prophecies"))
    assert kinds(seats) == ["players"]
    gone = [{"black": "white"}.get(word, word) for word in colours]
    assert kinds(replace(HEADER, setup=Setup.of(" ".join(gone), "ACDBA", "god_prophecies"))) == [
        "players",
        "promise",
        "own",
    ]


def test_a_problem_has_words_of_its_own() -> None:
    assert len(set(SENTENCES.values())) == len(SENTENCES)
    assert Problem("twins", ("black", "brown")).sentence == (
        "two players promised the same share (black, brown)"
    )
    assert Problem("agreed").sentence == "the agreed options are not the ones you were shown"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"imhotep-receipt": 2}, 'expected an object with "imhotep-receipt": 1'),
        ({"imhotep-receipt": None}, 'expected an object with "imhotep-receipt": 1'),
        ({"computers": "brown"}, "computers: expected colours of the promises"),
        ({"computers": ["white"]}, "computers: expected colours of the promises"),
        ({"fingerprint": "00"}, "fingerprint: expected 64 digits or letters a to f"),
        ({"fingerprint": None}, "fingerprint: expected 64 digits or letters a to f"),
        ({"terms": 4}, "terms: expected a number from 1 to 3"),
        ({"terms": True}, "terms: expected a number from 1 to 3"),
        ({"terms": "2"}, "terms: expected a number from 1 to 3"),
        ({"table": 7}, "table: expected a text"),
        ({"sites": None}, "sites: expected a text"),
        ({"colour": None}, "colour: expected a text"),
        ({"colour": "gray"}, "share: it differs from the promised one"),
        ({"share": OTHER}, "share: it differs from the promised one"),
        ({"share": "0E" * 32}, "share: expected 64 digits or letters a to f"),
        ({"commitment": 5}, "commitment: expected 64 digits or letters a to f"),
        ({"promises": []}, "promises: expected colours, each with 64 digits or nothing"),
        ({"promises": {"pink": ""}}, "promises: expected colours, each with 64 digits or nothing"),
        ({"promises": {"gray": 1}}, "promises: expected colours, each with 64 digits or nothing"),
        ({"promises": {"gray": "0"}}, "promises: expected colours, each with 64 digits or nothing"),
    ],
)
def test_what_is_no_receipt_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ReceiptError) as refusal:
        read_receipt(json.dumps(json.loads(TEXT) | changes))
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is no JSON"),
        ("[" * 9_000, "it is no JSON"),
        ("[]", 'expected an object with "imhotep-receipt": 1'),
        (TEXT + " " * 20_000, "a receipt is shorter"),
    ],
)
def test_a_text_that_is_no_receipt_is_refused(text: str, message: str) -> None:
    with pytest.raises(ReceiptError) as refusal:
        read_receipt(text)
    assert str(refusal.value) == message


def test_what_else_a_receipt_says_does_not_matter() -> None:
    assert read_receipt(json.dumps({**json.loads(TEXT), "note": "mine"})) == RECEIPT
