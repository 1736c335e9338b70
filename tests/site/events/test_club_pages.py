"""Pages of clubs: everybody against every address, what they show, what is added by an upload."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from events.clubs import membership_of
from events.clubs.games import add_game
from events.clubs.invitations import invite_to_club, make_invitation, token_of
from events.clubs.members import give_club_role
from events.models import Club, ClubGame
from games.intake.verify import verify_submissions
from games.models import Account, Game, Notice, Submission
from games.notifications.messages import notice_address
from imhotep_site.pipeline import SitePort
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.site.marks import LANGUAGE, left_in, marks_spoken
from tests.site.test_priorities import addresses
from tests.worlds.clubs import club_of, joined, officer_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

CAST = ("", "own", "off", "mem", "ana", "cat", "mo")
"""A visitor; the owner, an officer, a member; a member who sits in the game; a stranger who is
invited; a moderator."""
PUBLIC = dict.fromkeys(CAST, 200)
NONE = dict.fromkeys(CAST, 405)
DONE = dict.fromkeys(CAST, 302)
OFFICERS = {**dict.fromkeys(CAST, 403), "": 302, "own": 200, "off": 200}
OFFICERS_DO = OFFICERS | {"own": 302, "off": 302}
OWNER_DOES = {**dict.fromkeys(CAST, 403), "": 302, "own": 302}


@dataclass
class ClubWorld:
    people: dict[str, Account]
    club: Club
    game: Game
    token: str


def make_club_world() -> ClubWorld:
    people = {name: account(name) for name in ("own", "mem", "ana", "ben", "cat")}
    people["mo"] = account("mo", moderator=True)
    club = club_of(people["own"], people["mem"], people["ana"], people["ben"])
    people["off"] = officer_of(club, "off")
    game = game_of(submit(people["ana"], finished_log()))
    add_game(people["ana"], club, game)
    invite_to_club(people["own"], club, "cat")
    return ClubWorld(people, club, game, token_of(make_invitation(people["own"], club)))


@pytest.fixture(scope="module")
def module_world(keep: Callable[[Callable[[], ClubWorld]], ClubWorld]) -> ClubWorld:
    return keep(make_club_world)


@pytest.fixture
def world(module_world: ClubWorld, db: None) -> ClubWorld:
    return deepcopy(module_world)


Row = tuple[dict[str, int], dict[str, int], str, dict[str, Any]]

TABLE: dict[str, Row] = {
    "clubs": (PUBLIC, NONE, "", {}),
    "club-new": (PUBLIC | {"": 302}, DONE, "", {"name": "Another one"}),
    "club-join": (PUBLIC, DONE | {"": 403}, "token", {}),
    "club-game": (NONE | {"": 405}, DONE | {"off": 403, "own": 403, "mem": 403}, "game", {}),
    "club": (PUBLIC, NONE, "slug", {}),
    "club-members": (PUBLIC, NONE, "slug", {}),
    "club-games": (PUBLIC, NONE, "slug", {}),
    "club-feed": (PUBLIC, NONE, "slug", {}),
    "club-calendar": (PUBLIC, NONE, "slug", {}),
    "club-manage": (OFFICERS, OFFICERS_DO, "slug", {"text": "New words"}),
    "club-invitation": (NONE, OFFICERS_DO, "slug", {}),
    "club-member": (NONE, OFFICERS_DO, "slug", {"handle": "mem", "remove": "yes"}),
    "club-accept": (NONE, DONE, "slug", {}),
    "club-leave": (NONE, DONE, "slug", {}),
    "club-end": (NONE, OWNER_DOES, "slug", {"close": "yes"}),
    "club-vouch": (NONE, OWNER_DOES, "slug", {}),
    "club-report": (PUBLIC | {"": 302}, DONE, "slug", {"reason": "An insult."}),
}
STRANGERS = {"cat": 403, "mo": 403}


CLUB_TEXTS = re.compile(
    r"@\w+|\b(?:own|off|mem)\b|Thursday Club|thursday-club|We meet on Thursdays\.|\W"
)


def has_words(text: str) -> bool:
    """True for a text that is more than names and the club's own."""
    return bool(CLUB_TEXTS.sub("", text))


def address(name: str, world: ClubWorld) -> str:
    words = {"slug": world.club.slug, "token": world.token, "game": world.game.pk}
    return reverse(name, args=[words[word] for word in TABLE[name][2].split()])


def test_every_address_of_clubs_has_a_row() -> None:
    names = {str(pattern.name) for _route, pattern in addresses()}
    assert {name for name in names if name.startswith("club")} == set(TABLE)


@pytest.mark.parametrize("name", sorted(TABLE))
def test_who_may_look(name: str, world: ClubWorld) -> None:
    for viewer in CAST:
        answer = client_of(world.people.get(viewer)).get(address(name, world))
        assert answer.status_code == TABLE[name][0][viewer], f"{name} as {viewer}"


@pytest.mark.parametrize("name", sorted(name for name in TABLE if TABLE[name][1] != NONE))
def test_who_may_send(name: str, world: ClubWorld) -> None:
    answers = TABLE[name][1] | (STRANGERS if name == "club-game" else {})
    fields = TABLE[name][3] | ({"club": world.club.slug} if name == "club-game" else {})
    for viewer in CAST:
        with transaction.atomic():
            answer = client_of(world.people.get(viewer)).post(address(name, world), fields)
            transaction.set_rollback(True)
        assert answer.status_code == answers[viewer], f"{name} as {viewer}"


@pytest.mark.parametrize("name", sorted(name for name in TABLE if TABLE[name][1] != NONE))
def test_nothing_can_be_sent_from_another_site(name: str, world: ClubWorld) -> None:
    client = client_of(world.people["own"])
    client.handler.enforce_csrf_checks = True
    assert client.post(address(name, world), TABLE[name][3]).status_code == 403


