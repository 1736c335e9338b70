"""Single entries: every form, read and written; what is wrong with a wrong one."""

from itertools import permutations
from typing import Any

import pytest

from engine.actions import VERBS
from engine.cards import CARDS
from engine.cards.chisel import PlayChisel
from engine.entries import Action, Build, Load, RevealCrypt, Take
from engine.errors import LogSyntaxError
from engine.log import Entry, entry_text, parse_entry, read_log
from engine.log.entries import CACHED_LENGTH_LIMIT, Decoder, action_of, decoder
from engine.modules import MODULES
from engine.modules.favors import PlaceThree, PlaceTwoAndSail
from engine.setup import Setup
from engine.vocabulary import BANK, Card, Colour, Site
from tests.engine.log.games import HEADER, KINDS, finished

SETUP = Setup.of("black white brown gray")
PLAYED = "|".join(card.word for card in Card if CARDS[card].action)
"""The cards that are turns."""

CANONICAL = """\
prophecies amun isis ptah
scaffold 5
round 4 3 3 2
market lever statue entrance sail
refill statue
crypt 1 8 9 24
draw private_stone_quarry
look raft loading_plank cargo_sled
black take
white take move
brown load 4.1
gray sail 1 burial_chamber
black pass
white resign
white play lever 1 market 3,1,2
brown play lever 4 obelisks 1
gray play hammer 2.3
black play sail 1.4 temple
white play chisel 1.2 3.1
brown play raft pyramid
gray play loading_plank 2 temple
black private_ship market
white wager pyramid right
brown favor two_cards 2
gray favor two_cards 4 1
black favor place_and_fill_sled
white favor place_and_fill_sled 1.1
brown favor place_reorder_sail 1 add white,-,black,gray burial_chamber
gray favor place_reorder_sail 4 -
black favor place_reorder_sail 4 add black
white favor place_two_and_sail 2 1,3 obelisks
brown favor place_two_and_sail 2 - temple
gray favor place_two_and_sail 1 4
black favor place_three 1.1
white favor place_three 1.1 1.2 4.1
brown prophecy ra
gray card 4
black card 3 1
white keep stone_ornament
brown pyramid middle
gray decline
black decline 15
white points
brown stones
gray space 5.1
black tile 24
white build 1.1 1.2 2.1
brown obelisk 8
""".splitlines()


@pytest.mark.parametrize("line", CANONICAL)
def test_an_entry_is_written_as_it_was_read(line):
    entry = parse_entry(SETUP, line)
    assert (entry_text(SETUP, entry), decoder(SETUP.seats)[line]) == (line, entry)
    assert parse_entry(SETUP, line.replace(" ", "\t  ")) == entry


def test_the_list_above_has_every_verb_that_no_module_adds():
    """``test_log_format.py`` reads those of modules too, from their examples."""
    added = {kind.form.verb.split()[0] for module in MODULES.values() for kind in module.entries}
    listed = {parse_entry(SETUP, line).action.form.verb.split()[0] for line in CANONICAL}
    assert listed >= set(VERBS) - added


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_every_entry_of_a_game_is_read_back(kind):
    log = finished(kind)
    for entry in log.entries:
        assert parse_entry(log.setup, entry_text(log.setup, entry)) == entry


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("bank round 4 3 2 2", "round 4 3 2 2"),
        ("bank draw chisel", "draw chisel"),
        ("prophecies ptah amun isis", "prophecies amun isis ptah"),
        ("crypt 24 3 11 7", "crypt 3 7 11 24"),
        ("black play chisel 2.1 1.3", "black play chisel 1.3 2.1"),
        ("black favor place_three 4.1 1.2 1.1", "black favor place_three 1.1 1.2 4.1"),
        ("black favor place_two_and_sail 2 3,1", "black favor place_two_and_sail 2 1,3"),
        ("black build 2.1 1.2 1.1", "black build 1.1 1.2 2.1"),
    ],
)
def test_what_has_no_order_is_written_ascending(typed, canonical):
    assert entry_text(SETUP, parse_entry(SETUP, typed)) == canonical


