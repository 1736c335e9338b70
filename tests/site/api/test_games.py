"""Games, players, leaderboards, ledger: what is shown, filters, pages, export."""

import asyncio
import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine import read_log, verify
from games.api import export
from games.models import Game, Player
from ratings.models import Fold, Pool, Rating, RatingChange
from ratings.recompute import recompute_ledger
from ratings.services.rebuild import rebuild_ledger
from tests.cast import account, finished_log, game_of, submit
from tests.site.api.operations import OPERATIONS
from tests.tampering import tampering
from tests.worlds.api_world import Asker, World, logged_in, make_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    """Of one test: the others have a league, or commit."""
    return make_world()


def league(count: int = 7) -> list[Game]:
    """Games of two and three, of several sides, modules and days, uploaded by an arbiter."""
    ida = account("ida", arbiter=True)
    for handle in ("ana", "ben", "cat"):
        account(handle)
    games = []
    for n in range(count):
        seats = "black=@ana white=@ben" if n % 2 else "black=@ana white=@ben brown=@cat"
        day = f"2026-01-0{1 + n % 3}"
        text = finished_log(
            seats, "ABCDA" if n % 3 else "AAAAA", "private_ships" * (n % 2), seed=n, played=day
        )
        games.append(game_of(submit(ida, text)))
    return games


def rate(games: list[Game]) -> None:
    """Rows of a ledger, as a fold would write them: what they say is of no matter here."""
    fold = Fold.objects.create(cause="change")
    later = Fold.objects.create(cause="change")
    for game in games:
        for seat in game.seats.all():
            row = {
                "player": seat.player,
                "pool": "overall",
                "game": game,
                "played_on": game.played_on,
                "accepted_at": game.accepted_at,
                "before": 1_500_000,
                "after": 1_510_000,
                "games_before": 0,
                "pairs": [{"opponent": 1, "score": 1000, "expected": 500, "k": 40, "term": 20000}],
                "added_by": fold,
            }
            RatingChange.objects.create(**row, retired_by=later)
            RatingChange.objects.create(**row)


def follow(path: str, **options: str) -> list[dict]:
    """Every item of a list, page after page, and back again."""
    client = Asker(**options)
    listing: list[dict] = []
    address: str | None = path
    last = path
    while address:
        answer = client.ask("GET", address)
        assert answer.status_code == 200, answer.content
        body = answer.json()
        listing += body["results"]
        last, address = address, (body["next"] or "").removeprefix("http://testserver") or None
    back = client.ask("GET", last).json()["previous"]
    assert (back is None) == (last == path)
    return listing


def test_a_game_says_all_that_is_known(world: World):
    body = Asker().ask("GET", f"games/{world.game.pk}").json()
    assert body["standing"] == "waiting"
    assert body["waiting_for"] == ["waiting for @ben to confirm"]
    assert [seat["player"]["handle"] for seat in body["seats"]] == ["ana", "ben"]
    for seat in body["seats"]:
        assert sum(seat["breakdown"].values()) == seat["points"]
    assert [attestation["handle"] for attestation in body["attestations"]] == ["ana"]
    assert body["verifications"][0]["verdict"] == "verified"
    assert body["sites"] == "AAAAA"
    for address in (body["url"], body["links"]["log"], body["links"]["ledger"]):
        assert Asker().ask("GET", address.removeprefix("http://testserver")).status_code == 200


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("way", ["accept", "format"])
def test_the_log_in_both_forms(world: World, form: str, way: str):
    kind = {"text": "text/plain", "json": "application/json"}[form]
    headers = {"Accept": kind} if way == "accept" else {}
    query = f"?format={form}" if way == "format" else ""
    answer = Asker().ask("GET", f"games/{world.game.pk}/log{query}", headers=headers)
    assert answer["Content-Type"].split(";")[0] == kind
    assert verify(read_log(answer.content)).fingerprint == world.game.fingerprint
    if form == "text":
        assert answer.content.decode() == world.game.log


