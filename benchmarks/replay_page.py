"""The replay: what recording a game takes next to verifying it; then, in a browser on a slow
machine, first table, bytes, time of a step, frames.

``python -m benchmarks.replay_page``. What is promised stands in ``benchmarks/README.md``; the last
line is JSON. The site runs on a database of its own; Chromium's processor is throttled four times
(Chrome DevTools Protocol), its cache is empty.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.servers import private_servers
from engine import COMPILED, read_log, verify

BAR: Final = 16.0
"""Milliseconds: the median time of a step, throttled."""

BYTES_BAR: Final = 90.0
"""Kilobytes that the page of a game sends until it is at rest, fonts included."""

RECORDING_BAR: Final = 60.0
"""Recording the heaviest golden game, next to verifying it."""

HEAVIEST: Final = Path("tests/golden/everything-four.imh")
RECORDINGS: Final = 60

THROTTLED: Final = 4
STEPS: Final = 300
MODULES: Final = (
    "private_ships stonemasons_wager pharaohs_favors new_dynasty_cards god_prophecies "
    "wrath_of_the_pharaoh"
)
GAMES: Final = {
    "two, sides A": ("black=@ana white=Ben", "AAAAA", ""),
    "four, sides C, modules": ("black=@ana white=Ben gray=Cleo brown=Dan", "CCCCC", MODULES),
}
SIZES: Final = {"wide": (1440, 900), "phone": (390, 844)}

STEP = """async (steps) => {
  const root = document.querySelector("[data-replay]");
  const plies = Number(root.dataset.plies);
  const frame = () => new Promise(requestAnimationFrame);
  const spent = [], frames = [];
  let key = "ArrowRight", last = await frame();
  for (let step = 0; step < steps; step++) {
    if (Number(root.dataset.ply) === plies) key = "ArrowLeft";
    let begun;
    requestAnimationFrame(() => { begun = performance.now(); });
    document.dispatchEvent(new KeyboardEvent("keydown", {key}));
    const now = await frame(); // after the drawing, in the same frame
    root.getBoundingClientRect(); // the layout that the step made necessary
    spent.push(performance.now() - begun);
    frames.push(now - last);
    last = now;
  }
  return {spent, frames};
}"""

FIRST = """() => ({
  painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
  live: performance.now(),
})"""


@dataclass(frozen=True)
class Measured:
    """Milliseconds, bytes as they were sent, frames. `page_bytes`: until the page is at rest and
    nobody has touched it, `font_bytes` among them; `later_bytes`: what the first sign fetches."""

    name: str
    first_table: float
    live: float
    page_bytes: int
    font_bytes: int
    later_bytes: int
    payload_bytes: int
    step_median: float
    step_worst: float
    dropped: int


def measure(browser: Any, address: str, name: str, size: tuple[int, int]) -> Measured:
    """Open the game at `address` with an empty cache, then step through it."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    link = context.new_cdp_session(page)
    link.send("Network.enable")
    link.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})
    sizes: dict[str, int] = {}
    urls: dict[str, str] = {}
    link.on(
        "Network.responseReceived", lambda e: urls.update({e["requestId"]: e["response"]["url"]})
    )
    link.on(
        "Network.loadingFinished",
        lambda e: sizes.update({e["requestId"]: int(e["encodedDataLength"])}),
    )
    page.goto(f"{address}0/", wait_until="commit")
    page.wait_for_selector("[data-slider]:not([disabled])")
    first = page.evaluate(FIRST)
    page.wait_for_load_state("networkidle")
    loaded = dict(sizes)
    page.mouse.move(9, 9)  # the first sign of a reader fetches what moves
    page.wait_for_load_state("networkidle")
    page.keyboard.press("End")
    page.wait_for_function(
        "root => root.dataset.ply === root.dataset.plies", arg=page.query_selector("[data-replay]")
    )
    page.evaluate(STEP, 20)  # what is compiled once
    page.keyboard.press("Home")
    page.wait_for_selector('[data-replay][data-ply="0"]')
    timed = page.evaluate(STEP, STEPS)
    context.close()

    def named(word: str) -> int:
        return sum(size for url, size in loaded.items() if word in urls.get(url, ""))

    usual = statistics.median(timed["frames"])
    return Measured(
        name,
        first_table=round(first["painted"] or first["live"], 1),
        live=round(first["live"], 1),
        page_bytes=sum(loaded.values()),
        font_bytes=named(".woff2"),
        later_bytes=sum(sizes.values()) - sum(loaded.values()),
        payload_bytes=sum(
            size for url, size in sizes.items() if "replay.json" in urls.get(url, "")
        ),
        step_median=round(statistics.median(timed["spent"]), 2),
        step_worst=round(max(timed["spent"]), 2),
        dropped=sum(max(0, round(frame / usual) - 1) for frame in timed["frames"]),
    )