def test_what_the_bank_never_writes_shows_who_was_said_to_write_it():
    entry = parse_entry(SETUP, "bank take")
    assert (entry, entry_text(SETUP, entry)) == (Entry(BANK, Take()), "bank take")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "this entry is empty"),
        (" \t", "this entry is empty"),
        ("black", "the entry has to say what black does"),
        ("bank", "the entry has to say what the bank does"),
        ("bank jump", "unknown verb 'jump'"),
        ("black jump", "unknown verb 'jump'"),
        ("black Take", "unknown verb 'Take'"),
        ("Black take", "write words in lower case: black"),
        ("red take", "expected a colour or an outcome of the bank, not 'red'"),
        ("take", "an entry has to begin with a colour, not with 'take'"),
        ("black black take", "unknown verb 'black'"),
        ("black round" + " 4" * 13, "expected: round SHIP …, at most 9"),
        ("black take 3", "expected: take [move]"),
        ("black take move move", "expected: take [move]"),
        ("black pass now", "expected: pass"),
        ("black points 2", "expected: points"),
        ("black load", "expected: load SHIP.SPACE"),
        ("black load 1.1 1.2", "expected: load SHIP.SPACE"),
        ("black load 11", "expected two numbers as in 2.3, not '11'"),
        ("black load 1.", "expected a number from 1 to 99, not ''"),
        ("black load .1", "expected a number from 1 to 99, not ''"),
        ("black load 1.2.3", "expected a number from 1 to 99, not '2.3'"),
        ("black load 0.1", "expected a number from 1 to 99, not '0'"),
        ("black load 1.-1", "expected a number from 1 to 99, not '-1'"),
        ("black load 1.01", "expected a number from 1 to 99, not '01'"),
        ("black load 1.100", "expected a number from 1 to 99, not '100'"),
        ("black load 1.²", "expected a number from 1 to 99, not '²'"),
        ("black load 1.\u0663", "expected a number from 1 to 99"),
        ("black sail 1", "expected: sail SHIP SITE"),
        ("black sail temple 1", "expected a number from 1 to 99, not 'temple'"),
        ("black sail 1 harbour", "unknown site 'harbour'"),
        ("black play", f"expected: play {PLAYED} …"),
        ("black play statue", f"expected: play {PLAYED} …, not 'statue'"),
        ("black play lever 1 temple", "expected: play lever SHIP SITE ORDER"),
        ("black play lever 1 temple 1, 2", "expected: play lever SHIP SITE ORDER"),
        ("black play lever 1 temple 1,,2", "expected a number from 1 to 99, not ''"),
        (
            "black play lever 1 temple 1" + ",1" * 12,
            "expected at most 12 values joined by commas, not '",
        ),
        ("black play hammer", "expected: play hammer SHIP.SPACE"),
        ("black play sail 1 temple", "expected two numbers"),
        ("black play sail temple", "expected: play sail SHIP.SPACE SITE"),
        ("black play chisel 1.1", "expected: play chisel SHIP.SPACE SHIP.SPACE"),
        ("black play raft", "expected: play raft SITE"),
        ("black play loading_plank 1", "expected: play loading_plank SHIP SITE"),
        ("black private_ship", "expected: private_ship SITE"),
        ("black wager temple", "expected: wager SITE left|right"),
        ("black wager temple middle", "expected left|right, not 'middle'"),
        ("black favor", "expected: favor two_cards|place_and_fill_sled|"),
        ("black favor peace", "expected: favor two_cards|place_and_fill_sled|"),
        ("black favor two_cards", "expected: favor two_cards SPACE [SPACE]"),
        ("black favor place_and_fill_sled 1.1 1.2", "expected: favor place_and_fill_sled"),
        ("black favor place_reorder_sail 1", "expected: favor place_reorder_sail"),
        ("black favor place_reorder_sail 1 add", "expected: favor place_reorder_sail"),
        ("black favor place_reorder_sail 1 add - temple x", "expected: favor place_reorder_sail"),
        ("black favor place_reorder_sail 1 - x temple", "expected: favor place_reorder_sail"),
        ("black favor place_reorder_sail 1 red,-", "unknown colour 'red'"),
        ("black favor place_two_and_sail 1", "expected: favor place_two_and_sail"),
        (
            "black favor place_two_and_sail 1 1,2,3",
            "expected at most 2 values joined by commas, not '1,2,3'",
        ),
        ("black favor place_three", "expected: favor place_three SHIP.SPACE …"),
        ("black favor place_three 1.1 1.2 1.3 1.4", "expected: favor place_three"),
        ("black prophecy", "expected: prophecy PROPHECY"),
        ("black prophecy zeus", "unknown prophecy 'zeus'"),
        ("black card", "expected: card SPACE [SPACE]"),
        ("black card 1 2 3", "expected: card SPACE [SPACE]"),
        ("black keep", "expected: keep CARD"),
        ("black keep gold", "unknown card 'gold'"),
        ("black keep entrence", "unknown card 'entrence': did you mean 'entrance'?"),
        ("black sail 1 x", "unknown site 'x': choose market, pyramid, temple, "),
        ("black pyramid", "expected: pyramid left|middle|right"),
        ("black pyramid top", "expected left|middle|right, not 'top'"),
        ("black decline 1 2", "expected: decline [TILE]"),
        ("black stones 2", "expected: stones"),
        ("black space 1", "expected two numbers"),
        ("black space", "expected: space LEVEL.POSITION"),
        ("black tile", "expected: tile TILE"),
        ("black build", "expected: build COLUMN.ROW …"),
        ("black build" + " 1.1" * 10, "expected: build COLUMN.ROW …"),
        ("black obelisk", "expected: obelisk PLACE"),
        ("round", "expected: round SHIP …"),
        ("round 4,3,2,2", "expected a number from 1 to 99, not '4,3,2,2'"),
        ("market", "expected: market CARD …"),
        ("market statue gold", "unknown card 'gold'"),
        ("refill", "expected: refill CARD …"),
        ("draw", "expected: draw CARD …"),
        ("look" + " statue" * 10, "expected: look CARD …"),
        ("scaffold 1 2", "expected: scaffold TILE"),
        ("crypt", "expected: crypt TILE …"),
        ("prophecies", "expected: prophecies PROPHECY …"),
    ],
)
def test_what_is_no_entry(line, message):
    with pytest.raises(LogSyntaxError) as refusal:
        parse_entry(SETUP, line)
    assert refusal.value.message.startswith(message)
    assert refusal.value.line == 0


