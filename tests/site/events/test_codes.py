"""The code at a table: the recorder is filled in, and the recorded game becomes the result."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from django.urls import reverse

from events.clubs.games import adopt_game_of_event
from events.clubs.locks import close_row
from events.models import BroughtGame, ClubGame, Event, EventRuling, EventTable, ResultState
from events.occasions import occasions_of
from events.results.ending import end_event
from events.results.recorded import attach_game
from events.results.rulings import rule_result
from events.results.slips import Slip
from events.round_tables.codes import recorder_fragment
from events.round_tables.tables import readable_code
from games.intake.receive import receive
from games.intake.verify import verify_submissions
from games.models import Account, Channel, Game
from tests.cast import account, client_of, finished_log, game_of
from tests.worlds.clubs import club_of
from tests.worlds.evenings import Evening, evening
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db

SEATS = "black=@ana white=@ben"


@pytest.fixture
def world() -> Evening:
    return evening("@ana", "@ben", "@cat")


def bring(table: EventTable, uploader: Account, *, seats: str = SEATS, seed: int = 1) -> Game:
    """A game by the code of a table, judged at once."""
    text = finished_log(seats, seed=seed, played=None)
    upload = receive(uploader, text.encode(), "game.imh", Channel.PAGE, occasion=table.code)
    verify_submissions([row.pk for row in upload.submissions.all()])
    return game_of(upload)


def outcomes(table: EventTable) -> list[str]:
    return list(table.brought.order_by("pk").values_list("outcome", flat=True))


def test_a_recorded_game_becomes_the_result_of_its_table(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    game = bring(table, world.people["ana"])
    table.refresh_from_db()
    assert (table.state, table.game, table.event.pk) == ("confirmed", game, world.event.pk)
    by_name = {seat.entrant.in_logs: (seat.score, seat.place) for seat in table.seats.all()}
    assert by_name == {
        f"@{seat.player.name}": (seat.points, seat.place)
        for seat in game.seats.all()
        if seat.player
    }


def test_a_game_of_a_table_at_a_clubs_event_becomes_a_game_of_the_club(world: Evening) -> None:
    """Whoever of the table brings it: `ana` is no member."""
    club = club_of(world.ida)
    Event.objects.update(club=club)
    game = bring(world.seat("@ana", "@ben"), world.people["ana"])
    assert list(club.games.values_list("game", "added_by")) == [(game.pk, world.people["ana"].pk)]


def test_a_game_of_another_club_stays_there_and_a_closed_club_gets_none(world: Evening) -> None:
    first, second = club_of(world.ida), club_of(world.ida, name="Friday Club")
    table = world.seat("@ana", "@ben")
    game = bring(table, world.people["ana"])
    ClubGame.objects.create(game=game, club=first, added_by=world.ida)
    Event.objects.update(club=second)
    adopt_game_of_event(second, game, world.ida)
    assert game.club_game.club == first
    close_row(second)
    adopt_game_of_event(second, bring(world.seat("@cat", "@ana"), world.ida, seed=2), world.ida)
    assert not second.games.exists()


def test_guests_are_known_by_their_names(world: Evening) -> None:
    world.enter("Mia")
    table = world.seat("@ana", "Mia")
    bring(table, world.people["ana"], seats="black=@ana white=Mia")
    assert outcomes(table) == ["taken"]


def test_the_turn_order_of_the_game_is_that_of_the_table(world: Evening) -> None:
    table = world.seat("@ben", "@ana")
    bring(table, world.people["ana"])
    assert [seat.entrant.in_logs for seat in table.seats.order_by("turn")] == ["@ana", "@ben"]


def test_a_game_of_other_players_changes_nothing(world: Evening) -> None:
    table = world.seat("@ana", "@cat")
    bring(table, world.people["ana"])
    table.refresh_from_db()
    assert (table.state, table.game, outcomes(table)) == ("seated", None, ["players"])
    assert {seat.score for seat in table.seats.all()} == {None}


def test_two_phones_bring_the_same_game_and_another_one(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    for handle in ("ana", "ben", "ben"):
        bring(table, world.people[handle])
    bring(table, world.people["ben"], seed=2)
    bring(table, world.people["ben"], seed=2)
    bring(table, world.ida)  # the arbiter: the first log again
    assert outcomes(table) == ["taken", "taken", "finished", "taken"]
    assert table.event.acts.filter(kind="game").count() == 4


def test_a_game_agrees_with_the_slip_or_takes_its_place_while_nobody_confirmed_it(
    world: Evening,
) -> None:
    table = world.seat("@ana", "@ben")
    world.report(table, 1, 2, reporter=world.people["ana"])
    game = bring(table, world.people["ben"])
    table.refresh_from_db()
    assert (table.state, table.game) == (ResultState.CONFIRMED, game)


def test_a_ruling_stands_whatever_game_comes(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    rule_result(world.event.pk, table.pk, world.ida, Slip((1, 2)), "a spilled glass")
    bring(table, world.people["ana"])
    assert outcomes(table) == ["finished"]
    assert [seat.score for seat in table.seats.all()] == [1, 2]
    assert EventRuling.objects.count() == 1


def test_a_game_from_before_the_table_is_not_its_result(world: Evening) -> None:
    first = world.seat("@ana", "@ben")
    game = bring(first, world.people["ana"])
    second = world.seat("@ana", "@ben")
    bring(second, world.people["ana"])  # the same log once more
    assert outcomes(second) == ["earlier"]
    with pytest.raises(Conflict, match="before this table"):
        attach_game(world.event.pk, second.pk, world.people["ana"], game.pk)


def test_a_game_of_other_terms_is_not_the_result() -> None:
    world = evening("@dan", "@eve", sites="BBBBB")
    table = world.seat("@dan", "@eve")
    bring(table, world.people["dan"], seats="black=@dan white=@eve")
    assert outcomes(table) == ["terms"]


def test_an_old_code_brings_nothing(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    world.report(table, 30, 20)
    end_event(world.event.pk, world.ida)
    bring(table, world.people["ana"])
    assert outcomes(table) == ["closed"]
    answer = client_of(world.people["ana"]).get(reverse("event-table", args=[table.code]))
    assert "This event has ended" in answer.content.decode()


def test_a_game_on_record_is_named_by_a_player_of_the_table(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    text = finished_log(SEATS, seed=3, played=None)
    upload = receive(world.people["ana"], text.encode(), "game.imh", Channel.PAGE)
    verify_submissions([row.pk for row in upload.submissions.all()])
    game = game_of(upload)
    with pytest.raises(NotAllowed):
        attach_game(world.event.pk, table.pk, world.people["cat"], game.pk)
    with pytest.raises(Invalid):
        attach_game(world.event.pk, table.pk, world.people["ben"], "nothing")
    row = attach_game(world.event.pk, table.pk, world.people["ben"], game.pk)
    assert row.outcome == BroughtGame.Outcome.ACCEPTED


def test_the_recorder_is_filled_in_with_seats_and_terms() -> None:
    world = evening("@ana", "Mia B", sites="AABBA", modules="stonemasons_wager")
    table = world.seat("Mia B", "@ana")
    fragment = unquote(recorder_fragment(table))
    assert "seats: black=Mia B white=@ana" in fragment
    assert "sites: market=A pyramid=A temple=B burial_chamber=B obelisks=A" in fragment
    assert fragment.endswith(f"&occasion={table.code}")
    answer = client_of(world.people["ana"]).post(reverse("event-table-record", args=[table.code]))
    assert answer.headers["Location"].startswith(f"{reverse('record')}#setup=")
    table.refresh_from_db()
    assert table.state == ResultState.PLAYING


def test_a_code_is_typed_as_people_read_it(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    client, page = client_of(None), reverse("event-find-table")
    for typed in (readable_code(table.code), table.code.upper(), f" {table.code} "):
        answer = client.get(page, {"code": typed})
        assert answer.headers["Location"] == reverse("event-table", args=[table.code])
    answer = client.get(page, {"code": "7777-7777"})
    assert (answer.status_code, "No table has this code" in answer.content.decode()) == (404, True)


def test_a_code_of_another_evening_is_said(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    answer = client_of(None).get(
        reverse("event-find-table"), {"code": table.code, "event": world.event.pk + 1}
    )
    assert answer.status_code == 409
    assert "belongs to another event" in answer.content.decode()


def test_the_form_of_an_upload_carries_the_code(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    text = finished_log(SEATS, seed=4, played=None)
    ana = client_of(world.people["ana"])
    ana.post(reverse("upload"), {"log": text, "occasion": table.code})
    row = world.people["ana"].uploads.get()
    assert row.occasion == table.code
    choices = {row.mark for row in occasions_of(world.people["ana"])}
    assert (choices, occasions_of(world.people["cat"])) == ({table.code}, [])
    assert f'value="{table.code}"' in ana.get(reverse("upload")).content.decode()


def test_an_arbiter_is_offered_the_tables_of_the_event() -> None:
    world = evening("@ana", "@ben")
    table = world.seat("@ana", "@ben")
    assert [row.mark for row in occasions_of(world.ida)] == [table.code]
    officer = account("olga")
    club = club_of(officer, world.people["ana"])
    Event.objects.filter(pk=world.event.pk).update(club=club)
    assert [row.mark for row in occasions_of(officer)] == [table.code, f"club:{club.slug}"]
    close_row(club)
    assert occasions_of(officer) == []
