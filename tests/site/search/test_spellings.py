"""Searches as people type them: each finds what the exact form finds, or says what to write."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.html import escape

from engine.facts import FACTS
from games.models import Game
from games.search.find import filter_games, parse_search
from games.search.labels import fact_label
from games.search.query import parse_query, search_names
from games.search.terms import UnreadableSearch
from games.search.understood import search_sentences

pytestmark = pytest.mark.both_databases

TYPED = {
    # blanks and signs
    "obelisks > 5": "obelisks>5",
    "obelisks>= 5": "obelisks>=5",
    "obelisks >=5": "obelisks>=5",
    "obelisks = 2": "obelisks=2",
    "obelisks=>3": "obelisks>=3",
    "obelisks≥3": "obelisks>=3",
    "obelisks ≥ 3": "obelisks>=3",
    "obelisks≤3": "obelisks<=3",
    "obelisks=<3": "obelisks<=3",
    "obelisks≠3": "obelisks!=3",
    "obelisks<>3": "obelisks!=3",
    "obelisks==3": "obelisks=3",
    # capitals
    "Statue>=3": "statue>=3",
    "POINTS>=20": "points>=20",
    "Winner=@ana": "winner=@ana",
    "Winner=Ana": "winner=@ana",
    "WON": "won",
    "Players=4": "players=4",
    "Market=B": "market=B",
    # colons
    "winner:ana": "winner=@ana",
    "winner: ana": "winner=@ana",
    "players:4": "players=4",
    "points:>20": "points>20",
    "market:B": "market=B",
    # names alone
    "@ana": "player=@ana",
    "ana": "player=@ana",
    "Ana": "player=@ana",
    "ana ben": "player=@ana opponent=@ben",
    "ana won": "player=@ana won",
    "-ana": "-player=@ana",
    "ana|cat": "player=@ana|@cat",
    # underscores, minus, blanks
    "burial_chamber>=2": "burial-chamber>=2",
    "burial chamber>=2": "burial-chamber>=2",
    "Burial Chamber ≥ 2": "burial-chamber>=2",
    "burial_chamber=B": "burial-chamber=B",
    "points_temple>=5": "points-temple>=5",
    "came_back": "came-back",
    "won by sled": "won-by-sled",
    "paved path": "paved-path",
    "points round 1 >= 3": "points-round-1>=3",
    "module=stonemasons_wager": "module=stonemasons_wager",
    "module=stonemasons-wager": "module=stonemasons_wager",
    "module=stonemasons wager": "module=stonemasons_wager",
    "module = Private Ships": "module=private_ships",
    # sides
    "market=b": "market=B",
    "Burial_Chamber=c": "burial-chamber=C",
    "market=A,B": "market=A|B",
    "market=A, B": "market=A|B",
    "market=a|b": "market=A|B",
    "market!=A|B": "-market=A|B",
    "sides=AAAAA": "market=A pyramid=A temple=A burial-chamber=A obelisks=A",
    "sides=aaaaa": "sides=AAAAA",
    "side=AAAAA|DDDDD": "sides=AAAAA|DDDDD",
    # ranges
    "players=2-3": "players>=2 players<=3",
    "players=2..3": "players>=2 players<=3",
    "players = 2 - 3": "players=2..3",
    "players=2 to 3": "players=2..3",
    "players=2,4": "players=2|4",
    "rating=1450-1600": "rating>=1450 rating<=1600",
    "year=2024..2025": "year>=2024 year<=2025",
    "year=2024-2025": "year>=2024 year<=2025",
    "obelisks=3+": "obelisks>=3",
    "obelisks=2..": "obelisks>=2",
    "obelisks=..2": "obelisks<=2",
    # days
    "from=2024": "from=2024-01-01",
    "from=2024-03": "from=2024-03-01",
    "until=2024": "until=2024-12-31",
    "to=2024-02": "until=2024-02-29",
    "to=2024-02-28": "until=2024-02-28",
    "since=2025": "from=2025-01-01",
    "date>=2024-03": "from=2024-03-01",
    "date>=2024-03-01": "from=2024-03-01",
    "date<=2024": "until=2024-12-31",
    "date=2024": "year=2024",
    "month=2024-02": "from=2024-02-01 until=2024-02-29",
    "month=2024/2": "month=2024-02",
    "before=2025": "until=2024-12-31",
    "after=2024": "from=2025-01-01",
    "day=2024-02-29": "from=2024-02-29 until=2024-02-29",
    # the game
    "module=none": "-module=private_ships -module=stonemasons_wager",
    "draw": "shared",
    "tie": "shared",
    "score>=20": "points>=20",
    "score:20": "points=20",
    # the seat
    "seat=1 won": "seat=1 won",
    "turn=1": "seat=1",
    "colour=black": "colour=black",
    "color=Black won": "colour=black won",
    "loser=@ana": "player=@ana won=0",
    "loser:ana": "player=@ana won=0",
    "opponent=@ana": "player=@ana",
    "won opponent=ana": "won opponent=@ana",
    "vs=@ana ben": "opponent=@ana player=@ben",
    "computer": "player=@computer-greedy",
    "computer=greedy": "computer",
    "computer=yes": "computer",
    "computer=no": "-player=@computer-greedy",
    "-computer": "-player=@computer-greedy",
    "blunder": "mark=blunder",
    "mark=Blunder": "mark>=blunder",
    "mark>=mistake": "mark=mistake|blunder",
    "mistake|blunder": "mark>=mistake",
    # sentences
    "obelisks at least 3": "obelisks>=3",
    "obelisks more than 3": "obelisks>3",
    "statue exactly 1": "statue=1",
    "won and statue": "won statue",
    "won, statue": "won statue",
    "obelisks>=3, won": "obelisks>=3 won",
    "won, obelisks>=3": "won obelisks>=3",
    "won=yes": "won",
    "shared=no": "shared=0",
    "not won": "-won",
    "!won": "-won",
    "lost": "won=0",
    "ana lost": "player=@ana won=0",
    "none: statue": "none:statue",
    "other : statue": "other:statue",
    "OTHER:statue>=1": "other:statue",
    'winner="ana"': "winner=@ana",
    "“won”": "won",
    "(won)": "won",
    "won; statue": "won statue",
    # a name and its value with a blank between
    "seat 1": "seat=1",
    "players 4": "players=4",
    "points 20-30": "points=20..30",
    "burial chamber 2": "burial-chamber=2",
    "market B": "market=B",
    "market side b": "market=B",
    "sides aaaaa": "sides=AAAAA",
    "winner ana": "winner=@ana",
    "winner is ana": "winner=@ana",
    "-winner ana": "-winner=@ana",
    "colour black": "colour=black",
    "module private ships": "module=private_ships",
    "standing rated": "standing=counted",
    "computer easy": "computer=greedy",
    "since 2025": "from=2025-01-01",
    "from 2024 to 2025": "date=2024..2025",
    "played in 2024": "year=2024",
    "ana vs ben": "player=@ana opponent=@ben",
    "ana v ben": "player=@ana opponent=@ben",
    "ana vs computer": "player=@ana other:computer",
    # a number before its name
    "4 players": "players=4",
    "4p": "players=4",
    "2-player games": "players=2",
    "two players": "players=2",
    "3 or 4 players": "players=3|4",
    "2 statues": "statue=2",
    "at least 2 statues": "statue>=2",
    "won with more than 20 points": "won points>20",
    "between 20 and 30 points": "points=20..30",
    "won by 1 point": "won margin=1",
    "won by less than 3": "won margin<3",
    # plurals and single words
    "obelisk>=2": "obelisks>=2",
    "statues>=1": "statue>=1",
    "pyramids>=3": "pyramid>=3",
    "blunders": "mark=blunder",
    "black": "colour=black",
    "rated": "standing=counted",
    "2024": "year=2024",
    "2024-02": "month=2024-02",
    "year=24": "year=2024",
    # sentences
    "games by ana": "player=@ana",
    "all games where ana won": "player=@ana won",
    "won by ana": "won player=@ana",
    "ana beat ben": "winner=@ana loser=@ben",
    "ben lost to ana": "winner=@ana loser=@ben",
    "winner had no statues": "won none:statue",
    "no statue": "none:statue",
    "without statue": "none:statue",
    "without ana": "-player=@ana",
    "!ana": "-player=@ana",
    "no computers": "-computer",
    "market=A or market=B": "market=A|B",
    "temple b or c": "temple=B|C",
    # modules
    "module": "-module=none",
    "module=any": "-module=none",
    "no modules": "module=none",
    "module=private": "module=private_ships",
    "module=wager": "module=stonemasons_wager",
}
"""What is typed, and the exact form."""

REFUSED = {
    "players=5": "2 to 4",
    "players=1": "2 to 4",
    "seat=0": "1 to 4",
    "place=5": "1 to 4",
    "edition=foo": "2026",
    "entry:points>=60": "without “entry:”",
    "entry:won": "without “entry:”",
    "other:margin=0": "without other:",
    "other:players=3": "without other:",
    "none:margin": "without none:",
    "every:loser=@ana": "without every:",
    "points=99999": "up to 32767",
    "points=many": "whole number",
    "points=1.5": "whole number",
    "won=maybe": "yes or no",
    "won=5": "yes or no",
    "market=E": "from A to D",
    "market=AB": "from A to D",
    "market>A": "“=”",
    "market=A|3": "whole number",
    "sides=AAAA": "five sides",
    "sides=A": "five sides",
    "players=3-2": "smaller number first",
    "players>=2-3": "before a range",
    "year=2025..2024": "earlier day first",
    "month=5": "2026-01",
    "from=yesterday": "2026-01-31",
    "date=31.12.2024": "2026-01-31",
    "from=2024-02-30": "2026-01-31",
    "standing=ok": "counted",
    "colour=red": "black",
    "computer=hal": "greedy",
    "mark=good": "mistake",
    "mark>blunder": "mark>=mistake",
    "-mark>=mistake": "without a minus",
    "winner!=@ana": "minus before",
    "player=": "player=@ana",
    "statue>": "statue>=5",
    "winner": "winner=@ana",
    "winner=computer": "computer won",
    "opponent=black": "other:colour=black",
    "players": "players=4",
    "played": "“played” needs a value",
    "60": "points>=60",
    "mistakes>3": "mark>=mistake",
    "module=cards": "hidden_market_cards",
    "hammer|chisel": "one of them at a time",
    "points>60 | statue>2": "such as points>60",
    "first player won": "seat=1",
    "yesterday": "from=2026-01-31",
    "May 2026": "month=2026-05",
    "beat": "winner=@ana loser=@ben",
    "people": "-computer",
    "rated=yes": "standing=counted",
    "close games": "margin<=3",
    "highest score": "above the list",
    "round 3": "points-round-3",
    "xyzzy": "not a search word",
    "nobody-here": "not a search word",
    "winner=@nobody-here": "no player",
    "> 5": "obelisks>=5",
    "won or statue": "A|B",
    "hello world!": "as in: ",
    "points-temple > points-pyramid": "whole number",
    "sort=margin": "above the list",
    "🙂": "as in: ",
    ",": "obelisks>=5",
}
"""What can't be read, and a part of what the refusal says to write."""


