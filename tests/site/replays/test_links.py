"""What a pasted link shows, the frame, oEmbed, the file to keep."""

import json
import re
from base64 import b64decode
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from drawing.export.offline import self_contained
from drawing.replay.page import narration_at
from drawing.replay.replay import cached_replay
from games.models import Game
from games.replays.views.share import FRAME_HEIGHT, FRAME_WIDTH, embed_target
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.modules import module_world
from web.rate_limits import OFFLINE_FILES
from web.static_files import static_file_bytes


def make_game() -> Game:
    return game_of(submit(account("ana"), finished_log('black=@ana white=Z"<b>oe')))


stored_world, game = module_world(make_game, "game")


def head(text: str) -> dict[str, str]:
    """The properties of the head."""
    pairs = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text)
    return {name: unescape(value) for name, value in pairs}


def test_the_page_of_a_step_says_what_it_shows(game: Game):
    tags = head(Client().get(f"/games/{game.pk}/21/").content.decode())
    replay = cached_replay(game.log)
    assert tags["og:image"] == f"http://testserver/games/{game.pk}/21/table.png"
    assert tags["og:url"] == f"http://testserver/games/{game.pk}/21/"
    assert narration_at(replay, 21) in tags["og:description"]
    assert tags["description"] == tags["og:description"]
    assert 'Z"<b>oe' in tags["og:title"]
    assert "Round" in tags["og:title"]
    assert tags["twitter:card"] == "summary_large_image"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert Client().get(tags["og:image"]).status_code == 200


def test_every_step_has_its_own_words(game: Game):
    metas = {
        head(Client().get(f"/games/{game.pk}/{ply}/").content.decode())["og:description"]
        for ply in (0, 10, 11, game.entries)
    }
    assert len(metas) == 4


def test_the_share_menu_has_everything(game: Game):
    text = Client().get(f"/games/{game.pk}/5/").content.decode()
    for end in ("5/table.svg", "5/table.png", "offline.html", "log.imh"):
        assert f'href="http://testserver/games/{game.pk}/{end}"' in text, end
    assert f'data-at="http://testserver/games/{game.pk}/{{ply}}/table.png{{seat}}"' in text
    assert f'value="http://testserver/games/{game.pk}/5/"' in text


def test_only_the_frame_may_be_framed(game: Game):
    frame = Client().get(f"/games/{game.pk}/5/embed/")
    assert "frame-ancestors *" in frame["Content-Security-Policy"]
    assert "script-src 'self'" in frame["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame
    assert 'data-ply="5"' in frame.content.decode()
    assert not frame.cookies
    page = Client().get(f"/games/{game.pk}/5/")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_oembed_is_found_from_the_page(game: Game):
    text = Client().get(f"/games/{game.pk}/5/").content.decode()
    link = re.search(r'type="application/json\+oembed" href="([^"]+)"', text)
    assert link
    answer = Client().get(unescape(link[1]))
    assert answer["Content-Type"] == "application/json"
    assert answer["Access-Control-Allow-Origin"] == "*"
    embed = answer.json()
    assert (embed["type"], embed["version"]) == ("rich", "1.0")
    assert (embed["width"], embed["height"]) == (FRAME_WIDTH, FRAME_HEIGHT)
    assert f'src="http://testserver/games/{game.pk}/5/embed/"' in embed["html"]
    assert "<b>" not in embed["html"]
    assert embed["thumbnail_url"].endswith(f"/games/{game.pk}/5/table.png")


def test_oembed_fits_into_what_is_asked_for(game: Game):
    url = f"http://testserver/games/{game.pk}/"
    embed = Client().get("/oembed", {"url": url, "maxwidth": "400", "maxheight": "5000"}).json()
    assert (embed["width"], embed["height"]) == (400, FRAME_HEIGHT)
    assert 'width="400"' in embed["html"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({}, 400),
        ({"url": "GAME", "format": "xml"}, 501),
        ({"url": "GAME", "maxwidth": "wide"}, 400),
        ({"url": "GAME", "maxheight": "-4"}, 400),
        ({"url": "GAME99999/"}, 404),
        ({"url": "http://elsewhere.example/games/x/"}, 404),
        ({"url": "http://testserver/about/"}, 404),
        ({"url": "http://[bad"}, 404),
        ({"url": "javascript:alert(1)"}, 404),
        ({"url": "http://testserver/games/%00/"}, 404),
    ],
)
def test_oembed_refuses(game: Game, query: dict[str, str], status: int):
    address = f"http://testserver/games/{game.pk}/"
    parameters = {name: value.replace("GAME", address) for name, value in query.items()}
    assert Client().get("/oembed", parameters).status_code == status