def stored() -> dict[str, str]:
    """The games on the site: name to path."""
    from django.core.management import call_command
    from django.urls import reverse

    from tests.cast import account, finished_log, game_of, submit

    call_command("migrate", verbosity=0)
    ana = account("ana", arbiter=True)
    return {
        name: reverse("game", args=[game_of(submit(ana, finished_log(*people))).pk])
        for name, people in GAMES.items()
    }


def recording() -> dict[str, float]:
    """Milliseconds that the heaviest golden game takes to verify and to record, and their ratio:
    the best of some rounds in which both take turns."""
    from drawing.replay.replay import replay_of

    log = read_log(HEAVIEST.read_bytes())
    best = {"verified_ms": float("inf"), "recorded_ms": float("inf")}
    for _ in range(RECORDINGS):
        for name, work in (("verified_ms", verify), ("recorded_ms", replay_of)):
            begun = time.thread_time()
            work(log)
            best[name] = min(best[name], 1000 * (time.thread_time() - begun))
    ratio = best["recorded_ms"] / best["verified_ms"]
    engine = "compiled" if COMPILED else "pure"
    print(f"recording / verifying {HEAVIEST.stem}, {engine}: {ratio:.1f} (at most {RECORDING_BAR})")
    return {**{name: round(ms, 2) for name, ms in best.items()}, "recorded": round(ratio, 1)}


def run() -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    from tests.services import chromium, processes

    paths = stored()
    measured = []
    with processes.web() as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=list(chromium.FLAGS)
        )
        print(
            f"{'':32}{'table':>9}{'live':>9}{'kB':>8}{'fonts':>8}{'later':>8}{'payload':>9}"
            f"{'step':>8}{'worst':>8}{'lost':>6}"
        )
        for size, pixels in SIZES.items():
            for name, path in paths.items():
                measurement = measure(browser, f"{address}{path}", f"{name}, {size}", pixels)
                measured.append(measurement)
                print(
                    f"{measurement.name:32}{measurement.first_table:9.0f}{measurement.live:9.0f}"
                    f"{measurement.page_bytes / 1000:8.1f}{measurement.font_bytes / 1000:8.1f}"
                    f"{measurement.later_bytes / 1000:8.1f}{measurement.payload_bytes / 1000:9.1f}"
                    f"{measurement.step_median:8.2f}{measurement.step_worst:8.2f}{measurement.dropped:6}"
                )
        browser.close()
    return {
        "throttled": THROTTLED,
        "steps": STEPS,
        "bar_ms": BAR,
        "bar_kb": BYTES_BAR,
        "slowest_over_bar": round(
            max(measurement.step_median for measurement in measured) / BAR, 2
        ),
        "measured": [asdict(measurement) for measurement in measured],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recording", action="store_true", help="without the browser")
    options = parser.parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with private_servers(embedded=True):
        from django.core.management import call_command

        figures: dict[str, Any] = {"recording": recording()}
        if not options.recording:
            call_command("collectstatic", interactive=False, verbosity=0)
            figures |= run()
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
