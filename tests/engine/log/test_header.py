"""The header: what is agreed before the first entry, and what stands beside it."""

import json
from dataclasses import replace
from datetime import date

import pytest

from engine.errors import LogSyntaxError, SetupError
from engine.log import Header, Log, read_log, write_text
from engine.log.header import FIELDS, REQUIRED, parse_header
from engine.setup import Setup
from engine.vocabulary import Colour, Module, Profile, Side

PLAIN = {
    "edition": "2026.1",
    "sites": "market=A pyramid=A temple=A burial_chamber=A obelisks=A",
    "seats": "black=Ana white=Ben",
}
FULL = PLAIN | {
    "profile": "yucata",
    "sites": "market=D pyramid=D temple=B burial_chamber=A obelisks=D",
    "modules": "private_ships god_prophecies unlimited_stones",
    "figure": "13",
    "seats": "gray=Ana Maria white=",
    "chance": "committed sha256:" + "0a" * 32,
    "secret": "0b" * 32,
    "dealing": "3",
    "promises": "gray=" + "0d" * 32 + " white=",
    "entropy": "gray=" + "0c" * 32 + " white=",
    "replaced": "gray=5000 white=1",
    "played": "2024-02-29",
    "result": "gray=0 white=-12",
}

COMMITTED = PLAIN | {name: FULL[name] for name in ("chance", "secret")}
COMMITTED |= {"entropy": "black=" + "0c" * 32 + " white="}
PROMISED = COMMITTED | {"promises": "white= black=" + "0d" * 32}
DIGITS = "expected 64 digits or letters a to f"


def text_of(fields):
    return "\n".join(["imhotep 1", *(f"{field}: {fields[field]}" for field in fields)])


def test_defaults():
    header = parse_header(PLAIN)
    assert header.setup.profile is Profile.OFFICIAL
    assert (header.setup.modules, header.setup.figure) == (frozenset(), 0)
    assert header.chance == "observed"
    assert header.played is None
    assert header.result is None
    assert (header.secret, header.entropy, header.replaced) == ("", (), ())
    assert (header.promises, header.dealing, header.deal_terms) == ((), 0, 0)


def test_every_field():
    header = parse_header(FULL)
    assert header.setup.seats == (Colour.GRAY, Colour.WHITE)
    assert header.setup.sides == (Side.D, Side.D, Side.B, Side.A, Side.D)
    assert header.setup.figure == 13
    assert header.setup.profile is Profile.YUCATA
    assert header.setup.modules == {
        Module.PRIVATE_SHIPS,
        Module.GOD_PROPHECIES,
        Module.UNLIMITED_STONES,
    }
    assert header.names == ("Ana Maria", "")
    assert header.chance.endswith("0a0a")
    assert (header.played, header.result) == (date(2024, 2, 29), (0, -12))
    assert (header.secret, header.entropy) == ("0b" * 32, ("0c" * 32, ""))
    assert (header.promises, header.replaced) == (("0d" * 32, ""), (5000, 1))
    assert (header.dealing, header.deal_terms) == (3, 3)


def test_the_terms_of_a_deal_that_a_log_does_not_name():
    assert parse_header(COMMITTED).deal_terms == 1
    assert parse_header(PROMISED).deal_terms == 2
    named = parse_header(PROMISED | {"dealing": "3"})
    assert named.deal_terms == 3
    assert named.unrevealed() == parse_header(PLAIN | {"chance": FULL["chance"]})
    assert named.unrevealed().deal_terms == 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dealing": ""}, "dealing: expected 3, not ''"),
        ({"dealing": "2"}, "dealing: expected 3, not '2'"),
        ({"dealing": "4"}, "dealing: expected 3, not '4'"),
        ({"dealing": "03"}, "dealing: expected 3, not '03'"),
        (
            {"dealing": "3", "promises": None},
            "dealing: without the promises this line proves nothing",
        ),
        (
            {"dealing": "3", "promises": None, "secret": None, "entropy": None},
            "dealing: without the secret this line proves nothing",
        ),
        (
            {"dealing": "3", "chance": "dealt", "promises": None, "secret": None, "entropy": None},
            "dealing: only a deal that was fixed in advance has this line",
        ),
    ],
)
def test_only_terms_that_are_known_are_named_and_only_with_all_else(changes, message):
    fields = {name: value for name, value in (PROMISED | changes).items() if value is not None}
    with pytest.raises(LogSyntaxError, match=message):
        read_log(text_of(fields))


