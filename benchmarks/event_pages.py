"""An event of a hundred with a hundred open pages: how long the next round takes, and the pages.

``python -m benchmarks.events --pages 100``. PostgreSQL, Redis, two web processes and a worker are
its own. Half of the clients hold the wall and refresh it every ten seconds, as its script does;
the others hold the event's page, and load it again every twenty seconds. The next round is asked
for as the organiser's phone does: a POST, and the page to which it leads. Results come by slips, a
table after the other.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import random
import threading
import time
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from benchmarks.servers import private_servers

if TYPE_CHECKING:
    from events.models import Event
    from games.models import Account

ROUND_BAR: Final = 2.0
"""Seconds: p95 of the next round."""
WALL_EVERY: Final = 10.0
PAGE_EVERY: Final = 20.0
PATIENCE: Final = 60.0
WARM_UP: Final = 15.0
"""Seconds in which the pages are open before the first round."""


@dataclass
class PageTimes:
    """Seconds that open pages waited for their refresh, and statuses other than 200."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {"wall": [], "event": []})
    refusals: dict[str, int] = field(default_factory=dict)


def p95(seconds: list[float]) -> float:
    return quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]


async def ask(host: str, port: int, path: str) -> str:
    """The status of one page, read to its end on a connection of its own."""
    reader, writer = await asyncio.open_connection(host, port)
    try:
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAccept: text/html\r\n\r\n"
        )
        writer.write(head.encode())
        answer = await reader.read()
        return answer[9:12].decode()
    finally:
        writer.close()


async def hold_page(
    place: tuple[str, int], path: str, kind: str, times: PageTimes, ends: threading.Event
) -> None:
    period = WALL_EVERY if kind == "wall" else PAGE_EVERY
    await asyncio.sleep(random.random() * period)
    while not ends.is_set():
        began = time.perf_counter()
        try:
            status = await asyncio.wait_for(ask(*place, path), PATIENCE)
        except (OSError, TimeoutError) as error:
            status = type(error).__name__
        took = time.perf_counter() - began
        if status == "200":
            times.seconds[kind].append(took)
        else:
            times.refusals[status] = times.refusals.get(status, 0) + 1
        await asyncio.sleep(max(0.0, period - took))


def hold_pages(
    place: tuple[str, int], event: int, pages: int, times: PageTimes, ends: threading.Event
) -> None:
    """`pages` clients until `ends`; every second one is a wall."""

    async def hold_all() -> None:
        wall, page = f"/events/{event}/wall/?fragment=1", f"/events/{event}/"
        clients = [
            hold_page(place, wall if n % 2 else page, "wall" if n % 2 else "event", times, ends)
            for n in range(pages)
        ]
        await asyncio.gather(*clients)

    asyncio.run(hold_all())


class OrganiserPhone:
    """A browser in which the organiser is logged in."""

    def __init__(self, place: tuple[str, int], account: Account) -> None:
        from django.conf import settings
        from django.test import Client

        client = Client()
        client.force_login(account)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.place, self.token = place, "0" * 32
        self.cookies = (
            f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={self.token}"
        )

    def ask(self, method: str, path: str, body: str = "") -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(*self.place, timeout=PATIENCE)
        headers = {"Cookie": self.cookies, "X-CSRFToken": self.token}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    def open_round(self, event: int) -> tuple[float, float]:
        """Seconds of the answer, and until the page after it is there."""
        began = time.perf_counter()
        answer = self.ask("POST", f"/events/{event}/change/", "do=open-round&part=tables")
        answered = time.perf_counter() - began
        if answer.status != http.client.FOUND:
            raise SystemExit(f"the round was not opened: {answer.status}")
        self.ask("GET", answer.headers["Location"].partition("#")[0])
        return answered, time.perf_counter() - began


def make_crowd(entrants: int) -> tuple[Event, Account]:
    """A Swiss event of accounts and guests."""
    from datetime import UTC, datetime

    from events.entrants.entering import enter_people
    from events.organising.making import EventTerms, make_event
    from tests.cast import account

    organiser = account("organiser")
    handles = [f"entrant{number}" for number in range(entrants // 2)]
    for handle in handles:
        account(handle)
    letters = "abdefghkmp"
    guests = [
        f"Guest {letters[n // 100]}{letters[n // 10 % 10]}{letters[n % 10]}"
        for n in range(entrants - len(handles))
    ]
    terms = EventTerms(name="A hundred", starts_at=datetime.now(UTC), format="swiss")
    event = make_event(organiser, terms)
    enter_people(event.pk, organiser, [*(f"@{handle}" for handle in handles), *guests])
    return event, organiser


def report_round(event: Event, organiser: Account, seconds: float) -> None:
    """Slips of the last round, spread over `seconds`."""
    from events.results.slips import Slip, report_slip

    round_ = event.rounds.order_by("-number")[0]
    tables = list(round_.tables.all())
    for table in tables:
        seats = table.seats.count()
        scores = tuple(random.randint(15, 50) for _ in range(seats))
        report_slip(event.pk, table.pk, organiser, Slip(scores))
        time.sleep(seconds / len(tables))


def run(entrants: int, pages: int, rounds: int, seconds: float) -> dict[str, Any]:
    from django.core.management import call_command

    from tests.services import processes

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    event, organiser = make_crowd(entrants)
    times, ends = PageTimes(), threading.Event()
    answered: list[float] = []
    shown: list[float] = []
    with (
        processes.web(WEB_CONCURRENCY="2", DATABASE_POOL="11") as (address, _),
        processes.worker(concurrency=2, beat=True),
    ):
        url = urlsplit(address)
        place = (url.hostname or "", url.port or 0)
        phone = OrganiserPhone(place, organiser)
        clients = threading.Thread(
            target=hold_pages, args=(place, event.pk, pages, times, ends), daemon=True
        )
        clients.start()
        time.sleep(WARM_UP)
        try:
            for number in range(1, rounds + 1):
                answer, page = phone.open_round(event.pk)
                answered.append(answer)
                shown.append(page)
                print(f"round {number}: answer {answer:.2f} s, page {page:.2f} s", flush=True)
                report_round(event, organiser, seconds)
        finally:
            ends.set()
            clients.join(PATIENCE + PAGE_EVERY)
    figures: dict[str, Any] = {
        "entrants": entrants,
        "pages": pages,
        "rounds": rounds,
        "round_p95_s": round(p95(answered), 2),
        "round_page_p95_s": round(p95(shown), 2),
        "refusals": times.refusals,
    }
    for kind, waited in times.seconds.items():
        figures[f"{kind}_loads"] = len(waited)
        figures[f"{kind}_p50_s"] = round(median(waited), 3) if waited else None
        figures[f"{kind}_p95_s"] = round(p95(waited), 3) if waited else None
    figures["is_met"] = p95(answered) <= ROUND_BAR and not times.refusals
    return figures


def measure_pages(options: argparse.Namespace) -> bool:
    """Prints the figures; the last line is JSON. True if the bar was met."""
    with private_servers():
        figures = run(100, options.pages, options.served_rounds, options.between)
    print(json.dumps(figures))
    return bool(figures["is_met"])
