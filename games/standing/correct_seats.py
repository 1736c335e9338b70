"""The seats of a game are mended: by its uploader until it counts, afterwards by a moderator.

Every mending is a row, with account, time, reason, and the seats before and after. Confirmations
hold for the seats that were confirmed: where the uploader mends, everybody confirms again; where a
moderator does, those whose seats changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import SetupError, read_log, write_text
from engine.log import parse_seats
from games.action_log import Kind, Outcome, log_moderator_action, must_moderate
from games.judging.diff import handle_of, name_in_log, seat_differences
from games.judging.pending_result import places_for_rating
from games.limits import MAX_SEATINGS
from games.models import Account, Attestation, Game, Seat, SeatClaim, Seating, Standing
from games.models.notice import Kind as Said
from games.notices import PendingNotice, notify_accounts
from games.ports import Cause, ChangeReason
from games.pseudonyms import without_hidden_names
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_seats, must_be_impartial
from games.standing.decisions import PLAYER_DECISION, moderator_decision
from games.standing.reminders import revive
from games.standing.resolve_players import resolve_players, wait_for_merges
from games.standing.standing import lock_games, settle
from web.errors import Conflict, Invalid, NotAllowed

OPEN = (Standing.WAITING, Standing.CONTESTED)
"""While a game is so its uploader may mend its seats."""


def may_reseat(account: Account, game: Game) -> bool:
    """True if `account` brought `game`, and its seats are still to be mended by that account."""
    return (
        game.submission.upload.account_id == account.pk
        and game.standing in OPEN
        and not game.played_here
    )


def reseat(account: Account, game: Game, names: Sequence[str], reason: str) -> None:
    """The uploader says who sat where: `names` by seat, as in the ``seats:`` line of a log.

    Raises ``NotAllowed`` for another account; ``Conflict`` for a game that counts, was played here,
    or was mended ``MOST_SEATINGS`` times, or where nothing changes; ``Invalid`` without a reason,
    or for names that no log could have.
    """
    if game.submission.upload.account_id != account.pk:
        raise NotAllowed(_("Only the uploader of this game or a moderator can correct its seats."))
    reason = checked_reason(reason)
    with transaction.atomic():
        (row,) = lock_games([game.pk])
        if not may_reseat(account, row):
            raise Conflict(_("Only a moderator can correct the seats of this game."))
        if row.seating >= MAX_SEATINGS:
            raise Conflict(_("These seats have been corrected too often. Ask a moderator."))
        _reseat(account, row, names, None, reason, moderated=False)
    game.refresh_from_db(fields=["standing", "seating", "log"])


def reseat_by_moderator(
    moderator: Account,
    game: Game,
    names: Sequence[str],
    reason: str,
    replaced: Sequence[int | None] | None = None,
) -> None:
    """A moderator says who sat where, with a public reason, and since when whose entries are a
    computer player's (`replaced`, by seat; left out: as it was). Settles every claim of seats.

    The ratings follow, as they follow any change. Raises ``NotAllowed``, also in one's own affair;
    ``Invalid``; ``Conflict`` where nothing changes.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    with transaction.atomic():
        (row,) = lock_games([game.pk])
        must_be_impartial(conflict_in_seats(moderator, row, names))
        log_moderator_action(moderator, Kind.RESEAT, reason, public_reason=reason, game=row)
        _reseat(moderator, row, names, replaced, reason, moderated=True)
    game.refresh_from_db(fields=["standing", "seating", "log"])


def parse_typed_seats(
    game: Game, seats: str, replaced: str
) -> tuple[list[str], list[int | None] | None]:
    """Names and entries by seat, from what lines of a log say: ``black=@ana white=Ben``, and
    ``white=57``, or ``-`` for none; empty for what it was. Raises ``Invalid``."""
    colours = list(game.seats.order_by("number").values_list("colour", flat=True))
    try:
        colour_words, names = parse_seats(seats)
    except SetupError as error:
        raise Invalid(error.message) from None
    by_colour = dict(zip(colour_words.split(), names, strict=True))
    if by_colour.keys() != set(colours) or len(by_colour) != len(names):
        raise Invalid(_("Name every colour once: %(colours)s.") % {"colours": ", ".join(colours)})
    typed_names = [by_colour[colour] for colour in colours]
    if not replaced.strip():
        return typed_names, None
    words = [word.partition("=") for word in replaced.replace("-", " ").split()]
    since = {colour: int(number) for colour, _eq, number in words if number.isdecimal()}
    if not since.keys() <= set(colours) or len(since) != len(words):
        raise Invalid(_("Write a colour and the number of a move, such as white=57."))
    return typed_names, [since.get(colour) or None for colour in colours]


