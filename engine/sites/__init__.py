"""The boards: one module a site, sides A B C D in that order; here is the table of twenty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.sites.board import Board
from engine.sites.burial_chamber import (
    BurialChamberA,
    BurialChamberB,
    BurialChamberC,
    BurialChamberD,
)
from engine.sites.market import MarketA, MarketB, MarketC, MarketD
from engine.sites.obelisks import ObelisksA, ObelisksB, ObelisksC, ObelisksD
from engine.sites.pyramid import PyramidA, PyramidB, PyramidC, PyramidD
from engine.sites.temple import TempleA, TempleB, TempleC, TempleD
from engine.vocabulary import Side, Site

BOARDS: Final[Mapping[tuple[Site, Side], type[Board[Any]]]] = {
    (Site.MARKET, Side.A): MarketA,
    (Site.MARKET, Side.B): MarketB,
    (Site.MARKET, Side.C): MarketC,
    (Site.MARKET, Side.D): MarketD,
    (Site.PYRAMID, Side.A): PyramidA,
    (Site.PYRAMID, Side.B): PyramidB,
    (Site.PYRAMID, Side.C): PyramidC,
    (Site.PYRAMID, Side.D): PyramidD,
    (Site.TEMPLE, Side.A): TempleA,
    (Site.TEMPLE, Side.B): TempleB,
    (Site.TEMPLE, Side.C): TempleC,
    (Site.TEMPLE, Side.D): TempleD,
    (Site.BURIAL_CHAMBER, Side.A): BurialChamberA,
    (Site.BURIAL_CHAMBER, Side.B): BurialChamberB,
    (Site.BURIAL_CHAMBER, Side.C): BurialChamberC,
    (Site.BURIAL_CHAMBER, Side.D): BurialChamberD,
    (Site.OBELISKS, Side.A): ObelisksA,
    (Site.OBELISKS, Side.B): ObelisksB,
    (Site.OBELISKS, Side.C): ObelisksC,
    (Site.OBELISKS, Side.D): ObelisksD,
}
