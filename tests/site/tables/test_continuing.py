"""A game of the record goes on at a new table: what it begins with, what is dealt anew, how it
ends."""

import pytest
from django.test import Client

from engine import parse_entry, play, read_log
from engine.log import Header, Log
from games.models import Account, Game, Upload
from games.replays.whatif.branch import branch, options
from games.replays.whatif.code import pack_branch
from ratings.models import RatingChange
from tables.errors import InvalidTerms
from tables.lobby.opening import continued_game, play_on
from tables.lobby.seats import sit_down
from tables.locks import read_table
from tables.models import Access, Phase, Table
from tables.play import position as positions
from tables.play.finishing import recorded_game
from tables.play.position import read_played_game
from tables.play.reading import entries_since, table_state
from tests.cast import account, client_of, finished_log, submit
from tests.cast import game_of as recorded
from tests.drawing.dealt import EVERYTHING_ADDED
from tests.worlds.tables import play_out
from web.errors import Invalid

pytestmark = pytest.mark.django_db(transaction=True)

AT = 40


@pytest.fixture
def game() -> Game:
    return recorded(submit(account("ana"), finished_log("white=Zoe black=@ana")))


def test_it_goes_on_where_the_log_was_and_is_never_rated(game: Game, ben: Account) -> None:
    table = play_on(ben, game, AT, [], "white", "greedy")
    assert (table.phase, table.rated, table.access) == (Phase.PLAYING, False, Access.INVITED)
    assert (table.origin_id, table.origin_ply) == (game.pk, AT)
    before = read_log(game.log).entries[:AT]
    played_game = read_played_game(read_table(table.pk))
    assert played_game.entries[:AT] == before
    assert played_game.setup == read_log(game.log).setup
    assert {place.turn: place.colour for place in read_table(table.pk).places.all()} == {
        turn: colour.word for turn, colour in enumerate(played_game.setup.seats)
    }
    facts = table_state(read_table(table.pk), None)
    assert (facts["origin"], facts["origin_ply"]) == (game.pk, AT)
    uploads, changes = Upload.objects.count(), RatingChange.objects.count()
    positions._cached_games.clear()  # another process has to find the same cards
    ended = read_table(play_out(table.pk).pk)
    assert (ended.phase, ended.upload, recorded_game(ended)) == (Phase.FINISHED, None, None)
    assert (Upload.objects.count(), Game.objects.count()) == (uploads, 1)
    assert RatingChange.objects.count() == changes
    rows = [row["text"] for row in entries_since(ended, None)]
    log = Log(
        Header(played_game.setup), tuple(parse_entry(played_game.setup, str(text)) for text in rows)
    )
    assert play(log).error is None
    client = client_of(ben)
    listed = client.get("/play/mine/").content.decode()
    address = f"/tables/{table.pk}/log.imh"
    assert f'href="{address}"' in listed
    written_log = read_log(client.get(address).content.decode())
    assert written_log.entries == log.entries
    assert play(written_log).error is None
    assert not any(name.startswith("@") for name in written_log.header.names)
    page = Client().get(f"/tables/{table.pk}/").content.decode()
    assert "data-unrecorded" in page
    assert "data-verifying" not in page
    assert f"/games/{game.pk}/{AT}/" in page


def test_a_branch_comes_first_and_people_sit_down_by_a_link(game: Game) -> None:
    ben, eve = account("ben"), account("eve")
    branch_facts = branch(game.log, AT, [])
    line = options(branch_facts)[0].options[0].entry
    table = play_on(ben, game, AT, [line], "black")
    assert (table.phase, table.access) == (Phase.OPEN, Access.LINK)
    with pytest.raises(InvalidTerms):
        sit_down(table.pk, eve, "gray")
    sit_down(table.pk, eve)
    seated = read_table(table.pk)
    assert seated.phase == Phase.PLAYING
    assert {place.account.username: place.colour for place in seated.places.all()} == {
        "ben": "black",
        "eve": "white",
    }
    assert read_played_game(seated).entries[: AT + 1] == branch(game.log, AT, [line]).log.entries


def test_what_everybody_may_not_know_stays_so() -> None:
    """Cards that only their owner knows are shown to no other seat at the new table either."""
    text = finished_log("black=@ana white gray", "DCBDC", EVERYTHING_ADDED)
    game = recorded(submit(account("ana"), text))
    table = play_on(account("ben"), game, 60, [], "gray", "random")
    for viewer in (None, 0, 1, 2):
        rows = entries_since(read_table(table.pk), viewer)
        hidden = table.entries.exclude(only_for=None).exclude(only_for=viewer)
        for row in hidden:
            assert rows[row.ply - 1]["text"] == row.shown != row.text


def test_where_nothing_is_left_or_nothing_was(game: Game, ben: Account) -> None:
    for ply, lines in ((game.entries, []), (0, []), (AT, ["black fly"])):
        with pytest.raises(Invalid):
            play_on(ben, game, ply, lines, "white", "greedy")
    with pytest.raises(InvalidTerms):
        play_on(ben, game, AT, [], "gray", "greedy")
    with pytest.raises(InvalidTerms):
        play_on(ben, game, AT, [], "white", "hal")
    assert not Table.objects.exists()
    assert len(continued_game(game, AT, []).entries) == AT


def test_the_page(game: Game) -> None:
    client, path = Client(), f"/play/from/{game.pk}/{AT}/"
    assert client.get(path).status_code == 302  # to log in
    client.force_login(account("ben"))
    line = options(branch(game.log, AT, []))[0].options[0].entry
    text = client.get(path, {"m": pack_branch([line])}).content.decode()
    assert "The new game begins with 1 step of your what-if." in text
    assert "black: @ana" in text.lower()
    sent = {"m": pack_branch([line]), "colour": "black", "others": "greedy"}
    answer = client.post(path, sent)
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.pk}/"
    assert len(table.begun.splitlines()) == AT + 1
    assert client.post(path, sent | {"colour": "gray"}).status_code == 400
    assert client.get(path, {"m": "!!!"}).status_code == 400
    assert client.get(f"/play/from/{game.pk}/{game.entries}/").status_code == 400
    assert client.get(f"/play/from/{game.pk}/{game.entries + 1}/").status_code == 404
    assert path in client.get(f"/games/{game.pk}/{AT}/").content.decode()
    assert (
        f"{path}?m="
        in client.get(
            f"/games/{game.pk}/{AT}/what-if/", {"m": pack_branch([line])}
        ).content.decode()
    )
