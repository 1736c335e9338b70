"""A computer player goes on in a branch, or says what it expects of it, when a reader asks.

It knows what its seat would know at a table (``engine.computer``), though the page shows all. What
it costs is bounded: the time of a choice, one choice at once in a process, and how many a client
and all together may ask for in a minute.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from threading import Lock
from typing import Final

from django.utils.translation import gettext as _

from drawing.language.words import joined_words
from engine import Entry, entry_text
from engine.analysis import win_shares
from engine.computer import LEVELS, Seconds, choose
from engine.vocabulary import BANK
from games.limits import ANSWER_SECONDS, EVALUATION_PLAYOUTS
from games.replays.whatif.branch import Branch
from web.errors import Invalid
from web.rate_limits import ANSWERS, ANSWERS_OF_ALL

_thinking: Final = Lock()


class TooManyThinking(Invalid):
    """Too many ask at once, or one too often."""


def computer_answer(variation: Branch, level: str, client: str) -> str:
    """Next entry of a computer player of `level` (a name of ``LEVELS``), as a line of the log;
    `client`: what the throttle counts by.

    Raises ``Invalid`` for an unknown level, or if no player is to act; ``TooManyThinking``.
    """
    computer = LEVELS.get(level)
    if computer is None:
        raise Invalid(_("There is no such computer player."))
    seat = variation.seat
    if variation.full or seat is None or seat == BANK:
        raise Invalid(_("It is no player’s turn at this point."))
    with _thinks(client):
        budget = Seconds(time.monotonic, min(computer.seconds, ANSWER_SECONDS))
        action = choose(variation.state, seat, level, random.SystemRandom(), budget)
    return entry_text(variation.log.setup, Entry(seat, action))


def evaluation(variation: Branch, client: str) -> str:
    """The shares of wins to be expected after the branch, in a sentence; by what all at the table
    could know. The same branch has the same shares. Raises ``TooManyThinking``."""
    with _thinks(client):
        seed = "\n".join(entry_text(variation.log.setup, entry) for entry in variation.log.entries)
        shares = win_shares(variation.state, sha256(seed.encode()).hexdigest(), EVALUATION_PLAYOUTS)
    parts = [
        _share_words(name, round(100 * share), round(100 * error))
        for name, share, error in zip(variation.names, *shares, strict=True)
    ]
    return _("Chance to win: %(shares)s.") % {"shares": joined_words(parts)}


def _share_words(name: str, share: int, error: int) -> str:
    """A share of wins in percent; with its interval, where that is wider than the rounding."""
    values = {"name": name, "share": share, "low": max(0, share - error)}
    if not error:
        return _("%(name)s %(share)s %%") % values
    values["high"] = min(100, share + error)
    return _("%(name)s %(share)s %% (%(low)s to %(high)s)") % values


@contextmanager
def _thinks(client: str) -> Iterator[None]:
    """One at once in a process, and so many a minute. Raises ``TooManyThinking``."""
    if not ANSWERS.allows(client):
        raise TooManyThinking(_("Too fast. Try again in a minute."))
    if not _thinking.acquire(blocking=False):
        ANSWERS.give_back(client)
        raise TooManyThinking(_("The computer is still thinking. Try again in a moment."))
    try:
        if not ANSWERS_OF_ALL.allows("accounts" if client.startswith("account ") else "all"):
            raise TooManyThinking(_("The computer is busy. Try again in a minute."))
        yield
    finally:
        _thinking.release()
