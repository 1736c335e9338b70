"""A game read step by step as a viewer sees it: the position, how things stand, what is said.

Nothing is drawn here (``drawing.replay.replay``).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from drawing.cards import SOURCES as CARD_SOURCES
from drawing.replay.viewers import Viewer
from drawing.text.narration import Narration, Narrator
from engine import EVERYTHING, Entry, State, Step, awaited, is_forced, view_events
from engine.entries import Keep, Resign
from engine.events import Event
from engine.outlook import Outlook, OutlookForecast, Points
from engine.shown import SiteView, View
from engine.view import ViewFeed
from engine.vocabulary import BUILDING_SITES, Site, Source

SITES: Final = tuple(Site)
of_cards: Final = itemgetter(*CARD_SOURCES, Source.UNUSED_BLUE_CARDS)
"""Sources of the points of cards."""

BUILT: Final = len(BUILDING_SITES)
"""The first sources are the building sites, in their order."""

SCORED_AT_ONCE: Final = 2
"""Those of them, the first ones, that give points while the game lasts."""


class StepScore(NamedTuple):
    """`scored`: the points by seat and source; `ended`: those if the game ended here, ``None``
    where the viewer may not know; `stones`: by site and seat; `worth`: the points that these
    stones give as things stand, in the same order, nothing for a site that gives none; `quarry`:
    by seat the stones left there, ``None`` for endless."""

    scored: Points
    ended: Points | None
    stones: tuple[tuple[int, ...], ...]
    worth: tuple[tuple[int, ...], ...]
    quarry: tuple[int | None, ...] = ()

    @property
    def points(self) -> list[int]:
        """The points of each seat."""
        return [sum(sources) for sources in self.scored]

    @property
    def prospects(self) -> list[int] | None:
        """The points of each seat if the game ended here."""
        return None if self.ended is None else [sum(sources) for sources in self.ended]


class Reading(NamedTuple):
    """A step as the viewer saw it, before it is drawn: the fields of its ``Frame``, the `events`,
    the positions `before` it and after it (`shown`)."""

    ply: int
    seat: int
    round: int
    turn: int
    told: Narration
    forced: bool
    after: StepScore
    events: Sequence[Event]
    before: View
    shown: View


class Reader:
    """Reads one step after the other, from the position before the first entry. `shown` is the
    position as the viewer sees it, `now` how things stand."""

    def __init__(self, narrator: Narrator, first: State, viewer: Viewer) -> None:
        self.narrator = narrator
        self.viewer = viewer
        self.watch = ViewFeed(viewer)
        self.forecast = OutlookForecast()
        self.sites = dict[str, SiteView]()
        self.now: StepScore
        self.standing = list[list[int | None]]()
        self.valued: dict[Site, tuple[SiteView, list[int], SiteView]] = {}
        self.shown = self._look(first)
        self.round = first.round
        self.turn = 0
        self.starts_turn = self.is_turn(first)
        self.only = self._has_single_option(first)

    def read(self, step: Step) -> Reading:
        """Effects of `step`."""
        s = step.state
        before, self.shown = self.shown, self._look(s)
        events = view_events(s, step.events, self.viewer)
        if self.starts_turn:
            self.turn += 1
        narration = self.narrator.narrate(self._visible_entry(step.entry, s), events, s)
        forced = self.only and not isinstance(step.entry.action, Resign)
        reading = Reading(
            step.ply, step.entry.seat, self.round, self.turn, narration, forced, self.now,
            events, before, self.shown,
        )  # fmt: skip
        if s.round != self.round:
            self.round, self.turn = s.round, 0
        self.starts_turn = self.is_turn(s)
        self.only = self._has_single_option(s)
        return reading

    def _look(self, s: State) -> View:
        """The position as the viewer sees it, with what the stones at each site are worth. What
        did not change is the same object."""
        last = self.watch.shown
        before = last and last["sites"], self.forecast.found
        visible = self.watch.look(s)
        outlook = self.forecast.outlook_of(self.watch)
        quarry = tuple([seat["quarry"] for seat in visible["seats"]])
        if before[0] is not visible["sites"] or before[1] is not outlook:
            self._value(s, visible["sites"], outlook, quarry)
        elif quarry != self.now.quarry:
            self.now = self.now._replace(quarry=quarry)
        return {**visible, "sites": self.sites, "standing": self.standing}

    def _value(
        self,
        s: State,
        sites: dict[str, SiteView],
        outlook: Outlook,
        quarry: tuple[int | None, ...],
    ) -> None:
        """Work out anew what the stones at the sites are worth, and how things stand."""
        self.sites = {
            site.word: self._with_worth(site, sites[site.word], outlook.worth.get(site))
            for site in SITES
        }
        secret = s.rules.hidden_cards and self.viewer != EVERYTHING and not s.over
        stones = tuple([tuple(site["stones"]) for site in self.sites.values()])
        worth = tuple([tuple(outlook.worth.get(site, ())) for site in SITES])
        ended = None if secret else outlook.ended
        self.now = StepScore(outlook.scored, ended, stones, worth, quarry)
        self.standing = [self._standing(seat, outlook) for seat in range(len(s.players))]

    def _standing(self, seat: int, outlook: Outlook) -> list[int | None]:
        """Points of a seat if the game ended here: for its cards, for each building site,
        and in all. What stones are worth is for everybody to see, cards are not."""
        if self.now.ended is not None:
            points = self.now.ended[seat]
            return [sum(of_cards(points)), *points[:BUILT], sum(points)]
        stones = [outlook.scored[seat][source] for source in range(SCORED_AT_ONCE)]
        building_worth = [outlook.worth[site][seat] for site in BUILDING_SITES[SCORED_AT_ONCE:]]
        return [None, *stones, *building_worth, None]

    def _with_worth(self, site: Site, site_view: SiteView, worth: list[int] | None) -> SiteView:
        if worth is None:
            return site_view
        valued = self.valued.get(site)
        if valued is None or valued[0] is not site_view or valued[1] != worth:
            valued = self.valued[site] = (site_view, worth, {**site_view, "worth": worth})
        return valued[2]

    def _visible_entry(self, entry: Entry, s: State) -> Entry:
        """`entry` without a card that was kept in secret (``engine.view_entry``)."""
        action = entry.action
        if not isinstance(action, Keep) or self.viewer in (entry.seat, EVERYTHING):
            return entry
        hidden = s.rules.hidden_cards and not s.over and not s.rules.is_red[action.card]
        return entry._replace(action=Keep(None)) if hidden else entry  # type: ignore[arg-type]

    @staticmethod
    def is_turn(s: State) -> bool:
        """True if the next entry begins a player's turn."""
        awaited_action = awaited(s)
        return awaited_action is not None and awaited_action.item is None

    def _has_single_option(self, s: State) -> bool:
        """True if only one entry could follow; with hidden cards that is the seat's secret."""
        if s.rules.hidden_cards and self.viewer != EVERYTHING:
            awaited_action = awaited(s)
            if awaited_action is not None and self.viewer != awaited_action.seat:
                return False
        return is_forced(s)
