"""Openings: the tree is what a slow count over the texts of the logs finds."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from math import isclose

import pytest
from django.test import Client

from engine import Setup, apply, deal, start, view
from games.example.league import fill_league
from games.models import Account, Game, Standing
from games.moderation.actions import void
from insights.stats import openings
from insights.stats.models import OpeningGame, OpeningTally, Progress
from insights.stats.opening_path import (
    LONGEST,
    opening_steps,
    pack_path,
    path_of,
    steps_of,
    unpack_path,
)
from insights.stats.openings import (
    PATH,
    OpeningPlace,
    can_go_on,
    games_of_opening,
    next_steps,
    ships_after,
    step_name,
    step_words,
)
from insights.stats.services.opening_rows import SUMMED
from insights.stats.services.tally import mark, tally

Tree = dict[tuple[str, ...], list[str]]
"""Games by the steps with which they began."""


def league_of_forty() -> None:
    fill_league(40, today=date(2026, 3, 1))
    robot = Account.objects.order_by("pk")[2]
    Account.objects.filter(pk=robot.pk).update(computer="greedy")
    tally()


@pytest.fixture(scope="module")
def stored_league(keep: Callable[[Callable[[], None]], None]) -> None:
    """The example league of forty games, for all tests below; one of its players is a computer."""
    keep(league_of_forty)


@pytest.fixture
def league(stored_league: None, db: None) -> list[Game]:
    return list(Game.objects.filter(standing=Standing.COUNTED))


def slow_steps(log: str) -> Iterator[str]:
    """Steps of an opening, read from the text of a log."""
    header, _blank, body = log.partition("\n\n")
    seats = re.search(r"^seats: (.*)$", header, re.M)
    assert seats
    colours = [seat.partition("=")[0] for seat in seats[1].split()]
    entries, names, sizes = 0, dict[str, str](), list[str]()
    for line in body.splitlines():
        actor, _blank, entry = line.partition(" ")
        if actor == "round":
            sizes, names = entry.split(), {}
            yield entry
        elif actor in colours and entries < LONGEST:
            entries += 1
            yield f"{colours.index(actor) + 1} {slow_names(entry, names, sizes)}"
            if entries == LONGEST:
                return


SPACES = (
    *("load", "play hammer", "play sail", "play chisel"),
    *("favor place_and_fill_sled", "favor place_three"),
)
"""Entries that name spaces as SHIP.SPACE."""

SHIPS = re.compile(
    "(?<=^sail )[0-9]+|(?<=^play lever )[0-9]+|(?<=^play loading_plank )[0-9]+"
    "|(?<=^favor place_two_and_sail )[0-9]+|(?<=^favor place_reorder_sail )[0-9]+"
)
"""The number of a ship in other entries."""


def slow_names(text: str, names: dict[str, str], sizes: list[str]) -> str:
    """The entry with ships of one size named in the order of their first use."""

    def name(match: re.Match[str]) -> str:
        ship = match[0]
        if ship not in names:
            numbers = [str(n) for n, size in enumerate(sizes, 1) if size == sizes[int(ship) - 1]]
            names[ship] = next(number for number in numbers if number not in names.values())
        return names[ship]

    if text.startswith(SPACES):
        words = re.sub(r"\d+(?=\.\d)", name, text)
        verb = " ".join(word for word in words.split() if "." not in word)
        spaces = [word for word in words.split() if "." in word]
        return (
            words if text.startswith(("load", "play sail")) else " ".join([verb, *sorted(spaces)])
        )
    return SHIPS.sub(name, text)


def slow_tree(games: list[Game]) -> Tree:
    tree: Tree = defaultdict(list)
    for game in games:
        steps = tuple(slow_steps(game.log))
        for end in range(len(steps) + 1):
            tree[steps[:end]].append(game.pk)
    return tree


def games_of_place(league: list[Game], players: int, *, all_games: bool) -> list[Game]:
    computers = set(Account.objects.exclude(computer="").values_list("player", flat=True))
    return [
        game
        for game in league
        if game.players == players
        and (all_games or computers.isdisjoint(game.seats.values_list("player", flat=True)))
    ]


@pytest.mark.parametrize("all_games", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_tree_is_that_of_a_slow_count(league: list[Game], players: int, all_games: bool):
    games = games_of_place(league, players, all_games=all_games)
    shares = {
        game.pk: [(seat.place == 1) / game.winners for seat in game.seats.order_by("number")]
        for game in games
    }
    tree = slow_tree(games)
    assert max(map(len, tree)) > LONGEST
    for steps, ids in tree.items():
        place = OpeningPlace(players, "", steps, all_games)
        rows = next_steps(place)
        assert rows is not None
        assert sorted(row.step for row in rows) == sorted(
            other[-1] for other in tree if other[:-1] == steps and other
        )
        for row in rows:
            next_games = tree[*steps, row.step]
            assert row.games == len(next_games)
            for seat, share in enumerate(row.shares):
                assert isclose(share, sum(shares[pk][seat] for pk in next_games) / len(next_games))
        assert set(games_of_opening(place)) <= set(ids)
        assert len(games_of_opening(place)) == min(len(ids), openings.GAMES_LISTED)


def test_sides_narrow_the_tree(league: list[Game]):
    game = league[0]
    sides = game.market + game.pyramid + game.temple + game.burial_chamber + game.obelisks
    steps = tuple(opening_path_of(game))
    for end in range(len(steps)):
        place = OpeningPlace(game.players, sides, steps[:end], all_games=True)
        rows = next_steps(place)
        assert rows is not None
        assert [row.games for row in rows if row.step == steps[end]] == [1]
        assert game.pk in games_of_opening(place)
        other = place._replace(sides="DDDDD" if sides != "DDDDD" else "AAAAA")
        assert game.pk not in games_of_opening(other)


def opening_path_of(game: Game) -> list[str]:
    return unpack_path(bytes(OpeningGame.objects.get(pk=game.pk).path))


def test_pieces_and_a_count_from_nothing_agree(league: list[Game]):
    game = league[3]
    void(Account.objects.get(username="moderator"), game, "It never happened.")
    mark(game.pk for game in league[:10])
    tally()
    assert not OpeningGame.objects.filter(pk=game.pk).exists()
    before = stored_rows()
    Progress.objects.update(version="0")
    tally()
    assert stored_rows() == before


def stored_rows() -> list[list[tuple[object, ...]]]:
    columns = ("before", "players", "sides", "people", "step", "numbers")
    rows = [row[:5] + tuple(row[5]) for row in OpeningTally.objects.values_list(*columns)]
    games = OpeningGame.objects.values_list("pk", "players", "sides", "people", "path", "twelfths")
    return [sorted(rows), sorted((*row[:4], bytes(row[4]), row[5]) for row in games)]


def test_another_version_is_not_shown(league: list[Game]):
    place = OpeningPlace(2, "", ())
    assert next_steps(place)
    OpeningTally.objects.update(version="0")
    assert next_steps(place) == []


@pytest.mark.parametrize("seed", range(12))
def test_paths_travel_and_are_accepted(seed: int):
    chance = random.Random(seed)
    sides = "".join(chance.choice("ABCD") for _ in range(5))
    modules = chance.choice(["", "private_ships", "pharaohs_favors", "god_prophecies"])
    log = deal(Setup.of("black white gray", sides, modules), seed=seed, play="random")
    steps = opening_steps(log.entries)
    assert sum(not openings.is_ships(step) for step in steps) == LONGEST
    assert not can_go_on(steps)
    assert can_go_on(steps[:-1])
    assert unpack_path(pack_path(steps)) == steps
    assert steps_of(path_of(steps)) == steps
    assert PATH.fullmatch(path_of(steps))
    for end in range(len(steps)):
        assert pack_path(steps).startswith(pack_path(steps[:end]))
        assert step_words(steps[end])


@pytest.mark.parametrize("seed", range(12))
def test_the_ships_of_a_picture_are_those_of_the_game(seed: int):
    modules = ["", "private_ships", "pharaohs_favors", "god_prophecies"][seed % 4]
    setup = Setup.of("black white gray", "ABCDA", modules)
    log = deal(setup, seed=seed, play="random")
    s, compared = start(setup), 0
    for number, entry in enumerate(log.entries, 1):
        apply(s, *entry)
        steps = opening_steps(log.entries[:number])
        if sum(not openings.is_ships(step) for step in steps) == LONGEST or s.round > 1:
            break
        pictured = [ship.spaces for ship in ships_after(steps) if not ship.sailed]
        afloat = [tuple(ship["spaces"]) for ship in view(s, None)["ships"] if ship["spaces"]]
        if any(" favor " in step for step in steps):
            assert ships_after(steps) == []
            break
        assert sorted(pictured, key=str) == sorted(afloat, key=str)
        compared += bool(afloat)
    assert compared


def test_each_next_step_has_its_picture_on_the_sheet(league: list[Game]):
    client = Client()
    page = client.get("/stats/openings/?players=3&with=computers")
    for _depth in range(4):
        text, sheet = page.content.decode(), client.get(page.context["ships_link"])
        assert sheet.status_code == 200
        for step in page.context["steps"]:
            if step.name:
                assert f"look=day#{step.name}" in text
            assert f'<view id="{step_name(step.row.step)}"' in sheet.content.decode()
        page = client.get(page.context["steps"][0].link)


def test_the_page_leads_into_the_tree_and_to_the_games(
    league: list[Game], django_assert_max_num_queries
):
    client = Client()
    address = "/stats/openings/?players=3&with=computers"
    assert "/stats/openings/?players=3" in client.get("/stats/?players=3").content.decode()
    for depth in range(SUMMED + 3):
        with django_assert_max_num_queries(7):
            page = client.get(address)
        assert page.status_code == 200
        assert bool(page.context["games"]) is (depth > 0)
        assert ("nofollow" in page.content.decode()) is (depth > 0)
        address = page.context["steps"][0].link
        assert address.replace("&", "&amp;") in page.content.decode()
        assert len(page.context["trail"]) == depth + 1
    assert "takes stones" in client.get("/stats/openings/?players=3").content.decode() or depth


def test_where_too_many_games_began_so_the_page_says_so(
    league: list[Game], monkeypatch: pytest.MonkeyPatch
):
    game = league[0]
    path = path_of(opening_path_of(game)[:SUMMED])
    query = {"players": game.players, "path": path, "with": "computers"}
    assert Client().get("/stats/openings/", query).context["steps"]
    monkeypatch.setattr(openings, "GAMES_READ", 0)
    page = Client().get("/stats/openings/", query)
    assert page.context["too_many"]
    assert "too many to show here" in page.content.decode()


def test_entries_have_words():
    assert step_words("4 3 2 2") == "Ships for 4, 3, 2, 2 stones"
    assert step_words("1 take") == "Seat 1 takes stones"
    assert step_words("2 load 1.3") == "Seat 2 loads ship 1, space 3"
    assert step_words("1 sail 2 burial_chamber") == "Seat 1 sails ship 2 to: Burial chamber"
    assert step_words("1 card 2") == "Seat 1: card 2"
    assert step_words("1 sail x y") == "Seat 1: sail x y"
