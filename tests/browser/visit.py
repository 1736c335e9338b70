"""What the browser tests of pages do again and again."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page

from games.models import Account, Upload
from games.models.upload import OPEN


def log_in(context: BrowserContext, site: str, who: Account) -> None:
    client = Client()
    client.force_login(who)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])


def judged(upload: Upload) -> Upload:
    """`upload`, when all its logs are judged: the site's worker may be quicker to claim them."""
    deadline = monotonic() + 20
    while upload.submissions.filter(status__in=OPEN).exists():
        assert monotonic() < deadline
        sleep(0.05)
    return upload


def drop(page: Page, files: dict[str, str]) -> None:
    """Let go of `files` (name to text) over the upload form."""
    held = page.evaluate_handle(
        """files => {
            const held = new DataTransfer();
            for (const [name, text] of Object.entries(files))
                held.items.add(new File([text], name));
            return held;
        }""",
        files,
    )
    for event in ("dragenter", "dragover", "drop"):
        page.dispatch_event("[data-drop]", event, {"dataTransfer": held})


def serious(page: Page) -> list[dict[str, Any]]:
    """What axe finds that keeps somebody out: rule, help, and where."""
    found = Axe().run(page).response["violations"]
    return [
        {
            "rule": one["id"],
            "help": one["help"],
            "at": [node["target"] for node in one["nodes"]][:5],
        }
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def too_wide(page: Page) -> int:
    """By how many pixels the page has to be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
