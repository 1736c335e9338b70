"""Editions of this site: known to every process, made by moderators, exported as TOML.

The engine asks for them by name (``engine.editions``). A process reads the text of an edition once.
Code that replays many logs calls ``refresh_editions`` first: one query for all of them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import EngineError, ReplayError, SetupError, read_log, verify, write_text
from engine.editions import (
    DEFAULT_EDITION,
    EditionError,
    Tables,
    edition_exists,
    edition_name,
    edition_names,
    load,
    load_edition,
    register,
    tables_to_toml,
    unplayed,
)
from engine.editions import Edition as Text
from engine.verdict import Refused, refused_fields
from engine.vocabulary import Source
from games.action_log import Kind, log_moderator_action, must_moderate
from games.editions.services.proposals import (
    BOARDS,
    NEEDED,
    Version,
    board_numbers,
    number_differences,
    version_of,
    versions_of,
    with_board,
)
from games.limits import EDITIONS_A_DAY
from games.log_outbox import EDITION, queue_leaves
from games.models import Account, Edition, NumberProposal
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_numbers, must_be_impartial
from web.errors import Conflict, Invalid, NotAllowed

LOOKUP_SECONDS: Final = 1.0
"""Seconds between two queries for unknown names in a process."""


logger = logging.getLogger(__name__)


class EditionPreview(NamedTuple):
    """An edition before it is made: its text, its versions, and the numbers that change."""

    text: Text
    versions: tuple[Version, ...]
    changes: tuple[tuple[str, str, str, str], ...]
    """The board, the key, before, after."""


class _Look:
    """Time of the last query for unknown editions in this process."""

    seconds = float("-inf")


# --- known by name ------------------------------------------------------------


def refresh_editions() -> list[str]:
    """Make every edition of the site known to this process; their names, the oldest first.

    One query; one more when there are new ones.
    """
    return list(_read_editions())


def _read_editions() -> dict[str, bool]:
    """By name, the oldest first: True for an edition that is marked as wrong."""
    _Look.seconds = time.monotonic()
    names = {
        name: decision is not None
        for name, decision in Edition.objects.order_by("pk").values_list("name", "wrong_decision")
    }
    new = [name for name in names if name not in edition_names()]
    for toml in Edition.objects.filter(name__in=new).values_list("toml", flat=True) if new else ():
        try:
            register(load(toml))
        except EditionError:
            logger.exception("an edition of this site cannot be read")
    return names


def supply_edition(name: str) -> str | None:
    """Supplier of the engine: look up a name that it does not know, with a query a second at most
    in a process, whatever logs name."""
    if time.monotonic() - _Look.seconds >= LOOKUP_SECONDS:
        refresh_editions()
    return None  # registered by now, or there is none


def edition_choices() -> list[str]:
    """Names of all editions: the shipped one first, then the newest."""
    return [
        DEFAULT_EDITION,
        *reversed([name for name in refresh_editions() if edition_exists(name)]),
    ]


def offered_editions() -> list[str]:
    """Names of the editions that a new game may take, in that order."""
    names = [name for name, is_wrong in _read_editions().items() if not is_wrong]
    return [DEFAULT_EDITION, *reversed([name for name in names if edition_exists(name)])]


def newest_edition() -> str:
    """Name of the latest edition that a new game may take; the shipped one while there is none."""
    shipped, *newest_first = offered_editions()
    return newest_first[0] if newest_first else shipped


def edition_text(name: str) -> str | None:
    """The TOML of an edition of the site, or of the program; None for any other."""
    if name == DEFAULT_EDITION:
        return tables_to_toml(load_edition(name))
    row = Edition.objects.filter(name=name).first()
    return row.toml if row else None


# --- made ---------------------------------------------------------------------


def preview_edition(base: str, word: str, chosen: Sequence[str]) -> EditionPreview:
    """The edition that `chosen` (digests of versions) makes of `base`, named by `word`.

    Raises ``Invalid`` for an unknown base or version, two versions of a board, and faults that the
    engine finds.
    """
    if base not in offered_editions():
        raise Invalid(_("There is no such edition."))
    if len(chosen) > len(BOARDS):
        raise Invalid(_("Choose only one set of numbers for each board."))
    versions = [version_of(digest) for digest in chosen]
    if not versions:
        raise Invalid(_("Choose numbers for at least one board."))
    if len({version.board for version in versions}) < len(versions):
        raise Invalid(_("Choose only one set of numbers for each board."))
    tables: Tables = load_edition(base)
    for version in versions:
        tables = with_board(tables, version.board, version.table())
    shipped = base.partition("-")[0]
    try:
        tables["edition"] = edition_name(shipped, word, tables)
        text = load(tables_to_toml(tables, _opening(base, versions)))
        if faults := unplayed(text.tables):
            raise EditionError(faults)
    except EditionError as error:
        raise Invalid(_("These numbers are not valid: %(why)s") % {"why": error}) from None
    changes = tuple(
        (version.board, *change)
        for version in versions
        for change in number_differences(board_numbers(base, version.board), version.numbers)
    )
    return EditionPreview(text, tuple(versions), changes)


def make_edition(
    moderator: Account,
    base: str,
    word: str,
    chosen: Sequence[str],
    name: str,
    reason: str,
) -> Edition:
    """Store the edition that a moderator has previewed as `name`; it never changes.

    Raises ``NotAllowed``, also for numbers that they proposed or confirmed themselves;
    ``Invalid`` as ``preview_edition``, and without a reason; ``Conflict`` if the preview no longer
    has this `name`, if too few agree, or if it is made already.
    """
    must_moderate(moderator)
    reason = checked_reason(reason)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=moderator.pk)
        ids = {pk for version in versions_of() if version.digest in chosen for pk in version.ids}
        locked = NumberProposal.objects.select_for_update(no_key=True).filter(pk__in=ids)
        list(locked.order_by("pk"))
        preview = preview_edition(base, word, chosen)
        if preview.text.name != name:
            raise Conflict(_("The proposals have changed. Check them again."))
        for version in preview.versions:
            must_be_impartial(conflict_in_numbers(moderator, version.accounts))
            if len(version.eligible) < NEEDED:
                raise Conflict(
                    _("Not enough owners agree on %(board)s yet.") % {"board": version.board}
                )
        _check_daily_limit(moderator)
        row = Edition(
            name=name,
            toml=preview.text.text,
            sha256=preview.text.sha256,
            base=base,
            proposals=sorted(pk for version in preview.versions for pk in version.ids),
            made_by=moderator,
            reason=reason,
        )
        try:
            with transaction.atomic():
                row.save()
        except IntegrityError:
            raise Conflict(_("This edition already exists.")) from None
        queue_leaves(EDITION, [name])
        log_moderator_action(
            moderator, Kind.MAKE_EDITION, f"{name}: {reason}", public_reason=f"{name}: {reason}"
        )
    register(preview.text)
    return row


# --- inside -------------------------------------------------------------------


def _opening(base: str, versions: Sequence[Version]) -> str:
    boards = ", ".join(version.board for version in versions)
    return f"An edition of a site, made from {base}: {boards}.\nValues never change."


def _check_daily_limit(moderator: Account) -> None:
    since = timezone.now() - timedelta(days=1)
    if Edition.objects.filter(made_by=moderator, made_at__gt=since).count() >= EDITIONS_A_DAY:
        raise NotAllowed(
            _("You can make at most %(most)d editions a day.") % {"most": EDITIONS_A_DAY}
        )


# --- games by another edition -------------------------------------------------


class Rescore(NamedTuple):
    """By seat the `points`, and those `by_source`; or the `refusal` of the entry after `ply`.
    `log`: the same entries under the other edition."""

    log: str
    points: tuple[int, ...] = ()
    by_source: Mapping[str, tuple[int, ...]] = {}
    refusal: Refused | None = None
    ply: int = 0


@lru_cache(maxsize=64)
def rescore_log(text: str, edition: str) -> Rescore:
    """The result of a game by the numbers of another edition. Nothing is stored."""
    log = read_log(text.encode())
    header = replace(log.header.unrevealed(), chance="observed", result=None)
    try:
        setup = replace(log.header.setup, edition=edition)
    except SetupError as error:  # the figure starts where the other corridor has no space
        return Rescore("", refusal=refused_fields(error))
    rescored = write_text(replace(log, header=replace(header, setup=setup)))
    try:
        tally = verify(read_log(rescored.encode())).result
    except EngineError as error:
        ply = error.ply if isinstance(error, ReplayError) else 0
        return Rescore(rescored, refusal=refused_fields(error), ply=ply)
    by_source = {
        source.word: tuple(sources[source] for sources in tally.scored) for source in Source
    }
    nonzero = {word: points for word, points in by_source.items() if any(points)}
    return Rescore(rescored, tally.points, nonzero)
