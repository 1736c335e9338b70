"""The ledger of a dump beside what the formula makes of the games, in the order of rating."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from audit import fields
from audit.books import BOOKS, Books, Closings, Entry, Place, Seats
from audit.differences import Difference
from audit.dump import Unreadable, file_of, parsed
from audit.fields import Line, Wrong
from audit.joined import STRAY, Bundle
from ratings.elo import ONE, Form, rate

LEDGER: Final = file_of("ledger")
STANDINGS: Final = file_of("standings")
OVERALL: Final = "overall"

Who = tuple[str, int]
"""A pool, and a player in it."""


class State(NamedTuple):
    """A player's state in a pool."""

    form: Form
    last_played: str


Terms = tuple[int, int, int, int, int]
"""A pair: opponent, score, expected score, K, term."""


class Made(NamedTuple):
    """A change of one rating by an entry, as the ledger has it."""

    before: int
    after: int
    games_before: int
    pairs: list[Terms]


class Of(NamedTuple):
    """A game that waits for entries of its own: `seats` that count now, its rows by entry."""

    key: tuple[str, str, str]
    seats: Seats | None
    rows: dict[int, dict[Who, tuple[int, Line]]]


class Ledger:
    """Give it every bundle, then ``end`` it. `states`: the ratings that follow. `retired`: rows
    that no longer hold; `changes`: those that do. `met` is told of every rated game: its day, who
    was rated."""

    def __init__(self, books: Books, met: Callable[[str, Sequence[int]], None]) -> None:
        self._met = met
        self.states: dict[Who, State] = {}
        self.changes = self.retired = 0
        self._books = books
        self._closings = Closings(books)
        self._waiting = [entry for entries in books.entries.values() for entry in entries]
        heapq.heapify(self._waiting)
        self._taken_back = {
            (entry.place[2], entry.reverses) for entry in self._waiting if entry.kind == "reversal"
        }
        self._made: dict[tuple[str, int], dict[Who, Made]] = {}
        self._games: dict[str, Of] = {}
        self._left = Counter(entry.place[2] for entry in self._waiting)

    def add(self, bundle: Bundle) -> Iterator[Difference]:
        """The next game, and the entries that stand before it. Raises ``Unreadable``."""
        if bundle.key == STRAY:
            for number, said in bundle.ledger:
                yield Difference(LEDGER, number, f"{said.get('game')}", "a game", "not in games")
            return
        yield from self._until((*bundle.key, 0))
        try:
            of = Of(bundle.key, self._seats(bundle), {})
        except Wrong as error:
            number = bundle.lines["standings"][0].number
            raise Unreadable(f"{STANDINGS}:{number}: {error}") from None
        yield from self._rows(bundle, of)
        game = bundle.key[2]
        mine = self._books.entries.get(game, [])
        then = {entry.reverses: entry.seats for entry in mine if entry.kind == "reversal"}
        seats = then.get(0) if mine else of.seats
        if seats:
            yield from self._entry((*bundle.key, 0), "", seats, of)
        if mine:
            self._games[game] = of
            yield from self._whether_it_counts(mine, then, of)
        else:
            yield from _extra(of)

    def end(self) -> Iterator[Difference]:
        """Behind the last game."""
        yield from self._until(("~", "", "", 0))
        yield from self._closings.until("~")

    # --- inside -------------------------------------------------------------------

    def _seats(self, bundle: Bundle) -> Seats | None:
        """Seats that the game rates, if it counts. Its standing is audited elsewhere."""
        if not bundle.lines["standings"]:
            return None
        number, raw = bundle.lines["standings"][0]
        said = parsed(raw, STANDINGS, number)
        if fields.text(said, "standing") != "counted":
            return None
        found: Seats = []
        for seat in fields.lines(said, "seats"):
            player, place = (
                fields.number_or_none(seat, "player"),
                fields.number(seat, "rated_place"),
            )
            if player is not None:
                found.append((player, place or fields.number(seat, "place")))
        players = {player for player, _place in found}
        whole = len(found) == len(fields.lines(said, "seats"))
        return found if whole and 2 <= len(found) == len(players) else None

    def _rows(self, bundle: Bundle, of: Of) -> Iterator[Difference]:
        """Note the rows that hold."""
        for number, said in bundle.ledger:
            if said.get("retired") is not None:
                self.retired += 1
                continue
            self.changes += 1
            try:
                who = fields.text(said, "pool"), fields.number(said, "player")
                rows = of.rows.setdefault(fields.number(said, "nth"), {})
            except Wrong as error:
                raise Unreadable(f"{LEDGER}:{number}: {error}") from None
            if who in rows:
                what = f"{bundle.key[2]} {who[0]} player {who[1]}"
                yield Difference(LEDGER, number, what, "a second change", "one")
            rows[who] = number, said

    def _whether_it_counts(
        self, mine: list[Entry], then: Mapping[int, Seats], of: Of
    ) -> Iterator[Difference]:
        """A game that counts has one entry that is not taken back, any other none."""
        standing = [one for one in mine if one.kind != "reversal" and one.place[3] not in then]
        if len(standing) != bool(of.seats):
            yield Difference(
                BOOKS, mine[0].line, f"{of.key[2]} entries", len(standing), int(bool(of.seats))
            )
        for one in mine:
            if one.place[:2] <= of.key[:2] or not self._books.closed(of.key[0]):
                yield Difference(BOOKS, one.line, f"{of.key[2]} {one.kind}", one.place[0], "none")

    def _until(self, place: Place) -> Iterator[Difference]:
        """Go over the entries elsewhere that stand before `place`."""
        while self._waiting and self._waiting[0].place < place:
            entry = heapq.heappop(self._waiting)
            game, nth = entry.place[2:]
            of = self._games.get(game)
            if of is None:
                yield Difference(BOOKS, entry.line, f"{game} {entry.kind}", "a game", "none before")
                continue
            if entry.kind == "reversal":
                yield from self._reversal(entry, of)
            else:
                then = {one.reverses: one.seats for one in self._books.entries[game] if one.seats}
                seats = then.get(nth) or of.seats
                yield from self._entry(entry.place, entry.kind, seats or [], of)
            self._left[game] -= 1
            if not self._left[game]:
                yield from _extra(self._games.pop(game))

    def _entry(self, place: Place, kind: str, seats: Seats, of: Of) -> Iterator[Difference]:
        if not seats:
            return
        players = [player for player, _ in seats]
        self._met(of.key[0], players)
        day = place[0] if not kind else of.key[0]
        made: dict[Who, Made] = {}
        for pool in (OVERALL, str(len(players))):
            before = [self._form(pool, player) for player in players]
            try:
                changes = rate(before, [rated for _, rated in seats])
            except ValueError as error:
                raise Unreadable(f"{LEDGER}: {place[2]}: {error}") from None
            for player, change in zip(players, changes, strict=True):
                pairs = [
                    (players[opponent], score, expected, k, term)
                    for opponent, score, expected, k, term in change.pairs
                ]
                made[pool, player] = Made(change.before, change.after, change.games, pairs)
                was = self.states.get((pool, player))
                last = max(was.last_played, day) if was else day
                form = Form(change.after, change.games + 1)
                self.states[pool, player] = State(form, last)
        yield from self._compare(place, kind, made, of)

    def _reversal(self, entry: Entry, of: Of) -> Iterator[Difference]:
        """The changes of an entry are taken back: subtracted on another day."""
        taken = self._made.get((entry.place[2], entry.reverses))
        if taken is None:
            what = f"{entry.place[2]} reversal"
            yield Difference(BOOKS, entry.line, what, f"of entry {entry.reverses}", "no such entry")
            return
        made: dict[Who, Made] = {}
        for (pool, player), one in taken.items():
            form = self._form(pool, player)
            after = form.rating - (one.after - one.before)
            pairs = [(*pair[:3], -pair[3], -pair[4]) for pair in one.pairs]
            made[pool, player] = Made(form.rating, after, form.games, pairs)
            last = self.states[pool, player].last_played
            self.states[pool, player] = State(Form(after, form.games - 1), last)
        yield from self._compare(entry.place, entry.kind, made, of)

    def _form(self, pool: str, player: int) -> Form:
        state = self.states.get((pool, player))
        return state.form if state else Form()

    def _compare(
        self, place: Place, kind: str, made: dict[Who, Made], of: Of
    ) -> Iterator[Difference]:
        """The changes of one entry beside its rows; those that are compared are taken away."""
        day, at, game, nth = place
        if (game, nth) in self._taken_back:
            self._made[game, nth] = made
        rows = of.rows.pop(nth, {})
        for (pool, player), one in sorted(made.items()):
            words = (*place, pool, player, one.before, one.after, one.games_before)
            yield from self._closings.change(day, words)
            number, said = rows.pop((pool, player), (0, None))
            what = f"{game} {pool} player {player}"
            if said is None:
                yield Difference(LEDGER, 0, what, None, change_text(one))
                continue
            if not says(said, one):
                yield Difference(LEDGER, number, what, _written(said), change_text(one))
            elif (said.get("kind"), said.get("day"), said.get("at")) != (kind, day, at):
                written_at = f"{said.get('kind')} {said.get('day')} {said.get('at')}"
                yield Difference(LEDGER, number, what, written_at, f"{kind} {day} {at}")
        of.rows[nth] = rows


