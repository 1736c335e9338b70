"""Alerts for moderators, found by ``games.moderation.fraud_detectors`` and kept
as rows.

Further layers add what they know by ``settings.PATTERNS``: functions that give suspicions of the
games since a day.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from games.action_log import must_moderate
from games.duplicates.find import LOOKED_AT, MAX_ROWS
from games.judging.similarity import NEARLY, log_lines, marks_of, share
from games.models import Account, Game, LogMark, Notice, Pattern, Player, Seat, Standing
from games.moderation.fraud_detectors import PlayedGame, SeatedPlayer, Suspicion, suspicions
from games.notices import PendingNotice, notify_accounts
from games.ports import port
from games.queries import of_computers
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_pattern, must_be_impartial
from web.errors import Conflict, NotAllowed

DAYS: Final = 90
"""Games so old and younger are looked at."""

MOST: Final = 50_000
"""Games that are looked at, the latest."""

AT_ONCE: Final = 500
"""Games that are read at once."""

USUAL_ENTRIES: Final = 100
"""Entries of a game of two that is played to its end, roughly."""

MIRROR_DAYS: Final = 7
COMMON_MARKS: Final = 2
"""Games accepted within so many days, and the marks that they have in common with another."""


def update_alerts() -> int:
    """Work out all patterns anew; how many rows are new, or have come back. What is open and no
    longer holds goes."""
    since = timezone.now().date() - timedelta(days=DAYS)
    alerts = [*suspicions(_played(since)), *_mirrors(), *port().suspicions(since)]
    return _store({(alert.kind, alert.key): alert for alert in alerts})


def set_aside(moderator: Account, pattern: Pattern) -> None:
    """There is nothing in it, or it was dealt with: a player whom it took off the leaderboards is
    back. ``Conflict`` if that was said before, ``NotAllowed`` if it is about games of their own."""
    must_moderate(moderator)
    must_be_impartial(conflict_in_pattern(moderator, pattern))
    rows = Pattern.objects.filter(pk=pattern.pk, settled_at=None)
    if not rows.update(settled_at=timezone.now(), settled_by=moderator):
        raise Conflict(_("This suspicion has already been dismissed."))
    if pattern.player_id is not None:
        port().listings_changed({pattern.player_id})


def answer_pattern(account: Account, pattern: Pattern, text: str) -> None:
    """The player whom `pattern` takes off the leaderboards says how it was, for moderators; again
    as often as they like while it is open. ``NotAllowed`` for others, ``Conflict`` if it is closed.
    """
    if pattern.player is None or pattern.player.account_id != account.pk:
        raise NotAllowed(_("You can’t answer this, because it is about another player."))
    rows = Pattern.objects.filter(pk=pattern.pk, settled_at=None)
    if not rows.update(answer=checked_reason(text), answered_at=timezone.now()):
        raise Conflict(_("This suspicion has already been dismissed."))


def alert_sentence(pattern: Pattern, names: dict[int, str]) -> str:
    """An alert in words; `names` by the id of a player."""
    facts = pattern.facts
    people = [names.get(pk, "?") for pk in facts.get("players", ())]
    match pattern.kind:
        case Pattern.Kind.FARMING:
            return _("%(winner)s finished ahead of %(loser)s in %(won)d of %(games)d games") % {
                "winner": people[0],
                "loser": people[1],
                "won": facts["won"],
                "games": facts["games"],
            }
        case Pattern.Kind.ABSENT:
            return _(
                "%(who)s resigned early, or was soon replaced by a computer player, in "
                "%(games)d games with %(other)s"
            ) % {"who": people[0], "other": people[1], "games": facts["games"]}
        case Pattern.Kind.CIRCLE:
            return _(
                "These players played %(games)d games, all of them with each other: %(people)s"
            ) % {
                "games": facts["games"],
                "people": ", ".join(people),
            }
        case Pattern.Kind.FEEDERS:
            return _(
                "%(winner)s won %(won)d of %(games)d uploaded games, mostly against people who "
                "play hardly anybody else: %(people)s"
            ) % {
                "winner": people[0],
                "won": facts["won"],
                "games": facts["games"],
                "people": ", ".join(people[1:]),
            }
        case Pattern.Kind.MIRROR:
            return _("two games in which %(percent)d %% of the moves are the same") % {
                "percent": facts["percent"]
            }
    if "seconds" in facts:
        return _("%(people)s: %(seconds)s seconds a move, over a whole game") % {
            "people": ", ".join(people),
            "seconds": number_format(facts["seconds"]),
        }
    return _("%(who)s: %(games)d games on one day (%(day)s)") % {
        "who": people[0],
        "games": facts["games"],
        "day": date_format(date.fromisoformat(facts["day"]), "SHORT_DATE_FORMAT"),
    }


def names_in(patterns: Iterable[Pattern]) -> dict[int, str]:
    """The players that they name. One query."""
    player_ids = {pk for row in patterns for pk in row.facts.get("players", ())}
    rows = Player.objects.filter(pk__in=player_ids).select_related("account", "known_to")
    return {row.pk: str(row) for row in rows}


# --- inside -------------------------------------------------------------------


def _played(since: date) -> Iterator[PlayedGame]:
    games = Game.objects.filter(standing=Standing.COUNTED, played_on__gte=since)
    latest = games.order_by("-played_on", "-accepted_at", "-id")
    columns = "pk", "played_on", "entries", "played_here", "arbiter"
    rows = list(latest.values_list(*columns)[:MOST])
    rows.reverse()
    for begin in range(0, len(rows), AT_ONCE):
        some = rows[begin : begin + AT_ONCE]
        table = _seats([row[0] for row in some], {row[0]: row[2] for row in some})
        for pk, day, _entries, from_table, arbiter in some:
            if seats := table[pk]:
                yield PlayedGame(pk, day, seats, from_table or arbiter is not None)


def _seats(games: Sequence[str], entries: dict[str, int]) -> dict[str, list[SeatedPlayer]]:
    """Those of people."""
    seats_by_game: dict[str, list[SeatedPlayer]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=games, player__account__computer="").order_by("number")
    rows = rows.exclude(of_computers())
    for game, player, place, replaced, resigned in rows.values_list(
        "game_id", "player_id", "rated_place", "replaced_at", "resigned_at"
    ):
        assert player is not None
        left = resigned or replaced
        # a game that a resignation ended has no entries after it: it is held against a usual one
        length = max(entries[game], USUAL_ENTRIES if resigned else 1)
        gone = None if left is None else left / length
        seats_by_game[game].append(SeatedPlayer(player, place, gone))
    return seats_by_game


def _mirrors() -> Iterator[Suspicion]:
    """Games that are nearly the same and count both: brought at the same moment, or played here.
    Their marks are made anew: the index of marks is by value, and knows no game's."""
    lately = timezone.now() - timedelta(days=MIRROR_DAYS)
    new = Game.objects.filter(accepted_at__gte=lately, standing=Standing.COUNTED)
    latest = list(new.order_by("-accepted_at").values_list("pk", flat=True)[:MOST])
    for begin in range(0, len(latest), AT_ONCE):
        logs = dict(
            Game.objects.filter(pk__in=latest[begin : begin + AT_ONCE]).values_list("pk", "log")
        )
        for game_id, likely_ids in _alike(logs).items():
            lines = log_lines(logs[game_id])
            for other in Game.objects.filter(pk__in=likely_ids, standing=Standing.COUNTED):
                if (alike := share(lines, log_lines(other.log))) >= NEARLY:
                    pair = sorted([game_id, other.pk])
                    yield Suspicion("mirror", "-".join(pair), pair, {"percent": int(100 * alike)})


