"""Attacks on one deal at many tables: a second account, a friend at an earlier table, a server that
deals something else, entrants who withhold their share, a table that never ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from benchmarks.site_addresses import SiteAddress, Values, drawn_values, site_addresses
from engine import read_log
from engine.vocabulary import BANK
from events.deals.rounds import open_deal_share, promise_deal_share, sweep_deals
from events.entrants.entering import enter_people
from events.results.recorded import attach_game
from events.results.rulings import rule_absent, rule_result
from events.results.slips import Slip, report_slip
from events.results.standings import read_book
from games.accounts.data_export import account_export_files
from games.models import Account, Game, Submission
from ratings.models import RatingChange
from ratings.standings import leads
from tables.deals import Withheld, public_secret, revealed_by
from tables.ending.ending import resign_game
from tables.lobby.dealing import promise_share as promise_at_table
from tables.lobby.seats import add_computer, sit_down
from tables.locks import read_table
from tables.models import Phase, Table
from tables.play.reading import viewer_of
from tables.play.take_back import wish_to_take_back
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.worlds.duplicates import Duplicate, bound, duplicate
from tests.worlds.tables import act_once, play_out, secret_of, share
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db

OUTSIDE: Final = (301, 302, 400, 401, 403, 404, 405, 406, 410, 415)
"""Answers that show nothing of a table."""


NAMING: Final = {"table_id", "event_id", "code", "object_id", "handle", "game_id"}
"""Parameters that lead to the table, its event or its players."""


def half_played(**terms: object) -> Duplicate:
    """The first table is over, the second plays."""
    world = bound(**terms)
    (first, _t1), (second, _t2) = world.tables()
    world.play(first, seed=3)
    table = world.sit(second)
    for _ in range(6):
        act_once(table.pk)
    return world


def readers(world: Duplicate) -> Iterator[tuple[str, Client]]:
    """Everybody who does not sit at the first table."""
    first, _table = world.tables()[0]
    sitting = {seat.entrant.account_id for seat in first.seats.select_related("entrant")}
    entrant = next(person for person in world.evening.people.values() if person.pk not in sitting)
    yield "nobody", client_of(None)
    yield "entrant", client_of(entrant)
    yield "arbiter", client_of(world.arbiter)
    yield "stranger", client_of(account("zoe"))
    yield "moderator", client_of(account("mo", moderator=True))


def texts_of(table: Table) -> set[str]:
    """What nobody else may read: the secret, and the longest entries, which no other page has by
    chance."""
    texts = sorted({row.text for row in table.entries.all()}, key=len)
    return {secret_of(table).hex(), *texts[-5:]}


def values_of(world: Duplicate, table: Table) -> Values:
    row, _table = world.tables()[0]
    players = [1, 2, 3]
    values = dict(drawn_values([table.pk], players, [table.pk], ["no-club"], [world.event_id]))
    values["event_id"] = [str(world.event_id)]
    values["events/at/code"] = [row.code]
    values["object_id"] = [table.pk]
    values["handle"] = ["ana"]
    return values


def walked(address: SiteAddress, values: Values) -> list[str]:
    chance = random.Random(1)
    return sorted({address.draw(chance, values) for _ in range(max(3, len(address.templates)))})


def test_no_address_shows_a_withheld_game() -> None:
    world = half_played()
    table = world.tables()[0][1]
    assert table.phase == Phase.FINISHED
    secrets, values = texts_of(table), values_of(world, table)
    assert len(secrets) == 6
    checked = 0
    for name, reader in readers(world):
        for address in site_addresses():
            if "stream" in address.route or "logout" in address.route:
                continue
            if name not in ("nobody", "entrant") and not address.parameters & NAMING:
                continue
            for path in walked(address, values):
                answer = reader.get(path)
                body = b"".join(answer) if answer.streaming else answer.content
                for secret in secrets:
                    assert secret.encode() not in body, (name, path, secret)
                if "table_id" in address.parameters:
                    assert answer.status_code in OUTSIDE, (name, path, answer.status_code)
                    checked += 1
        deal = reader.get(reverse("event-deal", args=[world.event_id, 1]))
        assert deal.status_code == 403, name
    assert checked > 50


def test_the_players_of_a_table_see_it_and_no_other() -> None:
    world = half_played()
    (first, table), (second, other) = world.tables()
    for seat in first.seats.select_related("entrant__account"):
        reader = client_of(seat.entrant.account)
        assert reader.get(reverse("table", args=[table.pk])).status_code == 200
        assert reader.get(reverse("table", args=[other.pk])).status_code == 403
    for seat in second.seats.select_related("entrant__account"):
        with pytest.raises(NotAllowed):
            viewer_of(table, seat.entrant.account)


def test_a_withheld_game_is_in_no_record() -> None:
    """So lists, search, replays, pictures, positions, statistics, feeds and dumps have nothing."""
    world = half_played()
    table = world.tables()[0][1]
    assert not Game.objects.exists()
    assert not Submission.objects.exists()
    assert not RatingChange.objects.exists()
    header = read_log(finished_log().encode()).header
    with pytest.raises(Withheld):
        revealed_by(table, header, table.places.all())
    assert public_secret(world.deal) == ""


def test_an_export_of_own_data_has_own_moves_and_no_deal() -> None:
    world = half_played()
    first, table = world.tables()[0]
    seats = first.seats.select_related("entrant__account")
    for seat in seats:
        assert seat.entrant.account is not None
        files = account_export_files(seat.entrant.account)
        texts = b"".join(piece for file in files for piece in file.pieces)
        assert secret_of(table).hex().encode() not in texts
        rows = table.entries.filter(seat=BANK)
        assert not [row.text for row in rows if len(row.text) > 30 and row.text.encode() in texts]


def test_results_of_closed_tables_cannot_be_written_by_hand() -> None:
    world = half_played()
    first, _table = world.tables()[0]
    player = first.seats.select_related("entrant__account")[0].entrant.account
    assert player is not None
    for attempt in (
        lambda: report_slip(world.event_id, first.pk, player, Slip((40, 30))),
        lambda: report_slip(world.event_id, first.pk, world.arbiter, Slip((40, 30))),
        lambda: rule_result(world.event_id, first.pk, world.arbiter, Slip((40, 30)), "seen"),
        lambda: rule_absent(world.event_id, first.pk, world.arbiter, [1], "gone"),
    ):
        with pytest.raises(Conflict, match="hidden until"):
            attempt()
    first.refresh_from_db()
    assert not first.has_result
    page = client_of(None).get(reverse("event", args=[world.event_id])).content.decode()
    assert "ended, result hidden" in page


def test_a_log_written_by_hand_is_no_result_of_a_deal() -> None:
    """A player types the closed game, or a nicer one, and brings it by the code of the table."""
    world = half_played(sites="AAAAA")
    first, _table = world.tables()[0]
    handles = [seat.entrant.in_logs for seat in first.seats.select_related("entrant__account")]
    player = first.seats.select_related("entrant__account")[0].entrant.account
    assert player is not None
    colours = f"black={handles[0]} white={handles[1]}"
    game = game_of(submit(player, finished_log(colours, seed=9)))
    with pytest.raises(Conflict):
        attach_game(world.event_id, first.pk, player, game.pk)
    first.refresh_from_db()
    assert first.game is None


# --- two accounts, friends ----------------------------------------------------------


def test_an_account_sits_at_one_table_of_a_deal() -> None:
    world = bound()
    (first, _t1), (second, table) = world.tables()
    player = first.seats.select_related("entrant__account")[0].entrant.account
    assert player is not None
    for attempt in (
        lambda: sit_down(table.pk, player),
        lambda: add_computer(table.pk, world.arbiter, "random"),
        lambda: sit_down(table.pk, world.arbiter),
    ):
        with pytest.raises(NotAllowed):
            attempt()
    assert second.seats.filter(entrant__account=player).count() == 0
    with pytest.raises(Conflict, match="already"):
        enter_people(world.event_id, world.arbiter, [f"@{player.username}"])


def test_an_account_that_comes_later_plays_another_deal() -> None:
    """A second account entered after a friend has seen the cards: it is seated at no table."""
    world = half_played()
    world.evening.people["eva"] = account("eva")
    world.evening.enter("@eva")
    sweep_deals()
    assert not Table.objects.filter(invitations__account__username="eva").exists()
    world.time_is_over()
    world.show()
    assert not Table.objects.filter(invitations__account__username="eva").exists()


def test_colour_and_turn_cannot_be_chosen() -> None:
    world = bound()
    row, table = world.tables()[0]
    second = row.seats.select_related("entrant__account").order_by("turn")[1].entrant.account
    assert second is not None
    sit_down(table.pk, second, colour="gray", promise=share()[1])
    place = read_table(table.pk).places.get()
    assert place.colour in ("black", "white")
    assert place.turn is None
    with pytest.raises(Conflict, match="too late"):
        promise_at_table(table.pk, second, share()[1])


def test_no_move_is_taken_back_and_no_hint_is_given() -> None:
    world = bound(rated=False)
    row, _table = world.tables()[0]
    table = world.sit(row)
    acted = act_once(table.pk)
    player = acted.entries[0].by
    assert isinstance(player, Account)
    with pytest.raises(NotAllowed, match="other tables"):
        wish_to_take_back(table.pk, player)


def test_a_lead_is_not_frozen_by_resigning() -> None:
    """Each table is given up by its first player after a while, ahead or not."""
    world = bound()
    for row, _table in world.tables():
        table, chance = world.sit(row), random.Random(row.number)
        for _ in range(30):
            act_once(table.pk, chance)
        first = next(place for place in read_table(table.pk).places.all() if place.turn == 0)
        resign_game(table.pk, first.account)
    world.show()
    book = read_book(world.evening.event)
    assert [leads(table)[0] for table in book.deal_tables().values()] == [None, None]


# --- the server, and entrants who withhold ------------------------------------------


def test_a_share_can_be_withheld_and_not_exchanged() -> None:
    world = duplicate()
    world.promise("ana", "ben")
    world.close()
    with pytest.raises(Invalid):
        open_deal_share(world.event_id, world.person("ben"), share()[0])
    with pytest.raises(Invalid):
        open_deal_share(world.event_id, world.person("ana"), world.shares["ben"])
    world.open("ana")
    assert world.deal.bound_at is None
    assert sweep_deals() == 0


def test_nobody_promises_when_shares_are_on_their_way() -> None:
    """A server in league with an entrant knows all other shares then."""
    world = duplicate()
    world.promise("ana", "ben")
    world.close()
    world.open("ana")
    with pytest.raises(Conflict, match="too late"):
        promise_deal_share(world.event_id, world.person("cat"), share()[1])


def test_the_secret_lies_apart_and_comes_out_at_the_end() -> None:
    world = half_played()
    secret = secret_of(world.tables()[0][1])
    for row in Table.objects.values():
        assert secret.hex() not in str(row)
    assert secret.hex() not in str(vars(world.deal))
    play_out(world.tables()[1][1].pk)
    world.show()
    assert public_secret(world.deal) == secret.hex()
    assert all(f"secret: {secret.hex()}" in game.log for game in Game.objects.all())