def hits(text: str) -> set[str]:
    rows = filter_games(Game.objects.all(), parse_search(text))
    return set(rows.values_list("pk", flat=True))


def test_what_is_typed_finds_what_the_exact_form_finds(games: list[Game]):
    assert len(TYPED) + len(REFUSED) >= 74 + 30
    for typed, exact in TYPED.items():
        assert hits(typed) == hits(exact), typed
        canonical = str(parse_query(typed))
        assert str(parse_query(canonical)) == canonical, typed


def test_what_can_not_be_read_says_what_to_write(games: list[Game]):
    for typed, advice in REFUSED.items():
        with pytest.raises(UnreadableSearch) as error:
            parse_search(typed)
        assert advice in str(error.value), (typed, str(error.value))


def test_most_exact_forms_find_some_games_and_not_all(games: list[Game]):
    """Else the comparison above would say little."""
    numbers = [len(hits(exact)) for exact in TYPED.values()]
    assert sum(0 < number < len(games) for number in numbers) > len(numbers) * 3 // 5


def test_names_of_two_words_that_are_words_each_stay_two_words():
    assert str(parse_query("points temple>=3")) == "points>=1 temple>=3"
    assert str(parse_query("temple points")) == "temple>=1 points>=1"


def test_each_name_is_a_word_however_it_is_written():
    for name in FACTS:
        spaced = name.replace("-", " ")
        together = parse_query(f"{name}>=1")
        assert parse_query(f"{name.replace('-', '_').upper()} >= 1") == together
        if spaced.split()[0] not in search_names() or len(spaced.split()) == 1:
            assert parse_query(f"{spaced}>=1") == together