def test_which_game_an_address_is_about(game: Game):
    assert embed_target(f"https://h/games/{game.pk}/4/?x=1#y", "h") == (game.pk, 4, "all")
    assert embed_target(f"https://h/games/{game.pk}/", "h") == (game.pk, None, "all")
    assert embed_target(f"https://h/games/{game.pk}/4/embed/?seat=white", "H") == (
        game.pk,
        4,
        "white",
    )
    assert embed_target(f"ftp://h/games/{game.pk}/", "h") is None


def test_the_file_needs_nothing_else(game: Game):
    answer = Client().get(f"/games/{game.pk}/offline.html")
    assert answer["Content-Disposition"] == f'attachment; filename="imhotep-{game.pk}.html"'
    text = answer.content.decode()
    assert not re.search(
        r'<link rel="stylesheet"|<script[^>]* src=|@import|url\("?(?!"?(?:data:|#))', text
    )
    assert "default-src &#x27;none&#x27;" in text
    import_map = re.search(r'<script type="importmap">(.*?)</script>', text)
    assert import_map
    imports = json.loads(import_map[1])["imports"]
    assert "imhotep/js/replay/replay.js" in imports
    for address in imports.values():
        code = b64decode(address.removeprefix("data:text/javascript;base64,")).decode()
        assert code
        for name in re.findall(r'^(?:import|export) .*from "([^"]+)"', code, re.MULTILINE):
            assert name in imports
    data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert data
    assert len(json.loads(data[1])["steps"]) == game.entries
    assert "Z&quot;&lt;b&gt;oe" in text
    assert "imhotep 1\n" in text
    assert "imhotep/js/board/hints.js" in imports
    assert re.search(r'data-about="card-statue".*?<a href="http://testserver/rules/cards/', text)
    assert 'data-spoken="harbour"' in text


def test_the_file_is_not_for_the_impatient(game: Game):
    for _ in range(OFFLINE_FILES.most):
        OFFLINE_FILES.count("127.0.0.1")
    assert Client().get(f"/games/{game.pk}/offline.html").status_code == 429


def test_a_page_without_scripts_gets_none():
    assert "importmap" not in self_contained("<head></head>", "static/", static_file_bytes)


def test_the_file_is_whole_where_static_files_have_been_collected(
    game: Game, settings: Any, tmp_path: Path
):
    """Names have a digest in them there."""
    storage = "imhotep_site.static_files.NamedByContent"
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
    call_command("collectstatic", verbosity=0, interactive=False)
    text = Client().get(f"/games/{game.pk}/offline.html").content.decode()
    assert '<link rel="stylesheet"' not in text
    assert not re.search(r"<script[^>]* src=", text)
    assert 'import "imhotep/js/replay/replay.' in text
    assert "--paper:" in text
    assert not re.search(r'from "imhotep/js/replay/autoplay\.js"', text)
    (module,) = tmp_path.glob("js/replay/replay.????????????.js")
    code = module.read_text()
    assert "/**" not in code
    imported = re.findall(r'from "(\.[^"]+)"', code)
    assert len(imported) > 5
    for name in imported:
        assert re.fullmatch(r"\.{1,2}/(?:\w+/)?\w+\.[0-9a-f]{12}\.js", name)
        assert (module.parent / name).resolve().exists()
