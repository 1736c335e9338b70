"""A first game without an account: begun, played against a computer player, taken back, kept.

The one who plays is named by the id of the game, which their browser holds signed, or by the
account that kept it. Nothing of it is at a table: no clock, no stream, no worker; the computer
player answers at once. Why: ``docs/decisions/first-games.md``.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from engine import (
    DealtGame,
    Entry,
    Header,
    IllegalAction,
    Log,
    LogSyntaxError,
    Setup,
    awaited,
    entry_text,
    parse_entry,
    result,
    write_text,
)
from engine.computer import choose
from games.intake import receive
from games.models import Account, Channel
from tables.clocks import clock
from tables.errors import IllegalEntry, NotPlaying, Stale
from tables.limits import FIRST_LEFT, FIRST_UNTOUCHED, MAX_FIRST_GAMES
from tables.locks import must_be_active
from tables.models import FirstGame, Phase
from tables.play.advice import Advice, advise
from tables.play.computers import computer_account
from tables.play.entries import checked_text
from tables.play.position import legal_in
from web.errors import Conflict, NotAllowed, ServiceError
from web.public_id import ALPHABET, LENGTH

SETUP: Final = Setup.of("white black", "AAAAA")
LEARNER: Final = 0
LEVEL: Final = "greedy"
"""Level of the learner's opponent."""


def begin_first_game(*, verified: bool = False) -> FirstGame:
    """A new game. Raises ``Conflict`` if there are too many of strangers, unless it is for an
    account with a verified address."""
    strangers = FirstGame.objects.filter(account=None)
    if not verified and strangers.count() >= MAX_FIRST_GAMES:
        raise Conflict(_("Too many first games are being played just now: try again later."))
    moment = clock.database_time()
    row = FirstGame(
        id="".join(secrets.choice(ALPHABET) for _place in range(LENGTH)),
        seed=secrets.randbits(62),
        created_at=moment,
    )
    _store(row, _resumed(row), moment)
    return row


def find_first_game(token: str, account: Account | None) -> FirstGame | None:
    """The first game that a visitor may play: the one with the id `token`, which a cookie vouches
    for, unless another account kept it; else the last one that `account` kept."""
    rows = FirstGame.objects.select_related("account", "upload")
    row = rows.filter(pk=token).first() if token else None
    if row is not None and (row.account_id is None or row.account == account):
        return row
    return rows.filter(account=account).first() if account else None


def play_first_game(row: FirstGame, account: Account | None, ply: int, text: str) -> FirstGame:
    """The learner writes `text` as entry number `ply`; the computer player answers.

    Raises ``NotAllowed`` if `row` has become another's, ``NotPlaying``, ``Stale``,
    ``IllegalEntry``, ``Invalid`` for what is too long. Nothing is written then.
    """
    text = checked_text(text)
    with transaction.atomic():
        locked = _lock_game(row, account)
        if ply != locked.plies + 1:
            raise Stale(locked.plies)
        game = _resumed(locked)
        try:
            game.act(parse_entry(SETUP, f"white {text}").action)
        except (IllegalAction, LogSyntaxError) as cause:
            raise IllegalEntry(cause, legal_in(game.state)) from None
        _answer(game)
        _store(locked, game, clock.database_time())
    return locked


def take_back_move(row: FirstGame, account: Account | None) -> FirstGame:
    """The learner's last entry goes, and all that came after it.

    Raises ``NotAllowed``, ``NotPlaying``, ``Conflict`` if there is nothing to take back.
    """
    with transaction.atomic():
        locked = _lock_game(row, account)
        entries = entries_of(locked)
        learner_entries = [index for index, entry in enumerate(entries) if entry.seat == LEARNER]
        if not learner_entries:
            raise Conflict(_("There is no move to undo."))
        locked.entries = _lines(entries[: learner_entries[-1]])
        locked.taken_back += 1
        _store(locked, _resumed(locked), clock.database_time())
    return locked


