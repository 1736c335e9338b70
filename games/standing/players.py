"""The players: those that the names in a log mean, and guests who turn out to be known players.

A guest is merged into another player: the guest's seats move there, the games stay as they are.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.action_log import Kind, Outcome, log_moderator_action, must_moderate
from games.log_outbox import PLAYER, queue_leaves
from games.models import Account, Game, Merge, Player, Seat, Submission
from games.ports import Cause, ChangeReason
from games.standing.attest import LONGEST_REASON, attest_uploaded_games, checked_reason
from games.standing.conflicts_of_interest import (
    conflict_in_claim,
    conflict_in_merge,
    must_be_impartial,
)
from games.standing.decisions import PLAYER_DECISION, PendingDecision, moderator_decision
from games.standing.reminders import revive
from games.standing.resolve_players import current_players, ensure_player, normal
from games.standing.standing import settle
from web.database_clock import database_time
from web.errors import Conflict, Invalid, NotAllowed


def claim(account: Account, guest: Player, note: str) -> Merge:
    """`account` says: that guest is me. The uploader of the guest's games, or a moderator, decides.

    Raises ``Conflict`` if it cannot be so: no guest, merged already, claimed by the account
    already, or both sat at one table. ``Invalid`` if the note is too long.
    """
    note = _checked_note(note)
    with transaction.atomic():
        guest, into = _locked(guest, ensure_player(account))
        _must_be_possible(guest, into)
        if guest.claims.filter(into=into, decided_at=None).exists():
            raise Conflict(_("You have already claimed this guest. Please wait for the answer."))
        return Merge.objects.create(guest=guest, into=into, requested_by=account, note=note)


def decide_claim(account: Account, merge: Merge, accepted: bool) -> Merge:
    """Accept or refuse a claim; accepting moves the seats, and closes other claims on the guest.

    Raises ``NotAllowed`` unless `account` knows the guest or is a moderator; ``Conflict`` if it
    was decided already, or cannot be so any more.
    """
    if not may_decide(account, merge):
        raise NotAllowed(
            _("Only a moderator, or the player who uploaded this guest’s games, can decide.")
        )
    with transaction.atomic():
        guest, into = _locked(merge.guest, merge.into)
        merge = Merge.objects.select_for_update(no_key=True).get(pk=merge.pk)
        must_be_impartial(conflict_in_claim(account, merge))
        if merge.decided_at is not None:
            raise Conflict(_("This claim has been decided already."))
        if accepted:
            _must_be_possible(guest, into)
        _close(merge, account, accepted)
        if guest.known_to_id != account.pk:
            answer = (
                _("accepted: merged into %(into)s")
                if accepted
                else _("refused: not merged into %(into)s")
            )
            outcome = Outcome.ACCEPTED if accepted else Outcome.REFUSED
            text = answer % {"into": into}
            log_moderator_action(account, Kind.DECIDE_CLAIM, text, outcome=outcome, player=guest)
        if accepted:
            is_uploader = guest.known_to_id == account.pk
            decision = PLAYER_DECISION if is_uploader else moderator_decision(account, "")
            _move(merge, guest, into, account, decision)
    return merge


def may_decide(account: Account, merge: Merge) -> bool:
    return merge.guest.known_to_id == account.pk or account.is_moderator


def merge_players(moderator: Account, guest: Player, into: Player, reason: str) -> Merge:
    """A moderator merges a guest into a player or another guest, at once and on the record.

    `into` may have been merged itself: then the player it became is meant. Raises ``NotAllowed``,
    ``Invalid`` without a reason, ``Conflict`` if it cannot be so.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    with transaction.atomic():
        guest, into = _locked(guest, *current_players([Player.objects.get(pk=into.pk)]))
        must_be_impartial(conflict_in_merge(moderator, guest, into))
        _must_be_possible(guest, into)
        row = Merge.objects.create(
            guest=guest,
            into=into,
            requested_by=moderator,
            note=reason,
            decided_by=moderator,
            decided_at=database_time(),
            accepted=True,
        )
        text = _("merged into %(into)s: %(reason)s") % {"into": into, "reason": reason}
        log_moderator_action(
            moderator, Kind.MERGE, text, public_reason=reason, outcome=Outcome.MERGED, player=guest
        )
        _move(row, guest, into, moderator, moderator_decision(moderator, reason))
    return row


