"""Players that the names in a log mean.

``@handle`` is the player of an account. A plain name is a guest known to the uploader: compared
exactly, after Unicode NFC. No name is no player.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from django.db import connection, transaction
from django.db.models import Q

from games.log_outbox import PLAYER, queue_leaves
from games.models import Account, Player
from games.pseudonyms import accounts_of
from web.errors import Invalid

LONGEST_NAME = 80
"""Characters in a player's name, as in ``Player.name`` and ``Seat.name``."""

Seats = list[Player | None]
"""A player a seat, in turn order; ``None`` where the log has no name."""


class UnknownAccount(Invalid):
    """A log names an account that is not here, or was closed. `handle` is without its sign."""

    def __init__(self, handle: str) -> None:
        super().__init__(f"there is no account @{handle} here")
        self.handle = handle


def ensure_player(account: Account) -> Player:
    """The player of `account`; made when first asked for."""
    player = Player.objects.filter(account=account).first()
    if player is not None:
        return player
    with transaction.atomic():
        player, is_new = Player.objects.get_or_create(
            account=account, defaults={"name": account.username}
        )
        if is_new:
            queue_leaves(PLAYER, [player.pk])
    return player


def resolve_players(account: Account, names: Sequence[str]) -> Seats:
    """The players that `names` mean in a log that `account` uploads.

    Makes what is missing: guests, and players of accounts that never played. Raises
    ``UnknownAccount``, or ``Invalid`` for a name that cannot be kept.
    """
    (seats,) = resolve_many_players(account, [names])
    if isinstance(seats, Invalid):
        raise seats
    return seats


def resolve_many_players(
    account: Account, logs: Sequence[Sequence[str]], *, closed_too: bool = False
) -> list[Seats | Invalid]:
    """For each list of names its players, or why the log cannot be kept (nothing is raised).

    However many logs: two queries, and some more where accounts have no player yet, or something
    has to be made. A log that is not kept makes no guests. `closed_too`: handles may also mean
    accounts that were closed.
    """
    handles = {handle for names in logs for handle in _handles(names)}
    stored, accounts = _players_by_account(handles, closed_too=closed_too)
    accounts |= _accounts(handles - accounts.keys(), closed_too=closed_too)
    refusals = [_refusal(names, accounts) for names in logs]
    accepted = [names for names, refusal in zip(logs, refusals, strict=True) if refusal is None]
    with transaction.atomic(savepoint=False):
        players = _players({accounts[h] for names in accepted for h in _handles(names)}, stored)
        guests = _guests(account, {g for names in accepted for g in _guest_names(names)})

    def seat(name: str) -> Player | None:
        if name.startswith("@"):
            return players[accounts[_handle(name)]]
        return guests[normal(name)] if name else None

    return [
        [seat(name) for name in names] if refusal is None else refusal
        for names, refusal in zip(logs, refusals, strict=True)
    ]


def normal(name: str) -> str:
    """The form in which the names of guests are compared."""
    return unicodedata.normalize("NFC", name)


def wait_for_merges() -> None:
    """Call it when seats were given to players, before the standing of their games is settled.

    PostgreSQL looks at the keys of new seats when the transaction ends; a merge of one of the
    players that ends in between would not see them. Looked at now, the players' rows are held: a
    merge waits for us, or we have waited for it. SQLite has one writer at a time.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")


def current_players(players: Iterable[Player]) -> list[Player]:
    """Each player, or the one they were merged into at last. A query a link of the longest chain,
    none without a merge."""
    current = list(players)
    while following := {p.merged_into_id for p in current if p.merged_into_id}:
        next_of = Player.objects.in_bulk(following)
        current = [next_of[p.merged_into_id] if p.merged_into_id else p for p in current]
    return current


# --- inside -------------------------------------------------------------------


def _handle(name: str) -> str:
    return name[1:].lower()


def _handles(names: Iterable[str]) -> list[str]:
    return [_handle(name) for name in names if name.startswith("@")]


def _guest_names(names: Iterable[str]) -> list[str]:
    return [normal(name) for name in names if name and not name.startswith("@")]


def _players_by_account(
    handles: set[str], *, closed_too: bool
) -> tuple[dict[int, Player], dict[str, int]]:
    """The players of those accounts that have one, by account; the accounts by handle."""
    printable = {handle for handle in handles if handle.isprintable()}
    rows = Player.objects.filter(account__username__in=printable).select_related("account")
    rows = rows if closed_too else rows.filter(account__is_active=True)
    by_account, accounts = dict[int, Player](), dict[str, int]()
    for player in rows if printable else ():
        if player.account is not None:
            by_account[player.account.pk] = player
            accounts[player.account.username] = player.account.pk
    return by_account, accounts


def _accounts(handles: set[str], *, closed_too: bool = False) -> dict[str, int]:
    """The ids of those accounts that are here, by handle."""
    printable = {handle for handle in handles if handle.isprintable()}
    rows = Account.objects.filter(username__in=printable)
    rows = rows if closed_too else rows.filter(is_active=True)
    ids = dict(rows.values_list("username", "pk")) if printable else {}
    return ids | accounts_of(printable - ids.keys()) if closed_too else ids


def _refusal(names: Iterable[str], accounts: dict[str, int]) -> Invalid | None:
    for name in names:
        if not name.isprintable():
            return Invalid(
                f"a name can have only printable characters, unlike {name[:LONGEST_NAME]!r}"
            )
        if max(len(name), len(normal(name))) > LONGEST_NAME:
            return Invalid(f"a name can have at most {LONGEST_NAME} characters, not {len(name)}")
        if name.startswith("@") and _handle(name) not in accounts:
            return UnknownAccount(name[1:])
        if not name.startswith("@") and unicodedata.normalize("NFKC", name).startswith("@"):
            return Invalid(f"a guest's name begins with no sign that looks like @, unlike {name!r}")
    return None


def _players(accounts: set[int], stored: Mapping[int, Player]) -> dict[int, Player]:
    """The players of accounts, by the account's id; `stored`: of those that have one."""
    rows = Player.objects.filter(account__in=accounts - stored.keys())
    by_account = {p.account_id: p for p in [*stored.values(), *rows]}
    if missing := sorted(accounts - by_account.keys()):
        handles = dict(Account.objects.filter(pk__in=missing).values_list("pk", "username"))
        _make(Player(account_id=pk, name=handles[pk]) for pk in missing)
        by_account |= {p.account_id: p for p in rows.all()}
        queue_leaves(PLAYER, [by_account[pk].pk for pk in missing])
    return {pk: by_account[pk] for pk in accounts}


def _guests(account: Account, names: set[str]) -> dict[str, Player]:
    """The guests known to `account`, by name; or the players they were merged into."""
    rows = Player.objects.filter(Q(known_to=account), name__in=names)
    by_name = {p.name: p for p in rows} if names else {}
    if missing := sorted(names - by_name.keys()):
        _make(Player(known_to=account, name=name) for name in missing)
        by_name = {p.name: p for p in rows.all()}
        queue_leaves(PLAYER, [by_name[name].pk for name in missing])
    order = sorted(by_name)
    return dict(zip(order, current_players(by_name[name] for name in order), strict=True))


def _make(players: Iterable[Player]) -> None:
    """Store them, unless another worker has just done so. In a fixed order: two that do it at once
    wait for each other, and never both."""
    Player.objects.bulk_create(players, ignore_conflicts=True)