@pytest.mark.parametrize(
    ("verb", "word", "limit"),
    [
        ("round", "4", 9),
        ("market", "statue", 9),
        ("refill", "statue", 9),
        ("draw", "statue", 9),
        ("look", "statue", 9),
        ("crypt", "3", 9),
        ("prophecies", "isis", 7),
        ("black build", "1.1", 9),
    ],
)
def test_only_so_many_things_may_follow_a_verb(verb: str, word: str, limit: int) -> None:
    entry_line = entry_text(SETUP, parse_entry(SETUP, verb + limit * f" {word}"))
    assert entry_line == verb + limit * f" {word}"
    with pytest.raises(LogSyntaxError, match=f"expected: .* …, at most {limit}$"):
        parse_entry(SETUP, verb + (limit + 1) * f" {word}")


def test_a_colour_without_a_seat():
    with pytest.raises(LogSyntaxError, match="gray has no seat in this game"):
        parse_entry(Setup.of("black white"), "gray take")


def test_a_message_does_not_repeat_a_long_input():
    long = "x" * 9999
    for line in CANONICAL:
        for place, word in enumerate(line.split()):
            words = line.split()
            for wrong in (word + long, word + "," + long, "1." + long):
                words[place] = wrong
                with pytest.raises(LogSyntaxError) as refusal:
                    parse_entry(SETUP, " ".join(words))
                assert len(str(refusal.value)) < 200


def test_lines_are_remembered_up_to_a_limit(monkeypatch):
    monkeypatch.setattr(Decoder, "CACHE_LIMIT", 2)
    codec = Decoder(SETUP.seats)
    lines = ["black take", "white take", "brown take"]
    first = [codec[line] for line in lines]
    assert ([codec[line] for line in lines], list(codec)) == (first, lines[:2])


def test_no_endless_line_is_remembered():
    long = "black" + " " * 9999 + "take"
    before = action_of.cache_info().currsize
    log = read_log(HEADER + long)
    assert log.entries == (Entry(0, Take()),)
    assert long not in decoder(log.setup.seats)
    assert action_of.cache_info().currsize == before


def test_many_cards_that_the_bank_names_are_not_remembered():
    """Hardly a line of them comes twice: they would take the room of those that do; one or two
    cards do come again."""
    codec = Decoder(SETUP.seats)
    for line in CANONICAL:
        assert codec[line] == parse_entry(SETUP, line)
    rare = {line for line in CANONICAL if codec[line].seat == BANK and line not in codec}
    assert {line.split()[0] for line in rare} == {"market", "look"}
    assert all(len(line.split()) > 3 for line in rare)
    for verb in ("market", "refill", "draw", "look"):
        for cards, possible in (("sail", True), ("sail lever", True), ("sail lever sail", False)):
            assert codec[f"{verb} {cards}"].seat == BANK
            assert (f"{verb} {cards}" in codec) is possible
    assert set(CANONICAL) - rare < set(codec)


def test_an_action_is_parsed_once_for_all_orders_of_seats():
    action_of.cache_clear()
    for seats in permutations(SETUP.seats):
        assert Decoder(seats)["white  load 1.2"] == Entry(seats.index(Colour.WHITE), Load(1, 2))
    assert action_of.cache_info().misses == 1


def test_every_canonical_line_is_short_enough_to_be_remembered():
    longest = max(Site.words(), key=len)
    favor = f"black favor place_reorder_sail 4 add {','.join(['black'] * 4)} {longest}"
    assert len(favor) <= CACHED_LENGTH_LIMIT
    assert max(map(len, CANONICAL)) <= CACHED_LENGTH_LIMIT
    assert len(f"keep {max(Card.words(), key=len)}") <= CACHED_LENGTH_LIMIT


@pytest.mark.parametrize(
    ("kind", "values", "line"),
    [
        (PlayChisel, [((3, 1), (1, 2))], "play chisel 1.2 3.1"),
        (PlaceTwoAndSail, [2, (3, 1), Site.OBELISKS], "favor place_two_and_sail 2 1,3 obelisks"),
        (PlaceThree, [((4, 1), (1, 2), (1, 1))], "favor place_three 1.1 1.2 4.1"),
        (Build, [((2, 1), (1, 2), (1, 1))], "build 1.1 1.2 2.1"),
        (RevealCrypt, [(24, 1, 9, 8)], "crypt 1 8 9 24"),
    ],
)
def test_an_action_whose_order_means_nothing_is_one_however_it_is_made(
    kind: type[Action], values: list[Any], line: str
) -> None:
    """By code too: what a page or a computer player makes is what the log would say."""
    action = kind(*values)
    assert action.text == line
    seat = BANK if kind is RevealCrypt else 0
    full_line = line if seat == BANK else f"black {line}"
    assert Entry(seat, action) == parse_entry(SETUP, full_line)
