"""How the twenty boards look: a module a site, a class a side; here is the table of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from drawing.board.sites.board import SiteDrawing
from drawing.board.sites.burial_chamber import (
    BurialChamberADrawing,
    BurialChamberBDrawing,
    BurialChamberCDrawing,
    BurialChamberDDrawing,
)
from drawing.board.sites.great_obelisk import ObelisksCDrawing
from drawing.board.sites.market import (
    MarketADrawing,
    MarketBDrawing,
    MarketCDrawing,
    MarketDDrawing,
)
from drawing.board.sites.obelisks import ObelisksADrawing, ObelisksBDrawing, ObelisksDDrawing
from drawing.board.sites.pyramid import (
    PyramidADrawing,
    PyramidBDrawing,
    PyramidCDrawing,
    PyramidDDrawing,
)
from drawing.board.sites.temple import (
    TempleADrawing,
    TempleBDrawing,
    TempleCDrawing,
    TempleDDrawing,
)
from engine.vocabulary import Side, Site

SIDES: Final[Mapping[Site, tuple[type[SiteDrawing[Any]], ...]]] = {
    Site.MARKET: (MarketADrawing, MarketBDrawing, MarketCDrawing, MarketDDrawing),
    Site.PYRAMID: (PyramidADrawing, PyramidBDrawing, PyramidCDrawing, PyramidDDrawing),
    Site.TEMPLE: (TempleADrawing, TempleBDrawing, TempleCDrawing, TempleDDrawing),
    Site.BURIAL_CHAMBER: (
        BurialChamberADrawing,
        BurialChamberBDrawing,
        BurialChamberCDrawing,
        BurialChamberDDrawing,
    ),
    Site.OBELISKS: (ObelisksADrawing, ObelisksBDrawing, ObelisksCDrawing, ObelisksDDrawing),
}

DRAWINGS: Final = {site: dict(zip(Side, sides, strict=True)) for site, sides in SIDES.items()}
