"""An account is closed, for ever: by its owner, or by a moderator.

Its handle, address and passwords go, with all that opens the account, and what its owner alone
reads.
What others' ratings and games rest on stays under the number of its player: games, confirmations,
disputes, public notes, chat, the ledger. docs/closing.md has both lists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.lifecycle import end_sessions
from games.action_log import Kind, log_moderator_action, must_moderate
from games.log_outbox import PLAYER, queue_leaves
from games.models import (
    Account,
    ClosedAccount,
    Dispute,
    Game,
    Merge,
    Note,
    NoticeWishes,
    Pattern,
    Player,
    SavedSearch,
    Seat,
    SeatClaim,
    Standing,
    StandingDecision,
    Submission,
    Upload,
)
from games.ports import port
from games.pseudonyms import handle_digest, replace_handles, with_names
from games.queries import verified_addresses
from games.standing.agreements import end_all
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_account, must_be_impartial
from games.standing.decisions import SYSTEM_DECISION
from games.standing.resolve_players import ensure_player, normal
from games.standing.shared_mailboxes import decide_before_closing
from games.standing.standing import settle
from web.errors import Conflict, NotAllowed

BATCH: Final = 200
"""Games that are in memory at once."""

TEXTS: Final[tuple[tuple[type[Model], str], ...]] = (
    (Dispute, "reason"),
    (Dispute, "answer"),
    (Game, "void_reason"),
    (Note, "text"),
    (Note, "hidden_reason"),
    (Merge, "note"),
    (SavedSearch, "name"),
    (SavedSearch, "query"),
    (SeatClaim, "names"),
    (SeatClaim, "answer"),
    (Submission, "refusal"),
    (LogEntry, "object_repr"),
    (LogEntry, "change_message"),
)
"""Texts in which people write of others by handle. Moderator actions are written once, and shown by
``former.under_numbers``."""


def close(account: Account) -> str:
    """The owner closes it. Returns the number under which its games stay, without the sign.

    Raises ``Conflict`` if it is closed already, or is the last account that can run the site.
    """
    with transaction.atomic():
        number = _close(_locked(account))
    account.refresh_from_db()
    return number


def close_by(moderator: Account, account: Account, reason: str) -> str:
    """A moderator closes it, for a `reason` that everybody may read.

    Raises as ``close``, and ``NotAllowed`` (a moderator's is closed by a superuser, their own
    not in this way), ``Invalid`` without a reason.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_in_account(moderator, account))
    if account.is_moderator and not moderator.is_superuser:
        raise NotAllowed(_("Only a superuser can close the account of another moderator."))
    reason = checked_reason(reason)
    with transaction.atomic():
        row = _locked(account)
        former = row.username
        number = _close(row)
        public_reason = replace_handles(reason, {former: number})
        log_moderator_action(
            moderator,
            Kind.CLOSE_ACCOUNT,
            public_reason,
            public_reason=public_reason,
            player=ensure_player(row),
        )
    account.refresh_from_db()
    return number


# --- inside -------------------------------------------------------------------


def _locked(account: Account) -> Account:
    row = Account.objects.select_for_update().get(pk=account.pk)
    if row.computer or ClosedAccount.objects.filter(account=row).exists():
        raise Conflict(_("This account is closed already."))
    accounts = Account.objects.filter(is_superuser=True, is_active=True).exclude(pk=row.pk)
    if row.is_superuser and row.is_active and not accounts.exists():
        raise Conflict(_("This is the only superuser of the site: make another one first."))
    return row


def _close(row: Account) -> str:
    port().account_closes(row)
    former, player = row.username, ensure_player(row)
    number = _free(f"player-{player.pk}")
    verified = _verified(row, player)
    ClosedAccount.objects.create(account=row, former=handle_digest(former), verified=verified)
    decide_before_closing(row)
    _lock_out(row)
    _forget(row)
    row.username, row.reminders, row.language = number, False, ""
    row.previews = True
    row.first_name = row.last_name = row.email = ""
    row.is_active = row.is_staff = row.is_superuser = False
    row.last_login = None
    row.set_unusable_password()
    row.save()
    row.groups.clear()
    row.user_permissions.clear()
    _rename_player(player, number)
    reword([*TEXTS, *port().account_texts()], {former: number})
    waits = Game.objects.filter(seats__player=player, standing=Standing.WAITING)
    closed = SYSTEM_DECISION._replace(kind=StandingDecision.Kind.CLOSED_ACCOUNT)
    settle(waits.filter(addresses_asked=True).defer("log"), decision=closed)
    return number


