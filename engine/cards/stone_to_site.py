"""Cards that bring a stone to a site (R5.1)."""

from __future__ import annotations

from engine.cards.card import MarketCard
from engine.events import StoneSent
from engine.state import State
from engine.vocabulary import Origin


class StoneToSite(MarketCard):
    """One stone straight from the quarry to a site."""

    def gain(self, s: State, seat: int) -> None:
        """By all the rules of the site; nothing with an empty quarry (R4.2)."""
        player = s.players[seat]
        if player.quarry:
            assert self.site is not None
            player.quarry -= 1
            if s.events is not None:
                s.events.append(StoneSent(seat, Origin.QUARRY, self.site))
            s.rules.boards[self.site].deliver(s, seat)
