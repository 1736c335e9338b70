"""A table is opened: what is agreed, what is refused, who sits down at once."""

from dataclasses import replace
from hashlib import sha256

import pytest

from engine.vocabulary import Module
from games.accounts.closing import close
from games.models import Account
from tables.errors import InvalidTerms
from tables.limits import LIVE_TABLES, MAX_INVITED
from tables.lobby.opening import open_table
from tables.lobby.seats import leave_seat
from tables.models import Access, Block, Phase, Table
from tables.play.computers import computer_account
from tables.terms import PRESETS, Terms
from tests.worlds.tables import people, secret_of, share
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db

TERMS = Terms()


def test_the_host_sits_and_the_commitment_is_that_of_a_secret(ana: Account) -> None:
    table = open_table(ana, TERMS)
    assert (table.phase, table.host, table.plies) == (Phase.OPEN, ana, 0)
    assert [place.account for place in table.places.all()] == [ana]
    assert len(secret_of(table)) == 32
    assert sha256(secret_of(table)).hexdigest() == table.commitment
    assert len(table.pk) == 12


def test_no_two_tables_have_the_same_secret(ana: Account) -> None:
    tables = [open_table(ana, TERMS) for _ in range(3)]
    assert len({secret_of(table) for table in tables}) == 3
    assert len({table.pk for table in tables}) == 3


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"custom"}))
def test_every_preset_makes_a_table(preset: str, ana: Account) -> None:
    table = open_table(ana, replace(TERMS, preset=preset, sites="DDDDD", modules=("no_such",)))
    assert table.preset == preset
    assert table.setup("black white").sides


def test_the_expansion_has_its_sides_cards_and_prophecies(ana: Account) -> None:
    table = open_table(ana, replace(TERMS, preset="expansion"))
    assert set(table.sites) <= {"C", "D"}
    assert table.module_words == ["new_dynasty_cards", "god_prophecies"]


def test_everything_at_random_draws_only_what_goes_together(ana: Account) -> None:
    choices = {PRESETS["mixed"].draw(replace(TERMS, profile="yucata")) for _ in range(40)}
    assert len(choices) > 20
    assert not any("hidden_market_cards" in modules for _sites, modules in choices)
    assert open_table(ana, replace(TERMS, preset="mixed", profile="yucata"))


def test_the_host_chooses_sides_and_modules(ana: Account) -> None:
    modules = ("private_ships", "hidden_market_cards")
    table = open_table(ana, replace(TERMS, preset="custom", sites="ABCDA", modules=modules))
    assert table.sites == "ABCDA"
    setup = table.setup("black white")
    assert setup.modules == {Module.PRIVATE_SHIPS, Module.HIDDEN_MARKET_CARDS}


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("preset", {"preset": "chess"}),
        ("seats", {"seats": 1}),
        ("seats", {"seats": 5}),
        ("sites", {"preset": "custom", "sites": "AAAA"}),
        ("sites", {"preset": "custom", "sites": "AAAAE"}),
        ("modules", {"preset": "custom", "modules": ("no_such",)}),
        ("modules", {"preset": "custom", "modules": ("unlimited_stones",)}),
        ("profile", {"profile": "no such"}),
        ("access", {"access": "nobody"}),
        ("pace", {"pace": "hurry"}),
        ("minutes", {"minutes": 0}),
        ("minutes", {"minutes": 10_000}),
        ("increment", {"increment": -1}),
        ("days", {"days": 99}),
        ("computers", {"computers": ("no such",)}),
        ("computers", {"computers": ("greedy", "random")}),
        ("computers", {"seats": 3, "computers": ("greedy", "greedy")}),
        ("colour", {"colour": "pink"}),
        ("invited", {"invited": ("nobody-here",)}),
        ("invited", {"invited": ("ana",)}),
        ("invited", {"invited": ("\0",)}),
        ("invited", {"invited": tuple(f"p{n}" for n in range(MAX_INVITED + 1))}),
    ],
)
def test_terms_that_cannot_be_name_their_field(field: str, change: dict[str, object]) -> None:
    (ana,) = people("ana")
    with pytest.raises(InvalidTerms) as refused:
        open_table(ana, Terms(**change))  # type: ignore[arg-type]
    assert refused.value.field == field
    assert not Table.objects.exists()


@pytest.mark.parametrize("promise", ["abc", "g" * 64, "A" * 64, "0" * 63, "\u0660" * 64])
def test_a_promise_is_a_digest(promise: str, ana: Account) -> None:
    with pytest.raises(Invalid):
        open_table(ana, replace(TERMS, promise=promise))


def test_computer_players_sit_down_at_once(ana: Account) -> None:
    table = open_table(ana, replace(TERMS, seats=4, computers=("greedy", "random"), colour="gray"))
    assert table.phase == Phase.OPEN
    sitting = [(place.colour, place.account.computer) for place in table.places.all()]
    assert sitting == [("gray", ""), ("black", "greedy"), ("white", "random")]


def test_unrated_a_computer_player_may_sit_twice(ana: Account) -> None:
    terms = replace(TERMS, seats=3, computers=("greedy", "greedy"), rated=False)
    assert open_table(ana, terms).phase == Phase.PLAYING


def test_who_plays_against_computers_alone_begins_at_once(ana: Account) -> None:
    table = open_table(ana, replace(TERMS, computers=("greedy",)))
    assert table.phase == Phase.PLAYING
    assert table.plies > 0
    assert sorted(place.turn for place in table.places.all()) == [0, 1]


def test_a_promise_of_the_host_is_waited_for(ana: Account) -> None:
    table = open_table(ana, replace(TERMS, computers=("greedy",), promise=share()[1]))
    assert table.phase == Phase.DEALING
    assert table.plies == 0


def test_nobody_has_too_many_tables(ana: Account) -> None:
    tables = [open_table(ana, TERMS) for _ in range(LIVE_TABLES)]
    with pytest.raises(Conflict):
        open_table(ana, TERMS)
    leave_seat(tables[0].pk, ana)
    open_table(ana, TERMS)


def test_those_invited_are_written_down_once(ana: Account, ben: Account, cleo: Account) -> None:
    terms = replace(TERMS, access=Access.INVITED, invited=("@ben", "Cleo ", "ben"))
    table = open_table(ana, terms)
    invited = table.invitations.values_list("account__username", flat=True)
    assert sorted(invited) == ["ben", "cleo"]
    assert table.invitations.filter(account=ben, declined=False).exists()


def test_who_blocked_the_host_is_not_asked(ana: Account, ben: Account) -> None:
    Block.objects.create(account=ben, blocked=ana)
    with pytest.raises(InvalidTerms, match="@ben cannot be invited"):
        open_table(ana, replace(TERMS, invited=("ben",)))


def test_a_computer_player_is_no_host_and_is_not_invited(ana: Account) -> None:
    machine = computer_account("greedy")
    with pytest.raises(NotAllowed):
        open_table(machine, TERMS)
    with pytest.raises(InvalidTerms):
        open_table(ana, replace(TERMS, invited=(machine.username,)))


def test_a_closed_account_opens_nothing(ana: Account) -> None:
    close(ana)
    with pytest.raises(NotAllowed):
        open_table(ana, TERMS)
