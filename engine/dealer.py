"""Shuffles, turned into what the bank writes: the only module with a source of chance.

A ``Dealer`` holds what lies hidden on a real table, card by card: the draw pile in its order, the
face-down cards, the round cards, the tiles. It learns from events where cards go. How it shuffles
is left to a ``Shuffler``: the chance of this machine, or a deal that was committed to
(``engine.fairness``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import replace
from typing import Final, Self, TypeVar

from engine.actions import read_action
from engine.agenda import Chance
from engine.apply import apply, start
from engine.computer.choice import player_at_level
from engine.draw_pile import REFILL, ROW, Shuffler, draw_pile, space_use
from engine.entries import (
    Action,
    CardsAction,
    DealMarket,
    LookAtCards,
    RefillMarket,
    RevealRoundCard,
)
from engine.errors import DealMismatch
from engine.events import CardDiscarded, CardsDiscardedUnseen, CardsLaid, Event, RoundBegan
from engine.fairness import (
    SECRET_BYTES,
    CommittedShuffler,
    commitment,
    committed_to,
    revealed,
    shuffled_seats,
)
from engine.legal import Outcomes, awaited, possible_outcomes
from engine.log import Entry, Header, Log, entry_text
from engine.odds import turned_up
from engine.scoring import result
from engine.setup import Setup
from engine.state import State
from engine.vocabulary import BANK, Card, Site

T = TypeVar("T")

USES: Final[Mapping[type[Action], str]] = {DealMarket: ROW, RefillMarket: REFILL}
"""The use of the cards that the market takes; what players draw is named after its site."""


class MachineShuffler:
    """Shuffles by `chance`, in the order in which it is asked to; the labels mean nothing."""

    by_row = False

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def shuffle(self, label: str, items: MutableSequence[T]) -> None:
        self.chance.shuffle(items)

    def choose(self, label: str, items: Sequence[T], count: int) -> list[T]:
        return self.chance.sample(items, count)


class Dealer:
    """Deals one game, from what `shuffler` shuffles."""

    def __init__(self, s: State, shuffler: Shuffler) -> None:
        self.shuffler = shuffler
        self.pile = draw_pile(s.rules, shuffler)
        self.round = 0
        self.lays_row = False
        self.face_down: dict[int, list[Card]] = {}
        self.round_cards = list(s.rules.round_cards.elements())
        shuffler.shuffle("round cards", self.round_cards)
        self.tiles: dict[Site, list[int]] = {}

    def outcome(self, s: State) -> Action:
        """The bank's next entry; `s` waits for the bank."""
        item = s.agenda[-1]
        assert isinstance(item, Chance)
        kind = item.expects
        if issubclass(kind, CardsAction):
            if kind is LookAtCards and item.site is Site.MARKET:
                return kind(tuple(self.face_down.pop(item.info[1])))
            self.lays_row = kind is DealMarket
            return kind(tuple(self.pile.draw(item.count, self.round, use_of(item))))
        if kind is RevealRoundCard:
            return RevealRoundCard(self.round_cards.pop())
        named = possible_outcomes(s, item)
        if item.site is None:
            numbers = range(len(named.values))
            chosen = self.shuffler.choose(named.verb, numbers, named.due)
            return read_action([named.verb, *(named.values[number] for number in chosen)])
        return read_action([named.verb, *self._tiles(item.site, named)])

    def observe(self, events: Iterable[Event]) -> None:
        """Follow the rounds, the cards that moved without being named, and the discard pile."""
        for event in events:
            if isinstance(event, RoundBegan):
                self.round = event.number
            elif isinstance(event, CardsLaid):
                use = space_use(event.space) if self.lays_row else REFILL
                cards = self.pile.draw(event.number, self.round, use)
                self.face_down.setdefault(event.space, []).extend(cards)
            elif isinstance(event, CardDiscarded):
                self.pile.discards.append(event.card)
            elif isinstance(event, CardsDiscardedUnseen):
                self.pile.discards.extend(self.face_down.pop(event.space))
        self.lays_row = False

    def _tiles(self, site: Site, named: Outcomes) -> list[str]:
        if site not in self.tiles:
            tiles = self.tiles[site] = list(map(int, named.values))
            self.shuffler.shuffle(f"tiles {site.word}", tiles)
        return [str(self.tiles[site].pop()) for _ in range(named.due)]


def use_of(item: Chance) -> str:
    """The use of cards that the pile gives: the market's row, its refill, or the site by which a
    player draws."""
    assert item.site is not None
    return USES.get(item.expects, item.site.word)


class Onward:
    """Deals what comes after entries that were dealt elsewhere, by the odds: a card is as likely
    as there are copies of it that lie in no known place (``engine.odds``). What was hidden there
    stays unknown; what the entries have named stays where it is."""

    def __init__(self, shuffler: Shuffler) -> None:
        self.shuffler = shuffler
        self.number = 0

    def outcome(self, s: State) -> Action:
        """The bank's next entry; `s` waits for the bank."""
        item = s.agenda[-1]
        assert isinstance(item, Chance)
        self.number += 1
        return turned_up(s, item, Labelled(self.shuffler, f"onward {self.number}"))

    def observe(self, events: Iterable[Event]) -> None:
        """Nothing is kept of where cards go: the position says what is known."""


