"""Views (R12): JSON-ready, with nothing in them that the viewer may not know.

A viewer is a seat, ``None`` for a spectator, or ``EVERYTHING`` for the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import groupby
from operator import attrgetter, is_
from typing import Any, Final, TypeVar

from engine.agenda import Chance, Decision
from engine.entries import DrawCard, Keep, LookAtCards
from engine.events import CardDiscarded, CardsSeen, CardTaken, Event
from engine.legal import awaited
from engine.log import Entry, entry_text
from engine.replay import legal_texts
from engine.shown import AwaitedView, PileView, SeatView, ShipView, SiteView, View
from engine.state import Facts, Player, State
from engine.stones import sled_capacity
from engine.vocabulary import EMPTY, Card, Module, Site, Source

EVERYTHING: Final = -2

CARDS, MODULES, SITES = tuple(Card), tuple(Module), tuple(Site)
"""Their members, which an enumeration takes long to list."""

SOURCE_WORDS: Final = tuple(source.word for source in Source)

T = TypeVar("T")


def view(s: State, viewer: int | None, options: bool = True) -> View:
    """The position as `viewer` may see it: dictionaries, lists, words and numbers. Without
    `options` it does not list what may be written next."""
    setup = s.rules.setup
    game_view: View = {
        "edition": setup.edition,
        "profile": setup.profile.value,
        "modules": [module.word for module in MODULES if module in setup.modules],
        "round": s.round,
        "rounds": s.rules.rounds,
        "over": s.over,
        "turn": s.turn,
        "opener": s.opener,
        "awaited": _awaited(s, viewer, options),
        "round_cards": _cards_of(s),
        "ships": _ships(s),
        "seats": [_seat(s, seat, viewer) for seat in range(len(s.players))],
        "sites": {site.word: _site(s, site, viewer) for site in SITES},
        "pile": _pile(s),
        "prophecies": [],
        "favors": {},
        "kept": {},
    }
    for module in s.rules.in_play:
        module.show(s, viewer, game_view)
    return game_view


class ViewFeed:
    """Views of one game by `viewer` as it goes on. A part that stays as it was is the same
    object, so that a drawing need not look at it again. The options of the seat that is to act
    are left out: they take longer to list than all else. `last` is a snapshot of the position
    looked at last, `shown` its view: both are read and not changed."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.shown: View | None = None
        self.last: State

    def look(self, s: State) -> View:
        """``view(s, viewer, options=False)``. Read it, do not change it."""
        if self.shown is None:
            self.last = s.copy()
            self.shown = view(s, self.viewer, options=False)
            return self.shown
        before, self.last = self.last, snapshot(s, self.last)
        if before.over != s.over:
            self.shown = _reuse_parts(self.shown, view(s, self.viewer, options=False))
            return self.shown
        self.shown = self._next(before, self.last, self.shown)
        if not all(map(is_, before.modules, self.last.modules)):
            self.shown = self._of_modules(before, self.last, self.shown)
        return self.shown

    def _next(self, before: State, s: State, old: View) -> View:
        """The view of the snapshot `s`, but that modules show what they showed `before`."""
        pairs = enumerate(map(is_, before.players, s.players))
        is_resigned_unchanged = before.resigned == s.resigned
        seats = [
            seat_view
            if is_unchanged and is_resigned_unchanged
            else _changed_seat(seat_view, _seat(s, seat, self.viewer))
            for (seat, is_unchanged), seat_view in zip(pairs, old["seats"], strict=True)
        ]
        sites = {
            site.word: _changed_site(old["sites"][site.word], _site(s, site, self.viewer))
            for site in SITES
            if before.sites[site] is not s.sites[site] or before.docks[site] != s.docks[site]
        }
        cards = old["round_cards"]
        return {
            **old,
            "round": s.round,
            "turn": s.turn,
            "opener": s.opener,
            "awaited": _awaited(s, self.viewer, False),
            "round_cards": cards if before.round_cards == s.round_cards else _cards_of(s),
            "ships": old["ships"] if _ships_unchanged(before, s) else _ships(s),
            "seats": seats,
            "sites": {**old["sites"], **sites} if sites else old["sites"],
            "pile": old["pile"] if before.pile is s.pile else _pile(s),
        }

    def _of_modules(self, before: State, s: State, old: View) -> View:
        """`old` with what the modules show that have something else than `before`."""
        new: View = {
            **old,
            "seats": [seat.copy() for seat in old["seats"]],
            "sites": {word: site.copy() for word, site in old["sites"].items()},
            "kept": old["kept"].copy(),
        }
        for module in s.rules.in_play:
            if before.modules[module.index] is not s.modules[module.index]:
                module.show(s, self.viewer, new)
        return _reuse_parts(old, new)