def test_a_minus_before_a_person_excludes_them(games: list[Game]):
    everything = {game.pk for game in games}
    for handle in ("ana", "ben", "cat"):
        assert hits(f"-player=@{handle}") == everything - hits(f"player=@{handle}")
        assert hits(f"-winner=@{handle}") == everything - hits(f"winner=@{handle}")
        assert hits(f"-loser=@{handle}") == everything - hits(f"loser=@{handle}")
        assert hits(f"-opponent=@{handle}") == everything - hits(f"player=@{handle}")
        assert hits(f"none:winner=@{handle}") == hits(f"-winner=@{handle}")
    assert hits("-resigned") == everything - hits("resigned")
    assert hits("none:statue") == everything - hits("statue")
    assert hits("-none:statue") == hits("statue")
    assert hits("every:statue>=1") == everything - hits("statue=0")
    assert hits("-statue") == hits("statue=0")


def test_games_without_facts_are_no_hits_of_none(games: list[Game]):
    pk = games[0].pk
    games[0].seat_facts.all().delete()
    assert pk not in hits("none:statue>=99") | hits("every:points>=-99")


def test_each_word_has_a_sentence():
    for typed in TYPED:
        query = parse_query(typed)
        sentences = search_sentences(query)
        assert len(sentences) >= len(query.terms), typed
        assert all(sentence.endswith(".") for sentence in sentences), sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "obelisks>=5 won",
            [
                "One player: “Stones at: Obelisks” – at least 5.",
                "The same player: “Won, alone or tied” – yes.",
            ],
        ),
        (
            "-statue",
            [
                "One player: “Cards: statue” – none.",
                "The minus sign applies to only one player. To apply it to every player, write "
                "none:statue.",
            ],
        ),
        ("none:statue", ["No player: “Cards: statue” – at least 1."]),
        ("-resigned", ["No player: “Resigned” – yes."]),
        ("-winner=@ana", ["@ana did not win."]),
        ("-player=@ana", ["@ana did not play."]),
        ("ana ben", ["One player is @ana.", "An opponent of that player is @ben."]),
        (
            "other:entry:sail-empty won",
            [
                "Another player: “Ships sailed with only other players’ stones” – at least 1. "
                "The game opens at that move.",
                "One player: “Won, alone or tied” – yes.",
            ],
        ),
        ("market=A|B", ["Market: side A or B."]),
        ("players=2..3", ["Number of players: 2 to 3."]),
        ("date<2025", ["Played: until 31 December 2024."]),
        ("-rating>=1600", ["Mean rating of the players: fewer than 1600."]),
        ("margin!=0", ["The game: “Points between the two best seats” – not 0."]),
        (
            "players>4",
            [
                "Number of players: at least 5.",
                "No game fits “players>4”. Write a number from 2 to 4.",
            ],
        ),
        (
            "player=@ana player=@ben",
            [
                "One player is @ana.",
                "The same player is @ben.",
                "Two players can’t have the same seat. For another player write opponent=@ben.",
            ],
        ),
    ],
)
def test_a_search_says_what_it_understood(text: str, sentences: list[str]):
    assert search_sentences(parse_query(text)) == sentences


