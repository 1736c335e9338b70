"""A game's lines compared with the engine's verdict of its log. In processes of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from audit import fields
from audit.deals import deal
from audit.differences import Difference
from audit.dump import Unreadable, file_of, parsed
from audit.fields import Line, Wrong
from audit.joined import STRAY, Bundle, Said
from audit.pins import (
    PINS,
    Compared,
    Numbered,
    Pinned,
    explains,
    faults,
    holding,
    of_itself,
    pinned,
)
from audit.standing import standing_of
from engine import EngineError, Game, read_log, verify
from engine.verdict import reason, refused

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"

GAMES, STANDINGS, VERIFICATIONS, TABLES = map(
    file_of, ("games", "standings", "verifications", "tables")
)


class Judged(NamedTuple):
    """Differences of some games: how many `games` and `deals` were computed again; which are
    `pinned` and differ as that explains."""

    differences: list[Difference]
    games: int
    deals: int
    pinned: list[Pinned]


def judge(bundles: Sequence[Bundle], quick: bool) -> Judged:
    """Judge them all. Raises ``Unreadable`` for lines that are not what they have to be."""
    found: list[Difference] = []
    kept: list[Pinned] = []
    games = deals = 0
    for bundle in bundles:
        case = Case(bundle, quick)
        found += case.differences()
        games += case.game is not None
        deals += case.dealt
        kept += [case.pinned] if case.pinned else []
    return Judged(found, games, deals, kept)


def id_of(fingerprint: str) -> str:
    """The first 60 bits of a fingerprint, in Crockford's base 32."""
    number = int(fingerprint[:15], 16)
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(12)))


