"""A game that names one: heard of in the head, confirmed among others, and by a link in a mail."""

from __future__ import annotations

import re
from datetime import timedelta

from django.core import mail
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from games.models import Game, Notice, Standing
from games.notifications import mail_digest
from tests.browser.visit import judged, log_in, serious, too_wide
from tests.cast import account, finished_log, game_of, submit


def test_a_game_is_heard_of_and_confirmed_on_the_page_and_from_the_mail(
    context: BrowserContext, site: str, page: Page
):
    ana, ben = account("ana"), account("ben")
    log_in(context, site, ben)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/rules/")
    waits = page.locator("[data-waits=confirm]")
    expect(waits).to_be_hidden()
    first = game_of(judged(submit(ana, finished_log())))
    expect(waits.locator("[data-waits-count]")).to_have_text("1")
    expect(page.locator("[data-waits=notices]")).to_be_visible()
    assert too_wide(page) <= 0
    assert serious(page, ".site-head") == []

    expect(waits).to_be_visible()
    page.locator("[data-waits=notices]").click()
    page.wait_for_url("**/notices/")
    expect(page.get_by_text("@ana uploaded a game with you")).to_be_visible()
    page.goto("/confirm/")
    assert too_wide(page) <= 0
    assert serious(page, "main") == []
    assert page.get_by_role("checkbox").count() == 0
    page.get_by_role("button", name="Confirm this game").click()
    expect(page.get_by_text("You have confirmed 1 game.")).to_be_visible()
    expect(page.locator("[data-waits=confirm]")).to_be_hidden()
    assert Game.objects.get(pk=first.pk).standing == Standing.COUNTED

    third = game_of(judged(submit(ana, finished_log(seed=3))))
    page.goto("/confirm/")
    page.get_by_role("button", name="Confirm this game").click()
    expect(page.get_by_text("You have confirmed 1 game.")).to_be_visible()
    assert Game.objects.get(pk=third.pk).standing == Standing.COUNTED

    second = game_of(judged(submit(ana, finished_log(seed=2))))
    Notice.objects.update(at=timezone.now() - timedelta(hours=1))
    mail_digest.send_mail_digests()
    (sent,) = [one for one in mail.outbox if one.to == ["ben@example.org"]]
    link = re.search(r"/confirm/by-mail/\S+", str(sent.body))
    assert link
    page.goto("about:blank")  # else an answer to the page before brings a cookie back
    context.clear_cookies()
    page.goto(link[0])
    assert serious(page, "main") == []
    page.get_by_role("button", name="Confirm this game").click()
    expect(page.get_by_role("heading", name="You have confirmed this game")).to_be_visible()
    assert Game.objects.get(pk=second.pk).standing == Standing.COUNTED
