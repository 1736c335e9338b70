"""A game of the record goes on from one of its steps, at a new table that is never rated.

What the log names up to there is taken over; what it had not named yet is dealt again by the odds
(``engine.dealer.Onward``), so that the end of the first game tells nothing about this one.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine import Setup, entry_text
from games.models import Account, Game
from games.replays import branch
from tables.lobby.opening import ContinuedGame, open_table
from tables.models import Access, Pace, Table
from tables.terms import Terms
from web.errors import Invalid

WITH_PEOPLE = 3
ALONE = 14
"""Days for each entry."""


def play_on(
    host: Account, game: Game, ply: int, lines: Sequence[str], colour: str, level: str = ""
) -> Table:
    """A table at which `game` goes on after step `ply` and the entries `lines` of a what-if.
    `host` takes over `colour`; the others are computer players of `level`, or, without one, free
    seats for those who have the link.

    Raises ``Invalid`` for a game that is over there, a branch that cannot stand, or a set-up that
    tables do not have; as ``open_table``.
    """
    begun = continued_game(game, ply, lines)
    return open_table(host, _terms(begun.setup, colour, level), begun=begun)


def continued_game(game: Game, ply: int, lines: Sequence[str]) -> ContinuedGame:
    """Beginning of a game that is continued from there. Raises ``Invalid``."""
    branched = branch(game.log, ply, lines)
    setup = branched.log.setup
    if branched.over:
        raise Invalid(_("The game is over there: nothing is left to play."))
    if setup.figure:
        raise Invalid(_("This game began with the figure on another space than tables have it."))
    if not branched.log.entries:
        raise Invalid(_("That is a new game: open a table for it."))
    return ContinuedGame(
        game, ply, setup, [entry_text(setup, entry) for entry in branched.log.entries]
    )


def _terms(setup: Setup, colour: str, level: str) -> Terms:
    computers = len(setup.seats) - 1
    return Terms(
        seats=len(setup.seats),
        preset="custom",
        sites="".join(side.word for side in setup.sides),
        modules=tuple(sorted(module.word for module in setup.modules)),
        profile=setup.profile.value,
        rated=False,
        access=(Access.INVITED if level else Access.LINK).value,
        pace=Pace.DAYS.value,
        days=ALONE if level else WITH_PEOPLE,
        computers=(level,) * computers if level else (),
        colour=colour,
    )
