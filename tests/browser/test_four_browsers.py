"""Four browsers at one table with hidden cards, to the end of the game: nothing that any of them
receives, page, answer or event of the stream, holds what its player may not know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from drawing.cards import card_name
from engine import Setup, State, parse_entry, start, view, view_events
from engine.apply import apply
from engine.events import CardsSeen, CardTaken
from engine.vocabulary import Card, Colour
from tables.locks import read_table
from tables.models import Phase, Table, TableEntry
from tests.browser.conftest import listen
from tests.browser.visit import log_in
from tests.worlds.tables import EVERY_MODULE, dealt, people, secret_of

LISTEN = """() => {
  window.received = [];
  const keep = (text) => { window.received.push(text); };
  const fetched = window.fetch;
  window.fetch = async (...what) => {
    const answer = await fetched(...what);
    answer.clone().text().then(keep, () => {});
    return answer;
  };
  window.EventSource = class extends EventSource {
    constructor(...what) {
      super(...what);
      for (const kind of ["entry", "state", "places", "phase", "talk", "bye", "message"]) {
        this.addEventListener(kind, (event) => keep(event.data));
      }
    }
  };
}"""
"""Keeps every body and every event that the page receives: it asks with these two alone."""

PLAY = """(seed) => {
  const chance = (number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % number;
  };
  setInterval(() => {
    const turn = document.querySelector("[data-play]")?.play?.turn;
    if (window.held || !turn?.prompt || turn.waiting || turn.parts.chooser.hidden) return;
    while (!turn.chooser.complete) {
      const words = turn.chooser.next;
      turn.pick([words[chance(words.length)]]);
    }
    turn.send();
  }, 5);
}"""
"""Whenever the page is asked, chooses by chance and sends, by the page's own script."""

UNSEEN = "(unseen) => { document.body.style.contentVisibility = unseen ? 'hidden' : ''; }"
"""Nothing is painted while they play: what a page received is looked through, not what it shows."""

IDLE = "() => !document.querySelector('[data-play]').play.turn.waiting"
"""Nothing that the page sent is on its way any longer."""

DRAIN = "() => window.received.splice(0)"

READ_CARDS = """() => [...document.querySelectorAll("svg [data-key]")]
  .map((one) => [one.dataset.key, (one.getAttribute("href") ?? "").replace("#i-", "")])"""

RESOURCE_KINDS = {
    "document",
    "stylesheet",
    "script",
    "image",
    "font",
    "fetch",
    "eventsource",
    "other",
}
"""What a page asks with; of these a script reads what ``LISTEN`` keeps."""


@dataclass
class Player:
    """One browser."""

    turn: int
    page: Page
    first: str
    kinds: set[str]


@pytest.fixture
def table(site: str) -> Table:
    four = people("ana", "ben", "cleo", "dan")
    modules = tuple(EVERY_MODULE.split())
    return dealt(four, preset="custom", sites="CBDCA", modules=modules, shares=True)


@pytest.fixture
def players(
    browser: Browser, site: str, table: Table, complaints: list[str]
) -> Iterator[list[Player]]:
    contexts: list[BrowserContext] = []
    seats = []
    for place in sorted(table.places.all(), key=lambda seat: seat.turn or 0):
        context = browser.new_context(base_url=site, reduced_motion="reduce")
        contexts.append(context)
        log_in(context, site, place.account)
        page, kinds = context.new_page(), set[str]()
        listen(page, complaints)
        page.on("request", lambda request, kinds=kinds: kinds.add(request.resource_type))
        page.add_init_script(f"({LISTEN})()")
        answer = page.goto(f"/tables/{table.pk}/")
        assert answer is not None
        expect(page.locator(".play.is-live")).to_be_attached()
        seats.append(Player(place.turn or 0, page, answer.text(), kinds))
    yield seats
    for context in contexts:
        context.close()
    assert complaints == []


