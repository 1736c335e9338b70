"""Games by what happened in them: what a search finds is what the facts say, on both databases."""

import operator
import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from engine import read_log, verify
from engine.facts import FACTS, SEAT, VERSION, facts_of
from games.facts.gather_facts import gather_old, is_gathering
from games.models import Game, GameFacts, SeatFacts
from games.search.find import filter_games, parse_search
from games.search.opening import opens_at
from games.search.query import parse_query
from games.search.terms import Query, UnreadableSearch
from tests.cast import account, finished_log, game_of, submit

pytestmark = pytest.mark.both_databases

SIDES = ("AAAAA", "BBBBB", "CCCCC", "DDDDD", "ABCDA")
COMPARED = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FOUR = "black=@ana white=@ben brown=Guest gray=Other"


@pytest.fixture
def league(db: None) -> list[Game]:
    ana = account("ana")
    account("ben")
    logs = [finished_log(sites=sites, seed=seed) for sites in SIDES[:3] for seed in (1, 2)]
    logs += [finished_log(FOUR, sites=sites, seed=3) for sites in SIDES]
    return [game_of(submit(ana, log)) for log in logs]


def asked(text: str) -> set[str]:
    return set(filter_games(Game.objects.all(), parse_search(text)).values_list("pk", flat=True))


def told(game: Game) -> object:
    return facts_of(verify(read_log(game.log.encode()), keep_events=True))


def test_a_search_finds_what_the_facts_say(league: list[Game]):
    """Each fact, at values around those that there are."""
    all_told = {game.pk: told(game) for game in league}
    for name, fact in FACTS.items():
        values = {
            pk: [seat[name].value for seat in (had.seats if fact.of == SEAT else [had.game])]
            for pk, had in all_told.items()
        }
        some = sorted({v for row in values.values() for v in row if v is not None})
        if not some:
            continue
        middle = some[len(some) // 2]
        for op, fits in COMPARED.items():
            hits_by_query = {
                pk
                for pk, row in values.items()
                if any(v is not None and fits(v, middle) for v in row)
            }
            assert asked(f"{name}{op}{middle}") == hits_by_query, f"{name}{op}{middle}"
        hits_by_query = {pk for pk, row in values.items() if any(v != middle for v in row)}
        assert asked(f"{name}!={middle}") == hits_by_query, f"{name}!={middle}"


def test_all_words_are_of_one_seat(league: list[Game]):
    for game in league:
        seats = told(game).seats
        expected = any(s["won"].value and s["obelisks"].value >= 4 for s in seats)
        assert (game.pk in asked("won obelisks>=4")) == expected
    four = {game.pk for game in league if game.players == 4}
    assert asked("players=4 points>=0") | asked("players=4 points<0") == four
    assert asked("players=4 market=B points>=0") <= four
    assert asked("statue>=1 other:statue>=1") <= asked("statue>=1")


def test_people(league: list[Game]):
    ana = {game.pk for game in league if game.seats.get(number=0).place == 1}
    assert asked("winner=@ana") == ana
    assert asked("player=@ana won=0") == {game.pk for game in league} - ana
    with pytest.raises(UnreadableSearch, match="nobody-here"):
        asked("winner=@nobody-here")


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("obelisky>=5", "obelisks"),
        ("xyzzy>=1", "xyzzy"),
        ("obelisks>=many", "whole number"),
        ("market=E", "whole number"),
        ("year=99999999", "whole number"),
        ("module=nothing", "stonemasons"),
        ("entry:players=4", "without entry"),
        ("from=2026-02-31", "2026-01-31"),
        ("players", "needs a value"),
        ("5", "points>=5"),
        ("';DROP", "not a search word"),
        ("won " * 21, "20 words"),
    ],
)
def test_what_is_no_search_is_refused_by_name(text: str, phrase: str):
    with pytest.raises(UnreadableSearch, match=phrase):
        parse_query(text)


def test_a_search_is_typed_back_as_it_was_read():
    text = "obelisks>=5 winner=@ana players=4 market=B entry:sail-empty>=1 -statue>=1"
    assert str(parse_query(text)) == text
    assert parse_query(str(parse_query(text))) == parse_query(text)