def dismiss_seat_claim(moderator: Account, claim: SeatClaim, answer: str) -> None:
    """A moderator leaves the seats as they are, with a public `answer`.

    Raises ``NotAllowed``, ``Invalid`` without an answer, ``Conflict`` if it is closed already.
    """
    must_moderate(moderator)
    answer = checked_reason(answer)
    with transaction.atomic():
        (row,) = lock_games([claim.game_id])
        must_be_impartial(conflict_in_seats(moderator, row, ()))
        _close(_open(row, pk=claim.pk), moderator, answer, met=False)
        text = _("dismissed: %(answer)s") % {"answer": answer}
        dismissed = Outcome.DISMISSED
        log_moderator_action(
            moderator, Kind.SETTLE_CLAIM, text, public_reason=answer, outcome=dismissed, game=row
        )
        decision = moderator_decision(moderator, answer)
        settle([row], reason=ChangeReason(Cause.CONTEST_ENDED), decision=decision)
    claim.refresh_from_db()


def withdraw_seat_claim(account: Account, game: Game) -> None:
    """`account` no longer says that the seats are others; ``Conflict`` if it does not say so."""
    with transaction.atomic():
        (row,) = lock_games([game.pk])
        _close(_open(row, account=account), account, "", met=None)
        settle([row], reason=ChangeReason(Cause.CONTEST_ENDED), decision=PLAYER_DECISION)
    game.refresh_from_db(fields=["standing"])


# --- inside -------------------------------------------------------------------


def _reseat(
    actor: Account,
    row: Game,
    names: Sequence[str],
    replaced: Sequence[int | None] | None,
    reason: str,
    *,
    moderated: bool,
) -> None:
    """Change the seats of a locked game, close the claims that this meets, settle, and notify."""
    table = list(Seat.objects.filter(game=row).select_related("player__account").order_by("number"))
    accounts = _accounts(table)
    since = [seat.replaced_at for seat in table] if replaced is None else list(replaced)
    _correct(actor, row, table, names, since, reason, moderated=moderated)
    if not moderated:
        _confirm(row, table, [actor])
    _close_claims(row, table, actor, reason, moderated=moderated)
    wait_for_merges()
    decision = moderator_decision(actor, reason) if moderated else PLAYER_DECISION
    change = ChangeReason(Cause.RESEATED)
    settle([row], reseated=[row.pk], actor=actor, reason=change, decision=decision)
    _follow(row, table, accounts, actor)


def _correct(
    actor: Account,
    row: Game,
    table: list[Seat],
    names: Sequence[str],
    replaced: Sequence[int | None],
    reason: str,
    *,
    moderated: bool,
) -> None:
    """Change the seats, and write down that and why."""
    uploader = row.submission.upload.account_id
    new_names = without_hidden_names(uploader, [_normal(name) for name in names])
    if len(new_names) != len(table) or len(replaced) != len(table):
        raise Invalid(_("Give one name for each seat of the game. A name may be empty."))
    changed = [_differs(*change) for change in zip(table, new_names, replaced, strict=True)]
    if not any(changed):
        raise Conflict(_("The seats are already set like this."))
    before = _as_rows(table)
    log = _rewritten(row, table, new_names, replaced, changed)
    _seat(row, table, new_names, changed)
    people = [seat.player_id for seat in table if seat.player_id]
    if len(set(people)) < len(people):
        raise Invalid(_("One player cannot have two seats."))
    row.seating += 1
    if [seat.replaced_at for seat in table] != list(replaced):
        rated = places_for_rating([seat.place for seat in table], replaced)
        for seat, place, since in zip(table, rated, replaced, strict=True):
            seat.replaced_at, seat.rated_place = since, place
    for seat, moved in zip(table, changed, strict=True):
        if moved or not moderated:
            seat.since = row.seating
    Seat.objects.bulk_update(table, ["player", "name", "since", "replaced_at", "rated_place"])
    Game.objects.filter(pk=row.pk).update(seating=row.seating, log=log)
    Seating.objects.create(
        game=row,
        number=row.seating,
        account=actor,
        moderated=moderated,
        before=before,
        after=_as_rows(table),
        reason=reason,
    )


