"""What owners of the box say is printed on its boards: said, confirmed, taken back, compared."""

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

from engine.editions import DEFAULT_EDITION, Tables, faults_of, load_edition
from engine.vocabulary import Side, Site
from games.limits import NUMBERS_CONFIRMED_A_DAY, OLD_ENOUGH, PROPOSALS_A_DAY
from games.models import Account, NumberConfirmation, NumberProposal
from games.moderation.action_log import Kind, must_moderate, record
from games.moderation.conflicts_of_interest import must_be_impartial, of_account
from web.errors import Conflict, Invalid, NotAllowed

PROPHECIES: Final = "god_prophecies"
BOARDS: Final = (*(f"{site.word}.{side.word}" for site in Site for side in Side), PROPHECIES)
"""What can be said anew, as an edition names it."""

NEEDED: Final = 2
"""Accounts that have to say the same before an edition takes it."""

FIRST_YEAR: Final = 2016
"""The year in which the game came out."""

LONGEST_BOX, LONGEST_NOTE = 40, 500
SAID: Final = ("confidence", "source")
MOST_SHOWN: Final = 300
"""Proposals of a board that are read."""


class Version(NamedTuple):
    """The same numbers of a board, and who said or confirmed them, the first first."""

    board: str
    numbers: Tables
    proposals: tuple[NumberProposal, ...]

    @property
    def digest(self) -> str:
        """32 hex digits of what it says."""
        return _digest(self.board, self.numbers)

    @property
    def ids(self) -> list[int]:
        return [proposal.pk for proposal in self.proposals]

    @property
    def accounts(self) -> list[Account]:
        """Each account that says so, once."""
        said = (said for one in self.proposals for said in (one, *one.confirmations.all()))
        return list({one.account_id: one.account for one in said}.values())

    @property
    def counted(self) -> list[Account]:
        """Of these the ones that count: not suspended, and open for some days."""
        before = timezone.now() - OLD_ENOUGH
        return [one for one in self.accounts if one.is_active and one.date_joined <= before]

    @property
    def agreed(self) -> bool:
        return len(self.counted) >= NEEDED

    def boxes(self) -> list[tuple[str, int, int]]:
        """Language, year, and how many accounts have it."""
        said = {
            (said.account_id, said.box, said.year)
            for one in self.proposals
            for said in (one, *one.confirmations.all())
        }
        found = Counter((box, year) for _account, box, year in said)
        return [(box, year, found[box, year]) for box, year in sorted(found)]

    def table(self) -> Tables:
        """As an edition has it, with its source."""
        boxes = [f"{box} {year} ({count})" for box, year, count in self.boxes()]
        source = f"owners of the box: {', '.join(boxes[:4])}{' …' if len(boxes) > 4 else ''}"
        return {**self.numbers, "confidence": "agreed", "source": source}


# --- said ---------------------------------------------------------------------


def propose(
    account: Account, board: str, numbers: Tables, box: str, year: int, note: str = ""
) -> NumberProposal:
    """What `account` reads on the `board` of its `box` (a language) of that `year`. What it said of
    the same board and box before is taken back.

    Raises ``NotAllowed`` for a suspended account; ``Invalid`` for what cannot be printed there,
    with each key at fault; ``Conflict`` for too many a day.
    """
    _may(account)
    box, note = _box(box, year), _plain(note, LONGEST_NOTE)
    numbers = checked(board, numbers)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        mine = NumberProposal.objects.filter(account=account)
        if mine.filter(at__gt=_yesterday()).count() >= PROPOSALS_A_DAY:
            raise Conflict(_("You have said %(most)d boards today.") % {"most": PROPOSALS_A_DAY})
        earlier = mine.filter(board=board, box=box, year=year, withdrawn_at=None)
        earlier._set_once(withdrawn_at=timezone.now())
        return NumberProposal.objects.create(
            account=account, board=board, numbers=numbers, box=box, year=year, note=note
        )


