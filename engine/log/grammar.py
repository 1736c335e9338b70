"""One entry of a log: its text to an action (``docs/log-format.md``).

The way back is ``Action.text``; canonical text is what an action writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from engine import actions
from engine.actions import Action, Space
from engine.vocabulary import EMPTY, PYRAMIDS, Card, Colour, Favor, Field, Prophecy, Site, Word

NUMBER: Final = re.compile(r"[1-9][0-9]?", re.ASCII)
MOST_WORDS: Final = 12
"""More words than any entry has."""

Words = Sequence[str]
W = TypeVar("W", bound=Word)


class EntryError(ValueError):
    """Words that are no entry; the message says which word, and what is expected."""


def parse_action(words: Words) -> Action:
    """The action that `words` (verb, then arguments) say; raises ``EntryError``."""
    verb, *arguments = words
    parse = VERBS.get(verb)
    if parse is None:
        raise EntryError(f"unknown verb {verb[:40]!r}")
    if len(arguments) > MOST_WORDS:
        raise EntryError(f"too many words after {verb!r}")
    return parse(arguments)


# -------------------------------------------------------------------------------- arguments


def number(text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise EntryError(f"expected a number from 1 to 99, not {text[:40]!r}")
    return int(text)


def word(vocabulary: type[W], text: str) -> W:
    try:
        return vocabulary.read(text)
    except KeyError:
        kind = vocabulary.__name__.lower()
        raise EntryError(f"unknown {kind} {text[:40]!r}") from None


def pair(text: str) -> Space:
    """Two numbers joined by a point: ``2.3``."""
    first, point, second = text.partition(".")
    if not point:
        raise EntryError(f"expected two numbers as in 2.3, not {text[:40]!r}")
    return number(first), number(second)


def pairs(texts: Words) -> tuple[Space, ...]:
    return tuple(sorted(map(pair, texts)))


def joined(text: str) -> Words:
    """What is joined by commas; no ship has so many spaces."""
    parts = text.split(",", MOST_WORDS)
    if len(parts) > MOST_WORDS:
        raise EntryError("too much is joined by commas")
    return parts


def numbers(text: str) -> tuple[int, ...]:
    """Numbers joined by commas: ``3,1,2``."""
    return tuple(map(number, joined(text)))


def stones(text: str) -> tuple[int, ...]:
    """Colours, or ``-`` for an empty space, joined by commas: ``white,-,black``."""
    return tuple(EMPTY if c == "-" else word(Colour, c) for c in joined(text))


def count(arguments: Words, fewest: int, most: int, form: str) -> Words:
    """The arguments, if their number fits the `form`."""
    if not fewest <= len(arguments) <= most:
        raise EntryError(f"expected: {form}")
    return arguments


# ---------------------------------------------------------------------- turns and answers


def _plain(action: Action) -> Callable[[Words], Action]:
    def parse(a: Words) -> Action:
        count(a, 0, 0, action.text)
        return action

    return parse


def _take(a: Words) -> Action:
    if a and list(a) != ["move"]:
        raise EntryError("expected: take [move]")
    return actions.Take(move=bool(a))


def _load(a: Words) -> Action:
    (space,) = count(a, 1, 1, "load SHIP.SPACE")
    return actions.interned(actions.Load, *pair(space))


def _sail(a: Words) -> Action:
    ship, site = count(a, 2, 2, "sail SHIP SITE")
    return actions.interned(actions.Sail, number(ship), word(Site, site))


def _play(a: Words) -> Action:
    card, *rest = count(a, 1, MOST_WORDS, "play CARD …")
    parse = CARDS.get(card)
    if parse is None:
        raise EntryError(f"{card[:40]!r} is not a card that can be played")
    return parse(rest)


def _lever(a: Words) -> Action:
    ship, site, order = count(a, 3, 3, "play lever SHIP SITE ORDER")
    return actions.PlayLever(number(ship), word(Site, site), numbers(order))


def _hammer(a: Words) -> Action:
    (space,) = count(a, 1, 1, "play hammer SHIP.SPACE")
    return actions.PlayHammer(*pair(space))


def _sail_card(a: Words) -> Action:
    space, site = count(a, 2, 2, "play sail SHIP.SPACE SITE")
    return actions.PlaySail(*pair(space), word(Site, site))


def _chisel(a: Words) -> Action:
    first, second = pairs(count(a, 2, 2, "play chisel SHIP.SPACE SHIP.SPACE"))
    return actions.PlayChisel((first, second))


def _raft(a: Words) -> Action:
    (site,) = count(a, 1, 1, "play raft SITE")
    return actions.PlayRaft(word(Site, site))


def _loading_plank(a: Words) -> Action:
    ship, site = count(a, 2, 2, "play loading_plank SHIP SITE")
    return actions.PlayLoadingPlank(number(ship), word(Site, site))


def _private_ship(a: Words) -> Action:
    (site,) = count(a, 1, 1, "private_ship SITE")
    return actions.SailPrivateShip(word(Site, site))


def _wager(a: Words) -> Action:
    site, field = count(a, 2, 2, "wager SITE left|right")
    return actions.Wager(word(Site, site), word(Field, field))


def _favor(a: Words) -> Action:
    favor, *rest = count(a, 1, MOST_WORDS, "favor FAVOR …")
    return FAVORS[word(Favor, favor)](rest)


def _two_cards(a: Words) -> Action:
    spaces = count(a, 1, 2, "favor two_cards SPACE [SPACE]")
    return actions.TakeTwoCards(tuple(map(number, spaces)))


def _place_and_fill_sled(a: Words) -> Action:
    return actions.PlaceAndFillSled(pairs(count(a, 0, 1, "favor place_and_fill_sled [SHIP.SPACE]")))


def _place_reorder_sail(a: Words) -> Action:
    form = "favor place_reorder_sail SHIP [add] STONES [SITE]"
    ship, *rest = count(a, 2, 4, form)
    add = rest[0] == "add"
    arrangement, *site = count(rest[add:], 1, 2, form)
    to = word(Site, site[0]) if site else None
    return actions.PlaceReorderSail(number(ship), add, stones(arrangement), to)


def _place_two_and_sail(a: Words) -> Action:
    ship, spaces, *site = count(a, 2, 3, "favor place_two_and_sail SHIP SPACES|- [SITE]")
    chosen = () if spaces == "-" else tuple(sorted(numbers(spaces)))
    if len(chosen) > 2:
        raise EntryError("the favour places up to two stones")
    return actions.PlaceTwoAndSail(number(ship), chosen, word(Site, site[0]) if site else None)


def _place_three(a: Words) -> Action:
    return actions.PlaceThree(pairs(count(a, 1, 3, "favor place_three SHIP.SPACE …")))


def _prophecy(a: Words) -> Action:
    (prophecy,) = count(a, 1, 1, "prophecy PROPHECY")
    return actions.Prophesy(word(Prophecy, prophecy))


def _card(a: Words) -> Action:
    return actions.interned(
        actions.ChooseCard, tuple(map(number, count(a, 1, 2, "card SPACE [SPACE]")))
    )


def _keep(a: Words) -> Action:
    (card,) = count(a, 1, 1, "keep CARD")
    return actions.interned(actions.Keep, word(Card, card))


def _pyramid(a: Words) -> Action:
    form = f"pyramid {'|'.join(PYRAMIDS)}"
    (name,) = count(a, 1, 1, form)
    if name not in PYRAMIDS:
        raise EntryError(f"expected: {form}")
    return actions.interned(actions.ChoosePyramid, name)


def _decline(a: Words) -> Action:
    return actions.interned(actions.Decline, *map(number, count(a, 0, 1, "decline [TILE]")))


def _space(a: Words) -> Action:
    (space,) = count(a, 1, 1, "space LEVEL.POSITION")
    return actions.interned(actions.ChooseSpace, *pair(space))


def _tile(a: Words) -> Action:
    (tile,) = count(a, 1, 1, "tile TILE")
    return actions.interned(actions.ChooseTile, number(tile))


def _build(a: Words) -> Action:
    return actions.interned(actions.Build, pairs(count(a, 1, 9, "build COLUMN.ROW …")))


def _obelisk(a: Words) -> Action:
    (place,) = count(a, 1, 1, "obelisk PLACE")
    return actions.interned(actions.ChooseObelisk, number(place))


# ----------------------------------------------------------------------------- the bank


def _round(a: Words) -> Action:
    return actions.interned(
        actions.RevealRoundCard, tuple(map(number, count(a, 1, 9, "round SHIP …")))
    )


def _cards(kind: type[actions.CardsAction], verb: str) -> Callable[[Words], Action]:
    known, form = dict(Card.words()), f"{verb} CARD …"

    def parse(a: Words) -> Action:
        try:
            return kind(tuple([known[card] for card in count(a, 1, 9, form)]))
        except KeyError as unknown:
            raise EntryError(f"unknown card {unknown.args[0][:40]!r}") from None

    return parse


def _scaffold(a: Words) -> Action:
    (tile,) = count(a, 1, 1, "scaffold TILE")
    return actions.RevealScaffold(number(tile))


def _crypt(a: Words) -> Action:
    return actions.RevealCrypt(tuple(sorted(map(number, count(a, 1, 9, "crypt TILE …")))))


def _prophecies(a: Words) -> Action:
    named = [word(Prophecy, p) for p in count(a, 1, 7, "prophecies PROPHECY …")]
    return actions.RevealProphecies(tuple(sorted(named)))


Parser = Callable[[Words], Action]

CARDS: Final[Mapping[str, Parser]] = {
    Card.LEVER.word: _lever,
    Card.HAMMER.word: _hammer,
    Card.SAIL.word: _sail_card,
    Card.CHISEL.word: _chisel,
    Card.RAFT.word: _raft,
    Card.LOADING_PLANK.word: _loading_plank,
}

FAVORS: Final[Mapping[Favor, Parser]] = {
    Favor.TWO_CARDS: _two_cards,
    Favor.PLACE_AND_FILL_SLED: _place_and_fill_sled,
    Favor.PLACE_REORDER_SAIL: _place_reorder_sail,
    Favor.PLACE_TWO_AND_SAIL: _place_two_and_sail,
    Favor.PLACE_THREE: _place_three,
}

BANK_VERBS: Final[Mapping[str, Parser]] = {
    "prophecies": _prophecies,
    "scaffold": _scaffold,
    "round": _round,
    "market": _cards(actions.DealMarket, "market"),
    "refill": _cards(actions.RefillMarket, "refill"),
    "crypt": _crypt,
    "draw": _cards(actions.DrawCard, "draw"),
    "look": _cards(actions.LookAtCards, "look"),
}

CARD_VERBS: Final = frozenset({"market", "refill", "draw", "look"})
"""What names cards: lines that seldom come twice."""

PLAYER_VERBS: Final[Mapping[str, Parser]] = {
    "take": _take,
    "load": _load,
    "sail": _sail,
    "pass": _plain(actions.interned(actions.Pass)),
    "play": _play,
    "private_ship": _private_ship,
    "wager": _wager,
    "favor": _favor,
    "prophecy": _prophecy,
    "card": _card,
    "keep": _keep,
    "pyramid": _pyramid,
    "decline": _decline,
    "points": _plain(actions.interned(actions.ChoosePoints)),
    "stones": _plain(actions.interned(actions.ChooseStones)),
    "space": _space,
    "tile": _tile,
    "build": _build,
    "obelisk": _obelisk,
}

VERBS: Final[Mapping[str, Parser]] = {**BANK_VERBS, **PLAYER_VERBS}
