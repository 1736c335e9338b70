"""The harbour as a list: the round, the ships at their berths and at the docks, what they carry."""

from __future__ import annotations

from collections.abc import Iterator

from drawing.language import gettext as _
from drawing.language import once_a_language
from drawing.language.lines import SeatNames, SpokenLine
from drawing.language.words import at_the_site
from engine.shown import ShipView, View
from engine.vocabulary import Site


def harbour(seats: SeatNames, view: View) -> Iterator[SpokenLine]:
    """Ships in the river; the stones of a ship from its front."""
    yield SpokenLine(_round(view))
    for ship in view["ships"]:
        yield _ship(seats, ship)
    for site in Site:
        if waiting := view.get("waiting", {}).get(site.word):
            words = {"at_the_site": at_the_site(site)}
            sentence = _("Stones that wait %(at_the_site)s, in the order of unloading", **words)
            yield SpokenLine(sentence, seats.stones(seat for seat, _ship, _space in waiting))
        owner = view["sites"][site.word]["private_ship"]
        if owner is not None:
            words = {"who": seats.title(owner), "at_the_site": at_the_site(site)}
            yield SpokenLine(_("Private ship of %(who)s, %(at_the_site)s", **words))


def _round(view: View) -> str:
    if view["over"]:
        return _("The game is over")
    if not view["round"]:
        return _("Set-up")
    return _("Round %(round)s of %(rounds)s", round=view["round"], rounds=view["rounds"])


def _ship(seats: SeatNames, ship: ShipView) -> SpokenLine:
    spaces = ship["spaces"]
    if spaces is None:
        return SpokenLine(_sailed(ship["number"], ship["site"]))
    lacks = max(0, ship["minimum"] - len(spaces) + spaces.count(None))
    return SpokenLine(_berthed(ship["number"], ship["minimum"], lacks), seats.stones(spaces))


@once_a_language
def _sailed(berth: int, site: str | None) -> str:
    words = {"berth": berth, "at_the_site": at_the_site(Site.read(site)) if site else ""}
    return _("The ship of berth %(berth)s has sailed, and lies %(at_the_site)s", **words)


@once_a_language
def _berthed(berth: int, needs: int, lacks: int) -> str:
    words = {"berth": berth, "needs": needs, "lacks": lacks}
    if lacks:
        return _(
            "Ship in berth %(berth)s, needs %(needs)s, lacks %(lacks)s, front to back", **words
        )
    return _("Ship in berth %(berth)s, needs %(needs)s, may sail, front to back", **words)