def test_the_raw_bytes_of_an_upload(world: World):
    answer = logged_in(world["ana"]).ask("GET", f"uploads/{world.upload.pk}/raw")
    assert answer.content == bytes(world.upload.raw)
    assert answer["Content-Disposition"].startswith("attachment")


def test_the_refusal_of_a_log_is_for_its_uploader(world: World):
    body = logged_in(world["ana"]).ask("GET", f"uploads/{world.refused.pk}/submissions").json()
    (log,) = body["results"]
    assert log["status"] == "refused"
    assert log["refusal"]["kind"] == "illegal"


def test_uploads_are_those_of_who_asks(world: World):
    assert len(logged_in(world["ana"]).ask("GET", "uploads").json()["results"]) == 2
    assert logged_in(world["mo"]).ask("GET", "uploads").json()["results"] == []


def test_a_guest_is_a_player_without_a_handle(world: World):
    submit(world["ana"], finished_log("black=@ana white=Zoë", seed=5))
    (zoe,) = Asker().ask("GET", "players?search=zo%C3%AB").json()["results"]
    assert (zoe["guest"], zoe["handle"], zoe["name"]) == (True, None, "Zoë")
    accounts = Asker().ask("GET", "players?guest=false").json()["results"]
    assert {account["name"] for account in accounts if account["computer"] is None} == {
        "ana",
        "ben",
    }


def test_a_player_leads_to_games_ledger_and_page(world: World):
    ben = world["ben"].player
    links = Asker().ask("GET", f"players/{ben.pk}").json()["links"]
    assert {name: link.removeprefix("http://testserver") for name, link in links.items()} == {
        "games": f"/api/v1/players/{ben.pk}/games",
        "ledger": f"/api/v1/ledger?player={ben.pk}",
        "page": f"/players/{ben.pk}/",
    }
    for link in links.values():
        assert Client().get(link).status_code == 200


def test_a_merged_guest_leads_to_the_player(world: World):
    guest = Player.objects.create(
        known_to=world["ana"], name="Ben!", merged_into=world["ben"].player
    )
    body = Asker().ask("GET", f"players/{guest.pk}").json()
    assert body["merged_into"]["handle"] == "ben"
    listed = Asker().ask("GET", "players").json()["results"]
    assert guest.pk not in [row["id"] for row in listed]


def test_a_leaderboard_has_ranks_that_ties_share(world: World):
    players = [Player.objects.create(known_to=world["ana"], name=f"g{n}") for n in range(7)]
    points = [1900, 1800, 1800, 1800, 1700, 1700, 1600]
    for player, rating in zip(players, points, strict=True):
        Rating.objects.create(
            player=player,
            pool="3",
            rating=rating * 1000,
            games=9 + (rating > 1700),
            last_played="2026-01-01",
            listed_until="2999-01-01",
        )
    with CaptureQueriesContext(connection) as caught:
        Asker().ask("GET", "leaderboards/3")
    assert len(caught) == 2
    for size in (1, 2, 3, 100):
        rows = follow(f"leaderboards/3?page_size={size}")
        assert [row["rank"] for row in rows] == [1, 2, 2, 2, 5, 5, 7]
        assert [row["rating"] for row in rows] == [n * 1000 for n in points]
    assert [row["provisional"] for row in rows] == [False] * 4 + [True] * 3
    for player in players:
        (own,) = Asker().ask("GET", f"players/{player.pk}").json()["ratings"]
        assert own["provisional"] is (own["games"] < 10)
    assert [pool["rank"] for pool in follow("leaderboards/3?search=G4")] == [5]
    pools = Asker().ask("GET", "leaderboards").json()
    assert [pool["pool"] for pool in pools] == Pool.values


