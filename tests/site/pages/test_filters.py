"""Each filter of the list of games finds what it says, and nothing else."""

from itertools import product
from typing import Any

import pytest
from django.http import QueryDict

from engine.vocabulary import Module
from games.models import Account, Game, Player, Standing
from games.queries import games_list
from games.search.filters import GameFilter, current_names
from games.standing.players import claim, decide_claim
from tests.cast import account, finished_log, game_of, submit

pytestmark = pytest.mark.both_databases


@pytest.fixture
def people(db: None) -> dict[str, Account]:
    accounts = {name: account(name) for name in ("ana", "ben", "cat")}
    accounts["ida"] = account("ida", arbiter=True)
    return accounts


def filtered_ids(query: str) -> set[str]:
    """The ids that the filter finds; the query has to be a valid one."""
    game_filter = GameFilter(QueryDict(query), games_list())
    assert game_filter.form.is_valid(), game_filter.form.errors
    return {game.pk for game in game_filter.qs}


def wrong(query: str) -> Any:
    game_filter = GameFilter(QueryDict(query), games_list())
    assert not game_filter.form.is_valid()
    return game_filter.form.errors


def upload_game(account: Account, *args: Any, **options: Any) -> Game:
    return game_of(submit(account, finished_log(*args, **options)))


def test_without_filters_all_games_are_there(people: dict[str, Account]):
    games = {upload_game(people["ana"], seed=1).pk, upload_game(people["ana"], seed=2).pk}
    assert filtered_ids("") == games


def test_player_by_handle_by_id_and_several(people: dict[str, Account]):
    shared_game = upload_game(people["ana"], seed=1)
    other = upload_game(people["ana"], "black=@ana white=@cat", seed=2)
    ana = Player.objects.get(account=people["ana"])
    assert filtered_ids("player=@ana") == filtered_ids("player=ana") == {shared_game.pk, other.pk}
    assert filtered_ids(f"player={ana.pk}") == {shared_game.pk, other.pk}
    assert (
        filtered_ids("player=@ana&player=@ben")
        == filtered_ids("player=@ana+ben")
        == {shared_game.pk}
    )
    assert filtered_ids("player=@ben&player=@cat") == set()


def test_a_guest_is_found_by_id_and_after_a_merge_too(people: dict[str, Account]):
    game = upload_game(people["ana"], "black=@ana white=Zoe")
    guest = Player.objects.get(name="Zoe")
    assert filtered_ids(f"player={guest.pk}") == {game.pk}
    decide_claim(people["ana"], claim(people["cat"], guest, ""), True)
    assert filtered_ids(f"player={guest.pk}") == filtered_ids("player=@cat") == {game.pk}


@pytest.mark.parametrize(
    "query",
    ["player=zed", "player=999999", "player=%00", "player=@", "player=A%2BB", "player=1+2+3+4+5"],
)
def test_a_player_who_is_not_here_is_a_mistake(people: dict[str, Account], query: str):
    assert "player" in wrong(query)


def test_number_of_players(people: dict[str, Account]):
    two = upload_game(people["ana"])
    three = upload_game(people["ana"], "black=@ana white=@ben brown=@cat")
    assert filtered_ids("players=2") == {two.pk}
    assert filtered_ids("players=3") == {three.pk}
    assert filtered_ids("players=4") == set()


@pytest.mark.parametrize(
    ("site", "place"),
    [(s, n) for n, s in enumerate(["market", "pyramid", "temple", "burial_chamber", "obelisks"])],
)
def test_sides(people: dict[str, Account], site: str, place: int):
    plain = upload_game(people["ana"])
    sides = ["A"] * 5
    sides[place] = "B"
    other = upload_game(people["ana"], sites="".join(sides))
    assert filtered_ids(f"{site}=B") == {other.pk}
    assert filtered_ids(f"{site}=A") == {plain.pk}
    assert filtered_ids(f"{site}=D") == set()


def test_modules(people: dict[str, Account]):
    upload_game(people["ana"])
    single = upload_game(people["ana"], modules="private_ships")
    double = upload_game(people["ana"], modules="private_ships wrath_of_the_pharaoh")
    assert filtered_ids("module=private_ships") == {single.pk, double.pk}
    assert filtered_ids("module=wrath_of_the_pharaoh") == {double.pk}
    assert filtered_ids("module=private_ships&module=wrath_of_the_pharaoh") == {double.pk}
    assert filtered_ids("module=god_prophecies") == set()
    assert all(filtered_ids(f"module={module.word}") is not None for module in Module)


def test_days_are_both_included(people: dict[str, Account]):
    days = ["2026-01-01", "2026-01-02", "2026-01-03"]
    first, two, three = (
        upload_game(people["ana"], seed=n, played=day).pk for n, day in enumerate(days, 1)
    )
    assert filtered_ids("played_after=2026-01-02") == {two, three}
    assert filtered_ids("played_before=2026-01-02") == {first, two}
    assert filtered_ids("played_after=2026-01-02&played_before=2026-01-02") == {two}


def test_rating_range(people: dict[str, Account]):
    low, high, none = (upload_game(people["ana"], seed=n).pk for n in (1, 2, 3))
    Game.objects.filter(pk=low).update(strength=1400)
    Game.objects.filter(pk=high).update(strength=1600)
    assert filtered_ids("mean_rating_min=1500") == {high}
    assert filtered_ids("mean_rating_max=1500") == {low}
    assert filtered_ids("mean_rating_min=1400&mean_rating_max=1600") == {low, high}
    assert none not in filtered_ids("mean_rating_min=0")
    assert filtered_ids("strength_min=1500") == {high}
    assert filtered_ids("strength_max=1500") == {low}


