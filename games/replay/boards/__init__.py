"""How the twenty boards look: a module a site, a class a side; here is the table of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.vocabulary import Side, Site
from games.replay.boards.board import SiteDrawing
from games.replay.boards.burial_chamber import (
    BurialChamberA,
    BurialChamberB,
    BurialChamberC,
    BurialChamberD,
)
from games.replay.boards.market import MarketA, MarketB, MarketC, MarketD
from games.replay.boards.obelisks import ObelisksA, ObelisksB, ObelisksC, ObelisksD
from games.replay.boards.pyramid import PyramidA, PyramidB, PyramidC, PyramidD
from games.replay.boards.temple import TempleA, TempleB, TempleC, TempleD

DRAWINGS: Final[Mapping[Site, Mapping[Side, type[SiteDrawing]]]] = {
    site: dict(zip(Side, sides, strict=True))
    for site, sides in {
        Site.MARKET: (MarketA, MarketB, MarketC, MarketD),
        Site.PYRAMID: (PyramidA, PyramidB, PyramidC, PyramidD),
        Site.TEMPLE: (TempleA, TempleB, TempleC, TempleD),
        Site.BURIAL_CHAMBER: (BurialChamberA, BurialChamberB, BurialChamberC, BurialChamberD),
        Site.OBELISKS: (ObelisksA, ObelisksB, ObelisksC, ObelisksD),
    }.items()
}