def test_a_header_made_by_hand_names_no_other_terms():
    with pytest.raises(SetupError, match="expected 3, not 2"):
        replace(parse_header(PROMISED), dealing=2)


def test_fields_in_any_order_are_written_in_one():
    forth = read_log(text_of(FULL))
    back = read_log(text_of(dict(reversed(FULL.items()))))
    assert forth == back
    lines = write_text(forth).rstrip().splitlines()[1:]
    assert lines == [f"{field}: {FULL[field]}" for field in FIELDS]


def test_sites_modules_and_results_in_any_order_are_written_in_one():
    mixed = FULL | {
        "sites": "obelisks=D burial_chamber=A temple=B pyramid=D market=D",
        "modules": "unlimited_stones private_ships god_prophecies",
        "result": "white=-12 gray=0",
        "entropy": "white= gray=" + "0c" * 32,
        "promises": "white= gray=" + "0d" * 32,
        "replaced": "white=1 gray=5000",
    }
    assert write_text(read_log(text_of(mixed))) == write_text(read_log(text_of(FULL)))


@pytest.mark.parametrize("field", REQUIRED)
def test_a_required_field_may_not_be_missing(field):
    fields = {name: value for name, value in PLAIN.items() if name != field}
    missing = f"{field}: this line is missing in the header"
    with pytest.raises(LogSyntaxError, match=missing) as refusal:
        read_log(text_of(fields))
    assert refusal.value.line == 1


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("edition", "", "unknown edition ''"),
        ("edition", "2026", "unknown edition '2026'"),
        ("edition", "../2026.1", "unknown edition"),
        ("edition", "2026.1 2026.1", "unknown edition"),
        ("profile", "", "unknown profile ''"),
        ("profile", "Official", "unknown profile"),
        ("sites", "", "no side for market, pyramid, temple, burial_chamber, obelisks"),
        ("sites", "market=A pyramid=A temple=A burial_chamber=A", "no side for obelisks"),
        ("sites", PLAIN["sites"] + " market=A", "each site once"),
        ("sites", PLAIN["sites"].replace("=A", "=E", 1), "not 'market=E'"),
        ("sites", PLAIN["sites"].replace("=A", "=a", 1), "not 'market=a'"),
        ("sites", PLAIN["sites"].replace("=A", "", 1), "not 'market'"),
        ("sites", PLAIN["sites"].replace("market", "harbour"), "not 'harbour=A'"),
        ("modules", "private_ship", "unknown module 'private_ship'"),
        ("modules", "private_ships private_ships", "name each module only once"),
        ("modules", "unlimited_stones", "only the profile yucata"),
        ("seats", "", "2 to 4 seats"),
        ("seats", "black=Ana", "2 to 4 seats"),
        ("seats", "black= black=", "each colour can have only one seat"),
        ("seats", "black= red=", "unknown colour 'red'"),
        ("seats", "black white", "expected colours and names, as in black=Ana, not 'black'"),
        ("seats", "=Ana white=Ben", "not '=Ana'"),
        ("seats", "black=Ana =Cleo white=Ben", "not '=Cleo'"),
        ("seats", "black=a=b white=Ben", "'a=b' cannot be a name"),
        ("seats", "black=a\x00b white=Ben", "cannot be a name"),
        ("seats", "black=a\u200eb white=Ben", "cannot be a name"),
        ("seats", f"black={'a' * 81} white=Ben", "at most 80 characters"),
        ("seats", "black= white= brown= gray= black=", "2 to 4 seats"),
        ("chance", "", "expected: observed, dealt or committed"),
        ("chance", "seed 7", "expected: observed, dealt or committed"),
        ("chance", "committed sha256:" + "A" * 64, "expected: observed"),
        ("chance", "committed sha256:" + "a" * 63, "expected: observed"),
        ("played", "", "expected a day"),
        ("played", "yesterday", "expected a day as in 2026-11-14, not 'yesterday'"),
        ("played", "2026-02-30", "expected a day"),
        ("played", "0000-01-01", "expected a day"),
        ("played", "20261114", "expected a day"),
        ("played", "\uff12\uff10\uff12\uff16-11-14", "expected a day"),
        ("replaced", "", "expected colours and entry numbers, as in white=57"),
        ("replaced", "white", "not 'white'"),
        ("replaced", "white=", "not 'white='"),
        ("replaced", "white=0", "not 'white=0'"),
        ("replaced", "white=-1", "not 'white=-1'"),
        ("replaced", "white=07", "not 'white=07'"),
        ("replaced", "white=٣", "not 'white=٣'"),
        ("replaced", "white=5001", "an entry number has to be from 1 to 5000"),
        ("replaced", "white=50000", "not 'white=50000'"),
        ("replaced", "white=7 white=8", "not 'white=8'"),
        ("replaced", "gray=7", "not 'gray=7'"),
        ("replaced", "white=7 pink=8", "not 'pink=8'"),
        ("secret", "0b" * 32, "only a deal that was fixed in advance has this line"),
        ("secret", "", "this line is empty"),
        ("entropy", COMMITTED["entropy"], "only a deal that was fixed in advance has this line"),
        ("entropy", "", "expected every seat in the game, and no other"),
        ("promises", PROMISED["promises"], "only a deal that was fixed in advance has this line"),
        ("promises", "", "expected every seat in the game, and no other"),
        ("result", "", "points for every seat"),
        ("result", "black=1", "points for every seat"),
        ("result", "black=1 white=2 gray=3", "points for every seat"),
        ("result", "black=1 gray=3", "points for every seat"),
        ("result", "black=1 white=2 white=2", "expected points by colour"),
        ("result", "black=1 white", "not 'white'"),
        ("result", "black=1 white=two", "not 'white=two'"),
        ("result", "black=1 white=99999", "expected points by colour"),
        ("result", "black=1 white=--2", "expected points by colour"),
        ("result", "black=1 white=٣", "expected points by colour"),
    ],
)
def test_a_header_that_lies_is_refused_at_the_line_of_the_field(field, value, message):
    fields = {name: text for name, text in PLAIN.items() if name != field} | {field: value}
    with pytest.raises(LogSyntaxError) as refusal:
        read_log(text_of(fields))
    assert refusal.value.message.startswith(f"{field}: ")
    assert message in refusal.value.message
    assert refusal.value.line == len(fields) + 1
    assert isinstance(refusal.value.__cause__, SetupError)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("chance", "dealt", "secret: only a deal that was fixed in advance has this line"),
        ("chance", "observed", "secret: only a deal that was fixed in advance has this line"),
        ("secret", None, "entropy: without the secret this line proves nothing"),
        ("entropy", None, "secret: without the entropy this line proves nothing"),
        ("secret", "", "secret: this line is empty"),
        ("secret", "0b" * 31, f"secret: {DIGITS}, not '0b0b"),
        ("secret", "0b" * 33, f"secret: {DIGITS}, not '0b0b"),
        ("secret", "0B" * 32, f"secret: {DIGITS}, not '0B0B"),
        ("secret", "0b" * 31 + "0g", f"secret: {DIGITS}"),
        ("secret", "٣" * 64, f"secret: {DIGITS}"),
        ("secret", "0b" * 16 + " " + "0b" * 16, f"secret: {DIGITS}"),
        ("entropy", "black=", "entropy: expected every seat in the game, and no other"),
        (
            "entropy",
            "black= white= gray=",
            "entropy: expected every seat in the game, and no other",
        ),
        ("entropy", "black= gray=", "entropy: expected every seat in the game, and no other"),
        ("entropy", "black= white= white=", "entropy: expected each colour once, as black=…, not"),
        ("entropy", "black white=", "entropy: expected each colour once, as black=…, not 'black'"),
        ("entropy", "black=0c white=", f"entropy: {DIGITS}, not '0c'"),
        ("entropy", "black= white=" + "0C" * 32, f"entropy: {DIGITS}, not '0C0C"),
        ("entropy", "black= white=" + "0c" * 32 + "=", f"entropy: {DIGITS}, not '0c0c"),
    ],
)
def test_what_a_committed_deal_reveals_is_whole_and_well_formed(field, value, message):
    fields = {name: text for name, text in COMMITTED.items() if name != field}
    fields |= {} if value is None else {field: value}
    for source in (text_of(fields), json.dumps({"imhotep": 1, **fields, "entries": []})):
        with pytest.raises(LogSyntaxError) as refusal:
            read_log(source)
        assert refusal.value.message.startswith(message)
        at_fault = message.partition(":")[0]
        assert refusal.value.line == (source[0] == "i") * (2 + list(fields).index(at_fault))


