"""What if: only legal entries, nothing stored, hostile links answered with a page."""

import random
import re
import zlib
from base64 import urlsafe_b64encode
from xml.etree import ElementTree

import pytest
from django.test import Client

from drawing.play.branch import followed
from drawing.replay.replay import cached_replay
from engine import Entry, entry_text, legal_actions, read_log
from engine.vocabulary import BANK
from games.limits import BRANCH_ENTRIES
from games.models import Game
from games.replays.whatif.branch import branch, by_chance, naming, options
from games.replays.whatif.code import DICTIONARY, pack_branch, unpack_branch
from tests.cast import finished_log
from tests.drawing.dealt import EVERYTHING_ADDED
from web.errors import Invalid
from web.rate_limits import BRANCHES

JSON = {"Accept": "application/json"}


def lines_of(text: str) -> list[str]:
    log = read_log(text)
    return [entry_text(log.setup, entry) for entry in log.entries]


@pytest.mark.parametrize("sites", ["AAAAA", "DCBDC"])
def test_a_walk_at_random_ends_the_game(sites: str):
    text = finished_log("black white gray", sites, EVERYTHING_ADDED)
    chance, lines = random.Random(7), []
    variation = branch(text, 40, lines)
    while not variation.over and not variation.full:
        if variation.seat == BANK:
            lines.append(by_chance(variation, chance))
        else:
            assert variation.seat is not None
            action = chance.choice(legal_actions(variation.state))
            lines.append(entry_text(variation.log.setup, Entry(variation.seat, action)))
        variation = branch(text, 40, lines)
    assert variation.lines == lines
    assert unpack_branch(pack_branch(lines)) == lines
    assert options(variation) == []
    assert naming(variation) is None


def test_every_option_is_legal_and_has_words():
    text = finished_log("black white brown gray", "DCBDC", EVERYTHING_ADDED)
    data = 0
    for ply in range(0, len(lines_of(text)), 9):
        variation = branch(text, ply, [])
        for group in options(variation):
            for option in group.options[:4]:
                assert branch(text, ply, [option.entry]).lines == [option.entry]
                assert option.words
                data += 1
    assert data > 50


def test_what_the_game_did_is_a_branch_too():
    text = finished_log()
    lines = lines_of(text)
    variation = branch(text, 30, lines[30:])
    assert variation.over
    assert variation.log.entries == read_log(text).entries


def test_the_bank_names_what_is_possible():
    variation = branch(finished_log(), 0, [])
    question = naming(variation)
    assert question is not None
    assert (question.verb, question.number) == ("round", 1)
    with pytest.raises(Invalid, match="No card or tile is drawn"):
        by_chance(branch(finished_log(), 2, []), random.Random(1))


@pytest.mark.parametrize(
    "bad", ["white sail 9 temple", "hello", "", "black take\nblack take", "round 9 9 9 9", "⛵"]
)
def test_what_cannot_stand_is_named(bad: str):
    with pytest.raises(Invalid, match="Move 1"):
        branch(finished_log(), 10, [bad])


def test_links_are_short():
    lines = lines_of(finished_log())[40:50]
    assert len(pack_branch(lines)) < 110
    assert pack_branch([]) == ""
    assert unpack_branch("") == []


def deflated(body: bytes) -> str:
    deflate = zlib.compressobj(9, wbits=-15, zdict=DICTIONARY)
    return urlsafe_b64encode(deflate.compress(body) + deflate.flush()).rstrip(b"=").decode()


