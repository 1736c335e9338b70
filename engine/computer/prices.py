"""Prices of cargoes at sites and of answers: computed once, then looked up.

In one round one ordinary ship comes to a site, so what a cargo brings there hardly changes until
the round ends. Playouts look it up instead of trying it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Final

from engine.agenda import Chance, Decision
from engine.apply import apply_all
from engine.computer.prospects import PILE_CARD_POINTS
from engine.computer.sight import World
from engine.computer.worth import worth, worth_at_site
from engine.entries import Action, ChooseCard, Keep, Load, RevealRoundCard, Sail, interned
from engine.odds import Bank, Luck
from engine.state import Ship, State
from engine.vocabulary import BANK, EMPTY, Card, Site

Cargo = tuple[int, ...]
SITES: Final = tuple(Site)

CONTROL: Final = 0.3
"""How far the owner of a stone hopes for the best site rather than for any."""
CHOSEN: Final = 0.5
"""How far a cargo is expected to go where a player wants it, rather than anywhere."""

COMPANY: Final = 0.2
"""Added wish to load another stone, for each own stone aboard."""


def free_docks(s: State) -> int:
    """A bit for each site with a free dock: 1 << `Site`."""
    market, pyramid, temple, burial_chamber, obelisks = s.docks
    return (
        (0 if market else 1)
        | (0 if pyramid else 2)
        | (0 if temple else 4)
        | (0 if burial_chamber else 8)
        | (0 if obelisks else 16)
    )


def leads_over_mean(values: Sequence[float]) -> list[float]:
    """By seat its value less the mean of the others."""
    total, rivals = sum(values), len(values) - 1
    return [value - (total - value) / rivals for value in values]


class CargoForecast:
    """Likely destinations of a cargo and their gains, while certain docks are free.

    `offers`: as ``Prices.offers`` has them; `docks`: the free ones. By seat, `best` and `second`
    are the sites that bring it the most (the best again where one dock is free); `expected` is
    what the cargo is likely to bring it, half as if each player in turn sailed it to their best
    site, half as if any site were as likely.
    """

    __slots__ = ("best", "expected", "second")

    def __init__(self, offers: list[list[float]], docks: list[int]) -> None:
        self.best: list[int] = []
        self.second: list[int] = []
        for row in offers:
            ranked = [(-row[site], site) for site in docks]
            ranked.sort()
            self.best.append(ranked[0][1])
            self.second.append(ranked[min(1, len(ranked) - 1)][1])
        self.expected: list[float] = []
        for row in offers:
            chosen = sum([row[site] for site in self.best])
            mean = sum([row[site] for site in docks])
            self.expected.append(CHOSEN * chosen / len(offers) + (1 - CHOSEN) * mean / len(docks))


class LadenShip:
    """A ship with certain stones aboard, while certain docks are free.

    `load`: how many stones there are; `loads`: every way to load one more; `company`: by seat the
    added wish to do so; `sailings`: by seat what sailing brings at the best of the free docks over
    the mean of them, and the action; empty until it is asked for.
    """

    __slots__ = ("cargo", "company", "load", "loads", "sailings")

    def __init__(self, number: int, ship: Ship, players: int) -> None:
        self.cargo = tuple([stone for stone in ship.spaces if stone >= 0])
        self.load = len(self.cargo)
        self.loads: list[Action] = [
            interned(Load, number, space)
            for space, stone in enumerate(ship.spaces, 1)
            if stone == EMPTY
        ]
        self.company = [COMPANY * self.cargo.count(seat) for seat in range(players)]
        self.sailings: list[tuple[float, Action]] = []


class Prices:
    """The prices in `world`, a position in which a player is to act."""

    def __init__(self, world: World, chance: Luck) -> None:
        self.world = world
        self.chance = chance
        self.before = worth(world.state)
        self._site_worth: list[list[float]] = [[] for _ in Site]
        self._offers: dict[Cargo, list[list[float]]] = {}
        self._forecasts: dict[tuple[Cargo, int], CargoForecast] = {}
        self._ships: dict[int, dict[Cargo, LadenShip]] = {}
        self._loadings: dict[tuple[int, int], float] = {}
        self._answers: dict[tuple[int, Action, object], float] = {}
        self._cards: dict[tuple[int, Card], float] = {}

    def offers(self, cargo: Cargo) -> list[list[float]]:
        """By seat and site, how the lead of the seat changes if `cargo` is unloaded there; only
        what is said of sites with a free dock means anything."""
        offers = self._offers.get(cargo)
        if offers is None:
            docks = self.world.state.docks
            by_site = [[0.0] * len(self.before) for _ in Site]
            for site in Site:
                if not docks[site]:
                    sold = site is Site.MARKET
                    by_site[site] = leads_over_mean(
                        self._sold(cargo) if sold else self._built(site, cargo)
                    )
            offers = self._offers[cargo] = [list(row) for row in zip(*by_site, strict=True)]
        return offers

    def forecast(self, cargo: Cargo, free: int) -> CargoForecast:
        """Likely destinations of `cargo`; `free`: ``free_docks``."""
        key = (cargo, free)
        forecast = self._forecasts.get(key)
        if forecast is None:
            docks = [site for site in range(len(Site)) if free >> site & 1]
            forecast = self._forecasts[key] = CargoForecast(self.offers(cargo), docks)
        return forecast

    def ships(self, free: int) -> dict[Cargo, LadenShip]:
        """Ships that were looked at while these docks were free, by number and spaces; `free` as in
        `forecast`."""
        ships = self._ships.get(free)
        if ships is None:
            ships = self._ships[free] = {}
        return ships

    def sailings(self, number: int, cargo: Cargo, free: int) -> list[tuple[float, Action]]:
        """By seat what `cargo` brings at the best of the `free` docks over the mean of them, and
        sailing the ship of this `number` there."""
        docks = [site for site in range(len(Site)) if free >> site & 1]
        sailings: list[tuple[float, Action]] = []
        for row in self.offers(cargo):
            offers = [row[site] for site in docks]
            top = max(offers)
            site = SITES[docks[offers.index(top)]]
            sailings.append((top - sum(offers) / len(offers), interned(Sail, number, site)))
        return sailings

    def loading(self, seat: int, free: int) -> float:
        """Promise of a stone of `seat` aboard, whose owner does not decide alone to which of the
        `free` docks it goes."""
        promise = self._loadings.get((seat, free))
        if promise is None:
            row = self.offers((seat,))[seat]
            offers = [row[site] for site in range(len(Site)) if free >> site & 1]
            mean = sum(offers) / len(offers)
            promise = self._loadings[seat, free] = mean + CONTROL * (max(offers) - mean)
        return promise

    def card(self, seat: int, card: Card) -> float:
        """Worth of one more copy of `card` to `seat`."""
        price = self._cards.get((seat, card))
        if price is None:
            s = self.world.state
            rules, player = s.rules.cards[card], s.players[seat]
            if rules.site is not None and player.quarry:
                price = self._built(rules.site, (seat,))[seat]
            else:
                price = rules.copy_worth(s, player, s.rules.rounds - s.round + 1)
            self._cards[seat, card] = price
        return price

    def answer(self, decision: Decision, action: Action) -> float:
        """Gain of the deciding seat by `action`."""
        if isinstance(action, Keep):
            return self.card(decision.seat, action.card)
        key = (decision.seat, action, decision.info)
        price = self._answers.get(key)
        if price is None:
            s = self._with_nothing_under_way()
            question = Decision(decision.seat, decision.site, (action,), decision.info)
            s.rules.boards[decision.site].answer(s, question, action)
            price = worth(s)[decision.seat] - self.before[decision.seat]
            price += PILE_CARD_POINTS * len(s.agenda)
            self._answers[key] = price
        return price

    def best_answer(self, s: State, decision: Decision, whim: float) -> Action:
        """The answer that brings the most; `whim`, from 0 up to 1, says where to load."""
        choices = decision.choices(s)
        kind = type(choices[0])
        if kind is Load:
            return choices[int(whim * (len(choices) - 1))]  # the last is to decline
        values = [
            self._card_values(s, decision.seat, choice.spaces)
            if isinstance(choice, ChooseCard)
            else self.answer(decision, choice)
            for choice in choices
        ]
        return choices[values.index(max(values))]

    def settle(self, s: State, bank: Bank, noise: Iterator[float]) -> None:
        """Answer everything that waits, up to the next turn or the end of the round."""
        if s.agenda:
            apply_all(s, self.answers(s, bank, noise))

    def answers(self, s: State, bank: Bank, noise: Iterator[float]) -> Iterator[tuple[int, Action]]:
        """Entries that answer everything that waits; each is to be applied before the next one is
        asked for."""
        agenda = s.agenda
        while agenda:
            item = agenda[-1]
            if isinstance(item, Decision):
                yield item.seat, self.best_answer(s, item, next(noise))
                continue
            assert isinstance(item, Chance)
            if item.expects is RevealRoundCard:
                return
            yield BANK, bank.outcome(s, item)

    def _card_values(self, s: State, seat: int, spaces: tuple[int, ...]) -> float:
        """The cards of market `spaces`; two of them cost a coin."""
        up = s.sites[Site.MARKET].up
        value = 1.0 - len(spaces)
        for space in spaces:
            value += self.card(seat, up[space - 1]) if space <= len(up) else PILE_CARD_POINTS
        return value

    def _sold(self, cargo: Cargo) -> list[float]:
        """By seat what `cargo` brings at the market: each stone takes the best card left."""
        gains = [0.0] * len(self.before)
        market = self.world.state.sites[Site.MARKET]
        up = [card for card in market.up if card != EMPTY]
        face_down = sum(1 for down in market.down if down.size)
        for seat in cargo:
            prices = [self.card(seat, card) for card in up]
            best = max(prices, default=0.0)
            if face_down and best < PILE_CARD_POINTS:
                face_down -= 1
                best = PILE_CARD_POINTS
            elif prices:
                del up[prices.index(best)]
            gains[seat] += best
        return gains

    def _built(self, site: Site, cargo: Cargo) -> list[float]:
        """By seat what `cargo` brings at a building site."""
        s = self._with_nothing_under_way()
        s.docks[site].append(0)
        bank = self.world.bank(self.chance)
        for seat in cargo:
            s.rules.boards[site].deliver(s, seat)
            self.settle(s, bank, repeat(0.0))
        if s.pile.draw == self.world.state.pile.draw:
            values, earlier = worth_at_site(s, site), self._worth_at(site)
        else:  # a card was drawn, which may have brought a stone to another site
            values, earlier = worth(s), self.before
        return [after - before for after, before in zip(values, earlier, strict=True)]

    def _worth_at(self, site: int) -> list[float]:
        """The worth of the position but for what is expected at other sites: only that changes
        when a cargo comes to `site`."""
        values = self._site_worth[site]
        if not values:
            values = self._site_worth[site] = worth_at_site(self.world.state, site)
        return values

    def _with_nothing_under_way(self) -> State:
        s = self.world.state.copy()
        s.agenda = []
        return s
