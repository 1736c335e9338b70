"""Narration of a step in plain sentences: the entry and its effects.

``LEADS`` has the words for every kind of entry, ``WORDS`` those for every kind of event. An event
that the lead says already (``COVERED``) gets no words of its own. Stones that arrive share a
sentence, in their order, with the points that they brought. The points of the end of a game are
told apart, site by site.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from drawing.language import gettext as _
from drawing.language import ngettext, once_a_language
from drawing.language.words import joined_words, points_gained
from drawing.text.entry_phrases import COVERED, LEADS, PLACEMENTS
from drawing.text.event_phrases import WORDS, stones_in_order
from drawing.text.names import source_name
from drawing.text.reasons import keys_of
from engine import Entry, State
from engine import events as ev
from engine.events import Event
from engine.vocabulary import BANK, Site, Source

GATHERED: Final = (ev.StonePlaced, ev.Scored, ev.ChariotMoved)
"""Events that share a sentence."""

AT_ONCE: Final = {
    Site.PYRAMID: Source.PYRAMID,
    Site.TEMPLE: Source.TEMPLE,
    Site.BURIAL_CHAMBER: Source.BURIAL_CHAMBER,
    Site.OBELISKS: Source.OBELISKS,
}
"""Sources of the points of arriving stones."""


class ScoringStep(NamedTuple):
    """A step of the final scoring: what gives the points, and who gets how many, in `words` and as
    (seat, points)."""

    source: Source
    words: str
    points: tuple[tuple[int, int], ...] = ()


class Narration(NamedTuple):
    """Narration of a step. `words`: all its sentences; `brief`: what they begin with; `ending`:
    the final scoring, if the game ends, in the order in which it is counted; `why`: the rules
    behind the step, as keys (``drawing.text.reasons``); `outcome_index`: the place in `words` where
    the result of the game begins, 0 before its end."""

    words: str
    brief: str
    ending: tuple[ScoringStep, ...] = ()
    why: tuple[str, ...] = ()
    outcome_index: int = 0

    @property
    def outcome_first(self) -> str:
        """All sentences; at the end of the game those of its result first."""
        return f"{self.words[self.outcome_index :]} {self.words[: self.outcome_index]}".strip()

    @property
    def without_outcome(self) -> str:
        """Its sentences before the result of the game."""
        return self.words[: self.outcome_index].strip() or self.words

    @property
    def full_text(self) -> str:
        """All of it in one text."""
        return " ".join([self.words, *(f"{_of_source(tally)}." for tally in self.ending)])


class Narrator:
    """Says what happened in the steps of one game; `names` by seat."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names: Sequence[str] = names

    def narrate(self, entry: Entry, events: Sequence[Event], s: State) -> Narration:
        """Narration of `entry` and its `events`. `s` is the position after the entry."""
        kind = type(entry.action)
        player = "" if entry.seat == BANK else self.names[entry.seat]
        lead = LEADS[kind](player, entry.action, s)
        sentences = [lead] if lead else []
        if lead and (cargo := self._cargo(events)):
            sentences.append(cargo)
        reason_keys = keys_of(events)
        events, final = direct_and_scored(events)
        covered = COVERED.get(kind, frozenset())
        left = [event for event in events if type(event) not in covered]
        for name, group in groupby(left, _kind):
            run = list(group)
            if name == "gathered":
                sentences += self.gathered(
                    run, s, has_lead=kind in PLACEMENTS and len(sentences) == 1
                )
            elif words := WORDS[type(run[0])](self, run, s):
                sentences.append(words)
        texts = [f"{words}." for words in sentences]
        brief = texts[0] if texts else ""
        words = " ".join(texts)
        is_over = any(isinstance(event, ev.GameEnded) for event in events)
        outcome_index = len(words) - len(texts[-1]) if is_over else 0
        return Narration(words, brief, tuple(self._tallies(final)), reason_keys, outcome_index)

    def _cargo(self, events: Sequence[Event]) -> str:
        """Whose stones a ship brings, if they still wait at the dock."""
        if any(isinstance(event, ev.StonePlaced) for event in events):
            return ""
        cargo = [event.cargo for event in events if isinstance(event, ev.ShipSailed)]
        if not cargo or not cargo[0]:
            return ""
        return _("The ship brings %(stones)s", stones=stones_in_order(self, cargo[0]))

    # ---------------------------------------------------------------------- stones, points

    def gathered(self, run: Sequence[Event], s: State, *, has_lead: bool = False) -> list[str]:
        """Sentences for stones that arrive, with what each brought, and for other points.
        `has_lead`: the first stone has been said, and needs words only if it brought something."""
        landings, further = _landings(run)
        if has_lead and landings and landings[0].silent:
            landings = landings[1:]
        sentences = []
        parts = [self._landed(landing, s) for landing in _together(landings)]
        if len(parts) == 1:
            sentences += parts
        elif parts:
            sentences.append(_("In order: %(stones)s", stones=", ".join(parts)))
        for kind, group in groupby(further, type):
            several: list[Any] = list(group)
            if kind is ev.ChariotMoved:
                sentences += [self._driven(event, s) for event in several]
            else:
                sentences += [_of_source(tally) for tally in self._tallies(several)]
        return sentences

    def _landed(self, landing: Landing, s: State) -> str:
        player = self.names[landing.seat]
        if landing.space is None:
            return _lays(player, landing.number, landing.points)
        words = {"who": player, "space": landing.space}
        if landing.space == _goal(s):
            return _("%(who)s places a stone and drives to the finish", **words)
        return _("%(who)s places a stone and drives to space %(space)s", **words)

    def _driven(self, event: ev.ChariotMoved, s: State) -> str:
        words = {"who": self.names[event.seat], "space": event.space}
        if event.space == _goal(s):
            return _("%(who)s drives to the finish", **words)
        return _("%(who)s drives to space %(space)s", **words)

    def _tallies(self, run: Sequence[ev.Scored]) -> Iterator[ScoringStep]:
        """Points by their source, in the order in which they came."""
        for source, group in groupby(run, lambda event: event.source):
            totals: dict[int, int] = {}
            for event in group:
                totals[event.seat] = totals.get(event.seat, 0) + event.points
            gains = joined_words(_gains(self.names[seat], totals[seat]) for seat in sorted(totals))
            yield ScoringStep(source, gains, tuple(sorted(totals.items())))


