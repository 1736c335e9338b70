"""The bridge: plays the seat of an API token at one table with the answers of a bot."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final, NamedTuple, TypedDict, cast

from engine.bots.process import BotFailure, BotProcess
from engine.log import Header, Log, write_text
from engine.setup import Setup

PROTOCOL: Final = "imhotep-bot 1"
OVER: Final = ("finished", "cancelled", "abandoned")
PATIENCE: Final = 600.0
"""Seconds without an answer of the site, after which the bridge gives up."""

MARGIN_MS: Final = 2_000
"""Of the clock this much is kept for the way to the site."""


class PlaceAnswer(TypedDict):
    """A seat of a table."""

    colour: str
    turn: int
    computer: str


class TermsAnswer(TypedDict):
    """Set-up of a table."""

    sites: str
    modules: list[str]
    profile: str
    edition: str


class EntryAnswer(TypedDict):
    """An entry, as the seat may see it."""

    ply: int
    text: str


Times = TypedDict("Times", {"now": str, "deadline": str | None}, total=False)  # noqa: UP013
"""The site's time, and when the turn is lost, in ISO 8601."""


class SiteAnswer(Times, total=False):
    """An answer of the API: a table, entries, or a problem; `status` is that of HTTP."""

    status: int
    id: str
    phase: str
    plies: int
    viewer: int | None
    legal: list[str] | None
    places: list[PlaceAnswer]
    terms: TermsAnswer
    take_back_count: int
    entries: list[EntryAnswer]
    title: str
    detail: str
    sentence: str
    handle: str
    bot_since: str | None


class SiteRefusal(Exception):
    """The site does not let the bridge do this."""


class SiteClient(NamedTuple):
    """A site by its `address`, and a token with the scope `play`."""

    address: str
    token: str

    def ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> SiteAnswer:
        """The answer, refusals too; what breaks on the way is asked again, ever more slowly.

        Raises ``SiteRefusal`` after ``PATIENCE`` seconds."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        text = None if body is None else json.dumps(body).encode()
        end, pause = time.monotonic() + PATIENCE, 1.0
        while time.monotonic() < end:
            url = f"{self.address.rstrip('/')}/api/v1/{path}"
            request = urllib.request.Request(url, text, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as response:
                    return cast(SiteAnswer, {"status": response.status, **json.load(response)})
            except urllib.error.HTTPError as refusal:
                if refusal.code < 500 and refusal.code != 429:
                    return cast(SiteAnswer, {"status": refusal.code, **json.load(refusal)})
                seconds = refusal.headers.get("Retry-After", "")
                pause = max(pause, float(seconds)) if seconds.isdigit() else pause
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(min(pause, 60.0))
            pause *= 2
        raise SiteRefusal(f"no answer within {PATIENCE:g} seconds")


class BotBridge:
    """One table, one bot. `pause`: seconds between two looks at the table; `move_seconds`: the
    longest that the bot may think."""

    def __init__(
        self, site: SiteClient, bot: BotProcess, pause: float, move_seconds: float
    ) -> None:
        self.site, self.bot = site, bot
        self.pause, self.move_seconds = pause, move_seconds
        self.name = ""
        self._plies = 0
        self._take_back_count = -1

    def greet(self) -> None:
        """Ask the bot for its name. Raises ``BotFailure``."""
        self.bot.send([PROTOCOL], self.bot.limits.start)
        self.name = self.bot.answer("name", self.bot.limits.start)

    def play(self, table: str) -> str:
        """Play `table` to its end; its last phase. Raises ``BotFailure``, ``SiteRefusal``."""
        while True:
            state = self._state(table)
            if state["phase"] in OVER:
                self.bot.send([f"over {state['phase']}"], self.bot.limits.start)
                return str(state["phase"])
            if state["phase"] == "playing":
                if state["viewer"] is None:
                    raise SiteRefusal("the token has no seat at this table")
                if state["places"][state["viewer"]]["computer"]:
                    raise SiteRefusal("a computer player acts for this seat")
                self._tell(table, state)
                if state["legal"]:
                    self._act(table, state)
                    continue
            time.sleep(self.pause)

    # --- inside -------------------------------------------------------------------

    def _state(self, table: str) -> SiteAnswer:
        state = self.site.ask("GET", f"tables/{table}")
        if "phase" not in state:
            raise SiteRefusal(str(state.get("detail") or state.get("title")))
        return state

    def _tell(self, table: str, state: SiteAnswer) -> None:
        """Entries that the bot does not know; after a take-back the game from its beginning."""
        lines = []
        if state["take_back_count"] != self._take_back_count:
            self._plies, self._take_back_count = 0, state["take_back_count"]
            lines = list(_game(table, state))
        if state["plies"] > self._plies:
            answer = self.site.ask("GET", f"tables/{table}/entries?after={self._plies}")
            for entry in answer["entries"]:
                if entry["ply"] <= state["plies"]:
                    lines.append(f"entry {entry['ply']} {entry['text']}")
                    self._plies = entry["ply"]
        self.bot.send(lines, self.bot.limits.start)

    def _act(self, table: str, state: SiteAnswer) -> None:
        clock = _clock(state)
        seconds = min(self.move_seconds, max(0, clock - MARGIN_MS) / 1000)
        self.bot.forget_output()
        legal = [f"legal {text}" for text in state["legal"] or ()]
        self.bot.send([*legal, f"go {clock}"], seconds)
        text = self.bot.answer("action", seconds)
        entry = {"ply": state["plies"] + 1, "text": text, "key": uuid.uuid4().hex}
        answer = self.site.ask("POST", f"tables/{table}/entries", entry)
        if answer["status"] == 201 or answer["status"] == 409:  # 409: the game has gone on
            return
        raise BotFailure(f"{text!r}: {answer.get('sentence') or answer.get('detail')}")


def _game(table: str, state: SiteAnswer) -> Iterator[str]:
    """The beginning of a game: the seat, and the header of its log."""
    terms = state["terms"]
    places = sorted(state["places"], key=lambda place: place["turn"])
    assert state["viewer"] is not None
    setup = Setup.of(
        " ".join(place["colour"] for place in places),
        terms["sites"],
        " ".join(terms["modules"]),
        terms["profile"],
        terms["edition"],
    )
    yield f"game {table} {places[state['viewer']]['colour']}"
    for line in write_text(Log(Header(setup), ())).splitlines():
        if line:
            yield f"header {line}"


def _clock(state: SiteAnswer) -> int:
    """Milliseconds until the turn is lost."""
    if not state["deadline"]:
        return 24 * 60 * 60 * 1000
    left = datetime.fromisoformat(state["deadline"]) - datetime.fromisoformat(state["now"])
    return max(0, int(left.total_seconds() * 1000))
