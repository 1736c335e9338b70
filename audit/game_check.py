"""A game's lines compared with the engine's verdict of its log. In processes of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from audit import fields
from audit.dump import UnreadableDump, file_name, parse_line
from audit.fields import AuditDifference, Line, WrongField
from audit.lines_by_game import STRAY, GameLines, NumberedLine
from audit.pins import (
    PINS,
    Compared,
    Numbered,
    PinnedGame,
    check_pins,
    is_explained,
    pinned_game,
    pins_in_force,
    record_conflicts,
)
from audit.standing import audited_standing
from engine import EngineError, Game, read_log, verify
from engine.log import Header
from engine.verdict import refusal_reason, refused_fields

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"

GAMES, STANDINGS, VERIFICATIONS, TABLES = map(
    file_name, ("games", "standings", "verifications", "tables")
)


class JudgedGames(NamedTuple):
    """Differences of some games: how many `games` and `deals` were computed again; which are
    `pinned` and differ as that explains."""

    differences: list[AuditDifference]
    games: int
    deals: int
    pinned: list[PinnedGame]


def judge_games(bundles: Sequence[GameLines], quick: bool) -> JudgedGames:
    """Judge them all. Raises ``Unreadable`` for lines that are not what they have to be."""
    differences: list[AuditDifference] = []
    pinned: list[PinnedGame] = []
    games = deals = 0
    for bundle in bundles:
        case = GameCase(bundle, quick)
        differences += case.differences()
        games += case.game is not None
        deals += case.dealt
        pinned += [case.pinned] if case.pinned else []
    return JudgedGames(differences, games, deals, pinned)


def id_of(fingerprint: str) -> str:
    """The first 60 bits of a fingerprint, in Crockford's base 32."""
    number = int(fingerprint[:15], 16)
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(12)))


