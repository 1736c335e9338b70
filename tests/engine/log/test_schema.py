"""The JSON Schema of logs: it has what is written, and refuses what is no log."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from engine import read_log
from engine.errors import LogSyntaxError
from engine.log.envelope import KEYS, from_json, to_json
from engine.log.header import REQUIRED
from tests.test_house.source import ROOT

SCHEMA = json.loads((ROOT / "docs" / "log.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.imh"))


def test_it_is_a_schema_of_the_same_keys():
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == KEYS
    assert set(SCHEMA["required"]) == {"imhotep", *REQUIRED, "entries"}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_written_log_is_valid(path: Path):
    VALIDATOR.validate(to_json(read_log(path.read_text("utf-8"))))


CHANGES = [
    {"imhotep": 2},
    {"imhotep": "1"},
    {"edition": 2026},
    {"sites": "market=A pyramid=A temple=A burial_chamber=E obelisks=A"},
    {"sites": "market=A"},
    {"seats": "Ana white=Ben"},
    {"chance": "sometimes"},
    {"figure": "-1"},
    {"played": "yesterday"},
    {"entries": "round 4 3 2 2"},
    {"entries": [1]},
    {"entries": ["round 4 3 2 2"] * 5001},
    {"comments": [["first", "Ana begins"]]},
    {"comments": [[1]]},
    {"unknown": ""},
    {"secret": ""},
    {"dealing": "2"},
]


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_what_the_schema_refuses_the_engine_refuses(change: dict[str, object]):
    log = to_json(read_log(GOLDEN[0].read_text("utf-8"))) | change
    assert not VALIDATOR.is_valid(log)
    with pytest.raises(LogSyntaxError):
        from_json(log)


@pytest.mark.parametrize("key", sorted(SCHEMA["required"]))
def test_what_has_to_be_there(key: str):
    log = to_json(read_log(GOLDEN[0].read_text("utf-8")))
    del log[key]
    assert not VALIDATOR.is_valid(log)
    with pytest.raises(LogSyntaxError):
        from_json(log)