class Oracle:
    """The game as the rows tell it, and what nobody but one seat may know of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        places = sorted(table.places.all(), key=lambda place: place.turn or 0)
        self.setup: Setup = table.setup([Colour.read(place.colour) for place in places])
        self.state: State = start(self.setup)
        self.ply = self.last_act = 0
        self.hidden: dict[int, dict[int, set[Card]]] = {turn: {} for turn in range(len(places))}
        self.texts: dict[int, set[str]] = {turn: set() for turn in range(len(places))}
        self.read: dict[int, set[str]] = {turn: set() for turn in range(len(places))}
        self.shown: dict[int, dict[int, str]] = {turn: {} for turn in range(len(places))}

    def follow(self) -> None:
        """Up to the last entry that is written."""
        rows = TableEntry.objects.filter(table=self.table, ply__gt=self.ply).order_by("ply")
        for row in rows:
            self.state.events = []
            apply(self.state, *parse_entry(self.setup, row.text))
            events = list(self.state.events)
            for turn in self.hidden:
                row_text = self.shown[turn][row.ply] = row.text_for(turn)
                (self.read if row_text == row.text else self.texts)[turn].add(row.text)
                self.hidden[turn][row.ply] = unknown(self.state, events, turn)
            self.ply = row.ply
            if row.seat >= 0:
                self.last_act = row.ply

    def must_not_read(self, turn: int) -> set[str]:
        """Entries with a card that `turn` may not know, and has not read elsewhere."""
        return self.texts[turn] - self.read[turn]


def cards_of(events: list[Any]) -> set[Card]:
    """The cards that events name, as somebody takes or looks at them."""
    cards: set[Card | None] = set()
    for event in events:
        if isinstance(event, CardsSeen):
            cards |= set(event.cards)
        elif isinstance(event, CardTaken):
            cards.add(event.card)
    return {card for card in cards if card is not None}


def unknown(s: State, events: list[Any], turn: int) -> set[Card]:
    """The cards that `events` name to others and not to `turn`."""
    open_to_all = [event for event in events if not isinstance(event, CardsSeen | CardTaken)]
    named = {getattr(event, "card", None) for event in open_to_all}
    named |= {card for event in open_to_all for card in getattr(event, "cards", ())}
    return cards_of(events) - cards_of(view_events(s, events, turn)) - named


def steps_in(body: str) -> tuple[int, list[dict[str, Any]]]:
    """The steps of an answer of the moments, and the number of the first."""
    try:
        answer = json.loads(body)
    except ValueError:
        return 0, []
    if not isinstance(answer, dict) or "steps" not in answer:
        return 0, []
    return answer["plies"] - len(answer["steps"]) + 1, answer["steps"]


def entries_in(body: str) -> list[tuple[int, str]]:
    """Number and text of the entries that an event or an answer tells, if any."""
    try:
        data = json.loads(body)
    except ValueError:
        return []
    if not isinstance(data, dict):
        return []
    entries = data["entries"] if isinstance(data.get("entries"), list) else [data]
    return [
        (entry["ply"], entry["text"]) for entry in entries if "text" in entry and "ply" in entry
    ]


def search(oracle: Oracle, player: Player, bodies: list[str], secret: str) -> None:
    """Look through what the browser of `player` has received before the end."""
    for body in bodies:
        if oracle.state.over and after_the_end(body, oracle):
            continue
        assert secret not in body
        for text in oracle.must_not_read(player.turn):
            assert text not in body, (player.turn, text)
        for ply, text in entries_in(body):
            assert text == oracle.shown[player.turn][ply], (player.turn, ply)
        first, steps = steps_in(body)
        for ply, step in enumerate(steps, first):
            for card in oracle.hidden[player.turn].get(ply, ()):
                assert card_name(card) not in step["s"], (player.turn, ply)
                assert f"d{card.value}" not in symbols_in_hands(step, player.turn)


def after_the_end(body: str, oracle: Oracle) -> bool:
    """True if `body` was sent when the game was over, and open to all."""
    try:
        data = json.loads(body)
    except ValueError:
        return True  # the page, fetched anew
    if "text" in data:
        return bool(data["ply"] >= oracle.last_act)
    state = data.get("state", data)
    return bool(data.get("over") or state.get("phase") == Phase.FINISHED or "entries" in data)


def symbols_in_hands(step: dict[str, Any], turn: int) -> set[str]:
    """The small cards that a step lays in front of players other than `turn`."""
    return {
        key.partition(".")[2]
        for key, piece in step["d"].items()
        if piece and key[:1].isdigit() and key.split(".")[0] != str(turn)
    }


def expected_cards(s: State, turn: int) -> set[tuple[str, str]]:
    """The cards that may lie on the table for `turn`: in front of each seat, and at the market."""
    visible = view(s, turn)
    cards = set()
    for seat, player in enumerate(visible["seats"]):
        for word in player["cards"]:
            symbol = f"d{Card.read(word).value}"
            cards.add((f"{seat}.{symbol}", symbol))
        if player["card_count"] > sum(player["cards"].values()):
            cards.add((f"{seat}.dx", "dx"))
    market = visible["sites"]["market"]["board"]
    for space, word in enumerate(market["face_up"], 1):
        if word:
            cards.add((f"market{space}", f"w{Card.read(word).value}"))  # side C: they lie along
    for space, down in enumerate(market["face_down"], len(market["face_up"]) + 1):
        if down["count"]:
            cards.add((f"market{space}", "cx"))
        for number, word in enumerate(down["known"]):
            cards.add((f"market{space}.{number}", f"k{Card.read(word).value}"))
    return cards


def visible_cards(page: Page) -> set[tuple[str, str]]:
    pieces = page.evaluate(READ_CARDS)
    return {
        (key, symbol)
        for key, symbol in pieces
        if symbol[:1] in ("c", "d", "k", "w") and (symbol[1:].isdigit() or symbol[1:] == "x")
        if key[:1].isdigit() or key.startswith("market")
    }


@pytest.mark.long
@pytest.mark.timeout(400)
def test_no_browser_receives_what_its_player_may_not_know(table: Table, players: list[Player]):
    secret = secret_of(table).hex()
    oracle = Oracle(table)
    looked = compared = 0
    for player in players:
        search(oracle, player, [player.first], secret)
        player.page.evaluate(UNSEEN, True)
        player.page.evaluate(PLAY, player.turn + 7)
    while not oracle.state.over:
        bodies = [player.page.evaluate(DRAIN) for player in players]
        oracle.follow()
        for player, received in zip(players, bodies, strict=True):
            looked += len(received)
            search(oracle, player, received, secret)
        if oracle.ply > 50 * (compared + 1):
            compared += compare(table, oracle, players)
        if not oracle.state.over:
            players[0].page.wait_for_function("() => window.received.length > 0")
    for player in players:
        player.page.evaluate(UNSEEN, False)
        status = player.page.locator("[data-status]")
        expect(status).to_have_text(re.compile(r"^You (won|lost|finished|share)|^A draw"))
        assert player.kinds <= RESOURCE_KINDS
    assert compared >= 2
    assert looked > 2 * oracle.ply
    assert all(any(cards.values()) for cards in oracle.hidden.values())


def compare(table: Table, oracle: Oracle, players: list[Player]) -> bool:
    """Hold the game, and compare the cards on all four tables with what each may see."""
    for player in players:
        player.page.evaluate("window.held = true")
    for player in players:
        player.page.wait_for_function(IDLE)
    last = read_table(table.pk).plies
    for player in players:
        expect(player.page.locator("[data-play]")).to_have_attribute("data-ply", str(last))
    oracle.follow()
    if oracle.state.over:
        return False
    for player in players:
        assert visible_cards(player.page) == expected_cards(oracle.state, player.turn)
        player.page.evaluate("window.held = false")
    return True
