"""Phrases of events: words for every kind of event.

Stones that arrive and points share a sentence: ``drawing.text.narration`` gathers them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, TypeVar

from drawing.cards import cards_listed, the_card
from drawing.language import gettext as _
from drawing.language import gettext_noop, ngettext, once_a_language
from drawing.language.phrases import the_ship, the_space
from drawing.language.words import joined_words, points_of, to_the_site
from drawing.modules import EVENTS
from engine import State, result
from engine import events as ev
from engine.events import Event
from engine.vocabulary import Site

if TYPE_CHECKING:
    from drawing.text.narration import Narrator

E = TypeVar("E")

Words = Callable[["Narrator", list[E], State], str]
"""Words for events of one kind next to each other; several sentences are parted by full stops."""


def _each(template: Callable[[Narrator, E], str]) -> Words[E]:
    """Words for an event by itself; several next to each other make several sentences."""
    return lambda narrator, run, s: ". ".join(template(narrator, event) for event in run)


# ---------------------------------------------------------------------------- rounds, the end


def _round_began(n: Narrator, run: list[ev.RoundBegan], s: State) -> str:
    event = run[0]
    return _(
        "Round %(number)s begins: the ships hold %(ships)s stones, and %(who)s starts",
        number=event.number,
        ships=joined_words(map(str, event.ships)),
        who=n.names[event.seat],
    )


def _round_ended(n: Narrator, event: ev.RoundEnded) -> str:
    if event.stuck:
        return _("Everybody has passed, and round %(number)s ends", number=event.number)
    return _("Round %(number)s ends", number=event.number)


def _game_ended(n: Narrator, run: list[ev.GameEnded], s: State) -> str:
    """Winner and others, in their order."""
    end = result(s)
    first = [seat for seat, place in enumerate(end.places) if place == 1]
    points = end.points[first[0]]
    words = {"who": joined_words(n.names[seat] for seat in first), "points": points_of(points)}
    contenders = [total for seat, total in enumerate(end.points) if seat not in s.resigned]
    if len(contenders) == 1:
        words["others"] = joined_words(n.names[seat] for seat in s.resigned)
        return _("The game is over: %(who)s wins, as %(others)s resigned", **words)
    if len(first) > 1:
        won = _("The game is over: %(who)s share the first place with %(points)s", **words)
    elif contenders.count(points) > 1:
        won = _(
            "The game is over: %(who)s wins with %(points)s and more stones on the sled", **words
        )
    else:
        won = _("The game is over: %(who)s wins with %(points)s", **words)
    places = sorted((place, seat) for seat, place in enumerate(end.places) if place > 1)
    behind = [_with_points(n.names[seat], end.points[seat]) for _place, seat in places]
    if not behind:
        return won
    return won + ". " + _("Behind: %(players)s", players=joined_words(behind))


def _with_points(player: str, points: int) -> str:
    return _("%(who)s has %(points)s", who=player, points=points_of(points))


# --------------------------------------------------------------------------- stones and ships


@once_a_language
def stones_of(player: str, number: int) -> str:
    """``a stone of Ana``, ``2 stones of Ana``."""
    words = {"who": player, "number": number}
    return ngettext("a stone of %(who)s", "%(number)s stones of %(who)s", number, **words)


def stones_in_order(n: Narrator, seats: Iterable[int]) -> str:
    """Stones one after the other; those of one player together."""
    return joined_words(stones_of(n.names[seat], len(list(run))) for seat, run in groupby(seats))


@once_a_language
def _stones_phrase(player: str, number: int) -> str:
    words = {"who": player, "number": number}
    return ngettext("%(who)s takes a stone", "%(who)s takes %(number)s stones", number, **words)


def _returned(n: Narrator, run: list[ev.StonesReturned], s: State) -> str:
    stones_by_seat = Counter[int]()
    for event in run:
        stones_by_seat[event.seat] += event.number
    phrases = [
        ngettext(
            "a stone of %(who)s goes back to the quarry",
            "%(number)s stones of %(who)s go back to the quarry",
            number,
            who=n.names[seat],
            number=number,
        )
        for seat, number in stones_by_seat.items()
    ]
    return _capital(joined_words(phrases))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _loaded(n: Narrator, run: list[ev.StoneLoaded], s: State) -> str:
    phrases = [
        _(
            "%(who)s loads %(where)s",
            who=n.names[event.seat],
            where=the_space(event.ship, event.space, s),
        )
        for event in run
    ]
    return ". ".join(phrases)


def _rearranged(n: Narrator, run: list[ev.ShipRearranged], s: State) -> str:
    return _("A favour changes the order of the stones on %(ship)s", ship=the_ship(run[0].ship, s))


def _sailed(n: Narrator, run: list[ev.ShipSailed], s: State) -> str:
    phrases = [
        _(
            "%(who)s sails %(ship)s %(to_the_site)s",
            who=n.names[event.seat],
            ship=the_ship(event.ship, s),
            to_the_site=to_the_site(event.site),
        )
        for event in run
    ]
    return ". ".join(phrases)


def _sent(n: Narrator, run: list[ev.StoneSent], s: State) -> str:
    """No words: the card and the stone's arrival say it."""
    return ""


# -------------------------------------------------------------------------------------- cards


def _discarded(n: Narrator, run: list[ev.CardDiscarded], s: State) -> str:
    return ngettext(
        "This card is discarded: %(cards)s",
        "These cards are discarded: %(cards)s",
        len(run),
        cards=cards_listed(event.card for event in run),
    )


