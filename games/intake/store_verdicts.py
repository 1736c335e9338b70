"""Writes down what judged logs became: games, seats, verifications, attestations.

In one transaction, with a fixed number of statements for any number of logs; only for logs that
the lease still holds, so that nothing is written twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from engine.facts import VERSION
from engine.verdict import Refused
from games.accounts.pseudonyms import judged_under_numbers
from games.duplicates import (
    contests,
    decide,
    find,
    identity,
)
from games.engine_version import engine_version
from games.intake import account_names
from games.intake.judge import Judged, located, storable
from games.intake.pending_result import Result, rated_places
from games.intake.queue import Case, held
from games.limits import MOST_ATTEMPTS
from games.models import Game, Seat, Standing, Status, Submission, Verdict, Verification
from games.models.notice import Kind
from games.notifications import notices
from games.search import gather_facts
from games.standing import (
    agreements,
    attest,
    reminders,
    vouching,
)
from games.standing.players import seat_players_many
from games.standing.resolve_players import wait_for_merges
from games.standing.standing import settle
from web.bulk_insert import insert, insert_missing
from web.errors import Invalid
from web.public_id import game_id

FAILED: Final = "it could not be judged: a moderator will look at it"


@transaction.atomic
def record(at: datetime, judged: Sequence[tuple[Case, Judged]]) -> list[int]:
    """Store the verdicts on logs of the lease `at`. Gives the ids of those that have to be tried
    again, because the engine failed."""
    now = timezone.now()
    pks = [case.submission.pk for case, _ in judged]
    ours = set(held(at, pks).select_for_update().order_by("pk").values_list("pk", flat=True))
    results = [Result(*one) for one in judged if one[0].submission.pk in ours]
    again = _crashed([one for one in results if one.judged.crash], now)
    results = [one for one in results if not one.judged.crash]
    legal = [one for one in results if one.judged.header]
    identity.find(legal)
    find.find(legal)
    _seat(one for one in legal if one.new or one.from_table)
    legal = [one for one in legal if one.judged.header]  # some name accounts that are not here
    given_up = _make_games(legal, now)
    first = [one for one in legal if one.first]
    insert(seat for one in first for seat in _seats(one))
    insert(find.marks(first))
    gather_facts.keep(
        (one.game.pk, one.judged.facts) for one in first if one.game and one.judged.facts
    )
    if first:
        wait_for_merges()
    runs = [verification(one.submission, one.judged, _record_of(one)) for one in results]
    insert(runs)
    account_names.note(first)
    others = [one for one in legal if one.game and not one.first]
    seats = vouching.seats_of(others)
    played = vouching.bring(others, seats)
    brought = [one for one in others if not one.from_table and one.nearly is None]
    vouched = vouching.vouch(brought, seats)
    contested = contests.note(brought, seats, now)
    decide.note([one for one in others if one.nearly], seats, now)
    decide.confirm_by_choosing(first)
    said = vouching.by_uploaders(vouched)
    before = attest.said_before((by.pk, game) for by, game in said)
    vouching.attest_by_uploading(first + vouched)
    vouching.attest_by_playing([one for one in first if one.from_table] + played)
    agreements.attest_by_agreement(first)
    _close(results, now)
    if played:
        settle(games_of(played), players_changed=True)
    settled = [*games_of(first + vouched), *given_up, *contested]
    settle(settled, runs=[run.pk for run in runs])
    _tell_the_named(first)
    for by in {by for by, _game in said}:
        attest.follow(by, [game for who, game in said if who == by], before)
    return again


def _tell_the_named(first: Iterable[Result]) -> None:
    """Who still has to confirm a game that was brought."""
    games = {one.game.pk: one for one in first if one.game}
    waits = [pk for pk, one in games.items() if one.game and one.game.standing == Standing.WAITING]
    notices.tell(
        notices.Told(account, Kind.NAMED, game, games[game].case.account.pk)
        for account, game in reminders.unconfirmed(waits)
    )


def _record_of(one: Result) -> str | None:
    """The game whose log was judged."""
    return one.game.pk if one.game and one.nearly is None else None


def games_of(results: Iterable[Result]) -> Iterable[Game]:
    """Their games, each once."""
    return {one.game.pk: one.game for one in results if one.game}.values()


def verification(submission: Submission, judged: Judged, game: str | None) -> Verification:
    """The row of one run, not yet stored; `game` is an id."""
    legal = judged.accepted
    return Verification(
        submission=submission,
        game_id=game,
        engine=engine_version(),
        edition=legal["edition"] if legal else "",
        verdict=Verdict.REFUSED if judged.refusal is not None else Verdict.VERIFIED,
        fingerprint=legal["fingerprint"] if legal else "",
        digest=legal["digest"] if legal else "",
        refusal=judged.refusal if game else _short(judged.refusal),
        duration=judged.duration,
    )


def _short(refusal: Refused | None) -> dict[str, object] | None:
    """Of a log that is no game, the row of the log has the rest."""
    return refusal and {key: value for key, value in refusal.items() if key != "legal"}


# ------------------------------------------------------------------------- games and seats


def _seat(results: Iterable[Result]) -> None:
    """Set the players; a log that names an unknown account becomes refused. The players of a game
    played here are known, even if an account was closed meanwhile."""
    by_account: dict[tuple[int, bool], list[Result]] = defaultdict(list)
    for one in results:
        by_account[one.case.account.pk, one.from_table].append(one)
    for (_, closed), group in sorted(by_account.items()):
        names = [one.names for one in group]
        found = seat_players_many(group[0].case.account, names, closed_too=closed)
        for one, seats in zip(group, found, strict=True):
            if isinstance(seats, Invalid):
                one.judged = one.judged.refused(_refusal(one, seats))
            else:
                one.players = seats
                if closed:
                    one.judged = judged_under_numbers(one.judged)


def _refusal(one: Result, error: Invalid) -> Refused:
    source, begins = one.case.source, one.submission.begins
    return located("account", error.message, source, begins, "seats")


def _make_games(results: Sequence[Result], now: datetime) -> list[Game]:
    """Store the games that are not here yet, and set the game of all. Where two workers bring the
    same game at once, or an upload brings it twice, one of them is `first`. Gives the games that
    had to give way."""
    new: dict[str, Result] = {}
    for one in sorted(results, key=lambda one: not one.from_table):
        if one.new:
            new.setdefault(one.identity, one)
    given_up = identity.take(list(new.values())) if new else []
    ours = identity.held(new.values()) if new else set()
    rows = {one.fingerprint: _game(one, now) for key, one in new.items() if key in ours}
    in_order = sorted(rows.values(), key=lambda game: game.pk)  # so that no two wait for each other
    insert_missing(in_order)
    submissions = [one.submission.pk for one in new.values()]
    stored = Game.objects.filter(submission__in=submissions).values_list("pk", flat=True)
    made = set(stored) if new else set()
    for one in new.values():
        if (row := rows.get(one.fingerprint)) and row.pk in made:
            one.first, one.game = True, row
    find.follow(results)
    identity.find(one for one in results if one.game is None)
    return given_up


def _game(one: Result, now: datetime) -> Game:
    header, fields = one.judged.header, one.judged.fields
    assert header is not None
    market, pyramid, temple, burial_chamber, obelisks = [*fields["sites"]]
    best, second = sorted(one.points, reverse=True)[:2]
    return Game(
        id=game_id(one.fingerprint),
        fingerprint=one.fingerprint,
        digest=fields["digest"],
        log=one.judged.log,
        submission=one.submission,
        arbiter=one.case.account if vouching.arbitrates(one, one.players) else None,
        edition=fields["edition"],
        profile=fields["profile"],
        players=len(one.points),
        market=market,
        pyramid=pyramid,
        temple=temple,
        burial_chamber=burial_chamber,
        obelisks=obelisks,
        modules="".join(f" {word}" for word in fields["modules"]) + " " * bool(fields["modules"]),
        chance=header.chance,
        entries=len(one.judged.entries),
        winning_points=best,
        margin=best - second,
        winners=list(fields["places"].values()).count(1),
        played_on=header.played or now.date(),
        accepted_at=now,
        played_here=one.from_table,
        unrated=one.submission.upload.unrated,
        marked=True,
        facts_version=VERSION,
        addresses_asked=settings.RATED_NEEDS_VERIFIED_EMAIL,
    )


def _seats(one: Result) -> list[Seat]:
    assert one.game is not None
    fields = one.judged.fields
    replaced = one.replaced
    rated = rated_places(list(fields["places"].values()), replaced)
    return [
        Seat(
            game=one.game,
            number=number,
            colour=colour,
            player=one.players[number],
            name=name,
            points=fields["points"][colour],
            place=fields["places"][colour],
            rated_place=rated[number],
            replaced_at=replaced[number],
            sled=fields["sleds"][colour],
            breakdown=fields["breakdown"][colour],
            played_on=one.game.played_on,
        )
        for number, (colour, name) in enumerate(fields["names"].items())
    ]


# -------------------------------------------------------------------------- the submissions


def _close(results: Sequence[Result], now: datetime) -> None:
    """Store what became of the submissions."""
    first = [one.submission.pk for one in results if one.first]
    became = Game.objects.filter(submission=OuterRef("pk")).values("pk")
    Submission.objects.filter(pk__in=first).update(
        status=Status.VERIFIED, judged_at=now, refusal=None, game=Subquery(became)
    )
    asked = [one.submission for one in results if one.first and one.differs]
    for one in results:
        one.submission.differs = one.differs or None
    Submission.objects.bulk_update(asked, ["differs"])
    others = [one for one in results if not one.first]
    for one in others:
        row = one.submission
        row.judged_at, row.refusal, row.game = now, one.judged.refusal, one.game
        if one.judged.refusal is not None:
            row.status = Status.REFUSED
        elif one.game is not None:
            row.status = Status.DUPLICATE
        else:  # another game has its id
            row.status, row.refusal = Status.FAILED, _failure("its id is taken")
    fields = ["status", "judged_at", "refusal", "differs", "game"]
    Submission.objects.bulk_update([one.submission for one in others], fields)


def _crashed(results: Iterable[Result], now: datetime) -> list[int]:
    """Back into the queue, or after too many attempts failed. Gives the ids of the former."""
    again = []
    for one in results:
        row = one.submission
        if row.attempts < MOST_ATTEMPTS:
            row.status, row.queued_at, row.claimed_at = Status.QUEUED, now, None
            again.append(row.pk)
        else:
            row.status, row.judged_at = Status.FAILED, now
            row.refusal = _failure(one.judged.crash)
        row.save(update_fields=["status", "queued_at", "claimed_at", "judged_at", "refusal"])
    return again


def _failure(why: str) -> Refused:
    return {"kind": "failed", "message": storable(f"{FAILED} ({why})"), "line": 0}
