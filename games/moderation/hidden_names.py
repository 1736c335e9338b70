"""The name of a guest is hidden: one moderator asks for it, another agrees, and it is nowhere left.

Logs, seats, files and pictures show the number of the player from then on, as they do for closed
accounts. Leaves and fingerprints stay: there is no name in them, and the leaf of the player is
followed by one of the number. The decision is on record without the name. docs/closing.md has what
stays.
"""

from __future__ import annotations

from typing import Final

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Model, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.action_log import Kind, log_moderator_action, must_moderate
from games.log_outbox import PLAYER, queue_leaves
from games.models import (
    Account,
    Dispute,
    Game,
    HiddenName,
    Merge,
    Note,
    Player,
    Seat,
    SeatClaim,
    StandingDecision,
)
from games.pseudonyms import guest_digest, replace_names, with_names
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_merge, must_be_impartial
from games.standing.decisions import log_decision, moderator_decision
from games.standing.resolve_players import current_players, normal
from web.errors import Conflict

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"

BATCH: Final = 200
"""Games that are in memory at once."""

TEXTS_OF_GAMES: Final[tuple[tuple[type[Model], str, str], ...]] = (
    (Dispute, "game", "reason"),
    (Dispute, "game", "answer"),
    (Game, "pk", "void_reason"),
    (Note, "game", "text"),
    (SeatClaim, "game", "answer"),
)
"""Texts about a game in which people may name those who played it."""


def hide_name(moderator: Account, guest: Player, reason: str) -> bool:
    """A moderator hides the name of `guest` for a `reason` that everybody may read. Where the site
    has another moderator, one of them has to ask for the same; until then nothing is hidden.

    True if the name is hidden now. Raises ``NotAllowed``, also in one's own affair; ``Invalid``
    without a reason; ``Conflict`` for the player of an account, a name that is hidden, or one for
    which `moderator` has asked already.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    with transaction.atomic():
        guest = Player.objects.select_for_update().get(pk=guest.pk)
        must_be_impartial(conflict_in_merge(moderator, guest))
        if not guest.is_guest:
            raise Conflict(_("This player has an account: close the account instead."))
        hiding, is_new = HiddenName.objects.get_or_create(
            player=guest, defaults={"requested_by": moderator}
        )
        if hiding.hidden_at is not None:
            raise Conflict(_("This name is hidden already."))
        public_reason = replace_names(reason, {guest.name: str(hiding)})
        if is_new and _has_another_moderator(moderator):
            log_moderator_action(
                moderator,
                Kind.ASK_TO_HIDE_NAME,
                public_reason,
                public_reason=public_reason,
                player=guest,
            )
            return False
        if not is_new and hiding.requested_by_id == moderator.pk:
            raise Conflict(_("You have already asked for this: another moderator has to agree."))
        _hide(hiding, guest, moderator)
        role = moderator_decision(moderator, "").role
        log_decision(StandingDecision(kind=StandingDecision.Kind.HIDDEN_NAME, role=role))
        log_moderator_action(
            moderator, Kind.HIDE_NAME, public_reason, public_reason=public_reason, player=guest
        )
    return True


# --- inside -------------------------------------------------------------------


def _has_another_moderator(moderator: Account) -> bool:
    may_moderate = Account.objects.with_perm("games.moderate", backend=BACKEND)
    return may_moderate.exclude(pk=moderator.pk).exists()


def _hide(hiding: HiddenName, guest: Player, moderator: Account) -> None:
    assert guest.known_to_id is not None
    former, label, uploader = guest.name, str(hiding), guest.known_to_id
    (holder,) = current_players([guest])
    hiding.digest = guest_digest(uploader, former)
    hiding.confirmed_by, hiding.hidden_at = moderator, timezone.now()
    hiding.save(update_fields=["digest", "confirmed_by", "hidden_at"])
    Player.objects.filter(pk=guest.pk).update(name=label, salt="")
    queue_leaves(PLAYER, [guest.pk])
    seats = Seat.objects.filter(player=holder, game__submission__upload__account=uploader)
    pairs = seats.values_list("game", "name")
    games = sorted({game for game, name in pairs if normal(name) == former})
    for start in range(0, len(games), BATCH):
        _rename_seats(games[start : start + BATCH], former, label)
    _reword(games, former, label)
    _reword_rows(guest, former, label)


def _rename_seats(ids: list[str], former: str, label: str) -> None:
    games, seats = [], []
    for game in Game.objects.filter(pk__in=ids).only("log").prefetch_related("seats"):
        places = sorted(game.seats.all(), key=lambda seat: seat.number)
        for seat in places:
            if normal(seat.name) == former:
                seat.name = label
                seats.append(seat)
        game.log = with_names(
            game.log, [seat.colour for seat in places], [seat.name for seat in places]
        )
        games.append(game)
    Game.objects.bulk_update(games, ["log"])
    Seat.objects.bulk_update(seats, ["name"])


def _reword(games: list[str], former: str, label: str) -> None:
    """The texts about these games, and the seats that others brought."""
    for model, column, field in TEXTS_OF_GAMES:
        rows = model._default_manager.filter(
            **{f"{column}__in": games, f"{field}__icontains": former}
        )
        for pk, text in rows.values_list("pk", field):
            model._default_manager.filter(pk=pk).update(
                **{field: replace_names(text, {former: label})}
            )
    for claim in SeatClaim.objects.filter(game__in=games):
        names = [label if normal(name) == former else name for name in claim.names]
        SeatClaim.objects.filter(pk=claim.pk).update(names=names)


def _reword_rows(guest: Player, former: str, label: str) -> None:
    """Texts about the guest: claims, and the admin's own history."""
    for merge in Merge.objects.filter(Q(guest=guest) | Q(into=guest)).exclude(note=""):
        Merge.objects.filter(pk=merge.pk).update(note=replace_names(merge.note, {former: label}))
    history = LogEntry.objects.filter(object_id=str(guest.pk), content_type__model="player")
    for row in history:
        LogEntry.objects.filter(pk=row.pk).update(
            object_repr=replace_names(row.object_repr, {former: label}),
            change_message=replace_names(row.change_message, {former: label}),
        )
