"""What happened in a step, in plain sentences.

``LEADS`` has the words for every kind of entry, ``WORDS`` those for every kind of event. An event
that the lead says already (``COVERED``) gets no words of its own; stones that arrive and points are
gathered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Final, TypeVar

from django.utils.translation import gettext_noop

from drawing.language import gettext as _
from drawing.leads import COVERED, LEADS, OWN_STONE
from drawing.modules import COVERED as MODULE_COVERED
from drawing.modules import EVENTS
from drawing.modules import LEADS as MODULE_LEADS
from drawing.modules import OWN_STONE as MODULE_OWN_STONE
from drawing.names import source_name
from drawing.svg import signed
from drawing.words import card_name, card_names, joined, site_name, the_card
from engine import Entry, State
from engine import events as ev
from engine.events import Event
from engine.vocabulary import BANK, Site

ALL_LEADS: Final = {**LEADS, **MODULE_LEADS}
ALL_COVERED: Final = {**COVERED, **MODULE_COVERED}
ALL_OWN: Final = OWN_STONE | MODULE_OWN_STONE

GATHERED: Final = (ev.StonePlaced, ev.Scored, ev.ChariotMoved)
"""Events that share a sentence."""


class Narrator:
    """Says what happened in the steps of one game; `names` by seat."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def narrate(self, entry: Entry, events: Sequence[Event], s: State) -> str:
        """One or more sentences. `s` is the position after the entry."""
        who = "" if entry.seat == BANK else self.names[entry.seat]
        lead = ALL_LEADS[type(entry.action)](who, entry.action, s)
        covered = ALL_COVERED.get(type(entry.action), frozenset())
        left = [event for event in _result_early(events) if type(event) not in covered]
        if lead:
            lead += self._cargo(events)
        sentences = [lead] if lead else []
        for kind, group in groupby(left, self._kind):
            run = list(group)
            lands = isinstance(run[0], ev.StonePlaced)
            if lands and lead and len(sentences) == 1:
                sentences[0] = self._arriving(lead, entry, run, s)
            elif words := self._run(kind, run, s):
                sentences.append(words)
        return " ".join(_sentence(words) for words in sentences)

    def _cargo(self, events: Sequence[Event]) -> str:
        """Who has stones aboard a ship whose stones still wait at the dock."""
        if any(isinstance(event, ev.StonePlaced) for event in events):
            return ""
        cargo = [event.cargo for event in events if isinstance(event, ev.ShipSailed)]
        if not cargo or not cargo[0]:
            return ""
        return _(", with stones of %s") % self._counted(cargo[0])

    def _arriving(self, lead: str, entry: Entry, run: list[Event], s: State) -> str:
        """The lead with the stones that arrive; a stone placed by a choice needs no words."""
        brings = len(run) > 1 and not isinstance(run[1], ev.StonePlaced)
        if type(entry.action) not in ALL_OWN or brings:
            return f"{lead}: {self._arrive(run, s)}"
        if len(run) == 1:
            return lead
        return _("%(lead)s, then %(rest)s") % {"lead": lead, "rest": self._arrive(run[1:], s)}

    @staticmethod
    def _kind(event: Event) -> str:
        """Events of one kind, next to each other, make one sentence."""
        return "arrive" if isinstance(event, GATHERED) else type(event).__name__

    def _run(self, kind: str, run: list[Event], s: State) -> str:
        if kind == "arrive":
            return self._arrive(run, s)
        return WORDS[type(run[0])](self, run, s)

    # ---------------------------------------------------------------------- stones, points

    def _arrive(self, run: list[Event], s: State) -> str:
        """Stones with the points they brought; or points by their source."""
        if any(isinstance(event, ev.StonePlaced) for event in run):
            return self._stones(run, s)
        points = [event for event in run if isinstance(event, ev.Scored)]
        moved = [event for event in run if isinstance(event, ev.ChariotMoved)]
        said = [self._scored(list(group)) for _, group in groupby(points, lambda e: e.source)]
        said += [self._chariot(event, s) for event in moved]
        return " ".join(_sentence(words) for words in said).rstrip(".")

    def _stones(self, run: list[Event], s: State) -> str:
        parts: list[str] = []
        seats: list[int] = []
        points = 0
        for event in run:
            if isinstance(event, ev.StonePlaced):
                parts.append(self.names[event.seat])
                seats.append(event.seat)
            elif isinstance(event, ev.ChariotMoved):
                parts[-1] = self._chariot(event, s)
            elif isinstance(event, ev.Scored) and seats and seats[-1] == event.seat:
                parts[-1] += f" {event.points}"
                points = event.points
        if len(set(parts)) < len(parts) and not points:
            return self._counted(seats)
        if not points:
            return ", ".join(parts)
        unit = _("point") if len(parts) == 1 and points == 1 else _("points")
        return f"{', '.join(parts)} {unit}"

    def _counted(self, seats: Iterable[int]) -> str:
        """Seats with a number: ``Black ×2, White``."""
        counted = Counter(seats).items()
        return ", ".join(self.names[i] + (f" ×{n}" if n > 1 else "") for i, n in counted)

    def _chariot(self, event: ev.ChariotMoved, s: State) -> str:
        board: Any = s.rules.boards[Site.TEMPLE]
        if event.space == board.goal:
            return _("%(who)s to the goal") % {"who": self.names[event.seat]}
        return _("%(who)s to space %(space)s") % {
            "who": self.names[event.seat],
            "space": event.space,
        }

    def _scored(self, run: list[ev.Scored]) -> str:
        totals: dict[int, int] = {}
        for event in run:
            totals[event.seat] = totals.get(event.seat, 0) + event.points
        seats = ", ".join(
            f"{self.names[i]} {signed(points)}" for i, points in sorted(totals.items())
        )
        return f"{source_name(run[0].source)}: {seats}"


