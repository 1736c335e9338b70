"""The page of a game, its log to take away, and what its players say of it."""

import json

import pytest
from brotli import decompress
from django.test import Client

from engine import read_log, verify
from games.models import Dispute, Game, Seat
from games.moderation.actions import void
from games.pages.game import result_sentence
from games.standing.attest import dispute
from games.templatetags.words import deciding_stones
from tests.cast import client_of, finished_log, game_of, slips, submit
from tests.worlds.pages_world import World


def shown(world: World, viewer: str = "") -> str:
    answer = client_of(world.people.get(viewer)).get(f"/games/{world.game.pk}/")
    return answer.content.decode()


def test_the_page_has_the_whole_record(world: World):
    text = shown(world)
    game = world.game
    for seat in game.seats.all():
        assert f'<td class="num">{seat.points}</td>' in text
    assert game.fingerprint in text
    assert game.verifications.get().engine in text
    assert game.verifications.get().digest[:12] in text
    assert "waiting for @ben to confirm" in text
    assert "@ana confirmed the game by uploading it" in text
    assert "data-replay" in text


def test_the_result_is_above_the_table_and_at_a_step_below_it(world: World):
    seats = sorted(world.game.seats.all(), key=lambda seat: seat.place)
    text = shown(world)
    assert [seat.place for seat in seats] == [1, 2]
    result = f"{seats[0].player or seats[0].name} wins {seats[0].points} : {seats[1].points}"
    assert f">{result}</h1>" in text
    assert text.index('class="podium"') < text.index("data-replay")
    assert f'href="/games/{world.game.pk}/0/">Replay</a>' in text
    step = Client().get(f"/games/{world.game.pk}/3/").content.decode()
    assert step.index("data-replay") < step.index('class="podium"')


def test_the_result_is_said_of_a_shared_first_place_too():
    first = [Seat(name="Ana", colour="black", points=30, place=1) for _ in range(2)]
    third = Seat(colour="white", points=20, place=3)
    assert result_sentence([*first, third]) == "Ana and Ana share the first place with 30 points"
    assert result_sentence([first[0], third, third]) == "Ana wins with 30 points"
    resigned = Seat(name="Ben", colour="white", points=40, place=2)
    assert result_sentence([first[0], resigned]) == "Ana wins with 30 points"
    behind = Seat(name="Ben", colour="white", points=30, place=2, sled=1)
    by_sled = "Ana wins with 30 points and more stones on the sled"
    assert result_sentence([first[0], behind, third]) == by_sled
    assert deciding_stones(behind, [first[0], behind]) == "1 stone on the sled"
    assert deciding_stones(third, [first[0], behind, third]) == ""


def test_the_same_game_at_a_ply_is_the_same_page(world: World):
    client = Client()
    assert 'data-ply="3"' in client.get(f"/games/{world.game.pk}/3/").content.decode()
    last = world.game.entries
    assert client.get(f"/games/{world.game.pk}/{last}/").status_code == 200
    assert client.get(f"/games/{world.game.pk}/{last + 1}/").status_code == 404


def test_who_is_offered_what(world: World):
    offers = ("Confirm this game", "Something is wrong", "See the upload")
    expected = {
        "": (False, False, False),
        "ana": (False, True, True),
        "ben": (True, True, False),
        "cat": (False, False, False),
        "mo": (False, False, True),
    }
    for viewer, phrases in expected.items():
        text = shown(world, viewer)
        assert tuple(offer in text for offer in offers) == phrases, viewer


def test_confirming_makes_it_count(world: World):
    answer = client_of(world.people["ben"]).post(f"/games/{world.game.pk}/attest/", follow=True)
    text = answer.content.decode()
    assert "You have confirmed this game." in text
    world.game.refresh_from_db()
    assert world.game.standing == "counted"


def test_disputing_and_taking_it_back(world: World):
    client = client_of(world.people["ben"])
    address = f"/games/{world.game.pk}/"
    text = client.post(f"{address}dispute/", {"reason": "I was <b>away</b>."}, follow=True)
    assert "I was &lt;b&gt;away&lt;/b&gt;." in text.content.decode()
    assert "Disputed: not rated" in shown(world)
    repeated = client.post(f"{address}dispute/", {"reason": "Still."}, follow=True).content.decode()
    assert "You have already disputed this game." in repeated
    client.post(f"{address}withdraw/")
    assert Dispute.objects.get().closed_at is not None
    assert "withdrawn" in shown(world)