class Case:
    """One game: what is said of it in each file. `game`: what the engine made of its log."""

    def __init__(self, bundle: Bundle, quick: bool) -> None:
        self.key = bundle.key
        self.id = bundle.key[2]
        self.lines = bundle.lines
        self.quick = quick
        self.game: Game | None = None
        self.dealt = False
        self.pinned: Pinned | None = None
        self.at = ""
        self.line: Line = {}

    def differences(self) -> Iterator[Difference]:
        if self.key == STRAY:
            yield from self._strays()
            return
        try:
            for file in ("games", "standings"):
                for number, _raw in self.lines[file][1:]:
                    yield Difference(file_of(file), number, self.id, "twice", "once")
            yield from self._of_game()
            yield from self._of_standing()
        except Wrong as error:
            raise Unreadable(f"{self.at}: {error}") from None

    def _parsed(self, file: str, said: Said) -> Line:
        """A line of this file, which is looked at from now on."""
        self.at = f"{file}:{said.number}"
        return parsed(said.raw, file, said.number)

    def _number(self, file: str) -> int:
        said = self.lines[file]
        return said[0].number if said else 0

    def _strays(self) -> Iterator[Difference]:
        """Lines about games that are not there; lines that name no game are no difference."""
        for file, found in self.lines.items():
            for number, raw in found:
                game = parsed(raw, file_of(file), number).get("game")
                if game is not None or file in ("games", "standings"):
                    yield Difference(file_of(file), number, f"{game}", "a game", "not in games")

    # --- the log ------------------------------------------------------------------

    def _of_game(self) -> Iterator[Difference]:
        if not self.lines["games"]:
            for file in [name for name, found in self.lines.items() if found][:1]:
                number = self._number(file)
                yield Difference(file_of(file), number, self.id, "a game", "not in games")
            return
        said = self.lines["games"][0]
        line = self.line = self._parsed(GAMES, said)
        if canonical(line) != said.raw:
            yield self._in(GAMES, said.number, "the line", "its JSON", "canonical JSON")
        why = self._judged(fields.text(line, "log"))
        made = Made.of(self.game, self.quick) if self.game else None
        wrong = list(_facts(line, made)) if made else []
        runs = self._runs(line)
        if not runs:
            yield self._in(VERIFICATIONS, 0, "verification of its log", None, "one at least")
            if why:
                yield self._in(GAMES, said.number, "verdict", "verified", f"refused: {why}")
        elif self._refused_for_its_result(runs[-1][1], wrong):
            return
        found = list(self._of_run(*runs[-1], why, made)) if runs else []
        found += [self._in(GAMES, said.number, *one) for one in wrong]
        yield from self._unexplained(found, runs, said.number)
        if not why:
            yield from self._of_tables()

    def _unexplained(
        self, found: list[Difference], runs: Sequence[Numbered], number: int
    ) -> Iterator[Difference]:
        """Differences of this game that its pin does not explain; faults of that
        pin, or, where it explains some, with the record by itself."""
        lines = self.lines.get("pins", [])
        pins = holding([(said.number, self._parsed(PINS, said)) for said in lines])
        pin, wrong = faults(self.id, pins, runs)
        yield from wrong
        explained = [one for one in found if pin and explains(one, self.id)]
        yield from (one for one in found if one not in explained)
        if pin is None or not explained:
            return
        self.pinned = pinned(self.id, pin, explained)
        for name, written, follows in of_itself(self.line, runs[-1][1], self._claimed()):
            yield self._in(GAMES, number, f"{name}, pinned", written, follows)
        seats = fields.lines(self.line, "seats")
        rated = [fields.number(seat, "rated_place") for seat in seats]
        if rated not in (allowed := _rated([fields.number(one, "place") for one in seats], seats)):
            yield self._in(GAMES, number, "rated places, pinned", rated, allowed[0])

    def _judged(self, log: str) -> str:
        """Has the engine judge; why the log is refused, or nothing."""
        try:
            self.game = verify(read_log(log.encode()), keep_events=not self.quick)
        except EngineError as error:
            return reason(refused(error))
        except Exception as error:
            return f"the engine failed: {type(error).__name__}: {error}"
        return ""

    def _claimed(self) -> tuple[int, ...] | None:
        """The result that the log claims, whatever the engine says of it."""
        try:
            return read_log(fields.text(self.line, "log").encode()).header.result
        except EngineError:
            return None

    # --- verifications ------------------------------------------------------------

    def _runs(self, line: Line) -> list[Numbered]:
        """The runs of the log on record, in the order of time: older ones had older engines."""
        found: list[tuple[str, int, Numbered]] = []
        submission = fields.number(line, "submission")
        for said in self.lines["verifications"]:
            run = self._parsed(VERIFICATIONS, said)
            fields.text(run, "verdict")
            at, pk = fields.moment(run, "at"), fields.number(run, "id")
            if fields.number(run, "submission") == submission:
                found.append((at, pk, (said.number, run)))
        return [run for _at, _pk, run in sorted(found, key=lambda one: one[:2])]

    def _refused_for_its_result(self, run: Line, wrong: list[Compared]) -> bool:
        """It is on record that its log gives another result than the one on record."""
        refusal = fields.object_or_none(run, "refusal") or {}
        names = {name.partition(" of ")[0] for name, _written, _follows in wrong}
        refuted = fields.text(run, "verdict") == "refused" and refusal.get("kind") == "result"
        return refuted and bool(names & {"points", "fingerprint"})

    def _of_run(self, number: int, run: Line, why: str, made: Made | None) -> Iterator[Difference]:
        verdict = fields.text(run, "verdict")
        if verdict != ("refused" if why else "verified"):
            follows = f"refused: {why}" if why else "verified"
            yield self._in(VERIFICATIONS, number, "verdict", verdict, follows)
        elif made is not None:
            if fields.text(run, "fingerprint") != made.fingerprint:
                written = run["fingerprint"]
                yield self._in(VERIFICATIONS, number, "fingerprint", written, made.fingerprint)
            if made.digest and fields.text(run, "digest") != made.digest:
                yield self._in(VERIFICATIONS, number, "digest", run["digest"], made.digest)
        yield from self._refuted(verdict)

    def _refuted(self, verdict: str) -> Iterator[Difference]:
        for said in self.lines["standings"][:1]:
            written = fields.yes(self._parsed(STANDINGS, said), "refuted")
            if written != (verdict == "refused"):
                yield self._in(STANDINGS, said.number, "refuted", written, not written)

    # --- standing, deal -----------------------------------------------------------

    def _of_standing(self) -> Iterator[Difference]:
        if not self.lines["standings"]:
            yield self._in(STANDINGS, 0, "standing", None, "a line")
            return
        said = self.lines["standings"][0]
        line = self._parsed(STANDINGS, said)
        written, follows = fields.text(line, "standing"), standing_of(line)
        if written != follows:
            yield self._in(STANDINGS, said.number, "standing", written, follows)
        if not self.lines["games"]:
            return
        game = self.line
        for name in ("standing", "fingerprint"):
            if line.get(name) != game.get(name):
                yield self._in(STANDINGS, said.number, name, line.get(name), game.get(name))
        for name in ("player", "place", "rated_place"):
            mine = [seat.get(name) for seat in fields.lines(line, "seats")]
            its = [seat.get(name) for seat in fields.lines(game, "seats")]
            if mine != its:
                yield self._in(STANDINGS, said.number, f"{name} by seat", mine, its)

    def _of_tables(self) -> Iterator[Difference]:
        assert self.game is not None
        for said in self.lines["tables"]:
            table = self._parsed(TABLES, said)
            for name, written, follows in deal(table, self.game.log.header):
                if written != follows:
                    yield self._in(TABLES, said.number, name, written, follows)
            self.dealt = self.dealt or bool(self.game.log.header.secret)

    def _in(
        self, file: str, number: int, what: str, written: object, follows: object
    ) -> Difference:
        return Difference(file, number, f"{self.id} {what}", written, follows)


