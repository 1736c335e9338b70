"""How the twenty boards look: a module a site, a class a side; here is the table of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from drawing.board.sites.board import SiteDrawing
from drawing.board.sites.burial_chamber import (
    BurialChamberA,
    BurialChamberB,
    BurialChamberC,
    BurialChamberD,
)
from drawing.board.sites.great_obelisk import ObelisksC
from drawing.board.sites.market import MarketA, MarketB, MarketC, MarketD
from drawing.board.sites.obelisks import ObelisksA, ObelisksB, ObelisksD
from drawing.board.sites.pyramid import PyramidA, PyramidB, PyramidC, PyramidD
from drawing.board.sites.temple import TempleA, TempleB, TempleC, TempleD
from engine.vocabulary import Side, Site

SIDES: Final[Mapping[Site, tuple[type[SiteDrawing[Any]], ...]]] = {
    Site.MARKET: (MarketA, MarketB, MarketC, MarketD),
    Site.PYRAMID: (PyramidA, PyramidB, PyramidC, PyramidD),
    Site.TEMPLE: (TempleA, TempleB, TempleC, TempleD),
    Site.BURIAL_CHAMBER: (BurialChamberA, BurialChamberB, BurialChamberC, BurialChamberD),
    Site.OBELISKS: (ObelisksA, ObelisksB, ObelisksC, ObelisksD),
}

DRAWINGS: Final = {site: dict(zip(Side, sides, strict=True)) for site, sides in SIDES.items()}