def test_hits_open_at_the_entry(league: list[Game]):
    for game in league:
        facts = told(game)
        plies = [one["obelisks"].plies[2] for one in facts.seats if len(one["obelisks"].plies) > 2]
        handles = [seat.name.removeprefix("@") for seat in game.seats.order_by("number")]
        assert opens_at(game, handles, parse_query("obelisks>=3")) == min(plies, default=0)
    assert opens_at(league[0], ["ana", "ben"], Query(())) == 0


def test_the_page_and_the_api_answer_alike(league: list[Game]):
    client = Client()
    page = client.get("/games/", {"q": "entry:sail-empty"}).content.decode()
    hits = asked("sail-empty")
    assert {game.pk for game in league if f"/games/{game.pk}/found/?q=" in page} == hits
    answer = client.get("/api/v1/games", {"q": "sail-empty"}).json()
    assert {row["id"] for row in answer["results"]} == hits
    bad = client.get("/games/", {"q": "obelisky>=5"})
    assert bad.status_code == 200
    assert "obelisks" in bad.content.decode()
    assert client.get("/api/v1/games", {"q": "obelisky>=5"}).status_code == 400
    assert client.get("/games/", {"q": "winner=@nobody-here"}).status_code == 200
    assert client.get("/api/v1/games", {"q": "winner=@nobody-here"}).status_code == 400


def test_opening_a_hit_leads_to_the_step(league: list[Game]):
    game = league[-1]
    handles = [seat.name.removeprefix("@") for seat in game.seats.order_by("number")]
    ply = opens_at(game, handles, parse_query("sails>=2"))
    answer = Client().get(f"/games/{game.pk}/found/", {"q": "sails>=2"})
    assert answer.headers["Location"] == f"/games/{game.pk}/{ply}/"
    assert Client().get(f"/games/{game.pk}/found/", {"q": "x" * 301}).status_code == 404


def test_games_from_before_are_gone_over_in_pieces(league: list[Game]):
    before = sorted(SeatFacts.objects.values_list("game_id", "number", "values"))
    SeatFacts.objects.all().delete()
    GameFacts.objects.all().delete()
    Game.objects.update(facts_version=0)
    assert asked("points>=0") == set()
    assert is_gathering()
    assert "are missing here" in Client().get("/games/", {"q": "won"}).content.decode()
    assert gather_old(limit=4) == 4
    assert Game.objects.filter(facts_version=VERSION).count() == 4
    while gather_old(limit=4):
        pass
    assert sorted(SeatFacts.objects.values_list("game_id", "number", "values")) == before
    assert "are missing here" not in Client().get("/games/", {"q": "won"}).content.decode()
    assert {game.facts_version for game in Game.objects.all()} == {VERSION}


def test_what_is_picked_comes_to_the_words(league: list[Game]):
    picked = {
        "q": "market=A",
        "players": "2",
        "pick": "add",
        "pick-fact": "obelisks",
        "pick-how": ">=",
        "pick-number": "3",
        "pick-winner": "on",
        "pick-opens": "on",
    }
    answer = Client().get("/games/", picked)
    query = urlencode({"q": "market=A won entry:obelisks>=3", "players": "2"})
    assert answer.status_code == 302
    assert sorted(answer["Location"].partition("?")[2].split("&")) == sorted(query.split("&"))
    wrong = Client().get("/games/", picked | {"pick-fact": "xyzzy"})
    assert wrong.status_code == 200
    assert 'name="pick-fact"' in wrong.content.decode()


def test_examples_and_facts_to_pick_are_behind_help(league: list[Game]):
    page = Client().get("/games/").content.decode()
    assert "obelisks&gt;=5" not in page
    assert 'name="pick-fact"' not in page
    assert 'href="/games/words/"' in page
    assert 'href="/games/words/?players=2"' in Client().get("/games/?players=2").content.decode()
    help_page = Client().get("/games/words/?players=2&colour=red").content.decode()
    assert 'name="pick-fact"' in help_page
    assert '<option value="obelisks" selected>' in help_page
    assert '<input type="hidden" name="players" value="2">' in help_page
    assert 'value="red"' not in help_page, "no filter"
    examples = re.findall(r'href="(/games/\?q=[^"]+)"', help_page)
    assert len(examples) == 3
    for example in examples:
        assert "can’t be used" not in Client().get(example).content.decode(), example


def test_every_word_is_listed_for_readers():
    page = Client().get("/games/words/").content.decode()
    assert all(f"<code>{name}</code>" in page for name in FACTS)
