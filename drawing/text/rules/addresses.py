"""Addresses of the site's rule pages: addresses that stay (``docs/addresses.md``)."""

from __future__ import annotations

import re
from typing import Final

from engine.vocabulary import Card, Module, Side, Site

ROOT: Final = "/rules/"
"""``games.urls`` answers there."""

RULING: Final = re.compile(r"R\d+\.\d+|P\d+")
"""The number of a ruling, or of a point of the profiles."""

SITES: Final = {
    Site.MARKET: "market",
    Site.PYRAMID: "pyramids",
    Site.TEMPLE: "temple",
    Site.BURIAL_CHAMBER: "burial-chamber",
    Site.OBELISKS: "obelisks",
}
"""The page of a site."""


def anchor(word: str) -> str:
    """The anchor of a word of the vocabulary: ``paved-path``."""
    return word.replace("_", "-")


def of_page(page: str, anchor: str = "") -> str:
    return f"{ROOT}{page}/#{anchor}" if anchor else f"{ROOT}{page}/"


def of_ruling(number: str) -> str:
    """The address of a ruling such as ``R5.5`` or ``P4``; empty for anything else."""
    return of_page("rulings", number) if RULING.fullmatch(number) else ""


def of_site(site: Site) -> str:
    return of_page(SITES[site])


def side_address(site: Site, side: Side) -> str:
    return of_page(SITES[site], side.word)


def card_address(card: Card) -> str:
    return of_page("cards", anchor(card.word))


def module_address(module: Module) -> str:
    return of_page("modules", anchor(module.word))


def of_detail(word: str) -> str:
    """A favour or a prophecy, by its word."""
    return of_page("modules", anchor(word))