def test_the_page_says_it_below_the_box(games: list[Game]):
    page = Client().get("/games/", {"q": "Obelisks ≥ 2, won"}).content.decode()
    box = page.partition('class="search-box"')[2].partition('<details class="filters"')[0]
    assert 'value="Obelisks ≥ 2, won"' in box
    list_head = page.partition('class="list-tools"')[2].partition("games-table")[0]
    assert "One player: “Stones at: Obelisks” – at least 2." in list_head
    assert 'class="chip"' not in page
    refused = Client().get("/games/", {"q": "players=5"}).content.decode()
    assert "Write a number from 2 to 4." in refused.partition('<details class="filters"')[0]
    assert '<details class="filters">' in refused
    assert "Searches to try" in refused


def test_a_misspelled_search_links_to_the_corrected_one(db: None):
    params = {"q": "obelisky>=5 4 players", "market": "B", "after": "abc"}
    page = Client().get("/games/", params)
    searches = [search for search, _link in page.context["corrected"]]
    assert searches == ["obelisks>=5 4 players", "sail-obelisks>=5 4 players"]
    link = page.context["corrected"][0][1]
    assert QueryDict(link[1:]).dict() == {"q": searches[0], "market": "B"}
    assert f'href="{escape(link)}"' in page.content.decode()
    assert not Client().get(f"/games/{link}").context["form"].errors
    bare = Client().get("/games/", {"q": "obeliskz 4 players"}).context["corrected"]
    assert ("obelisks 4 players", "?q=obelisks+4+players") in bare
    assert Client().get("/games/", {"q": "players=5"}).context["corrected"] == []


