"""A game in the making as it is drawn: step by step what the replay of the whole game shows, and
nothing that its viewer may not know."""

import json
import random
import re
from typing import Any

import pytest

from drawing.cards import card_name
from drawing.play import live as live_module
from drawing.play.live import Live, LiveGames
from drawing.play.room import CHAMBER, TILES, TOWER, Room
from drawing.replay.replay import apply_delta, replay_of
from engine import EVERYTHING, DealtGame, Header, Log, Setup, entry_text, start, view, view_entry
from engine.apply import apply
from engine.players import random_player
from engine.vocabulary import Card
from tables.ending.ending import leave_game
from tables.locks import read_table
from tables.models import Place, Table, TableEntry
from tables.play.position import legal_in_position, read_position
from tables.play.position import read_played_game as played_at
from tables.play.reading import viewer_of
from tables.play.updates import may_act, question_for, table_updates
from tests.cast import account, client_of
from tests.worlds.tables import EVERY_MODULE, act_once, awaited, dealt, everything, people, play_out

pytestmark = pytest.mark.django_db


def played(
    seats: str = "black white brown",
    sites: str = "DCDCD",
    modules: str = EVERY_MODULE,
    seed: int = 1,
) -> DealtGame:
    """A finished game, played at random."""
    chance = random.Random(seed)
    dealt_game = DealtGame(Setup.of(seats, sites, modules), chance)
    while not dealt_game.state.over:
        dealt_game.act(random_player(dealt_game.state, chance))
    return dealt_game


def names(setup: Setup) -> list[str]:
    return [colour.word.capitalize() for colour in setup.seats]


def followed(dealt_game: DealtGame, viewer: int | None, stride: int = 3) -> Live:
    """The game followed a few entries at a time."""
    setup = dealt_game.state.rules.setup
    live = Live(setup, names(setup), viewer)
    for number in range(0, len(dealt_game.entries), stride):
        live.follow(dealt_game.entries[:number])
    live.follow(dealt_game.entries)
    return live