def undo_merge(moderator: Account, guest: Player, reason: str) -> None:
    """A moderator takes a merge back: the seats that logs gave to this guest, and to guests
    merged into this one, are the guest's again.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if the guest was not merged.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    with transaction.atomic():
        guest = Player.objects.select_for_update().get(pk=guest.pk)
        if guest.merged_into_id is None:
            raise Conflict(_("This guest is not merged into a player."))
        must_be_impartial(conflict_in_merge(moderator, guest))
        (holder,) = current_players([guest])
        guest.merged_into = None
        guest.save(update_fields=["merged_into"])
        queue_leaves(PLAYER, [guest.pk])
        text = _("separated from %(holder)s again: %(reason)s") % {
            "holder": holder,
            "reason": reason,
        }
        log_moderator_action(
            moderator,
            Kind.MERGE,
            text,
            public_reason=reason,
            outcome=Outcome.TAKEN_BACK,
            player=guest,
        )
        merged = guest.claims.filter(accepted=True).order_by("-decided_at", "-pk").first()
        decision = moderator_decision(moderator, reason)
        _repoint(_seats_named(guest, holder), guest, merged, decision)


# --- inside -------------------------------------------------------------------


def _checked_note(note: str) -> str:
    note = note.strip()
    if len(note) > LONGEST_REASON or "\x00" in note:
        raise Invalid(_("A note can have at most %(most)d characters.") % {"most": LONGEST_REASON})
    return note


def _locked(guest: Player, into: Player) -> tuple[Player, Player]:
    """Both as they are now, and neither is merged by another request meanwhile. Nor does the guest
    get a seat: where a log gives the guest one at this moment, we wait for it, or it for us."""
    players = {}
    for pk in sorted({guest.pk, into.pk}):
        players[pk] = Player.objects.select_for_update(no_key=pk != guest.pk).get(pk=pk)
    return players[guest.pk], players[into.pk]


def _must_be_possible(guest: Player, into: Player) -> None:
    if not guest.is_guest:
        raise Conflict(_("%(player)s has an account, so they are not a guest.") % {"player": guest})
    if guest.merged_into_id is not None:
        raise Conflict(_("%(guest)s is already merged into a player.") % {"guest": guest})
    if guest.pk == into.pk or current_players([into]) == [guest]:
        raise Conflict(
            _("The guest and the player are already the same: %(guest)s.") % {"guest": guest}
        )
    if into.merged_into_id is not None:
        raise Conflict(
            _("%(into)s has been merged into another player. Reload the page.") % {"into": into}
        )
    shared_games = Game.objects.filter(seats__player=guest).filter(seats__player=into)
    if game := shared_games.values_list("pk", flat=True).first():
        raise Conflict(
            _("%(guest)s and %(into)s both played in game %(game)s, so they are two people.")
            % {"guest": guest, "into": into, "game": game}
        )


def _close(merge: Merge, actor: Account, accepted: bool) -> None:
    merge.decided_by, merge.decided_at, merge.accepted = actor, database_time(), accepted
    merge.save(update_fields=["decided_by", "decided_at", "accepted"])


def _move(
    merge: Merge, guest: Player, into: Player, actor: Account, decision: PendingDecision
) -> None:
    """The guest's seats become those of `into`; other claims on the guest are closed as
    refused, games that `into` uploaded count as confirmed by uploading."""
    for other in guest.claims.filter(decided_at=None):
        _close(other, actor, other.into_id == into.pk)
    guest.merged_into = into
    guest.save(update_fields=["merged_into"])
    queue_leaves(PLAYER, [guest.pk])
    _repoint(list(guest.seats.values_list("pk", flat=True)), into, merge, decision)


def _repoint(
    seats: list[int], player: Player, merge: Merge | None, decision: PendingDecision
) -> None:
    moved = Seat.objects.filter(pk__in=seats)
    ids = list(moved.values_list("game_id", flat=True))
    moved.update(player=player)
    games = Game.objects.filter(pk__in=ids).defer("log")
    if player.account is not None:
        submissions = Submission.objects.filter(upload__account=player.account, game__in=ids)
        attest_uploaded_games(
            player.account, list(games.filter(submissions__in=submissions).distinct())
        )
    reason = ChangeReason(Cause.MERGED, f"merge:{merge.pk}" if merge else "")
    ids_moved = {game.pk for game in games}
    settle(games, reseated=ids_moved, reason=reason, decision=decision)
    revive(ids)


def _seats_named(guest: Player, holder: Player) -> list[int]:
    """The seats of `holder` whose logs name `guest`, or a guest merged into that one."""
    named, layer = [guest], [guest]
    while layer := list(Player.objects.filter(merged_into__in=layer)):
        named += layer
    guest_keys = {(player.known_to_id, player.name) for player in named}
    seats = holder.seats.values_list("pk", "game__submission__upload__account", "name")
    return [pk for pk, uploader, name in seats if (uploader, normal(name)) in guest_keys]
