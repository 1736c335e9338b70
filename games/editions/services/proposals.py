"""Numbers that owners of the box read on its boards: proposed, confirmed, withdrawn, compared."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final, NamedTuple, cast

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.editions import DEFAULT_EDITION, Tables, faults_of, load_edition, unplayed
from engine.vocabulary import Side, Site
from games.action_log import Kind, log_moderator_action, must_moderate
from games.limits import NUMBERS_CONFIRMED_A_DAY, OLD_ENOUGH, PROPOSALS_A_DAY
from games.models import Account, NumberConfirmation, NumberProposal
from games.standing.conflicts_of_interest import conflict_in_account, must_be_impartial
from web.errors import Conflict, Invalid, NotAllowed

PROPHECIES: Final = "god_prophecies"
BOARDS: Final = (*(f"{site.word}.{side.word}" for site in Site for side in Side), PROPHECIES)
"""The tables that can be proposed, by their names in an edition."""

NEEDED: Final = 2
"""Accounts that have to agree before an edition takes their numbers."""

FIRST_YEAR: Final = 2016
"""The year in which the game came out."""

LONGEST_BOX, LONGEST_NOTE = 40, 500
PROVENANCE: Final = ("confidence", "source")
MAX_LISTED: Final = 300
"""Proposals of a board that are read."""


class Version(NamedTuple):
    """Equal numbers of a board, and their proposals, the earliest first."""

    board: str
    numbers: Tables
    proposals: tuple[NumberProposal, ...]

    @property
    def digest(self) -> str:
        """32 hex digits of the board and its numbers."""
        return _digest(self.board, self.numbers)

    @property
    def ids(self) -> list[int]:
        return [proposal.pk for proposal in self.proposals]

    @property
    def accounts(self) -> list[Account]:
        """Each account that proposed or confirmed it, once."""
        return list({row.account_id: row.account for row in self._rows()}.values())

    @property
    def eligible(self) -> list[Account]:
        """The accounts that count: not suspended, and open for some days."""
        before = timezone.now() - OLD_ENOUGH
        return [
            account
            for account in self.accounts
            if account.is_active and account.date_joined <= before
        ]

    @property
    def agreed(self) -> bool:
        return len(self.eligible) >= NEEDED

    def boxes(self) -> list[tuple[str, int, int]]:
        """Language, year, and number of accounts."""
        owners = {(row.account_id, row.box, row.year) for row in self._rows()}
        counts = Counter((box, year) for _account, box, year in owners)
        return [(box, year, counts[box, year]) for box, year in sorted(counts)]

    def table(self) -> Tables:
        """The table of an edition, with its source."""
        boxes = [f"{box} {year} ({count})" for box, year, count in self.boxes()]
        source = f"owners of the box: {', '.join(boxes[:4])}{' …' if len(boxes) > 4 else ''}"
        return {**self.numbers, "confidence": "agreed", "source": source}

    def _rows(self) -> Iterator[NumberProposal | NumberConfirmation]:
        for proposal in self.proposals:
            yield proposal
            yield from proposal.confirmations.all()


# --- written ------------------------------------------------------------------


def propose_numbers(
    account: Account, board: str, numbers: Tables, box: str, year: int, note: str = ""
) -> NumberProposal:
    """Store the numbers that `account` reads on the `board` of its `box` (a language) of that
    `year`. Its earlier proposal for the same board and box is withdrawn.

    Raises ``NotAllowed`` for a suspended account; ``Invalid`` for numbers that no board can have,
    with the place of each fault; ``Conflict`` for too many a day.
    """
    _must_be_active(account)
    box, note = _box(box, year), _plain(note, LONGEST_NOTE)
    numbers = checked_numbers(board, numbers)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        proposals = NumberProposal.objects.filter(account=account)
        if proposals.filter(at__gt=_yesterday()).count() >= PROPOSALS_A_DAY:
            raise Conflict(
                _("You can report at most %(most)d boards a day.") % {"most": PROPOSALS_A_DAY}
            )
        earlier = proposals.filter(board=board, box=box, year=year, withdrawn_at=None)
        earlier._set_once(withdrawn_at=timezone.now())
        return NumberProposal.objects.create(
            account=account, board=board, numbers=numbers, box=box, year=year, note=note
        )


def confirm_numbers(
    account: Account, proposal: NumberProposal, box: str, year: int
) -> NumberConfirmation:
    """Store that another account's box has the same numbers.

    Raises ``NotAllowed`` for one's own and a suspended account, ``Invalid``, ``Conflict`` if it is
    withdrawn or confirmed already, or for too many a day.
    """
    _must_be_active(account)
    box = _box(box, year)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        row = NumberProposal.objects.select_for_update(no_key=True).get(pk=proposal.pk)
        if row.account_id == account.pk:
            raise NotAllowed(_("You can’t confirm your own numbers."))
        if row.withdrawn_at is not None:
            raise Conflict(_("These numbers have been withdrawn."))
        confirmations = NumberConfirmation.objects.filter(account=account)
        if confirmations.filter(proposal=row, withdrawn_at=None).exists():
            raise Conflict(_("You have confirmed these numbers already."))
        if confirmations.filter(at__gt=_yesterday()).count() >= NUMBERS_CONFIRMED_A_DAY:
            raise Conflict(
                _("You can confirm at most %(most)d boards a day.")
                % {"most": NUMBERS_CONFIRMED_A_DAY}
            )
        return NumberConfirmation.objects.create(proposal=row, account=account, box=box, year=year)


def withdraw_numbers(account: Account, proposal: NumberProposal) -> None:
    """Withdraw one's own proposal, or one's confirmation of another's. An edition that took the
    numbers stays. Raises ``Conflict`` if there is nothing to withdraw."""
    _must_be_active(account)
    proposals = NumberProposal.objects.filter(pk=proposal.pk, account=account)
    confirmed = NumberConfirmation.objects.filter(proposal=proposal, account=account)
    withdrawn_at = timezone.now()
    if not proposals._set_once(withdrawn_at=withdrawn_at) + confirmed._set_once(
        withdrawn_at=withdrawn_at
    ):
        raise Conflict(_("You have nothing to withdraw here."))


def hide_note_of_proposal(moderator: Account, proposal: NumberProposal) -> None:
    """Hide the note of a proposal from all but moderators. Raises ``NotAllowed``, also for one's
    own; ``Conflict`` if it is hidden."""
    must_moderate(moderator)
    must_be_impartial(conflict_in_account(moderator, proposal.account))
    with transaction.atomic():
        rows = NumberProposal.objects.filter(pk=proposal.pk, hidden_at=None).exclude(note="")
        if not rows._set_once(hidden_at=timezone.now()):
            raise Conflict(_("There is no note to hide."))
        log_moderator_action(moderator, Kind.HIDE_NUMBERS, f"{proposal}: {proposal.note}")


# --- compared -----------------------------------------------------------------


def board_faults(board: str, numbers: Tables) -> list[tuple[str, str]]:
    """The engine's faults in the `numbers` of a board, and what of them it does not play: the key
    within its table, and the fault."""
    base: Tables = load_edition(DEFAULT_EDITION)
    table = {**_without_extras(numbers), "confidence": "agreed", "source": "a box"}
    tables = with_board(base, board, table)
    faults = faults_of(tables, base) or unplayed(tables)
    return [(key.removeprefix(f"{board}."), fault) for key, fault in faults]


def checked_numbers(board: str, numbers: Tables) -> Tables:
    """`numbers` in the form in which they are compared. Raises ``Invalid`` with each fault."""
    if board not in BOARDS:
        raise Invalid(_("There is no such board."))
    if faults := board_faults(board, numbers):
        raise Invalid("; ".join(f"{key}: {fault}" for key, fault in faults))
    return _tidy(numbers)


def versions_of(*boards: str) -> list[Version]:
    """The versions of the `boards`, of all without any: equal numbers together, the ones with most
    accounts first. Four queries at most."""
    confirmations = NumberConfirmation.objects.filter(withdrawn_at=None).select_related("account")
    rows = NumberProposal.objects.filter(withdrawn_at=None).select_related("account")
    if boards:
        rows = rows.filter(board__in=boards)
    rows = rows.prefetch_related(Prefetch("confirmations", confirmations)).order_by("pk")
    equal: dict[str, list[NumberProposal]] = {}
    for row in rows[: MAX_LISTED * len(BOARDS)]:
        equal.setdefault(_digest(row.board, row.numbers), []).append(row)
    versions = [Version(rows[0].board, rows[0].numbers, tuple(rows)) for rows in equal.values()]
    order = {board: index for index, board in enumerate(BOARDS)}
    return sorted(versions, key=lambda version: (order[version.board], -len(version.accounts)))


def version_of(digest: str) -> Version:
    """The version with this digest. Raises ``Invalid`` if no account proposes it any more."""
    for version in versions_of():
        if version.digest == digest:
            return version
    raise Invalid(_("These numbers have been withdrawn."))


def board_table(edition: str, board: str) -> Tables:
    """The whole table of a board in an edition, with its source and confidence."""
    table: Tables = load_edition(edition)
    for word in board.split("."):
        table = cast(Tables, table[word])
    return table


def board_numbers(edition: str, board: str) -> Tables:
    """The numbers of a board in an edition, in the form in which they are compared."""
    return _tidy(board_table(edition, board))


def with_board(tables: Tables, board: str, table: Tables) -> Tables:
    """A copy of `tables` with another `table` for a board."""
    site, point, side = board.partition(".")
    if not point:
        return {**tables, site: table}
    return {**tables, site: {**cast(Tables, tables[site]), side: table}}


def number_differences(before: Tables, after: Tables) -> list[tuple[str, str, str]]:
    """Each place where they differ: its key, before, after; empty for a missing number."""
    old, new = dict(_flatten(before)), dict(_flatten(after))
    keys = [*old, *(key for key in new if key not in old)]
    return [(k, old.get(k, ""), new.get(k, "")) for k in keys if old.get(k) != new.get(k)]


# --- inside -------------------------------------------------------------------


def _flatten(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Each number of a table with its key; spaces count from 1."""
    parts: Iterable[tuple[object, object]]
    if isinstance(value, Mapping):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value, 1)
    else:
        yield key, str(value)
        return
    for name, part in parts:
        yield from _flatten(part, f"{key}.{name}" if key else str(name))