def test_a_dispute_without_a_reason_keeps_the_page(world: World):
    client = client_of(world.people["ben"])
    answer = client.post(f"/games/{world.game.pk}/dispute/", {"reason": " "})
    assert answer.status_code == 400
    assert "This field is required" in answer.content.decode()
    answer = client.post(f"/games/{world.game.pk}/dispute/", {"reason": "x" * 3000})
    assert answer.status_code == 400
    assert "x" * 3000 in answer.content.decode()


def test_somebody_who_logs_in_to_confirm_comes_back_to_the_game(world: World):
    answer = Client().post(f"/games/{world.game.pk}/attest/")
    assert answer["Location"] == f"/accounts/login/?next=/games/{world.game.pk}/"


def test_a_void_game_stays_with_its_reason(world: World):
    void(world.people["mo"], world.game, "It was a test of the form.")
    text = shown(world, "ben")
    assert "This game is void" in text
    assert "It was a test of the form." in text
    assert "Confirm this game" not in text
    assert world.game.pk in Client().get("/games/").content.decode()


def test_a_stranger_does_not_see_whose_dispute_it_was_settled_by_accident(world: World):
    dispute(world.people["ben"], world.game, "No.")
    assert "@ben" in shown(world)


def test_the_log_as_text_and_json(world: World):
    text = Client().get(f"/games/{world.game.pk}/log.imh")
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert f'filename="imhotep-{world.game.pk}.imh"' in text["Content-Disposition"]
    assert verify(read_log(text.content)).fingerprint == world.game.fingerprint
    coded = Client().get(f"/games/{world.game.pk}/log.json")
    assert coded["Content-Type"] == "application/json"
    assert json.loads(coded.content)["imhotep"] == 1
    assert verify(read_log(coded.content)).fingerprint == world.game.fingerprint


@pytest.mark.parametrize("name", ["log.imh", "log.json", "replay.json"])
def test_what_has_not_changed_is_not_sent_again(world: World, name: str):
    address = f"/games/{world.game.pk}/{name}"
    first = Client().get(address)
    assert first["ETag"]
    assert "max-age" in first["Cache-Control"]
    second = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert (second.status_code, second.content) == (304, b"")
    assert Client().head(address).status_code == 200


def test_the_replay_is_packed_for_who_can_unpack_it(world: World):
    address = f"/games/{world.game.pk}/replay.json"
    plain, packed, short = (
        Client().get(address, headers={"accept-encoding": encodings})
        for encodings in ("", "gzip", "gzip, br")
    )
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 3
    assert short["Content-Encoding"] == "br"
    assert len(short.content) < len(packed.content)
    assert decompress(short.content) == plain.content
    assert "Accept-Encoding" in plain["Vary"]


def test_every_site_and_module_has_a_page(world: World):
    ida = world.people["ida"]
    for seed, (sites, modules) in enumerate([("BCDBC", "private_ships"), ("DDDDD", "")], 1):
        upload = submit(ida, finished_log("black=A white=B gray=C", sites, modules, seed=seed))
        game: Game = game_of(upload)
        text = Client().get(f"/games/{game.pk}/").content.decode()
        assert "verified and rated" not in text
        assert "@ida, an arbiter" in text


def test_refused_seats_keep_what_was_typed(world: World):
    client = client_of(world.people["ana"])
    typed = {"seat_0": "@ana", "seat_1": "@cleo-not-here", "reason": "The other Ben."}
    answer = client.post(f"/games/{world.game.pk}/seats/", typed)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "there is no account @cleo-not-here here" in text
    assert 'value="@cleo-not-here"' in text
    assert "The other Ben." in text
    assert '<details class="acts__dispute" open>' in text


def test_another_log_of_the_viewer_comes_before_confirming(world: World):
    ben = world.people["ben"]
    log = Game.objects.get(pk=world.game.pk).log
    submit(ben, slips(log)[0])
    own_page = shown(world, "ben")
    difference = own_page.index("Your log differs from this one")
    assert (
        difference < own_page.index("Is this game correct?") < own_page.index("Confirm this game")
    )
    assert difference < own_page.index("Points by source")
    assert "This log is right, and mine is wrong" in own_page
    other = shown(world, "ana")
    assert "Another log of this game" in other
    assert "Your log differs" not in other