def test_the_example_in_the_box_can_be_read(db: None):
    page = Client().get("/games/").context["form"]
    example = page.fields["q"].widget.attrs["placeholder"]
    assert str(parse_query(example)) == "players=4 market=B"


def test_the_page_of_the_words_searches(db: None):
    page = Client().get("/games/words/", {"q": "won players=4", "market": "B"}).content.decode()
    form = page.partition('role="search"')[2].partition("</form>")[0]
    assert 'name="q" value="won players=4"' in form
    assert 'type="hidden" name="market" value="B"' in form
    assert 'type="hidden" name="q"' not in form


# --- counted, and sorted by a fact ----------------------------------------------


def order(**query: str) -> list[str]:
    answer = Client().get("/games/", query)
    assert answer.status_code == 200
    return [game.pk for game in answer.context["page"].rows]


def test_hits_are_counted(games: list[Game], monkeypatch: pytest.MonkeyPatch):
    """For nothing where they are one page, else for whoever asks."""

    def page(**query: str) -> str:
        return Client().get("/games/", {"q": "obelisks>=2", **query}).content.decode()

    number = len(hits("obelisks>=2"))
    assert f"{number} games" in page()
    monkeypatch.setattr("games.search.views_games.SIZE", 2)
    assert f"{number} games" not in page()
    assert "count=yes" in page()
    assert "More than 2 games" in page()
    assert f"{number} games" in page(count="yes")
    monkeypatch.setattr("games.search.hits.COUNT_LIMIT", 2)
    monkeypatch.setattr("games.search.views_games.COUNT_LIMIT", 2)
    assert "More than 2 games" in page(count="yes")
    every = Client().get("/games/").content.decode()
    assert "count=yes" not in every
    assert "More than" not in every


def test_games_of_filters_are_counted_on_a_single_page(games: list[Game]):
    """Also without a search; the list of all games tells no number."""
    answer = Client().get("/games/", {"players": "2"})
    number = len(answer.context["page"].rows)
    assert not answer.context["page"].next
    assert f"<strong>{number} game" in answer.content.decode()
    assert "search-count" not in Client().get("/games/").content.decode()