def test_the_ledger_shows_what_holds_and_if_asked_what_does_not():
    games = league(3)
    with tampering(RatingChange) as changes:
        changes.delete()
    rate(games)
    seats = sum(game.players for game in games)
    assert len(follow("ledger?page_size=2")) == seats
    assert len(follow("ledger?include=retired")) == 2 * seats
    assert [row["retired"] for row in follow("ledger")] == [False] * seats
    game = games[0]
    rows = follow(f"ledger?game={game.pk}")
    assert {row["player"]["name"] for row in rows} == {"ana", "ben", "cat"}
    cat = Player.objects.get(account__username="cat")
    assert len(follow(f"ledger?player={cat.pk}&include=retired")) == 4
    assert follow("ledger?pool=4") == []
    assert follow("ledger?player=987654321") == []
    assert rows[0]["pairs"][0]["score"] == 1000
    page = Asker().ask("GET", rows[0]["game_url"].removeprefix("http://testserver"))
    assert (page.status_code, page.json()["id"]) == (200, game.pk)


@pytest.mark.parametrize(
    "query",
    [
        "player=x",
        "player=0",
        "player=" + "9" * 30,
        "pool=5",
        "game=nonsense",
        "game=%00",
        "include=all",
    ],
)
def test_the_ledger_refuses_filters_that_make_no_sense(query):
    answer = Asker().ask("GET", f"ledger?{query}")
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [query.partition("=")[0]]


def test_the_filters_of_games():
    games = league(6)
    ana = Player.objects.get(account__username="ana").pk
    for query, expected_games in {
        "players=2": [g for g in games if g.players == 2],
        "player=@cat": [g for g in games if g.players == 3],
        f"player={ana}&player=cat": [g for g in games if g.players == 3],
        "module=private_ships": [g for g in games if "private_ships" in g.modules],
        "pyramid=B": [g for g in games if g.pyramid == "B"],
        "market=A&temple=C&burial_chamber=D&obelisks=A": [g for g in games if g.temple == "C"],
        "played_after=2026-01-02&played_before=2026-01-02": [
            g for g in games if g.played_on.day == 2
        ],
        "standing=counted": games,
        "standing=void": [],
        "result=decided": [g for g in games if g.winners == 1],
        "result=shared": [g for g in games if g.winners > 1],
        "profile=official": games,
        "profile=yucata": [],
        "mean_rating_min=99999": [],
        "strength_min=99999": [],
        "player=": games,
        "utm_source=mail": games,
    }.items():
        game_ids = {row["id"] for row in Asker().ask("GET", f"games?{query}").json()["results"]}
        assert game_ids == {game.pk for game in expected_games}, query


def test_the_mean_rating_of_a_game_has_its_former_name_beside_it():
    low, high = (game.pk for game in league(2))
    Game.objects.filter(pk=low).update(strength=1400)
    Game.objects.filter(pk=high).update(strength=1600)
    games_by_id = {row["id"]: row for row in Asker().ask("GET", "games").json()["results"]}
    assert [games_by_id[pk]["mean_rating"] for pk in (low, high)] == [1400, 1600]
    assert [games_by_id[pk]["strength"] for pk in (low, high)] == [1400, 1600]
    for name in ("mean_rating_min", "strength_min"):
        results = Asker().ask("GET", f"games?{name}=1500").json()["results"]
        assert [row["id"] for row in results] == [high], name


@pytest.mark.parametrize(
    "query",
    [
        "player=nobody",
        "player=%00",
        "player=" + "a" * 300,
        "player=" + "9" * 100,
        "players=5",
        "players=x",
        "market=E",
        "module=nonsense",
        "played_after=yesterday",
        "played_after=9999-99-99",
        "mean_rating_min=" + "9" * 100,
        "mean_rating_max=1e9",
        "strength_min=" + "9" * 100,
        "strength_max=1e9",
        "result=lost",
        "standing=%FF",
        "profile=house",
    ],
)
def test_filters_that_make_no_sense(query):
    answer = Asker().ask("GET", f"games?{query}")
    assert answer.status_code == 400, answer.content
    assert list(answer.json()["errors"]) == [query.partition("=")[0]]


