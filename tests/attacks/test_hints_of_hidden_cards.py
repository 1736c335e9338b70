"""What the things of a running table are worth tells no player, and no watcher, of a card that
another player holds in secret."""

from __future__ import annotations

import pytest
from django.urls import reverse

from drawing.text.rules.hints import current_hints
from engine import State, view
from engine.vocabulary import Card
from games.models import Account
from tables.locks import read_table
from tables.models import Table
from tables.play.position import read_position
from tests.cast import account, client_of
from tests.worlds.tables import act_once, dealt, people

pytestmark = pytest.mark.django_db

MODULES = ("hidden_market_cards", "god_prophecies", "stonemasons_wager")
MAX_MOVES = 90
ENOUGH = 3


def hints_for(table: Table, viewer: Account | None) -> dict[str, str]:
    """What `who` is answered over HTTP."""
    answer = client_of(viewer).get(reverse("table-hints", args=[table.pk]))
    assert answer.status_code == 200
    body: dict[str, str] = answer.json()
    return body


def secrets_of(table: Table, seat: int) -> set[Card]:
    """The cards that `seat` holds and a watcher may not know."""
    s = read_position(read_table(table.pk)).state
    cards = view(s, None, options=False)["seats"][seat]["cards"]
    return {card for card in Card if s.players[seat].cards[card] and card.word not in cards}


def test_no_card_that_is_held_in_secret_is_told():
    """No answer names it; and of two positions that differ in such cards alone, who may not know
    them is told the same."""
    persons = people("ana", "ben")
    table = dealt(persons, preset="custom", sites="ADAAA", modules=MODULES)
    watcher = account("cat")
    seats = {place.turn: place.account for place in table.places.all()}
    mentions = times = 0
    for move in range(MAX_MOVES):
        act_once(table.pk, player="greedy")
        secrets = {seat: secrets_of(table, seat) for seat in seats} if move % 4 == 0 else {}
        if times == ENOUGH or not all(secrets.values()) or not secrets:
            continue
        times += 1
        answers = {viewer: hints_for(table, viewer) for viewer in (*persons, watcher, None)}
        assert not any(key.startswith("module-") for hints in answers.values() for key in hints)
        for seat, owner in seats.items():
            for card in secrets[seat]:
                hint = answers[owner].get(f"card-{card.word}", "")
                mentions += f"@{owner.username}," in hint
                for viewer, answer in answers.items():
                    if viewer != owner:
                        assert f"@{owner.username}" not in answer.get(f"card-{card.word}", "")
            assert_hidden_from_opponents(
                read_position(read_table(table.pk)).state, seat, secrets[seat]
            )
        if mentions and times == ENOUGH:
            break
    assert mentions  # a player is told of their own
    assert times == ENOUGH


def assert_hidden_from_opponents(s: State, seat: int, hand: set[Card]) -> None:
    """Other cards in the place of those that `seat` holds change no answer to other viewers."""
    other = s.copy()
    cards = [card for card in Card if not s.rules.is_red[card] and card not in hand]
    for card, instead in zip(sorted(hand), cards, strict=False):
        number = other.players[seat].cards[card]
        other.players[seat].cards[card] = 0
        other.players[seat].cards[instead] += number
    names = ["@ana", "@ben"]
    for viewer in (None, 1 - seat):
        assert current_hints(s, viewer, names) == current_hints(other, viewer, names)


def test_a_stranger_is_told_nothing_of_a_table_that_has_no_spectators():
    table = dealt(people("ana", "ben"), watchable=False)
    watcher = account("cat")
    for viewer in (watcher, None):
        answer = client_of(viewer).get(reverse("table-hints", args=[table.pk]))
        assert answer.status_code in (302, 403, 404)
        assert b"card-" not in answer.content
