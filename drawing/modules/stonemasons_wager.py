"""The Stonemason's Wager: betting fields at the building sites (R11.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from drawing.language import gettext as _
from drawing.language import gettext_lazy
from drawing.language.lines import SeatNames, SpokenLine
from drawing.language.option_words import OptionWord, Words
from drawing.language.words import at_the_site, points_of
from drawing.modules.module import AtSite, ModuleDrawing, event_words
from drawing.svg import group, hint, rect, svg_text
from drawing.svg.pieces import MINI, StoneSpot
from engine import State
from engine.events import WagerMade
from engine.modules.wager import Wager
from engine.shown import SiteView
from engine.vocabulary import BUILDING_SITES, Field, Site, Source

if TYPE_CHECKING:
    from drawing.language.option_words import Rectangle
    from drawing.play.spots import Places
    from drawing.text.narration import Narrator


def _wager(player: str, action: Wager, s: State) -> str:
    words = {"who": player, "at_the_site": at_the_site(action.site)}
    if action.field is Field.LEFT:
        return _("%(who)s bets a stone on the left field %(at_the_site)s", **words)
    return _("%(who)s bets a stone on the right field %(at_the_site)s", **words)


def _wager_sentence(n: Narrator, event: WagerMade) -> str:
    words = {"who": n.names[event.seat], "at_the_site": at_the_site(event.site)}
    return _("%(who)s bets a stone %(at_the_site)s", **words)


def _bet(action: Wager, s: State, seat: int) -> Words:
    site, field = action.site, action.field

    def say() -> str:
        words = {"at_the_site": at_the_site(site)}
        if field is Field.LEFT:
            return _("on the left field %(at_the_site)s", **words)
        return _("on the right field %(at_the_site)s", **words)

    chosen = OptionWord(f"bet-{site.word}-{field.word}", say, ("field", site.value, field.value))
    return [OptionWord("wager", lambda: _("Bet a stone")), chosen], []


def _field(places: Places, site: int, field: int) -> Rectangle:
    x, y = fields(Site(site))
    return places.site(site).name, x + STEP * field, y, SIDE, SIDE


SIDE, STEP = 20, 22
"""A field, and from one to the next."""


def fields(site: Site) -> tuple[int, int]:
    """Left upper corner of a site's fields: in the sky, or in the ceiling."""
    return (352, 47) if site is Site.BURIAL_CHAMBER else (6, 36)


class StonemasonsWagerDrawing(ModuleDrawing):
    """Fields beside a site."""

    title = gettext_lazy("Stonemason’s wager")
    picture = "M-12 0H4V13H-12zM9 -14a6 6 0 1 0 .01 0M9 -11V-5M6 -8H12"
    sources: ClassVar = {Source.STONEMASONS_WAGER: gettext_lazy("Wager")}
    leads: ClassVar = {Wager: _wager}
    covers: ClassVar = {Wager: frozenset({WagerMade})}
    reasons: ClassVar = {WagerMade: lambda event: "module.stonemasons_wager"}
    events: ClassVar = {WagerMade: event_words(_wager_sentence)}
    options: ClassVar = {Wager: _bet}
    places: ClassVar = {"field": _field}

    def sentence(self) -> str:
        return _(
            "Once per game, as your action, bet a stone on a site. If that site gets the most "
            "stones, you earn up to %(points)s points.",
            points=max(self.numbers.most),
        )

    def on_ground(self, site: AtSite) -> str:
        if site.site not in BUILDING_SITES:
            return ""
        points = self.numbers.most
        x, y = fields(site.site)
        words = _("Stonemason’s wager: points if this site has the most stones")
        squares = [
            rect(x + STEP * i, y, SIDE, SIDE, "field", 3)
            + svg_text(x + STEP * i + SIDE / 2, y + 15.5, str(points[i]), "field-points")
            for i in range(self.numbers.fields)
        ]
        return group(hint(words) + "".join(squares))

    def lines_at_site(self, seats: SeatNames, site_view: SiteView) -> Iterator[SpokenLine]:
        wagers = list(site_view["wagers"].values())[: self.numbers.fields]
        if not wagers:
            return
        fields = zip(wagers, self.numbers.most, strict=False)
        words = [
            {"stone": seats.stone(seat), "points": points_of(points)} for seat, points in fields
        ]
        yield SpokenLine(
            _("Fields of the wager, from the left"),
            tuple(_("%(stone)s, %(points)s", **cell) for cell in words),
        )

    def stones_at(self, site: AtSite, site_view: SiteView) -> Iterator[StoneSpot]:
        for index, seat in enumerate(site_view["wagers"].values()):
            if seat is not None:
                x, y = fields(site.site)
                stone_x = x + STEP * index + SIDE / 2
                yield StoneSpot(f"{site.name}.w{index}", seat, stone_x, y + SIDE / 2, MINI)