def _alike(logs: Mapping[str, str]) -> dict[str, list[str]]:
    """For each of these games the others that have several marks in common with it. One query."""
    marks = {game: marks_of(log_lines(log)) for game, log in logs.items()}
    values = {value for mark in marks.values() for value in mark}
    games_by_value: dict[int, list[str]] = defaultdict(list)
    rows = LogMark.objects.filter(value__in=values).values_list("value", "game_id")
    for value, game in rows[:MAX_ROWS]:
        games_by_value[value].append(game)
    mark = {}
    for game, values_of_it in marks.items():
        common = Counter(
            candidate
            for value in values_of_it
            for candidate in games_by_value[value]
            if candidate != game
        )
        likely = [
            candidate
            for candidate, number in common.most_common(LOOKED_AT)
            if number >= COMMON_MARKS
        ]
        if likely:
            mark[game] = likely
    return mark


@transaction.atomic
def _store(suspicions_by_key: dict[tuple[str, str], Suspicion]) -> int:
    """Rows by kind and key; of those that were settled, the ones that have new games open again."""
    rows = {(row.kind, row.key): row for row in Pattern.objects.select_for_update()}
    new = [suspicion for key, suspicion in suspicions_by_key.items() if key not in rows]
    Pattern.objects.bulk_create(
        [
            Pattern(
                kind=suspicion.kind,
                key=suspicion.key,
                games=suspicion.games,
                facts=suspicion.facts,
                player_id=_player_off_board(suspicion),
            )
            for suspicion in new
        ],
        ignore_conflicts=True,
    )
    players = map(_player_off_board, new)
    off_board = {player for player in players if player is not None}
    reopened = 0
    for key, suspicion in suspicions_by_key.items():
        row = rows.get(key)
        if row is None or (row.games == suspicion.games and row.facts == suspicion.facts):
            continue
        if row.settled_at and set(suspicion.games) - set(row.games):
            row.settled_at = row.settled_by = None
            row.found_at = timezone.now()
            reopened += 1
            if row.player_id is not None:
                off_board.add(row.player_id)
        row.games, row.facts = suspicion.games, suspicion.facts
        row.save(update_fields=["games", "facts", "settled_at", "settled_by", "found_at"])
    gone = [
        row.pk
        for key, row in rows.items()
        if key not in suspicions_by_key and row.settled_at is None
    ]
    back = {
        row.player_id
        for key, row in rows.items()
        if key not in suspicions_by_key and row.player_id is not None
    }
    Pattern.objects.filter(pk__in=gone).delete()
    _notify_off_board(off_board)
    port().listings_changed(off_board | back)
    return len(new) + reopened


def _player_off_board(suspicion: Suspicion) -> int | None:
    """The player whom it takes off the leaderboards. Other patterns come about by what others do,
    as losing on purpose, so they take nobody off."""
    players = suspicion.facts["players"] if suspicion.kind == Pattern.Kind.FEEDERS else None
    return players[0] if isinstance(players, list) else None


def _notify_off_board(players: Collection[int]) -> None:
    accounts = Player.objects.filter(pk__in=players, account__isnull=False)
    notify_accounts(
        PendingNotice(account, Notice.Kind.PATTERN)
        for account in accounts.values_list("account", flat=True)
    )
