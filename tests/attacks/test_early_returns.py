"""No early return of the audit hides a lie: behind each there is one that is named all the same."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from audit.compare import DumpComparison
from audit.cosignatures import missing_cosignatures
from audit.deals import deal_claims, earlier_deal
from audit.decisions import DecisionIndex
from audit.leaf_moments import PromptLeaves
from audit.runner import Audit
from audit.signed import VerifierKey
from tests.attacks.early_returns import early_returns, executed_lines
from tests.attacks.lying import LyingServer
from tests.attacks.test_lies_of_a_dump import ILLEGAL, exchange_winner, run_again
from tests.audit.conftest import Copy, canonical, copy, original
from tests.audit.test_audit import changer_of, first

__all__ = ["copy", "original"]

pytestmark = pytest.mark.django_db

Line = dict[str, Any]
ROOT: Final = Path(__file__).parents[2]

# --- lies in lines of a dump --------------------------------------------------


def append_lines(copy: Copy, file: str, *lines: Line) -> None:
    text = "".join(f"{canonical(line)}\n" for line in [*copy.lines(file), *lines])
    copy.write(file, text.encode())


def rated_game(copy: Copy) -> Line:
    return first(copy, "games", standing="counted")


def exchange(copy: Copy) -> None:
    copy.change("games", changer_of(rated_game(copy), **exchange_winner(rated_game(copy))))


def no_log(copy: Copy) -> None:
    copy.change("games", changer_of(rated_game(copy), log="a barge\n"))
    exchange(copy)


def illegal_log(copy: Copy) -> None:
    game = rated_game(copy)
    entries = game["log"].splitlines()
    sail = next(n for n, entry in enumerate(entries) if " sail " in entry)
    entries[sail] = f"{entries[sail].split()[0]} sail 9 temple"
    copy.change("games", changer_of(game, log="\n".join(entries) + "\n"))
    run_again(copy, game, verdict="refused", refusal=ILLEGAL, fingerprint="", digest="")


def seat_gone(copy: Copy) -> None:
    game = rated_game(copy)
    copy.change("games", changer_of(game, seats=exchange_winner(game)["seats"][:1]))


def game_gone(copy: Copy) -> None:
    game = rated_game(copy)
    copy.change("games", lambda line: None if line["id"] == game["id"] else line)
    copy.change("standings", changer_of(first(copy, "standings", game=game["id"]), void=True))


def standing_gone(copy: Copy) -> None:
    pk = rated_game(copy)["id"]
    copy.change("standings", lambda line: None if line["game"] == pk else line)


def void_in_the_standing(copy: Copy) -> None:
    pk = rated_game(copy)["id"]
    standing = first(copy, "standings", game=pk)
    copy.change("standings", changer_of(standing, void=True, standing="void"))
    copy.change("games", changer_of(rated_game(copy), standing="void"))


def no_accounts(copy: Copy) -> None:
    """A guest needs no word: the game is said to wait for nobody."""
    standing = first(copy, "standings", standing="waiting")
    seats = [seat | {"has_account": False} for seat in standing["seats"]]
    copy.change("standings", changer_of(standing, seats=seats, standing="counted"))


def stray_run(copy: Copy) -> None:
    run = copy.lines("verifications")[-1]
    append_lines(copy, "verifications", run | {"game": "0" * 12, "played_on": None})


def stray_lines(copy: Copy) -> None:
    run = copy.lines("verifications")[-1] | {"game": None, "played_on": None}
    append_lines(copy, "verifications", *[run] * 600, run | {"game": "0" * 12})


def stray_row(copy: Copy) -> None:
    append_lines(copy, "ledger", {"id": 9999, "game": "0" * 12, "played_on": None})


def last_place_gone(copy: Copy) -> None:
    """The last standing says no day: so it is about no game."""
    last = copy.lines("standings")[-1]
    copy.change("standings", changer_of(last, played_on=None, standing="counted"))


def entry_of_a_void_game(copy: Copy) -> None:
    """It is said to be rated late."""
    game = first(copy, "games", standing="void")
    entry = {"record": "entry", "id": 1, "game": game["id"], "nth": 1, "kind": "late", "ref": ""}
    entry |= {"day": "2026-03-01", "at": game["accepted_at"], "cause": "counted", "seats": None}
    entry |= {"reverses": None, "added_by": 1, "retired_by": None, "retired": False}
    append_lines(copy, "books", entry)


def row_gone(copy: Copy) -> None:
    row = first(copy, "ledger", retired=None)
    copy.change("ledger", lambda line: None if line == row else line)


def retired_row(copy: Copy, **fields: Any) -> None:
    row = next(line for line in copy.lines("ledger") if line["retired"])
    copy.change("ledger", changer_of(row, **fields))


def player_gone(copy: Copy) -> None:
    copy.change("players", lambda line: None if line["handle"] == "ana" else line)


def without(copy: Copy, file: str) -> None:
    """The file is in neither dump nor manifest."""
    (copy.folder / f"{file}.ndjson.gz").unlink()
    path = copy.folder / "manifest.json"
    document = json.loads(path.read_text("utf-8"))
    document["files"] = [f for f in document["files"] if f["name"] != f"{file}.ndjson.gz"]
    path.write_text(json.dumps(document), "utf-8")


def no_folds(copy: Copy) -> None:
    """Without the log nothing asks for them; the audit says that they are not here."""
    without(copy, "folds")
    retired_row(copy, after=1_900_000)


def no_decisions(copy: Copy) -> None:
    """No edition is marked as wrong, and a winner is exchanged."""
    without(copy, "decisions")
    exchange(copy)


class LieOfLines(NamedTuple):
    """What is changed, and a part of the difference that names it."""

    tell: Callable[[Copy], None]
    named: str


NAMED: Final[dict[str, LieOfLines]] = {
    "wrong_editions.read_wrong_editions: if DECISIONS not in dump.files": LieOfLines(
        no_decisions, " points of "
    ),
    "folds.FoldAudit.row: if not self.present": LieOfLines(no_folds, ", retired: written 1900"),
    "folds.FoldAudit.end: if not self.present": LieOfLines(no_folds, ", retired: written 1900"),
    "game_check.GameCase.differences: if self.key == STRAY": LieOfLines(
        stray_run, "0" * 12 + ": written a game, follows not in games"
    ),
    "game_check.GameCase._of_game: if not self.lines['games']": LieOfLines(
        game_gone, "written a game, follows not in games"
    ),
    "game_check.GameCase._of_standing: if not self.lines['games']": LieOfLines(
        game_gone, " standing: written counted, follows void"
    ),
    "game_check.GameCase._of_standing: if not self.lines['standings']": LieOfLines(
        standing_gone, " standing: written nothing, follows a line"
    ),
    "game_check.GameCase._unexplained: if pin is None or not explained": LieOfLines(
        exchange, " points of "
    ),
    "game_check.GameCase._read_log: except Exception": LieOfLines(no_log, " log: written a text"),
    "game_check.GameCase._judge: except Exception": LieOfLines(illegal_log, " fingerprint: "),
    "game_check._refusal: if isinstance(error, EngineError)": LieOfLines(
        illegal_log, " fingerprint: "
    ),
    "game_fields.game_differences: if not isinstance(log, Log)": LieOfLines(
        no_log, " log: written a text"
    ),
    "game_fields._compared_fields: if len(seats) != len(colours)": LieOfLines(
        seat_gone, " seats: written "
    ),
    "lines_by_game.FileStream.take: if not remaining and key == STRAY": LieOfLines(
        stray_lines, "0" * 12 + ": written a game, follows not in games"
    ),
    "lines_by_game.game_key: if line.get('played_on') is None": LieOfLines(
        last_place_gone, " standing: written nothing, follows a line"
    ),
    "pins.check_pins: if not pins": LieOfLines(exchange, " points of "),
    "rating.LedgerAudit.add: if bundle.key == STRAY": LieOfLines(
        stray_row, "0" * 12 + ": written a game, follows not in games"
    ),
    "rating.LedgerAudit._seats: if not bundle.lines['standings']": LieOfLines(
        standing_gone, " standing: written nothing, follows a line"
    ),
    "rating.LedgerAudit._seats: if fields.text_field(line, 'standing') != 'counted'": LieOfLines(
        void_in_the_standing, "ledger.ndjson.gz:"
    ),
    "rating.LedgerAudit._rows: if fields.object_or_none(line, 'retired') is not None": LieOfLines(
        lambda copy: retired_row(copy, after=1_900_000), ", retired: written 1900"
    ),
    "rating.LedgerAudit._entry: if not seats": LieOfLines(
        entry_of_a_void_game, " entries: written 1, follows 0"
    ),
    "rating.LedgerAudit._compare: if line is None": LieOfLines(row_gone, ": written nothing"),
    "retired.retired_terms: if all((line.get('retired') is None for _number, line in lines))": (
        LieOfLines(
            lambda copy: copy.change("ledger", lambda line: line | {"retired": None}), "fold "
        )
    ),
    "retired.retired_terms: if change.retired == HOLDS": LieOfLines(
        lambda copy: retired_row(copy, retired=None), "fold "
    ),
    "retired.chain_differences: if not holders": LieOfLines(
        lambda copy: copy.change("ledger", lambda line: None if line["retired"] else line), "fold "
    ),
    "retired.chain_differences: if line.get('played_on') is None": LieOfLines(
        stray_row, "0" * 12 + ": written a game, follows not in games"
    ),
    "retired._follows: if other is None or score not in AHEAD or mirrored != [POINT - score]": (
        LieOfLines(
            lambda copy: retired_row(
                copy, pairs=[{"opponent": 0, "score": 0, "expected": 0, "k": 0, "term": 0}]
            ),
            ", retired: written",
        )
    ),
    "retired._follows: if len(forms) < 2 or (change.second and len(forms) > 4)": LieOfLines(
        lambda copy: retired_row(copy, pairs=[]), ", retired: written"
    ),
    "retired._follows: if other.second != change.second": LieOfLines(
        lambda copy: retired_row(copy, deviation_before=250_000, deviation=200_000),
        ", retired: written",
    ),
    "lists.PlayerMeetings.is_sure: if state.form.deviation is None": LieOfLines(
        exchange, " points of "
    ),
    "standing._confirmed: if player is None or not fields.flag_field(seat, 'has_account')": (
        LieOfLines(no_accounts, " standing: written counted, follows waiting")
    ),
}
"""By early return a lie in lines of a dump that goes through it."""


@pytest.mark.parametrize("name", NAMED)
def test_a_lie_behind_an_early_return_is_named(copy: Copy, name: str) -> None:
    lie = NAMED[name]
    lie.tell(copy)
    differences: list[str] = []
    audit = Audit(copy.folder)
    lines = executed_lines(lambda: differences.extend(map(str, audit.differences())))
    assert early_returns()[name] in lines
    assert any(lie.named in difference for difference in differences), differences


def test_a_player_of_the_ledger_has_a_line(copy: Copy) -> None:
    player_gone(copy)
    differences = list(map(str, Audit(copy.folder).differences()))
    assert any("players.ndjson.gz player" in line for line in differences)


# --- lies told to one function ------------------------------------------------

WITNESS: Final = VerifierKey("witness.example", bytes(32), b"\x04")
NOTE: Final = "example.org/log\n1\nAAAA\n\n"
OTHER: Final = "no checkpoint is cosigned by"
WRONG: Final = "the cosignature of witness.example is wrong"


def cosignatures(line: str) -> list[str]:
    return list(missing_cosignatures([NOTE + line], WITNESS))


def no_secret() -> list[str]:
    header = LyingServer().log.header.unrevealed()
    table = {"commitment": "0" * 64, "terms": 1, "shares": {}, "promises": {}}
    deal = table | {"record": "deal", "commitment": header.chance.removeprefix("committed sha256:")}
    return [
        *(name for name, stored, follows in deal_claims(table, header) if stored != follows),
        *(name for _number, name, _stored, _follows in earlier_deal([(1, deal)], [], header)),
    ]


def no_such_deal() -> list[str]:
    """Lines of another record have the right digest, and no leaf."""
    header = LyingServer().log.header
    line = {"record": "other", "commitment": header.chance.removeprefix("committed sha256:")}
    return [name for _n, name, _stored, _follows in earlier_deal([(1, line)], [], header)]


DECISION: Final = {
    "kind": "void",
    "role": "moderator",
    "subject": "",
    "reason": "",
    "game": "g",
    "at": "2026-11-23T00:00:00.000000Z",
}


def decision_without_leaf() -> list[str]:
    index = DecisionIndex()
    index.add(DECISION, None)
    return list(index.unexplained("g", [(1, 3)]))


def fold_out_of_order() -> list[str]:
    """A fold from before the first leaf of a fold, whose leaf came in between."""
    leaves = PromptLeaves()
    leaves.first("settings", "2026-11-23T00:00:00.000000Z")
    packed = leaves.first("fold", "2026-11-23T00:00:00.000000Z")
    old = {"at": "2026-01-01T00:00:00.000000Z"}
    compared = [
        leaves.compare("fold", old, f"fold {n}", packed, leaf) for n, leaf in ((1, 9), (2, 7))
    ]
    return [sentence for sentences in compared for sentence in sentences]


FUNCTION_LIES: Final[dict[str, tuple[Callable[[], list[str]], str]]] = {
    "cosignatures.find_cosignature: if len(parts) != 3 or parts[0] != DASH or "
    "(not is_name(parts[1])) or (parts[1] != key.name)": (
        lambda: cosignatures("— another.example AAAA\n"),
        OTHER,
    ),
    "cosignatures.find_cosignature: except ValueError": (
        lambda: cosignatures("— witness.example !\n"),
        WRONG,
    ),
    "cosignatures.find_cosignature: if len(blob) != BLOB_BYTES or blob[:4] != key.id or "
    "seconds >= 1 << 63": (lambda: cosignatures("— witness.example AAAA\n"), WRONG),
    "deals.deal_claims: if not header.secret": (no_secret, "secret"),
    "deals._compared: if not header.secret": (no_secret, "secret of its deal"),
    "deals.earlier_deal: if not published": (no_such_deal, "deal before its cards"),
    "decisions.DecisionIndex.add: if leaf is None": (decision_without_leaf, "no decision says so"),
    "leaf_moments.PromptLeaves.compare: if is_late and kind == 'fold'": (
        fold_out_of_order,
        "fold 2: leaf 7, and leaf 9 is of an earlier fold",
    ),
}
"""By early return a lie that is told to its function, and what names it."""


@pytest.mark.parametrize("name", FUNCTION_LIES)
def test_a_lie_that_a_function_is_told_is_named(name: str) -> None:
    tell, named = FUNCTION_LIES[name]
    sentences: list[str] = []
    lines = executed_lines(lambda: sentences.extend(tell()))
    assert early_returns()[name] in lines
    assert any(named in sentence for sentence in sentences), sentences


def test_decisions_are_left_out_of_the_newer_of_two_dumps(
    copy: Copy, original: Path, db: None
) -> None:
    copy.change("games", changer_of(rated_game(copy), entries=1))
    without(copy, "decisions")
    changes: list[str] = []

    def compare() -> None:
        changes.extend(map(str, DumpComparison(original, copy.folder).changes()))

    lines = executed_lines(compare)
    assert any("changed: entries; no decision" in change for change in changes)
    assert early_returns()["compare._decisions: if DECISIONS not in new.files"] in lines


# --- lies of other files, and returns that hide nothing ------------------------

ELSEWHERE: Final[dict[str, str]] = {
    "event_games.EventGames.add: if len(tables) > 1 and _is_one_deal(tables) "
    "and (len(tables) <= _deals_of(bundle))": (
        "site/events/test_same_moves.py::test_a_second_table_without_a_deal_of_its_own_is_named"
    ),
    "seed_ratings.SeedRatings.add_rows: if player not in self._players or pool not in POOLS": (
        "attacks/test_lies_about_plans.py::test_a_lie_about_a_plan_is_named"
    ),
    "shared_deals._bound: if beacon is None": (
        "attacks/test_weeks.py::test_the_audit_names_a_beacon_that_was_chosen"
    ),
    "event_state.EventState.all_standings: if self.is_duplicate": (
        "attacks/test_lies_about_events.py::test_a_duplicate_event_is_worked_out_with_its_deals"
    ),
    "compare._decisions: if DECISIONS not in new.files": (
        "attacks/test_early_returns.py::test_decisions_are_left_out_of_the_newer_of_two_dumps"
    ),
    "decisions.DecisionIndex.unexplained: if not self.present": (
        "attacks/test_decisions.py::test_decisions_are_left_out_of_the_dump"
    ),
    "decisions.DecisionIndex.missing: if not self.present or "
    "str(line.get('decided_at' if kind == 'pin' else 'at')) <= self._began()[1]": (
        "attacks/test_decisions.py::test_decisions_are_left_out_of_the_dump"
    ),
    "dump.compare_digests: if not listed.path.exists() and listed.optional": (
        "audit/test_tables.py::test_tables_that_are_not_here_are_told"
    ),
    "history.LogHistory.differences: if not (self.folder / 'checkpoint').exists() and "
    "self.since is self.key is None and (not self.witnesses)": (
        "attacks/test_rewritten.py::test_the_log_is_left_out"
    ),
    "history.LogHistory.differences: except (NotSigned, UnreadableDump, ValueError)": (
        "attacks/test_rewritten.py::test_a_damaged_file_is_named_and_does_not_end_the_audit"
    ),
    "history.LogHistory.differences: if kind == 'member' or "
    "(kind == 'player' and record not in self._seated)": (
        "attacks/test_a_player_rewritten.py::test_a_merge_is_hidden"
    ),
    "clubs._follows: if line['joined_at'] == line['since']": (
        "attacks/test_leaves_of_members.py::test_a_membership_that_is_dated_back_is_named"
    ),
    "marked_leaves.MarkedLeaves.is_mark: if line.get(field) is None": (
        "attacks/test_leaves_of_members.py::test_a_row_that_is_rewritten_in_the_dump_is_named"
    ),
    **{
        f"event_plans.{condition}": (
            "attacks/test_lies_about_plans.py::test_a_lie_about_a_plan_is_named"
        )
        for condition in (
            "planned_faults: if plan is None or number == state.final_number",
            "_seed_order: if order == 'rating'",
            "_seed_order: if order == 'hand'",
            "_group_faults: if fields.text_field(content, 'order') == 'hand'",
        )
    },
    **dict.fromkeys(
        (
            "series.SeriesAudit._season_differences: if state.next_season is None",
            "series.SeriesAudit._season_differences: if season is None or "
            "season.before != state.series",
            "series.SeriesAudit._season_differences: if stated_rows != follows",
            "series_state.SeriesState.organises: if self.club is None",
            "series_state.SeriesState.finished_at: if not endings or endings[-1].standings is None",
            "series_steps._rights: if act.actor is None",
            "series_steps._rights: if act.kind in ('agreed', 'declined')",
            "series_steps._season: if isinstance(finished, int)",
        ),
        "attacks/test_lies_about_series.py::test_a_lie_about_a_series_is_named",
    ),
    **{
        f"series_lines.BoardWithHiddenGuests.{condition}": (
            "attacks/test_lies_about_series.py::test_a_lie_next_to_a_hidden_guest_is_named"
        )
        for condition in (
            "_hidden_finish: if not fitting",
            "_line_faults: if len(stated) != len(self.events)",
            "_line_faults: if list(follows.finishes) != stated",
        )
    },
    "history.LogHistory._records: if dumped.file_name(file) not in records.files": (
        "attacks/test_decisions.py::test_decisions_are_left_out_of_the_dump"
    ),
    "history.LogHistory._records: if file in ('books', 'deals') and line.get('record') != kind": (
        "attacks/test_deals_before_the_cards.py::test_a_deal_is_removed"
    ),
    "history.LogHistory._records: if leaf is None and self._is_older(kind, records, line)": (
        "attacks/test_a_log_rewritten.py::test_a_standing_is_rewritten_in_a_log_of_before"
    ),
    "leaf_kinds.may_change: if kind == 'entry'": "attacks/test_lies.py::test_a_lie_is_named",
    "leaf_kinds.may_change: if kind == 'log'": (
        "attacks/test_a_log_rewritten.py::test_the_proof_is_taken_away_and_a_later_leaf_says_so"
    ),
    "leaf_kinds.may_change: if kind == 'player'": "attacks/test_lies.py::test_a_lie_is_named",
    "leaf_moments.PromptLeaves.compare: if not packed or "
    "(recorded := line.get(RECORD_MOMENT[kind])) is None": (
        "attacks/test_moments_of_leaves.py::"
        "test_a_game_is_inserted_within_the_hour_before_a_kept_checkpoint"
    ),
    "leaf_moments.PromptLeaves.first: if not self.began or kind not in RECORD_MOMENT": (
        "attacks/test_moments_of_leaves.py::"
        "test_a_game_is_inserted_within_the_hour_before_a_kept_checkpoint"
    ),
    "pins.check_pins: if len(pins) > 1": (
        "audit/test_pins.py::test_a_pin_explains_nothing_but_what_an_engine_counts"
    ),
    "pins.check_pins: if named != stored": (
        "audit/test_pins.py::test_a_pin_explains_nothing_but_what_an_engine_counts"
    ),
    "pins.check_pins: if fields.text_field(pin, 'build') == build() or "
    "_verdict_fields(before[-1]) != _verdict_fields(runs[-1][1])": (
        "audit/test_pins.py::test_a_pin_to_the_engine_at_hand_explains_nothing"
    ),
    "rating.LedgerAudit._until: if waiting is None": (
        "audit/test_books.py::test_what_is_changed_is_named"
    ),
    "rating.LedgerAudit._reversal: if originals is None": (
        "audit/test_books.py::test_what_is_changed_is_named"
    ),
    **{
        f"standing.audited_standing: if {condition}": "audit/test_audit.py::test_a_standing"
        for condition in (
            "fields.flag_field(line, 'void')",
            "fields.objects_field(line, 'disputed_by')",
        )
    },
    **{
        f"standing.audited_standing: if {condition}": (
            "audit/test_audit.py::test_a_reason_against_counting_is_passed_over"
        )
        for condition in (
            "fields.flag_field(line, 'refuted')",
            "fields.flag_field(line, 'unrated')",
            "fields.objects_field(line, 'contested_by') and (not vouches)",
        )
    },
    "tables.line_table_differences: if listed is None or not listed.path.exists()": (
        "audit/test_tables.py::test_tables_that_are_not_here_are_told"
    ),
    "tables.line_table_differences: if columns != list(fields)": (
        "audit/test_tables.py::test_columns_are_others"
    ),
    "tables.ResearchAudit.end: if not self.present": (
        "audit/test_tables.py::test_tables_that_are_not_here_are_told"
    ),
    "tables.ResearchAudit.end: if versions != {str(VERSION)}": (
        "audit/test_tables.py::test_facts_of_another_version_are_told"
    ),
    "tables.ResearchAudit._compare: if [column for column in columns if column != rating] != "
    "column_names(subject)": "audit/test_tables.py::test_columns_are_others",
    "tables.ResearchAudit._rating: if before is None": (
        "audit/test_tables.py::test_a_value_is_another"
    ),
}
"""By early return the test with a lie behind it."""

COMMAND = "another command: nothing of the audit stands behind it"
SENTENCE = "the wording of a sentence"
END = "the end of what is read"
ALTERNATIVE = "a form of a value: what stands behind it is for other forms"
REFUSAL = "the refusal itself, which the caller names"
NO_WORD = "no word of a club holds then, and a game that counts by one is a difference"

HIDES_NOTHING: Final[dict[str, str]] = {
    "__main__.main: if options.proof": COMMAND,
    "__main__.main: if options.compare": COMMAND,
    "__main__.main: except UnreadableDump": "status 2, and the sentence is printed",
    "__main__._print_summary: if as_json": SENTENCE,
    "audited_change._doubt_text: if before is None and after is None": SENTENCE,
    "clubs.club_vouches: if 'club_arbiter' not in line": NO_WORD,
    "clubs.club_vouches: if arbiter is None": NO_WORD,
    "clubs.read_club_members: if file not in dump.files": NO_WORD,
    "clubs.rows_of_standing: if not isinstance(arbiter, dict)": (
        "``club_vouches`` reads the same field, and refuses another form"
    ),
    "event_state.EventState.placings: if not table.seats or self.hides(number)": (
        "it has no result yet, or a hidden one, which is compared once the event has ended"
    ),
    "series.SeriesAudit.differences: if file_name(ACTS) not in self.dump.files": (
        "a dump from before there were acts of series"
    ),
    "series.SeriesAudit._fields: except HiddenGuest": "a note says that nothing was worked out",
    "series.SeriesAudit._fields: except KeyError": "a note says that nothing was worked out",
    "series_steps._season: if unknown": "a note says that nothing was worked out",
    "series_state._key: if player is not None": ALTERNATIVE,
    "series_lines._key_of: if row.get('player') is not None": ALTERNATIVE,
    "rating.LedgerAudit._form_on: if state is None or not state.form.games": ALTERNATIVE,
    "event_games.EventGames._seated_by: if len(tables) < 2 or not _is_one_deal(tables)": (
        ALTERNATIVE
    ),
    "seed_ratings.SeedRatings.add_rows: if added is None": "a note says that nothing was compared",
    "seed_ratings._last: if rows": ALTERNATIVE,
    "retired.ChainState.after: if not change.reversal": ALTERNATIVE,
    "retired.ChainState.due: if change.reversal": ALTERNATIVE,
    "retired._ends: if ends is None": SENTENCE,
    "cosignatures.find_cosignature: if verifies(key.public, "
    "cosigned_message(text, seconds), blob[12:])": "one valid signature is all that is asked for",
    "game_check.GameCase.row_digests: if self.game is None or self.pinned": (
        "the game is a difference, or a pinned one that is printed; its facts are another engine's"
    ),
    "history.LogHistory.summary: if self.point is None": SENTENCE,
    "history.LogHistory._older: if self.since is None": "nothing was kept",
    "history.LogHistory._records: if leaf and "
    "leaf[:32] == sha256(_hashed(kind, raw, line)).digest()": "the line is that of its leaf",
    "history.LogHistory._waiting: if not (self.folder / 'waiting.ndjson').exists()": (
        "no record waits: each one without its leaf is named"
    ),
    "history._hashed: if kind == 'log'": ALTERNATIVE,
    "history._hashed: if kind not in NOT_HASHED": ALTERNATIVE,
    "kept_proof._leaf_sentence: if line is None": "the sentence says that the line is missing",
    "leaf_moments.PromptLeaves.first: with contextlib.suppress(ValueError, OverflowError)": END,
    "leaf_moments._latest: with contextlib.suppress(ValueError, OverflowError)": ALTERNATIVE,
    "lines_by_game.FileStream._advance: if following is None": END,
    "lists.PlayerMeetings.add: if day < self._since": "older games list nobody",
    "log_digest._colours: if field != 'seats' or not colon": "the line stays whole in the digest",
    "log_digest._colours: except SetupError": "the line stays whole in the digest",
    "merkle.is_included: if not 0 <= number < size": REFUSAL,
    "merkle.is_included: if last == 0": REFUSAL,
    "merkle.consistency_proof: if old in (0, size)": "this proof is empty",
    "merkle.is_consistent: if old.size in (0, new.size)": REFUSAL,
    "merkle.is_consistent: if not proof or old.size > new.size": REFUSAL,
    "merkle.is_consistent: if last == 0": REFUSAL,
    "merkle._range: if count & count - 1 == 0": ALTERNATIVE,
    "merkle.parse_tile_path: if (match := _PATH.fullmatch(path)) is None": REFUSAL,
    "merkle.TreeEdge.add: if len(tile) < WIDTH": "a tile that is not full is an edge",
    "parquet.CompactThrift._read: if kind in (5, 6)": ALTERNATIVE,
    "parquet.CompactThrift._read: if kind == 8": ALTERNATIVE,
    "parquet.CompactThrift._read: if kind == 9": ALTERNATIVE,
    "parquet.CompactThrift._read: if kind == 12 and depth": ALTERNATIVE,
    "parquet._plain: if column.kind == YES": ALTERNATIVE,
    "parquet._plain: if column.kind == TEXT": ALTERNATIVE,
    "parquet._plain: if not column.day": ALTERNATIVE,
    "signed.verifies: if len(public) != 32 or len(signature) != 64": REFUSAL,
    "signed.verifies: if key is None or nonce is None or number >= _ORDER": REFUSAL,
    "signed._point: if y >= _P": REFUSAL,
    "signed._point: if (x * x - square) % _P or (x == 0 and sign)": REFUSAL,
    "since._change_of_player: if line.get('merged_into') is not None": SENTENCE,
    "since._change_of_player: if 'bot_since' in line": SENTENCE,
    "tables.ResearchAudit._compare: if digests and (not digests.digests)": (
        "the game is a difference, or a pinned one that is printed"
    ),
    "tables.ResearchAudit._rating: if index == 0": ALTERNATIVE,
    "tables._cell: try": ALTERNATIVE,
    "tables._cell: except ValueError": ALTERNATIVE,
    "tables._cell: if cell is None or isinstance(cell, str | int)": ALTERNATIVE,
    "wrong_editions.began_too_late: if mark is None": "no decision marks the edition",
    "__main__._print_comparison: except UnreadableDump": "status 2, and the sentence is printed",
    "__main__._print_proof: except UnreadableDump": "status 2, and the sentence is printed",
    "__main__._print_proof: except NotSigned": "status 1, and the sentence is printed",
}
"""By early return why nothing can stand behind it."""


def test_every_early_return_has_a_lie_behind_it_or_hides_nothing() -> None:
    tables: tuple[dict[str, Any], ...] = (NAMED, FUNCTION_LIES, ELSEWHERE, HIDES_NOTHING)
    listed = [name for table in tables for name in table]
    assert sorted(listed) == sorted(early_returns())


@pytest.mark.parametrize("test", sorted(set(ELSEWHERE.values())))
def test_the_lies_of_other_files_are_there(test: str) -> None:
    path, _, name = test.partition("::")
    tree = ast.parse((ROOT / "tests" / path).read_text("utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("def f(x):\n    if x:\n        return 1\n    return 2\n", 1),
        ("def f(x):\n    for y in x:\n        if y:\n            continue\n        g(y)\n", 1),
        ("def f(x):\n    for y in x:\n        if y:\n            return y\n", 1),
        ("def f(x):\n    with x:\n        return 1\n", 0),
        ("def f(x):\n    try:\n        return 1\n    except E:\n        return 2\n", 0),
    ],
)
def test_an_early_return_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, count: int
) -> None:
    (tmp_path / "one.py").write_text(source)
    monkeypatch.setattr("tests.attacks.early_returns.AUDIT", tmp_path)
    assert len(early_returns()) == count
