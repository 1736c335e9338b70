"""How a step begins: words for every kind of entry, and which events need no more words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.utils.translation import gettext_noop

from drawing.language import gettext as _
from drawing.words import joined, site_name, the_card
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


def ship_words(number: int, s: State) -> str:
    """A ship as people point at it: by its size, and by its number where two are alike."""
    sizes = s.round_cards[-1]
    size = sizes[number - 1]
    if sizes.count(size) == 1:
        return _("the %(size)s-ship") % {"size": size}
    return _("%(size)s-ship no. %(number)s") % {"size": size, "number": number}


def at_spaces(s: State, spaces: Iterable[tuple[int, int]]) -> str:
    """Spaces of ships: ``the 4-ship (space 1) and the 2-ship (space 2)``."""
    return joined(
        _("%(ship)s (space %(space)s)") % {"ship": ship_words(ship, s), "space": space}
        for ship, space in spaces
    )


def _load(who: str, action: entries.Load, s: State) -> str:
    return _("%(who)s loads %(where)s") % {
        "who": who,
        "where": at_spaces(s, [(action.ship, action.space)]),
    }


def _sails(who: str, ship: int, site: Site, s: State) -> str:
    return _("%(who)s sails %(ship)s to the %(site)s") % {
        "who": who,
        "ship": ship_words(ship, s),
        "site": site_name(site),
    }


def _sail(who: str, action: entries.Sail, s: State) -> str:
    return _sails(who, action.ship, action.site, s)


def _played(card: str, who: str, words: str) -> str:
    return _("%(who)s plays the %(card)s: %(words)s") % {"who": who, "card": card, "words": words}


def to_site(ship: int, site: Site, s: State) -> str:
    return _("%(ship)s sails to the %(site)s") % {
        "ship": ship_words(ship, s),
        "site": site_name(site),
    }


def _lever(who: str, action: entries.PlayLever, s: State) -> str:
    order = ", ".join(map(str, action.order))
    words = _("%(sails)s and unloads spaces %(order)s") % {
        "sails": to_site(action.ship, action.site, s),
        "order": order,
    }
    return _played(_("lever"), who, words)


def _hammer(who: str, action: entries.PlayHammer, s: State) -> str:
    where = at_spaces(s, [(action.ship, action.space)])
    return _played(_("hammer"), who, _("stones from the quarry, one onto %s") % where)


def _sail_card(who: str, action: entries.PlaySail, s: State) -> str:
    where = at_spaces(s, [(action.ship, action.space)])
    words = _("a stone onto %(where)s, which sails to the %(site)s") % {
        "where": where,
        "site": site_name(action.site),
    }
    return _played(_("sail"), who, words)


def _chisel(who: str, action: entries.PlayChisel, s: State) -> str:
    return _played(_("chisel"), who, _("stones onto %s") % at_spaces(s, action.spaces))


def _raft(who: str, action: entries.PlayRaft, s: State) -> str:
    words = _("two stones go back, one straight to the %s") % site_name(action.site)
    return _played(_("raft"), who, words)


def _plank(who: str, action: entries.PlayLoadingPlank, s: State) -> str:
    words = _("for a stone, %s as its second ship") % to_site(action.ship, action.site, s)
    return _played(_("loading plank"), who, words)


def _card(who: str, action: entries.ChooseCard, s: State) -> str:
    """The events name face-up cards; face-down ones are looked at first."""
    board: Any = s.rules.boards[Site.MARKET]
    if action.spaces[0] <= board.face_up:
        return ""
    words = {"who": who, "space": action.spaces[0]}
    return _("%(who)s turns to the face-down cards on space %(space)s") % words


def _keep(who: str, action: entries.Keep, s: State) -> str:
    return _("%(who)s keeps %(card)s") % {"who": who, "card": the_card(action.card)}


def _space(who: str, action: entries.ChooseSpace, s: State) -> str:
    words = {"who": who, "level": action.level, "position": action.position}
    return _("%(who)s chooses level %(level)s, space %(position)s") % words


def _decline(who: str, action: entries.Decline, s: State) -> str:
    if action.tile:
        return _("%(who)s leaves tile %(tile)s out") % {"who": who, "tile": action.tile}
    return _("%(who)s does not place a stone") % {"who": who}


def _build(who: str, action: entries.Build, s: State) -> str:
    return _("%(who)s builds %(count)s cells") % {"who": who, "count": len(action.cells)}


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
    entries.ChoosePyramid: _plain(gettext_noop("%(who)s chooses the %(name)s pyramid")),
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