@pytest.mark.parametrize(
    ("without", "value", "message"),
    [
        (("secret", "entropy"), None, "promises: without the secret this line proves nothing"),
        (("secret",), None, "entropy: without the secret this line proves nothing"),
        (("chance",), None, "secret: only a deal that was fixed in advance has this line"),
        ((), "black=", "promises: expected every seat in the game, and no other"),
        ((), "black= black=", "promises: expected each colour once, as black=…, not 'black='"),
        ((), "black white=", "promises: expected each colour once, as black=…, not 'black'"),
        ((), "black=0d white=", f"promises: {DIGITS}, not '0d'"),
    ],
)
def test_promises_are_whole_and_well_formed_and_beside_the_secret(without, value, message):
    fields = {name: text for name, text in PROMISED.items() if name not in without}
    fields |= {} if value is None else {"promises": value}
    with pytest.raises(LogSyntaxError) as refusal:
        read_log(text_of(fields))
    assert refusal.value.message == message
    assert refusal.value.line == 2 + list(fields).index(message.partition(":")[0])


def test_nobody_may_have_promised():
    """That is not the same as a log that does not say who promised."""
    header = read_log(text_of(COMMITTED | {"promises": "white= black="})).header
    assert header.promises == ("", "")
    assert "\npromises: black= white=\n" in write_text(Log(header))
    assert read_log(write_text(Log(header))).header == header
    assert "promises" not in write_text(Log(read_log(text_of(COMMITTED)).header))