# --- inside -------------------------------------------------------------------


ENCODER: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(line: Line) -> bytes:
    return ENCODER.encode(line).encode("utf-8", "replace")


class Made(NamedTuple):
    """The engine's verdict of a log. `digest`: empty where it was not asked for."""

    game: Game
    fingerprint: str
    log: str
    digest: str

    @classmethod
    def of(cls, game: Game, quick: bool) -> Made:
        texts = game.texts
        return cls(game, texts.fingerprint, texts.log, "" if quick else game.digest)


def _facts(line: Line, made: Made) -> Iterator[Compared]:
    """Fields of a game's line that differ from its log."""
    for name, written, follows in _said(line, made):
        if written != follows:
            yield name, written, follows


def _said(line: Line, made: Made) -> Iterator[Compared]:
    log, setup = made.game.log, made.game.log.setup
    if fields.text(line, "log") != made.log:
        yield "log", "another text", "its canonical text"
    yield "fingerprint", fields.text(line, "fingerprint"), made.fingerprint
    yield "id", fields.text(line, "id"), id_of(made.fingerprint)
    yield "digest", fields.text(line, "digest") if made.digest else "", made.digest
    yield "edition", fields.text(line, "edition"), setup.edition
    yield "profile", fields.text(line, "profile"), setup.profile.value
    yield "sites", fields.text(line, "sites"), "".join(side.word for side in setup.sides)
    yield "modules", line.get("modules"), [module.word for module in sorted(setup.modules)]
    yield "chance", fields.text(line, "chance"), log.header.chance
    yield "entries", fields.number(line, "entries"), len(made.game.entries)
    played = log.header.played
    accepted = fields.moment(line, "accepted_at")[:10]
    yield "played_on", fields.day(line, "played_on"), played.isoformat() if played else accepted
    yield from _seats(fields.lines(line, "seats"), made.game)


def _seats(seats: list[Line], game: Game) -> Iterator[Compared]:
    colours = [colour.word for colour in game.log.setup.seats]
    yield "seats", [fields.text(seat, "colour") for seat in seats], colours
    if len(seats) != len(colours):
        return
    tally = game.result
    for number, (colour, seat) in enumerate(zip(colours, seats, strict=True)):
        yield f"name of {colour}", fields.text(seat, "name"), game.log.header.names[number]
        yield f"points of {colour}", fields.number(seat, "points"), tally.points[number]
        yield f"place of {colour}", fields.number(seat, "place"), tally.places[number]
        yield f"sled of {colour}", fields.number(seat, "sled"), tally.sleds[number]
        breakdown = fields.object_or_none(seat, "breakdown")
        yield f"breakdown of {colour}", breakdown, tally.breakdown(number)
    written = [fields.number(seat, "rated_place") for seat in seats]
    allowed = _rated(tally.places, seats)
    yield "rated places", written, written if written in allowed else allowed[0]


def _rated(places: Sequence[int], seats: list[Line]) -> list[list[int]]:
    """The places that ratings may use: by the rule, and by that before it."""
    since = [fields.number_or_none(seat, "replaced_at") for seat in seats]
    return [rated_places(places, since), rated_by_staying(places, since)]


def rated_places(places: Sequence[int], since: Sequence[int | None]) -> list[int]:
    """Players who played to the end first; the replaced share the last place."""
    order = [
        (entry is not None, place if entry is None else 0)
        for place, entry in zip(places, since, strict=True)
    ]
    return [1 + sum(other < mine for other in order) for mine in order]


def rated_by_staying(places: Sequence[int], since: Sequence[int | None]) -> list[int]:
    """As games have it from before that rule: who stayed longest first."""
    order = [
        (entry is not None, place if entry is None else -entry)
        for place, entry in zip(places, since, strict=True)
    ]
    return [1 + sum(other < mine for other in order) for mine in order]
