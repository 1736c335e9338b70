"""Lists of a dump: its editions, players, ratings, and the leaderboards that follow."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

from audit import fields
from audit.audited_change import points_text
from audit.dump import Dump, UnreadableDump, compare_line_count, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField
from audit.rating import COMPUTERS, OVERALL, AuditedState, LedgerAudit
from engine.editions import EditionError, load, register
from ratings.elo import DEVIATION_FIRST, POINT, PlayerForm, aged_deviation

RATINGS: Final = file_name("ratings")
PLAYERS: Final = file_name("players")
POOLS: Final = (OVERALL, "2", "3", "4", COMPUTERS)


class DumpPlayer(NamedTuple):
    """A player's line. `handle`: empty for a guest; `merged_into`: the player who they are;
    `bot_since`: moment of the mark; empty: none."""

    name: str
    computer: bool
    handle: str
    merged_into: int | None
    bot_since: str = ""


def read_players(dump: Dump) -> dict[int, DumpPlayer]:
    """By id. Raises ``Unreadable``."""
    players: dict[int, DumpPlayer] = {}
    for number, raw in read_lines(dump, "players"):
        line = parse_line(raw, PLAYERS, number)
        try:
            players[fields.number_field(line, "id")] = DumpPlayer(
                fields.text_field(line, "name"),
                fields.text_field(line, "computer") != "",
                "" if line.get("handle") is None else fields.text_field(line, "handle"),
                fields.number_or_none(line, "merged_into"),
                fields.moment_field(line, "bot_since") if "bot_since" in line else "",
            )
        except WrongField as error:
            raise UnreadableDump(f"{PLAYERS}:{number}: {error}") from None
    return players


def computers_since(players: dict[int, DumpPlayer]) -> dict[int, str]:
    """Computer players, by id the moment since when; of those of the site it is empty."""
    return {
        player: "" if entry.computer else entry.bot_since
        for player, entry in players.items()
        if entry.computer or entry.bot_since
    }


def names_in_logs(players: dict[int, DumpPlayer]) -> dict[int, frozenset[str]]:
    """Names by which logs may mean a player: the handle or the guest's name, and those of guests
    that were merged into the player. Who was merged into another sits nowhere."""
    names: dict[int, set[str]] = defaultdict(set)
    current_of: dict[int, int] = {}
    for player, entry in players.items():
        chain, current = [], player
        while current not in current_of:
            current_of[current] = current  # where a circle of merges, which is a lie, ends
            chain.append(current)
            target = players[current].merged_into
            current = target if target in players else current
        current = current_of[current]
        current_of.update(dict.fromkeys(chain, current))
        names[current].add(f"@{entry.handle}" if entry.handle else entry.name)
    return {player: frozenset(spellings) for player, spellings in names.items()}


def compare_ratings(dump: Dump, ledger: LedgerAudit) -> Iterator[AuditDifference]:
    """The present ratings, compared with the ends of their chains. Raises ``Unreadable``."""
    left = {holder: state for holder, state in ledger.states.items() if state.form.games}
    count = 0
    for count, raw in read_lines(dump, "ratings"):
        line = parse_line(raw, RATINGS, count)
        try:
            holder = fields.text_field(line, "pool"), fields.number_field(line, "player")
            rating, games = fields.number_field(line, "rating"), fields.number_field(line, "games")
            last = fields.day_field(line, "last_played")
            deviation = fields.number_or_none(line, "deviation")
        except WrongField as error:
            raise UnreadableDump(f"{RATINGS}:{count}: {error}") from None
        state = left.pop(holder, None)
        form = PlayerForm(rating, games, deviation)
        if state is None or (form, last) != state:
            stored = state_text(AuditedState(form, last))
            label = f"player {holder[1]} {holder[0]}"
            yield AuditDifference(RATINGS, count, label, stored, state and state_text(state))
    for (pool, player), state in sorted(left.items()):
        yield AuditDifference(RATINGS, 0, f"player {player} {pool}", None, state_text(state))
    yield from compare_line_count(dump, "ratings", count)


def unnamed_players(players: Collection[int], ledger: LedgerAudit) -> Iterator[AuditDifference]:
    """Players of the ledger, also of retired changes, without a line."""
    rated = {player for _pool, player in ledger.states.keys() | ledger.revised}
    for player in sorted(rated - set(players)):
        yield AuditDifference(PLAYERS, 0, f"player {player}", None, "a line")


def state_text(state: AuditedState) -> str:
    rating, games, deviation = state.form
    doubt = "" if deviation is None else f" ± {points_text(deviation)}"
    return f"{points_text(rating)}{doubt} after {games} games, the last on {state.last_played}"


# --- leaderboards -------------------------------------------------------------


class PlayerMeetings:
    """Recent opponents of each player, by which leaderboards list."""

    def __init__(self, dump: Dump, players: dict[int, DumpPlayer]) -> None:
        self._games = setting(dump.settings, "leaderboard_games", 10)
        self._opponents = setting(dump.settings, "leaderboard_opponents", 4)
        self._witnessed = setting(dump.settings, "leaderboard_witnessed_games", 0)
        limit = setting(dump.settings, "leaderboard_deviation", 0)
        self._limit = limit * POINT if 0 < limit <= DEVIATION_FIRST // POINT else DEVIATION_FIRST
        self._today = date.fromisoformat(dump.made_at[:10])
        self._off_board = dump.off_board
        days = min(setting(dump.settings, "leaderboard_days", 365), 36_500)
        self._since = (self._today - timedelta(days=days)).isoformat()
        self._players = players
        self._computers = computers_since(players)
        self._of: dict[int, deque[frozenset[int]]] = defaultdict(deque)
        self._witnessed_of: Counter[int] = Counter()

    def add(self, day: str, accepted_at: str, seats: Iterable[int], witnessed: bool) -> None:
        """A rated game; `witnessed`: it was played here, or an arbiter vouches for it."""
        if day < self._since:
            return
        sat = frozenset(seats)
        people = frozenset(
            player
            for player in sat & self._players.keys()
            if player not in self._computers or accepted_at < self._computers[player]
        )
        for player in sat:
            if opponents := people - {player}:
                self._of[player].append(opponents)
                self._witnessed_of[player] += witnessed

    def listed(self, pool: str, player: int) -> bool:
        games = self._of.get(player, ())
        return (
            player not in self._off_board
            and (pool == COMPUTERS or not self._computers.get(player))
            and len(games) >= self._games
            and len(frozenset().union(*games)) >= self._opponents
            and self._witnessed_of[player] >= self._witnessed
        )

    def is_sure(self, state: AuditedState) -> bool:
        """The deviation of a rating, grown since its last game, is within the limit."""
        if state.form.deviation is None:
            return True
        days = (self._today - date.fromisoformat(state.last_played)).days
        return aged_deviation(state.form.deviation, days) <= self._limit


def setting(settings: Line, name: str, usual: int) -> int:
    number = settings.get(name)
    return number if type(number) is int and number >= 0 else usual


def leaderboards_of_dump(
    ledger: LedgerAudit, met: PlayerMeetings, players: dict[int, DumpPlayer], length: int
) -> Iterator[tuple[str, list[tuple[str, int, int]]]]:
    """Of each pool who is listed: name, rating, games; the best first. None with computer
    players where nobody is listed in it."""
    rows: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for (pool, player), state in ledger.states.items():
        if state.form.games and met.listed(pool, player) and met.is_sure(state):
            rows[pool].append((state.form.rating, state.form.games, player))
    for pool in POOLS if rows[COMPUTERS] else POOLS[:-1]:
        best = sorted(rows[pool], key=lambda row: (-row[0], row[2]))[:length]
        yield pool, [(_name(players, player), rating, games) for rating, games, player in best]


def _name(players: dict[int, DumpPlayer], player: int) -> str:
    return players[player].name if player in players else f"player {player}"


EDITIONS: Final = file_name("editions")
MAX_LINES: Final = 1000


def read_editions(dump: Dump) -> tuple[list[str], list[AuditDifference]]:
    """The texts of all editions, and what differs: a digest, a name, a text that is none. Raises
    ``Unreadable``."""
    texts: list[str] = []
    faults: list[AuditDifference] = []
    count = 0
    for count, raw in read_lines(dump, "editions"):
        if count > MAX_LINES:
            raise UnreadableDump(f"{EDITIONS}: more than {MAX_LINES} lines")
        line = parse_line(raw, EDITIONS, count)
        try:
            name, text = fields.text_field(line, "name"), fields.text_field(line, "toml")
            digest = fields.text_field(line, "sha256")
        except WrongField as error:
            raise UnreadableDump(f"{EDITIONS}:{count}: {error}") from None
        differences = list(_differences(count, name, text, digest))
        faults += differences
        if not differences:
            texts.append(text)
    return texts, [*faults, *compare_line_count(dump, "editions", count)]


def register_editions(texts: Sequence[str]) -> None:
    """Have the engine of this process judge by them; each was read before."""
    for text in texts:
        register(load(text))


def _differences(number: int, name: str, text: str, digest: str) -> Iterator[AuditDifference]:
    follows = sha256(text.encode()).hexdigest()
    if digest != follows:
        yield AuditDifference(EDITIONS, number, f"{name} sha256", digest, follows)
    try:
        edition = load(text)
        if edition.name != name:
            yield AuditDifference(EDITIONS, number, f"{name} name", name, edition.name)
        register(edition)
    except EditionError as error:
        yield AuditDifference(EDITIONS, number, name, "an edition", str(error))
