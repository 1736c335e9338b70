"""Stores the verdicts on judged logs: games, seats, verifications, attestations.

In one transaction, with a fixed number of statements for any number of logs; only for logs that
the lease still holds, so that nothing is written twice. ``STEPS`` is the whole way, in order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import OuterRef, Subquery

from engine.verdict import Refused
from games import notices
from games.duplicates import contests, decide, find, identity
from games.facts import gather_facts
from games.judging.diff import name_questions
from games.judging.judge import JudgedLog, located, storable
from games.judging.pending_result import PendingResult, game_row, seat_rows, verification_row
from games.judging.queue import FAILED, LeasedLog, leased_submissions
from games.limits import MAX_ATTEMPTS
from games.models import Account, Game, Standing, Status, Submission, Verification
from games.models.notice import Kind
from games.pseudonyms import hidden_labels, pseudonymise_log, rename_seats
from games.standing import agreements, attest, reminders, vouching
from games.standing.decisions import UPLOADING
from games.standing.resolve_players import resolve_many_players, wait_for_merges
from games.standing.standing import settle
from web.bulk_insert import insert, insert_missing
from web.database_clock import database_time
from web.errors import Invalid


@dataclass(slots=True)
class Batch:
    """Judged logs of one lease on their way into the record, and what the steps know of them."""

    results: list[PendingResult]
    stored_at: datetime
    retried: list[int] = field(default_factory=list)
    """Submissions to be tried again."""
    superseded: list[Game] = field(default_factory=list)
    """Games that gave their identity up to one that was played here."""
    runs: list[Verification] = field(default_factory=list)
    seats: vouching.Seats = field(default_factory=dict)
    """Of the games that were on record, which are locked."""
    adopted: list[PendingResult] = field(default_factory=list)
    """Played here, and on record before by a player's upload."""
    vouched: list[PendingResult] = field(default_factory=list)
    """Further logs of a game by which their uploaders stand for it."""
    contested: list[Game] = field(default_factory=list)
    confirmations: list[tuple[Account, Game]] = field(default_factory=list)
    """By `vouched`: uploaders who sit in the game."""
    confirmed_before: set[tuple[int, str]] = field(default_factory=set)

    @property
    def legal(self) -> list[PendingResult]:
        return [pending for pending in self.results if pending.verdict.header]

    @property
    def first(self) -> list[PendingResult]:
        """Logs that made a new game."""
        return [pending for pending in self.legal if pending.first]

    @property
    def recorded(self) -> list[PendingResult]:
        """Logs of games that were on record, or nearly of one."""
        return [pending for pending in self.legal if pending.game and not pending.first]

    @property
    def repeat_uploads(self) -> list[PendingResult]:
        """Uploads of games that were on record."""
        repeats = [pending for pending in self.recorded if pending.nearly is None]
        return [pending for pending in repeats if not pending.from_table]


@transaction.atomic
def store_verdicts(
    leased_at: datetime, verdicts: Sequence[tuple[LeasedLog, JudgedLog]]
) -> list[int]:
    """Store the verdicts on logs of the lease `leased_at`. Gives the ids of the submissions that
    have to be tried again, because the engine failed."""
    pks = [case.submission.pk for case, _ in verdicts]
    rows = leased_submissions(leased_at, pks).select_for_update().order_by("pk")
    ours = set(rows.values_list("pk", flat=True))
    results = [PendingResult(*pair) for pair in verdicts if pair[0].submission.pk in ours]
    batch = Batch(results, database_time())
    for step in STEPS:
        step.run(batch)
    return batch.retried


# --- the steps ------------------------------------------------------------------


def return_crashed(batch: Batch) -> None:
    """Put logs at which the engine failed back into the queue; fail them after too many
    attempts."""
    crashed = [pending for pending in batch.results if pending.verdict.crash]
    batch.results = [pending for pending in batch.results if not pending.verdict.crash]
    for pending in crashed:
        row = pending.submission
        if row.attempts < MAX_ATTEMPTS:
            row.status, row.queued_at, row.claimed_at = Status.QUEUED, batch.stored_at, None
            batch.retried.append(row.pk)
        else:
            row.status, row.judged_at = Status.FAILED, batch.stored_at
            row.refusal = _failure(pending.verdict.crash)
        row.save(update_fields=["status", "queued_at", "claimed_at", "judged_at", "refusal"])


def find_known_games(batch: Batch) -> None:
    """Set the game of each log that is on record, or nearly."""
    identity.accept_recorded_results(batch.results)
    legal = batch.legal
    identity.find_stored_games(legal)
    find.find_similar_games(legal)


