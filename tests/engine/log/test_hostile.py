"""Whatever comes in, what goes out is a log, a game, or a refusal; and soon."""

import json
import random
import time
from dataclasses import replace

import pytest

from engine.errors import EngineError, LogSyntaxError, ReplayError, Rule
from engine.log import Log, read_log, write_json, write_text
from engine.replay import Game, play, steps, verify
from tests.engine.log.games import HEADER, KINDS, OPENING, finished, finished_text

SECONDS = 10
"""Of a processor: many times what any input takes, also where coverage is measured."""

BODY = {
    "imhotep": 1,
    "edition": "2026.1",
    "sites": "market=A pyramid=A temple=A burial_chamber=A obelisks=A",
    "seats": "black=Ana white=Ben",
    "entries": OPENING.splitlines(),
}


def verdict_of(source):
    """The game, or the refusal, that `source` ends in; what else comes out is a failure.

    What can be read can be written, and read again.
    """
    begun = time.process_time()
    log = None
    verdict: Game | EngineError
    try:
        log = read_log(source)
        verdict = verify(log)
    except EngineError as error:
        str(error).encode()
        verdict = error
    assert time.process_time() - begun < SECONDS
    if log is not None:
        reread = read_log(write_text(log, comments=True).encode())
        assert (reread.entries, write_text(reread)) == (log.entries, write_text(log))
        assert read_log(write_json(replace(log, comments=())).encode()).header == log.header
    return verdict


def refused(source):
    """The refusal of `source`."""
    verdict = verdict_of(source)
    assert isinstance(verdict, EngineError), verdict
    return verdict


# ----------------------------------------------------------------------------------- noise


@pytest.mark.parametrize("seed", range(100))
def test_random_bytes(seed):
    chance = random.Random(seed)
    refused(chance.randbytes(chance.randrange(2000)))


@pytest.mark.parametrize("seed", range(100))
def test_random_bytes_in_a_game(seed):
    chance = random.Random(seed)
    source = bytearray(finished_text(seed % len(KINDS)).encode())
    for _ in range(chance.randrange(1, 6)):
        source[chance.randrange(len(source))] = chance.randrange(256)
    verdict_of(bytes(source))