class GameCase:
    """One game: what is said of it in each file. `game`: what the engine made of its log."""

    def __init__(self, bundle: GameLines, quick: bool) -> None:
        self.key = bundle.key
        self.id = bundle.key[2]
        self.lines = bundle.lines
        self.quick = quick
        self.game: Game | None = None
        self.dealt = False
        self.pinned: PinnedGame | None = None
        self.at = ""
        self.line: Line = {}

    def differences(self) -> Iterator[AuditDifference]:
        if self.key == STRAY:
            yield from self._strays()
            return
        try:
            for file in ("games", "standings"):
                for number, _raw in self.lines[file][1:]:
                    yield AuditDifference(file_name(file), number, self.id, "twice", "once")
            yield from self._of_game()
            yield from self._of_standing()
        except WrongField as error:
            raise UnreadableDump(f"{self.at}: {error}") from None

    def _parse(self, file: str, numbered: NumberedLine) -> Line:
        """A line of this file, which is looked at from now on."""
        self.at = f"{file}:{numbered.number}"
        return parse_line(numbered.raw, file, numbered.number)

    def _number(self, file: str) -> int:
        lines = self.lines[file]
        return lines[0].number if lines else 0

    def _strays(self) -> Iterator[AuditDifference]:
        """Lines about games that are not there; lines that name no game are no difference."""
        for file, lines in self.lines.items():
            for number, raw in lines:
                game = parse_line(raw, file_name(file), number).get("game")
                if game is not None or file in ("games", "standings"):
                    yield AuditDifference(
                        file_name(file), number, f"{game}", "a game", "not in games"
                    )

    # --- the log ------------------------------------------------------------------

    def _of_game(self) -> Iterator[AuditDifference]:
        if not self.lines["games"]:
            for file in [name for name, differences in self.lines.items() if differences][:1]:
                number = self._number(file)
                yield AuditDifference(file_name(file), number, self.id, "a game", "not in games")
            return
        numbered = self.lines["games"][0]
        line = self.line = self._parse(GAMES, numbered)
        if canonical(line) != numbered.raw:
            yield self._difference(GAMES, numbered.number, "the line", "its JSON", "canonical JSON")
        refusal = self._judge(fields.text_field(line, "log"))
        replayed = ReplayedGame.from_game(self.game, self.quick) if self.game else None
        wrong = list(_game_differences(line, replayed)) if replayed else []
        runs = self._runs(line)
        if not runs:
            yield self._difference(
                VERIFICATIONS, 0, "verification of its log", None, "one at least"
            )
            if refusal:
                yield self._difference(
                    GAMES, numbered.number, "verdict", "verified", f"refused: {refusal}"
                )
        elif self._refused_for_its_result(runs[-1][1], wrong):
            return
        differences = list(self._of_run(*runs[-1], refusal, replayed)) if runs else []
        differences += [self._difference(GAMES, numbered.number, *compared) for compared in wrong]
        yield from self._unexplained(differences, runs, numbered.number)
        if not refusal:
            yield from self._of_tables()

    def _unexplained(
        self, differences: list[AuditDifference], runs: Sequence[Numbered], number: int
    ) -> Iterator[AuditDifference]:
        """Differences of this game that its pin does not explain; faults of that
        pin, or, where it explains some, with the record by itself."""
        lines = self.lines.get("pins", [])
        pins = pins_in_force([(numbered.number, self._parse(PINS, numbered)) for numbered in lines])
        pin, wrong = check_pins(self.id, pins, runs)
        yield from wrong
        explained = [
            difference for difference in differences if pin and is_explained(difference, self.id)
        ]
        yield from (difference for difference in differences if difference not in explained)
        if pin is None or not explained:
            return
        self.pinned = pinned_game(self.id, pin, explained)
        for name, stored, follows in record_conflicts(self.line, runs[-1][1], self._claimed()):
            yield self._difference(GAMES, number, f"{name}, pinned", stored, follows)
        seats = fields.objects_field(self.line, "seats")
        rated = [fields.number_field(seat, "rated_place") for seat in seats]
        if rated not in (
            allowed := _allowed_places(
                [fields.number_field(difference, "place") for difference in seats], seats
            )
        ):
            yield self._difference(GAMES, number, "rated places, pinned", rated, allowed[0])

    def _judge(self, log: str) -> str:
        """Has the engine judge; why the log is refused, or nothing."""
        try:
            self.game = verify(read_log(log.encode()), keep_events=not self.quick)
        except EngineError as error:
            return refusal_reason(refused_fields(error))
        except Exception as error:
            return f"the engine failed: {type(error).__name__}: {error}"
        return ""

    def _claimed(self) -> tuple[int, ...] | None:
        """The result that the log claims, whatever the engine says of it."""
        try:
            return read_log(fields.text_field(self.line, "log").encode()).header.result
        except EngineError:
            return None

    # --- verifications ------------------------------------------------------------

    def _runs(self, line: Line) -> list[Numbered]:
        """The runs of the log on record, in the order of time: older ones had older engines."""
        runs: list[tuple[str, int, Numbered]] = []
        submission = fields.number_field(line, "submission")
        for numbered in self.lines["verifications"]:
            run = self._parse(VERIFICATIONS, numbered)
            fields.text_field(run, "verdict")
            moment, pk = fields.moment_field(run, "at"), fields.number_field(run, "id")
            if fields.number_field(run, "submission") == submission:
                runs.append((moment, pk, (numbered.number, run)))
        return [run for _moment, _pk, run in sorted(runs, key=lambda dated: dated[:2])]

    def _refused_for_its_result(self, run: Line, wrong: list[Compared]) -> bool:
        """It is on record that its log gives another result than the one on record."""
        refusal = fields.object_or_none(run, "refusal") or {}
        names = {name.partition(" of ")[0] for name, _stored, _follows in wrong}
        refuted = fields.text_field(run, "verdict") == "refused" and refusal.get("kind") == "result"
        return refuted and bool(names & {"points", "fingerprint"})

    def _of_run(
        self, number: int, run: Line, refusal: str, replayed: ReplayedGame | None
    ) -> Iterator[AuditDifference]:
        verdict = fields.text_field(run, "verdict")
        if verdict != ("refused" if refusal else "verified"):
            follows = f"refused: {refusal}" if refusal else "verified"
            yield self._difference(VERIFICATIONS, number, "verdict", verdict, follows)
        elif replayed is not None:
            if fields.text_field(run, "fingerprint") != replayed.fingerprint:
                stored = run["fingerprint"]
                yield self._difference(
                    VERIFICATIONS, number, "fingerprint", stored, replayed.fingerprint
                )
            if replayed.digest and fields.text_field(run, "digest") != replayed.digest:
                yield self._difference(
                    VERIFICATIONS, number, "digest", run["digest"], replayed.digest
                )
        yield from self._refuted(verdict)

    def _refuted(self, verdict: str) -> Iterator[AuditDifference]:
        for numbered in self.lines["standings"][:1]:
            stored = fields.flag_field(self._parse(STANDINGS, numbered), "refuted")
            if stored != (verdict == "refused"):
                yield self._difference(STANDINGS, numbered.number, "refuted", stored, not stored)

    # --- standing, deal -----------------------------------------------------------

    def _of_standing(self) -> Iterator[AuditDifference]:
        if not self.lines["standings"]:
            yield self._difference(STANDINGS, 0, "standing", None, "a line")
            return
        numbered = self.lines["standings"][0]
        line = self._parse(STANDINGS, numbered)
        stored, follows = fields.text_field(line, "standing"), audited_standing(line)
        if stored != follows:
            yield self._difference(STANDINGS, numbered.number, "standing", stored, follows)
        if not self.lines["games"]:
            return
        game = self.line
        for name in ("standing", "fingerprint"):
            if line.get(name) != game.get(name):
                yield self._difference(
                    STANDINGS, numbered.number, name, line.get(name), game.get(name)
                )
        for name in ("player", "place", "rated_place"):
            stored_seats = [seat.get(name) for seat in fields.objects_field(line, "seats")]
            game_seats = [seat.get(name) for seat in fields.objects_field(game, "seats")]
            if stored_seats != game_seats:
                yield self._difference(
                    STANDINGS, numbered.number, f"{name} by seat", stored_seats, game_seats
                )

    def _of_tables(self) -> Iterator[AuditDifference]:
        assert self.game is not None
        for numbered in self.lines["tables"]:
            table = self._parse(TABLES, numbered)
            for name, stored, follows in deal_claims(table, self.game.log.header):
                if stored != follows:
                    yield self._difference(TABLES, numbered.number, name, stored, follows)
            self.dealt = self.dealt or bool(self.game.log.header.secret)

    def _difference(
        self, file: str, number: int, label: str, stored: object, follows: object
    ) -> AuditDifference:
        return AuditDifference(file, number, f"{self.id} {label}", stored, follows)


