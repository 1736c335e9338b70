"""Stores the verdicts on judged logs: games, seats, verifications, attestations.

In one transaction, with a fixed number of statements for any number of logs; only for logs that
the lease still holds, so that nothing is written twice. ``_store`` is the whole way, in order.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import DateTimeField, OuterRef, Subquery
from django.db.models.functions import Cast

from engine import DEFAULT_EDITION
from engine.verdict import Refused
from games import notices
from games.duplicates import contests, decide, find, identity
from games.duplicates.unseen import is_unseen
from games.editions import wrong_edition_text, wrong_editions
from games.facts import gather_facts
from games.judging.diff import name_questions
from games.judging.judge import JudgedLog, storable
from games.judging.pending_result import PendingResult
from games.judging.queue import FAILED, LeasedLog, leased_submissions
from games.limits import MAX_ATTEMPTS
from games.models import Account, Attestation, Game, LogMark, Standing, Status, Submission
from games.models.notice import Kind
from games.ports import RecordedGame, port
from games.pseudonyms import hidden_labels, pseudonymise
from games.standing import agreements, attest, reminders, vouching
from games.standing.decisions import UPLOADING
from games.standing.resolve_players import resolve_many_players, wait_for_merges
from games.standing.standing import settle
from web.bulk_insert import insert, insert_missing, insert_values
from web.database_clock import statement_time
from web.errors import Invalid

LOGS_IN_LINE: Final = 20
"""Logs of an upload that a line of the operator's log names."""

logger = logging.getLogger(__name__)


@transaction.atomic
def store_verdicts(
    leased_at: datetime, verdicts: Sequence[tuple[LeasedLog, JudgedLog]]
) -> list[int]:
    """Store the verdicts on logs of the lease `leased_at`. Gives the ids of the submissions that
    have to be tried again, because the engine failed."""
    pks = [case.submission.pk for case, _ in verdicts]
    rows = leased_submissions(leased_at, pks).select_for_update().order_by("pk")
    moments: dict[int, datetime] = dict(
        rows.values_list("pk", Cast(statement_time(), DateTimeField()))
    )
    if not moments:
        return []
    results = [PendingResult(*pair) for pair in verdicts if pair[0].submission.pk in moments]
    stored_at = max(moments.values())
    # A log without a verdict takes no further step.
    crashed = [pending for pending in results if pending.verdict.crash]
    retried = return_crashed(crashed, stored_at)
    finished_results = [pending for pending in results if not pending.verdict.crash]
    _store(finished_results, stored_at)
    transaction.on_commit(lambda: _log_verdicts(finished_results), robust=True)
    return retried


def _log_verdicts(results: Sequence[PendingResult]) -> None:
    """A line an upload: it joins the request, the upload and its games, after a sweep too."""
    uploads = defaultdict(list)
    for pending in results:
        uploads[pending.case.submission.upload_id].append(pending)
    for upload, verdicts in uploads.items():
        logs = [
            f"log {pending.case.submission.number}: "
            + (f"game {pending.game.pk}" if pending.game else "refused")
            for pending in verdicts[:LOGS_IN_LINE]
        ]
        ending = f" and {len(verdicts) - LOGS_IN_LINE} more" if len(verdicts) > LOGS_IN_LINE else ""
        logger.info("upload %s judged: %s%s", upload, ", ".join(logs), ending)


def _store(results: Sequence[PendingResult], stored_at: datetime) -> None:
    """All steps of logs with a verdict, in order, each with the reason for its place."""
    # Only logs of new games make guests of the names in them.
    identity.accept_recorded_results(results)
    legal = [pending for pending in results if pending.verdict.header]
    # Of most logs of one game nothing is here, which is found out at once.
    unseen = is_unseen(legal)
    legal = look_up_games(legal, unseen=unseen)
    # A log that names an unknown account is refused, and makes no game.
    seat_players(legal)
    legal = [pending for pending in legal if pending.verdict.header]
    # Who sits in a game decides whether its arbiter vouches for it.
    superseded = store_games(legal, stored_at)
    first = [pending for pending in legal if pending.first]
    recorded = [pending for pending in legal if pending.game and not pending.first]
    # Seats, marks and facts refer to the game.
    store_parts_of_games(first)
    # A merge of players that began before the seats were stored has not seen them.
    if first:
        wait_for_merges()
    # A run names its game; the standing follows from the newest run.
    runs = [pending.verification_row(stored_at) for pending in results]
    insert(runs)
    # Questions are stored with the submissions.
    ask_about_names([pending for pending in first if not pending.from_table])
    # Further logs compare with seats that nobody changes meanwhile.
    seats = vouching.stored_seats([pending.game for pending in recorded if pending.game])
    # What the site saw replaces the seats that uploads compare with.
    adopted = vouching.adopt_table_games(recorded, seats)
    # An arbiter's word protects a game from contests by the same batch.
    repeats = [pending for pending in recorded if not pending.nearly and not pending.from_table]
    vouched = vouching.vouch_by_uploading(repeats, seats)
    # Differences are stored with the submissions.
    contested = contests.claim_seats(repeats, seats, stored_at)
    # A choice of the past confirms a log that became a game now.
    decide.open_discrepancies([pending for pending in recorded if pending.nearly], seats, stored_at)
    decide.confirm_by_choosing([] if unseen else first)
    # The standing follows from confirmations; notices from those that are new.
    confirmations = _confirmations(vouched)
    before = attest.confirmed_before((account.pk, game) for account, game in confirmations)
    confirm(first, adopted, vouched)
    confirm_by_agreement([] if unseen else first)
    # The standing asks for a game's own submission.
    close_submissions(results, stored_at)
    # Everything that a standing follows from is stored.
    settle(
        [*_games_of([*adopted, *first, *vouched]), *superseded, *contested],
        reseated={game.pk for game in _games_of(adopted)},
        runs=[run.pk for run in runs],
        decision=UPLOADING,
        new={game.pk for game in _games_of(first)},
        claimed={game.pk for game in contested},
    )
    # Only players of games that wait are told.
    notify_named_players({pending.game: pending.uploader for pending in first if pending.game})
    # Games that count by now wait for no other player.
    follow_confirmations(confirmations, before)
    # The results of other packages rest on games that stand.
    announce_recorded_games(legal)


