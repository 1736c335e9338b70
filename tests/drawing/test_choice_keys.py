"""Every choice of a turn has a key: never are more offered at once than the script has keys."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from drawing.play.options import Option, options_of
from engine import apply, read_log, start

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted((ROOT / "tests/golden").glob("everything-*.imh"))


def script_keys(script: str) -> str:
    """The keys of choices in ``turn.js``."""
    match = re.search(r'^const KEYS = "(\w+)";$', script, re.MULTILINE)
    assert match
    return match[1]


def most_offered(options: Iterable[Option]) -> int:
    """Most words that ``chooser.js`` offers at once on the way to one of `options`."""
    offered: dict[frozenset[str] | tuple[str, ...], set[str]] = {}
    for option in options:
        words = [word.key for word in option.words]
        for number in range(option.ordered):
            offered.setdefault(tuple(words[:number]), set()).add(words[number])
        offered.setdefault(tuple(words[: option.ordered]), set()).update(words[option.ordered :])
    return max(map(len, offered.values()), default=0)


def test_keys_differ_and_none_has_another_meaning():
    script = (ROOT / "static/js/table/turn.js").read_text("utf-8")
    keys = script_keys(script)
    assert len(keys) == len(set(keys)) >= 20
    replay = (ROOT / "static/js/replay/replay.js").read_text("utf-8")
    assert not set(re.findall(r'case "(\w)":', replay)) & set(keys)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_no_turn_offers_more_choices_than_there_are_keys(path: Path):
    keys = script_keys((ROOT / "static/js/table/turn.js").read_text("utf-8"))
    log = read_log(path.read_bytes())
    s = start(log.setup)
    choices = 0
    for entry in log.entries:
        choices = max(choices, most_offered(options_of(s)))
        apply(s, *entry)
    assert 8 <= choices <= len(keys)