@pytest.mark.parametrize("sites", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_the_steps_of_a_game_in_the_making_are_those_of_its_replay(sites: str):
    dealt_game = played(sites=sites)
    setup = dealt_game.state.rules.setup
    replay = replay_of(Log(Header(setup), tuple(dealt_game.entries)))
    live = followed(dealt_game, EVERYTHING)
    steps = live.since(0)
    assert [step["s"] for step in steps] == [frame.words for frame in replay.frames]
    assert [(step["r"], step["t"]) for step in steps] == [
        (frame.round, frame.turn) for frame in replay.frames
    ]
    table: dict[str, Any] = dict(live.opening)
    for step in steps:
        apply_delta(table, {key: piece and tuple(piece) for key, piece in step["d"].items()})
    assert table == live.table
    assert table.keys() == replay.table(replay.plies).keys()


def test_following_at_once_and_entry_by_entry_is_the_same():
    dealt_game = played(sites="ABCAC")
    stepwise, other = (
        followed(dealt_game, 0, stride=1),
        followed(dealt_game, 0, stride=len(dealt_game.entries)),
    )
    assert stepwise.layout == other.layout
    assert stepwise.steps == other.steps
    assert stepwise.table == other.table


def test_what_has_been_drawn_moves_only_when_a_board_needs_more_room():
    dealt_game = played("black white", "AAAAC", "", seed=5)
    setup = dealt_game.state.rules.setup
    live = Live(setup, names(setup), None)
    layouts = []
    for number in range(len(dealt_game.entries) + 1):
        before = list(live.steps)
        layout = live.layout
        live.follow(dealt_game.entries[:number])
        if live.layout == layout:
            assert live.steps[: len(before)] == before
        layouts.append(live.layout)
    assert len(set(layouts)) <= 4
    s = start(setup)
    s.sites[3].stones = [0] * (3 * CHAMBER[0] + 1)
    assert Room().with_space_for(s).chamber == CHAMBER[1]
    s.sites[4].tiles[0] = [(1, ((1, TILES[1] + 1),))]
    assert Room().with_space_for(s).tiles == TILES[2]
    assert Room(tower=TOWER[2]).with_space_for(s).tower == TOWER[2]


def secrets_of(dealt_game: DealtGame, viewer: int | None) -> dict[int, set[Card]]:
    """By number of entry the cards that it names and `viewer` may not read."""
    setup = dealt_game.state.rules.setup
    s, secrets = start(setup), {}
    for ply, entry in enumerate(dealt_game.entries, 1):
        if view_entry(s, entry, viewer) != entry_text(setup, entry):
            cards = getattr(entry.action, "cards", None) or (entry.action.card,)
            secrets[ply] = set(cards)
        apply(s, *entry)
    return secrets


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_step_names_a_card_that_its_viewer_may_not_know(seed: int):
    dealt_game = played(sites="DBDCB" if seed % 2 else "BCDAC", seed=seed)
    hidden = 0
    for viewer in (None, 0, 1, 2):
        steps = followed(unfinished(dealt_game), viewer).since(0)
        for ply, cards in secrets_of(unfinished(dealt_game), viewer).items():
            hidden += 1
            for card in cards:
                assert card_name(card) not in steps[ply - 1]["s"], (viewer, ply)
    assert hidden


def unfinished(dealt_game: DealtGame) -> DealtGame:
    """The game before its last move: then nothing is open yet."""
    less: Any = object.__new__(DealtGame)
    less.entries = dealt_game.entries[:-1]
    less.state = dealt_game.state
    return less


def test_what_lies_on_the_table_is_what_the_viewer_may_see():
    """Cards in the hands of others are backs, and nobody's view has pieces of another's."""
    dealt_game = unfinished(played(sites="DCDBC", seed=4))
    setup = dealt_game.state.rules.setup
    for viewer in (None, 0, 1, 2):
        live = followed(dealt_game, viewer)
        visible = view(live.state, viewer)
        for seat, player in enumerate(visible["seats"]):
            keys = {key for key in live.table if key.startswith(f"{seat}.d")}
            cards = {f"{seat}.d{Card.read(word).value}" for word in player["cards"]}
            backs = (
                {f"{seat}.dx"} if player["card_count"] > sum(player["cards"].values()) else set()
            )
            assert {key.removesuffix("n") for key in keys} == cards | backs
    assert any(player.cards for player in live.state.players)
    assert len(setup.seats) == 3


def updates_for(table: Table, viewer: int | None, after: int = 0) -> dict[str, Any]:
    """What the script of a page gets, as JSON gives it."""
    stored_table = read_table(table.pk)
    return dict(json.loads(json.dumps(table_updates(played_at(stored_table), viewer, after))))


def test_a_page_gets_everything_once_and_then_what_is_new():
    table = dealt(people("ana", "ben"))
    first = updates_for(table, None)
    assert first["plies"] == len(first["steps"]) == table.plies
    assert {"opening", "first", "names", "colours", "sources"} <= first.keys()
    assert first["names"] == [f"@{place.account.username}" for place in in_turn(table)]
    act_once(table.pk)
    second = updates_for(table, None, first["plies"])
    assert "opening" not in second
    assert second["plies"] == first["plies"] + len(second["steps"]) > first["plies"]
    assert second["state"]["plies"] == second["plies"]
    assert updates_for(table, None, second["plies"])["steps"] == []
    assert updates_for(table, None)["steps"] == first["steps"] + second["steps"]


def in_turn(table: Table) -> list[Place]:
    return sorted(table.places.all(), key=lambda place: place.turn or 0)


def test_only_the_seat_to_act_is_asked():
    table = dealt(people("ana", "ben"))
    turn = awaited(table).turn
    assert turn is not None
    question = updates_for(table, turn)["asked"]
    assert [entry for entry, _words, _ordered in question["options"]] == legal_in_position(
        read_position(read_table(table.pk)), turn
    )
    assert question["ply"] == table.plies + 1
    assert {word for _, words, _ in question["options"] for word in words} <= set(question["words"])
    for viewer in (None, 1 - turn):
        assert updates_for(table, viewer)["asked"] is None


def test_who_was_replaced_is_asked_nothing():
    table = dealt(people("ana", "ben", "cleo"))
    place = awaited(table)
    leave_game(table.pk, place.account)
    stored_table = read_table(table.pk)
    assert not may_act(stored_table, place.turn)
    assert viewer_of(stored_table, place.account) is None


def test_a_process_that_has_nothing_kept_answers_the_same(monkeypatch: pytest.MonkeyPatch):
    table = everything(people("ana", "ben"))
    for _move in range(12):
        act_once(table.pk)
        updates_for(table, 0)
    remembered = updates_for(table, 0)
    monkeypatch.setattr(live_module, "KEEP", LiveGames(1))
    monkeypatch.setattr("tables.play.updates.KEEP", live_module.KEEP)
    forgotten = updates_for(table, 0)
    for answer in (remembered, forgotten):
        del answer["state"]
    assert forgotten == remembered
    updates_for(table, 1)
    assert len(live_module.KEEP.games) == 1


def test_a_question_is_worked_out_once_an_entry():
    setup = Setup.of("black white")
    dealt_game = DealtGame(setup, random.Random(1))
    live = Live(setup, names(setup), 0)
    live.follow(dealt_game.entries)
    first = question_for(live)
    assert question_for(live) is first
    dealt_game.act(random_player(dealt_game.state, random.Random(1)))
    live.follow(dealt_game.entries)
    assert question_for(live) is not first


def page(table: Table, viewer: Any = None) -> str:
    answer = client_of(viewer).get(f"/tables/{table.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_of_the_player_to_act_has_every_option_as_a_button():
    table = dealt(people("ana", "ben"))
    place = awaited(table)
    html = page(table, place.account)
    for text in legal_in_position(read_position(read_table(table.pk)), place.turn):
        assert f'name="text" value="{text}"' in html
    assert f'name="ply" value="{table.plies + 1}"' in html
    stranger = account("cleo")
    accounts = [
        other_place.account for other_place in table.places.all() if other_place.pk != place.pk
    ]
    for viewer in (None, stranger, *accounts):
        assert 'name="text" value="' not in page(table, viewer)


def test_a_form_acts_without_a_script():
    table = dealt(people("ana", "ben"))
    place = awaited(table)
    client = client_of(place.account)
    entry = legal_in_position(read_position(read_table(table.pk)), place.turn)[0]
    data = {"ply": table.plies + 1, "text": entry, "key": "once"}
    for _twice in range(2):
        answer = client.post(f"/tables/{table.pk}/act/", data)
        assert answer.status_code == 302
    rows = TableEntry.objects.filter(table=table, seat=place.turn)
    assert [row.text.partition(" ")[2] for row in rows] == [entry]


def test_the_page_says_what_happened_since_ones_last_move_and_remembers_that_it_was_shown():
    table = dealt(people("ana", "ben"))
    first = awaited(table)
    act_once(table.pk)
    while awaited(table).pk != first.pk:
        act_once(table.pk)
    html = page(table, first.account)
    assert re.search(r"data-since><button .*Show me what happened since my last move", html)
    first.refresh_from_db()
    assert first.seen_ply == read_table(table.pk).plies


def test_a_finished_game_is_open_to_all_and_its_table_leads_on():
    table = dealt(people("ana", "ben"))
    before = updates_for(table, 0)
    play_out(table.pk)
    after = updates_for(table, 0, before["plies"])
    assert after["over"]
    assert after["asked"] is None
    assert after["layout"] != before["layout"]
    assert updates_for(table, None)["steps"] == updates_for(table, EVERYTHING)["steps"]
    html = page(table, in_turn(table)[0].account)
    assert "The game is over" in html
    assert f'action="/tables/{table.pk}/rematch/"' in html
    assert f'action="/tables/{table.pk}/leave/"' not in html
    assert 'name="text" value="' not in html
