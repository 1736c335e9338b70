"""Interface of a module, with quiet defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from engine.entries import Action, Entry
from engine.shown import View
from engine.state import Facts, State
from engine.turns.turn import Reveal, Turn
from engine.vocabulary import Module

if TYPE_CHECKING:
    from engine.events import Event
    from engine.profiles import ProfileRules
    from engine.setup import Setup

Storage = TypeVar("Storage", bound=Facts)


class ModuleRules(Generic[Storage]):
    """One module: an object without state of its own, made once for a set-up; what the module
    keeps lies in ``State.modules``.

    `table` is the module's table of the edition, empty if it needs no numbers; `players` the
    number of seats; `profile` the rows P1–P6. A module overrides what it answers differently. It is
    asked only where it is in play, except for `turns` (to refuse them) and `refused`. `index` is
    the number of `module`.
    """

    module: ClassVar[Module]
    entries: ClassVar[tuple[type[Action], ...]] = ()
    """The entry forms that it adds, of players and of the bank."""
    new_dynasty: ClassVar[bool] = False
    """True if it is a part of A New Dynasty (P2, P5)."""
    deck: ClassVar[str] = ""
    """The column of the edition's cards that it adds to the market deck."""
    hides_cards: ClassVar[bool] = False
    """True if players see no cards but their own (R12.4)."""
    endless: ClassVar[bool] = False
    """True if the quarries never run out (P5)."""

    def __init__(self, table: Mapping[str, object], players: int, profile: ProfileRules) -> None:
        self.index: int = self.module
        self.players = players
        self.profile = profile

    # ------------------------------------------------------------------------------ set-up

    @staticmethod
    def refused(setup: Setup) -> str:
        """Why the module may not be added to `setup`; empty if it may."""
        return ""

    def stones(self, count: int) -> int:
        """How many stones each colour plays with, where it would be `count` without the module."""
        return count

    def storage(self) -> Storage | None:
        """Storage of the module when the game opens; ``None`` for none."""
        return None

    # ------------------------------------------------------------------------- in the game

    def turns(self) -> Mapping[type[Action], Turn]:
        """The turns that it adds (R2.1)."""
        return {}

    def outcomes(self) -> Mapping[type[Action], Reveal]:
        """Outcomes of the bank for it: asked for by ``Chance(kind, count)`` without a site."""
        return {}

    def before_first_round(self, s: State) -> None:
        """Set-up that needs the bank (R13.1); several modules ask in their order."""

    def start_of_round(self, s: State) -> None:
        """Start of a round, when the boards are laid out (R13.1)."""

    def end_of_round(self, s: State) -> None:
        """End of a round, after the boards have been cleared (R13.2)."""

    def end_of_game(self, s: State) -> None:
        """Points in the final tally, after the cards (R10.1)."""

    def keeps_red_cards(self, s: State) -> bool:
        """True if it makes red cards stay in front of their owner (P2)."""
        return False

    def quarried(self, storage: Storage) -> Iterable[int]:
        """The owner of every stone that the module keeps out of the game."""
        return ()

    def promise(self, s: State, ahead: int) -> Sequence[float]:
        """For a computer player: the points that each seat may still get by it, with `ahead`
        rounds to end; empty for none."""
        return ()

    # --------------------------------------------------------------------- who knows what

    def show(self, s: State, viewer: int | None, game_view: View) -> None:
        """Add to `game_view`, the view of the position, what `viewer` may see of the module: JSON
        values, best in ``shown["kept"]`` by the word of the module. It may depend on what the
        module keeps, on `viewer` and on whether the game is over, on nothing else."""

    def event_for(self, s: State, event: Event, viewer: int | None) -> Event:
        """`event` without what `viewer` may not know."""
        return event

    def entry_for(self, s: State, entry: Entry, viewer: int | None) -> str:
        """The text of `entry`, not yet applied to `s`, with ``?`` for what `viewer` may not know;
        empty where the module hides nothing of it."""
        return ""

    def forget(self, s: State, seat: int | None) -> None:
        """Take out of `s`, a copy for a computer player, what `seat`, or a spectator, may not
        know."""