# --- the deal of a table --------------------------------------------------------


def deal_claims(table: Line, header: Header) -> Iterator[tuple[str, object, object]]:
    """Fields of a table's line: name, as written, as it follows from the log."""
    colours = [colour.word for colour in header.setup.seats]
    yield "commitment", f"committed sha256:{fields.text_field(table, 'commitment')}", header.chance
    if not header.secret:
        yield "secret", "not revealed", "in the log of its game"
        return
    terms = fields.number_field(table, "terms")
    yield "terms", terms, 2 if header.promises else 1
    shares = {
        colour_word: share
        for colour_word, share in zip(colours, header.entropy, strict=True)
        if share
    }
    yield "shares", fields.texts_field(table, "shares"), shares
    if header.promises:
        promises = zip(colours, header.promises, strict=True)
        follows = {colour_word: promise for colour_word, promise in promises if promise}
        yield "promises", fields.texts_field(table, "promises"), follows


# --- inside -------------------------------------------------------------------


ENCODER: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(line: Line) -> bytes:
    return ENCODER.encode(line).encode("utf-8", "replace")


class ReplayedGame(NamedTuple):
    """The engine's verdict of a log. `digest`: empty where it was not asked for."""

    game: Game
    fingerprint: str
    log: str
    digest: str

    @classmethod
    def from_game(cls, game: Game, quick: bool) -> ReplayedGame:
        texts = game.texts
        return cls(game, texts.fingerprint, texts.log, "" if quick else game.digest)


