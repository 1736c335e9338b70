"""A site's editions known to this process. A name never changes its meaning."""

from __future__ import annotations

from collections.abc import Callable

from engine.editions.edition import Edition, is_of_a_site
from engine.editions.shipped import shipped_names
from engine.errors import EditionError

Supply = Callable[[str], str | None]
"""The text of the edition of a name, or nothing: where a site keeps its own."""


class Registry:
    """Editions by name, each read and checked once for a process."""

    def __init__(self) -> None:
        self._known: dict[str, Edition] = {}
        self._supply: Supply | None = None

    def add(self, edition: Edition) -> None:
        """Make `edition` known. Again is no harm; raises ``EditionError`` if its name has another
        text, or is a shipped one."""
        if edition.name in shipped_names():
            raise EditionError([("edition", "a name that the program does not have")])
        if self._known.setdefault(edition.name, edition).text != edition.text:
            raise EditionError([("edition", f"the text that is known as {edition.name}")])

    def get(self, name: str) -> Edition | None:
        """The edition of a site with this name, if it is known or the supplier has it."""
        registered_edition = self._known.get(name)
        if registered_edition is None and self._supply is not None and is_of_a_site(name):
            text = self._supply(name)
            if text is not None:
                edition = Edition.read(text)
                if edition.name == name:
                    self.add(edition)
            registered_edition = self._known.get(name)
        return registered_edition

    def names(self) -> frozenset[str]:
        """Those that are known by now."""
        return frozenset(self._known)

    def supplied_by(self, supply: Supply | None) -> None:
        """Ask `supply` for an edition of a site that is not known; it is asked every time, so it
        keeps in mind what it has not got."""
        self._supply = supply
