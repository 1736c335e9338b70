"""The log as it is read: by people, by programs that know only its formats, from a kept file."""

import html
import json
import re
from base64 import b64decode
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from archive.log import signing
from archive.log.models import Leaf, Log
from archive.log.services.append import KINDS, Forked, append
from archive.log.views import WORDS
from audit import merkle
from audit.merkle import leaf_hash
from audit.signed import open_checkpoint, parse_vkey
from games.log_outbox import STANDING, queue_leaves
from tests.cast import finished_log, game_of, submit
from tests.site.log.trees import root_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ana, ben, signer):
    game = game_of(submit(ana, finished_log()))
    append()
    return game


@pytest.fixture
def many_leaves(signer, monkeypatch):
    """600 leaves, of records that are nothing but their names."""
    monkeypatch.setitem(KINDS, "standing", lambda ids: ((one, {"a": one}) for one in ids))
    queue_leaves(STANDING, [f"game-{number}" for number in range(600)])
    append()
    return 600


def test_the_page_says_how_far_it_is_and_how_to_check_it(client, game, signer):
    text = client.get("/log/").content.decode()
    assert html.escape(signer.text) in text
    assert Log.objects.get().note.split("\n")[2] in html.unescape(text)
    assert f'href="/games/{game.pk}/"' in text
    assert "--since checkpoint" in text


def test_the_page_has_a_word_for_every_kind_of_leaf() -> None:
    """One without made the page of the log fail as soon as such a leaf was among the latest."""
    assert set(KINDS) <= set(WORDS)


def test_the_page_of_an_empty_log(client, db):
    text = client.get("/log/").content.decode()
    assert "No checkpoint is signed" in text
    assert "No entries yet." in text


def test_the_checkpoint_is_a_note_that_the_key_signed(client, game, signer):
    key = parse_vkey(client.get("/log/key").content.decode())
    assert key == signer
    answer = client.get("/log/checkpoint")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    point = open_checkpoint(answer.content.decode(), key)
    assert (point.origin, point.size) == ("example.org/log", 5)
    assert point.root == root_of([leaf.hash for leaf in Leaf.objects.order_by("pk")])


def test_without_a_key_nothing_is_signed_and_everything_grows(client, ana, ben):
    submit(ana, finished_log())
    append()
    assert Leaf.objects.count() == 5
    for path in ("checkpoint", "key"):
        assert client.get(f"/log/{path}").status_code == 404
    assert client.get("/log/tile/0/000.p/5").status_code == 200


def test_another_key_signs_nothing(client, game, signer, settings):
    before = Log.objects.get()
    settings.TRANSPARENCY_KEY = "A" * 43 + "="
    with pytest.raises(Forked, match="another TRANSPARENCY_KEY"):
        append()
    point = open_checkpoint(client.get("/log/checkpoint").content.decode(), signer)
    assert point.size == before.size
    assert Leaf.objects.count() == before.size


@pytest.mark.parametrize("wrong", ["!", "AAAA", "A" * 60, ""])
def test_what_is_no_key_signs_nothing(settings, wrong):
    settings.TRANSPARENCY_KEY = wrong
    assert signing.log_key() is None
    assert signing.signed_checkpoint(0, bytes(32)) == ""


def test_a_monitor_rebuilds_the_tree_from_tiles_alone(client, many_leaves, signer):
    point = open_checkpoint(client.get("/log/checkpoint").content.decode(), signer)
    assert point.size == many_leaves

    def fetched(tile):
        answer = client.get(f"/log/{tile.path}")
        assert answer.status_code == 200
        return answer.content

    tiles = merkle.TileTree(point.size, fetched)
    assert merkle.tree_root(point.size, tiles.node) == point.root
    entries = []
    for begin in range(0, point.size, 256):
        width = min(256, point.size - begin)
        entries += unbundled(fetched(merkle.HashTile(None, begin // 256, width)))
    edge = merkle.TreeEdge()
    for entry in entries:
        list(edge.add(leaf_hash(entry)))
    assert (edge.size, edge.root()) == (point.size, point.root)
    assert json.loads(entries[7])["id"] == "game-7"


def unbundled(tile):
    """The entries of a tile, as a monitor reads them."""
    reader = BytesIO(tile)
    while length := reader.read(2):
        entry = reader.read(int.from_bytes(length, "big"))
        assert len(entry) == int.from_bytes(length, "big")
        yield entry


def test_what_is_whole_is_kept_for_ever(client, many_leaves):
    response = client.get("/log/tile/0/001")
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert len(response.content) == 256 * 32
    part = client.get("/log/tile/0/001.p/200")
    assert response.content.startswith(part.content)
    assert len(part.content) == 200 * 32
    assert "immutable" not in part["Cache-Control"]
    assert client.get("/log/tile/1/000.p/2").status_code == 200


def test_a_tile_costs_as_much_whatever_the_size(client, many_leaves):
    for path in ("0/000", "0/002.p/88", "1/000.p/2", "entries/001", "entries/002.p/88"):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/log/tile/{path}").status_code == 200
        assert len(captured) <= 2, path


def test_a_game_is_proved(client, game, signer):
    body = client.get(f"/log/games/{game.pk}.json").json()
    point = open_checkpoint(body["checkpoint"], parse_vkey(body["key"]))
    assert [json.loads(leaf["data"])["kind"] for leaf in body["leaves"]] == [
        "verification",
        "log",
        "standing",
    ]
    for leaf in body["leaves"]:
        proof = [b64decode(node) for node in leaf["proof"]]
        hashed = leaf_hash(leaf["data"].encode())
        assert merkle.is_included(hashed, leaf["number"], point.size, proof, point.root)
    assert client.get("/log/games/no-such-game.json").status_code == 404


def test_a_game_without_a_leaf_is_not_proved_yet(client, ana, ben, signer):
    game = game_of(submit(ana, finished_log()))
    assert client.get(f"/log/games/{game.pk}.json").status_code == 404
    assert (
        "The status of this game is recorded as entry"
        not in client.get(f"/games/{game.pk}/").content.decode()
    )
    assert "inclusion-proof" not in client.get(f"/games/{game.pk}/offline.html").content.decode()


def test_the_page_of_a_game_shows_its_leaf(client, game):
    text = client.get(f"/games/{game.pk}/").content.decode()
    assert "The status of this game is recorded as entry 4 of 5 in the public log." in text
    assert f"/log/games/{game.pk}.json" in text


def test_the_kept_file_has_the_proof(client, game, signer):
    page = client.get(f"/games/{game.pk}/offline.html").content.decode()
    script = re.search(r'<script type="application/json" id="inclusion-proof">(.*?)</script>', page)
    assert script
    assert "the latest entry about this game is number 4." in page
    document = json.loads(script[1])
    point = open_checkpoint(document["checkpoint"], signer)
    last = document["leaves"][-1]
    proof = [b64decode(node) for node in last["proof"]]
    hashed = leaf_hash(last["data"].encode())
    assert merkle.is_included(hashed, last["number"], point.size, proof, point.root)