def announce_recorded_games(legal: Iterable[PendingResult]) -> None:
    """Say which games logs of tables, and of uploads with an occasion, led to."""
    recorded = [
        RecordedGame(
            pending.game.pk,
            pending.submission.upload_id,
            pending.uploader.pk,
            pending.submission.upload.occasion,
        )
        for pending in legal
        if pending.game and (pending.first or pending.has_this_log)
        if pending.from_table or pending.submission.upload.occasion
    ]
    if recorded:
        port().games_recorded(recorded)


# --- the steps ------------------------------------------------------------------


def return_crashed(crashed: Iterable[PendingResult], moment: datetime) -> list[int]:
    """Put logs at which the engine failed back into the queue; fail them after too many
    attempts. Gives the submissions to be tried again."""
    retried = []
    for pending in crashed:
        row = pending.submission
        if row.attempts < MAX_ATTEMPTS:
            row.status, row.queued_at, row.claimed_at = Status.QUEUED, moment, None
            retried.append(row.pk)
        else:
            row.status, row.judged_at = Status.FAILED, moment
            row.refusal = _failure(pending.verdict.crash)
        row.save(update_fields=["status", "queued_at", "claimed_at", "judged_at", "refusal"])
    return retried


def look_up_games(legal: Sequence[PendingResult], *, unseen: bool) -> list[PendingResult]:
    """Set the games that logs are, or are nearly; none if they are `unseen`. Gives those that are
    not refused."""
    if not unseen:
        identity.find_stored_games(legal)
    # Games on record keep their edition, also if it is wrong.
    legal = refuse_wrong_editions(legal)
    if not unseen:
        find.find_similar_games(legal)
    return legal


def refuse_wrong_editions(results: Sequence[PendingResult]) -> list[PendingResult]:
    """Refuse logs of no game on record that name an edition which is marked as wrong; what was
    played here began before the mark. One query, where logs name editions of the site. Gives those
    that are not refused."""
    new = [pending for pending in results if pending.game is None and not pending.from_table]
    of_site = [pending for pending in new if pending.edition != DEFAULT_EDITION]
    wrong = wrong_editions() if of_site else {}
    for pending in of_site:
        if pending.edition in wrong:
            pending.refuse("edition", wrong_edition_text(pending.edition), "edition")
    return [pending for pending in results if pending.verdict.header]


def seat_players(results: Iterable[PendingResult]) -> None:
    """Set the players; a log that names an unknown account becomes refused. The players of a game
    played here are known, even if an account was closed meanwhile."""
    by_account: dict[tuple[int, bool], list[PendingResult]] = defaultdict(list)
    for pending in results:
        if pending.new or pending.from_table:
            by_account[pending.uploader.pk, pending.from_table].append(pending)
    for (uploader, closed), group in sorted(by_account.items()):
        # Names that moderators hid give way to the labels of their guests.
        labels = hidden_labels(uploader, {name for pending in group for name in pending.names})
        for pending in group:
            pending.rename_seats(labels.get(name, name) for name in pending.names)
        tables = resolve_many_players(
            group[0].uploader, [pending.names for pending in group], closed_too=closed
        )
        for pending, players in zip(group, tables, strict=True):
            if isinstance(players, Invalid):
                pending.refuse("account", players.message, "seats")
                continue
            pending.players = players
            if closed:
                pending.rename_seats(pseudonymise(name) for name in pending.names)


def store_games(results: Sequence[PendingResult], accepted_at: datetime) -> list[Game]:
    """Store the games that are new, and set the game of all. Where two workers bring the same game
    at once, or an upload brings it twice, one of them is `first`. Gives the games that gave their
    identity up to one that was played here."""
    new: dict[str, PendingResult] = {}
    for pending in sorted(results, key=lambda pending: not pending.from_table):
        if pending.new:
            new.setdefault(pending.identity, pending)
    superseded: list[Game] = []
    if new:
        ours, superseded = identity.take_identities(list(new.values()))
        _insert_games([pending for key, pending in new.items() if key in ours], accepted_at)
    for pending in results:
        pending.follow_twin()
    identity.find_stored_games(pending for pending in results if pending.game is None)
    return superseded


