"""Release decisions: a moderator adopts or pins the games of an impact, a worker carries it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from archive.releases.models import (
    Decision,
    DifferenceKind,
    Impact,
    ImpactDifference,
    ImpactState,
    Pin,
)
from archive.releases.services.impact import wake_release_worker
from engine import Log, read_log, write_text
from engine.build import engine_version
from games.action_log import log_moderator_action, must_moderate
from games.judging import places_for_rating
from games.log_outbox import PIN, queue_leaves
from games.models import Account, Game, Seat, StandingDecision, Verdict, Verification
from games.models.moderation import ModeratorAction
from games.models.notice import Kind as Notices
from games.notices import PendingNotice, notify_accounts
from games.ports import Cause, ChangeReason
from games.standing import (
    NEEDED,
    checked_reason,
    conflict_in_game,
    lock_games,
    log_decision,
    moderator_decision,
    must_be_impartial,
    settle,
)
from web.bulk_insert import insert
from web.database_clock import database_time
from web.errors import Conflict

Kind = ModeratorAction.Kind
DecisionKind = StandingDecision.Kind
ReleaseChoice = Decision.What


def decide_release(
    moderator: Account, impact: Impact, choice: Decision.What, reason: str
) -> Decision:
    """Adopt or pin, with a public `reason`; workers carry it out.

    An impact on all games is about every one that differs, theirs among them: a moderator chooses
    an engine, and no game. Where games were chosen, none may be their own affair. Raises
    ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if the impact is not done, is of
    another than the current engine or of another edition, found nothing, or was decided
    already.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    if to_decide := open_to_decide(impact):
        raise Conflict(to_decide)
    if impact.chosen is not None:
        for game in Game.objects.filter(pk__in=impact.differences.values("game")).only("arbiter"):
            must_be_impartial(conflict_in_game(moderator, game))
    try:
        return _decided(moderator, impact, choice, reason)
    except IntegrityError:
        raise Conflict(_("This comparison has already been decided.")) from None


@transaction.atomic
def _decided(moderator: Account, impact: Impact, choice: Decision.What, reason: str) -> Decision:
    decision = Decision.objects.create(impact=impact, what=choice, by=moderator, reason=reason)
    summary = f"{impact.release.build}: {choice.label}: {reason}"
    log_moderator_action(moderator, Kind.RELEASE, summary, public_reason=reason)
    kinds = {ReleaseChoice.ADOPT: DecisionKind.RELEASE, ReleaseChoice.PIN: DecisionKind.PINNED}
    role = moderator_decision(moderator, reason).role
    row = StandingDecision(kind=kinds[choice], role=role, reason=reason)
    row.decided_at = decision.at
    row.subject = impact.release.build
    log_decision(row)
    transaction.on_commit(lambda: wake_release_worker(), robust=True)
    return decision


def open_to_decide(impact: Impact) -> str:
    """Reason against a decision about `impact`, in a sentence; empty if it can be decided."""
    if Decision.objects.filter(impact=impact).exists():
        return _("This comparison has already been decided.")
    if impact.state != ImpactState.DONE:
        return _("This comparison is not finished.")
    if impact.edition:
        return _(
            "This comparison only shows the scores with another edition. "
            "Games keep their own edition."
        )
    if impact.release.build != engine_version():
        return _("This comparison is for an engine that no longer runs.")
    if newer(impact):
        return _("There is a newer comparison for this engine.")
    if not impact.differing:
        return _("No game’s result changes, so there is nothing to decide.")
    return ""


def newer(impact: Impact) -> bool:
    """True if a later impact on all games of the same release is done."""
    later = Impact.objects.filter(
        pk__gt=impact.pk, release=impact.release_id, state=ImpactState.DONE
    )
    return later.filter(edition="", chosen__isnull=True).exists()


BATCH: Final = 500


def carry_out_decision(decision: Decision) -> bool:
    """Adopt or pin; false if another worker was first.

    One transaction, so that the ratings follow in one fold; its row in ``Decision`` is written
    last. A worker that dies leaves nothing, and the next one begins again.
    """
    with transaction.atomic():
        decisions = Decision.objects.select_for_update(no_key=True).filter(
            pk=decision.pk, done_at=None
        )
        if not list(decisions.values_list("pk")):
            return False
        rows = ImpactDifference.objects.filter(impact=decision.impact_id).order_by("game_id")
        for batch in _batches(list(rows)):
            _end_pins(decision, batch)
            if decision.what == Decision.What.PIN:
                _pin(decision, batch)
            else:
                _settle(decision, batch, _adopt(decision.impact, batch))
                _tell(batch)
        Decision.objects.filter(pk=decision.pk)._set_once(done_at=database_time())
    return True


def _batches(rows: list[ImpactDifference]) -> Iterator[list[ImpactDifference]]:
    for begin in range(0, len(rows), BATCH):
        yield rows[begin : begin + BATCH]


# --- pinned ---------------------------------------------------------------------


