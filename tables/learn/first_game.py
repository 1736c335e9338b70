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
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from drawing.language.words import to_the_site
from drawing.play.options import option
from drawing.play.weighed import brings
from drawing.text.reasons import Reason, keys_of, reason
from engine import (
    DealtGame,
    Entry,
    Header,
    IllegalAction,
    Log,
    LogSyntaxError,
    Setup,
    State,
    awaited,
    entry_text,
    parse_entry,
    result,
    write_text,
)
from engine.computer import choose
from engine.entries import Action, Load
from engine.previews import preview
from engine.sailings import sailings
from engine.vocabulary import Site
from games.intake.receive import receive
from games.models import Account, Channel
from tables.errors import IllegalEntry, NotPlaying, Stale
from tables.limits import FIRST_LEFT, FIRST_UNTOUCHED, MOST_FIRST_GAMES
from tables.models import FirstGame, Phase
from tables.services import clock
from tables.services.acting import checked_text
from tables.services.computers import account_of
from tables.services.locks import must_be_active
from tables.services.position import legal_in
from web.errors import Conflict, NotAllowed, ServiceError
from web.public_id import ALPHABET, LENGTH

SETUP: Final = Setup.of("white black", "AAAAA")
LEARNER: Final = 0
LEVEL: Final = "greedy"
"""Who plays against the learner, and advises them."""


class Advice(NamedTuple):
    """`sentence`: what to do; `said`: what it brings, or prepares, a sentence each; `reasons`: the
    rules behind it."""

    sentence: str
    said: list[str]
    reasons: list[Reason]


def begin() -> FirstGame:
    """A new game. Raises ``Conflict`` if there are too many."""
    if FirstGame.objects.filter(account=None).count() >= MOST_FIRST_GAMES:
        raise Conflict(_("Too many first games are being played just now: try again later."))
    now = clock.now()
    row = FirstGame(
        id="".join(secrets.choice(ALPHABET) for _place in range(LENGTH)),
        seed=secrets.randbits(62),
        created_at=now,
    )
    _store(row, _resumed(row), now)
    return row


def game_of(token: str, account: Account | None) -> FirstGame | None:
    """The game that who asks may play: that of the id `token`, which a cookie vouches for, unless
    another account kept it; else the last one that `account` kept."""
    rows = FirstGame.objects.select_related("account", "upload")
    row = rows.filter(pk=token).first() if token else None
    if row is not None and (row.account_id is None or row.account == account):
        return row
    return rows.filter(account=account).first() if account else None


def act(row: FirstGame, account: Account | None, ply: int, text: str) -> FirstGame:
    """The learner writes `text` as entry number `ply`; the computer player answers.

    Raises ``NotAllowed`` if `row` has become another's, ``NotPlaying``, ``Stale``,
    ``IllegalEntry``, ``Invalid`` for what is too long. Nothing is written then.
    """
    text = checked_text(text)
    with transaction.atomic():
        held = _held(row, account)
        if ply != held.plies + 1:
            raise Stale(held.plies)
        game = _resumed(held)
        try:
            game.act(parse_entry(SETUP, f"white {text}").action)
        except (IllegalAction, LogSyntaxError) as cause:
            raise IllegalEntry(cause, legal_in(game.state)) from None
        _answer(game)
        _store(held, game, clock.now())
    return held


def take_back(row: FirstGame, account: Account | None) -> FirstGame:
    """The learner's last entry goes, and all that came after it.

    Raises ``NotAllowed``, ``NotPlaying``, ``Conflict`` if there is nothing to take back.
    """
    with transaction.atomic():
        held = _held(row, account)
        entries = entries_of(held)
        own = [at for at, entry in enumerate(entries) if entry.seat == LEARNER]
        if not own:
            raise Conflict(_("There is nothing to take back."))
        held.entries = _lines(entries[: own[-1]])
        held.taken_back += 1
        _store(held, _resumed(held), clock.now())
    return held


def keep(row: FirstGame, account: Account) -> FirstGame:
    """`account` keeps the game, from now on alone; a finished one goes into the record, unrated.

    Keeping it twice is no fault. Raises ``NotAllowed`` if another account kept it.
    """
    must_be_active(account)
    with transaction.atomic():
        held = FirstGame.objects.select_for_update(no_key=True).get(pk=row.pk)
        if held.account_id not in (None, account.pk):
            raise NotAllowed(_("Another account kept this game."))
        held.account = account
        held.save(update_fields=["account"])
        if held.ended_at is not None and held.upload_id is None:
            _hand_in(held, _resumed(held))
    return held


