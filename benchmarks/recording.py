"""A game that is recorded in the browser: taps, and the time from a tap to the frame that shows it.

``python -m benchmarks.recording``. A golden game of two, sides A, is recorded by tapping on a page
of 390 x 844, as it is and with Chromium's processor throttled four times (Chrome DevTools
Protocol). What is promised stands in ``benchmarks/README.md``; the last line is JSON.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.servers import private_servers
from engine import Log, entry_text, play, read_log, write_text

GAME: Final = Path("tests/golden/all-a-two.imh")
BAR: Final = 100.0
"""Milliseconds from the last tap of an entry to the frame that shows it: the median."""

TAPS_BAR: Final = 1.6
"""Taps an entry."""

THROTTLES: Final = (1, 4)
"""How many times slower than the machine; the bar is for the machine as it is."""

OPEN: Final = """async (head) => {
  const { recorder } = document.querySelector("[data-recorder]");
  return recorder.begin(head, true);
}"""


@dataclass(frozen=True)
class Measured:
    """`drawn`, `late`: milliseconds, the median and that of 95 of 100 entries."""

    throttled: int
    entries: int
    taps: float
    drawn: float
    late: float


def measure(browser: Any, address: str, throttled: int) -> Measured:
    """Record the game, in a browser context of its own."""
    from tests.browser.tapping import tap

    log = read_log(GAME.read_bytes())
    lines = [entry_text(log.setup, entry) for entry in play(log).entries]
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto("/record/")
    page.wait_for_function("document.querySelector('[data-recorder]').recorder?.store")
    wrong = page.evaluate(OPEN, write_text(Log(log.header, ())))
    if wrong:
        raise SystemExit(wrong)
    link = context.new_cdp_session(page)
    link.send("Emulation.setCPUThrottlingRate", {"rate": throttled})
    tapped = tap(page, lines)
    context.close()
    late = sorted(tapped.times)[int(0.95 * len(tapped.times))]
    return Measured(
        throttled,
        len(lines),
        round(tapped.taps / len(lines), 2),
        round(tapped.median, 1),
        round(late, 1),
    )


def run() -> dict[str, Any]:
    from django.conf import settings
    from django.core.management import call_command
    from playwright.sync_api import sync_playwright

    from tests.services import chromium, processes, pyodide

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    pyodide.lend(settings)
    measured = []
    with processes.web() as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=list(chromium.FLAGS)
        )
        print(f"{'throttled':>9}{'entries':>9}{'taps':>7}{'drawn, ms':>11}{'95 %':>8}")
        for throttled in THROTTLES:
            measurement = measure(browser, address, throttled)
            measured.append(measurement)
            print(
                f"{throttled:9}{measurement.entries:9}{measurement.taps:7.2f}{measurement.drawn:11.1f}{measurement.late:8.1f}"
            )
        browser.close()
    return {
        "bar_ms": BAR,
        "bar_taps": TAPS_BAR,
        "drawn_over_bar": round(measured[0].drawn / BAR, 2),
        "taps_over_bar": round(measured[0].taps / TAPS_BAR, 2),
        "measured": [asdict(measurement) for measurement in measured],
    }


def main() -> None:
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with private_servers(embedded=True):
        print(json.dumps(run()))


if __name__ == "__main__":
    main()
