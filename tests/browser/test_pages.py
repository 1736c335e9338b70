"""Every page in a real browser: for everybody, at any width, without a complaint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from events.clubs.invitations import make_invitation
from events.entrants.entering import enter_people
from events.models import Event
from events.organising.making import make_event
from events.results.slips import Slip, report_slip
from events.round_tables.tables import seat_by_hand
from events.rounds.opening import open_round
from games.models import Account, Player
from tests.browser.visit import COLOURS, axe_violations, judged, log_in, out_of_reach, too_wide
from tests.cast import PASSWORD, account, broken_log, finished_log, game_of, submit
from tests.worlds.clubs import club_of
from tests.worlds.evenings import terms
from tests.worlds.seasons import evening_in, season_of

USUAL: ViewportSize = {"width": 1280, "height": 800}
WIDTHS = (1440, 768, 390, 360)


@dataclass
class Places:
    """Accounts, and the addresses of what they brought."""

    ana: Account
    addresses: list[str]
    private: list[str]


PUBLIC = [
    "/",
    "/about/",
    "/about/log-format/",
    "/rules/",
    "/rules/cards/",
    "/rules/temple/",
    "/rules/rulings/",
    "/rules/search/?q=lever",
    "/games/",
    "/games/?market=D",
    "/games/?market=D&player=@zed",
    "/games/?players=4",
    "/players/",
    "/players/?pool=overall",
    "/clubs/",
    "/clubs/thursday-club/",
    "/clubs/thursday-club/members/",
    "/clubs/thursday-club/games/",
    "/stats/",
    "/stats/openings/",
    "/stats/files/",
    "/upload/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/reset/",
    "/trust/",
    "/learn/",
    "/puzzles/",
    "/play/",
    "/log/",
    "/moderation/",
    "/releases/",
    "/about/fair-dealing/",
    "/rules/numbers/",
    "/api/v1/docs/",
]
OWN_PAGES = [
    "/uploads/",
    "/upload/",
    "/accounts/me/",
    "/accounts/tokens/",
    "/accounts/claims/",
    "/accounts/password/",
    "/clubs/new/",
    "/clubs/thursday-club/games/",
    "/clubs/thursday-club/manage/",
    "/clubs/thursday-club/report/",
]


@pytest.fixture
def places(site: str) -> Places:
    ana, ben, dan = account("ana"), account("ben"), account("dan")
    make_invitation(ana, club_of(ana, ben, dan))
    club = account("club", arbiter=True)
    waiting = judged(submit(ana, finished_log(sites="BCDAB", modules="private_ships")))
    rated_upload = judged(submit(club, finished_log("black=@ana white=@ben brown=@dan", "DDDDD")))
    refused = judged(submit(ana, broken_log(seed=3)[0]))
    judged(submit(ana, finished_log("black=@ana white=Zoe", seed=4)))
    guest = Player.objects.get(name="Zoe")
    games = [f"/games/{game_of(upload).pk}/" for upload in (waiting, rated_upload)]
    uploads = [f"/uploads/{refused.pk}/", f"/uploads/{refused.pk}/1/"]
    event = f"/events/{evening_of(ana).pk}/"
    series = season_of(ana)
    for names in (("@ben", "@dan", "Mia"), ("Mia", "Tom", "@ben")):
        evening_in(series, ana, *names)
    knock_out = f"/events/{knock_out_of(ana).pk}/schedule/"
    return Places(
        ana,
        [
            *PUBLIC,
            "/events/",
            event,
            f"{event}wall/",
            f"{event}live/",
            knock_out,
            f"/series/{series.pk}/",
            *games,
            f"{games[0]}3/",
            f"{games[0]}3/what-if/",
        ],
        [
            *OWN_PAGES,
            "/events/new/",
            f"{event}organise/",
            f"{event}codes/",
            f"{event}report/",
            "/series/new/",
            f"/series/{series.pk}/organise/",
            *uploads,
            games[0],
            f"/players/{guest.pk}/claim/",
        ],
    )


def knock_out_of(arbiter: Account) -> Event:
    """A knock-out of nine whose first round plays."""
    event = make_event(arbiter, terms(name="Cup", format="knockout"))
    enter_people(event.pk, arbiter, [f"Guest {letter}a" for letter in "bcdfghjkl"])
    open_round(event.pk, arbiter)
    return event


def evening_of(arbiter: Account) -> Event:
    """An evening with a table that has a result, and one that plays."""
    event = make_event(arbiter, terms())
    people = enter_people(event.pk, arbiter, ["@ben", "@dan", "Mia", "Tom", "Zoe"])
    played, _playing = (
        seat_by_hand(event.pk, arbiter, [person.number for person in some])
        for some in (people[:3], people[3:])
    )
    report_slip(event.pk, played.pk, arbiter, Slip((40, 35, 30)))
    return event


def visit(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address


def every_page(context: BrowserContext, page: Page, site: str, places: Places) -> Iterator[str]:
    """Visits the pages for everybody, then those of ana; the name of each, while it is shown."""
    for address in places.addresses:
        visit(page, address)
        yield address
    log_in(context, site, places.ana)
    for address in places.private:
        visit(page, address)
        yield f"{address} (ana)"


@pytest.mark.long
def test_axe_finds_nothing_and_no_page_scrolls_sideways(
    context: BrowserContext, page: Page, site: str, places: Places, complaints: list[str]
):
    """Nothing at all, on more than forty pages, in both schemes: they share the page, all but its
    colours."""
    page.emulate_media(reduced_motion="reduce")  # colours change at once
    violations: dict[str, list[object]] = {}
    wide: dict[str, int] = {}
    for name in every_page(context, page, site, places):
        page.set_viewport_size(USUAL)
        page.emulate_media(color_scheme="light")
        violations[name] = [*axe_violations(page), *out_of_reach(page)]
        page.emulate_media(color_scheme="dark")
        violations[f"{name} (dark)"] = [*axe_violations(page, rules=COLOURS)]
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            wide[f"{name} at {width}"] = too_wide(page)
    complaints[:] = [text for text in complaints if "/log/" not in text]  # this site signs no log
    assert len(violations) > 80
    assert {name: problems for name, problems in violations.items() if problems} == {}
    assert {name: pixels for name, pixels in wide.items() if pixels > 0} == {}


SHIFTED = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
    .observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => requestAnimationFrame(() => done(sum))); })"""