class Landing(NamedTuple):
    """`number` stones of `seat` that arrive one after the other, with the points that they brought
    or the space to which they drove a chariot."""

    seat: int
    number: int = 1
    points: int | None = None
    space: int | None = None

    @property
    def silent(self) -> bool:
        """True if nothing is to be said but that they arrived."""
        return self.points is None and self.space is None


def _landings(run: Sequence[Event]) -> tuple[list[Landing], list[Event]]:
    """The stones of `run` with what they brought, and the events that are about no stone."""
    landings: list[Landing] = []
    further: list[Event] = []
    gives: Source | None = None
    for event in run:
        last = landings[-1] if landings and landings[-1].silent else None
        if isinstance(event, ev.StonePlaced):
            landings.append(Landing(event.seat))
            gives = AT_ONCE.get(event.site)
        elif last is None:
            further.append(event)
        elif isinstance(event, ev.ChariotMoved) and event.seat == last.seat:
            landings[-1] = last._replace(space=event.space)
        elif isinstance(event, ev.Scored) and (event.seat, event.source) == (last.seat, gives):
            landings[-1] = last._replace(points=event.points)
        else:
            further.append(event)
    return landings, further


def _together(landings: Sequence[Landing]) -> Iterator[Landing]:
    """Stones of one player next to each other that brought nothing are said together."""
    for (_seat, silent), group in groupby(landings, lambda landing: (landing.seat, landing.silent)):
        several = list(group)
        if silent:
            yield several[0]._replace(number=len(several))
        else:
            yield from several


def direct_and_scored(events: Sequence[Event]) -> tuple[list[Event], list[ev.Scored]]:
    """The events, and of the end of a game the final scoring: the points just before it."""
    if not events or type(events[-1]) is not ev.GameEnded:
        return list(events), []
    final: list[ev.Scored] = []
    for event in reversed(events[:-1]):
        if not isinstance(event, ev.Scored):
            break
        final.append(event)
    return [*events[: len(events) - 1 - len(final)], events[-1]], final[::-1]


def _kind(event: Event) -> str:
    """Events of one kind, next to each other, are said together."""
    return "gathered" if isinstance(event, GATHERED) else type(event).__name__


def _goal(s: State) -> int:
    board: Any = s.rules.boards[Site.TEMPLE]
    return int(board.goal)


@once_a_language
def _lays(player: str, number: int, points: int | None) -> str:
    words: dict[str, object] = {"who": player, "number": number}
    if points is None:
        return ngettext(
            "%(who)s places a stone", "%(who)s places %(number)s stones", number, **words
        )
    words["points"] = points_gained(points)
    return _("%(who)s places a stone (%(points)s)", **words)


@once_a_language
def _gains(player: str, points: int) -> str:
    words = {"who": player, "points": abs(points)}
    if points < 0:
        return ngettext(
            "%(who)s loses %(points)s point", "%(who)s loses %(points)s points", -points, **words
        )
    return ngettext(
        "%(who)s gets %(points)s point", "%(who)s gets %(points)s points", points, **words
    )


def _of_source(tally: ScoringStep) -> str:
    return _("%(source)s: %(gains)s", source=source_name(tally.source), gains=tally.words)
