"""One game has one identity, whatever its header calls the seats, the profile and the sides."""

import re
from enum import StrEnum
from pathlib import Path

import pytest

from engine import identity, read_log, verify, write_text
from engine import vocabulary as words
from engine.log import Log
from engine.vocabulary import Colour, Word
from tests.engine.log.games import KINDS, finished, finished_text

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
TURNED = {"black": "white", "white": "gray", "gray": "brown", "brown": "black"}


def fingerprint_of(text: str) -> str:
    return verify(read_log(text)).identity


def turned(text: str) -> str:
    """The same game, played with other colours."""
    return re.sub(r"\b(black|white|gray|brown)\b", lambda match: TURNED[match[1]], text)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_colours_exchanged_are_the_same_game(kind: int) -> None:
    text = finished_text(kind)
    other = turned(text)
    assert fingerprint_of(other) == fingerprint_of(text)
    assert verify(read_log(other)).fingerprint != verify(read_log(text)).fingerprint


def test_another_profile_is_the_same_game() -> None:
    text = finished_text()
    other = text.replace("profile: official", "profile: yucata")
    assert other != text
    assert fingerprint_of(other) == fingerprint_of(text)


def test_forced_answers_written_out_are_the_same_game() -> None:
    path = GOLDEN / "hand-typed-blue-and-red-cards.imh"
    game = verify(read_log(path.read_bytes()))
    assert game.identity == identity(read_log(write_text(game.canonical)))


def test_seats_exchanged_are_another_game() -> None:
    """Not the colours: who acts."""
    log = finished()
    other = [(1 - seat if seat in (0, 1) else seat, action) for seat, action in log.entries]
    entries = tuple(entry._replace(seat=seat) for entry, (seat, _) in zip(log.entries, other))  # noqa: B905
    assert identity(Log(log.header, entries)) != identity(log)


def test_every_golden_game_has_its_own() -> None:
    identities = [verify(read_log(path.read_bytes())).identity for path in GOLDEN.glob("*.imh")]
    assert len(set(identities)) == len(identities) > 20


def test_an_identity_never_changes() -> None:
    """Whoever changes it lets every game in twice."""
    path = GOLDEN / "hand-typed-two-players.imh"
    assert fingerprint_of(path.read_text("utf-8")) == (
        "064aa112cf7fe50f2d9ed54ff97e8f0918a4a11f8fdd92b5d8500aaa1444c7eb"
    )


def test_no_word_of_an_entry_holds_the_word_of_a_colour() -> None:
    """Else a number would stand in the middle of it."""
    vocabularies = [
        vocabulary
        for vocabulary in vars(words).values()
        if isinstance(vocabulary, type)
        and issubclass(vocabulary, (Word, StrEnum))
        and vocabulary is not Colour
    ]
    lines = {
        str(getattr(member, "word", member))
        for vocabulary in vocabularies
        for member in vocabulary
        if vocabulary.__name__ != "CardColour"
    }
    assert len(lines) > 50
    assert not [word for word in lines for colour in Colour.words() if colour in word]
