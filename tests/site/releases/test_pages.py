"""Pages and API of releases, and what pages of games say of them."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from archive.releases.models import Decision, Impact, Pin
from archive.releases.services import impact, working
from archive.releases.services.decisions import ReleaseChoice, decide_release
from games.models import Account, Game
from tests.cast import client_of
from tests.site.releases.test_impact import done, make_world
from tests.worlds.engines import BUILD, another_number
from tests.worlds.modules import module_world

World = tuple[Account, list[Game]]


stored_world, world = module_world(make_world)


@pytest.fixture
def mo(world: World) -> Account:
    return world[0]


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return str(answer.content.decode())


def test_the_pages_before_anything_differs(mo: Account):
    assert "in use now" in text(Client(), "/about/record/")
    assert "Nothing to compare" in text(Client(), "/releases/")
    impact_row = done(mo)
    address = f"/releases/impacts/{impact_row.pk}/"
    page_text = text(Client(), address)
    assert "Every game gets the same result as before." in page_text
    assert "there is nothing to decide" not in page_text
    assert "Nothing is decided yet" not in page_text
    figures = re.findall(r"<strong>(\d+)</strong><span>([^<]+)", page_text)
    assert [number for number, _words in figures] == [str(impact_row.games), *"00000"]
    for_moderator = text(client_of(mo), address)
    assert "No game’s result changes, so there is nothing to decide." in for_moderator
    assert "Public reason" not in for_moderator
    (line,) = re.findall(r"<tr>.*?</tr>", text(Client(), "/releases/").split("<tbody>")[1], re.S)
    assert "Every game gets the same result as before." in line
    assert "badge--wait" not in line
    page = text(Client(), f"/releases/{impact_row.release_id}/")
    assert "This is the first release noted on this site." in page


def test_a_moderator_begins_and_decides_on_pages(mo: Account):
    with another_number():
        client = client_of(mo)
        answer = client.post("/releases/impacts/begin/")
        impact = Impact.objects.get()
        assert answer["Location"] == f"/releases/impacts/{impact.pk}/"
        page = text(client, answer["Location"])
        assert "Cancel this comparison" in page
        assert 'http-equiv="refresh"' in page
        working.work_on_impacts()
        page = text(client, answer["Location"])
        assert "would be judged differently" in page
        row = impact.differences.all()[0]
        assert f"/games/{row.game_id}/{row.entry}/" in page
        assert "Pyramid" in page
        assert "Public reason" in page
        assert "Public reason" not in text(Client(), answer["Location"])
        form = {"what": "pin", "reason": "played by the old numbers"}
        client.post(f"/releases/impacts/{impact.pk}/decide/", form)
        assert Decision.objects.get().what == ReleaseChoice.PIN
        working.work_on_impacts()
        page = text(Client(), answer["Location"])
        assert "played by the old numbers" in page
        assert "keep the verdict" in page
        assert "pinned" in text(Client(), "/releases/")
        assert "pyramid.A.points" in text(Client(), f"/releases/{impact.release_id}/")


def test_what_was_begun_is_cancelled(mo: Account):
    impact_row = impact.begin_impact(mo)
    client = client_of(mo)
    client.post(f"/releases/impacts/{impact_row.pk}/cancel/")
    impact_row.refresh_from_db()
    assert impact_row.state == "cancelled"
    assert "Cancelled" in text(client, f"/releases/impacts/{impact_row.pk}/")
    assert working.work_on_impacts() == 0


def test_a_page_whose_replay_differs_says_so_with_the_way_to_the_release(mo: Account):
    with another_number():
        impact_row = done(mo)
        row = impact_row.differences.all()[0]
        games = Game.objects.exclude(pk__in=impact_row.differences.values("game"))
        page = text(Client(), f"/games/{row.game_id}/")
        assert "The stored game stays as it is." in page
        assert "+5" in page
        assert f"/releases/impacts/{impact_row.pk}/" in page
        assert "gets a different score" in text(Client(), f"/games/{row.game_id}/9/embed/")
        unchanged = games.first()
        assert unchanged is not None
        assert "gets a different score" not in text(Client(), f"/games/{unchanged.pk}/")
        decide_release(mo, impact_row, ReleaseChoice.PIN, "so it was played")
        working.work_on_impacts()
        assert Pin.objects.exists()
        page = text(Client(), f"/games/{row.game_id}/")
        assert "This game keeps the verdict of engine" in page
    page = text(Client(), f"/games/{row.game_id}/")
    assert "gets a different score" not in page


def test_what_shows_the_total_of_a_replay_says_the_same_sentence(mo: Account):
    """The words of a link, its card, its picture, what other sites show, the file to keep."""
    from drawing.export.card import card
    from drawing.replay.page import viewed_replay
    from games.replays.views.pictures import engine_notice

    beginning = "This replay uses the current engine, which gets a different score (@"
    with another_number():
        row = done(mo).differences.all()[0]
        game = Game.objects.get(pk=row.game_id)
        sentence = engine_notice(game)
        assert sentence.startswith(beginning)
        assert sentence.endswith("+5). The stored game stays as it is.")
        page = unescape(text(Client(), f"/games/{game.pk}/"))
        for name in ("og:description", "twitter:description", "og:image:alt"):
            assert beginning in page.partition(f'="{name}"')[2].partition(">")[0]
        for elsewhere in ("offline.html", "9/embed/", "9/table.svg"):
            page_text = unescape(text(Client(), f"/games/{game.pk}/{elsewhere}"))
            assert sentence in page_text, elsewhere
        card_text = unescape(card(viewed_replay(game.log, ""), game.entries, sentence))
        assert "gets a different score (@" in card_text
        tag = Client().get(f"/games/{game.pk}/9/table.svg")["ETag"]
    for elsewhere in ("", "offline.html", "9/embed/", "9/table.svg"):
        assert "gets a different score" not in text(Client(), f"/games/{game.pk}/{elsewhere}")
    repeat = Client().get(f"/games/{game.pk}/9/table.svg", headers={"If-None-Match": tag})
    assert repeat.status_code == 200
    assert card(viewed_replay(game.log, ""), game.entries).count("gets a different score") == 0


def test_a_page_costs_no_query_more_where_nothing_differs(
    mo: Account, django_assert_num_queries: Callable[..., object]
):
    from archive.releases.queries import find_mismatch

    game = Game.objects.all()[0]
    seats = list(game.seats.all())
    with django_assert_num_queries(0):
        assert find_mismatch(game, seats) is None


def test_the_api_tells_the_same(mo: Account):
    with another_number():
        impact_row = done(mo)
        row = impact_row.differences.all()[0]
        client = Client()
        listed = client.get("/api/v1/releases").json()
        assert listed["results"][0]["build"] == BUILD
        body = client.get(f"/api/v1/releases/{impact_row.release_id}").json()
        assert body["numbers"][0]["key"] == "pyramid.A.points"
        assert body["impacts"][0]["id"] == impact_row.pk
        body = client.get(f"/api/v1/impacts/{impact_row.pk}").json()
        assert body["places"] + body["points"] == impact_row.differing
        assert body["decision"] is None
        rows = client.get(f"/api/v1/impacts/{impact_row.pk}/differences?page_size=1").json()
        assert len(rows["results"]) == 1
        assert rows["next"]
        assert rows["results"][0]["game"] == row.game_id
        assert rows["results"][0]["after"]["points"] == row.after["points"]
        ratings = client.get(f"/api/v1/impacts/{impact_row.pk}/ratings").json()["results"]
        assert len(ratings) == impact_row.ratings
        body = client.get(f"/api/v1/games/{row.game_id}/judged").json()
        assert body["agrees"] is False
        assert body["now"] == row.after["points"]
        assert body["impact"] == impact_row.pk
    body = client.get(f"/api/v1/games/{row.game_id}/judged").json()
    assert (body["agrees"], body["sentence"]) == (True, "")
