"""A player whose time runs while the site is broken, and who moves as soon as it answers."""

from __future__ import annotations

import itertools
import secrets
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tables.clocks.clock import database_time
from tables.models import Table
from tests.pipeline.corpus import game
from tests.pipeline.players import Company

if TYPE_CHECKING:
    from tests.chaos.load import Load

PATIENCE = 400.0
TERMS = {"seats": 2, "preset": "first", "rated": False, "minutes": 60}
_recoveries = iter(range(50_000, 90_000))
_numbers = itertools.count()


class Witness:
    """Two clients at a table of their own, dealt before the fault."""

    def __init__(self, load: Load, seconds: float) -> None:
        number = next(_numbers)
        self.clients = {name: load.client(name) for name in (f"host-{number}", f"guest-{number}")}
        host, guest = self.clients.values()
        status, state = host.ask("POST", "tables", TERMS | {"key": secrets.token_hex(8)})
        assert status == 201, state
        self.path = f"tables/{state['id']}"
        status, state = guest.ask("POST", f"{self.path}/places", {})
        assert status == 201, state
        deadline = database_time() + timedelta(seconds=seconds)
        Table.objects.filter(pk=state["id"]).update(deadline=deadline)
        self.state: Any = state

    def move(self) -> str:
        """A sentence, if it was too late."""
        place = self.state["places"][self.state["awaited"]]
        client = self.clients[place["handle"]]
        state = Company._look(client, self.path)
        if not state["legal"]:
            return f"{place['handle']} may not move at {self.path}: {state['phase']}"
        entry = {"ply": state["plies"] + 1, "text": state["legal"][0], "key": secrets.token_hex(8)}
        status, answer = client.ask("POST", f"{self.path}/entries", entry)
        return "" if status == 201 else f"{self.path}: {status} {answer}"


def recover(load: Load) -> float:
    """Seconds until a new log is uploaded and judged; ``PATIENCE`` if none is."""
    begun = time.monotonic()
    number = next(_recoveries)
    text = game(number)
    while time.monotonic() - begun < PATIENCE:
        status, answer = load.send("judge", text, wait=10)
        if status in (201, 202):
            load.noted.uploads.append((number, answer["id"], False))
        if status in (201, 409):
            return time.monotonic() - begun
        time.sleep(0.3)
    return PATIENCE
