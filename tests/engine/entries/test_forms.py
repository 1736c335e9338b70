"""The table of entry forms: each fits its class, and reads what it writes."""

from dataclasses import MISSING, dataclass, fields

import pytest

import engine
from engine import entries
from engine.actions import ACTIONS, BANK_VERBS, VERBS, read_action, read_as
from engine.entries import Action, EntryError, Load, Outcome
from engine.entries.forms import (
    SHIP,
    SITE,
    SPACE,
    TILE,
    Flag,
    Form,
    ManyWords,
    Maybe,
    pair,
    parse_joined,
)

by_name = {"argvalues": ACTIONS, "ids": lambda kind: kind.__name__}


def test_the_table_has_every_action_once():
    kinds = [Action]
    for kind in kinds:
        kinds += kind.__subclasses__()
    ours = [kind for kind in kinds if kind.__module__.startswith("engine.")]
    assert set(ACTIONS) == {kind for kind in ours if "form" in vars(kind)}
    assert len({kind.form.verb for kind in ACTIONS}) == len(ACTIONS)
    assert sum(map(len, VERBS.values())) == len(ACTIONS)


def test_a_verb_of_one_word_is_not_the_first_word_of_another():
    for first, kinds in VERBS.items():
        assert "" not in kinds or len(kinds) == 1, first


def test_the_bank_writes_outcomes_by_a_verb_of_one_word():
    assert {kind for kind in ACTIONS if issubclass(kind, Outcome)} == set(BANK_VERBS.values())
    assert all(verb.isidentifier() for verb in BANK_VERBS)


@pytest.mark.parametrize("kind", **by_name)
def test_the_words_of_a_form_fill_the_fields_of_its_class(kind):
    assert sum(slot.fields for slot in kind.form.slots) == len(fields(kind))


@pytest.mark.parametrize("kind", **by_name)
def test_what_may_be_missing_is_the_default_of_the_last_field(kind):
    defaults = [slot.missing for slot in kind.form.slots if isinstance(slot, Maybe)]
    assert [field.default for field in fields(kind) if field.default is not MISSING][-1:] == (
        defaults or [False] * (kind.__name__ == "Take")
    )
    assert all(isinstance(slot, Flag) or slot.fewest == 1 for slot in kind.form.slots[:-1])


@pytest.mark.parametrize(
    ("slots", "usage"),
    [
        ((), "turn"),
        ((SHIP, SITE), "turn SHIP SITE"),
        ((Flag("over"), Maybe(TILE)), "turn [over] [TILE]"),
        ((ManyWords(SPACE, 2, 2),), "turn SPACE SPACE"),
        ((ManyWords(SPACE, 0, 1),), "turn [SPACE]"),
        ((ManyWords(SPACE, 1, 2),), "turn SPACE [SPACE]"),
        ((ManyWords(SPACE, 1, 3),), "turn SPACE …"),
    ],
)
def test_a_usage_shows_what_follows_a_verb(slots, usage):
    assert Form("turn", *slots).usage == usage


def test_a_form_reads_words_in_their_order_and_writes_them_back():
    form = Form(
        "turn", Flag("over"), pair("A.B"), parse_joined("X", SHIP, 2, none="-"), Maybe(TILE, 0)
    )
    for text, values in [
        ("turn over 1.2 3,4 5", [True, 1, 2, (3, 4), 5]),
        ("turn 1.2 -", [False, 1, 2, ()]),
    ]:
        assert [*form.read(text.split()[1:])] == values
        assert form.write((*values, 0)[:5]) == text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "expected: turn A [over] B …"),
        ("1 over", "expected: turn A [over] B …"),
        ("1 2 3 4 5", "expected: turn A [over] B …, at most 3"),
        ("1 under over", "expected a number from 1 to 99, not 'under'"),
    ],
)
def test_the_first_word_that_is_wrong_is_named(words, message):
    a, b = (parse_joined(shown, SHIP) for shown in "AB")
    with pytest.raises(EntryError) as refusal:
        Form("turn", a, Flag("over"), ManyWords(b, 1, 3)).read(words.split())
    assert str(refusal.value) == message


def test_a_text_is_written_once():
    action = Load(1, 2)
    assert action.text is action.text
    assert (action, repr(action)) == (Load(1, 2), "Load(ship=1, space=2)")


def test_what_is_read_often_is_one_object():
    assert read_action(["load", "1.2"]) is read_action(["load", "1.2"])
    assert read_action(["decline"]) is entries.interned(entries.Decline)
    assert read_action(["draw", "lever"]) is read_action(["draw", "lever"])
    deal = ["market", "lever", "sail", "statue"]
    assert read_action(deal) is not read_action(deal)


@pytest.mark.skipif(engine.COMPILED, reason="a compiled class has compiled descendants only")
def test_an_action_of_another_file_has_its_form_there():
    """As that of a module may; the table then lists it."""

    @dataclass(frozen=True)
    class Lend(Action):
        ship: int
        spaces: tuple[int, ...]

    Lend.form = Form("lend", SHIP, ManyWords(SPACE, 1, 2))
    lent = read_as(Lend, ["2", "3", "1"])
    assert (lent, lent.text) == (Lend(2, (3, 1)), "lend 2 3 1")
    assert Lend.form.usage == "lend SHIP SPACE [SPACE]"
