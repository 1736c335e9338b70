"""How a step begins: words for every kind of entry, and which events need no more words.

Each is a whole sentence with named places: other languages order them as they like.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from drawing.language import gettext as _
from drawing.language import gettext_noop, ngettext
from drawing.words import joined, ship_phrase, space_phrase, the_card, the_pyramid, to_the_site
from engine import State, entries
from engine import events as ev
from engine.vocabulary import Site

if TYPE_CHECKING:
    from collections.abc import Iterable


A = TypeVar("A", bound=entries.Action)

Lead = Callable[[str, A, State], str]


def _plain(words: str) -> Lead[entries.Action]:
    """A sentence about ``who``; the fields of the action may be named."""

    def lead(who: str, action: entries.Action, s: State) -> str:
        said = {name: getattr(action, name) for name in action.__match_args__}
        return _(words) % {"who": who, **said}

    return lead


def nothing(who: str, action: object, s: State) -> str:
    """The events say it all."""
    return ""


def the_ship(number: int, s: State) -> str:
    """A ship as people point at it: by its size and its berth."""
    return ship_phrase(s.round_cards[-1][number - 1], number)


def the_space(ship: int, space: int, s: State) -> str:
    """``the front space of the big ship in berth 1``."""
    return space_phrase(s.round_cards[-1][ship - 1], ship, space)


def the_spaces(spaces: Iterable[tuple[int, int]], s: State) -> str:
    """Several of them."""
    return joined(the_space(ship, space, s) for ship, space in spaces)


def _load(who: str, action: entries.Load, s: State) -> str:
    words = {"who": who, "where": the_space(action.ship, action.space, s)}
    return _("%(who)s loads %(where)s") % words


def _sailing(who: str, action: entries.Sail | entries.PlayLever, s: State) -> dict[str, str]:
    ship = the_ship(action.ship, s)
    return {"who": who, "ship": ship, "to_the_site": to_the_site(action.site)}


def _sail(who: str, action: entries.Sail, s: State) -> str:
    return _("%(who)s sails %(ship)s %(to_the_site)s") % _sailing(who, action, s)


def _lever(who: str, action: entries.PlayLever, s: State) -> str:
    words = _sailing(who, action, s)
    if len(action.order) == 1:
        return _("%(who)s plays the lever and sails %(ship)s %(to_the_site)s") % words
    words["order"] = ", ".join(map(str, action.order))
    return (
        _(
            "%(who)s plays the lever, sails %(ship)s %(to_the_site)s "
            "and unloads its spaces in the order %(order)s"
        )
        % words
    )


def _hammer(who: str, action: entries.PlayHammer, s: State) -> str:
    words = {"who": who, "where": the_space(action.ship, action.space, s)}
    return _("%(who)s plays the hammer to take stones and to load %(where)s") % words


def _sail_card(who: str, action: entries.PlaySail, s: State) -> str:
    words = {
        "who": who,
        "where": the_space(action.ship, action.space, s),
        "to_the_site": to_the_site(action.site),
    }
    return _("%(who)s plays the sail, loads %(where)s and sails that ship %(to_the_site)s") % words


def _chisel(who: str, action: entries.PlayChisel, s: State) -> str:
    words = {"who": who, "where": the_spaces(action.spaces, s)}
    return _("%(who)s plays the chisel and loads %(where)s") % words


def _raft(who: str, action: entries.PlayRaft, s: State) -> str:
    paid = s.rules.raft_payment
    words = {"who": who, "number": paid, "to_the_site": to_the_site(action.site)}
    return (
        ngettext(
            "%(who)s plays the raft, gives %(number)s stone back to the quarry "
            "and sends one straight %(to_the_site)s",
            "%(who)s plays the raft, gives %(number)s stones back to the quarry "
            "and sends one straight %(to_the_site)s",
            paid,
        )
        % words
    )


def _plank(who: str, action: entries.PlayLoadingPlank, s: State) -> str:
    words = {
        "who": who,
        "ship": the_ship(action.ship, s),
        "to_the_site": to_the_site(action.site),
    }
    return (
        _(
            "%(who)s plays the loading plank, pays a stone and sails %(ship)s %(to_the_site)s "
            "as the second ship there"
        )
        % words
    )


def _card(who: str, action: entries.ChooseCard, s: State) -> str:
    """The events name face-up cards; face-down ones are looked at first."""
    board: Any = s.rules.boards[Site.MARKET]
    if action.spaces[0] <= board.face_up:
        return ""
    words = {"who": who, "space": action.spaces[0]}
    return _("%(who)s turns to the face-down cards on market space %(space)s") % words


def _keep(who: str, action: entries.Keep, s: State) -> str:
    return _("%(who)s keeps %(card)s") % {"who": who, "card": the_card(action.card)}


def _pyramid(who: str, action: entries.ChoosePyramid, s: State) -> str:
    words = {"who": who, "pyramid": the_pyramid(action.name)}
    return _("%(who)s chooses %(pyramid)s") % words


def _space(who: str, action: entries.ChooseSpace, s: State) -> str:
    words = {"who": who, "level": action.level, "position": action.position}
    return _("%(who)s lays the stone on level %(level)s, space %(position)s") % words


def _decline(who: str, action: entries.Decline, s: State) -> str:
    if action.tile:
        return _("%(who)s leaves tile %(tile)s out") % {"who": who, "tile": action.tile}
    return _("%(who)s places no stone") % {"who": who}


def _build(who: str, action: entries.Build, s: State) -> str:
    cells = len(action.cells)
    words = {"who": who, "number": cells}
    return (
        ngettext(
            "%(who)s builds with the tile on %(number)s cell of the wall",
            "%(who)s builds with the tile on %(number)s cells of the wall",
            cells,
        )
        % words
    )


LEADS: Final[dict[type[entries.Action], Lead[Any]]] = {
    entries.Take: nothing,
    entries.Load: _load,
    entries.Sail: _sail,
    entries.Pass: nothing,
    entries.PlayLever: _lever,
    entries.PlayHammer: _hammer,
    entries.PlaySail: _sail_card,
    entries.PlayChisel: _chisel,
    entries.PlayRaft: _raft,
    entries.PlayLoadingPlank: _plank,
    entries.ChooseCard: _card,
    entries.Keep: _keep,
    entries.ChoosePyramid: _pyramid,
    entries.Decline: _decline,
    entries.ChoosePoints: _plain(gettext_noop("%(who)s chooses points")),
    entries.ChooseStones: _plain(gettext_noop("%(who)s chooses stones")),
    entries.ChooseSpace: _space,
    entries.ChooseTile: _plain(gettext_noop("%(who)s takes crypt tile %(tile)s")),
    entries.Build: _build,
    entries.ChooseObelisk: _plain(gettext_noop("%(who)s begins the obelisk on place %(place)s")),
    entries.RevealRoundCard: nothing,
    entries.DealMarket: nothing,
    entries.RefillMarket: nothing,
    entries.DrawCard: nothing,
    entries.LookAtCards: nothing,
    entries.RevealScaffold: nothing,
    entries.RevealCrypt: nothing,
}

SAILING: Final = frozenset({ev.ShipSailed, ev.CardPlayed, ev.StoneLoaded, ev.FavorUsed})
AT_MARKET: Final = frozenset({ev.StonesReturned})

COVERED: Final[dict[type[entries.Action], frozenset[type]]] = {
    entries.Load: frozenset({ev.StoneLoaded}) | AT_MARKET,
    entries.Sail: SAILING | AT_MARKET,
    entries.PlayLever: SAILING | AT_MARKET,
    entries.PlayHammer: SAILING,
    entries.PlaySail: SAILING | AT_MARKET,
    entries.PlayChisel: SAILING,
    entries.PlayRaft: SAILING | AT_MARKET,
    entries.PlayLoadingPlank: SAILING | AT_MARKET,
    entries.ChooseCard: AT_MARKET,
    entries.Keep: AT_MARKET | {ev.CardTaken},
    entries.DrawCard: AT_MARKET,
    entries.ChoosePyramid: AT_MARKET,
    entries.Decline: AT_MARKET | {ev.TileBuilt},
    entries.ChooseSpace: AT_MARKET,
    entries.ChooseTile: AT_MARKET,
    entries.Build: AT_MARKET | {ev.TileBuilt},
    entries.ChooseObelisk: AT_MARKET,
    entries.RefillMarket: AT_MARKET,
}
"""A stone that goes home from the market is no news; nor is what the lead has said."""


OWN_STONE: Final = frozenset(
    {
        entries.ChooseSpace,
        entries.ChooseTile,
        entries.ChooseObelisk,
        entries.PlayRaft,
    }
)
"""Entries that say where one stone of the player goes."""