def _revealed(n: Narrator, event: ev.CardsRevealed) -> str:
    return ngettext(
        "The market shows a new card: %(cards)s",
        "The market shows new cards: %(cards)s",
        len(event.cards),
        cards=cards_listed(event.cards),
    )


def _card_phrase(n: Narrator, event: ev.CardTaken) -> str:
    words = {"who": n.names[event.seat], "card": the_card(event.card)}
    if event.space:
        return _("%(who)s takes %(card)s", **words)
    return _("%(who)s draws %(card)s", **words)


def _cards_phrase(n: Narrator, event: ev.CardsSeen) -> str:
    number = len(event.cards)
    words = {"who": n.names[event.seat], "number": number}
    visible_cards = [card for card in event.cards if card is not None]
    if len(visible_cards) == number:
        cards = joined_words(map(the_card, visible_cards))
        return _("%(who)s looks at %(cards)s", **words, cards=cards)
    return ngettext("%(who)s looks at a card", "%(who)s looks at %(number)s cards", number, **words)


def _played(n: Narrator, event: ev.CardPlayed) -> str:
    return _("%(who)s plays %(card)s", who=n.names[event.seat], card=the_card(event.card))


def _laid(n: Narrator, event: ev.CardsLaid) -> str:
    return ngettext(
        "A card is laid face down on market space %(space)s",
        "%(number)s cards are laid face down on market space %(space)s",
        event.number,
        number=event.number,
        space=event.space,
    )


def _unseen(n: Narrator, event: ev.CardsDiscardedUnseen) -> str:
    return ngettext(
        "A face-down card is discarded unseen",
        "%(number)s face-down cards are discarded unseen",
        event.number,
        number=event.number,
    )


def _reshuffled(n: Narrator, event: ev.PileReshuffled) -> str:
    return ngettext(
        "The discarded card becomes the new draw pile",
        "The %(number)s discarded cards become the new draw pile",
        event.number,
        number=event.number,
    )


# -------------------------------------------------------------------------------------- sites


def _tower(n: Narrator, run: list[ev.TowerBuilt], s: State) -> str:
    board: Any = s.rules.boards[Site.OBELISKS]
    phrases = [
        _(
            "%(who)s builds the tower worth %(points)s",
            who=n.names[event.seat],
            points=points_of(board.tower_points[event.space - 1]),
        )
        for event in run
    ]
    return ". ".join(phrases)


def _tile(n: Narrator, event: ev.TileBuilt) -> str:
    words = {"who": n.names[event.seat], "path": event.path}
    if event.cells:
        return _("%(who)s builds with tile %(path)s", **words)
    return _("%(who)s does not build with tile %(path)s", **words)


def _crypt_open(n: Narrator, event: ev.CryptRevealed) -> str:
    words = {"tiles": joined_words(map(str, event.tiles))}
    return ngettext(
        "Crypt tile %(tiles)s is open", "Crypt tiles %(tiles)s are open", len(event.tiles), **words
    )


def _crypt_cleared(n: Narrator, event: ev.CryptCleared) -> str:
    return ngettext(
        "No player took crypt tile %(tiles)s: it leaves the game",
        "No player took crypt tiles %(tiles)s: they leave the game",
        len(event.tiles),
        tiles=joined_words(map(str, event.tiles)),
    )


OfSeat = ev.Passed | ev.Resigned | ev.CoinSpent | ev.FigureMoved


def _of_seat(words: str) -> Words[OfSeat]:
    """A sentence about ``who`` with the fields of the event."""
    return _each(lambda n, event: _(words, who=n.names[event.seat], **event._asdict()))


def _of_all(words: str) -> Words[Event]:
    """A sentence without a player, with the fields of the event."""
    return _each(lambda n, event: _(words) % event._asdict())


def _gathered(n: Narrator, run: list[Event], s: State) -> str:
    return ". ".join(n.gathered(run, s))


WORDS: Final[dict[type, Words[Any]]] = {
    ev.RoundBegan: _round_began,
    ev.RoundEnded: _each(_round_ended),
    ev.GameEnded: _game_ended,
    ev.Passed: _of_seat(gettext_noop("%(who)s passes")),
    ev.Resigned: _of_seat(gettext_noop("%(who)s resigns")),
    ev.StonesTaken: _each(lambda n, event: _stones_phrase(n.names[event.seat], event.number)),
    ev.StonesReturned: _returned,
    ev.StoneSent: _sent,
    ev.StoneLoaded: _loaded,
    ev.ShipRearranged: _rearranged,
    ev.ShipSailed: _sailed,
    ev.StonePlaced: _gathered,
    ev.Scored: _gathered,
    ev.CardsRevealed: _each(_revealed),
    ev.CardsLaid: _each(_laid),
    ev.CardsSeen: _each(_cards_phrase),
    ev.CardTaken: _each(_card_phrase),
    ev.CardPlayed: _each(_played),
    ev.CoinSpent: _of_seat(gettext_noop("%(who)s spends a coin")),
    ev.CardDiscarded: _discarded,
    ev.CardsDiscardedUnseen: _each(_unseen),
    ev.PileReshuffled: _each(_reshuffled),
    ev.FigureMoved: _of_seat(gettext_noop("%(who)s moves the figure to space %(space)s")),
    ev.ScaffoldRevealed: _of_all(gettext_noop("Scaffold tile %(tile)s is laid")),
    ev.ScaffoldFilled: _of_all(gettext_noop("Scaffold tile %(tile)s is full")),
    ev.CryptRevealed: _each(_crypt_open),
    ev.CryptCleared: _each(_crypt_cleared),
    ev.ChariotMoved: _gathered,
    ev.TowerBuilt: _tower,
    ev.TileBuilt: _each(_tile),
    **EVENTS,
}
