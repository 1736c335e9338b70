"""Look for puzzles in analysed games.

What the analysis of a rated game marks is solved, at the end of a game for two. Elsewhere it is
judged once more with ten times the playouts, and so is everything else that could be done there,
with other chance: both have to say the same, and it has to hold when it is played out to the end.
A quick search has to miss what is right. Each entry is looked at once for each version of the
analysis (``Sought``): of two workers one has it, and one that dies leaves a row that no other
worker dies over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from time import monotonic
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from engine import Entry, awaited, entry_text, legal_actions
from engine.analysis import METHOD, TENFOLD, AnalysedGame, JudgedEntry, analysed_game, judge_entry
from engine.analysis.whole import offered_alternatives
from engine.build import engine_version
from engine.computer.exact_end import ExactEnd
from engine.vocabulary import BANK
from games.models import Game, Standing
from insights.puzzles.choices import GAP, Choice, count_right, ranked_choices
from insights.puzzles.limits import HOLD_SECONDS, MAX_PUZZLES_OF_GAME, PUZZLE_STOCK
from insights.puzzles.models import BEST_PLAY, Puzzle, Sought
from insights.puzzles.proving import NODES, ExactPuzzle, count_misses, exact_puzzle, holds
from insights.puzzles.services.daily import count_unused_puzzles
from insights.reviews.models import Flaw
from insights.reviews.queries import analysis_of

NARROW: Final = 0.75
"""Of ``GAP``: candidates whose gap seems so wide by the usual playouts are looked at."""


class PuzzleDraft(NamedTuple):
    """A puzzle before it is stored: the columns of ``Puzzle``."""

    entry: int
    seat: int
    choices: list[Choice]
    right: int
    line: list[str]
    method: int
    engine: str


def find_for(seconds: float, busy: Callable[[], bool] = lambda: False) -> int:
    """Look at candidates until the time is over, there are none, there are puzzles for long
    enough, or `busy` says that other work waits. How many puzzles were found."""
    ends, puzzles = monotonic() + seconds, 0
    while monotonic() < ends and count_unused_puzzles() < PUZZLE_STOCK and not busy():
        flaw = _unsought().select_related("game", "review", "seat").first()
        if flaw is None:
            break
        puzzles += look_at(flaw)
    return puzzles


def look_at(flaw: Flaw) -> bool:
    """Judge one with ten times the playouts, unless another worker has begun to, or it is not
    promising; whether it became a puzzle."""
    _row, is_new = Sought.objects.get_or_create(game=flaw.game, entry=flaw.entry, method=METHOD)
    entry = analysis_of(flaw.review).entries[flaw.entry - 1]
    enough = Puzzle.objects.filter(game=flaw.game).count() >= MAX_PUZZLES_OF_GAME
    if not is_new or enough or not is_clear(entry):
        return False
    draft = checked(analysed_game(flaw.game.log), flaw.entry)
    return draft is not None and store_puzzle(flaw.game_id, draft)


def find_in(game: Game, limit: int = MAX_PUZZLES_OF_GAME) -> Iterator[PuzzleDraft]:
    """At most `limit` puzzles of a game that was not analysed: its entries are judged first."""
    analysed = analysed_game(game.log)
    entries = [judge_entry(analysed, entry) for entry in range(1, analysed.entries + 1)]
    marked = [flawed for flawed in entries if flawed.mark is not None and is_clear(flawed)]
    marked.sort(key=lambda flawed: (-flawed.loss, flawed.entry))
    drafts = (checked(analysed, flawed.entry) for flawed in marked)
    yield from islice(filter(None, drafts), limit)


def store_puzzle(game: str, draft: PuzzleDraft) -> bool:
    """Store a draft as a puzzle; false if its entry has a puzzle already."""
    values = draft._asdict() | {"choices": [list(choice) for choice in draft.choices]}
    _puzzle, new = Puzzle.objects.get_or_create(
        game_id=game, entry=values.pop("entry"), defaults=values
    )
    return new


def checked(game: AnalysedGame, entry: int) -> PuzzleDraft | None:
    """The puzzle at this entry of `game`: by best play, or by ten times the usual playouts and
    games played out. None if no action is clearly best, or the quick search finds it each time."""
    state = game.position(entry - 1)
    decision = awaited(state)
    if decision is None or decision.seat == BANK:
        return None
    solver = ExactEnd(NODES)
    exact = exact_puzzle(state, decision.seat, solver)
    draft = None
    if exact is not None:
        draft = _exact_draft(game, entry, decision.seat, exact)
    elif solver.share(state) is None:  # what best play leaves unclear is no puzzle
        draft = _estimated_draft(game, entry)
    if draft is None:
        return None
    right = {choice.text for choice in draft.choices[: draft.right]}
    label = f"{game.fingerprint} {entry}"
    return draft if count_misses(state, decision.seat, right, label) else None


def is_clear(judgement: JudgedEntry) -> bool:
    """True if the shares of the best three choices are clearly apart."""
    if judgement.seat is None:
        return False
    shares = [choice.shares[judgement.seat] for choice in judgement.best]
    return len(shares) > 1 and max(shares) - min(shares) >= NARROW * GAP


# --- inside -------------------------------------------------------------------


def _exact_draft(game: AnalysedGame, entry: int, seat: int, exact: ExactPuzzle) -> PuzzleDraft:
    line = [entry_text(game.setup, Entry(step.seat, step.action)) for step in exact.line]
    version = engine_version()
    return PuzzleDraft(entry, seat, exact.choices, exact.right, line, BEST_PLAY, version)


def _estimated_draft(game: AnalysedGame, entry: int) -> PuzzleDraft | None:
    judgement = judge_entry(game, entry, TENFOLD)
    if judgement.seat is None or judgement.mark is None or not judgement.sure:
        return None
    seat = judgement.seat
    every = offered_alternatives(game, entry, TENFOLD)
    choices = ranked_choices(
        Choice(choice.text, choice.shares[seat], choice.error) for choice in every
    )
    number = count_right(choices)
    if not number or judgement.best[0].text not in {choice.text for choice in choices[:number]}:
        return None
    state = game.position(entry - 1)
    actions = {action.text: action for action in legal_actions(state)}
    right, wrong = (actions[choices[place].text] for place in (number - 1, number))
    if not holds(state, seat, right, wrong, HOLD_SECONDS):
        return None
    return PuzzleDraft(entry, seat, choices, number, [], METHOD, engine_version())


def _unsought() -> QuerySet[Flaw]:
    done = Sought.objects.filter(game=OuterRef("game"), entry=OuterRef("entry"), method=METHOD)
    rows = Flaw.objects.filter(game__standing=Standing.COUNTED, review__method=METHOD)
    return rows.filter(~Exists(done)).order_by("-review__done_at", "-loss", "entry")