def _result_early(events: Sequence[Event]) -> list[Event]:
    """The events with the end of the game before the many points that it brings."""
    ended = [event for event in events if isinstance(event, ev.GameEnded)]
    if not ended:
        return list(events)
    others = [event for event in events if not isinstance(event, ev.GameEnded)]
    last = max(
        (i for i, event in enumerate(others) if isinstance(event, ev.RoundEnded)), default=-1
    )
    return [*others[: last + 1], *ended, *others[last + 1 :]]


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."


# ---------------------------------------------------------------------------------- events

E = TypeVar("E")

Words = Callable[[Narrator, list[E], State], str]


def _each(template: Callable[[Narrator, E], str]) -> Words[E]:
    """Words for an event by itself; several next to each other make several sentences."""

    def words(narrator: Narrator, run: list[E], s: State) -> str:
        said = [template(narrator, event) for event in run]
        return ". ".join(filter(None, said))

    return words


def _round_began(n: Narrator, run: list[ev.RoundBegan], s: State) -> str:
    event = run[0]
    ships = ", ".join(map(str, event.ships))
    return _("Round %(number)s begins with ships for %(ships)s stones; %(who)s starts") % {
        "number": event.number,
        "ships": ships,
        "who": n.names[event.seat],
    }


def _round_ended(n: Narrator, event: ev.RoundEnded) -> str:
    if event.stuck:
        return _("Everybody has passed, and round %(number)s ends") % {"number": event.number}
    return _("Round %(number)s ends") % {"number": event.number}


def _game_ended(n: Narrator, run: list[ev.GameEnded], s: State) -> str:
    points = joined(
        f"{name} {signed(player.points)}" for name, player in zip(n.names, s.players, strict=True)
    )
    return _("The game ends: %(points)s") % {"points": points}


def _sent(n: Narrator, run: list[ev.StoneSent], s: State) -> str:
    """No words: the card and the stone's arrival say it."""
    return ""


def _returned(n: Narrator, run: list[ev.StonesReturned], s: State) -> str:
    seats = [event.seat for event in run for _ in range(event.number)]
    return _("Back to the quarry: %(stones)s") % {"stones": n._counted(seats)}


def _discarded(n: Narrator, run: list[ev.CardDiscarded], s: State) -> str:
    counted = Counter(card_name(event.card) for event in run).items()
    names = joined(name + (f" ×{number}" if number > 1 else "") for name, number in counted)
    return _("Discarded: %(cards)s") % {"cards": names}


def _revealed(n: Narrator, event: ev.CardsRevealed) -> str:
    return _("The market shows %(cards)s") % {"cards": joined(map(card_name, event.cards))}


def _taken(n: Narrator, event: ev.CardTaken) -> str:
    words = {"who": n.names[event.seat], "card": the_card(event.card)}
    if event.space:
        return _("%(who)s takes %(card)s") % words
    return _("%(who)s draws %(card)s") % words


def _seen(n: Narrator, event: ev.CardsSeen) -> str:
    words = {"who": n.names[event.seat], "cards": card_names(event.cards)}
    return _("%(who)s looks at %(cards)s") % words


def _tower(n: Narrator, run: list[ev.TowerBuilt], s: State) -> str:
    board: Any = s.rules.boards[Site.OBELISKS]
    said = [
        _("%(who)s builds the tower worth %(points)s")
        % {"who": n.names[event.seat], "points": board.tower_points[event.space - 1]}
        for event in run
    ]
    return ". ".join(said)


