"""What the browser tests of pages do again and again."""

from __future__ import annotations

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from games.models import Account, Upload
from games.models.upload import OPEN
from tests.services.processes import wait_until


def log_in(context: BrowserContext, site: str, account: Account) -> None:
    client = Client()
    client.force_login(account)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])


def judged(upload: Upload) -> Upload:
    """`upload`, when all its logs are judged: the site's worker may be quicker to claim them."""
    wait_until(
        lambda: not upload.submissions.filter(status__in=OPEN).exists(), what="judging the upload"
    )
    return upload


def frames(page: Page) -> None:
    """Two frames have been drawn since: what was asked for has been done, if anything was."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def later(page: Page, milliseconds: int) -> None:
    """So much time has passed for the page, whose clock was installed: timers that were due have
    run, and what they asked for is drawn."""
    page.clock.fast_forward(milliseconds)
    frames(page)


def heard_live(page: Page) -> None:
    """The page hears from the site, and says so."""
    part = page.locator("[data-fragment]")
    words = part.get_attribute("data-live")
    expect(page.locator("[data-live-line]")).to_have_text(words or "")


def drop(page: Page, files: dict[str, str]) -> None:
    """Let go of `files` (name to text) over the upload form."""
    transfer = page.evaluate_handle(
        """files => {
            const held = new DataTransfer();
            for (const [name, text] of Object.entries(files))
                held.items.add(new File([text], name));
            return held;
        }""",
        files,
    )
    for event in ("dragenter", "dragover", "drop"):
        page.dispatch_event("[data-drop]", event, {"dataTransfer": transfer})


COLOURS = ("color-contrast", "link-in-text-block")
"""What axe asks of colours, where nobody turns on more."""

AXE = """async ([part, options]) => {
  const { violations } = await axe.run(part ?? document, options);
  return violations.map(({ id, impact, help, nodes }) => (
    { rule: id, impact, help, at: nodes.slice(0, 5).map(({ target }) => target) }));
}"""


def axe_violations(
    page: Page, part: str | None = None, rules: Sequence[str] = ()
) -> list[dict[str, object]]:
    """What axe finds on the page, or in the `part` that a selector names: rule, impact, help, and
    where. `rules`: those of axe to look for, if not all."""
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if page.evaluate("typeof axe") == "undefined":  # half a megabyte: once a page
        page.evaluate(AXE_SCRIPT)
    violations: list[dict[str, object]] = page.evaluate(
        AXE, [part, options | ({"runOnly": list(rules)} if rules else {})]
    )
    return violations


def serious(page: Page, part: str | None = None, rules: Sequence[str] = ()) -> list[object]:
    """Those of ``axe_violations`` that keep somebody out."""
    return [
        violation
        for violation in axe_violations(page, part, rules)
        if violation["impact"] in ("serious", "critical")
    ]


def too_wide(page: Page) -> int:
    """By how many pixels the page has to be scrolled sideways. A page that refreshes itself may be
    without a document for a moment."""
    width = "() => document.body && [document.documentElement.scrollWidth - innerWidth]"
    [surplus] = page.wait_for_function(width).json_value()
    return int(surplus)


def out_of_reach(page: Page) -> list[object]:
    """What may scroll inside the page and holds nothing that the keyboard reaches, nor can be
    reached itself: whether it overflows or not, which depends on the game and on the fonts."""
    violations: list[object] = page.evaluate(
        """() => [...document.body.querySelectorAll("*")].filter((one) => {
          const {overflowX, overflowY} = getComputedStyle(one);
          if (![overflowX, overflowY].some((way) => way === "auto" || way === "scroll"))
            return false;
          if (one.tabIndex >= 0 || one.matches("textarea, select, iframe")) return false;
          return ![...one.querySelectorAll("a[href], button, input, select, textarea, summary")]
            .some((inside) => inside.tabIndex >= 0);
        }).map((one) => `${one.localName}.${one.className}`)"""
    )
    return violations