def _changed_seat(old: SeatView, facts: SeatView) -> SeatView:
    """`old` with these facts, and with what modules added."""
    new: SeatView = {**old, **facts, "private_ship": old["private_ship"]}
    return _reuse(old, new)


def _changed_site(old: SiteView, facts: SiteView) -> SiteView:
    """The same of a site."""
    new: SiteView = {**old, **facts}
    new["private_ship"], new["wagers"] = old["private_ship"], old["wagers"]
    return _reuse(old, new)


def _reuse_parts(old: View, new: View) -> View:
    """`new` with the parts of `old` that are equal to its own."""
    new["ships"] = _reuse(old["ships"], new["ships"])
    new["prophecies"] = _reuse(old["prophecies"], new["prophecies"])
    new["favors"] = _reuse(old["favors"], new["favors"])
    new["kept"] = _reuse(old["kept"], new["kept"])
    new["sites"] = {word: _reuse(old["sites"][word], site) for word, site in new["sites"].items()}
    new["seats"] = list(map(_reuse, old["seats"], new["seats"]))
    return new


def _reuse(was: T, new: T) -> T:
    """The value `new`, or the object that `was` there before if they are equal."""
    return was if was == new else new


def snapshot(s: State, before: State) -> State:
    """A copy of `s` to be read alone: what is equal in `before`, another snapshot of the game, is
    the same object."""
    new = s.sharing()
    new.pile = _unchanged(before.pile, s.pile)
    new.players = list(map(_unchanged, before.players, s.players))
    new.round_cards = s.round_cards.copy()
    if _harbour_unchanged(before, s):
        new.harbour = before.harbour
    else:
        new.harbour = {number: ship.copy() for number, ship in s.harbour.items()}
    new.docks = [dock.copy() for dock in s.docks]
    new.sites = list(map(_unchanged, before.sites, s.sites))
    new.modules = list(map(_unchanged, before.modules, s.modules))
    new.agenda = s.agenda.copy()
    return new


def _unchanged(was: Any, new: Any) -> Any:
    """The part of a position that `was` before if it is equal to `new`, else a copy."""
    if was is None or new is None:
        return new
    read = _reader(new.__class__)
    return was if read(was) == read(new) else new.copy()


@cache
def _reader(kind: type[Facts]) -> Callable[[Facts], tuple[object, ...]]:
    """Reads the facts of `kind` in one go."""
    return attrgetter(*kind.facts)


def _ships_unchanged(before: State, other: State) -> bool:
    """True if in two snapshots, one taken after the other, the same ships lie in the harbour and
    at the docks, with the same stones aboard."""
    return (
        before.harbour is other.harbour
        and before.docks == other.docks
        and (before.round, before.round_cards) == (other.round, other.round_cards)
    )


def _harbour_unchanged(before: State, other: State) -> bool:
    """True if the same ships lie in the harbour, with the same stones aboard."""
    was, new = before.harbour, other.harbour
    return list(was) == list(new) and [ship.spaces for ship in was.values()] == [
        ship.spaces for ship in new.values()
    ]


def _nobody(seat: int) -> int | None:
    return None if seat == EMPTY else seat


def _awaited(s: State, viewer: int | None, options: bool) -> AwaitedView | None:
    """The seat that is to act; its legal entries, with `options`, only for its own viewer."""
    decision = awaited(s)
    if decision is None:
        return None
    is_viewer = options and viewer in (decision.seat, EVERYTHING)
    return {
        "seat": _nobody(decision.seat),
        "site": None
        if decision.item is None or decision.item.site is None
        else decision.item.site.word,
        "kind": _kind(s, decision.item),
        "options": list(legal_texts(s))
        if is_viewer and not isinstance(decision.item, Chance)
        else None,
    }


def _kind(s: State, item: Decision | Chance | None) -> str:
    if isinstance(item, Decision):
        return item.choices(s)[0].text.split()[0]
    return "turn" if item is None else item.expects.__name__


def _cards_of(s: State) -> list[list[int]]:
    """The round cards so far."""
    return [list(card) for card in s.round_cards]


def _ships(s: State) -> list[ShipView]:
    """The ships of the round, by number; one that sailed has its site and no spaces; none between
    rounds, and at the end, unless it came in a round (R2.10)."""
    if not s.round_cards or len(s.round_cards) < s.round:
        return []
    if s.over and not s.harbour and not any(s.docks):
        return []
    docks = {number: site.word for site in SITES for number in s.docks[site]}
    ships = list[ShipView]()
    for number, capacity in enumerate(s.round_cards[-1], 1):
        ship = s.harbour.get(number)
        ships.append(
            {
                "number": number,
                "capacity": capacity,
                "minimum": s.rules.minimum_load[capacity],
                "spaces": [_nobody(seat) for seat in ship.spaces] if ship else None,
                "site": docks.get(number),
            }
        )
    return ships