def test_every_game_comes_exactly_once_whatever_the_size_of_a_page():
    games = league(7)
    Game.objects.filter(pk__in=[g.pk for g in games[:4]]).update(accepted_at=timezone.now())
    order = [g.pk for g in Game.objects.order_by("-played_on", "-accepted_at", "-id")]
    for size in (1, 2, 3, 7, 100):
        assert [row["id"] for row in follow(f"games?page_size={size}")] == order
    ben = Player.objects.get(account__username="ben").pk
    assert [row["id"] for row in follow(f"players/{ben}/games?page_size=2")] == order
    assert [row["id"] for row in follow("games?page_size=2&players=2")] == [
        pk for pk in order if Game.objects.get(pk=pk).players == 2
    ]


def test_a_game_that_arrives_in_between_moves_no_other():
    league(6)
    first = Asker().ask("GET", "games?page_size=3").json()
    submit(account("eve", arbiter=True), finished_log("black=@eve white=@ana", seed=77))
    body = Asker().ask("GET", first["next"].removeprefix("http://testserver")).json()
    ids = [row["id"] for row in first["results"] + body["results"]]
    assert len(set(ids)) == 6


def test_players_by_name():
    league(2)
    assert [row["name"] for row in follow("players?page_size=1")] == ["ana", "ben", "cat"]


QUERIES = {"games_list": 3, "player_games": 4, "players_list": 2, "ledger": 2, "games_export": 9}


@pytest.mark.parametrize("name", QUERIES)
def test_a_list_takes_as_many_queries_for_many_rows_as_for_few(world: World, name: str):
    path = OPERATIONS[name].path(world)
    counts = []
    for n in range(2):
        with CaptureQueriesContext(connection) as caught:
            answer = Asker().ask("GET", path)
            assert answer.status_code == 200
            b"".join(answer) if answer.streaming else answer.content
        counts.append(len(caught))
        for seed in range(20 + 5 * n, 25 + 5 * n):
            submit(world["ana"], finished_log("black=@ana white=@ben brown=@cat", seed=seed))
        with tampering(RatingChange) as changes:
            changes.delete()
        rate(list(Game.objects.all()))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= QUERIES[name], counts


def test_the_page_of_a_game_and_of_an_upload_take_a_fixed_number_of_queries(world: World):
    client = logged_in(world["ana"])
    for path, limit in {
        # one is for the other log that was brought of it, one for the words of clubs' arbiters
        f"games/{world.game.pk}": 18,
        f"uploads/{world.upload.pk}": 10,
        "uploads": 6,
    }.items():
        with CaptureQueriesContext(connection) as caught:
            assert client.ask("GET", path).status_code == 200
        assert len(caught) <= limit, [statement["sql"] for statement in caught]


def test_what_has_not_changed_is_not_sent_again(world: World):
    for path in (f"games/{world.game.pk}", f"games/{world.game.pk}/log", "games", "editions"):
        first = Asker().ask("GET", path)
        assert first["ETag"]
        repeat = Asker().ask("GET", path, headers={"If-None-Match": first["ETag"]})
        assert repeat.status_code == 304
        assert repeat.content == b""
        assert {"Accept", "Authorization", "Cookie"} <= set(first["Vary"].split(", "))
    text = Asker().ask("GET", f"games/{world.game.pk}/log?format=text")["ETag"]
    assert text != Asker().ask("GET", f"games/{world.game.pk}/log?format=json")["ETag"]


def test_everything_that_can_be_had_has_a_head_and_its_options(world: World, subtests):
    client = logged_in(world["ana"])
    for name, operation in OPERATIONS.items():
        with subtests.test(name):
            options = client.ask("OPTIONS", operation.path(world))
            assert options.status_code == 204
            assert operation.method in options["Allow"]
            if operation.method == "GET":
                head = client.ask("HEAD", operation.path(world))
                assert head.status_code == operation.answers["ana"]
                assert head.content == b""


