"""The recorder in a browser: from opening its page to the first question, at first and again.

``python -m benchmarks.recorder_start``. What is promised stands in ``benchmarks/README.md``; the
last line is JSON. The site runs on a database of its own, on this machine: fetching 6 MB over a
network comes on top. Throttled: the processor of the page, four times (Chrome DevTools Protocol);
the worker of the rules is not slowed down.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict, dataclass
from typing import Any, Final

from benchmarks.servers import private_servers

FIRST_BAR: Final = 5_000.0
REVISIT_BAR: Final = 3_000.0
"""Milliseconds, on a machine that does nothing else."""

THROTTLED: Final = 4
PHONE: Final = {"width": 390, "height": 844}

CHOICE_BUTTONS: Final = "#table:not([hidden]) [data-choices] button"
SET_UP: Final = """() => {
  document.querySelector('[data-go="setup"]').click();
  document.querySelector('form[data-view="setup"]').requestSubmit();
}"""
SINCE: Final = "() => performance.now()"
"""Milliseconds since the page was asked for."""


@dataclass(frozen=True)
class Measured:
    """Milliseconds until the first question, with an empty cache and again."""

    throttled: int
    first: float
    again: float


def measure(browser: Any, address: str, throttled: int) -> Measured:
    """Open the page with an empty cache, begin a game, open the page again."""
    context = browser.new_context(base_url=address, viewport=PHONE, has_touch=True)
    context.set_default_timeout(180_000)
    page = context.new_page()
    link = context.new_cdp_session(page)
    link.send("Emulation.setCPUThrottlingRate", {"rate": throttled})
    page.goto("/record/", wait_until="commit")
    page.wait_for_function('() => document.querySelector("[data-recorder]")?.recorder?.store')
    page.evaluate(SET_UP)
    page.wait_for_selector(CHOICE_BUTTONS)
    first = page.evaluate(SINCE)
    page.wait_for_selector("[data-offline]:not([hidden])", state="attached")
    page.reload(wait_until="commit")
    page.wait_for_selector(CHOICE_BUTTONS)
    revisit = page.evaluate(SINCE)
    context.close()
    return Measured(throttled, first=round(first), again=round(revisit))


def run() -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    from tests.services import chromium, processes

    measured = []
    with processes.web() as (address, _), sync_playwright() as playwright:
        path, flags = chromium.find(), list(chromium.FLAGS)
        print(f"{'':14}{'first':>8}{'again':>8}   milliseconds")
        for throttled in (1, THROTTLED):
            browser = playwright.chromium.launch(executable_path=path, args=flags)
            measurement = measure(browser, address, throttled)
            browser.close()
            measured.append(measurement)
            print(f"{f'{throttled} x slower':14}{measurement.first:8.0f}{measurement.again:8.0f}")
    quiet = measured[0]
    return {
        "first_over_bar": round(quiet.first / FIRST_BAR, 2),
        "again_over_bar": round(quiet.again / REVISIT_BAR, 2),
        "load": round(os.getloadavg()[0], 1),
        "measured": [asdict(measurement) for measurement in measured],
    }


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with private_servers(embedded=True):
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("fetch_pyodide")
        print(json.dumps(run()))


if __name__ == "__main__":
    main()
