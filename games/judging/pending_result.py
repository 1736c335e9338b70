"""A judged log on its way into the record, and the rows that it becomes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings

from engine.build import engine_version
from engine.facts import VERSION
from engine.verdict import Refused
from games.judging.diff import LogDifference
from games.judging.judge import JudgedLog
from games.judging.queue import LeasedLog
from games.models import Account, Channel, Game, Player, Seat, Submission, Verdict, Verification
from web.public_id import game_id


@dataclass(frozen=True, slots=True)
class Likeness:
    """A log is nearly that of `game`, or of `pending`, which is on its way into the record too.
    `share`: of equal lines, up to 1; `equal`: so many entries are the same before the first
    difference."""

    game: Game | None
    pending: PendingResult | None
    share: float
    equal: int


@dataclass(slots=True)
class PendingResult:
    """A judged log on its way into the record. `game` is set once it is known: the game that it
    is, or the one that it is `nearly`."""

    case: LeasedLog
    verdict: JudgedLog
    players: list[Player | None] = field(default_factory=list)
    game: Game | None = None
    first: bool = False
    nearly: Likeness | None = None
    """The game that it is nearly the log of (``games.duplicates.find``)."""
    differs: list[LogDifference] = field(default_factory=list)
    """Differences of a log from the stored game (``games.duplicates.contests``)."""

    @property
    def submission(self) -> Submission:
        return self.case.submission

    @property
    def fingerprint(self) -> str:
        return str(self.verdict.fields["fingerprint"])

    @property
    def identity(self) -> str:
        return self.verdict.identity

    @property
    def new(self) -> bool:
        """Neither here already, nor nearly."""
        return self.game is None and self.nearly is None

    @property
    def points(self) -> list[int]:
        """By seat."""
        return list(self.verdict.fields["points"].values())

    @property
    def names(self) -> list[str]:
        return list(self.verdict.fields["names"].values())

    @property
    def from_table(self) -> bool:
        """It was played here: the site itself wrote the log."""
        return self.submission.upload.channel == Channel.TABLE

    @property
    def has_this_log(self) -> bool:
        """The game is here, and by this very log; not by another log of the same game."""
        return self.game is not None and self.game.fingerprint == self.fingerprint

    @property
    def replaced(self) -> list[int | None]:
        """By seat the entry from which on a computer player acted instead of its player. A seat
        that makes no entry from there on was not replaced: there was nothing left to play."""
        assert self.verdict.header is not None
        since = self.verdict.header.replaced or (0,) * len(self.names)
        entries = self.verdict.entries
        return [
            number
            if number and any(entry.seat == seat for entry in entries[number - 1 :])
            else None
            for seat, number in enumerate(since)
        ]


# --- the places that ratings use ----------------------------------------------


def places_for_rating(places: Sequence[int], replaced: Sequence[int | None]) -> list[int]:
    """By seat, from the `places` of the result and the entries since which seats were `replaced`.

    Players who played to the end come first, by the result. The others share the last place:
    leaving a little later gains nothing.

    >>> places_for_rating([1, 2, 3], [None, None, None])
    [1, 2, 3]
    >>> places_for_rating([1, 2, 3, 4], [57, 40, None, None])
    [3, 3, 1, 2]
    """
    order = [
        (since is not None, place if since is None else 0)
        for place, since in zip(places, replaced, strict=True)
    ]
    return [1 + sum(other < key for other in order) for key in order]


# --- rows, none of them stored ------------------------------------------------


def verification_row(
    submission: Submission, verdict: JudgedLog, game: str | None, moment: datetime
) -> Verification:
    """The row of one run at `moment`, not yet stored; `game` is an id."""
    legal = verdict.accepted
    return Verification(
        submission=submission,
        game_id=game,
        engine=engine_version(),
        edition=legal["edition"] if legal else "",
        verdict=Verdict.REFUSED if verdict.refusal is not None else Verdict.VERIFIED,
        fingerprint=legal["fingerprint"] if legal else "",
        digest=legal["digest"] if legal else "",
        refusal=verdict.refusal if game else _short(verdict.refusal),
        duration=verdict.duration,
        at=moment,
    )


def game_row(pending: PendingResult, arbiter: Account | None, accepted_at: datetime) -> Game:
    header, fields = pending.verdict.header, pending.verdict.fields
    assert header is not None
    market, pyramid, temple, burial_chamber, obelisks = [*fields["sites"]]
    best, second = sorted(pending.points, reverse=True)[:2]
    return Game(
        id=game_id(pending.fingerprint),
        fingerprint=pending.fingerprint,
        digest=fields["digest"],
        log=pending.verdict.log,
        submission=pending.submission,
        arbiter=arbiter,
        edition=fields["edition"],
        profile=fields["profile"],
        players=len(pending.points),
        market=market,
        pyramid=pyramid,
        temple=temple,
        burial_chamber=burial_chamber,
        obelisks=obelisks,
        modules="".join(f" {word}" for word in fields["modules"]) + " " * bool(fields["modules"]),
        chance=header.chance,
        entries=len(pending.verdict.entries),
        winning_points=best,
        margin=best - second,
        winners=list(fields["places"].values()).count(1),
        played_on=header.played or accepted_at.date(),
        accepted_at=accepted_at,
        played_here=pending.from_table,
        unrated=pending.submission.upload.unrated,
        marked=True,
        facts_version=VERSION,
        addresses_asked=settings.RATED_NEEDS_VERIFIED_EMAIL,
    )


def seat_rows(pending: PendingResult) -> list[Seat]:
    assert pending.game is not None
    fields = pending.verdict.fields
    replaced = pending.replaced
    rated = places_for_rating(list(fields["places"].values()), replaced)
    return [
        Seat(
            game=pending.game,
            number=number,
            colour=colour,
            player=pending.players[number],
            name=name,
            points=fields["points"][colour],
            place=fields["places"][colour],
            rated_place=rated[number],
            replaced_at=replaced[number],
            sled=fields["sleds"][colour],
            breakdown=fields["breakdown"][colour],
            played_on=pending.game.played_on,
        )
        for number, (colour, name) in enumerate(fields["names"].items())
    ]


def _short(refusal: Refused | None) -> dict[str, object] | None:
    """Of a log that is no game, the row of the log has the rest."""
    return refusal and {key: value for key, value in refusal.items() if key != "legal"}
