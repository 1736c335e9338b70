"""A visit in each language: logging in, stepping a replay, a refused upload, on a phone."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import BrowserContext, Page, expect

from drawing.replay.replay import cached_replay
from engine.errors import Rule
from games.intake.receive import receive
from games.models import Channel, Game
from tests.browser.visit import judged, too_wide
from tests.cast import PASSWORD, account, broken_log, finished_log, game_of

LANGUAGES = ("de", "es", "fr", "nl", "pl")
LONG = ("de", "pl")
"""Their words are the longest."""
STEP = 20


@pytest.fixture
def game(site: str) -> Game:
    ana = account("ana")
    account("ben")
    upload = receive(ana, finished_log().encode(), "game.imh", Channel.PAGE)
    return game_of(judged(upload))


def test_a_visit_in_each_language(context: BrowserContext, page: Page, game: Game) -> None:
    log = game.log
    for number, language in enumerate(LANGUAGES, 2):
        context.clear_cookies()
        context.set_extra_http_headers({"Accept-Language": language})
        with translation.override(language):
            words = {word: gettext(word) for word in ("Log in", "refused", "Upload")}
            words["rule"] = gettext(Rule.NO_SUCH_SHIP.sentence)
            narration = cached_replay(log).frames[STEP].words
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto("/accounts/login/")
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert not too_wide(page), f"a guest's head in {language}"
        page.locator("input[name=username]").fill("ana")
        page.locator("input[name=password]").fill(PASSWORD)
        page.get_by_role("button", name=words["Log in"], exact=True).click()
        page.goto("/upload/")
        page.locator("#id_log").fill(broken_log(seed=number)[0])
        page.get_by_role("button", name=words["Upload"], exact=True).click()
        row = page.locator(".file")
        expect(row.get_by_text(words["refused"], exact=True)).to_be_visible()
        expect(row).to_contain_text(words["rule"])
        assert not too_wide(page)
        page.goto(f"/games/{game.pk}/{STEP}/")
        expect(page.get_by_role("slider").first).to_be_enabled()
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-words]").first).to_have_text(narration)
        for wide in ("", "/", "/play/new/", f"/games/{game.pk}/")[: 4 if language in LONG else 1]:
            page.goto(wide or page.url)
            assert not too_wide(page), (language, wide)