def _tile(n: Narrator, event: ev.TileBuilt) -> str:
    words = {"who": n.names[event.seat], "path": event.path}
    if event.cells:
        return _("%(who)s builds with tile %(path)s") % words
    return _("%(who)s leaves tile %(path)s out") % words


def _stones_taken(n: Narrator, event: ev.StonesTaken) -> str:
    words = {"who": n.names[event.seat], "number": event.number}
    if event.number == 1:
        return _("%(who)s takes a stone") % words
    return _("%(who)s takes %(number)s stones") % words


Tiles = ev.CryptRevealed | ev.CryptCleared
Cards = ev.CardsLaid | ev.CardsDiscardedUnseen | ev.PileReshuffled
OfSeat = ev.Passed | ev.StoneLoaded | ev.CoinSpent | ev.FigureMoved


def _tiles(one: str, several: str) -> Words[Tiles]:
    def words_of(n: Narrator, event: Tiles) -> str:
        words = one if len(event.tiles) == 1 else several
        return _(words) % {"tiles": joined(map(str, event.tiles))}

    return _each(words_of)


def _cards(one: str, several: str) -> Words[Cards]:
    """A sentence about one card, or about several, with the fields of the event."""
    return _each(lambda n, event: _(one if event.number == 1 else several) % event._asdict())


def _of_seat(words: str) -> Words[OfSeat]:
    """A sentence about ``who`` with the fields of the event."""
    return _each(lambda n, event: _(words) % {"who": n.names[event.seat], **event._asdict()})


def _of_all(words: str) -> Words[Event]:
    """A sentence without a player, with the fields of the event."""
    return _each(lambda n, event: _(words) % event._asdict())


def _gathered(n: Narrator, run: list[Event], s: State) -> str:
    return n._arrive(run, s)


WORDS: Final[dict[type, Words[Any]]] = {
    ev.RoundBegan: _round_began,
    ev.RoundEnded: _each(_round_ended),
    ev.GameEnded: _game_ended,
    ev.Passed: _of_seat(gettext_noop("%(who)s passes")),
    ev.StonesTaken: _each(_stones_taken),
    ev.StonesReturned: _returned,
    ev.StoneSent: _sent,
    ev.StoneLoaded: _of_seat(gettext_noop("%(who)s loads ship %(ship)s, space %(space)s")),
    ev.ShipRearranged: _of_all(gettext_noop("The stones of ship %(ship)s are rearranged")),
    ev.ShipSailed: _each(
        lambda n, e: (
            _("Ship %(ship)s sails to the %(site)s") % {"ship": e.ship, "site": site_name(e.site)}
        )
    ),
    ev.StonePlaced: _gathered,
    ev.Scored: _gathered,
    ev.CardsRevealed: _each(_revealed),
    ev.CardsLaid: _cards(
        gettext_noop("A card is laid face down on market space %(space)s"),
        gettext_noop("%(number)s cards are laid face down on market space %(space)s"),
    ),
    ev.CardsSeen: _each(_seen),
    ev.CardTaken: _each(_taken),
    ev.CardPlayed: _each(
        lambda n, e: (
            _("%(who)s plays the %(card)s") % {"who": n.names[e.seat], "card": card_name(e.card)}
        )
    ),
    ev.CoinSpent: _of_seat(gettext_noop("%(who)s spends a coin")),
    ev.CardDiscarded: _discarded,
    ev.CardsDiscardedUnseen: _cards(
        gettext_noop("A face-down card is discarded unseen"),
        gettext_noop("%(number)s face-down cards are discarded unseen"),
    ),
    ev.PileReshuffled: _cards(
        gettext_noop("The discarded card becomes the new draw pile"),
        gettext_noop("The %(number)s discarded cards become the new draw pile"),
    ),
    ev.FigureMoved: _of_seat(gettext_noop("%(who)s moves the figure to space %(space)s")),
    ev.ScaffoldRevealed: _of_all(gettext_noop("Scaffold tile %(tile)s is laid")),
    ev.ScaffoldFilled: _of_all(gettext_noop("Scaffold tile %(tile)s is full")),
    ev.CryptRevealed: _tiles(
        gettext_noop("Crypt tile %(tiles)s is open"), gettext_noop("Crypt tiles %(tiles)s are open")
    ),
    ev.CryptCleared: _tiles(
        gettext_noop("No player took crypt tile %(tiles)s: it leaves the game"),
        gettext_noop("No player took crypt tiles %(tiles)s: they leave the game"),
    ),
    ev.ChariotMoved: _gathered,
    ev.TowerBuilt: _tower,
    ev.TileBuilt: _each(_tile),
    **EVENTS,
}