def test_every_word_of_the_pages_is_a_message(world: ClubWorld, settings: Any) -> None:
    left: dict[str, list[str]] = {}
    with marks_spoken(settings):
        for name, row in TABLE.items():
            if row[0]["own"] == 200:
                client = client_of(world.people["own"])
                client.cookies["language"] = LANGUAGE
                left[name] = left_in(client.get(address(name, world), {"lang": LANGUAGE}))
    unspoken = {name: [text for text in texts if has_words(text)] for name, texts in left.items()}
    assert {name: texts for name, texts in unspoken.items() if texts} == {}


def test_a_page_costs_the_same_for_many_members(world: ClubWorld) -> None:
    client = client_of(world.people["own"])

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert client.get(address("club", world)).status_code == 200
        return len(captured)

    before = queries()
    joined(world.club, *(account(f"m-{number}") for number in range(8)))
    assert queries() == before


def test_a_club_shows_its_people_games_and_text(world: ClubWorld) -> None:
    page = client_of(None).get(address("club", world)).content.decode()
    for words in ("Thursday Club", "We meet on Thursdays.", "@own", "See all 5 members"):
        assert words in page
    assert f"/games/{world.game.pk}/" in page
    assert "Join the club" not in page
    assert "Join the club" in client_of(world.people["cat"]).get(address("club", world)).text


def test_a_number_leads_to_the_club(world: ClubWorld) -> None:
    answer = client_of(None).get(f"/clubs/{world.club.pk}/")
    assert answer["Location"] == address("club", world)
    assert client_of(None).get("/clubs/987654321/").status_code == 404


def test_clubs_are_searched_by_a_name_that_looks_like_theirs(world: ClubWorld) -> None:
    page = client_of(None).get("/clubs/", {"name": "THUR5DAY"}).content.decode()
    assert "Thursday Club" in page
    assert "No club here" in client_of(None).get("/clubs/", {"name": "Friday"}).text


def test_a_person_joins_by_the_link_on_the_page(world: ClubWorld) -> None:
    manage = client_of(world.people["own"]).get(address("club-manage", world)).content.decode()
    match = re.search(r'href="http://testserver(/clubs/join/[\w-]+/)"', manage)
    assert match is not None
    link = match[1]
    assert "Log in to join" in client_of(None).get(link).content.decode()
    client = client_of(world.people["mo"])
    assert client.post(link)["Location"] == address("club", world)
    assert membership_of(world.people["mo"], world.club)


def test_a_feed_is_kept_for_some_minutes(world: ClubWorld) -> None:
    """A second reader costs no query of games; the name of a hidden club is in none of them."""
    path, client = address("club-feed", world), client_of(None)
    first = client.get(path).content
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).content == first
    assert not any("games_game" in query["sql"] for query in captured)
    Club.objects.filter(pk=world.club.pk).update(hidden_at=timezone.now())
    assert b"Thursday Club" not in client.get(path).content


def test_a_feed_has_the_games(world: ClubWorld) -> None:
    feed = client_of(None).get(address("club-feed", world))
    assert feed["Content-Type"].startswith("application/atom+xml")
    assert f"/games/{world.game.pk}/" in feed.content.decode()


def test_an_upload_names_a_club_of_its_uploader(world: ClubWorld) -> None:
    ana = world.people["ana"]
    mark = f"club:{world.club.slug}"
    assert f'value="{mark}"' in client_of(ana).get("/upload/").content.decode()
    assert mark not in client_of(world.people["mo"]).get("/upload/").content.decode()
    log = finished_log(seed=7)
    client_of(ana).post("/upload/", {"log": log, "occasion": mark})
    verify_submissions([row.pk for row in Submission.objects.filter(status="queued")])
    game = Game.objects.exclude(pk=world.game.pk).get()
    assert ClubGame.objects.get(game=game).club == world.club
    refused = client_of(world.people["mo"]).post("/upload/", {"log": log, "occasion": mark})
    assert refused.status_code == 400
    assert "not a member of this club" in refused.content.decode()


def test_the_page_of_a_game_names_its_club(world: ClubWorld) -> None:
    page = client_of(None).get(f"/games/{world.game.pk}/").content.decode()
    assert f'href="{address("club", world)}"' in page
    other = game_of(submit(world.people["ana"], finished_log(seed=5)))
    page = client_of(world.people["ana"]).get(f"/games/{other.pk}/").content.decode()
    assert "Add the game to the club" in page
    answer = client_of(world.people["ana"]).post(
        f"/clubs/game/{other.pk}/", {"club": world.club.slug}
    )
    assert answer.status_code == 302
    assert ClubGame.objects.filter(game=other, club=world.club).exists()
    client = client_of(world.people["own"])
    client.post(f"/clubs/game/{other.pk}/", {"club": world.club.slug, "out": "yes"})
    assert not ClubGame.objects.filter(game=other).exists()


def test_a_notice_leads_to_the_club(world: ClubWorld) -> None:
    give_club_role(world.people["own"], world.club, "mem", "officer")
    page = client_of(world.people["mem"]).get("/notices/").content.decode()
    assert "@own gave you a role in a club." in page
    notice = Notice.objects.get(account=world.people["mem"])
    assert notice_address(notice) == f"/clubs/{world.club.pk}/"


def test_the_data_export_has_the_clubs(world: ClubWorld) -> None:
    names = {file.name for file in SitePort().exported_files(world.people["own"])}
    assert {"clubs_owned.ndjson", "clubs_joined.ndjson", "club_words.ndjson"} <= names