def test_an_address_with_the_former_names_shows_the_same_page(client, people: dict[str, Account]):
    low, high = (upload_game(people["ana"], seed=n).pk for n in (1, 2))
    Game.objects.filter(pk=low).update(strength=1400)
    Game.objects.filter(pk=high).update(strength=1600)
    queries = [f"{name}_min=1500&{name}_max=1700" for name in ("mean_rating", "strength")]
    renamed_page, before = (client.get(f"/games/?{query}").content.decode() for query in queries)
    for text in (renamed_page, before):
        assert high in text
        assert low not in text
        assert 'name="mean_rating_min" value="1500"' in text
        assert 'href="?mean_rating_min=1500"' in text
        assert "strength_" not in text.partition("<main")[2]
    assert client.get("/games/?strength_min=&mean_rating_min=1500").status_code == 200


def test_the_present_name_wins():
    query = current_names(QueryDict("strength_min=1&mean_rating_min=2&strength_max=3&players=2"))
    assert query.urlencode() == "mean_rating_min=2&players=2&mean_rating_max=3"


def test_result(people: dict[str, Account]):
    clear, close, shared = (upload_game(people["ana"], seed=n).pk for n in (1, 2, 3))
    Game.objects.filter(pk=clear).update(margin=4, winners=1)
    Game.objects.filter(pk=close).update(margin=3, winners=1)
    Game.objects.filter(pk=shared).update(margin=0, winners=2)
    assert filtered_ids("result=decided") == {clear, close}
    assert filtered_ids("result=close") == {close}
    assert filtered_ids("result=shared") == {shared}


def test_standing(people: dict[str, Account]):
    waiting = upload_game(people["ana"], seed=1)
    rated = upload_game(people["ida"], seed=2)
    assert filtered_ids("standing=waiting") == {waiting.pk}
    assert filtered_ids("standing=counted") == {rated.pk}
    assert all(filtered_ids(f"standing={standing}") is not None for standing in Standing.values)


def test_profile(people: dict[str, Account]):
    official = upload_game(people["ana"], seed=1)
    other = upload_game(people["ana"], seed=2, profile="yucata")
    assert filtered_ids("profile=official") == {official.pk}
    assert filtered_ids("profile=yucata") == {other.pk}


BAD = {
    "players": ["1", "5", "x", "%00"],
    "market": ["E", "a", "AA"],
    "module": ["chess", "%00", "private_ships%25"],
    "played_after": ["yesterday", "2026-02-30", "99999-01-01", "%00"],
    "played_before": ["0"],
    "mean_rating_min": ["x", "1e9"],
    "strength_min": ["x", "1e9", "9" * 6000, "NaN", "-1000000000000"],
    "strength_max": ["Infinity", "%F0%9F%97%BF"],
    "result": ["lost"],
    "standing": ["counted'--"],
    "profile": ["home"],
}


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, values in BAD.items() for v in values])
def test_a_bad_value_is_said_beside_its_filter(client, db: None, name: str, value: str):
    assert name in wrong(f"{name}={value}")
    answer = client.get(f"/games/?{name}={value}")
    assert answer.status_code == 200
    assert "One filter can’t be used" in answer.content.decode()


def test_what_was_filled_in_stays(client, people: dict[str, Account]):
    upload_game(people["ana"])
    text = client.get(
        "/games/?player=@ana&player=ben&market=A&module=private_ships"
    ).content.decode()
    assert 'value="@ana ben"' in text
    assert '<option value="A" selected>' in text
    assert 'value="private_ships" id="id_module_0" checked' in text


def test_nothing_found_is_explained_with_ways_out(client, people: dict[str, Account]):
    upload_game(people["ana"])
    text = client.get("/games/?market=D&players=2").content.decode()
    assert "No games match these filters" in text
    assert 'href="?players=2"' in text
    assert 'href="?market=D"' in text


def test_an_empty_site_invites(client, db: None):
    assert "Be the first: record a game" in client.get("/games/").content.decode()
    assert "The first game could be yours" in client.get("/").content.decode()


def test_however_many_sides_are_said(client, db: None, ana):
    """Few sides and many are looked up in different ways, and find the same."""
    sites = ["AAAAA", "AAAAB", "ABAAB", "BBAAB", "CBADB", "DDDDD", "AACAA"]
    played = [game_of(submit(ana, finished_log("black=@ana white=Zoe", site))) for site in sites]
    for searched in sites:
        for mask in product((False, True), repeat=5):
            letters = {
                name: letter for name, letter, yes in zip(SIDES, searched, mask, strict=True) if yes
            }
            expected = {
                game.pk
                for game, has in zip(played, sites, strict=True)
                if all(
                    side == letter
                    for side, letter, yes in zip(has, searched, mask, strict=True)
                    if yes
                )
            }
            form = GameFilter(letters, games_list())
            assert {game.pk for game in form.qs} == expected
    text = client.get("/games/", dict(zip(SIDES, "ABAAB", strict=True))).content.decode()
    assert [game.pk for game in played if f"/games/{game.pk}/" in text] == [played[2].pk]


SIDES = ("market", "pyramid", "temple", "burial_chamber", "obelisks")
