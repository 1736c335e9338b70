"""Small pictures of positions: whole, without words, by day and by night, for everybody's eyes."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from drawing.export.choice import choice_picture
from drawing.export.small import SMALL, log_picture, panorama, position_picture
from drawing.export.themed import fixed_look
from engine import EngineError, play, read_log, start, view, write_text
from engine.vocabulary import BANK
from tests.cast import finished_log
from tests.drawing.dealt import EVERYTHING_ADDED

NAMED = "black=Quartz white=Zirkon brown=Jaspis gray=Opal"


@pytest.mark.parametrize("sites", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_it_stands_alone_in_few_bytes(sites: str):
    picture = log_picture(finished_log(NAMED, sites, EVERYTHING_ADDED))
    ElementTree.fromstring(picture)
    used = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', picture))
    assert used <= set(re.findall(r' id="([^"]+)"', picture))
    assert not re.search(r'(?:href|src)="(?!#)', picture)
    assert len(picture) < 60_000


def test_it_has_no_words_and_no_names():
    picture = log_picture(finished_log(NAMED, "BCADB"))
    assert not re.search(r"<text|<title|Quartz|Zirkon|data-", picture)


def test_nothing_is_left_that_was_about_a_number():
    """No sheet of the points, and no stroke between the two numbers of a reward."""
    picture = log_picture(finished_log(NAMED, "ABBBA"))
    assert not re.search(r"#i-tally|#i-end-|\beither\b", picture)


def test_the_stones_are_those_that_lie_at_the_sites():
    log = read_log(finished_log("black=Quartz white=Zirkon", "AAAAA"))
    s = play(log).state
    stones = sum(map(sum, (site["stones"] for site in view(s, None)["sites"].values())))
    matches = re.findall(r'<use href="#i-[sul][kwbg]"', log_picture(write_text(log)))
    assert len(matches) == stones > 10
    before = position_picture(start(log.setup), ["", ""], SMALL)
    assert not re.search(r'<use href="#i-[sul][kwbg]"', before)


def test_it_is_drawn_by_day_and_by_night():
    picture = log_picture(finished_log(NAMED, "AAAAA"))
    day, night = picture.split("@media (prefers-color-scheme: dark)")
    assert "--sky-1:#bfe0e6" in day
    assert "--sky-1:#080d26" in night
    matches = set(re.findall(r"(--[\w-]+):", picture))
    assert set(re.findall(r"var\((--[\w-]+)", picture)) <= matches
    assert "--font" not in picture


def test_the_first_page_shows_a_real_position():
    picture = panorama()
    ElementTree.fromstring(picture)
    assert len(re.findall(r'href="#i-[sul][kwbg]"', picture)) > 30
    assert "<text" not in picture


def test_a_page_can_fix_its_colours():
    picture = log_picture(finished_log(NAMED, "AAAAA"))
    day, night = fixed_look(picture, night=False), fixed_look(picture, night=True)
    for fixed in (day, night):
        ElementTree.fromstring(fixed)
        assert "@media" not in fixed
        assert fixed.count("{") == fixed.count("}")
    assert "--sky-1:#080d26" not in day
    assert night.index("--sky-1:#bfe0e6") < night.index("--sky-1:#080d26")


def test_a_choice_is_drawn_with_the_one_that_was_better():
    log = finished_log(NAMED, "BCADB")
    entries = read_log(log).entries
    step = next(n for n, entry in enumerate(entries, 1) if entry.action.text.startswith("load"))
    picture = choice_picture(log, step, "take")
    ElementTree.fromstring(picture)
    assert picture.count('class="choice-head"') == 4  # each with the light line below it
    assert '"choice-better"' in picture
    assert '"choice-better"' not in choice_picture(log, step)
    with pytest.raises(EngineError):
        choice_picture(log, step, "sail 9 temple")
    bank = next(n for n, entry in enumerate(entries, 1) if entry.seat == BANK)
    with pytest.raises(IndexError):
        choice_picture(log, bank)