def _verified(row: Account, player: Player) -> bool:
    """An address is, or was when a game that asked for it came to count."""
    seats = Seat.objects.filter(
        player=player, game__addresses_asked=True, game__standing=Standing.COUNTED
    )
    accounts = Account.objects.filter(verified_addresses(), pk=row.pk)
    return accounts.exists() or seats.filter(game__arbiter=None).exists()


def _free(number: str) -> str:
    """An account may have had such a handle since before they were kept for this."""
    suffix = ""
    while Account.objects.filter(username=number + suffix).exists():
        suffix = f"{suffix or '-'}x"
    return number + suffix


def _lock_out(row: Account) -> None:
    end_sessions(row)
    row.api_tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
    row.api_tokens.update(name="", beginning="")
    Authenticator.objects.filter(user=row).delete()
    EmailAddress.objects.filter(user=row).delete()


def _forget(row: Account) -> None:
    """Delete rows that only the owner reads, or that still wait for an answer."""
    row.notes.filter(public=False).delete()
    row.notices.all().delete()
    row.saved_searches.all().delete()
    NoticeWishes.objects.filter(account=row).delete()
    end_all(row)
    row.drafts.all().delete()
    row.drafts_in_hand.all().delete()
    row.claims_made.update(note="")
    Pattern.objects.filter(player__account=row).update(answer="")
    Merge.objects.filter(requested_by=row, decided_at=None).update(
        decided_by=row, decided_at=timezone.now(), accepted=False
    )
    moment = timezone.now()
    row.sign_up_invitations.filter(used_at=None, withdrawn_at=None).update(
        withdrawn_at=moment, email=""
    )
    Upload.objects.filter(account=row).exclude(channel="table").update(name="")


def _rename_player(player: Player, number: str) -> None:
    """The player, the guests that turned out to be the same person, and the names in all logs. The
    salts go, so that nobody can try names against their old leaves."""
    guests = _merged(player)
    guest_labels = {(guest.known_to_id, guest.name): f"player-{guest.pk}" for guest in guests}
    for guest in guests:
        guest.name, guest.salt = f"player-{guest.pk}", ""
    Player.objects.bulk_update(guests, ["name", "salt"])
    Player.objects.filter(pk=player.pk).update(name=number, salt="")
    queue_leaves(PLAYER, [player.pk, *(guest.pk for guest in guests)])
    seats = Seat.objects.filter(player=player).exclude(name="")
    ids = sorted(set(seats.values_list("game", flat=True)))
    for start in range(0, len(ids), BATCH):
        _rename_seats(ids[start : start + BATCH], player, number, guest_labels)


def _merged(player: Player) -> list[Player]:
    players: list[Player] = []
    layer = [player]
    while layer := list(Player.objects.filter(merged_into__in=layer)):
        players += layer
    return players


def _rename_seats(
    ids: Iterable[str],
    player: Player,
    number: str,
    guest_labels: Mapping[tuple[int | None, str], str],
) -> None:
    rows = Game.objects.filter(pk__in=ids).select_related("submission__upload")
    games = rows.only("log", "submission__upload__account").prefetch_related("seats")
    changed, seats = [], []
    for game in games:
        uploader = game.submission.upload.account_id
        table = sorted(game.seats.all(), key=lambda seat: seat.number)
        for seat in table:
            if seat.player_id == player.pk and seat.name:
                guest = guest_labels.get((uploader, normal(seat.name)))
                seat.name = f"@{number}" if seat.name.startswith("@") or not guest else guest
                seats.append(seat)
        colours, names = [seat.colour for seat in table], [seat.name for seat in table]
        game.log = with_names(game.log, colours, names)
        changed.append(game)
    Game.objects.bulk_update(changed, ["log"])
    Seat.objects.bulk_update(seats, ["name"])


def reword(texts: Iterable[tuple[type[Model], str]], names: Mapping[str, str]) -> None:
    """Write other handles in the columns `texts`, wherever they name one of `names`."""
    for model, field in texts:
        for former in names:
            rows = model._default_manager.filter(**{f"{field}__icontains": f"@{former}"})
            for row in rows.only("pk", field).iterator():
                other = _other(row, field, names)
                model._default_manager.filter(pk=row.pk).update(**{field: other})


def _other(row: Model, field: str, names: Mapping[str, str]) -> object:
    text = getattr(row, field)
    if isinstance(text, str):
        return replace_handles(text, names)
    return json.loads(replace_handles(json.dumps(text), names))
