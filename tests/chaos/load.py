"""Clients that use the site, and remember what it has acknowledged."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from games.accounts.tokens import make_token
from games.models import Account, Game
from games.moderation.actions import restore, void
from games.standing.resolve_players import ensure_player
from tests.cast import account
from tests.pipeline.corpus import FAULTS, HANDLES, game
from tests.pipeline.players import Client, Company, Played
from web.database_clock import database_time

PLAYERS = tuple(f"bot-{number}" for number in range(12))
AT_ONCE = 3
"""Tables that are played at."""
PAUSE = 0.4
"""Seconds for which a player thinks: the workers, which judge, need the processor."""
LONG = 30.0
"""Seconds; a request that takes longer is counted."""
PATIENCE = 90.0
"""Seconds until a client gives up a request: longer than any process is paused."""
SCOPES = ["upload", "attest", "play"]


@dataclass
class Request:
    """From `begun` to `ended`, by the monotonic clock."""

    words: str
    begun: float
    ended: float

    def seconds_outside(self, spans: list[tuple[float, float]]) -> float:
        """Without the part of it that lies in `spans`, which do not overlap."""
        inside = (min(self.ended, end) - max(self.begun, begin) for begin, end in spans)
        return self.ended - self.begun - sum(max(0.0, seconds) for seconds in inside)


@dataclass
class Acknowledged:
    """What clients were told. `uploads`: by the number of the log, with the address and whether it
    has to be refused; `entries`: by table; `standings`: true for void, by game; `long`: requests
    that took longer than ``LONG``, answered or not; `findings`: sentences of earlier faults."""

    uploads: list[tuple[int, str, bool]] = field(default_factory=list)
    confirmations: set[tuple[str, str]] = field(default_factory=set)
    tables: list[Played] = field(default_factory=list)
    standings: dict[str, bool] = field(default_factory=dict)
    answers: Counter[int] = field(default_factory=Counter)
    long: list[Request] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    findings: set[str] = field(default_factory=set)
    begun: datetime = field(default_factory=database_time)


class NotingClient(Client):
    """Counts the answers and their seconds."""

    patience = PATIENCE

    def __init__(self, address: tuple[str, int], token: str, noted: Acknowledged) -> None:
        super().__init__([address], token)
        self.noted = noted

    def _once(self, method: str, path: str, data: str | None) -> tuple[int, Any]:
        with noted_request(self.noted, f"{method} {path}") as note:
            status, answer = super()._once(method, path, data)
            note(status, answer)
        return status, answer


@contextlib.contextmanager
def noted_request(noted: Acknowledged, words: str) -> Iterator[Callable[[int, object], None]]:
    """Counts the answer that is told to it, and a request that takes long even if none comes."""

    def note(status: int, answer: object) -> None:
        noted.answers[status] += 1
        if status == 500:
            noted.errors.append(f"{words}: {answer}"[:300])

    begun = time.monotonic()
    try:
        yield note
    finally:
        request = Request(words, begun, time.monotonic())
        if request.ended - begun > LONG:
            noted.long.append(request)


class UnhurriedCompany(Company):
    """Thinks for ``PAUSE``."""

    def _go_on(self, played: Played, state: dict[str, Any], chance: random.Random) -> Any:
        time.sleep(PAUSE)
        return super()._go_on(played, state, chance)


class Load:
    """Threads that go on until ``end``."""

    def __init__(self, address: str, seed: int) -> None:
        place = urlsplit(address)
        self.place = (str(place.hostname), int(place.port or 0))
        self.noted = Acknowledged()
        self.seed = seed
        self.over, self.going = threading.Event(), threading.Event()
        self.going.set()
        self.resting = threading.Semaphore(0)
        self.tokens = {handle: make_token(make(handle), "chaos", SCOPES)[1] for handle in HANDLES}
        judge = account("judge", arbiter=True)
        self.tokens["judge"] = make_token(judge, "chaos", SCOPES)[1]
        self.moderator = account("overseer", moderator=True)
        self.company = UnhurriedCompany({handle: self.client(handle) for handle in PLAYERS})
        self.numbers = iter(range(1, 100_000))
        works = [self.upload, self.confirm, self.moderate, *[self.play] * AT_ONCE]
        self.pool = ThreadPoolExecutor(len(works))
        self.futures = [
            self.pool.submit(self.repeat, work, number) for number, work in enumerate(works)
        ]

    def client(self, handle: str) -> NotingClient:
        """Of a new account."""
        token = make_token(make(handle), "chaos", SCOPES)[1]
        return NotingClient(self.place, token, self.noted)

    def end(self) -> None:
        self.over.set()
        self.going.set()
        self.pool.shutdown()
        self.company.close()
        for future in self.futures:
            future.result()

    def pause(self) -> None:
        """Returns when nobody but the players does anything."""
        self.going.clear()
        for _ in self.futures[AT_ONCE:]:
            self.resting.acquire()

    def go_on(self) -> None:
        self.going.set()

    def repeat(self, work: Callable[[random.Random, int], object], number: int) -> None:
        """Until the end. A site that is away ends no client, a wrong answer does."""
        chance = random.Random(f"{self.seed} {number}")
        turn = number
        while not self.over.is_set():
            if work != self.play and not self.going.is_set():
                self.resting.release()
                self.going.wait()
            try:
                work(chance, turn)
            except AssertionError as wrong:
                self.noted.errors.append(f"{work.__name__}: {wrong}"[:500])
            turn += AT_ONCE
            time.sleep(1)

    # --- what they do -------------------------------------------------------------

    def upload(self, chance: random.Random, turn: int) -> None:
        """A new log, now and then an old or a spoiled one, until it is acknowledged."""
        number = next(self.numbers)
        if chance.random() < 0.1 and number > 5:
            number = chance.randrange(1, number)
        text, spoiled = game(number), number % 5 == 0
        if spoiled:
            text = FAULTS[number // 5 % len(FAULTS)](text)[0]
        seats = [handle for handle in HANDLES if f"@{handle}\n" in text or f"@{handle} " in text]
        handle = "judge" if number % 2 or not seats else seats[0]
        while not self.over.is_set():
            status, answer = self.send(handle, text)
            if status in (201, 202):
                self.noted.uploads.append((number, answer["id"], spoiled))
            if status in (201, 202, 409, 422):
                assert spoiled or status != 422, answer
                time.sleep(6 if status == 202 else 0)  # the workers have enough to do
                return
            time.sleep(0.5)

    def send(self, handle: str, text: str, wait: int = 2) -> tuple[int, Any]:
        """Status 0 where there is no answer."""
        connection = http.client.HTTPConnection(*self.place, timeout=PATIENCE)
        try:
            with noted_request(self.noted, "POST uploads") as note:
                headers = {"Authorization": f"Bearer {self.tokens[handle]}"}
                headers |= {"Content-Type": "text/plain", "Prefer": f"wait={wait}"}
                connection.request("POST", "/api/v1/uploads", text.encode(), headers)
                response = connection.getresponse()
                answer = json.loads(response.read() or b"null")
                note(response.status, answer)
        except (OSError, http.client.HTTPException, ValueError):
            return 0, None
        finally:
            connection.close()
        return response.status, answer

    def confirm(self, chance: random.Random, turn: int) -> None:
        """Somebody confirms everything that waits of an uploader."""
        handle, uploader = chance.sample(HANDLES, 2)
        client = NotingClient(self.place, self.tokens[handle], self.noted)
        status, answer = client.ask("POST", "confirmations", {"uploader": uploader})
        client.close()
        assert status == 200, answer
        self.noted.confirmations |= {(row, handle) for row in answer["confirmed"]}

    def moderate(self, chance: random.Random, turn: int) -> None:
        """A game is voided, and another time restored."""
        from django.db import Error, connection

        try:
            keys = [*Game.objects.filter(played_here=False).values_list("pk", flat=True)[:200]]
            if keys:
                key = chance.choice(keys)
                row = Game.objects.get(pk=key)
                is_void = self.noted.standings.get(key, False)
                (restore if is_void else void)(self.moderator, row, "broken on purpose")
                self.noted.standings[key] = not is_void
        except Error:
            connection.close()
        time.sleep(3)

    def play(self, chance: random.Random, turn: int) -> None:
        self.noted.tables.append(self.company.play(turn))


def make(handle: str) -> Account:
    row = account(handle)
    ensure_player(row)
    return row