@pytest.mark.parametrize("name", ["lead-changes", "obelisks", "chain", "first-sail"])
@pytest.mark.parametrize("sign", ["", "-"])
def test_hits_are_sorted_by_a_fact(
    games: list[Game], name: str, sign: str, monkeypatch: pytest.MonkeyPatch
):
    """Of a seat: of the seats for which the search holds."""
    fact = FACTS[name]
    monkeypatch.setattr("games.search.views_games.SIZE", 3)
    values = {}
    for game in Game.objects.filter(pk__in=hits("won")):
        if fact.of == "game":
            row = [game.facts.values[fact.number]]
        else:
            row = [
                seat.values[fact.number]
                for seat in game.seat_facts.all()
                if seat.values[FACTS["won"].number]
            ]
        present = [number for number in row if number is not None]
        best = (min if sign else max)(present) if present else None
        values[game.pk] = best
    ids, after = [], ""
    while True:
        answer = Client().get("/games/", {"q": "won", "sort": f"{sign}{name}", "after": after})
        page = answer.context["page"]
        ids += [game.pk for game in page.rows]
        after = page.next
        if not after:
            break
    assert sorted(ids) == sorted(values)
    numbers = [values[pk] for pk in ids]
    present = [number for number in numbers if number is not None]
    assert present == sorted(present, reverse=not sign)
    assert numbers[len(present) :] == [None] * (len(numbers) - len(present))
    back = (
        Client()
        .get("/games/", {"q": "won", "sort": f"{sign}{name}", "before": ids[3]})
        .context["page"]
    )
    assert [game.pk for game in back.rows] == ids[:3]


@pytest.mark.parametrize("name", ["margin", "points"])
def test_a_sort_order_that_is_a_fact_goes_lowest_first_too(games: list[Game], name: str):
    assert sorted(order(q="won", sort=f"-{name}")) == sorted(hits("won"))
    page = Client().get("/games/", {"q": "won", "sort": f"-{name}"}).content.decode()
    assert f"{fact_label(FACTS[name])}, lowest first" in page


def test_too_many_hits_are_not_sorted_by_a_fact(games: list[Game], monkeypatch: pytest.MonkeyPatch):
    assert order(sort="margin") == order(sort="margin", after="")
    assert order(sort="chain", after="nothing") == order(sort="chain")
    monkeypatch.setattr("games.search.hits.COUNT_LIMIT", 2)
    answer = Client().get("/games/", {"q": "won", "sort": "lead-changes"})
    assert "too many to sort this way" in answer.content.decode()
    assert [game.pk for game in answer.context["page"].rows] == order(q="won")
    assert order(q="won", sort="xyzzy") == order(q="won")


def test_an_old_address_finds_what_it_found(games: list[Game]):
    """Words of the grammar from before there were others, as saved addresses have them."""
    Game.objects.filter(pk=games[0].pk).update(accepted_at=datetime(2026, 1, 1, tzinfo=UTC))
    for text in (
        "obelisks>=5 winner=@ana players=4 market=B entry:sail-empty",
        "won>1",
        "shared>=0",
        "players<9",
        "players>4",
        "rating!=1500",
        "-rating>=1500",
        "year!=2024",
        "year<2024",
        "module!=private_ships",
        "profile=official",
        "standing!=void",
        "from=2024-01-01 until=2024-12-31",
        "other:-statue",
    ):
        try:
            criteria = parse_search(text)
        except UnreadableSearch:
            assert text == "other:-statue"
            continue
        assert str(criteria.query) == text.replace("sail-empty", "sail-empty>=1")
    assert hits("year<2024") == {g.pk for g in games if g.played_on.year < 2024}
    assert hits("year!=2024") == {g.pk for g in games if g.played_on.year != 2024}
    assert hits("rating!=1550") == {g.pk for g in games if g.strength != 1550}
    assert hits("won>1") == hits("players>4") == set()