def test_a_share_may_be_missing_and_nobody_replaced():
    nobody = COMMITTED | {"entropy": "white= black="}
    header = read_log(text_of(nobody)).header
    assert header.entropy == ("", "")
    assert "entropy: black= white=\n" in write_text(Log(header))
    assert "replaced" not in write_text(Log(header))
    assert read_log(write_text(Log(header))).header == header


@pytest.mark.parametrize("chance", ["observed", "dealt", COMMITTED["chance"]])
def test_a_computer_may_have_gone_on_in_any_deal(chance):
    header = read_log(text_of(PLAIN | {"chance": chance, "replaced": "white=57"})).header
    assert header.replaced == (0, 57)
    assert "\nreplaced: white=57\n" in write_text(Log(header))
    assert read_log(write_text(Log(header))).header == header


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"secret": "0b" * 32, "entropy": ("",)}, "entropy: give one share for each seat"),
        ({"secret": "0b" * 32, "entropy": ("", "", "")}, "entropy: give one share"),
        ({"secret": "0b" * 32, "entropy": ("", "x")}, f"entropy: {DIGITS}, not 'x'"),
        ({"secret": "x", "entropy": ("", "")}, f"secret: {DIGITS}, not 'x'"),
        ({"promises": ("", "")}, "promises: without the secret this line proves nothing"),
        (
            {"secret": "0b" * 32, "entropy": ("", ""), "promises": ("",)},
            "promises: give one promise for each seat, empty if there is none",
        ),
        (
            {"secret": "0b" * 32, "entropy": ("", ""), "promises": ("", "x")},
            f"promises: {DIGITS}, not 'x'",
        ),
        ({"replaced": (1,)}, "replaced: give one number for each seat"),
        ({"replaced": (1, 2, 3)}, "replaced: give one number for each seat"),
        ({"replaced": (-1, 2)}, "replaced: an entry number has to be from 1 to 5000"),
        ({"replaced": (0, 5001)}, "replaced: an entry number has to be from 1 to 5000"),
    ],
)
def test_what_no_line_could_carry_is_refused(bad, message):
    with pytest.raises(SetupError, match=f"^{message}"):
        Header(Setup.of("black white"), chance=COMMITTED["chance"], **bad)


