"""A game's lines compared with the engine's verdict of its log. In processes of its own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from audit import fields
from audit.deals import deal_claims, earlier_deal
from audit.decisions import DECISIONS, broken_decisions
from audit.dump import UnreadableDump, file_name, parse_line
from audit.fields import AuditDifference, Line, WrongField, canonical_bytes
from audit.game_fields import ReplayedGame, allowed_places, game_differences
from audit.lines_by_game import STRAY, GameLines, NumberedLine
from audit.pins import (
    PINS,
    Numbered,
    PinnedGame,
    check_pins,
    is_explained,
    pinned_game,
    pins_in_force,
    record_conflicts,
)
from audit.research_rows import RowDigests, row_digests
from audit.standing import audited_standing
from audit.wrong_editions import WrongEdition, began_too_late
from engine import EngineError, Game, read_log, verify
from engine.build import engine_version
from engine.log import Header, Log
from engine.verdict import refusal_reason, refused_fields

OUTCOME: Final = ("verdict", "fingerprint", "digest")

GAMES, STANDINGS, VERIFICATIONS, TABLES, DEALS = map(
    file_name, ("games", "standings", "verifications", "tables", "deals")
)


class JudgedGames(NamedTuple):
    """Differences of some games: how many `games` and `deals` were computed again; which are
    `pinned` and differ as that explains; the versions of other engines that judged games which
    differ, one for each game; digests of `rows` of tables, if they were asked for."""

    differences: list[AuditDifference]
    games: int
    deals: int
    pinned: list[PinnedGame]
    other_engines: list[str]
    rows: list[RowDigests]


def judge_games(
    bundles: Sequence[GameLines],
    quick: bool,
    wrong: Mapping[str, WrongEdition],
    with_rows: bool = False,
) -> JudgedGames:
    """Judge them all. `wrong`: editions that are marked so. Raises ``Unreadable`` for lines that
    are not what they have to be."""
    rows: list[RowDigests] = []
    differences: list[AuditDifference] = []
    pinned: list[PinnedGame] = []
    other_engines: list[str] = []
    games = deals = 0
    for bundle in bundles:
        case = GameCase(bundle, quick, wrong)
        case_differences = list(case.differences())
        differences += case_differences
        if case_differences and case.engine not in ("", engine_version()):
            other_engines.append(case.engine)
        games += case.game is not None
        deals += case.dealt
        pinned += [case.pinned] if case.pinned else []
        rows += [case.row_digests()] if with_rows and case.has_rows else []
    return JudgedGames(differences, games, deals, pinned, other_engines, rows)


class GameCase:
    """One game: what is said of it in each file. `game`: what the engine made of its log;
    `engine`: the version that judged it last."""

    def __init__(self, bundle: GameLines, quick: bool, wrong: Mapping[str, WrongEdition]) -> None:
        self.key = bundle.key
        self.id = bundle.key[2]
        self.lines = bundle.lines
        self.names = bundle.names
        self.club_members = bundle.club_members
        self.quick = quick
        self.wrong_editions = wrong
        self.game: Game | None = None
        self.engine = ""
        self.dealt = False
        self.pinned: PinnedGame | None = None
        self.at = ""
        self.line: Line = {}
        self.claimed: tuple[int, ...] | None = None

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

    @property
    def has_rows(self) -> bool:
        """False if no table has the game: it is void or refuted, or there is no line of it."""
        return self.line.get("standing", "void") not in ("void", "refuted")

    def row_digests(self) -> RowDigests:
        """No digests if this engine refuses the game, or judges it otherwise than its pin."""
        if self.game is None or self.pinned:
            return RowDigests(self.id, [], [])
        try:
            return row_digests(self.line, self.game)
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
        if canonical_bytes(line) != numbered.raw:
            yield self._difference(GAMES, numbered.number, "the line", "its JSON", "canonical JSON")
        log = self._read_log(fields.text_field(line, "log"))
        refusal = log if isinstance(log, str) else self._judge(log)
        replayed = ReplayedGame.from_game(self.game, self.quick) if self.game else None
        wrong = list(game_differences(line, log, replayed))
        all_runs = self._runs()
        submission = fields.number_field(line, "submission")
        runs = [run for run in all_runs if run[1]["submission"] == submission]
        self.engine = fields.text_field(runs[-1][1], "engine") if runs else ""
        if not runs:
            yield self._difference(
                VERIFICATIONS, 0, "verification of its log", None, "one at least"
            )
            if refusal:
                yield self._difference(
                    GAMES, numbered.number, "verdict", "verified", f"refused: {refusal}"
                )
        differences = list(self._of_run(*runs[-1], refusal, replayed)) if runs else []
        differences += [self._difference(GAMES, numbered.number, *compared) for compared in wrong]
        yield from self._unexplained(differences, runs, numbered.number)
        yield from self._contradictions(all_runs)
        yield from self._seated_players(line, numbered.number)
        yield from self._of_edition(line, numbered.number)
        if isinstance(log, Log):
            yield from self._of_tables(log.header)
            yield from self._of_deals(line, log.header)

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
        for name, stored, follows in record_conflicts(self.line, runs[-1][1], self.claimed):
            yield self._difference(GAMES, number, f"{name}, pinned", stored, follows)
        seats = fields.objects_field(self.line, "seats")
        rated = [fields.number_field(seat, "rated_place") for seat in seats]
        if rated not in (
            allowed := allowed_places(
                [fields.number_field(difference, "place") for difference in seats], seats
            )
        ):
            yield self._difference(GAMES, number, "rated places, pinned", rated, allowed[0])

    def _seated_players(self, line: Line, number: int) -> Iterator[AuditDifference]:
        """Seats whose player is not the one that the log names."""
        for seat in fields.objects_field(line, "seats"):
            name = unicodedata.normalize("NFC", fields.text_field(seat, "name"))
            player = fields.number_or_none(seat, "player")
            names = self.names[player] if player is not None else {""}
            if (name.lower() if name.startswith("@") else name) not in names:
                label = f"player of {fields.text_field(seat, 'colour')}"
                follows = ", ".join(sorted(names)) or "nobody"
                yield self._difference(GAMES, number, label, f"{name or 'nobody'}", follows)

    def _read_log(self, text: str) -> Log | str:
        """The log as read, whose result is `claimed`, or the reason why it is none."""
        try:
            log = read_log(text.encode())
        except Exception as error:
            return _refusal(error)
        self.claimed = log.header.result
        return log

    def _judge(self, log: Log) -> str:
        """Has the engine judge; why the log is refused, or nothing."""
        try:
            self.game = verify(log, keep_events=not self.quick)
        except Exception as error:
            return _refusal(error)
        return ""

    # --- verifications ------------------------------------------------------------

    def _runs(self) -> list[Numbered]:
        """The runs of all logs of the game, in the order of time: older ones had older engines."""
        runs: list[tuple[str, int, Numbered]] = []
        for numbered in self.lines["verifications"]:
            run = self._parse(VERIFICATIONS, numbered)
            fields.text_field(run, "verdict")
            moment, pk = fields.moment_field(run, "at"), fields.number_field(run, "id")
            fields.number_field(run, "submission")
            runs.append((moment, pk, (numbered.number, run)))
        return [run for _moment, _pk, run in sorted(runs, key=lambda dated: dated[:2])]

    def _contradictions(self, runs: Sequence[Numbered]) -> Iterator[AuditDifference]:
        """Runs of one log by one build of the rules that do not agree: it has one verdict."""
        first: dict[tuple[object, ...], list[str]] = {}
        for number, run in runs:
            engine = tuple(fields.text_field(run, name) for name in ("engine", "build"))
            outcome = [fields.text_field(run, name) for name in OUTCOME]
            if outcome != (stored := first.setdefault((run["submission"], *engine), outcome)):
                label = "another verdict of one engine"
                yield self._difference(VERIFICATIONS, number, label, outcome, stored)

    def _of_run(
        self, number: int, run: Line, refusal: str, replayed: ReplayedGame | None
    ) -> Iterator[AuditDifference]:
        verdict = fields.text_field(run, "verdict")
        if verdict != ("refused" if refusal else "verified"):
            follows = f"refused: {refusal}" if refusal else "verified"
            yield self._difference(VERIFICATIONS, number, "verdict", verdict, follows)
        if verdict == "verified" and replayed is not None:
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
        stored, follows = (
            fields.text_field(line, "standing"),
            audited_standing(line, self.club_members),
        )
        if stored != follows:
            yield self._difference(STANDINGS, numbered.number, "standing", stored, follows)
        rows = self.lines.get("decisions", [])
        decisions = [(row.number, self._parse(DECISIONS, row)) for row in rows]
        yield from broken_decisions(self.id, decisions, stored)
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

    def _of_tables(self, header: Header) -> Iterator[AuditDifference]:
        for numbered in self.lines["tables"]:
            table = self._parse(TABLES, numbered)
            for name, stored, follows in deal_claims(table, header):
                if stored != follows:
                    yield self._difference(TABLES, numbered.number, name, stored, follows)
            self.dealt = self.dealt or bool(header.secret)

    def _of_deals(self, line: Line, header: Header) -> Iterator[AuditDifference]:
        """A game that was played here has a deal that its table had published; dumps from before
        have no file of deals."""
        if "deals" in self.lines and fields.flag_field(line, "played_here"):
            rows = self.lines["deals"]
            deals = [(numbered.number, self._parse(DEALS, numbered)) for numbered in rows]
            tables = [self._parse(TABLES, numbered) for numbered in self.lines["tables"]]
            for number, name, stored, follows in earlier_deal(deals, tables, header):
                yield self._difference(DEALS, number, name, stored, follows)

    def _of_edition(self, line: Line, number: int) -> Iterator[AuditDifference]:
        """A game that began by an edition which was marked as wrong before."""
        rows = self.lines.get("deals", []) if self.wrong_editions else []
        deals = [self._parse(DEALS, numbered) for numbered in rows]
        if late := began_too_late(line, deals, self.wrong_editions):
            yield self._difference(GAMES, number, "begun by its edition", *late)

    def _difference(
        self, file: str, number: int, label: str, stored: object, follows: object
    ) -> AuditDifference:
        return AuditDifference(file, number, f"{self.id} {label}", stored, follows)


# --- inside -------------------------------------------------------------------


def _refusal(error: Exception) -> str:
    """Why the engine refuses a log. A dump may hold any text: one that makes the engine fail is
    told like one that it refuses, for the other games are to be judged all the same."""
    if isinstance(error, EngineError):
        return refusal_reason(refused_fields(error))
    return f"the engine failed: {type(error).__name__}: {error}".encode(errors="replace").decode()
