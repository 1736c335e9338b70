"""A game played here is over: its log, and what becomes of it."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine import Proof, prove, read_log, result, verify
from engine import write_text as written
from games.intake.verify import verify_submissions as judge
from games.models import Account, Channel, Standing, Status
from ratings.services.fold import fold_pending
from tables.deals import shares_of
from tables.ending.ending import leave_game
from tables.lobby.rematch import open_rematch
from tables.locks import read_table
from tables.models import Phase, Place, Table
from tables.play.finishing import recorded_game
from tables.play.position import read_position
from tables.play.reading import entries_since, playing_state
from tests.worlds.tables import act_once, dealt, everything, people, play_out, secret_of

pytestmark = pytest.mark.django_db(transaction=True)


def raw(table: Table) -> str:
    assert table.upload is not None
    return bytes(table.upload.raw).decode()


def judged(table: Table) -> Table:
    """What a worker would do."""
    assert table.upload is not None
    judge([submission.pk for submission in table.upload.submissions.all()])
    return read_table(table.pk)


@pytest.fixture
def finished() -> Table:
    return play_out(dealt(people("ana", "ben"), shares=True).pk, seed=2)


def test_its_log_is_handed_in_and_proves_its_deal(finished: Table) -> None:
    table = read_table(finished.pk)
    assert (table.phase, table.awaited, table.deadline) == (Phase.FINISHED, None, None)
    assert table.ended_at is not None
    upload = table.upload
    assert upload is not None
    assert (upload.channel, upload.account, upload.unrated) == (Channel.TABLE, table.host, False)
    log = read_log(raw(table))
    assert prove(log) is Proof.PROVED
    game = verify(log)
    assert written(game.canonical) == raw(table)
    assert log.header.chance == f"committed sha256:{table.commitment}"
    assert log.header.secret == secret_of(table).hex()
    assert log.header.played == timezone.now().date()
    assert log.header.result == game.result.points
    assert sorted(log.header.names) == ["@ana", "@ben"]
    by_turn = table.places.order_by("turn")
    assert log.header.entropy == tuple(shares_of(table).get(one.colour, "") for one in by_turn)
    assert log.header.promises == tuple(place.promise for place in by_turn)
    assert log.header.names == tuple(f"@{place.account.username}" for place in by_turn)
    assert len(log.entries) == table.plies


def test_a_worker_makes_it_a_game_that_counts(finished: Table) -> None:
    assert recorded_game(finished) is None
    table = judged(finished)
    game = recorded_game(table)
    assert game is not None
    assert game.standing == Standing.COUNTED
    assert game.entries == table.plies
    assert playing_state(table, None)["game"] == game.pk
    seats = {seat.colour: seat.points for seat in game.seats.all()}
    points = result(read_position(table).state).points
    assert [seats[place.colour] for place in table.places.order_by("turn")] == list(points)
    rematch = open_rematch(table.pk, Account.objects.get(username="ben"))
    assert playing_state(read_table(table.pk), None)["rematch"] == rematch.pk
    assert "data-rating-waits" in shown(table), "verified, and not rated yet"
    fold_pending()
    page = shown(table)
    assert "data-rating-waits" not in page
    change = r'1500</span> → .*?<b><span class="delta--(up|down)"[^>]*>(.)\d+</span>\s*</b>'
    moves = re.findall(change, page)
    assert len(moves) == 2, "each seat has its rating before and after"
    assert set(moves) <= {("up", "+"), ("down", "\N{MINUS SIGN}")}


def shown(table: Table) -> str:
    """The page of a table, without a script."""
    return Client().get(reverse("table", args=[table.pk])).content.decode()


def test_hidden_cards_are_open_once_it_is_over() -> None:
    table = play_out(everything(people("ana", "ben")).pk, seed=3)
    assert table.entries.exclude(only_for=None).exists()
    texts = [entry["text"] for entry in entries_since(table, None)]
    assert "\n".join(texts) + "\n" == raw(table).split("\n\n", 1)[1]
    assert prove(read_log(raw(table))) is Proof.PROVED
    assert judged(table).upload.submissions.get().status == Status.VERIFIED  # type: ignore[union-attr]


def test_an_unrated_game_is_handed_in_as_that() -> None:
    table = play_out(dealt(people("ana", "ben"), rated=False).pk)
    assert table.upload is not None
    assert table.upload.unrated


def test_the_log_says_who_was_replaced_and_from_which_entry_on() -> None:
    ana, ben, cleo = people("ana", "ben", "cleo")
    table = dealt([ana, ben, cleo])
    for _ in range(5):
        act_once(table.pk)
    left = leave_game(table.pk, ben)
    table = play_out(table.pk)
    place = Place.objects.get(table=table, account=ben)
    assert place.replaced_at == left.plies + 1
    header = read_log(raw(table)).header
    assert place.turn is not None
    assert header.replaced[place.turn] == left.plies + 1
    assert sum(map(bool, header.replaced)) == 1
    assert header.names[place.turn] == "@ben"
    assert place.stand_in is not None
    entries = table.entries.filter(seat=place.turn)
    assert not entries.filter(ply__lt=place.replaced_at).exclude(by=ben).exists()
    assert not entries.filter(ply__gte=place.replaced_at).exclude(by=place.stand_in).exists()


def test_a_game_with_a_computer_player(ana: Account) -> None:
    table = play_out(dealt([ana], computers=("greedy",)).pk)
    names = read_log(raw(table)).header.names
    assert sorted(names) == ["@ana", "@computer-greedy"]
    assert judged(table).phase == Phase.FINISHED
    assert recorded_game(table) is not None