def seat_players(batch: Batch) -> None:
    """Set the players; a log that names an unknown account becomes refused. The players of a game
    played here are known, even if an account was closed meanwhile."""
    by_account: dict[tuple[int, bool], list[PendingResult]] = defaultdict(list)
    for pending in batch.legal:
        if pending.new or pending.from_table:
            by_account[pending.case.account.pk, pending.from_table].append(pending)
    for (_, closed), group in sorted(by_account.items()):
        _hide_names(group)
        names = [pending.names for pending in group]
        tables = resolve_many_players(group[0].case.account, names, closed_too=closed)
        for pending, players in zip(group, tables, strict=True):
            if isinstance(players, Invalid):
                pending.verdict = pending.verdict.refused(_refusal(pending, players))
            else:
                pending.players = players
                if closed:
                    pending.verdict = pseudonymise_log(pending.verdict)


def _hide_names(group: Sequence[PendingResult]) -> None:
    """Replace names in logs of one account that moderators hid, by the labels of their guests."""
    uploader = group[0].case.account.pk
    labels = hidden_labels(uploader, {name for pending in group for name in pending.names})
    for pending in group:
        if labels.keys() & set(pending.names):
            names = [labels.get(name, name) for name in pending.names]
            pending.verdict = rename_seats(pending.verdict, names)


def store_games(batch: Batch) -> None:
    """Store the games that are new, and set the game of all. Where two workers bring the same game
    at once, or an upload brings it twice, one of them is `first`."""
    legal = batch.legal
    new: dict[str, PendingResult] = {}
    for pending in sorted(legal, key=lambda pending: not pending.from_table):
        if pending.new:
            new.setdefault(pending.identity, pending)
    if new:
        batch.superseded = identity.take_identities(list(new.values()))
        _insert_games(new, batch.stored_at)
    find.adopt_games_of_twins(legal)
    identity.find_stored_games(pending for pending in legal if pending.game is None)


def store_parts_of_games(batch: Batch) -> None:
    """Store seats, marks and facts of new games."""
    first = batch.first
    insert(seat for pending in first for seat in seat_rows(pending))
    insert(find.log_marks(first))
    gather_facts.store_facts(
        (pending.game.pk, pending.verdict.facts)
        for pending in first
        if pending.game and pending.verdict.facts
    )


def await_merges(batch: Batch) -> None:
    """Wait for merges of players that are under way, so that ``settle`` follows them."""
    if batch.first:
        wait_for_merges()


def store_verifications(batch: Batch) -> None:
    """Store a run for each log; of one that is nearly another's, without the game."""
    for pending in batch.results:
        game = pending.game.pk if pending.game and pending.nearly is None else None
        run = verification_row(pending.submission, pending.verdict, game, batch.stored_at)
        batch.runs.append(run)
    insert(batch.runs)


def ask_about_names(batch: Batch) -> None:
    """Ask about names in new games that accounts have too."""
    uploaded = [pending for pending in batch.first if not pending.from_table]
    names = [pending.verdict.fields["names"] for pending in uploaded]
    for pending, questions in zip(uploaded, name_questions(names), strict=True):
        pending.differs += questions


def lock_known_games(batch: Batch) -> None:
    """Lock the games that were on record, and read their seats."""
    batch.seats = vouching.stored_seats(batch.recorded)


def adopt_logs_of_tables(batch: Batch) -> None:
    """A game played here takes the place of the upload that brought it before."""
    batch.adopted = vouching.adopt_table_games(batch.recorded, batch.seats)


def vouch(batch: Batch) -> None:
    """Uploaders of games on record stand for them."""
    batch.vouched = vouching.vouch_by_uploading(batch.repeat_uploads, batch.seats)


def contest_seats(batch: Batch) -> None:
    """Logs that seat other players contest the seats on record."""
    batch.contested = contests.claim_seats(batch.repeat_uploads, batch.seats, batch.stored_at)


def note_discrepancies(batch: Batch) -> None:
    """Logs that are nearly those of games: their players are asked which is right."""
    nearly = [pending for pending in batch.recorded if pending.nearly]
    decide.open_discrepancies(nearly, batch.seats, batch.stored_at)
    decide.confirm_by_choosing(batch.first)


def confirm_batch(batch: Batch) -> None:
    """Uploading, playing and standing agreements confirm."""
    batch.confirmations = vouching.uploader_confirmations(batch.vouched)
    batch.confirmed_before = attest.confirmed_before(
        (account.pk, game) for account, game in batch.confirmations
    )
    first = batch.first
    vouching.attest_by_uploading(first + batch.vouched)
    played = [pending for pending in first if pending.from_table]
    vouching.attest_by_playing(played + batch.adopted)
    agreements.attest_by_agreement(first)


def close_submissions(batch: Batch) -> None:
    """Store the status of each submission, its game, refusal and differences."""
    first = [pending.submission for pending in batch.results if pending.first]
    game = Game.objects.filter(submission=OuterRef("pk")).values("pk")
    Submission.objects.filter(pk__in=[row.pk for row in first]).update(
        status=Status.VERIFIED, judged_at=batch.stored_at, refusal=None, game=Subquery(game)
    )
    for pending in batch.results:
        pending.submission.differs = pending.differs or None
    Submission.objects.bulk_update([row for row in first if row.differs], ["differs"])
    closed = [pending for pending in batch.results if not pending.first]
    for pending in closed:
        _close(pending, batch.stored_at)
    fields = ["status", "judged_at", "refusal", "differs", "game"]
    Submission.objects.bulk_update([pending.submission for pending in closed], fields)