OWNED = (
    *("upload", "submission", "note", "table", "lobby", "turns", "block"),
    *("account", "notice", "confirm", "agree", "draft", "handles", "reports", "puzzle_streak"),
    *("event_codes", "occasions"),
)
"""How the names of operations begin whose answers depend on who asks."""


def test_what_is_public_may_be_read_from_any_page_and_nothing_else(world: World, subtests):
    client = logged_in(world["ana"])
    for name, operation in OPERATIONS.items():
        with subtests.test(name):
            answer = client.ask(
                operation.method,
                operation.path(world),
                operation.body,
                content_type=operation.type,
                headers={"Origin": "https://elsewhere.example", "Prefer": "respond-async"},
            )
            public = operation.method == "GET" and not name.startswith(OWNED)
            origin = answer.get("Access-Control-Allow-Origin")
            assert origin == ("*" if public else None)
            assert "Access-Control-Allow-Credentials" not in answer
            if not public:
                assert answer["Cache-Control"] == "private, no-store"


def exported(query: str = "") -> list[dict]:
    answer = Asker().ask("GET", f"games.ndjson{query}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in b"".join(answer).splitlines()]


def test_the_export_has_every_game_once_in_the_order_of_rating(monkeypatch):
    league(7)
    order = [g.pk for g in Game.objects.order_by("played_on", "accepted_at", "id")]
    for size in (1, 2, 7, 8, 200):
        monkeypatch.setattr(export, "BLOCK", size)
        assert [row["id"] for row in exported()] == order
    first = exported()[0]
    game = Game.objects.get(pk=first["id"])
    assert verify(read_log(first["log"])).fingerprint == first["fingerprint"] == game.fingerprint
    assert [seat["place"] for seat in first["seats"]] == [s.place for s in game.seats.all()]
    assert all(seat["player"] for seat in first["seats"])


def test_a_broken_download_goes_on_where_it_ended():
    league(5)
    every = [row["id"] for row in exported()]
    for place, pk in enumerate(every):
        assert [row["id"] for row in exported(f"?after={pk}")] == every[place + 1 :]


def test_the_export_takes_the_filters_of_games():
    league(4)
    assert len(exported("?players=2")) == 2
    assert len(exported("?standing=counted&player=cat")) == 2


@pytest.mark.parametrize("after", ["nonsense", "%00", "000000000000", "x" * 5000])
def test_an_export_after_a_game_that_is_not_here(after):
    answer = Asker().ask("GET", f"games.ndjson?after={after}")
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["after"]


@pytest.mark.django_db(transaction=True)
def test_the_export_under_asgi_holds_no_connection_while_the_client_is_slow(monkeypatch):
    league(4)
    monkeypatch.setattr(export, "BLOCK", 1)

    async def read() -> int:
        answer = await AsyncClient().get("/api/v1/games.ndjson")
        assert answer.is_async
        connection_count = 0
        async for lines in answer:
            assert len(lines.splitlines()) == 1
            connection_count += 1
        return connection_count

    assert asyncio.run(read()) == 4


def test_a_block_gives_its_connection_back(transactional_db):
    league(2)
    walk = export.ExportWalk(Game.objects.prefetch_related("seats"), None, lambda _after: b"")
    assert len((walk.next() or b"").splitlines()) == 2
    assert walk.last is not None
    assert connection.connection is None
    assert walk.next() is None
    assert connection.connection is None


def test_the_ratings_can_be_worked_out_again_from_the_export():
    league(6)
    rebuild_ledger()
    ledger = {
        (row["game"], row["pool"], row["player"]["id"]): (row["before"], row["after"])
        for row in follow("ledger?page_size=7")
    }
    recomputed = {
        (e.game, e.pool, e.player): (e.before, e.after) for e in recompute_ledger(exported())
    }
    assert len(recomputed) == 2 * sum(game.players for game in Game.objects.all())
    assert ledger == recomputed


def test_accepted_later_comes_later(world: World):
    assert exported()[0]["accepted_at"] <= (timezone.now() + timedelta(seconds=1)).isoformat()
