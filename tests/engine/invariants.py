"""What is true of every position of every game."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from engine.agenda import Chance, Decision
from engine.apply import apply
from engine.cards.action_card import PlayedCard
from engine.cards.chisel import PlayChisel
from engine.cards.gain import RedCardDone, TakeCard
from engine.cards.hammer import PlayHammer
from engine.cards.lever import PlayLever
from engine.cards.loading_plank import PlayLoadingPlank
from engine.cards.raft import PlayRaft
from engine.cards.sail import PlaySail
from engine.dealer import DealtGame
from engine.digest import digest
from engine.entries import (
    Action,
    Build,
    ChooseCard,
    ChooseObelisk,
    ChoosePyramid,
    ChooseSpace,
    ChooseTile,
    Decline,
    Keep,
    Load,
    Sail,
    Take,
)
from engine.errors import IllegalAction
from engine.events import Scored
from engine.legal import awaited, legal_actions
from engine.log import Header, Log, read_log, write_json, write_text
from engine.modules.favors import PlaceAndFillSled, PlaceThree, PlaceTwoAndSail, TakeTwoCards
from engine.modules.private_ships import SailPrivateShip
from engine.modules.prophecies import Prophesy
from engine.modules.wager import Wager
from engine.players import random_player
from engine.replay import steps, verify
from engine.setup import Setup, module_refusal
from engine.sites.market import Sold
from engine.state import State
from engine.turns.sail import Unload
from engine.view import view
from engine.vocabulary import EMPTY, Card, Colour, Field, Module, Profile, Prophecy, Side, Site

ARRIVING = (ChoosePyramid, ChooseSpace, ChooseTile, ChooseObelisk)
"""Answers about a stone that has left its ship and lies nowhere yet."""


def random_setup(chance: random.Random) -> Setup:
    """Any set-up that can be played: sides, modules, profile, players in any mix."""
    seats = tuple(chance.sample(list(Colour), chance.choice([2, 3, 4])))
    sides = tuple(chance.choice(list(Side)) for _ in Site)
    profile = chance.choice(list(Profile))
    modules: frozenset[Module] = frozenset()
    for module in Module:
        setup = Setup(seats, sides, modules, profile)
        if chance.random() < 0.5 and not module_refusal(module, setup):
            modules |= {module}
    return Setup(seats, sides, modules, profile)


def stones_of(s: State, seat: int) -> int:
    """Every playable stone of `seat`, wherever it is."""
    player = s.players[seat]
    count = player.sled + player.quarry
    count += sum(ship.spaces.count(seat) for ship in s.harbour.values())
    count += sum(list(s.rules.boards[i].stones(s.sites[i])).count(seat) for i in Site)
    for module in s.rules.in_play:
        storage = s.modules[module.module]
        count += list(module.quarried(storage)).count(seat) if storage else 0
    for item in s.agenda:
        if isinstance(item, Unload):
            count += item.cargo.count(seat)
        elif isinstance(item, Sold):
            count += (item.seat, *item.rest).count(seat)
        elif isinstance(item, Decision) and item.options:
            count += item.seat == seat and isinstance(item.options[0], ARRIVING)
    return count


def named_cards(s: State) -> Counter[Card]:
    """Every card that lies in a known place."""
    market = s.sites[Site.MARKET]
    cards = Counter({card: s.pile.discard[card] for card in Card})
    for player in s.players:
        cards.update({card: player.cards[card] for card in Card})
    cards.update(card for card in market.up if card != EMPTY)
    cards.update(card for down in market.down for card, _ in down.known)
    for item in s.agenda:
        if isinstance(item, (PlayedCard, RedCardDone, TakeCard)):
            cards[item.card] += 1
        elif isinstance(item, Decision) and item.site is Site.TEMPLE:
            cards.update(
                card for info in item.info if type(info) is tuple for card in cards_down(info)
            )
    return +cards


def cards_down(info: tuple[Any, ...]) -> list[Card]:
    return [card for card in info if isinstance(card, Card)]


def check_position(s: State) -> None:
    """Conservation; nothing negative; somebody can act until the end."""
    for seat, player in enumerate(s.players):
        assert stones_of(s, seat) == s.rules.stones
        assert min(player.sled, player.quarry, player.coins, *player.cards) >= 0
    named = named_cards(s)
    assert [named[card] for card in Card] == s.pile.located
    unknown = sum(down.unknown for down in s.sites[Site.MARKET].down)
    assert named.total() + s.pile.draw + s.pile.unseen + unknown == s.rules.deck_size
    decision = awaited(s)
    assert (decision is None) == s.over
    if decision is not None and not isinstance(decision.item, Chance):
        assert legal_actions(s)


def any_action(chance: random.Random) -> Action:
    """An action of any kind, likely enough to be nearly legal."""
    ship, space = chance.randint(0, 5), chance.randint(0, 5)
    other = (chance.randint(1, 4), chance.randint(1, 4))
    site, card = chance.choice(list(Site)), chance.choice(list(Card))
    spaces = tuple(sorted({(ship, space), other}))
    return chance.choice(
        [
            Take(chance.random() < 0.5),
            Load(ship, space),
            Sail(ship, site),
            PlayLever(ship, site, tuple(chance.sample(range(1, 5), chance.randint(1, 4)))),
            PlayHammer(ship, space),
            PlaySail(ship, space, site),
            PlayChisel(((ship, space), other)),
            PlayRaft(site),
            PlayLoadingPlank(ship, site),
            SailPrivateShip(site),
            Wager(site, chance.choice(list(Field))),
            TakeTwoCards((ship, space)),
            PlaceAndFillSled(spaces[:1]),
            PlaceTwoAndSail(ship, (space,), chance.choice([site, None])),
            PlaceThree(spaces),
            Prophesy(chance.choice(list(Prophecy))),
            ChooseCard((ship,)),
            ChooseCard((ship, space)),
            Keep(card),
            ChoosePyramid(chance.choice(["left", "middle", "right"])),
            Decline(chance.randint(0, 15)),
            ChooseSpace(ship, space),
            ChooseTile(chance.randint(1, 24)),
            Build(tuple(sorted({other, (ship, space)}))),
            ChooseObelisk(chance.randint(1, 8)),
        ]
    )


def check_choices(s: State, chance: random.Random, tries: int) -> None:
    """What is listed is accepted, what is not is refused and changes nothing."""
    decision = awaited(s)
    assert decision is not None
    listed = legal_actions(s)
    before, key = digest(s), s.key()
    for action in chance.sample(listed, min(tries, len(listed))):
        apply(s.copy(), decision.seat, action)
    assert s.key() == key, "a copy shares something with its original"
    actions = set(listed)
    for _ in range(tries):
        action = any_action(chance)
        if action not in actions:
            try:
                apply(s, decision.seat, action)
            except IllegalAction:
                continue
            raise AssertionError(f"{action} is not listed and was accepted")
    assert digest(s) == before


def disguised(s: State, viewer: int | None, chance: random.Random) -> State:
    """A position that differs from `s` in nothing but what `viewer` may not know (R12)."""
    twin = s.copy()
    if s.over:
        return twin
    cards = [card for card in Card if not s.rules.is_red[card]]
    for down in twin.sites[Site.MARKET].down:
        down.known = [
            (
                card if viewer is not None and knowers >> viewer & 1 else chance.choice(list(Card)),
                knowers,
            )
            for card, knowers in down.known
        ]
    if s.rules.hidden_cards:
        for seat, player in enumerate(twin.players):
            if seat != viewer:
                hidden = sum(player.cards[card] for card in cards)
                for card in cards:
                    player.cards[card] = 0
                for card in chance.choices(cards, k=hidden):
                    player.cards[card] += 1
    item = twin.agenda[-1] if twin.agenda else None
    if isinstance(item, Decision) and item.seat != viewer:
        options = tuple(
            Keep(chance.choice(list(Card))) if isinstance(option, Keep) else option
            for option in item.options
        )
        twin.agenda[-1] = type(item)(item.seat, item.site, options, item.info)
    twin.pile.located = [chance.randint(0, 2) for _ in Card]
    return twin


def check_views(s: State, chance: random.Random) -> None:
    """Who may not know a thing sees the same whatever it is (R12)."""
    for viewer in [None, *range(len(s.players))]:
        assert view(disguised(s, viewer, chance), viewer) == view(s, viewer)


def check_game(setup: Setup, seed: int, often: float = 0.2) -> Log:
    """Play a game at random and check everything along the way and at its end."""
    chance = random.Random(seed)
    game = DealtGame(setup, chance)
    scored = [0] * len(setup.seats)
    while not game.state.over:
        check_position(game.state)
        if chance.random() < often:
            check_choices(game.state, chance, tries=4)
            check_views(game.state, chance)
        game.act(random_player(game.state, chance))
    check_position(game.state)
    log = Log(Header(setup, chance="dealt"), tuple(game.entries))
    text = write_text(log)
    assert (read_log(text), write_text(read_log(text))) == (log, text)
    assert read_log(write_json(log)) == log
    verdict = verify(log)
    for step in steps(log):
        for event in step.events:
            if isinstance(event, Scored):
                scored[event.seat] += event.points
        last = step.state
    assert verdict.state.key() == game.state.key() == last.key()
    assert (verdict.entries, list(verdict.result.points)) == (log.entries, scored)
    for seat in range(len(setup.seats)):
        assert sum(verdict.result.breakdown(seat).values()) == verdict.result.points[seat]
    return log
