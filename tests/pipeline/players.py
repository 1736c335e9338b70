"""Players that know the API and nothing else, and ask again until they are answered."""

import http.client
import json
import random
import secrets
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tests.engine.invariants import random_setup

PATIENCE = 120.0
"""Seconds without an answer after which somebody is really not there."""
PLAYING = "playing"
QUICK = 0.8
"""How often a ship sails that can: a game without it has three times as many entries."""
TOO_LATE = ("stale", "conflict")
"""The game has gone on, or is over."""
TWICE = 0.05
"""How often an entry is sent twice at once."""


class Client:
    """Asks any of `addresses` (host and port), one after the other until one answers."""

    patience = 20.0
    """Seconds until it gives up a request, and sends it again."""

    def __init__(self, addresses: Sequence[tuple[str, int]], token: str) -> None:
        self.addresses, self.token = list(addresses), token
        self.kept = threading.local()
        self.opened: list[http.client.HTTPConnection] = []

    def close(self) -> None:
        for connection in self.opened:
            connection.close()

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and JSON of the first whole answer that is no server's fault."""
        data = None if body is None else json.dumps(body)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                status, answer = self._once(method, path, data)
                if status < 500 and status != 429:
                    return status, answer
            except (OSError, http.client.HTTPException, ValueError):
                self.kept.connection.close()  # killed, or killed while it answered
                self.kept.connection = None
            time.sleep(0.1)
        raise AssertionError(f"{method} {path}: nobody answered within {PATIENCE:g} s")

    def _once(self, method: str, path: str, data: str | None) -> tuple[int, Any]:
        connection = getattr(self.kept, "connection", None)
        if connection is None:
            host, port = random.choice(self.addresses)
            connection = http.client.HTTPConnection(host, port, timeout=self.patience)
            self.kept.connection = connection
            self.opened.append(connection)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        connection.request(method, f"/api/v1/{path}", data, headers)
        answer = connection.getresponse()
        raw = answer.read()
        return answer.status, json.loads(raw) if raw else None


@dataclass
class Played:
    """What became of a table, as its players know it: `accepted` are the entries that they were
    told are written, by number, without the colour."""

    table: str
    phase: str = ""
    accepted: dict[int, str] = field(default_factory=dict)
    twice: int = 0


@dataclass
class Company:
    """People who play: handles and how each asks."""

    clients: dict[str, Client]
    senders: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(8))

    def close(self) -> None:
        self.senders.shutdown()
        for client in self.clients.values():
            client.close()

    def play(self, number: int) -> Played:
        """Open table `number`, fill it, and play to the end."""
        chance = random.Random(f"table {number}")
        terms, guests = agreed(number, chance)
        handles = chance.sample(sorted(self.clients), guests + 1)
        state = self._open(handles, terms, shares=bool(number % 2))
        played = Played(state["id"])
        while state["phase"] == PLAYING:
            state = self._go_on(played, state, chance)
        played.phase = state["phase"]
        return played

    def _open(self, handles: list[str], terms: dict[str, Any], *, shares: bool) -> dict[str, Any]:
        token_bytes = [secrets.token_bytes(32) for _ in handles]
        promises = [sha256(share).hexdigest() if shares else "" for share in token_bytes]
        host, *guests = (self.clients[handle] for handle in handles)
        status, state = host.ask("POST", "tables", terms | {"promise": promises[0]})
        assert status == 201, state
        path = f"tables/{state['id']}"
        for guest, promise in zip(guests, promises[1:], strict=True):
            status, body = guest.ask("POST", f"{path}/places", {"promise": promise})
            assert status in (201, 409), body  # 409: the first answer was lost
        if shares:
            for handle, share in zip(handles, token_bytes, strict=True):
                response = self.clients[handle].ask("POST", f"{path}/share", {"share": share.hex()})
                assert response[0] == 200, response
        opened: dict[str, Any] = self._look(host, path)
        return opened

    def _go_on(self, played: Played, state: dict[str, Any], chance: random.Random) -> Any:
        """Whoever is to act does; the state as it is then."""
        path = f"tables/{played.table}"
        place = state["places"][state["awaited"]]
        if place["computer"]:
            time.sleep(0.05)
            handles = [
                place["handle"] for place in state["places"] if place["handle"] in self.clients
            ]
            return self._look(self.clients[handles[0]], path)
        client = self.clients[place["handle"]]
        if state["viewer"] != state["awaited"]:
            state = self._look(client, path)
        if not state["legal"]:
            return state  # meanwhile it is another's turn
        text = chosen(state["legal"], chance)
        entry = {"ply": state["plies"] + 1, "text": text, "key": secrets.token_hex(8)}
        answers = self._send(played, client, f"{path}/entries", entry, chance)
        for status, body in answers:
            if status == 201:
                entries_by_ply = {row["ply"]: row for row in body["entries"]}
                assert entries_by_ply[entry["ply"]]["text"].partition(" ")[2] == text
                played.accepted[entry["ply"]] = text
            else:
                assert status == 409, body
                assert body["type"].rpartition("/")[2] in TOO_LATE, body
        done = [body["state"] for status, body in answers if status == 201]
        assert done, answers
        return done[0]

    def _send(
        self, played: Played, client: Client, path: str, entry: Any, chance: random.Random
    ) -> list[tuple[int, Any]]:
        """Send it; now and then twice at once, as the same request or as another."""
        if chance.random() >= TWICE:
            return [client.ask("POST", path, entry)]
        played.twice += 1
        other = entry if chance.random() < 0.5 else entry | {"key": secrets.token_hex(8)}
        return list(self.senders.map(lambda body: client.ask("POST", path, body), (entry, other)))

    @staticmethod
    def _look(client: Client, path: str) -> Any:
        status, state = client.ask("GET", path)
        assert status == 200, state
        return state


def agreed(number: int, chance: random.Random) -> tuple[dict[str, Any], int]:
    """The terms of table `number`, and how many people sit down besides the host."""
    setup = random_setup(chance)
    seats = len(setup.seats)
    computers = ["random", "greedy"][: chance.choice([0, 0, 1, 2])][: seats - 1]
    terms = {
        "seats": seats,
        "preset": "custom",
        "sites": "".join(side.word for side in setup.sides),
        "modules": [module.word for module in sorted(setup.modules)],
        "profile": setup.profile.value,
        "rated": number % 5 != 4,
        "computers": computers,
        "minutes": 60,
    }
    return terms, seats - 1 - len(computers)


def chosen(legal: list[str], chance: random.Random) -> str:
    sails = [text for text in legal if text.startswith("sail ")]
    return chance.choice(sails if sails and chance.random() < QUICK else legal)