def _tidy(table: Tables) -> Tables:
    """The table in one order, without provenance and zeros, so that equal boards are equal."""
    tidy = _without_extras(table)
    towers = tidy.get("tower_points")
    if isinstance(towers, list) and all(isinstance(points, int) for points in towers):
        tidy["tower_points"] = sorted(towers, reverse=True)
    return tidy


def _without_extras(table: Tables) -> Tables:
    """Without provenance, zeros and unused shapes; lists in the order in which they were typed."""
    tidy = {k: _without_zeros(v) for k, v in sorted(table.items()) if k not in PROVENANCE}
    shapes, path = tidy.get("shapes"), tidy.get("path")
    if isinstance(shapes, dict) and isinstance(path, list):
        tidy["shapes"] = {name: shapes[name] for name in sorted(shapes) if name in path}
    return tidy


def _without_zeros(value: object) -> object:
    """Rewards of nothing are left out; a space that gives nothing is an empty table."""
    if isinstance(value, list):
        return [_without_zeros(part) for part in value]
    if isinstance(value, dict) and not any(key.isdecimal() for key in value):
        return {key: part for key, part in sorted(value.items()) if part not in (0, None)}
    return value


def _digest(board: str, numbers: Tables) -> str:
    text = json.dumps([board, numbers], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]


def _must_be_active(account: Account) -> None:
    if not account.is_active:
        raise NotAllowed(_("This account is suspended."))


def _box(box: str, year: int) -> str:
    box = _plain(box, LONGEST_BOX)
    if not box:
        raise Invalid(_("Choose the language of the box."))
    if not FIRST_YEAR <= year <= timezone.now().year:
        raise Invalid(
            _("Enter the year on the box. The game was first printed in %(year)d.")
            % {"year": FIRST_YEAR}
        )
    return box


def _plain(text: str, limit: int) -> str:
    """One line of plain text. Raises ``Invalid`` for a longer one."""
    spaced = (" " if character.isspace() else character for character in text)
    plain = "".join(character for character in spaced if unicodedata.category(character)[0] != "C")
    plain = " ".join(plain.split())
    if len(plain) > limit:
        raise Invalid(_("At most %d characters.") % limit)
    return plain


def _yesterday() -> datetime:
    return timezone.now() - timedelta(days=1)
