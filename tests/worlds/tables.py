"""Tables for tests: opened, filled, dealt and played by the same services as everywhere.

::

    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])                  # waits for the starting player
    acted = act_once(table.pk)                 # the awaited seat does something legal
    finished = play_out(table.pk, seed=1)      # to the end of the game
"""

import random
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from engine.fairness import commitment
from engine.players import PLAYERS
from games.models import Account
from games.standing.resolve_players import ensure_player
from ratings.models import Rating
from tables.lobby.dealing import open_share
from tables.lobby.opening import open_table
from tables.lobby.seats import sit_down
from tables.locks import place_at, read_table
from tables.models import Deal, Phase, Place, Table
from tables.play.entries import SubmittedEntry, submit_computer_entry, submit_entry
from tables.play.position import read_position
from tables.terms import Terms
from tests.cast import account

EVERY_MODULE = (
    "private_ships stonemasons_wager pharaohs_favors new_dynasty_cards god_prophecies "
    "wrath_of_the_pharaoh hidden_market_cards"
)


def people(*handles: str) -> list[Account]:
    return [account(handle) for handle in handles]


def rated(account: Account, rating: int, games: int = 10) -> None:
    """`account` has a rating, in thousandths of a point, among all games and another among few."""
    for pool, points in (("overall", rating), ("2", rating + 100_000)):
        Rating.objects.create(
            player=ensure_player(account),
            pool=pool,
            rating=points,
            games=games,
            last_played="2026-01-01",
        )


def share() -> tuple[str, str]:
    """A share of the shuffle and the promise of it."""
    return _promised(secrets.token_bytes(32))


def opened(persons: Sequence[Account], **terms: Any) -> Table:
    """A table of the first of `persons`, at which the others sit down; without promises. Where
    nobody is missing (``seats`` says how many are wanted) it is dealt."""
    terms.setdefault("seats", max(2, len(persons) + len(terms.get("computers", ()))))
    table = _opened(persons[0], Terms(**terms))
    for person in persons[1:]:
        sit_down(table.pk, person)
    return read_table(table.pk)


def dealt(persons: Sequence[Account], **terms: Any) -> Table:
    """A table at which the game has just begun, `persons` and the computer players of the terms
    sitting there. Everybody promised a share and opened it, if the terms say ``shares=True``."""
    if not terms.pop("shares", False):
        return opened(persons, **terms)
    number = Table.objects.count()
    shares = [_promised(_same(f"{person.username} {number}")) for person in persons]
    terms.setdefault("seats", max(2, len(persons) + len(terms.get("computers", ()))))
    table = _opened(persons[0], Terms(**terms, promise=shares[0][1]))
    for person, (_share, promise) in zip(persons[1:], shares[1:], strict=True):
        sit_down(table.pk, person, promise=promise)
    for person, (opened_share, _promise) in zip(persons, shares, strict=True):
        open_share(table.pk, person, opened_share)
    return read_table(table.pk)


def everything(persons: Sequence[Account], sites: str = "DCDCD", **terms: Any) -> Table:
    """The same with every module that people may choose."""
    modules = tuple(EVERY_MODULE.split())
    return dealt(persons, preset="custom", sites=sites, modules=modules, **terms)


def awaited(table: Table) -> Place:
    """The place that is to act."""
    place = place_at(read_table(table.pk), read_table(table.pk).awaited)
    assert place is not None
    return place


def act_once(
    table_id: str, chance: random.Random | None = None, player: str = "random"
) -> SubmittedEntry:
    """Whoever is awaited, person or computer, does what `player` (of ``PLAYERS``) chooses."""
    table = read_table(table_id)
    return _act(table, chance or random.Random(table.plies), player)


def play_out(table_id: str, seed: int = 1, player: str = "random") -> Table:
    """Play to the end of the game; the table as it is then."""
    chance, table = random.Random(seed), read_table(table_id)
    while table.phase == Phase.PLAYING:
        table = _act(table, chance, player).table
    return table


def _opened(host: Account, terms: Terms) -> Table:
    """Where somebody is missing yet, the cards and the turn order are the same in every run: what a
    test says of the game is not luck. A host alone with computers is dealt at once, by chance."""
    table = open_table(host, terms)
    secret = _same("table")
    waiting = Table.objects.filter(pk=table.pk, phase=Phase.OPEN)
    if waiting.update(commitment=commitment(secret)):
        Deal.objects.filter(pk=table.pk).update(secret=secret)
    return table


def secret_of(table: Table) -> bytes:
    """What nobody may read before the end."""
    return bytes(Deal.objects.get(pk=table.pk).secret)


def _same(word: str) -> bytes:
    return sha256(word.encode()).digest()


def _promised(share_bytes: bytes) -> tuple[str, str]:
    return share_bytes.hex(), commitment(share_bytes)


def _act(table: Table, chance: random.Random, player: str) -> SubmittedEntry:
    place = place_at(table, table.awaited)
    assert place is not None
    text = PLAYERS[player](read_position(table).state, chance).text
    if place.is_computer:
        return submit_computer_entry(table.pk, place, table.plies + 1, text)
    return submit_entry(table.pk, place.account, table.plies + 1, text)
