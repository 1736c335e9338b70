"""Rows of a judged log: its verification, and of a new game the game and its seats; none stored."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from engine.facts import VERSION
from engine.verdict import Refused
from games.engine_version import engine_version
from games.judging.judge import JudgedLog
from games.judging.pending_result import PendingResult, places_for_rating
from games.models import Game, Seat, Submission, Verdict, Verification
from games.standing import vouching
from web.public_id import game_id


def verification_row(submission: Submission, verdict: JudgedLog, game: str | None) -> Verification:
    """The row of one run, not yet stored; `game` is an id."""
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
    )


def game_row(pending: PendingResult, accepted_at: datetime) -> Game:
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
        arbiter=pending.case.account if vouching.arbitrates(pending, pending.players) else None,
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


# --- inside -------------------------------------------------------------------


def _short(refusal: Refused | None) -> dict[str, object] | None:
    """Of a log that is no game, the row of the log has the rest."""
    return refusal and {key: value for key, value in refusal.items() if key != "legal"}