def keep_first_game(row: FirstGame, account: Account) -> FirstGame:
    """`account` keeps the game, from now on alone; a finished one goes into the record, unrated.

    Keeping it twice is no fault. Raises ``NotAllowed`` if another account kept it.
    """
    must_be_active(account)
    with transaction.atomic():
        locked = FirstGame.objects.select_for_update(no_key=True).get(pk=row.pk)
        if locked.account_id not in (None, account.pk):
            raise NotAllowed(_("Another account has already saved this game."))
        locked.account = account
        locked.save(update_fields=["account"])
        if locked.ended_at is not None and locked.upload_id is None:
            _hand_in(locked, _resumed(locked))
    return locked


def advise_learner(row: FirstGame, names: Sequence[str]) -> Advice | None:
    """Advice of the computer player in the learner's place, with its reason; ``None`` when there is
    nothing to do. `names` by seat. It knows what the learner may know, and nothing else."""
    return advise(_resumed(row).state, LEARNER, names)


def entries_of(row: FirstGame) -> tuple[Entry, ...]:
    """Entries so far, those of the bank included."""
    return tuple(parse_entry(SETUP, line) for line in row.entries.splitlines())


def delete_old_first_games() -> int:
    """Delete abandoned first games. Gives their number. May be called any number of times."""
    moment = clock.database_time()
    untouched = Q(account=None, taken_back=0, moved_at__lt=moment - FIRST_UNTOUCHED)
    untouched &= ~Q(entries__contains="white ")
    left = Q(account=None, moved_at__lt=moment - FIRST_LEFT)
    stale = Q(moved_at__lt=moment - 4 * FIRST_LEFT)
    gone, _rows = FirstGame.objects.filter(untouched | left | stale).delete()
    return gone


# --- inside -------------------------------------------------------------------


def _lock_game(row: FirstGame, account: Account | None) -> FirstGame:
    locked = FirstGame.objects.select_for_update(no_key=True).filter(pk=row.pk).first()
    if locked is None or locked.account_id not in (None, account.pk if account else None):
        raise NotAllowed(_("This game is not yours."))
    if locked.ended_at is not None:
        raise NotPlaying(Phase.FINISHED)
    return locked


def _resumed(row: FirstGame) -> DealtGame:
    return DealtGame.resume(SETUP, random.Random(row.seed), entries_of(row))


def _answer(game: DealtGame) -> None:
    """The computer player acts, until it is the learner's turn, or the end."""
    chance = random.SystemRandom()
    while (decision := awaited(game.state)) is not None and decision.seat != LEARNER:
        game.act(choose(game.state, decision.seat, LEVEL, chance))


def _store(row: FirstGame, game: DealtGame, moment: datetime) -> None:
    row.entries, row.plies = _lines(game.entries), len(game.entries)
    row.moved_at = moment
    if game.state.over:
        row.ended_at = moment
    row.save()
    if row.ended_at is not None and row.account_id is not None:
        with suppress(ServiceError), transaction.atomic():  # beyond a quota: kept again, later
            _hand_in(row, game)


def _lines(entries: Sequence[Entry]) -> str:
    return "\n".join(entry_text(SETUP, entry) for entry in entries)


def _hand_in(row: FirstGame, game: DealtGame) -> None:
    """The log goes the way of every log that its player brings, and is not rated."""
    assert row.account is not None
    assert row.ended_at is not None
    header = Header(
        SETUP,
        names=(f"@{row.account.username}", f"@{computer_account(LEVEL).username}"),
        chance="dealt",
        played=row.ended_at.date(),
        result=result(game.state).points,
    )
    text = write_text(Log(header, tuple(game.entries)))
    name = f"first-{row.pk}.imh"
    row.upload = receive(row.account, text.encode(), name, Channel.PAGE, unrated=True)
    row.save(update_fields=["upload"])
