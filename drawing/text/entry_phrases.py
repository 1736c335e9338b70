"""How a step begins: words for every kind of entry, and which events need no more words.

Each is a whole sentence with named places: other languages order them as they like.
"""

from __future__ import annotations

from typing import Any, Final

from drawing.cards import CARD_PLACEMENTS, the_card
from drawing.cards import COVERED as CARD_COVERED
from drawing.cards import LEADS as CARD_LEADS
from drawing.language import gettext as _
from drawing.language import gettext_noop, ngettext
from drawing.language.phrases import AT_MARKET, SAILING, Lead, nothing, the_ship, the_space
from drawing.language.words import the_pyramid, to_the_site
from drawing.modules import COVERED as MODULE_COVERED
from drawing.modules import LEADS as MODULE_LEADS
from drawing.modules import MODULE_PLACEMENTS
from engine import State, entries
from engine import events as ev
from engine.vocabulary import Site


def _plain(words: str) -> Lead[entries.Action]:
    """A sentence about ``who``; the fields of the action may be named."""

    def lead(player: str, action: entries.Action, s: State) -> str:
        parameters = {name: getattr(action, name) for name in action.__match_args__}
        return _(words, who=player, **parameters)

    return lead


def _load(player: str, action: entries.Load, s: State) -> str:
    return _("%(who)s loads %(where)s", who=player, where=the_space(action.ship, action.space, s))


def _sail(player: str, action: entries.Sail, s: State) -> str:
    return _(
        "%(who)s sails %(ship)s %(to_the_site)s",
        who=player,
        ship=the_ship(action.ship, s),
        to_the_site=to_the_site(action.site),
    )


def _card(player: str, action: entries.ChooseCard, s: State) -> str:
    """The events name face-up cards; face-down ones are looked at first."""
    board: Any = s.rules.boards[Site.MARKET]
    if action.spaces[0] <= board.face_up:
        return ""
    words = {"who": player, "space": action.spaces[0]}
    return _("%(who)s looks at the face-down cards on market space %(space)s", **words)


def _keep(player: str, action: entries.Keep, s: State) -> str:
    return _("%(who)s keeps %(card)s", who=player, card=the_card(action.card))


def _pyramid(player: str, action: entries.ChoosePyramid, s: State) -> str:
    return _("%(who)s chooses %(pyramid)s", who=player, pyramid=the_pyramid(action.name))


def _space(player: str, action: entries.ChooseSpace, s: State) -> str:
    words = {"who": player, "level": action.level, "position": action.position}
    return _("%(who)s places the stone on level %(level)s, space %(position)s", **words)


def _decline(player: str, action: entries.Decline, s: State) -> str:
    if action.tile:
        return _("%(who)s does not build with tile %(tile)s", who=player, tile=action.tile)
    return _("%(who)s places no stone", who=player)


def _build(player: str, action: entries.Build, s: State) -> str:
    cells = len(action.cells)
    return ngettext(
        "%(who)s builds with the tile on %(number)s cell of the wall",
        "%(who)s builds with the tile on %(number)s cells of the wall",
        cells,
        who=player,
        number=cells,
    )


LEADS: Final[dict[type[entries.Action], Lead[Any]]] = {
    entries.Take: nothing,
    entries.Load: _load,
    entries.Sail: _sail,
    entries.Pass: nothing,
    entries.Resign: nothing,
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
    **CARD_LEADS,
    **MODULE_LEADS,
}

COVERED: Final[dict[type[entries.Action], frozenset[type]]] = {
    entries.Load: frozenset({ev.StoneLoaded}) | AT_MARKET,
    entries.Sail: SAILING | AT_MARKET,
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
    **CARD_COVERED,
    **MODULE_COVERED,
}
"""The events that need no more words after the beginning."""


PLACEMENTS: Final = frozenset(
    {
        entries.ChooseSpace,
        entries.ChooseTile,
        entries.ChooseObelisk,
        *CARD_PLACEMENTS,
        *MODULE_PLACEMENTS,
    }
)
"""Entries that say where one stone of the player goes."""
