"""A judged log on its way into the record, and the rows that it becomes there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings

from engine.build import engine_version
from engine.entries import Resign
from engine.facts import VERSION
from engine.verdict import Refused
from games.judging.diff import LogDifference
from games.judging.judge import JudgedLog, located
from games.judging.queue import LeasedLog
from games.models import (
    Account,
    Channel,
    Game,
    Player,
    Seat,
    Submission,
    Verdict,
    Verification,
)
from games.pseudonyms import with_names
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
    def uploader(self) -> Account:
        return self.case.account

    @property
    def seated(self) -> set[int]:
        """Accounts of its players."""
        return {player.account_id for player in self.players if player and player.account_id}

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
    def edition(self) -> str:
        return str(self.verdict.fields["edition"])

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

    @property
    def resigned(self) -> list[int | None]:
        """By seat the entry by which it resigned."""
        by_seat = {
            entry.seat: number
            for number, entry in enumerate(self.verdict.entries, 1)
            if isinstance(entry.action, Resign)
        }
        return [by_seat.get(seat) for seat in range(len(self.names))]

    # --- decisions about it ---------------------------------------------------

    def rename_seats(self, seat_names: Iterable[str]) -> None:
        """Give the log these names, by seat."""
        header, names = self.verdict.header, tuple(seat_names)
        assert header is not None
        if names == header.names:
            return
        colours = [colour.word for colour in header.setup.seats]
        self.verdict = self.verdict._replace(
            header=replace(header, names=names),
            accepted={**self.verdict.fields, "names": dict(zip(colours, names, strict=True))},
            log=with_names(self.verdict.log, colours, names),
        )

    def refuse(self, kind: str, message: str, header_field: str) -> None:
        """Refuse a log that is legal for the engine, for a field of its header."""
        begins = self.submission.begins
        refusal = located(kind, message, self.case.source, begins, header_field)
        self.verdict = self.verdict.refused(refusal)

    def follow_twin(self) -> None:
        """Set the game of one that is nearly another result, now that it has one."""
        if self.game is None and self.nearly and self.nearly.pending:
            self.game = self.nearly.pending.game

    def arbitrates(self, players: Iterable[Player | None]) -> bool:
        """An arbiter brings it, and has none of the seats of `players`: in their own game they are
        a player as the others are. That the site itself brings a game says nothing about its
        host."""
        sits = any(player and player.account_id == self.uploader.pk for player in players)
        return not sits and not self.from_table and self.uploader.is_arbiter

    def displaces(self, holder: Game) -> bool:
        """The identity of `holder` is this log's. A game that was played here displaces one that
        was not: the site saw it. So does a log of a void game that says that the result was
        another, say because the void one named the wrong sides."""
        if self.from_table and not holder.played_here:
            return True
        if not holder.void_reason:
            return False
        seats = Seat.objects.filter(game=holder).order_by("number")
        return list(seats.values_list("points", flat=True)) != self.points

    # --- its rows, none of them stored -----------------------------------------

    def game_row(self, accepted_at: datetime) -> Game:
        """The game of a legal log, under its arbiter if one vouches for it by bringing it."""
        header, fields = self.verdict.header, self.verdict.fields
        assert header is not None
        market, pyramid, temple, burial_chamber, obelisks = [*fields["sites"]]
        best, second = sorted(self.points, reverse=True)[:2]
        places = list(fields["places"].values())
        return Game(
            id=game_id(self.fingerprint),
            fingerprint=self.fingerprint,
            digest=fields["digest"],
            log=self.verdict.log,
            submission=self.submission,
            arbiter=self.uploader if self.arbitrates(self.players) else None,
            edition=fields["edition"],
            profile=fields["profile"],
            players=len(self.points),
            market=market,
            pyramid=pyramid,
            temple=temple,
            burial_chamber=burial_chamber,
            obelisks=obelisks,
            modules=f" {' '.join(fields['modules'])} " if fields["modules"] else "",
            chance=header.chance,
            entries=len(self.verdict.entries),
            winning_points=self.points[places.index(1)],
            margin=best - second,
            winners=places.count(1),
            played_on=header.played or accepted_at.date(),
            accepted_at=accepted_at,
            played_here=self.from_table,
            unrated=self.submission.upload.unrated,
            marked=True,
            facts_version=VERSION,
            addresses_asked=settings.RATED_NEEDS_VERIFIED_EMAIL,
        )

    def seat_rows(self) -> list[Seat]:
        assert self.game is not None
        fields = self.verdict.fields
        replaced, resigned = self.replaced, self.resigned
        rated = places_for_rating(list(fields["places"].values()), replaced)
        return [
            Seat(
                game=self.game,
                number=number,
                colour=colour,
                player=self.players[number],
                name=name,
                points=fields["points"][colour],
                place=fields["places"][colour],
                rated_place=rated[number],
                replaced_at=replaced[number],
                resigned_at=resigned[number],
                sled=fields["sleds"][colour],
                breakdown=fields["breakdown"][colour],
                played_on=self.game.played_on,
            )
            for number, (colour, name) in enumerate(fields["names"].items())
        ]

    def verification_row(self, moment: datetime) -> Verification:
        """Of a log that is nearly another's, without the game."""
        game = self.game.pk if self.game and self.nearly is None else None
        return verification_row(self.submission, self.verdict, game, moment)


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


# --- runs -----------------------------------------------------------------------


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


def _short(refusal: Refused | None) -> dict[str, object] | None:
    """Of a log that is no game, the row of the log has the rest."""
    return refusal and {key: value for key, value in refusal.items() if key != "legal"}