def settle_standings(batch: Batch) -> None:
    """Work out the standing of every game that a step concerned, once."""
    adopted = {pending.game.pk for pending in batch.adopted if pending.game}
    concerned = _games_of(batch.adopted + batch.first + batch.vouched)
    settle(
        [*concerned, *batch.superseded, *batch.contested],
        reseated=adopted,
        runs=[run.pk for run in batch.runs],
        decision=UPLOADING,
        new={game.pk for game in _games_of(batch.first)},
    )


def notify_named_players(batch: Batch) -> None:
    """Tell the players who still have to confirm a new game."""
    games = {pending.game.pk: pending for pending in batch.first if pending.game}
    waiting = [
        pk
        for pk, pending in games.items()
        if pending.game and pending.game.standing == Standing.WAITING
    ]
    notices.notify_accounts(
        notices.PendingNotice(account, Kind.NAMED, game, games[game].case.account.pk)
        for account, game in reminders.unconfirmed(waiting)
    )


def follow_confirmations(batch: Batch) -> None:
    """Games that were confirmed wait for the others from now on; their uploaders are told."""
    for account in {account for account, _game in batch.confirmations}:
        games = [game for confirmer, game in batch.confirmations if confirmer == account]
        attest.apply_confirmations(account, games, batch.confirmed_before)


class IntakeStep(NamedTuple):
    """A step, and the reason for its place."""

    run: Callable[[Batch], None]
    reason: str


STEPS: Final = (
    IntakeStep(return_crashed, "a log without a verdict takes no further step"),
    IntakeStep(find_known_games, "only logs of new games make guests of the names in them"),
    IntakeStep(seat_players, "a log that names an unknown account is refused, and makes no game"),
    IntakeStep(store_games, "who sits in a game decides whether its arbiter vouches for it"),
    IntakeStep(store_parts_of_games, "seats, marks and facts refer to the game"),
    IntakeStep(await_merges, "a merge that began before the seats were stored has not seen them"),
    IntakeStep(
        store_verifications, "a run names its game; the standing follows from the newest run"
    ),
    IntakeStep(ask_about_names, "questions are stored with the submissions"),
    IntakeStep(lock_known_games, "further logs compare with seats that nobody changes meanwhile"),
    IntakeStep(
        adopt_logs_of_tables, "what the site saw replaces the seats that uploads compare with"
    ),
    IntakeStep(vouch, "an arbiter's word protects a game from contests by the same batch"),
    IntakeStep(contest_seats, "differences are stored with the submissions"),
    IntakeStep(note_discrepancies, "a choice of the past confirms a log that became a game now"),
    IntakeStep(
        confirm_batch, "the standing follows from confirmations; notices from which are new"
    ),
    IntakeStep(close_submissions, "the standing asks for a game's own submission"),
    IntakeStep(settle_standings, "everything that a standing follows from is stored"),
    IntakeStep(notify_named_players, "only players of games that wait are told"),
    IntakeStep(follow_confirmations, "games that count by now wait for no other player"),
)


# --- inside -------------------------------------------------------------------


def _insert_games(new: dict[str, PendingResult], accepted_at: datetime) -> None:
    """Store the games of `new`, by identity, whose identity is theirs."""
    ours = identity.owned_identities(new.values())
    rows = {}
    for key, pending in new.items():
        if key in ours:
            vouches = vouching.arbitrates(pending, pending.players)
            arbiter = pending.case.account if vouches else None
            rows[pending.fingerprint] = game_row(pending, arbiter, accepted_at)
    in_order = sorted(rows.values(), key=lambda game: game.pk)  # so that no two wait for each other
    insert_missing(in_order)
    submissions = [pending.submission.pk for pending in new.values()]
    stored = set(Game.objects.filter(submission__in=submissions).values_list("pk", flat=True))
    for pending in new.values():
        if (row := rows.get(pending.fingerprint)) and row.pk in stored:
            pending.first, pending.game = True, row


def _games_of(results: Iterable[PendingResult]) -> Iterable[Game]:
    """Their games, each once."""
    return {pending.game.pk: pending.game for pending in results if pending.game}.values()


def _close(pending: PendingResult, judged_at: datetime) -> None:
    row = pending.submission
    row.judged_at, row.refusal, row.game = judged_at, pending.verdict.refusal, pending.game
    if pending.verdict.refusal is not None:
        row.status = Status.REFUSED
    elif pending.game is not None:
        row.status = Status.DUPLICATE
    else:  # another game has its id
        row.status, row.refusal = Status.FAILED, _failure("its id is taken")


def _refusal(pending: PendingResult, error: Invalid) -> Refused:
    source, begins = pending.case.source, pending.submission.begins
    return located("account", error.message, source, begins, "seats")


def _failure(reason: str) -> Refused:
    return {"kind": "failed", "message": storable(f"{FAILED} ({reason})"), "line": 0}