def confirm(account: Account, proposal: NumberProposal, box: str, year: int) -> NumberConfirmation:
    """Another account has the same on its box.

    Raises ``NotAllowed`` for one's own and a suspended account, ``Invalid``, ``Conflict`` if it is
    withdrawn or confirmed already, or for too many a day.
    """
    _may(account)
    box = _box(box, year)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        row = NumberProposal.objects.select_for_update(no_key=True).get(pk=proposal.pk)
        if row.account_id == account.pk:
            raise NotAllowed(_("These are your own numbers: others confirm them."))
        if row.withdrawn_at is not None:
            raise Conflict(_("These numbers have been taken back."))
        mine = NumberConfirmation.objects.filter(account=account)
        if mine.filter(proposal=row, withdrawn_at=None).exists():
            raise Conflict(_("You have confirmed these numbers already."))
        if mine.filter(at__gt=_yesterday()).count() >= NUMBERS_CONFIRMED_A_DAY:
            raise Conflict(
                _("You have confirmed %(most)d boards today.") % {"most": NUMBERS_CONFIRMED_A_DAY}
            )
        return NumberConfirmation.objects.create(proposal=row, account=account, box=box, year=year)


def withdraw(account: Account, proposal: NumberProposal) -> None:
    """Take back one's own numbers, or one's confirmation of another's. An edition that took them
    stays. Raises ``Conflict`` if there is nothing to take back."""
    _may(account)
    own = NumberProposal.objects.filter(pk=proposal.pk, account=account)
    confirmed = NumberConfirmation.objects.filter(proposal=proposal, account=account)
    now = timezone.now()
    if not own._set_once(withdrawn_at=now) + confirmed._set_once(withdrawn_at=now):
        raise Conflict(_("There is nothing of yours to take back."))


def hide_note(moderator: Account, proposal: NumberProposal) -> None:
    """The note of a proposal is shown to moderators alone. Raises ``NotAllowed``, also for one's
    own; ``Conflict`` if it is hidden."""
    must_moderate(moderator)
    must_be_impartial(of_account(moderator, proposal.account))
    with transaction.atomic():
        rows = NumberProposal.objects.filter(pk=proposal.pk, hidden_at=None).exclude(note="")
        if not rows._set_once(hidden_at=timezone.now()):
            raise Conflict(_("There is no note to hide."))
        record(moderator, Kind.HIDE_NUMBERS, f"{proposal}: {proposal.note}")


# --- compared -----------------------------------------------------------------


def checked(board: str, numbers: Tables) -> Tables:
    """`numbers` as they are compared. Raises ``Invalid`` with each key at fault."""
    if board not in BOARDS:
        raise Invalid(_("There is no such board."))
    base: Tables = load_edition(DEFAULT_EDITION)
    tidy = _tidy(board, {key: value for key, value in numbers.items() if key not in SAID})
    table = {**tidy, "confidence": "agreed", "source": "a box"}
    if faults := faults_of(put_into(base, board, table), base):
        raise Invalid("; ".join(_fault(board, key, what) for key, what in faults))
    return tidy


def versions_of(*boards: str) -> list[Version]:
    """What is said of the `boards`, of all without any: equal numbers together, those on which
    most agree first. Four queries at most."""
    confirmations = NumberConfirmation.objects.filter(withdrawn_at=None).select_related("account")
    rows = NumberProposal.objects.filter(withdrawn_at=None).select_related("account")
    if boards:
        rows = rows.filter(board__in=boards)
    rows = rows.prefetch_related(Prefetch("confirmations", confirmations)).order_by("pk")
    found: dict[str, list[NumberProposal]] = {}
    for row in rows[: MOST_SHOWN * len(BOARDS)]:
        found.setdefault(_digest(row.board, row.numbers), []).append(row)
    versions = [Version(rows[0].board, rows[0].numbers, tuple(rows)) for rows in found.values()]
    order = {board: index for index, board in enumerate(BOARDS)}
    return sorted(versions, key=lambda one: (order[one.board], -len(one.accounts)))


