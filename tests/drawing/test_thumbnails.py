"""Pictures of a list: every stone of every side, by day and by night, in a few bytes."""

import gzip
import re
from xml.etree import ElementTree

import pytest

from drawing.export.themed import fixed_look
from drawing.export.thumbnails import HEIGHT, WIDTH, stone_markup, thumbnails_svg
from engine import play, read_log
from engine.vocabulary import Site
from tests.cast import finished_log
from tests.drawing.dealt import EVERYTHING_ADDED

FOUR = "black=Quartz white=Zirkon brown=Jaspis gray=Opal"
FRONT = re.compile(r'<path class="([kwgb])" d="([^"]+)"/>')


@pytest.mark.parametrize("sites", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_stones_at_building_sites_are_drawn(sites: str):
    log = finished_log(FOUR, sites)
    state = play(read_log(log)).state
    owners = [
        len(state.rules.boards[site].stones(state.sites[site])) for site in Site if site.value
    ]
    points = [point for _, path in FRONT.findall(stone_markup(log)) for point in path.split("z")]
    assert len([point for point in points if point]) == sum(owners)


def test_a_list_of_games_is_one_small_document():
    games = {
        f"game{seed}": finished_log(FOUR, "ABCDA", EVERYTHING_ADDED, seed=seed) for seed in range(5)
    }
    picture = thumbnails_svg({name: stone_markup(log) for name, log in games.items()})
    root = ElementTree.fromstring(picture)
    views = root.findall("{http://www.w3.org/2000/svg}view")
    assert [view.get("id") for view in views] == list(games)
    assert [view.get("viewBox") for view in views] == [
        f"0 {HEIGHT * row} {WIDTH} {HEIGHT}" for row in range(5)
    ]
    assert "<text" not in picture
    assert len(gzip.compress(picture.encode())) < 3_000


def test_day_and_night_differ_in_colours_alone():
    picture = thumbnails_svg({"one": stone_markup(finished_log(FOUR, "AAAAA"))})
    day, night = fixed_look(picture, night=False), fixed_look(picture, night=True)
    assert day != night
    for look in (day, night):
        assert "prefers-color-scheme" not in look
        ElementTree.fromstring(look)
        used = set(re.findall(r"var\((--[\w-]+)\)", look))
        assert used <= set(re.findall(r"(--[\w-]+):", look))
