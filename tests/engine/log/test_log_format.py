"""``docs/log-format.md`` is true: its examples are run, and it leaves nothing out.

What a fence is called says what is checked: ``imhotep`` can be played, ``imhotep-canonical`` is
written back as it stands, ``imhotep-refused`` ends with the reason, ``json`` is a log or says what
the refusal before it says. An example without a first line begins with a comment for its header.
"""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from engine.actions import ACTIONS, VERBS
from engine.editions import DEFAULT_EDITION
from engine.entries import Outcome
from engine.errors import EngineError, ReplayError
from engine.log import entry_text, parse_entry, read_log, write_text
from engine.log.header import FIELDS, REQUIRED
from engine.log.text import FIRST_LINE
from engine.replay import play, verify
from engine.vocabulary import Card, Colour, Module, Prophecy, Site

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "log-format.md").read_text("utf-8")
HEADINGS = re.findall(r"^#{3,4} `([^`]*)`", PAGE, re.MULTILINE)
FENCE = re.compile(r"^```(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADER = """\
imhotep 1
edition: {}
sites: {}
seats: {}
modules: {}
"""


def blocks(kind):
    """The text of each fence of this kind, by the line of the page on which it begins."""
    return [
        pytest.param(block[2], id=f"line{PAGE[: block.start()].count(chr(10)) + 1}")
        for block in FENCE.finditer(PAGE)
        if block[1] == kind
    ]


def complete_log(text):
    """`text` with the header for which the comment of its first line stands: the default edition,
    unless the comment names another."""
    first, _, remainder = text.partition("\n")
    if FIRST_LINE in text.replace("   ", " "):
        return text
    first, _, edition = first.removeprefix("# ").partition(", edition ")
    seats, sites, *modules = first.split(", ")
    sides = zip(Site, sites.removeprefix("sites "), strict=True)
    return (
        HEADER.format(
            edition or DEFAULT_EDITION,
            " ".join(f"{site.word}={side}" for site, side in sides),
            " ".join(f"{colour}=" for colour in seats.split()),
            " ".join(modules),
        )
        + remainder
    )


@pytest.mark.parametrize("text", blocks("imhotep"))
def test_an_example_can_be_played(text):
    log = read_log(complete_log(text))
    assert log.entries or "seats:" in text
    assert play(log).error is None


def test_an_entry_of_an_example_is_read_as_it_is_written():
    verbs = set()
    for block in blocks("imhotep"):
        log = read_log(complete_log(*block.values))
        for entry in log.entries:
            assert parse_entry(log.setup, entry_text(log.setup, entry)) == entry
            verbs.add(entry.action.form.verb)
    assert verbs == {kind.form.verb for kind in ACTIONS} - {"pass"}  # which is hardly ever legal


@pytest.mark.parametrize("text", blocks("imhotep-canonical"))
def test_a_canonical_example_is_canonical(text):
    log = read_log(text)
    assert play(log).error is None
    assert write_text(log) == text


def test_the_first_example_and_the_canonical_one_are_one_game():
    first, canonical = blocks("imhotep")[0], blocks("imhotep-canonical")[0]
    assert write_text(read_log(*first.values)) == canonical.values[0]


@pytest.mark.parametrize("text", blocks("imhotep-refused"))
def test_a_wrong_example_is_refused_for_its_reason(text):
    lines, _, reason = text.rstrip().rpartition("\n# refused: ")
    with pytest.raises(EngineError) as refusal:
        verify(read_log(complete_log(lines)))
    assert reason in (str(refusal.value), getattr(getattr(refusal.value, "rule", 0), "name", ""))


@pytest.mark.parametrize("text", blocks("json"))
def test_json_is_a_log_or_the_refusal_of_the_example_before_it(text):
    document = json.loads(text)
    if "imhotep" in document:
        assert play(read_log(text)).error is None
        return
    before = PAGE[: PAGE.index(text)].rpartition("```imhotep-refused\n")[2].partition("```")[0]
    with pytest.raises(ReplayError) as refusal:
        verify(read_log(complete_log(before)))
    refusal_row = {"rule": refusal.value.rule.name}
    for field in document.keys() - refusal_row.keys():
        refusal_row[field] = getattr(refusal.value, field)
    assert refusal_row == document


def test_every_field_of_a_refused_entry_is_explained():
    fields = set(re.findall(r"^\| `(\w+)` \|", PAGE.partition("**Illegal**")[2], re.MULTILINE))
    assert fields == {"line", "ply", "actor", "rule", "detail", "tried", "legal"}


def test_every_entry_and_every_field_has_a_heading():
    count = Counter(heading.split()[0] for heading in HEADINGS)
    del count["play"], count["favor"]
    assert set(count) == VERBS.keys() - {"play", "favor"} | {f"{field}:" for field in FIELDS}
    twice = {word for word, number in count.items() if number > 1}
    assert twice == {"load"}  # a turn, and an answer
    forms = [heading.split()[:2] for heading in HEADINGS]
    assert [form[1] for form in forms if form[0] == "play"] == ["CARD", *VERBS["play"]]
    assert [form[1] for form in forms if form[0] == "favor"] == ["FAVOR", *VERBS["favor"]]


def test_every_form_of_a_player_is_a_heading_as_a_refusal_shows_it():
    usages = {kind.form.usage for kind in ACTIONS if not issubclass(kind, Outcome)}
    assert usages - set(HEADINGS) == set()


def test_every_entry_has_an_example_under_its_heading():
    for heading in HEADINGS:
        section = PAGE.partition(f"# `{heading}`")[2].partition("\n##")[0]
        words = heading.split()
        form = " ".join(words[:2]) if words[0] in ("play", "favor") else words[0]
        if words[1:2] in (["CARD"], ["FAVOR"]) and words[0] in ("play", "favor"):
            continue
        if form.endswith(":"):
            assert any(re.search(f"^{form} ", block.values[0], re.M) for block in blocks("imhotep"))
        else:
            assert re.search(rf"^(?:\w+ )?{form}\b", section.partition("```imhotep")[2], re.M)


def test_the_table_says_what_is_required():
    assert tuple(re.findall(r"^\| `(\w+)` \| yes \|", PAGE, re.MULTILINE)) == REQUIRED


@pytest.mark.parametrize("vocabulary", [Card, Colour, Module, Prophecy, Site])
def test_every_word_is_there(vocabulary):
    assert {word for word in vocabulary.words() if f"`{word}`" not in PAGE} == set()


def test_links_lead_somewhere():
    anchors = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        path, _, anchor = target.partition("#")
        assert not path or (ROOT / "docs" / path).exists(), target
        assert path or anchor in anchors, target


def test_a_game_typed_by_hand_is_legal_and_its_points_are_as_counted():
    text = (ROOT / "tests" / "golden" / "hand-typed-two-players.imh").read_text("utf-8")
    assert text.startswith(blocks("imhotep")[-1].values[0])
    game = verify(read_log(text))
    assert game.result.points == (36, 48)
    assert [game.result.breakdown(seat) for seat in (0, 1)] == [
        {"pyramid": 13, "temple": 10, "burial_chamber": 9, "obelisks": 1, "statues": 3},
        {
            "pyramid": 14,
            "temple": 9,
            "burial_chamber": 6,
            "obelisks": 10,
            "decorations": 3,
            "statues": 6,
        },
    ]