class Labelled:
    """An ``odds.Drawing`` whose shuffles and choices are those of `shuffler`, each with a label of
    its own that begins with `label`."""

    def __init__(self, shuffler: Shuffler, label: str) -> None:
        self.shuffler = shuffler
        self.label = label
        self.number = 0

    def _next(self) -> str:
        self.number += 1
        return f"{self.label}.{self.number}"

    def shuffle(self, x: MutableSequence[T]) -> None:
        """Put `x` into any order."""
        self.shuffler.shuffle(self._next(), x)

    def choice(self, seq: Sequence[T]) -> T:
        """One of `seq`."""
        return self.shuffler.choose(self._next(), seq, 1)[0]


Witness = Callable[[State, Entry], None]
"""Called with each entry that is about to be applied to a position; it must not change it."""


class DealtGame:
    """A game in the making: its position, its entries, and a dealer who writes for the bank.

    `chance` shuffles: ``random.SystemRandom`` for a server that owes no proof, or a
    ``CommittedShuffler``. `begun`: entries that it begins with, dealt elsewhere; what the bank
    writes after them is dealt by the odds. `witness` is called with these entries, and with what
    the bank writes at the beginning. Raises ``IllegalAction`` where `begun` cannot stand.
    """

    def __init__(
        self,
        setup: Setup,
        chance: random.Random | Shuffler,
        witness: Witness | None = None,
        begun: Iterable[Entry] = (),
    ) -> None:
        self.state = start(setup)
        shuffler = MachineShuffler(chance) if isinstance(chance, random.Random) else chance
        opening = list(begun)
        self.dealer: Dealer | Onward = Onward(shuffler) if opening else Dealer(self.state, shuffler)
        self.entries: list[Entry] = []
        for entry in opening:
            self._write(entry, witness)
        self._deal(witness)

    @classmethod
    def resume(
        cls,
        setup: Setup,
        shuffler: random.Random | Shuffler,
        entries: Iterable[Entry],
        begun: Iterable[Entry] = (),
    ) -> Self:
        """The game after `entries`, those of the bank included, forced answers left out; it began
        with `begun`, if it was begun elsewhere.

        What the bank still has to write after the last of them is written. Raises
        ``DealMismatch`` at an entry of the bank that `shuffler` did not deal, ``IllegalAction`` at
        an entry of a player that cannot stand.
        """
        game = cls(setup, shuffler, begun=begun)
        for index, entry in enumerate(entries):
            if index == len(game.entries):
                game.enter(entry)
            elif entry != game.entries[index]:
                logged, dealt = (
                    entry_text(setup, bank_entry) for bank_entry in (entry, game.entries[index])
                )
                raise DealMismatch("entry", logged, dealt, ply=index + 1)
        return game

    def act(self, action: Action, witness: Witness | None = None) -> None:
        """The player to act does `action`; then the bank writes what is due. `witness` is called
        with each of these entries.

        Raises ``IllegalAction`` with nothing changed.
        """
        decision = awaited(self.state)
        self.enter(Entry(decision.seat if decision else BANK, action), witness)

    def enter(self, entry: Entry, witness: Witness | None = None) -> None:
        """The same with an entry of any seat: one that resigns need not be the one to act."""
        self._write(entry, witness)
        self._deal(witness)

    def _deal(self, witness: Witness | None = None) -> None:
        while self.state.agenda and isinstance(self.state.agenda[-1], Chance):
            self._write(Entry(BANK, self.dealer.outcome(self.state)), witness)

    def _write(self, entry: Entry, witness: Witness | None = None) -> None:
        if witness is not None:
            witness(self.state, entry)
        events: list[Event] = []
        self.state.events = events
        apply(self.state, *entry)
        self.dealer.observe(events)
        self.entries.append(entry)


def chance_of(seed: int | None) -> random.Random:
    """Chance that a seed repeats, or the system's."""
    return random.SystemRandom() if seed is None else random.Random(seed)


def deal(setup: Setup, seed: int | None = None, play: str = "", *, committed: bool = False) -> Log:
    """A dealt log: the opening, or, with `play`, a game to its end by a player of that name.

    The same `seed` gives the same log; without one, the system's chance deals. With `committed`
    the deal follows from a secret and a share of each seat, the turn order is drawn too, and
    the log of a finished game reveals them.
    """
    chance = chance_of(seed)
    if committed:
        return _deal_committed(setup, chance, play)
    game = DealtGame(setup, chance)
    points = _play_on(game, chance, play)
    return Log(Header(setup, chance="dealt", result=points), tuple(game.entries))


def _deal_committed(agreed: Setup, chance: random.Random, play: str) -> Log:
    secret, *shares = (chance.randbytes(SECRET_BYTES) for _ in range(len(agreed.seats) + 1))
    entropy = dict(zip(agreed.seats, shares, strict=True))
    promises = {colour: commitment(share) for colour, share in entropy.items()}
    shuffler = CommittedShuffler(agreed, secret, entropy, promises)
    setup = replace(agreed, seats=shuffled_seats(agreed.seats, shuffler))
    game = DealtGame(setup, shuffler)
    points = _play_on(game, chance, play)
    header = Header(setup, chance=committed_to(secret), result=points)
    if points is not None:
        header = revealed(header, secret, entropy, promises)
    return Log(header, tuple(game.entries))


def _play_on(game: DealtGame, chance: random.Random, play: str) -> tuple[int, ...] | None:
    """Play `game` to its end by the player of the name `play`, if there is one; then the points."""
    if play:
        player = player_at_level(play)
        while not game.state.over:
            game.act(player(game.state, chance))
    return result(game.state).points if game.state.over else None