@pytest.mark.parametrize("seed", range(25))
def test_random_words_of_the_grammar(seed):
    """Lines made of words that logs have, but not in this order."""
    chance = random.Random(seed)
    words = [word for kind in range(len(KINDS)) for word in finished_text(kind).split()]
    lines = [" ".join(chance.choices(words, k=chance.randrange(1, 7))) for _ in range(30)]
    refused("\n".join([HEADER, *lines]))
    for line in lines:
        refused(HEADER + line)
        refused(HEADER + OPENING + "black " + line)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_entries_of_one_game_in_another(kind):
    """Some of all other mixes, at the beginning and in the middle."""
    log = finished(kind)
    header = write_text(replace(log, entries=()))
    middle = write_text(replace(log, entries=log.entries[: len(log.entries) // 2]))
    seats = log.setup.seats
    for other in range(len(KINDS)):
        lines = {
            f"{chosen.word} {line.partition(' ')[2]}"
            for line in finished_text(other).splitlines()
            for chosen in seats
            if ":" not in line
        }
        for line in random.Random(kind).sample(sorted(lines), 15):
            refused(header + line)
            refused(middle + line)


# ---------------------------------------------------------------------- a game, but not quite


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_game_cut_off_anywhere(kind):
    source = finished_text(kind).encode()
    for end in range(0, len(source) - 1, 29):
        refused(source[:end])
    assert isinstance(verdict_of(source[:-1]), Game)


def test_a_short_game_cut_off_at_every_byte():
    source = (HEADER.replace("Ana", "Ána") + OPENING).encode()
    for end in range(len(source)):
        refused(source[:end])


def test_a_game_in_json_cut_off_anywhere():
    source = write_json(finished(2)).encode()
    for end in range(0, len(source), 31):
        refused(source[:end])


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_game_with_a_line_missing_doubled_or_swapped(kind):
    lines = finished_text(kind).splitlines()
    begins = lines.index("") + 1
    chance = random.Random(kind)
    for _ in range(20):
        first_line, other = sorted(chance.sample(range(begins, len(lines)), 2))
        swapped = lines.copy()
        swapped[first_line], swapped[other] = lines[other], lines[first_line]
        for mended in (
            lines[:first_line] + lines[first_line + 1 :],
            lines[:first_line] + lines[first_line : first_line + 1] + lines[first_line:],
            swapped,
            lines[:first_line] + lines[other:],
        ):
            verdict_of("\n".join(mended))


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_game_with_a_wrong_actor(kind):
    """[R2.1] An entry that another seat writes is refused, there or later."""
    log = finished(kind)
    seats = len(log.setup.seats)
    for index in range(0, len(log.entries), 12):
        seat = log.entries[index].seat
        for other in {*range(-1, seats)} - {seat}:
            entries = list(log.entries)
            entries[index] = entries[index]._replace(seat=other)
            verdict = refused(write_text(replace(log, entries=tuple(entries))))
            assert isinstance(verdict, ReplayError)
            assert verdict.ply == index + 1


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_game_with_a_card_that_is_not_there(kind):
    """[R13.4, refusal CARD_IMPOSSIBLE] One `lever` too many is found where it is dealt."""
    lines = write_text(finished(kind)).splitlines()
    for number, line in enumerate(lines):
        verb, *cards = line.split() or [""]
        if verb in ("market", "refill", "draw", "look"):
            wrong = " ".join([verb] + ["lever"] * len(cards))
            verdict = verdict_of("\n".join([*lines[:number], wrong, *lines[number + 1 :]]))
            if len(cards) > 2:
                assert verdict.rule is Rule.CARD_IMPOSSIBLE
                assert verdict.line == number + 1
            wrong = f"{line} statue"
            verdict = refused("\n".join([*lines[:number], wrong, *lines[number + 1 :]]))
            assert verdict.rule is Rule.OUTCOME_COUNT


def test_outcomes_that_are_impossible():
    """[R1.3, R8.4, R6.3, R11.4] Round cards, tiles and prophecies twice, or of nowhere."""
    text = HEADER.replace("pyramid=A", "pyramid=C").replace("chamber=A", "chamber=D")
    text += "modules: god_prophecies\n"
    begun = text + "prophecies amun ra isis\nscaffold 3\n"
    dealt = begun + "round 4 3 2 2\nmarket statue statue statue statue\n"
    for line, rule in [
        (text + "prophecies amun ra", Rule.OUTCOME_COUNT),
        (text + "prophecies amun ra ra", Rule.PROPHECIES_IMPOSSIBLE),
        (text + "prophecies amun ra isis\nscaffold 6", Rule.TILE_IMPOSSIBLE),
        (text + "prophecies amun ra isis\nscaffold 99", Rule.TILE_IMPOSSIBLE),
        (begun + "round 2 2 3 4", Rule.ROUND_CARD_IMPOSSIBLE),
        (begun + "round 4 4 4 4", Rule.ROUND_CARD_IMPOSSIBLE),
        (begun + "round 4", Rule.ROUND_CARD_IMPOSSIBLE),
        (begun + "round 99 99 99 99 99 99 99 99 99", Rule.ROUND_CARD_IMPOSSIBLE),
        (begun + "round 4 3 2 2\nmarket raft statue statue statue", Rule.CARD_IMPOSSIBLE),
        (dealt + "crypt 1 2 3 25", Rule.TILE_IMPOSSIBLE),
        (dealt + "crypt 1 2 3 3", Rule.TILE_IMPOSSIBLE),
        (dealt + "crypt 1 2 3", Rule.OUTCOME_COUNT),
    ]:
        assert refused(line).rule is rule, line


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_round_card_twice(kind):
    """[R1.3, refusal ROUND_CARD_IMPOSSIBLE]"""
    lines = finished_text(kind).splitlines()
    rounds = [number for number, line in enumerate(lines) if line.startswith("round")]
    lines[rounds[1]] = lines[rounds[0]]
    verdict = refused("\n".join(lines))
    assert verdict.rule is Rule.ROUND_CARD_IMPOSSIBLE
    assert verdict.line == rounds[1] + 1


def test_two_games_in_one_text():
    text = finished_text()
    verdict = refused(text + text)
    assert isinstance(verdict, LogSyntaxError)
    assert verdict.line == len(text.splitlines()) + 1


# ----------------------------------------------------------------------------- encodings


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp500"])
def test_other_encodings(encoding):
    refused(finished_text().encode(encoding))
    refused(write_json(finished()).encode(encoding))


def test_latin_1_is_refused_at_its_line():
    verdict = refused(HEADER.replace("Ben", "Zoë").encode("latin-1"))
    assert isinstance(verdict, LogSyntaxError)
    assert (verdict.line, verdict.message) == (4, "not UTF-8 text")


def test_half_a_character():
    """A string can hold one, a file cannot."""
    verdict = refused(HEADER + "# \ud800\n")
    assert (verdict.line, verdict.message) == (5, "not UTF-8 text")
    refused(HEADER.replace("Ana", "\udfff"))
    refused(json.dumps(BODY).replace("Ana", "\udc00"))
    for key, value in [
        ("seats", "black=\ud800 white="),
        ("edition", "\ud800"),
        ("chance", "\ud800"),
        ("played", "\ud800"),
        ("\ud800", ""),
        ("comments", [[0, "\ud800"]]),
        ("entries", ["black \ud800"]),
        ("entries", ["\ud800"]),
        ("result", "\ud800=1"),
        ("sites", "\ud800=A"),
        ("modules", "\ud800"),
        ("profile", "\ud800"),
    ]:
        verdict = refused(json.dumps(BODY | {key: value}))
        assert isinstance(verdict, LogSyntaxError), key


def test_nothing_and_less():
    for source in (b"", "", b"\0", "\0" * 9999, b"\xef\xbb\xbf", b"\xff", "\ufeff\ufeff", "#"):
        assert isinstance(refused(source), LogSyntaxError)
    refused((HEADER + OPENING).replace(" ", "\0"))
    refused(HEADER + "black take\0")
    refused(HEADER + "# \0\n" + OPENING)


def test_other_ends_of_lines_than_those_of_a_log():
    for end in "\r\v\f\x1c\x85\u2028":
        refused((HEADER + OPENING).replace("\n", end))
        refused(HEADER + OPENING + end + "black take")


def test_a_second_byte_order_mark():
    refused("\ufeff\ufeff" + finished_text())


# --------------------------------------------------------------------------------- great size


MEBIBYTE = 1 << 20


@pytest.mark.parametrize(
    "text",
    [
        "x" * MEBIBYTE,
        "#" * MEBIBYTE,
        "\n" * MEBIBYTE,
        " " * MEBIBYTE,
        ":" * MEBIBYTE,
        "{" * MEBIBYTE,
        "é" * MEBIBYTE,
        "imhotep 1" * 100_000,
        "imhotep 1\n" * 100_000,
        "imhotep 1\n" + "#\n" * 500_000,
        "imhotep 1\n" + "\n" * 1_000_000,
        "imhotep 1\nseats: " + "black=a " * 100_000,
        "imhotep 1\nseats: black=" + "a " * 500_000,
        "imhotep 1\nsites: " + "market=A " * 100_000,
        "imhotep 1\nplayed: " + "9" * 1_000_000,
        HEADER + "result: " + "black=1 " * 100_000,
        HEADER + "result: black=" + "1" * 1_000_000 + " white=1",
        HEADER + "modules: " + "private_ships " * 70_000,
        HEADER + "black " * 170_000,
        HEADER + "black load " + "9" * 1_000_000,
        HEADER + "black load " + "1." * 500_000,
        HEADER + "black play lever 1 temple " + "1," * 500_000 + "1",
        HEADER + "black favor place_reorder_sail 1 " + "-," * 500_000 + "-",
        HEADER + OPENING + "black play lever 1 temple " + "1," * 500_000 + "1",
        HEADER + "black favor place_two_and_sail 1 " + "1," * 500_000 + "1",
        HEADER + "round " + "4 " * 500_000,
        HEADER + "market " + "statue " * 140_000,
        HEADER + "black" + " " * 1_000_000 + "take",
        HEADER + "#\n" * 500_000 + OPENING,
        HEADER + "take\n" * 200_000,
        HEADER + "black take\n" * 90_000,
        HEADER + OPENING + "black take#\n" * 80_000,
    ],
    ids=lambda text: f"{text[:12]!r}…{text[-12:]!r}",
)
def test_great_lines_and_many_lines(text):
    assert len(str(refused(text))) < 500
    refused(text + "#" * MEBIBYTE)


def test_a_long_way_round_the_limit():
    """Five thousand entries of which none can stand, or all but the last can."""
    refused(HEADER + "black take\n" * 5000)
    refused(finished_text() + "black take\n" * 4800)
    assert isinstance(verdict_of(finished_text() + "# remark\n" * 40_000), Game)
    verdict = refused(finished_text(2) + "\n" * 1_000_000 + "black take")
    assert verdict.line == len(finished_text(2).splitlines()) + 1_000_001


@pytest.mark.parametrize(
    "text",
    [
        '{"imhotep":' * 90_000,
        '{"entries":' + "[" * 500_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        '{"imhotep": ' + "9" * 1_000_000 + "}",
        '{"imhotep": 1e999999}',
        '{"imhotep": -0.0}',
        '{"imhotep": NaN}',
        '{"imhotep": [NaN, Infinity, -Infinity]}',
        '{"imhotep": 1, "imhotep": 1}',
        "{" + '"a":1,' * 100_000 + '"a":1}',
        "{" + ",".join(f'"{n}":1' for n in range(80_000)) + "}",
        "{}",
        '{"imhotep": 1}',
        '{"imhotep": 1, "entries": []}',
        "{'imhotep': 1}",
        json.dumps(BODY)[:-1] + ', "entries": []}',
        json.dumps(BODY | {"comments": [[10**400, "a"]]}),
        json.dumps(BODY | {"comments": [[float("nan"), "a"]]}),
        json.dumps(BODY | {"comments": [[0.5, "a"]]}),
        json.dumps(BODY | {"comments": [[[], "a"]]}),
        json.dumps(BODY | {"entries": ["black take"] * 5001}),
        json.dumps(BODY | {"entries": [["black", "take"]]}),
        json.dumps(BODY | {"entries": "black take"}),
        json.dumps(BODY | {"edition": ["2026.1"]}),
        json.dumps(BODY | {"seats": {"black": "Ana"}}),
        json.dumps(BODY | {"seats": "x" * 900_000}),
        json.dumps(BODY | {"k" * 900_000: 1}),
    ],
    ids=lambda text: f"{text[:12]!r}…{text[-12:]!r}",
)
def test_json_that_means_harm(text):
    verdict = refused(text)
    assert isinstance(verdict, LogSyntaxError)
    assert len(str(verdict)) < 500


def test_comments_by_the_ten_thousand():
    verdict = refused(json.dumps(BODY | {"comments": [[0, "#"]] * 90_000}))
    assert isinstance(verdict, ReplayError)
    assert verdict.rule is Rule.GAME_UNFINISHED


def test_what_a_comment_holds_cannot_become_an_entry():
    log = read_log(json.dumps(BODY | {"comments": [[0, "a\nblack take\r\nwhite take"]]}))
    assert read_log(write_text(log, comments=True)) == log


@pytest.mark.parametrize("seed", range(150))
def test_json_with_anything_anywhere(seed):
    """A value, a key or an element of a list put where it does not belong."""
    chance = random.Random(seed)
    body = json.loads(write_json(finished(seed % len(KINDS))))
    anything = [None, True, 0, -1, 1.5, 10**30, "", "black", [], [[]], {}, "\ud800", float("inf")]
    for _ in range(chance.randrange(1, 3)):
        key = chance.choice([*body, "comments", "other"])
        value = chance.choice(anything)
        if key == "entries" and isinstance(body[key], list) and chance.random() < 0.7:
            body[key] = body[key].copy()
            body[key][chance.randrange(len(body[key]))] = value
        else:
            body[key] = value
    verdict_of(json.dumps(body))


# ------------------------------------------------------------------------------ plays along


@pytest.mark.parametrize("seed", range(60))
def test_play_and_steps_agree_on_what_is_wrong(seed):
    """The same first refusal, after the same entries."""
    chance = random.Random(seed)
    log = finished(seed % len(KINDS))
    entries = list(log.entries)
    for _ in range(2):
        entries.insert(chance.randrange(len(entries)), chance.choice(log.entries))
    broken = Log(log.header, tuple(entries))
    played = play(broken)
    followed, error = [], None
    try:
        followed.extend(step.entry for step in steps(broken))
    except ReplayError as refusal:
        error = refusal
    assert (tuple(followed), str(error)) == (played.entries, str(played.error))