def _accounts(table: Sequence[Seat]) -> set[int]:
    return {seat.player.account_id for seat in table if seat.player and seat.player.account_id}


def _follow(row: Game, table: Sequence[Seat], before: set[int], actor: Account) -> None:
    """The game waits from now on; the accounts on its seats now and `before` get a notice."""
    revive([row.pk])
    reseated = [PendingNotice(pk, Said.RESEATED, row.pk, actor.pk) for pk in sorted(before)]
    new = sorted(_accounts(table) - before)
    notify_accounts(
        reseated + [PendingNotice(account, Said.NAMED, row.pk, actor.pk) for account in new]
    )


def _normal(name: str) -> str:
    words = " ".join(name.split())
    return words.lower() if words.startswith("@") else words


def _differs(seat: Seat, name: str, since: int | None) -> bool:
    return name not in (seat.name, name_in_log(seat)) or since != seat.replaced_at


def _seat(row: Game, table: list[Seat], names: Sequence[str], changed: Sequence[bool]) -> None:
    """Set the players of the seats that change; guests are those known to the uploader."""
    new = [name if moved else "" for name, moved in zip(names, changed, strict=True)]
    players = resolve_players(row.submission.upload.account, new)
    for seat, name, player in zip(table, new, players, strict=True):
        if name not in ("", seat.name, name_in_log(seat)):
            seat.name, seat.player = name, player
    for seat, name, moved in zip(table, names, changed, strict=True):
        if moved and not name:
            seat.name, seat.player = "", None


def _rewritten(
    row: Game,
    table: Sequence[Seat],
    names: Sequence[str],
    replaced: Sequence[int | None],
    changed: Sequence[bool],
) -> str:
    """The log with the new names; the upload keeps what was brought."""
    log = read_log(row.log)
    new_names = [
        name if moved else old
        for name, old, moved in zip(names, log.header.names, changed, strict=True)
    ]
    since = tuple(number or 0 for number in replaced)
    if [seat.replaced_at for seat in table] == list(replaced):
        since = log.header.replaced
    elif any(number > row.entries for number in since):
        raise Invalid(_("The game has no move with this number."))
    try:
        header = replace(log.header, names=tuple(new_names), replaced=since)
    except SetupError as error:
        raise Invalid(error.message) from None
    return write_text(replace(log, header=header))


def _as_rows(table: Sequence[Seat]) -> list[Mapping[str, object]]:
    return [{"name": name_in_log(seat), "replaced": seat.replaced_at} for seat in table]


def _confirm(row: Game, table: Sequence[Seat], accounts: Sequence[Account]) -> None:
    """Those of `accounts` that sit there have said that these are the seats."""
    seated = {handle_of(seat) for seat in table}
    confirmations = [(account.pk, row) for account in accounts if account.username in seated]
    Attestation.write(confirmations, by_uploading=True)


def _open(row: Game, **criteria: object) -> SeatClaim:
    claim = SeatClaim.objects.filter(game=row, closed_at=None, **criteria).first()
    if claim is None:
        raise Conflict(_("There is no open claim to the seats of this game."))
    return claim


def _close_claims(
    row: Game, table: Sequence[Seat], actor: Account, answer: str, *, moderated: bool
) -> None:
    """Close the claims that are met, and for a moderator the others too. A player who claimed
    these seats by a log has confirmed them."""
    met = []
    for claim in SeatClaim.objects.filter(game=row, closed_at=None).select_related("account"):
        fits = not seat_differences(table, claim.names, claim.replaced)
        if fits:
            met.append(claim.account)
        if fits or moderated:
            _close(claim, actor, answer, met=fits)
    _confirm(row, table, met)


def _close(claim: SeatClaim, actor: Account, answer: str, *, met: bool | None) -> None:
    claim.closed_at, claim.closed_by, claim.met, claim.answer = timezone.now(), actor, met, answer
    claim.save(update_fields=["closed_at", "closed_by", "met", "answer"])