def version_of(digest: str) -> Version:
    """That of a digest. Raises ``Invalid`` if no account says so any more."""
    for version in versions_of():
        if version.digest == digest:
            return version
    raise Invalid(_("These numbers have been taken back."))


def table_of(edition: str, board: str) -> Tables:
    """The numbers of a board in an edition, as they are compared."""
    found: object = load_edition(edition)
    for word in board.split("."):
        found = cast(Tables, found)[word]
    table = {key: value for key, value in cast(Tables, found).items() if key not in SAID}
    return _tidy(board, table)


def put_into(tables: Tables, board: str, table: Tables) -> Tables:
    """`tables` with another `table` for a board; those given stay as they are."""
    site, point, side = board.partition(".")
    if not point:
        return {**tables, site: table}
    return {**tables, site: {**cast(Tables, tables[site]), side: table}}


def differences(before: Tables, after: Tables) -> list[tuple[str, str, str]]:
    """Each place where they differ: its key, before, after; empty for what is not there."""
    old, new = dict(flat(before)), dict(flat(after))
    keys = [*old, *(key for key in new if key not in old)]
    return [(k, old.get(k, ""), new.get(k, "")) for k in keys if old.get(k) != new.get(k)]


def flat(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Each number of a table with its key; spaces count from 1."""
    parts: Iterable[tuple[object, object]]
    if isinstance(value, Mapping):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value, 1)
    else:
        yield key, str(value)
        return
    for name, one in parts:
        yield from flat(one, f"{key}.{name}" if key else str(name))


# --- inside -------------------------------------------------------------------


def _tidy(board: str, table: Tables) -> Tables:
    """Without what says nothing, so that equal boards are equal."""
    tidy = {key: _without_zeros(value) for key, value in sorted(table.items())}
    shapes, path = tidy.get("shapes"), tidy.get("path")
    if isinstance(shapes, dict) and isinstance(path, list):
        tidy["shapes"] = {name: shapes[name] for name in sorted(shapes) if name in path}
    towers = tidy.get("tower_points")
    if isinstance(towers, list) and all(isinstance(one, int) for one in towers):
        tidy["tower_points"] = sorted(towers, reverse=True)
    return tidy


def _without_zeros(value: object) -> object:
    """Rewards of nothing are left out; a space that gives nothing is an empty table."""
    if isinstance(value, list):
        return [_without_zeros(one) for one in value]
    if isinstance(value, dict) and not any(key.isdecimal() for key in value):
        return {key: one for key, one in sorted(value.items()) if one not in (0, None)}
    return value


def _digest(board: str, numbers: Tables) -> str:
    text = json.dumps([board, numbers], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]


def _fault(board: str, key: str, what: str) -> str:
    return f"{key.removeprefix(f'{board}.')}: {what}"


def _may(account: Account) -> None:
    if not account.is_active:
        raise NotAllowed(_("This account is suspended."))


def _box(box: str, year: int) -> str:
    box = _plain(box, LONGEST_BOX)
    if not box:
        raise Invalid(_("Say in which language the box is."))
    if not FIRST_YEAR <= year <= timezone.now().year:
        raise Invalid(_("The game has been printed since %(year)d.") % {"year": FIRST_YEAR})
    return box


def _plain(text: str, most: int) -> str:
    """One line of plain text. Raises ``Invalid`` for a longer one."""
    shown = (" " if one.isspace() else one for one in text)
    kept = "".join(one for one in shown if unicodedata.category(one)[0] != "C")
    kept = " ".join(kept.split())
    if len(kept) > most:
        raise Invalid(_("At most %d characters.") % most)
    return kept


def _yesterday() -> datetime:
    return timezone.now() - timedelta(days=1)