def test_forms_and_lists_stand_straight_and_nothing_shifts(
    context: BrowserContext, page: Page, site: str
):
    ana, _ben = account("ana"), account("ben")
    club = account("club", arbiter=True)
    judged(submit(club, finished_log("black=@ana white=@ben", seed=5)))
    log_in(context, site, ana)
    visit(page, "/play/new/")
    page.get_by_label("As I choose").check()
    sites = page.locator("#custom .record-sides").all()
    assert len(sites) == 5
    for sides in sites:
        boxes = map(Locator.bounding_box, sides.locator(".record-side").all())
        tops = [box["y"] for box in boxes if box]
        assert len(tops) == 4
        assert max(tops) - min(tops) < 1  # one row
    player = Player.objects.get(account=ana)
    for address in (f"/players/{player.pk}/", "/play/", "/upload/", "/play/mine/"):
        visit(page, address)
        page.wait_for_load_state()
        assert page.evaluate(SHIFTED) < 0.01, address
        assert axe_violations(page, rules=["landmark-unique"]) == [], address
        for wrap in page.locator(".table-wrap").all():
            clipped = wrap.evaluate("one => one.scrollWidth - one.clientWidth")
            assert clipped <= 0, address


def test_a_newcomer_signs_up_logs_out_and_logs_in(page: Page, site: str):
    page.goto("/")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Handle").fill("ADMIN")
    page.get_by_label("E-mail address").fill("dora@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("This handle is reserved.")).to_be_visible()
    expect(page.get_by_label("E-mail address")).to_have_value("dora@example.org")
    page.get_by_label("Handle").fill("Dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name="@dora")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Handle").fill("@dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("link", name="@dora")).to_be_visible()


def test_filters_by_hand(page: Page, places: Places):
    page.goto("/games/")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Market", exact=True).select_option("D")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".games-table tbody tr")).to_have_count(1)
    page.get_by_role("link", name="remove Market").click()
    expect(page.locator(".games-table tbody tr")).to_have_count(3)


def test_a_player_confirms_a_game(context: BrowserContext, page: Page, site: str, places: Places):
    log_in(context, site, Account.objects.get(username="ben"))
    page.goto("/accounts/me/")
    page.locator(".game-link").first.click()
    page.get_by_role("button", name="Confirm this game").click()
    expect(page.get_by_text("You have confirmed this game.")).to_be_visible()
    expect(page.locator(".badge--good").first).to_have_text("rated")
