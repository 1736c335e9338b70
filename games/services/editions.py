"""The editions of this site: known to every process, made by moderators, exported as TOML.

The engine is told of them by name (``engine.editions``). A process reads the text of an edition
once. Who plays many logs calls ``refresh`` before: one query, however many there are.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.editions import (
    DEFAULT_EDITION,
    EditionError,
    Tables,
    edition_names,
    is_known,
    load,
    load_edition,
    name_of,
    register,
    written,
)
from engine.editions import Edition as Text
from games.limits import EDITIONS_A_DAY
from games.log_outbox import EDITION, queue_leaves
from games.models import Account, Edition, NumberProposal
from games.moderation.action_log import Kind, must_moderate, record
from games.moderation.conflicts_of_interest import must_be_impartial, of_numbers
from games.ports import port
from games.services.numbers import (
    BOARDS,
    NEEDED,
    Version,
    differences,
    put_into,
    table_of,
    version_of,
    versions_of,
)
from games.standing.attest import checked_reason
from web.errors import Conflict, Invalid, NotAllowed

AGAIN: Final = 1.0
"""Seconds from one look for unknown names to the next, in a process: whatever logs name."""

UNWEIGHED: Final = "Made without its impact"
"""In the public reason of an edition: what would change in games on record was not worked out."""

logger = logging.getLogger(__name__)


class Preview(NamedTuple):
    """An edition before it is made: its text, what it takes, and what changes by it."""

    text: Text
    versions: tuple[Version, ...]
    changes: tuple[tuple[str, str, str, str], ...]
    """The board, the key, before, after."""


class _Look:
    """When this process last looked for editions that it does not know."""

    at = float("-inf")


# --- known by name ------------------------------------------------------------


def refresh() -> list[str]:
    """Make every edition of the site known to this process; their names, the oldest first.

    One query; one more when there are new ones.
    """
    _Look.at = time.monotonic()
    names = list(Edition.objects.order_by("pk").values_list("name", flat=True))
    new = [name for name in names if name not in edition_names()]
    for toml in Edition.objects.filter(name__in=new).values_list("toml", flat=True) if new else ():
        try:
            register(load(toml))
        except EditionError:
            logger.exception("an edition of this site cannot be read")
    return names


def supply(name: str) -> str | None:
    """For the engine: a name that it does not know. What logs name costs a query a second at most,
    in a process."""
    if time.monotonic() - _Look.at >= AGAIN:
        refresh()
    return None  # by now it is known, or it is none


def offered() -> list[str]:
    """The editions that a game may be played by, the usual one first, then the newest."""
    return [DEFAULT_EDITION, *reversed([name for name in refresh() if is_known(name)])]


def newest() -> str:
    """The edition of the site that was made last; the shipped one while there is none."""
    return [DEFAULT_EDITION, *(name for name in refresh() if is_known(name))][-1]


def text_of(name: str) -> str | None:
    """The TOML of an edition of the site, or of the program; nothing for any other."""
    if name == DEFAULT_EDITION:
        return written(load_edition(name))
    row = Edition.objects.filter(name=name).first()
    return row.toml if row else None


# --- made ---------------------------------------------------------------------


def preview(base: str, word: str, chosen: Sequence[str]) -> Preview:
    """The edition that `chosen` (digests of versions) makes of `base`, named by `word`.

    Raises ``Invalid`` for what there is not, two versions of a board, or what the engine refuses.
    """
    if base not in offered():
        raise Invalid(_("There is no such edition."))
    if len(chosen) > len(BOARDS):
        raise Invalid(_("A board has one set of numbers: choose one of those that differ."))
    versions = [version_of(one) for one in chosen]
    if not versions:
        raise Invalid(_("Choose the numbers of one board at least."))
    if len({version.board for version in versions}) < len(versions):
        raise Invalid(_("A board has one set of numbers: choose one of those that differ."))
    tables: Tables = load_edition(base)
    for version in versions:
        tables = put_into(tables, version.board, version.table())
    shipped = base.partition("-")[0]
    try:
        tables["edition"] = name_of(shipped, word, tables)
        text = load(written(tables, _opening(base, versions)))
    except EditionError as error:
        raise Invalid(_("The engine refuses it: %(why)s") % {"why": error}) from None
    changes = tuple(
        (version.board, *one)
        for version in versions
        for one in differences(table_of(base, version.board), version.numbers)
    )
    return Preview(text, tuple(versions), changes)


def seen_as(name: str, base: str, word: str, chosen: Sequence[str]) -> Preview:
    """As ``preview``, if it is what was seen as `name`; raises ``Conflict`` if not."""
    seen = preview(base, word, chosen)
    if seen.text.name != name:
        raise Conflict(_("The proposals have changed since you looked: look again."))
    return seen


def weighed(text: Text) -> bool:
    """Whether it is known what exactly these numbers would change in games on record."""
    return port().impact_known(text.tables)


def make(
    moderator: Account,
    base: str,
    word: str,
    chosen: Sequence[str],
    name: str,
    reason: str,
    unweighed: str = "",
) -> Edition:
    """The edition that a moderator has seen as `name` in its preview; it stays for ever.

    `unweighed`: why it is made before it is known what it would change in games on record.
    Raises ``NotAllowed``, also for numbers that they said or confirmed themselves; ``Invalid`` as
    ``preview``, and without the one or the other; ``Conflict`` if what was seen is no more what
    there is, if too few agree, or if it is made already.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=moderator.pk)
        ids = {pk for version in versions_of() if version.digest in chosen for pk in version.ids}
        held = NumberProposal.objects.select_for_update(no_key=True).filter(pk__in=ids)
        list(held.order_by("pk"))
        seen = seen_as(name, base, word, chosen)
        for version in seen.versions:
            must_be_impartial(of_numbers(moderator, version.accounts))
            if len(version.counted) < NEEDED:
                raise Conflict(_("Too few agree on %(board)s yet.") % {"board": version.board})
        _not_too_many(moderator)
        if not weighed(seen.text):
            reason = f"{reason}\n{UNWEIGHED}: {_why_unweighed(unweighed)}"
        row = Edition(
            name=name,
            toml=seen.text.text,
            sha256=seen.text.sha256,
            base=base,
            proposals=sorted(pk for version in seen.versions for pk in version.ids),
            made_by=moderator,
            reason=reason,
        )
        try:
            with transaction.atomic():
                row.save()
        except IntegrityError:
            raise Conflict(_("This edition is made already.")) from None
        queue_leaves(EDITION, [name])
        record(moderator, Kind.MAKE_EDITION, f"{name}: {reason}", why=f"{name}: {reason}")
    register(seen.text)
    return row


# --- inside -------------------------------------------------------------------


def _why_unweighed(said: str) -> str:
    if not said.strip():
        raise Invalid(
            _("Work out what it would change in games on record, or say why it is made without.")
        )
    return checked_reason(said)


def _opening(base: str, versions: Sequence[Version]) -> str:
    boards = ", ".join(version.board for version in versions)
    return f"An edition of a site, made from {base}: {boards}.\nValues never change."


def _not_too_many(moderator: Account) -> None:
    since = timezone.now() - timedelta(days=1)
    if Edition.objects.filter(made_by=moderator, made_at__gt=since).count() >= EDITIONS_A_DAY:
        raise NotAllowed(_("You have made %(most)d editions today.") % {"most": EDITIONS_A_DAY})