def _end_pins(decision: Decision, rows: Sequence[ImpactDifference]) -> None:
    Pin.objects.filter(game__in=[row.game_id for row in rows])._set_once(ended_by=decision)


def _pin(decision: Decision, rows: Sequence[ImpactDifference]) -> None:
    """Pin games to the verdict of the engine that judged them last."""
    games = [row.game_id for row in rows]
    runs = Verification.objects.filter(game__in=games, game__submission=F("submission"))
    engines = dict(runs.order_by("at", "pk").values_list("game", "engine"))
    pins = Pin.objects.bulk_create(
        [Pin(game_id=pk, engine=engines.get(pk, ""), decision=decision) for pk in games],
        batch_size=BATCH,
    )
    queue_leaves(PIN, [pin.pk for pin in pins])


# --- adopted --------------------------------------------------------------------


def _adopt(impact: Impact, rows: Sequence[ImpactDifference]) -> list[int]:
    """The verdicts that were found are written, and the points that follow from them. Gives the
    keys of the verifications."""
    differences = {row.game_id: row for row in rows}
    games = {game.pk: game for game in lock_games(differences)}
    moment = database_time()
    runs = [_run(impact, games[pk], row, moment) for pk, row in differences.items()]
    insert(runs)
    legal = {pk: row for pk, row in differences.items() if row.after["verdict"] == Verdict.VERIFIED}
    _write_seats(legal)
    _write_games([games[pk] for pk in legal], legal)
    return [run.pk for run in runs]


def _run(impact: Impact, game: Game, row: ImpactDifference, moment: datetime) -> Verification:
    after = row.after
    return Verification(
        submission_id=game.submission_id,
        game_id=game.pk,
        engine=impact.release.build,
        edition=row.edition,
        verdict=after["verdict"],
        fingerprint=game.fingerprint,
        digest=after["digest"],
        refusal=after.get("refusal"),
        duration=after.get("duration", 0),
        at=moment,
    )


def _write_seats(legal: dict[str, ImpactDifference]) -> None:
    seats: dict[str, list[Seat]] = {}
    for seat in Seat.objects.filter(game__in=legal).order_by("game_id", "number"):
        seats.setdefault(seat.game_id, []).append(seat)
    for pk, sitting in seats.items():
        after = legal[pk].after
        rated = places_for_rating(after["places"], [seat.replaced_at for seat in sitting])
        for number, seat in enumerate(sitting):
            seat.points, seat.place = after["points"][number], after["places"][number]
            seat.sled, seat.breakdown = after["sleds"][number], after["breakdown"][number]
            seat.rated_place = rated[number]
    seated = [seat for sitting in seats.values() for seat in sitting]
    fields = ["points", "place", "sled", "breakdown", "rated_place"]
    Seat.objects.bulk_update(seated, fields, batch_size=BATCH)


def _write_games(games: Sequence[Game], legal: dict[str, ImpactDifference]) -> None:
    """Stored results of a game, and the result that its log claims, if it claims
    one; its facts are extracted again."""
    logs = dict(Game.objects.filter(pk__in=legal).values_list("pk", "log"))
    for game in games:
        game.log = _claiming(logs[game.pk], legal[game.pk].after["points"])
        after = legal[game.pk].after
        best, second = sorted(after["points"], reverse=True)[:2]
        game.digest, game.winning_points, game.margin = after["digest"], best, best - second
        game.winners, game.facts_version = after["places"].count(1), 0
    fields = ["log", "digest", "winning_points", "margin", "winners", "facts_version"]
    Game.objects.bulk_update(games, fields, batch_size=BATCH)


def _claiming(text: str, points: Sequence[int]) -> str:
    """The log `text`, which claims `points` if it claims anything. Its fingerprint stays."""
    log = read_log(text)
    if log.header.result is None:
        return text
    return write_text(Log(replace(log.header, result=tuple(points)), log.entries))


def _settle(decision: Decision, rows: Sequence[ImpactDifference], runs: Sequence[int]) -> None:
    """Settle the standings and ratings of adopted games."""
    games = Game.objects.filter(pk__in=[row.game_id for row in rows]).only(*NEEDED)
    reason = ChangeReason(Cause.RELEASE, f"release:{rows[0].impact.release_id}")
    adopting = moderator_decision(decision.by, decision.reason)
    adopting = adopting._replace(subject=decision.impact.release.build)
    ids = {game.pk for game in games}
    settle(games, reseated=ids, runs=runs, reason=reason, decision=adopting)


def _tell(rows: Sequence[ImpactDifference]) -> None:
    """Notify the players of these games."""
    game_ids = [row.game_id for row in rows if row.kind != DifferenceKind.DIGEST]
    sat = Seat.objects.filter(game__in=game_ids, player__account__isnull=False)
    recipients = sat.order_by("game_id", "number").values_list("game_id", "player__account")
    notify_accounts(PendingNotice(account, Notices.JUDGED, game) for game, account in recipients)