def store_parts_of_games(first: Sequence[PendingResult]) -> None:
    """Store seats, marks and facts of new games."""
    insert((seat for pending in first for seat in pending.seat_rows()), numbered=False)
    marks = [
        (mark, pending.game.pk)
        for pending in first
        for mark in pending.verdict.marks
        if pending.game
    ]
    insert_values(LogMark, ("value", "game_id"), marks)
    gather_facts.store_facts(
        (pending.game.pk, pending.verdict.facts)
        for pending in first
        if pending.game and pending.verdict.facts
    )


def ask_about_names(uploaded: Sequence[PendingResult]) -> None:
    """Ask about names in new games that accounts have too."""
    names = [pending.verdict.fields["names"] for pending in uploaded]
    for pending, questions in zip(uploaded, name_questions(names), strict=True):
        pending.differs += questions


def confirm(
    first: Sequence[PendingResult],
    adopted: Sequence[PendingResult],
    vouched: Sequence[PendingResult],
) -> None:
    """Uploading and playing confirm."""
    confirmations = _confirmations([*first, *vouched])
    Attestation.write(
        ((account.pk, game) for account, game in confirmations),
        by_uploading=True,
    )
    played = [pending for pending in [*first, *adopted] if pending.from_table]
    Attestation.write(
        ((pk, pending.game) for pending in played if pending.game for pk in pending.seated),
        by_playing=True,
    )


def confirm_by_agreement(first: Sequence[PendingResult]) -> None:
    """Standing agreements confirm new games."""
    agreements.attest_by_agreement(
        [
            agreements.UploadedGame(pending.game, pending.uploader.pk, pending.seated)
            for pending in first
            if pending.game
            and not pending.from_table
            and not any((*pending.replaced, *pending.resigned))
        ]
    )


def close_submissions(results: Sequence[PendingResult], judged_at: datetime) -> None:
    """Store the status of each submission, its game, refusal and differences."""
    first = [pending.submission for pending in results if pending.first]
    game = Game.objects.filter(submission=OuterRef("pk")).values("pk")
    Submission.objects.filter(pk__in=[row.pk for row in first]).update(
        status=Status.VERIFIED, judged_at=judged_at, refusal=None, game=Subquery(game)
    )
    for pending in results:
        pending.submission.differs = pending.differs or None
    Submission.objects.bulk_update([row for row in first if row.differs], ["differs"])
    closed = [pending for pending in results if not pending.first]
    for pending in closed:
        row = pending.submission
        row.judged_at, row.refusal, row.game = judged_at, pending.verdict.refusal, pending.game
        if pending.verdict.refusal is not None:
            row.status = Status.REFUSED
        elif pending.game is not None:
            row.status = Status.DUPLICATE
        else:  # another game has its id
            row.status, row.refusal = Status.FAILED, _failure("its id is taken")
    fields = ["status", "judged_at", "refusal", "differs", "game"]
    Submission.objects.bulk_update([pending.submission for pending in closed], fields)


def notify_named_players(games: Mapping[Game, Account]) -> None:
    """Tell the players who still have to confirm a new game; `games` with their uploaders."""
    uploaders = {game.pk: account.pk for game, account in games.items()}
    waiting = [game.pk for game in games if game.standing == Standing.WAITING]
    notices.notify_accounts(
        notices.PendingNotice(account, Kind.NAMED, game, uploaders[game])
        for account, game in reminders.unconfirmed(waiting)
    )


def follow_confirmations(
    confirmations: Sequence[tuple[Account, Game]], before: set[tuple[int, str]]
) -> None:
    """Games that were confirmed wait for the others from now on; their uploaders are told."""
    for account in {account for account, _game in confirmations}:
        games = [game for confirmer, game in confirmations if confirmer == account]
        attest.apply_confirmations(account, games, before)


# --- inside -------------------------------------------------------------------


def _games_of(results: Iterable[PendingResult]) -> list[Game]:
    """Their games, each once."""
    return [*{pending.game.pk: pending.game for pending in results if pending.game}.values()]


def _confirmations(results: Iterable[PendingResult]) -> list[tuple[Account, Game]]:
    """Uploaders that confirm games by bringing them: those in which they sit."""
    return [
        (pending.uploader, pending.game)
        for pending in results
        if pending.game and pending.uploader.pk in pending.seated and not pending.from_table
    ]


def _insert_games(new: Sequence[PendingResult], accepted_at: datetime) -> None:
    """Store the games of logs that hold their identity."""
    rows = {pending.fingerprint: pending.game_row(accepted_at) for pending in new}
    in_order = sorted(rows.values(), key=lambda game: game.pk)  # so that no two wait for each other
    stored = insert_missing(in_order)
    for pending in new:
        row = rows[pending.fingerprint]
        if row.pk in stored:
            pending.first, pending.game = True, row


def _failure(reason: str) -> Refused:
    return {"kind": "failed", "message": storable(f"{FAILED} ({reason})"), "line": 0}
