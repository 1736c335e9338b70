"""How a step begins: words for every kind of entry, and which events they tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from drawing.words import joined, site_name, the_card
from engine import State
from engine import entries as actions
from engine import events as ev
from engine.vocabulary import Module, Site

Lead = Callable[[str, Any, State], str]


def _plain(words: str) -> Lead:
    """A sentence about ``who``; the fields of the action may be named."""

    def lead(who: str, action: Any, s: State) -> str:
        said = {field.name: getattr(action, field.name) for field in fields(action)}
        return _(words) % {"who": who, **said}

    return lead


def _nothing(who: str, action: Any, s: State) -> str:
    """The events say it all."""
    return ""


def ship_words(number: int, s: State) -> str:
    """A ship as people point at it: by its size, and by its number where two are alike."""
    sizes = s.round_cards[-1]
    size = sizes[number - 1]
    if sizes.count(size) == 1:
        return _("the %(size)s-ship") % {"size": size}
    return _("%(size)s-ship no. %(number)s") % {"size": size, "number": number}


def _at(s: State, spaces: Any) -> str:
    """Spaces of ships: ``the 4-ship (space 1) and the 2-ship (space 2)``."""
    return joined(
        _("%(ship)s (space %(space)s)") % {"ship": ship_words(ship, s), "space": space}
        for ship, space in spaces
    )


def _load(who: str, action: Any, s: State) -> str:
    return _("%(who)s loads %(where)s") % {
        "who": who,
        "where": _at(s, [(action.ship, action.space)]),
    }


def _sails(who: str, ship: int, site: Site, s: State) -> str:
    return _("%(who)s sails %(ship)s to the %(site)s") % {
        "who": who,
        "ship": ship_words(ship, s),
        "site": site_name(site),
    }


def _sail(who: str, action: Any, s: State) -> str:
    return _sails(who, action.ship, action.site, s)


def _played(card: str, who: str, words: str) -> str:
    return _("%(who)s plays the %(card)s: %(words)s") % {"who": who, "card": card, "words": words}


def _to_site(ship: int, site: Site, s: State) -> str:
    return _("%(ship)s sails to the %(site)s") % {
        "ship": ship_words(ship, s),
        "site": site_name(site),
    }


def _lever(who: str, action: Any, s: State) -> str:
    order = ", ".join(map(str, action.order))
    words = _("%(sails)s and unloads spaces %(order)s") % {
        "sails": _to_site(action.ship, action.site, s),
        "order": order,
    }
    return _played(_("lever"), who, words)


def _hammer(who: str, action: Any, s: State) -> str:
    where = _at(s, [(action.ship, action.space)])
    return _played(_("hammer"), who, _("stones from the quarry, one onto %s") % where)


def _sail_card(who: str, action: Any, s: State) -> str:
    where = _at(s, [(action.ship, action.space)])
    words = _("a stone onto %(where)s, which sails to the %(site)s") % {
        "where": where,
        "site": site_name(action.site),
    }
    return _played(_("sail"), who, words)


def _chisel(who: str, action: Any, s: State) -> str:
    return _played(_("chisel"), who, _("stones onto %s") % _at(s, action.spaces))


def _raft(who: str, action: Any, s: State) -> str:
    words = _("two stones go back, one straight to the %s") % site_name(action.site)
    return _played(_("raft"), who, words)


def _plank(who: str, action: Any, s: State) -> str:
    words = _("for a stone, %s as its second ship") % _to_site(action.ship, action.site, s)
    return _played(_("loading plank"), who, words)


def _private(who: str, action: Any, s: State) -> str:
    words = {"who": who, "site": site_name(action.site)}
    return _("%(who)s sails the private ship to the %(site)s") % words


def _wager(who: str, action: Any, s: State) -> str:
    words = {"who": who, "site": site_name(action.site), "field": action.field.word}
    return _("%(who)s bets a stone on the %(site)s (%(field)s field)") % words


def _favor(who: str, words: str) -> str:
    return _("%(who)s uses a favour: %(words)s") % {"who": who, "words": words}


def _two_cards(who: str, action: Any, s: State) -> str:
    if len(action.spaces) == 1:
        return _favor(who, _("a card from the market"))
    return _favor(who, _("two cards from the market"))


def _fill_sled(who: str, action: Any, s: State) -> str:
    if not action.spaces:
        return _favor(who, _("the sled is filled"))
    return _favor(who, _("a stone onto %s, and the sled is filled") % _at(s, action.spaces))


def _goes(ship: int, site: Site | None, s: State) -> str:
    if site is None:
        return _("%s stays") % ship_words(ship, s)
    return _to_site(ship, site, s)


def _reorder(who: str, action: Any, s: State) -> str:
    words = _("a stone is added, ") if action.add else ""
    return _favor(
        who,
        _("%(added)sthe stones are reordered, %(goes)s")
        % {"added": words, "goes": _goes(action.ship, action.site, s)},
    )


def _place_two(who: str, action: Any, s: State) -> str:
    count = len(action.spaces)
    words = {"count": count, "goes": _goes(action.ship, action.site, s)}
    if count == 1:
        return _favor(who, _("a stone goes aboard, %(goes)s") % words)
    return _favor(who, _("%(count)s stones go aboard, %(goes)s") % words)


def _place_three(who: str, action: Any, s: State) -> str:
    return _favor(who, _("stones onto %s") % _at(s, action.spaces))


def _prophesy(who: str, action: Any, s: State) -> str:
    module: Any = s.rules.modules[Module.GOD_PROPHECIES]
    period = module.period_of[s.round]
    rounds = [number for number, of in module.period_of.items() if of == period]
    first, last = rounds[0], rounds[-1]
    words = {"who": who, "god": action.prophecy.word.capitalize(), "first": first, "last": last}
    return _("%(who)s lays a scarab on %(god)s for rounds %(first)s–%(last)s") % words


def _card(who: str, action: Any, s: State) -> str:
    """Face-up cards are told by the events; face-down ones are looked at first."""
    board: Any = s.rules.boards[Site.MARKET]
    if action.spaces[0] <= board.face_up:
        return ""
    words = {"who": who, "space": action.spaces[0]}
    return _("%(who)s turns to the face-down cards on space %(space)s") % words


def _keep(who: str, action: Any, s: State) -> str:
    return _("%(who)s keeps %(card)s") % {"who": who, "card": the_card(action.card)}


def _space(who: str, action: Any, s: State) -> str:
    words = {"who": who, "level": action.level, "position": action.position}
    return _("%(who)s chooses level %(level)s, space %(position)s") % words


def _decline(who: str, action: Any, s: State) -> str:
    if action.tile:
        return _("%(who)s leaves tile %(tile)s out") % {"who": who, "tile": action.tile}
    return _("%(who)s does not place a stone") % {"who": who}


def _build(who: str, action: Any, s: State) -> str:
    return _("%(who)s builds %(count)s cells") % {"who": who, "count": len(action.cells)}


LEADS: Final[dict[type[actions.Action], Lead]] = {
    actions.Take: _nothing,
    actions.Load: _load,
    actions.Sail: _sail,
    actions.Pass: _nothing,
    actions.PlayLever: _lever,
    actions.PlayHammer: _hammer,
    actions.PlaySail: _sail_card,
    actions.PlayChisel: _chisel,
    actions.PlayRaft: _raft,
    actions.PlayLoadingPlank: _plank,
    actions.SailPrivateShip: _private,
    actions.Wager: _wager,
    actions.TakeTwoCards: _two_cards,
    actions.PlaceAndFillSled: _fill_sled,
    actions.PlaceReorderSail: _reorder,
    actions.PlaceTwoAndSail: _place_two,
    actions.PlaceThree: _place_three,
    actions.Prophesy: _prophesy,
    actions.ChooseCard: _card,
    actions.Keep: _keep,
    actions.ChoosePyramid: _plain(gettext_noop("%(who)s chooses the %(name)s pyramid")),
    actions.Decline: _decline,
    actions.ChoosePoints: _plain(gettext_noop("%(who)s chooses points")),
    actions.ChooseStones: _plain(gettext_noop("%(who)s chooses stones")),
    actions.ChooseSpace: _space,
    actions.ChooseTile: _plain(gettext_noop("%(who)s takes crypt tile %(tile)s")),
    actions.Build: _build,
    actions.ChooseObelisk: _plain(gettext_noop("%(who)s begins the obelisk on place %(place)s")),
    actions.RevealRoundCard: _nothing,
    actions.DealMarket: _nothing,
    actions.RefillMarket: _nothing,
    actions.DrawCard: _nothing,
    actions.LookAtCards: _nothing,
    actions.RevealScaffold: _nothing,
    actions.RevealCrypt: _nothing,
    actions.RevealProphecies: _nothing,
}

SAILING: Final = frozenset({ev.ShipSailed, ev.CardPlayed, ev.StoneLoaded, ev.FavorUsed})
AT_MARKET: Final = frozenset({ev.StonesReturned})

TOLD: Final[dict[type[actions.Action], frozenset[type]]] = {
    actions.Load: frozenset({ev.StoneLoaded}) | AT_MARKET,
    actions.Sail: SAILING | AT_MARKET,
    actions.PlayLever: SAILING | AT_MARKET,
    actions.PlayHammer: SAILING,
    actions.PlaySail: SAILING | AT_MARKET,
    actions.PlayChisel: SAILING,
    actions.PlayRaft: SAILING | AT_MARKET,
    actions.PlayLoadingPlank: SAILING | AT_MARKET,
    actions.SailPrivateShip: frozenset({ev.PrivateShipSailed}) | AT_MARKET,
    actions.Wager: frozenset({ev.WagerMade}),
    actions.TakeTwoCards: SAILING,
    actions.PlaceAndFillSled: SAILING,
    actions.PlaceReorderSail: SAILING | AT_MARKET | {ev.ShipRearranged},
    actions.PlaceTwoAndSail: SAILING | AT_MARKET,
    actions.PlaceThree: SAILING,
    actions.Prophesy: frozenset({ev.ScarabLaid}),
    actions.ChooseCard: AT_MARKET,
    actions.Keep: AT_MARKET | {ev.CardTaken},
    actions.DrawCard: AT_MARKET,
    actions.ChoosePyramid: AT_MARKET,
    actions.Decline: AT_MARKET | {ev.TileBuilt},
    actions.ChooseSpace: AT_MARKET,
    actions.ChooseTile: AT_MARKET,
    actions.Build: AT_MARKET | {ev.TileBuilt},
    actions.ChooseObelisk: AT_MARKET,
    actions.RefillMarket: AT_MARKET,
}
"""A stone that goes home from the market is no news; nor is what the lead has said."""


OWN_STONE: Final = frozenset(
    {
        actions.ChooseSpace,
        actions.ChooseTile,
        actions.ChooseObelisk,
        actions.SailPrivateShip,
        actions.PlayRaft,
    }
)
"""Entries that say where one stone of the player goes."""
