"""The JSON form, both ways."""

import json

import pytest

from engine.errors import LogSyntaxError
from engine.log import read_json, read_log, to_json, write_json, write_text
from engine.log.envelope import from_json
from engine.log.header import FIELDS
from engine.replay import play, verify
from tests.engine.log.games import HEADER, KINDS, OPENING, finished

BODY = {
    "imhotep": 1,
    "edition": "2026.1",
    "sites": "market=A pyramid=A temple=A burial_chamber=A obelisks=A",
    "seats": "black=Ana white=Ben",
    "entries": OPENING.splitlines(),
}


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_game_is_read_back_from_its_json(kind):
    log = finished(kind, 7)
    text = write_json(log)
    assert (read_log(text), read_log(text.encode())) == (log, log)
    assert "\n" not in text
    assert json.loads(text) == to_json(log)
    assert verify(read_log(text)).fingerprint == verify(log).fingerprint


def test_the_same_fields_and_the_same_strings_as_in_the_text():
    fields = dict.fromkeys(FIELDS)
    fields |= {"profile": "official", "modules": "private_ships", "figure": "7"}
    fields["sites"] = "market=A pyramid=D temple=A burial_chamber=A obelisks=A"
    fields |= {"chance": "committed sha256:" + "0" * 64, "secret": "1" * 64}
    fields |= {"entropy": "black= white=" + "2" * 64, "replaced": "white=57"}
    fields |= {"promises": "black= white=" + "3" * 64, "dealing": "3"}
    fields |= {"played": "2026-11-14", "result": "black=1 white=-2"}
    body = BODY | {field: value for field, value in fields.items() if value}
    log = from_json(body)
    assert to_json(log) == body
    lines = write_text(log).splitlines()
    assert [line for line in lines if ":" in line] == [f"{f}: {body[f]}" for f in FIELDS]
    assert lines[-4:] == body["entries"]


def test_json_and_text_are_one_log():
    assert from_json(BODY) == read_log(HEADER + OPENING)
    assert read_log("\ufeff \n" + json.dumps(BODY, indent=2)) == from_json(BODY)


def test_comments_travel():
    log = read_log("# hello\n" + HEADER + OPENING.replace("take", "take # ü") + "# end")
    assert to_json(log)["comments"] == [[0, "hello"], [2, "ü"], [4, "end"]]
    assert read_log(write_json(log)) == log
    assert "comments" not in to_json(from_json(BODY))
    assert from_json(BODY | {"comments": [[4, " two \n words"]]}).comments == ((4, "two words"),)


def test_strings_are_read_like_lines():
    spaced = BODY | {"seats": " black=Ana \t white=Ben", "entries": [" bank  round 4 3 2\t2 "]}
    log = from_json(spaced)
    assert to_json(log)["seats"] == BODY["seats"]
    assert to_json(log)["entries"] == BODY["entries"][:1]


def test_a_forced_answer_is_accepted_in_json_too():
    body = {
        **BODY,
        "sites": BODY["sites"].replace("market=A", "market=B"),
        "entries": [
            "round 4 3 2 2",
            "market lever statue entrance",
            "black load 3.1",
            "white take",
            "black sail 3 market",
            "black card 4",
            "look statue statue",
            "black keep statue",
        ],
    }
    played = play(from_json(body))
    assert played.error is None
    assert len(played.entries) == 7


def without(key):
    return {name: value for name, value in BODY.items() if name != key}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ([], "a log has to be a JSON object"),
        (None, "a log has to be a JSON object"),
        (without("imhotep"), '"imhotep" has to be 1'),
        (BODY | {"imhotep": 2}, '"imhotep" has to be 1'),
        (BODY | {"imhotep": "1"}, '"imhotep" has to be 1'),
        (BODY | {"imhotep": 1.0}, '"imhotep" has to be 1'),
        (BODY | {"imhotep": True}, '"imhotep" has to be 1'),
        (BODY | {"players": 2}, "unknown key 'players'"),
        (BODY | {7: 2}, "unknown key '7'"),
        (without("edition"), "edition: this line is missing in the header"),
        (BODY | {"edition": 2026.1}, "edition: expected a string"),
        (BODY | {"edition": None}, "edition: expected a string"),
        (BODY | {"edition": "1999.1"}, "edition: unknown edition"),
        (BODY | {"seats": ["black", "white"]}, "seats: expected a string"),
        (BODY | {"seats": "black=a#b white="}, "seats: 'a#b' cannot be a name"),
        (without("entries"), '"entries" has to be a list of strings'),
        (BODY | {"entries": "black take"}, '"entries" has to be a list of strings'),
        (BODY | {"entries": ["round 4 3 2 2", 7]}, '"entries" has to be a list of strings'),
        (BODY | {"entries": ["round 4 3 2 2", ""]}, "entry 2: this entry is empty"),
        (BODY | {"entries": [" \n"]}, "entry 1: this entry is empty"),
        (BODY | {"entries": ["# no"]}, "entry 1: expected a colour"),
        (BODY | {"entries": ["black take # no"]}, "entry 1: expected: take"),
        (BODY | {"entries": ["black take"] * 5001}, "at most 5000 entries"),
        (BODY | {"comments": {}}, '"comments" has to be'),
        (BODY | {"comments": [3]}, '"comments" has to be'),
        (BODY | {"comments": [[0]]}, '"comments" has to be'),
        (BODY | {"comments": [[0, 1]]}, '"comments" has to be'),
        (BODY | {"comments": [["0", "a"]]}, '"comments" has to be'),
        (BODY | {"comments": [[True, "a"]]}, '"comments" has to be'),
        (BODY | {"comments": [[-1, "a"]]}, '"comments" has to be'),
        (BODY | {"comments": [[5, "a"]]}, '"comments" has to be'),
        (BODY | {"comments": [[0, "a", "b"]]}, '"comments" has to be'),
        (BODY | {"comments": [[0, "half \ud800"]]}, '"comments" has to be'),
        (BODY | {"comments": None}, '"comments" has to be'),
    ],
)
def test_what_is_no_log_is_refused(body, message):
    with pytest.raises(LogSyntaxError) as refusal:
        from_json(body)
    assert message in refusal.value.message
    assert (refusal.value.line, str(refusal.value)) == (0, refusal.value.message)


def test_5000_entries_are_not_too_many():
    assert len(from_json(BODY | {"entries": ["black take"] * 5000}).entries) == 5000


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("{", 1, "not JSON"),
        ('{"imhotep": 1,\n\n"edition" 3}', 3, "not JSON"),
        ('{"imhotep": 1} {}', 1, "not JSON"),
        ('{"imhotep": 1, "imhotep": 1}', 0, "an object has the same key twice"),
        ('{"imhotep": 1, "x": {"a": 1, "a": 2}}', 0, "an object has the same key twice"),
        ('{"imhotep": ' + "9" * 5000 + "}", 0, "this JSON is not a log"),
        ('{"imhotep": ' + "[" * 200_000 + "}", 0, "this JSON is not a log"),
        ('{"imhotep": NaN}', 0, '"imhotep" has to be 1'),
        ('{"imhotep": Infinity}', 0, '"imhotep" has to be 1'),
    ],
)
def test_what_is_no_json_is_refused(text, line, message):
    with pytest.raises(LogSyntaxError, match=message) as refusal:
        read_log(text)
    assert refusal.value.line == line


def test_a_list_of_logs_is_not_a_log():
    with pytest.raises(LogSyntaxError, match="a log has to be a JSON object"):
        read_json(json.dumps([BODY]))
    with pytest.raises(LogSyntaxError, match="not a log"):
        read_log(json.dumps([BODY]))
