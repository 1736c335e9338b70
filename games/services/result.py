"""A judged log on its way into the record."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.models import Channel, Game, Player, Submission
from games.services.claim import Case
from games.services.judge import Judged


@dataclass(slots=True)
class Result:
    """A judged log on its way into the record. `game` is set once it is known."""

    case: Case
    judged: Judged
    players: list[Player | None] = field(default_factory=list)
    game: Game | None = None
    first: bool = False

    @property
    def submission(self) -> Submission:
        return self.case.submission

    @property
    def fingerprint(self) -> str:
        return str(self.judged.fields["fingerprint"])

    @property
    def names(self) -> list[str]:
        return list(self.judged.fields["names"].values())

    @property
    def from_table(self) -> bool:
        """It was played here: the site itself wrote the log."""
        return self.submission.upload.channel == Channel.TABLE

    @property
    def replaced(self) -> list[int | None]:
        """By seat the first entry that a computer player made instead of its player."""
        assert self.judged.game is not None
        since = self.judged.game.log.header.replaced
        return [number or None for number in since] or [None] * len(self.names)