def _game_differences(line: Line, replayed: ReplayedGame) -> Iterator[Compared]:
    """Fields of a game's line that differ from its log."""
    for name, stored, follows in _compared_fields(line, replayed):
        if stored != follows:
            yield name, stored, follows


def _compared_fields(line: Line, replayed: ReplayedGame) -> Iterator[Compared]:
    log, setup = replayed.game.log, replayed.game.log.setup
    if fields.text_field(line, "log") != replayed.log:
        yield "log", "another text", "its canonical text"
    yield "fingerprint", fields.text_field(line, "fingerprint"), replayed.fingerprint
    yield "id", fields.text_field(line, "id"), id_of(replayed.fingerprint)
    yield "digest", fields.text_field(line, "digest") if replayed.digest else "", replayed.digest
    yield "edition", fields.text_field(line, "edition"), setup.edition
    yield "profile", fields.text_field(line, "profile"), setup.profile.value
    yield "sites", fields.text_field(line, "sites"), "".join(side.word for side in setup.sides)
    yield "modules", line.get("modules"), [module.word for module in sorted(setup.modules)]
    yield "chance", fields.text_field(line, "chance"), log.header.chance
    yield "entries", fields.number_field(line, "entries"), len(replayed.game.entries)
    played = log.header.played
    accepted = fields.moment_field(line, "accepted_at")[:10]
    yield (
        "played_on",
        fields.day_field(line, "played_on"),
        played.isoformat() if played else accepted,
    )
    yield from _seats(fields.objects_field(line, "seats"), replayed.game)


def _seats(seats: list[Line], game: Game) -> Iterator[Compared]:
    colours = [colour.word for colour in game.log.setup.seats]
    yield "seats", [fields.text_field(seat, "colour") for seat in seats], colours
    if len(seats) != len(colours):
        return
    tally = game.result
    for number, (colour, seat) in enumerate(zip(colours, seats, strict=True)):
        yield f"name of {colour}", fields.text_field(seat, "name"), game.log.header.names[number]
        yield f"points of {colour}", fields.number_field(seat, "points"), tally.points[number]
        yield f"place of {colour}", fields.number_field(seat, "place"), tally.places[number]
        yield f"sled of {colour}", fields.number_field(seat, "sled"), tally.sleds[number]
        breakdown = fields.object_or_none(seat, "breakdown")
        yield f"breakdown of {colour}", breakdown, tally.breakdown(number)
    stored = [fields.number_field(seat, "rated_place") for seat in seats]
    allowed = _allowed_places(tally.places, seats)
    yield "rated places", stored, stored if stored in allowed else allowed[0]


def _allowed_places(places: Sequence[int], seats: list[Line]) -> list[list[int]]:
    """The places that ratings may use: by the rule, and by that before it."""
    since = [fields.number_or_none(seat, "replaced_at") for seat in seats]
    return [audited_places(places, since), rated_by_staying(places, since)]


def audited_places(places: Sequence[int], since: Sequence[int | None]) -> list[int]:
    """Players who played to the end first; the replaced share the last place."""
    order = [
        (entry is not None, place if entry is None else 0)
        for place, entry in zip(places, since, strict=True)
    ]
    return [1 + sum(other < rank for other in order) for rank in order]


def rated_by_staying(places: Sequence[int], since: Sequence[int | None]) -> list[int]:
    """As games have it from before that rule: who stayed longest first."""
    order = [
        (entry is not None, place if entry is None else -entry)
        for place, entry in zip(places, since, strict=True)
    ]
    return [1 + sum(other < rank for other in order) for rank in order]
