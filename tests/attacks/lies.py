"""Lies of an operator who has the database, its triggers and the signing key: each is told in every
record that says it, in the ratings that follow, and with later leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

Line = dict[str, Any]
Edit = Callable[[Line], Line | None]


class Lie(NamedTuple):
    """`sql`: statements of the owner of the database. `later`: records that get one more leaf, as
    ``kind id``. `fold`: games whose ratings follow; `folded`: statements after that. `file` and
    `edit`: what is changed in lines of the dump, whose manifest fits; `manifest`: in that. `named`:
    a part of the line in which the audit names it. A name in braces is an id of
    ``tests.worlds.long_story``."""

    title: str
    named: str
    sql: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    fold: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    file: str = ""
    edit: Edit = lambda line: line
    manifest: Edit = lambda manifest: manifest


def standing(title: str, game: str, change: str, *before: str, fold: bool = True) -> Lie:
    """A standing is another, with a later leaf, and the ratings follow."""
    sql = (*before, f"UPDATE games_game SET {change} WHERE id = '{{{game}}}'")
    folded = (f"{{{game}}}",) if fold else ()
    return Lie(title, f"standing {{{game}}}: leaf", sql, (f"standing {{{game}}}",), folded)


def run(title: str, change: str, verification: str = "refused_run") -> Lie:
    """A verdict is another, with a later leaf."""
    sql = f"UPDATE games_verification SET {change} WHERE id = {{{verification}}}"
    name = f"verification {{{verification}}}"
    return Lie(title, f"{name}: leaf", (sql,), (name,))


def player(title: str, change: str, name: str, named: str = "player {%s}: leaf") -> Lie:
    """A player is another, with a later leaf."""
    sql = f"UPDATE games_player SET {change} WHERE id = {{{name}}}"
    return Lie(title, named.replace("%s", name), (sql,), (f"player {{{name}}}",))


def table(title: str, change: str, named: str) -> Lie:
    """The table of a finished game is another."""
    return Lie(title, named, (f"UPDATE tables_table SET {change} WHERE id = '{{table}}'",))


def lines(title: str, named: str, file: str, edit: Edit) -> Lie:
    """Lines of the dump are others."""
    return Lie(title, named, file=file, edit=edit)


def decision(title: str, change: str, *later: str) -> Lie:
    """A decision is another."""
    sql = f"{change} WHERE id = {{void_decision}}"
    return Lie(title, "decision {void_decision}: ", (sql,), later)


def entry(title: str, change: str, name: str, *later: str) -> Lie:
    """An entry of the books is another."""
    sql = f"{change} WHERE id = {{{name}}}"
    return Lie(title, f"entry {{{name}}}: ", (sql,), later)


def settings(title: str, named: str = "manifest.json settings: not what leaf", **names: Any) -> Lie:
    """Settings of the manifest are others; `engine` also outside of them."""

    def edit(manifest: Line) -> Line:
        names_outside = {name: names[name] for name in names if name == "engine"}
        return manifest | names_outside | {"settings": manifest["settings"] | names}

    return Lie(title, named, manifest=edit)


def having(edit: Callable[[Line], Line | None], **fields: Any) -> Edit:
    """`edit`, of lines with these fields alone."""
    return lambda line: edit(line) if fields.items() <= line.items() else line


def without_file(file: str) -> Edit:
    """The manifest names no such file."""

    def edit(manifest: Line) -> Line:
        files = [listed for listed in manifest["files"] if listed["name"] != f"{file}.ndjson.gz"]
        assert len(files) < len(manifest["files"])
        return manifest | {"files": files}

    return edit


def gone(_line: Line) -> None:
    """A line is left out."""


VOID: Final = "standing = 'void', void_reason = 'It was agreed.'"
SWAP: Final = "UPDATE games_seat SET rated_place = 3 - rated_place WHERE game_id = '{pair}'"
MOVE: Final = "UPDATE games_seat SET player_id = {zoe} WHERE game_id = '{pair}' AND number = 1"
EMPTY: Final = "UPDATE games_seat SET player_id = NULL WHERE game_id = '{waiting}' AND number = 1"
ARBITER: Final = "standing = 'counted', arbiter_id = {ida}"
EARLIER: Final = "accepted_at = '2026-11-01 00:00:00+00:00'"
NO_DISPUTE: Final = "DELETE FROM games_dispute WHERE game_id = '{disputed}'"

LIES_BY_KIND: Final[dict[str, tuple[Lie, ...]]] = {
    "verifications": (
        run("a refused log is verified", "verdict = 'verified'"),
        run("another engine refused it", "engine = '0.1.0+000000000000'"),
        run("it was refused a year before", "at = '2025-01-01 00:00:00+00:00'"),
        run("it was refused for another reason", 'refusal = \'{{"kind": "result"}}\''),
        run("a counted game was judged by another engine", "engine = '0.1.0+0'", "last_run"),
    ),
    "standings": (
        standing("a game is void in silence", "new1", VOID),
        standing("a game of closed days is void in silence", "old1", VOID),
        standing("a void game counts again", "gone", "standing = 'counted', void_reason = ''"),
        standing("a lost game is unrated", "new2", "standing = 'unrated', unrated = true"),
        standing("a dispute never was", "disputed", "standing = 'counted'", NO_DISPUTE),
        standing(
            "an arbiter's word is invented", "waiting", "standing = 'counted', arbiter_id = {ida}"
        ),
        standing(
            "an arbiter's word is taken away", "new3", "standing = 'waiting', arbiter_id = NULL"
        ),
        standing("rated places are exchanged", "pair", "seating = seating", SWAP),
        standing("a seat is of another player", "pair", "seating = seating", MOVE),
        standing("a seat is emptied", "waiting", "seating = seating", EMPTY, fold=False),
        standing("a game was played on another day", "new1", "played_on = '2026-10-01'"),
        standing(
            "games of a day change their order", "new1", "accepted_at = '2026-11-01 00:00:00+00:00'"
        ),
    ),
    "players": (
        player("an account has another handle", "name = '@hathor'", "zoe"),
        player("a merge is hidden", "merged_into_id = NULL", "zoe"),
        player("a guest is merged into another", "merged_into_id = {ben}", "zoe"),
        player("the salt of a player is another", "salt = 'ff'", "ana"),
        lines(
            "a person is a computer player",
            "player {ana}: not what leaf",
            "players",
            having(lambda line: line | {"computer": "greedy"}, handle="ana"),
        ),
        lines("a player is left out", "player {cat}: leaf", "players", having(gone, handle="cat")),
    ),
    "tables": (
        lines(
            "a table was opened earlier",
            "{played} opening of its table",
            "tables",
            having(
                lambda line: line | {"created_at": "2026-01-01T00:00:00.000000Z"}, phase="finished"
            ),
        ),
        table(
            "a game began before its seats were taken",
            "started_at = '2026-01-01 00:00:00+00:00'",
            "{played} moments of its table",
        ),
        table("another secret was promised", "commitment = '0'", "commitment"),
        lines(
            "a table is left out",
            "{played} table of its deal",
            "tables",
            having(gone, phase="finished"),
        ),
        lines(
            "a share is another",
            "{played}",
            "tables",
            having(
                lambda line: line | {"shares": dict.fromkeys(line["shares"], "0" * 64)},
                phase="finished",
            ),
        ),
    ),
    "deals": (
        lines("a deal is left out", "deal {dealing}: leaf", "deals", lambda _line: None),
        lines(
            "a deal that was broken off is left out",
            "broken-off {broken_dealing}: leaf",
            "deals",
            having(gone, record="broken-off"),
        ),
        lines(
            "a deal followed from other promises",
            "deal {dealing}: not what leaf",
            "deals",
            lambda line: line | {"promises": {}},
        ),
        lines(
            "a deal is of other terms",
            "deal {dealing}: not what leaf",
            "deals",
            lambda line: line | {"terms": 1},
        ),
        lines(
            "seats were taken a day later",
            "deal {dealing}: not what leaf",
            "deals",
            having(lambda line: line | {"filled_at": "2026-01-01T00:00:00.000000Z"}, record="deal"),
        ),
    ),
    "decisions": (
        decision(
            "a moderator's decision was a player's",
            "UPDATE games_standingdecision SET role = 'player'",
            "decision {void_decision}",
        ),
        decision("a decision never was", "DELETE FROM games_standingdecision"),
        decision(
            "a decision was taken a month before",
            "UPDATE games_standingdecision SET decided_at = '2026-10-01 00:00:00+00:00'",
        ),
        decision(
            "a decision was of another kind",
            "UPDATE games_standingdecision SET kind = 'upheld'",
            "decision {void_decision}",
        ),
        decision(
            "a decision was about another game",
            "UPDATE games_standingdecision SET game_id = '{new1}'",
            "decision {void_decision}",
        ),
    ),
    "entries of the books": (
        entry(
            "a late game was entered weeks before",
            "UPDATE ratings_entry SET day = '2026-11-01'",
            "late_entry",
        ),
        entry(
            "a late game was entered weeks before, with a later leaf",
            "UPDATE ratings_entry SET day = '2026-11-01'",
            "late_entry",
            "entry {late_entry}",
        ),
        entry(
            "an entry has another cause",
            "UPDATE ratings_entry SET cause = 'restored'",
            "late_entry",
            "entry {late_entry}",
        ),
        entry("a reversal is dropped", "DELETE FROM ratings_entry", "reversal"),
        standing(
            "a reversal is dropped, and its game counts again in silence",
            "old3",
            "standing = 'counted', void_reason = ''",
            "DELETE FROM ratings_entry WHERE id = {reversal}",
        ),
        standing(
            "a reversal ends, for its game counts again in silence",
            "old3",
            "standing = 'counted', void_reason = ''",
        ),
        standing("a reversal that nobody asked for", "old1", VOID)._replace(
            named="cause void, and no decision before leaf",
            folded=("UPDATE ratings_entry SET cause = 'void' WHERE game_id = '{old1}'",),
        ),
        lines(
            "a reversal is of other places",
            "entry {reversal}: not what leaf",
            "books",
            having(lambda line: line | {"seats": line["seats"][::-1]}, kind="reversal"),
        ),
    ),
    "settings": (
        settings("ratings move by more points", k=24),
        settings("a place takes no games", leaderboard_games=0),
        settings("a place takes no opponents", leaderboard_opponents=0),
        settings("books are never closed", books_days=None),
        settings("another engine wrote the dump", engine="0.1.0+000000000000"),
        Lie(
            "the manifest names another engine",
            "manifest.json engine: written 0.1.0+0",
            manifest=lambda manifest: manifest | {"engine": "0.1.0+0"},
        ),
    ),
    "folds": (
        lines(
            "former ratings are forgotten",
            "fold {retiring_fold} retired changes and reasons",
            "ledger",
            lambda line: None if line["retired"] else line,
        ),
        lines(
            "a player once had 1900",
            ", retired: written 1900.000",
            "ledger",
            lambda line: line | {"after": 1_900_000} if line["retired"] else line,
        ),
        Lie(
            "a player once had 1900, with a later leaf",
            "fold {retiring_fold}: leaf",
            ('UPDATE ratings_ratingchange SET "after" = 1900000 WHERE retired_by_id IS NOT NULL',),
            ("fold {retiring_fold}",),
        ),
        lines(
            "there were no reasons",
            "fold {reasoned_fold} retired changes and reasons",
            "reasons",
            gone,
        ),
        lines(
            "every change was of a rebuild",
            "fold {retiring_fold}: written",
            "ledger",
            lambda line: line | {"added": line["added"] | {"cause": "rebuild"}},
        ),
        lines(
            "a game was not void but merged",
            "fold {reasoned_fold} digest of retired changes and reasons",
            "reasons",
            having(lambda line: line | {"cause": "merged"}, cause="void"),
        ),
        Lie(
            "a game was not void but merged, with a later leaf",
            "fold {reasoned_fold}: leaf",
            ("UPDATE ratings_reason SET cause = 'merged' WHERE fold_id = {reasoned_fold}",),
            ("fold {reasoned_fold}",),
        ),
        lines("a fold is left out", "fold {retiring_fold}: leaf", "folds", gone),
        Lie(
            "the file of reasons is left out",
            "fold {reasoned_fold} retired changes and reasons",
            manifest=without_file("reasons"),
        ),
        Lie(
            "the file of folds is left out",
            "fold {retiring_fold}: leaf",
            manifest=without_file("folds"),
        ),
    ),
}
"""By the kind of line that they go through."""

LIES: Final = tuple(lie for lies in LIES_BY_KIND.values() for lie in lies)