BROKEN = {
    "no link": "!!!!",
    "cut": pack_branch(["black take", "white take", "black load 1.2"])[:-3],
    "more after it": pack_branch(["black take"]) + "AAAA",
    "a bomb": deflated(b"black take\n" * 100_000),
    "too many": deflated(b"\n".join([b"black take"] * (BRANCH_ENTRIES + 1))),
    "too long": "A" * 3000,
    "other letters": "ℵℵℵℵ",
    "nothing": "\x00",
    "no text": deflated(b"\xff\xfe\x80"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_link_is_a_clear_page(game: Game, name: str):
    with pytest.raises(Invalid):
        unpack_branch(BROKEN[name])
    answer = Client().get(f"/games/{game.pk}/20/what-if/", {"m": BROKEN[name]})
    assert answer.status_code == 400
    text = answer.content.decode()
    assert "This link is broken" in text
    assert "Start again from this step" in text
    coded = Client().get(
        f"/games/{game.pk}/20/what-if/", {"m": BROKEN[name]}, headers={"Accept": "application/json"}
    )
    assert (coded.status_code, list(coded.json())) == (400, ["error"])


def test_too_much_is_not_packed():
    with pytest.raises(Invalid, match="at most"):
        pack_branch(["black take"] * (BRANCH_ENTRIES + 1))
    noise = random.Random(1)
    with pytest.raises(Invalid, match="too long"):
        pack_branch([f"{noise.getrandbits(256):x}" for _ in range(BRANCH_ENTRIES)])


def test_the_page_goes_on_step_by_step_and_stores_nothing(game: Game):
    client, address = Client(), f"/games/{game.pk}/30/what-if/"
    before = Game.objects.values().get()
    text = client.get(address).content.decode()
    first = re.search(r'name="add" value="([^"]+)"', text)
    assert first
    answer = client.get(address, {"m": "", "add": first[1]})
    assert answer.status_code == 302
    assert unpack_branch(answer["Location"].partition("?m=")[2]) == [first[1]]
    text = client.get(answer["Location"]).content.decode()
    assert "Undo the last" in text
    assert f'value="http://testserver{answer["Location"]}"' in text
    assert Game.objects.values().get() == before


def test_for_a_script_it_is_json(game: Game):
    address = f"/games/{game.pk}/30/what-if/"
    data = Client().get(address, headers=JSON).json()
    variation = branch(game.log, 30, [])
    entries = [option.entry for group in options(variation) for option in group.options]
    assert variation.seat is not None
    colour = variation.log.setup.seats[variation.seat].word
    assert [f"{colour} {one[0]}" for one in data["asked"]["options"]] == entries
    assert data["moments"]["base"] + len(data["moments"]["steps"]) == 30
    assert (data["moves"], data["awaited"], data["over"]) == ([], variation.seat, False)
    body = Client().get(address, {"add": data["asked"]["options"][0][0]}, headers=JSON).json()
    assert body["address"].startswith(f"{address}?m=")
    assert [move["entry"] for move in body["moves"]] == entries[:1]
    assert body["moves"][0]["url"] == body["address"]
    assert body["moments"]["layout"] == data["moments"]["layout"]
    assert body["moments"]["steps"][:-1] == data["moments"]["steps"]
    assert body["moments"]["steps"][-1]["s"] == body["moves"][0]["words"]
    assert Client().get(body["address"]).status_code == 200


@pytest.mark.parametrize("sites", ["AAAAA", "DCBDC"])
def test_steps_begin_where_nothing_waits_and_have_all_points(sites: str):
    text = finished_log("black white gray", sites, EVERYTHING_ADDED)
    replay = cached_replay(text)
    for ply in range(0, replay.plies + 1, 7):
        frames = followed(branch(text, ply, []).log, ply)
        payload = frames.payload
        assert frames.base + frames.replay.plies == ply
        assert frames.base < ply or ply == 0
        assert frames.replay.score(frames.replay.plies).points == replay.score(ply).points
        first = payload["steps"][0].get("p", []) if payload["steps"] else []
        gained = [sum(value for gainer, _, value in first if gainer == seat) for seat in range(3)]
        if payload["steps"]:
            assert gained == replay.score(frames.base + 1).points


def test_a_computer_player_answers(game: Game):
    client, address = Client(), f"/games/{game.pk}/30/what-if/answer/"
    for level in ("greedy", "search-1"):
        answer = client.post(address, {"m": "", "level": level})
        assert answer.status_code == 302
        (line,) = unpack_branch(answer["Location"].partition("?m=")[2])
        assert branch(game.log, 30, [line]).lines == [line]
    data = client.post(address, {"m": "", "level": "greedy"}, headers=JSON).json()
    assert len(data["moves"]) == 1


def test_what_a_computer_player_does_not_answer(game: Game):
    client, address = Client(), f"/games/{game.pk}/30/what-if/answer/"
    assert client.post(address, {"m": "", "level": "hal"}).status_code == 400
    assert client.post(address, {"m": "!!!", "level": "greedy"}).status_code == 400
    assert client.get(address).status_code == 405
    of_the_bank = f"/games/{game.pk}/0/what-if/answer/"
    assert client.post(of_the_bank, {"level": "greedy"}).status_code == 400
    at_the_end = f"/games/{game.pk}/{game.entries}/what-if/answer/"
    assert client.post(at_the_end, {"level": "greedy"}).status_code == 400
    past_it = f"/games/{game.pk}/{game.entries + 1}/what-if/answer/"
    assert client.post(past_it, {"level": "greedy"}).status_code == 404


def test_a_script_is_told_what_the_options_would_bring(game: Game):
    path = f"/games/{game.pk}/4/what-if/"
    client = Client()
    options = client.get(path, {"weigh": ""}).json()["options"]
    question = client.get(path, headers={"accept": "application/json"}).json()["asked"]
    assert set(options) == {option[0] for option in question["options"]}
    assert all(entry["said"] for entry in options.values())
    assert client.get(f"/games/{game.pk}/0/what-if/", {"weigh": ""}).json() == {"options": {}}
    worth = client.get(f"/games/{game.pk}/{game.entries}/what-if/", {"worth": "1"}).json()
    assert any(key.startswith("site-") for key in worth)
    response = client.get(path, {"picture": "1"})
    assert response["Content-Type"].startswith("image/svg+xml")
    parsed = ElementTree.fromstring(response.content.decode())
    assert parsed.tag.endswith("svg")
    assert f'data-hints="{path}?worth=1"' in client.get(path).content.decode()


def test_chance_is_named_or_at_random(game: Game):
    address = f"/games/{game.pk}/0/what-if/"
    text = Client().get(address).content.decode()
    assert "What is drawn?" in text
    named = Client().get(address, {"add": "round", "of": "4 3 2 2"})
    assert unpack_branch(named["Location"].partition("?m=")[2]) == ["round 4 3 2 2"]
    assert Client().get(address, {"random": "1"}).status_code == 302
    assert Client().get(address, {"add": "round", "of": "9 9 9 9"}).status_code == 400


@pytest.mark.parametrize("bad", ["white sail 9 temple", "x" * 5000, "a\nb", "<script>", "\x00"])
def test_what_cannot_be_added_is_a_clear_page(game: Game, bad: str):
    answer = Client().get(f"/games/{game.pk}/20/what-if/", {"add": bad})
    assert answer.status_code == 400
    text = answer.content.decode()
    assert "We can’t show this what-if" in text
    assert "<script>" not in text.replace('<script type="module"', "")


def test_the_end_of_a_game_and_past_it(game: Game):
    last = game.entries
    assert "The game is over" in Client().get(f"/games/{game.pk}/{last}/what-if/").content.decode()
    assert Client().get(f"/games/{game.pk}/{last + 1}/what-if/").status_code == 404
    assert Client().get(f"/games/{game.pk}/{last}/what-if/?random=1").status_code == 400


def test_a_hurry_is_slowed_down(game: Game):
    for _ in range(BRANCHES.most):
        BRANCHES.count("127.0.0.1")
    assert Client().get(f"/games/{game.pk}/20/what-if/").status_code == 429
