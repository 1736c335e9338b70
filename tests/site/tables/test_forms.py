"""The form of a new table: what it makes of what was typed, and what it says of the rest."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from drawing.language.words import colour_called
from drawing.text.names import COMPUTERS, computer_name
from engine.computer import LEVELS
from engine.vocabulary import Site
from games.models import Account
from tables import words
from tables.forms import TermsForm
from tables.models import Access, Pace, Table
from tables.terms import PRESETS, Terms
from tests.cast import account, client_of

PLAIN = {
    "preset": "first",
    "seats": "2",
    "pace": "live",
    "minutes": "20",
    "increment": "10",
    "access": "open",
    "rated": "on",
    "watchable": "on",
}
SIDES = {f"side_{site.word}": "D" for site in Site}


def filled(**typed: Any) -> TermsForm:
    return TermsForm({**PLAIN, **typed})


def terms(**typed: Any) -> Terms:
    form = filled(**typed)
    assert form.is_valid(), form.errors
    return form.terms()


@pytest.fixture
def ana(db: None) -> Account:
    cache.clear()
    return account("ana")


@pytest.fixture
def client(ana: Account) -> Client:
    return client_of(ana)


def test_what_the_form_begins_with_is_what_a_table_begins_with():
    form = TermsForm()
    initials = {name: field.initial for name, field in form.fields.items() if field.initial}
    usual = replace(Terms(), preset="all-a")  # the same game as the preset of the API
    begun = {name: str(getattr(usual, name)) for name in initials if not name.startswith("side_")}
    assert begun == {name: str(initials[name]) for name in begun}
    assert terms(preset="all-a") == usual
    assert next(radio.choice_label for radio, _sentence in form.presets) == "All sides A"


def test_everything_that_can_be_chosen():
    made_terms = terms(
        preset="custom",
        seats="4",
        pace="days",
        minutes="",
        increment="",
        days="5",
        access="invited",
        invited=" @Ben, cat  @ben ",
        colour="gray",
        profile="yucata",
        modules=["private_ships", "god_prophecies"],
        opponent_1="greedy",
        opponent_3="search-2",
        promise="ab" * 32,
        rated="",
        previews="on",
        watchable="",
        **{**SIDES, "side_temple": "B"},
    )
    assert made_terms == Terms(
        seats=4,
        preset="custom",
        sites="DDBDD",
        modules=("private_ships", "god_prophecies"),
        profile="yucata",
        rated=False,
        previews=True,
        watchable=False,
        access=Access.INVITED.value,
        pace=Pace.DAYS.value,
        minutes=20,
        increment=10,
        days=5,
        computers=("greedy", "search-2"),
        invited=("ben", "cat"),
        colour="gray",
        promise="ab" * 32,
    )


def test_what_does_not_go_with_it_is_passed_over():
    made_terms = terms(opponent_2="greedy", opponent_3="random", modules=["private_ships"], **SIDES)
    assert made_terms.computers == ()
    assert (made_terms.sites, made_terms.modules) == ("AAAAA", ())
    assert terms(pace="days", days="2", minutes="").pace == "days"


@pytest.mark.parametrize(
    ("typed", "field", "phrase"),
    [
        ({"preset": ""}, "preset", "required"),
        ({"preset": "chess"}, "preset", "valid choice"),
        ({"seats": "5"}, "seats", "valid choice"),
        ({"seats": "two"}, "seats", "valid choice"),
        ({"pace": "never"}, "pace", "valid choice"),
        ({"minutes": ""}, "minutes", "Enter a number"),
        ({"minutes": "0"}, "minutes", "greater than or equal to 1"),
        ({"minutes": "9" * 400}, "minutes", ""),
        ({"increment": "-1"}, "increment", "greater than or equal to 0"),
        ({"increment": "1e3"}, "increment", "whole number"),
        ({"pace": "days", "days": ""}, "days", "Enter a number"),
        ({"pace": "days", "days": "15"}, "days", "less than or equal to 14"),
        ({"access": "nobody"}, "access", "valid choice"),
        ({"colour": "pink"}, "colour", "valid choice"),
        ({"opponent_1": "omniscient"}, "opponent_1", "valid choice"),
        ({"profile": "house"}, "profile", "valid choice"),
        ({"invited": " ".join(f"p{n:03}" for n in range(30))}, "invited", "At most 20"),
        ({"invited": "x" * 5000}, "invited", "at most"),
        ({"invited": "\0"}, "invited", "Null characters"),
        ({"promise": "xyz"}, "promise", "SHA-256"),
        ({"promise": "AB" * 32}, "promise", "SHA-256"),
        ({"preset": "custom", "side_temple": "E"}, "side_temple", "valid choice"),
        ({"preset": "custom", "modules": ["dragons"]}, "modules", "valid choice"),
        (
            {"preset": "custom", "modules": ["unlimited_stones"]},
            "modules",
            "only the profile yucata has this option",
        ),
        (
            {"preset": "custom", "profile": "yucata", "modules": ["hidden_market_cards"]},
            "modules",
            "does not have this variant",
        ),
    ],
)
def test_what_cannot_be_is_said_at_its_field(typed: dict[str, Any], field: str, phrase: str):
    form = filled(**typed)
    assert not form.is_valid()
    assert list(form.errors) == [field]
    assert phrase in str(form.errors[field])


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"invited": "@nobody-here"}, "invited"),
        ({"invited": "@ana"}, "invited"),
        ({"seats": "3", "opponent_1": "greedy", "opponent_2": "greedy"}, "opponent_2"),
    ],
)
def test_what_only_the_service_knows_is_said_at_its_field(
    client: Client, typed: dict[str, Any], field: str
):
    answer = client.post("/play/new/", {**PLAIN, **typed})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert not Table.objects.exists()


def test_what_was_typed_stays(client: Client):
    typed = {**PLAIN, "preset": "custom", "seats": "3", "minutes": "0", "invited": "@ben <b>"}
    typed |= {"side_temple": "C", "modules": ["private_ships"], "access": "link"}
    text = client.post("/play/new/", typed).content.decode()
    assert 'value="@ben &lt;b&gt;"' in text
    typed_choices = [("preset", "custom"), ("seats", "3"), ("modules", "private_ships")]
    for name, value in [*typed_choices, ("side_temple", "C")]:
        assert re.search(rf'name="{name}" value="{value}"[^>]* checked', text), name
    assert 'aria-invalid="true"' in text


def test_a_table_is_opened(client: Client, ana: Account):
    answer = client.post("/play/new/", {**PLAIN, "promise": "ab" * 32, "colour": "white"})
    (table,) = Table.objects.all()
    assert answer["Location"] == f"/tables/{table.pk}/"
    place = table.places.get()
    assert (place.account, place.colour, place.promise) == (ana, "white", "ab" * 32)


def test_a_suspended_account_opens_none(client: Client, ana: Account):
    Account.objects.filter(pk=ana.pk).update(computer="greedy")
    assert client.post("/play/new/", PLAIN).status_code == 403
    assert client.post("/play/computer/").status_code == 403


def test_the_eleventh_table_is_too_many(client: Client):
    for _ in range(10):
        client.post("/play/new/", PLAIN)
    text = client.post("/play/new/", PLAIN).content.decode()
    assert "You have 10 tables" in text
    assert "You have 10 tables" in client.post("/play/computer/", follow=True).content.decode()


def test_every_preset_level_and_profile_has_its_words():
    assert set(words.PRESET_SENTENCES) == set(PRESETS)
    assert list(COMPUTERS) == list(words.LEVEL_SENTENCES) == list(LEVELS)
    assert set(words.ACCESS_SENTENCES) == set(Access.values)
    assert computer_name("nobody") == "nobody"
    assert words.preset_title("nothing") == "nothing"
    assert colour_called("pink") == "pink"


def test_what_is_wrong_stands_at_the_second_of_two_alike_and_at_the_top(client: Client, db: None):
    client.force_login(account("eva"))
    sent = {
        "preset": "first",
        "seats": "4",
        "pace": "live",
        "minutes": "20",
        "increment": "10",
        "access": "open",
        "rated": "on",
        "opponent_1": "greedy",
        "opponent_2": "greedy",
        "opponent_3": "random",
    }
    answer = client.post("/play/new/", sent)
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["opponent_2"]
    text = answer.content.decode()
    assert 'href="#id_opponent_2"' in text
    assert text.index("The table isn’t open yet") < text.index("Which game?")