CORRIDOR = PLAIN | {"sites": "market=A pyramid=D temple=A burial_chamber=A obelisks=A"}


def test_a_figure_on_the_first_space_is_not_written():
    """[R6.4] So a log from before there was the field is as it was, and its digests too."""
    named_figure, unsaid = (
        read_log(text_of(fields)) for fields in (CORRIDOR | {"figure": "0"}, CORRIDOR)
    )
    assert named_figure == unsaid
    assert "figure" not in write_text(named_figure)
    assert "figure" in write_text(read_log(text_of(CORRIDOR | {"figure": "1"})))


@pytest.mark.parametrize("value", ["", "-1", "01", "1.0", "one", "100", "1 2", "٣"])
def test_a_figure_starts_on_a_space(value):
    with pytest.raises(SetupError, match="expected a space, counted from 0") as refusal:
        parse_header(CORRIDOR | {"figure": value})
    assert refusal.value.field == "figure"


def test_a_figure_starts_on_a_space_that_there_is():
    """[R6.4] The corridor of the edition has 14."""
    assert parse_header(CORRIDOR | {"figure": "13"}).setup.figure == 13
    with pytest.raises(SetupError, match="from 0 to 13, not 14"):
        parse_header(CORRIDOR | {"figure": "14"})
    with pytest.raises(SetupError, match="from 0 to 13, not -1"):
        Setup.of("black white", "ADAAA", figure=-1)


@pytest.mark.parametrize("side", "ABC")
def test_only_side_d_of_the_pyramids_has_a_figure(side):
    fields = PLAIN | {"sites": PLAIN["sites"].replace("pyramid=A", f"pyramid={side}")}
    assert parse_header(fields | {"figure": "0"}).setup.figure == 0
    with pytest.raises(SetupError, match="only side D") as refusal:
        parse_header(fields | {"figure": "1"})
    assert refusal.value.field == "figure"


def test_replaced_never_is_nobody_replaced():
    assert Header(Setup.of("black white"), replaced=(0, 0)) == Header(Setup.of("black white"))


def test_a_message_does_not_repeat_a_long_input():
    for field in (*FIELDS, "seats"):
        for value in ("x" * 9999, "black= x" + "=" * 9999, "white= black=" + "x" * 9999):
            with pytest.raises(LogSyntaxError) as refusal:
                read_log(text_of(COMMITTED | {field: value}))
            assert len(str(refusal.value)) < 200


def test_names():
    log = read_log(text_of(PLAIN | {"seats": "black=  Ana   María: 王 white=  gray=C. # so"}))
    assert log.header.names == ("Ana María: 王", "", "C.")
    assert read_log(write_text(log)).header == log.header


def test_a_header_without_names_has_empty_ones():
    setup = Setup.of("black white")
    assert Header(setup).names == ("", "")
    assert read_log(write_text(Log(Header(setup)))).header == Header(setup)


@pytest.mark.parametrize(
    "names",
    [("a",), ("a", "b", "c"), ("a#", ""), ("a=", ""), (" a", ""), ("a  b", ""), ("a\n", "")],
)
def test_a_name_that_no_line_could_carry_is_refused(names):
    with pytest.raises(SetupError) as refusal:
        Header(Setup.of("black white"), names)
    assert refusal.value.field == "seats"


def test_a_seat_is_not_lost_by_a_missing_sign() -> None:
    text = f"imhotep 1\nedition: {PLAIN['edition']}\nsites: {PLAIN['sites']}\n"
    with pytest.raises(LogSyntaxError, match="write white=") as refusal:
        read_log(f"{text}seats: black=Ana white gray=\n")
    assert refusal.value.line == 4
    assert read_log(f"{text}seats: black=Barry White gray=\n").header.names == ("Barry White", "")
