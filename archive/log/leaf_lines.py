"""Lines of records that have leaves, by kind, and their digests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import Final

from django.conf import settings

from archive.log.fold_lines import fold_lines
from archive.releases.lines import pin_line, pins
from audit.leaf_kinds import NOT_HASHED, SITE
from audit.log_digest import log_without_names
from engine.build import engine_version
from events.lines import act_lines, club_member_lines
from events.series.lines import series_act_lines
from games.lines import (
    Line,
    canonical_json_line,
    decision_lines,
    edition_line,
    player_lines,
    standing_lines,
    verification_lines,
)
from games.log_outbox import (
    BOUND_DEAL,
    BROKEN_OFF,
    CLOSING,
    DEAL,
    DECISION,
    EDITION,
    ENTRY,
    EVENT,
    FOLD,
    LOG,
    MEMBER,
    PIN,
    PLAYER,
    SERIES,
    SETTINGS,
    SHARED_DEAL,
    STANDING,
    TERMS,
    VERIFICATION,
)
from games.models import Edition, Game, StandingDecision
from ratings import elo
from ratings.lines import closing_line, entry_line, terms_line
from ratings.models import Closing, Entry, RatingTerms
from tables.lines import deal_lines, dealings_by_key, shared_deal_lines

Lines = Callable[[Sequence[str]], Iterable[tuple[str, Line]]]
"""The lines of records, by the ids that their leaves name; without those that are not there."""


def line_digests(kind: str, ids: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Ids of records and the SHA-256 of their lines, as ``hashed_lines`` has them."""
    for record, line in hashed_lines(kind, ids):
        yield record, sha256(line).hexdigest()


def hashed_lines(kind: str, ids: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Ids of records and their lines as they are now, without the fields ``NOT_HASHED``; of logs
    the text without names."""
    left_out = NOT_HASHED.get(kind, ())
    for record, line in KINDS[kind](ids):
        if kind == LOG:
            yield record, log_without_names(str(line["log"])).encode("utf-8", "replace")
        else:
            fields = {name: content for name, content in line.items() if name not in left_out}
            yield record, canonical_json_line(fields)


def settings_line() -> Line:
    """Engine and settings that results, ratings and lists follow from, in addition to games; in a
    dump's manifest."""
    return {
        "engine": engine_version(),
        "initial": elo.INITIAL,
        "k": elo.K,
        "k_provisional": elo.K_PROVISIONAL,
        "provisional_games": elo.PROVISIONAL_GAMES,
        "leaderboard_games": settings.LEADERBOARD_GAMES,
        "leaderboard_opponents": settings.LEADERBOARD_OPPONENTS,
        "leaderboard_days": settings.LEADERBOARD_DAYS,
        "leaderboard_witnessed_games": settings.LEADERBOARD_WITNESSED_GAMES,
        "leaderboard_deviation": settings.LEADERBOARD_DEVIATION,
        "books_days": getattr(settings, "BOOKS_CLOSE_AFTER_DAYS", None),
    }


# --- inside -------------------------------------------------------------------


def _verifications(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for line in verification_lines([int(number) for number in ids]):
        yield str(line["id"]), line


def _standings(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for line in standing_lines(ids):
        yield str(line["game"]), line


def _editions(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for edition in Edition.objects.filter(name__in=ids):
        yield edition.name, edition_line(edition)


def _closings(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    rows = Closing.objects.filter(pk__in=list(map(int, ids))).select_related("previous")
    for closing in rows:
        yield str(closing.pk), closing_line(closing)


def _entries(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for entry in Entry.objects.filter(pk__in=list(map(int, ids))):
        yield str(entry.pk), entry_line(entry)


def _terms(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for row in RatingTerms.objects.filter(pk__in=list(map(int, ids))):
        yield str(row.pk), terms_line(row)


def _folds(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for line in fold_lines(list(map(int, ids))):
        yield str(line["id"]), line


def _settings(_ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    yield SITE, settings_line()


def _pins(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for pin in pins().filter(pk__in=list(map(int, ids))):
        yield str(pin.pk), pin_line(pin)


def _logs(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for game, text in Game.objects.filter(pk__in=ids).values_list("pk", "log"):
        yield game, {"log": text}


def _players(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for line in player_lines(list(map(int, ids))):
        yield str(line["id"]), line


def _deals(ids: Sequence[str], record: str = DEAL) -> Iterator[tuple[str, Line]]:
    for line in deal_lines(dealings_by_key(list(map(int, ids)))):
        if line["record"] == record:
            yield str(line["id"]), line


def _shared_deals(ids: Sequence[str], record: str = SHARED_DEAL) -> Iterator[tuple[str, Line]]:
    for line in shared_deal_lines(list(map(int, ids))):
        if line["record"] == record:
            yield str(line["id"]), line


def _decisions(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for line in decision_lines(StandingDecision.objects.filter(pk__in=list(map(int, ids)))):
        yield str(line["id"]), line


def _acts(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for line in act_lines(list(map(int, ids))):
        yield str(line["id"]), line


def _series_acts(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for line in series_act_lines(list(map(int, ids))):
        yield str(line["id"]), line


def _members(ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
    for line in club_member_lines(list(map(int, ids))):
        yield str(line["id"]), line


KINDS: Final[dict[str, Lines]] = {
    VERIFICATION: _verifications,
    STANDING: _standings,
    EDITION: _editions,
    CLOSING: _closings,
    ENTRY: _entries,
    EVENT: _acts,
    MEMBER: _members,
    SERIES: _series_acts,
    FOLD: _folds,
    TERMS: _terms,
    SETTINGS: _settings,
    PIN: _pins,
    LOG: _logs,
    PLAYER: _players,
    DEAL: _deals,
    DECISION: _decisions,
    BROKEN_OFF: partial(_deals, record=BROKEN_OFF),
    SHARED_DEAL: _shared_deals,
    BOUND_DEAL: partial(_shared_deals, record=BOUND_DEAL),
}