def _open(s: State, seat: int, viewer: int | None) -> bool:
    """True if the cards of `seat` are open to `viewer` (R12.3, R12.4)."""
    return not s.rules.hidden_cards or s.over or viewer in (seat, EVERYTHING)


def _seat(s: State, seat: int, viewer: int | None) -> SeatView:
    player = s.players[seat]
    setup = s.rules.setup
    is_open = _open(s, seat, viewer)
    return {
        "colour": setup.seats[seat].word,
        "points": player.points,
        "scored": dict(zip(SOURCE_WORDS, player.scored, strict=True)),
        "sled": player.sled,
        "sled_capacity": sled_capacity(s, seat) if is_open else None,
        "quarry": None if s.rules.endless else player.quarry,
        "cards": _cards(s, player, is_open),
        "card_count": sum(player.cards),
        "coins": player.coins,
        "private_ship": False,
        "resigned": seat in s.resigned,
    }


def _cards(s: State, player: Player, is_open: bool) -> dict[str, int]:
    """The cards by word; where they are hidden, the red ones that stay (R12.4)."""
    return {
        card.word: number
        for card, number in zip(CARDS, player.cards, strict=True)
        if number and (is_open or s.rules.is_red[card])
    }


def _site(s: State, site: Site, viewer: int | None) -> SiteView:
    board, storage = s.rules.boards[site], s.sites[site]
    stones = list(board.stones(storage))
    return {
        "side": s.rules.setup.sides[site].word,
        "confidence": s.rules.confidence[site],
        "ships": list(s.docks[site]),
        "private_ship": None,
        "stones": [stones.count(seat) for seat in range(len(s.players))],
        "wagers": {},
        "board": board.describe(s, viewer),
    }


def _pile(s: State) -> PileView:
    """The draw pile by size; the discard pile by name, as far as it lies face up."""
    pile = s.pile
    return {
        "draw": pile.draw,
        "discard": {card.word: pile.discard[card] for card in CARDS if pile.discard[card]},
        "unseen": pile.unseen,
    }


# ------------------------------------------------------------------------ events, entries


def view_events(s: State, events: Iterable[Event], viewer: int | None) -> list[Event]:
    """`events` with every card that `viewer` may not know replaced by ``None``. Where cards are
    hidden, those discarded together are told in the order of ``Card``: that of the log would tell
    a little of a kept one (R12.4)."""
    if viewer == EVERYTHING:
        return list(events)
    if not s.rules.hidden_cards:
        return [_view_event(s, event, viewer) for event in events]
    viewed: list[Event] = []
    for is_discard, run in groupby(events, lambda event: isinstance(event, CardDiscarded)):
        views = [_view_event(s, event, viewer) for event in run]
        viewed += sorted(views) if is_discard else views
    return viewed


def _view_event(s: State, event: Event, viewer: int | None) -> Event:
    if isinstance(event, CardsSeen) and viewer != event.seat:
        return event._replace(cards=(None,) * len(event.cards))
    if isinstance(event, CardTaken) and viewer != event.seat:
        hidden = event.card is not None and _secret(s, event.card)
        return event._replace(card=None) if hidden else event
    for module in s.rules.in_play:
        event = module.event_for(s, event, viewer)
    return event


def view_entry(s: State, entry: Entry, viewer: int | None) -> str:
    """The text of `entry`, before it is applied to `s`; ``?`` for what `viewer` may not know."""
    action = entry.action
    setup = s.rules.setup
    seat = entry.seat
    item = s.agenda[-1] if s.agenda else None
    if isinstance(item, Chance) and isinstance(action, (LookAtCards, DrawCard)):
        hidden = isinstance(action, LookAtCards) or _secret(s, action.cards[0])
        if hidden and viewer not in (item.info[0], EVERYTHING):
            return " ".join([action.text.split()[0], *["?"] * len(action.cards)])
    elif isinstance(action, Keep) and _secret(s, action.card) and viewer not in (seat, EVERYTHING):
        return f"{setup.seats[seat].word} keep ?"
    else:
        for module in s.rules.in_play:
            if module_entry := module.entry_for(s, entry, viewer):
                return module_entry
    return entry_text(setup, entry)


def _secret(s: State, card: Card) -> bool:
    return s.rules.hidden_cards and not s.rules.is_red[card] and not s.over
