"""One browser context for the tests of a process, which have it one after the other.

A context of a test's own costs half a second of the processor: Chromium starts a process for its
first page, and reads every script anew. Here a page stays open, so that the process does too. All
that a test can leave behind is taken away; what cannot be is thrown away, context and all.
"""

from __future__ import annotations

import contextlib
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page

NATIVE = "/native code/.test(Date) && /native code/.test(setTimeout)"
"""Whether no test has installed a clock of its own, which stays in a context."""


PATIENCE = 60_000
"""Milliseconds until a page is loaded, a button can be clicked, and what a page is expected to show
is there: on a machine that is busy with other things, too."""


class Lent:
    """The context that is lent to tests; made when one asks."""

    def __init__(self, browser: Browser, site: str) -> None:
        self._browser = browser
        self._site = site
        self._context: BrowserContext | None = None
        self._kept: Page | None = None

    def lend(self) -> BrowserContext:
        if self._context is None:
            self._context = self._browser.new_context(
                base_url=self._site,
                viewport={"width": 1280, "height": 800},
                service_workers="block",  # they hide requests from page.route
            )
            self._kept = self._context.new_page()
            self._kept.goto("/healthz")  # of the site, and without a script
        self._context.set_default_timeout(PATIENCE)
        return self._context

    def take_back(self, *, spoilt: bool = False) -> None:
        """Close the test's pages, and leave nothing of it. `spoilt`: begin anew."""
        if self._context is None or self._kept is None:
            return
        try:
            reusable = not spoilt and self._cleared(self._context, self._kept)
        except Error:
            reusable = False
        if not reusable:
            self.close()

    def close(self) -> None:
        context, self._context, self._kept = self._context, None, None
        if context is not None:
            with contextlib.suppress(Error):  # the test may have closed it
                context.close()

    def _cleared(self, context: BrowserContext, blank_page: Page) -> bool:
        """False: something of the test stays."""
        pages = [page for page in context.pages if page is not blank_page]
        if blank_page not in context.pages or not blank_page.evaluate(NATIVE):
            return False
        origins = {self._site, self._site.replace("127.0.0.1", "localhost")}
        origins |= {_origin(frame.url) for page in pages for frame in page.frames}
        for page in pages:
            page.close()
        context.unroute_all()
        context.set_offline(False)
        context.set_extra_http_headers({})
        context.clear_permissions()
        context.clear_cookies()
        session = context.new_cdp_session(blank_page)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.send("Network.clearBrowserCache")
        session.detach()
        return True


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