def _extra(of: Of) -> Iterator[Difference]:
    """Rows that hold, and that nothing makes."""
    for rows in of.rows.values():
        for (pool, player), (number, said) in rows.items():
            what = f"{of.key[2]} {pool} player {player}"
            yield Difference(LEDGER, number, what, _written(said), None)


def says(said: Line, made: Made) -> bool:
    """True if a row of the ledger says what an entry does."""
    pairs = said.get("pairs")
    return (
        (said.get("before"), said.get("after"), said.get("games_before")) == made[:3]
        and isinstance(pairs, list)
        and len(pairs) == len(made.pairs)
        and all(
            pair == dict(zip(TERMS, one, strict=True))
            for pair, one in zip(pairs, made.pairs, strict=True)
        )
    )


TERMS: Final = ("opponent", "score", "expected", "k", "term")


def points(value: object) -> str:
    """Thousandths as points: ``1520.000``."""
    return f"{value / ONE:.3f}" if isinstance(value, int) else str(value)


def change_text(made: Made) -> str:
    before, after = points(made.before), points(made.after)
    terms = ", ".join(f"{pair[0]}: {pair[4]}" for pair in made.pairs)
    return f"{before} → {after} after {made.games_before} games ({terms})"


def _written(said: Line) -> str:
    before, after = points(said.get("before")), points(said.get("after"))
    pairs = said.get("pairs")
    terms = ", ".join(
        f"{pair.get('opponent')}: {pair.get('term')}"
        for pair in (pairs if isinstance(pairs, list) else [])
        if isinstance(pair, dict)
    )
    return f"{before} → {after} after {said.get('games_before')} games ({terms})"