def advice(row: FirstGame, names: Sequence[str]) -> Advice | None:
    """What the computer player would do in the learner's place, and why; ``None`` when there is
    nothing to do. `names` by seat. It knows what the learner may know, and nothing else."""
    game = _resumed(row)
    now = awaited(game.state)
    if now is None or now.seat != LEARNER:
        return None
    action = choose(game.state, LEARNER, LEVEL, random.SystemRandom())
    sentence = option(action, game.state, LEARNER).sentence
    tried = preview(game.state, LEARNER, action)
    reasons = [reason(tried.after.rules, key) for key in keys_of(tried.events)]
    return Advice(sentence, brings(tried, names) + _prepares(action, tried.after), reasons)


def entries_of(row: FirstGame) -> tuple[Entry, ...]:
    """What was written so far, that of the bank included."""
    return tuple(parse_entry(SETUP, line) for line in row.entries.splitlines())


def clear() -> int:
    """Delete what was left. How many went. May be called any number of times."""
    now = clock.now()
    untouched = Q(account=None, taken_back=0, moved_at__lt=now - FIRST_UNTOUCHED)
    untouched &= ~Q(entries__contains="white ")
    left = Q(account=None, moved_at__lt=now - FIRST_LEFT)
    kept = Q(moved_at__lt=now - 4 * FIRST_LEFT)
    gone, _rows = FirstGame.objects.filter(untouched | left | kept).delete()
    return gone


# --- inside -------------------------------------------------------------------


def _prepares(action: Action, after: State) -> list[str]:
    """What a stone that was loaded may bring: where its ship would bring the learner most."""
    if not isinstance(action, Load):
        return []
    cargo = next(one for one in sailings(after, LEARNER) if one.number == action.ship)
    if cargo.lacks:
        said = ngettext(
            "The ship then lacks %d stone before it may sail.",
            "The ship then lacks %d stones before it may sail.",
            cargo.lacks,
        )
        return [said % cargo.lacks]
    building = [berth for berth in cargo.berths if berth.site is not Site.MARKET]
    best = max(building, key=lambda berth: berth.gains[LEARNER], default=None)
    if best is None or best.gains[LEARNER] <= 0:
        return []
    n = best.gains[LEARNER]
    said = ngettext(
        "The ship may sail then: %(where)s it would bring you %(n)s point.",
        "The ship may sail then: %(where)s it would bring you %(n)s points.",
        n,
    )
    return [said % {"where": to_the_site(best.site), "n": n}]


def _held(row: FirstGame, account: Account | None) -> FirstGame:
    held = FirstGame.objects.select_for_update(no_key=True).filter(pk=row.pk).first()
    if held is None or held.account_id not in (None, account.pk if account else None):
        raise NotAllowed(_("This game is not yours."))
    if held.ended_at is not None:
        raise NotPlaying(Phase.FINISHED)
    return held


def _resumed(row: FirstGame) -> DealtGame:
    return DealtGame.resume(SETUP, random.Random(row.seed), entries_of(row))


def _answer(game: DealtGame) -> None:
    """The computer player acts, until it is the learner's turn, or the end."""
    chance = random.SystemRandom()
    while (now := awaited(game.state)) is not None and now.seat != LEARNER:
        game.act(choose(game.state, now.seat, LEVEL, chance))


def _store(row: FirstGame, game: DealtGame, now: datetime) -> None:
    row.entries, row.plies = _lines(game.entries), len(game.entries)
    row.moved_at = now
    if game.state.over:
        row.ended_at = now
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
        names=(f"@{row.account.username}", f"@{account_of(LEVEL).username}"),
        chance="dealt",
        played=row.ended_at.date(),
        result=result(game.state).points,
    )
    text = write_text(Log(header, tuple(game.entries)))
    name = f"first-{row.pk}.imh"
    row.upload = receive(row.account, text.encode(), name, Channel.PAGE, unrated=True)
    row.save(update_fields=["upload"])
