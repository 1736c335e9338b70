"""An analysis in words and numbers, for pages and scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from drawing.language import cached_by_language
from drawing.replay.replay import Replay, cached_replay
from drawing.text.narration import Narrator
from engine import Entry, State, apply, read_log, start
from engine.analysis import Analysis, JudgedEntry
from engine.vocabulary import BANK
from insights.reviews.alternatives import entry_of
from insights.reviews.models import FLAWS, EntryMark, Review
from insights.reviews.queries import MISTAKES, analysis_of

SIGNS: Final = {
    EntryMark.INACCURACY: "?!",
    EntryMark.MISTAKE: "?",
    EntryMark.BLUNDER: "??",
    EntryMark.ONLY: "!",
}
"""Signs of marked entries, as in the notation of chess."""

TURN: Final = "↯"
"""Sign of an unmarked turning point."""

Words = tuple[str, ...]


class StepWords(NamedTuple):
    """Words about an entry; `sentences` has all of them. `name`, `letter`: of the player
    that acted, or whose share chance changed most. `before`, `after`, `wide`:
    their share of wins and how uncertain it is; `mark`: a value of ``Mark``, or empty; `sign`,
    `label`: its sign and its name; `lost`: what it cost, empty for nothing; `better`: better
    alternatives, `instead` the first of them as it is written; `moved`: by how much their share
    changed, from 0 to 1, or what was lost of it.

    Of a flaw `before` is the share with the best choice: `lost` is what `after` is less, as they
    are written."""

    ply: int
    round: int
    name: str
    letter: str
    words: str
    before: str
    after: str
    wide: str
    mark: str
    sign: str
    label: str
    lost: str
    better: Words
    instead: str
    turning: bool
    chance: bool
    moved: float
    shares: Words
    sentences: str

    @property
    def before_ply(self) -> int:
        """The step before this one: from there another move can be tried."""
        return self.ply - 1

    @property
    def decisive(self) -> bool:
        """True if the whole chance was lost: both shares say more than the cost, since somebody
        may have won all the same."""
        return self.lost == percent_words(1)

    @property
    def noted(self) -> bool:
        """True if the step is marked or a turning point."""
        return bool(self.sign)


class SeatSummary(NamedTuple):
    """A seat's choices. `accuracy`: the share of choices without a mark of ``FLAWS``, as a
    percentage; `marks`: how many of each, by label; `mistakes`: the costliest, the worst first."""

    seat: int
    name: str
    letter: str
    colour: str
    accuracy: str
    marks: tuple[tuple[str, int], ...]
    mistakes: tuple[StepWords, ...]


class RoundWords(NamedTuple):
    """A round (0: the set-up) and its entries."""

    number: int
    steps: tuple[StepWords, ...]

    @property
    def flaw_count(self) -> int:
        """Entries that the accuracy counts as flaws; turning points are not among them."""
        return sum(bool(step.lost) for step in self.steps)


class AnalysisWords(NamedTuple):
    """An analysis of a game. `steps`: all entries; `mistakes`: the costliest of all seats, the
    worst first."""

    steps: tuple[StepWords, ...]
    seats: tuple[SeatSummary, ...]
    names: Words
    mistakes: tuple[StepWords, ...]

    @property
    def rounds(self) -> list[RoundWords]:
        """The rounds in their order."""
        return [
            RoundWords(number, tuple(steps))
            for number, steps in groupby(self.steps, key=lambda step: step.round)
        ]

    @property
    def noted(self) -> list[StepWords]:
        """Marked entries and turning points."""
        return [step for step in self.steps if step.noted]

    @property
    def turning(self) -> list[StepWords]:
        return [step for step in self.steps if step.turning]


def analysis_words(review: Review, log: str) -> AnalysisWords:
    """The analysis `review`, which is done, of the game with that `log`; kept by the process."""
    return _cached_words(ReviewKey(review), log)


def flaw_heads() -> list[dict[str, str]]:
    """Heads of the columns that count flaws: their mark, label and sign."""
    return [{"mark": flaw.value, "label": str(flaw.label), "sign": SIGNS[flaw]} for flaw in FLAWS]


def percent_words(share: float) -> str:
    """``0.637`` as 64 %."""
    return f"{round(100 * share)}\N{NO-BREAK SPACE}%"


# --- inside -------------------------------------------------------------------


class ReviewKey:
    """A review that is done, as a key: it never changes."""

    def __init__(self, row: Review) -> None:
        self.row = row
        self._key = (row.pk, row.done_at)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReviewKey) and self._key == other._key


@cached_by_language(64)
def _cached_words(review: ReviewKey, log: str) -> AnalysisWords:
    replay = cached_replay(log)
    analysis = analysis_of(review.row)
    better = _alternatives(log, replay.names, analysis.entries)
    steps = tuple(_step(replay, entry, better.get(entry.entry, ())) for entry in analysis.entries)
    mistakes = _costliest(analysis.entries, steps)
    summaries = tuple(_summaries(replay, analysis, steps))
    return AnalysisWords(steps, summaries, tuple(replay.names), mistakes)


def _costliest(entries: Iterable[JudgedEntry], steps: Sequence[StepWords]) -> tuple[StepWords, ...]:
    """The costliest of `entries` that are flaws, the worst first."""
    flaws = [entry for entry in entries if str(entry.mark) in FLAWS and entry.best]
    flaws.sort(key=lambda entry: (-entry.loss, entry.entry))
    return tuple(steps[entry.entry - 1] for entry in flaws[:MISTAKES])


def _alternatives(
    log_text: str, names: Sequence[str], entries: Iterable[JudgedEntry]
) -> Mapping[int, Words]:
    """Alternatives of marked entries in words, by entry."""
    flawed = {
        flawed_entry.entry: flawed_entry
        for flawed_entry in entries
        if flawed_entry.mark is not None
    }
    log = read_log(log_text)
    s, narrator, alternatives = start(log.setup), Narrator(names), dict[int, Words]()
    for number, entry in enumerate(log.entries, 1):
        flawed_entry = flawed.get(number)
        if flawed_entry is not None and entry.seat != BANK:
            alternatives[number] = tuple(
                _words(narrator, entry_of(log.setup, entry.seat, other.text), s.copy())
                for other in flawed_entry.best
                if other.text != flawed_entry.text
            )
        apply(s, *entry)
    return alternatives


def _words(narrator: Narrator, entry: Entry, tried: State) -> str:
    tried.events = []
    apply(tried, *entry)
    narration = narrator.narrate(entry, tried.events, tried)
    return narration.brief or narration.words


def _step(replay: Replay, entry: JudgedEntry, better: Words) -> StepWords:
    seat = entry.seat if entry.seat is not None else _seat_of_largest_change(entry)
    mark = "" if entry.mark is None else EntryMark(str(entry.mark))
    flawed = mark in FLAWS and bool(entry.best)
    after = entry.after.by_seat[seat]
    before = min(1.0, after + entry.loss) if flawed else entry.before.by_seat[seat]
    wide = f"±{round(100 * max(entry.before.error[seat], entry.after.error[seat]))}"
    step = StepWords(
        ply=entry.entry,
        round=replay.frames[entry.entry - 1].round,
        name=replay.names[seat],
        letter=replay.drawing.seats[seat].letter,
        words=replay.frames[entry.entry - 1].told.brief or replay.frames[entry.entry - 1].words,
        before=percent_words(before),
        after=percent_words(after),
        wide=wide,
        mark=str(mark),
        sign=SIGNS[EntryMark(mark)] if mark else TURN if entry.turning else "",
        label=_label(entry, mark),
        lost=percent_words((round(100 * before) - round(100 * after)) / 100) if flawed else "",
        better=better,
        instead=next((other.text for other in entry.best if other.text != entry.text), ""),
        turning=entry.turning,
        chance=entry.seat is None,
        moved=max(entry.loss, abs(entry.after.by_seat[seat] - entry.before.by_seat[seat])),
        shares=tuple(map(percent_words, entry.after.by_seat)),
        sentences="",
    )
    return step._replace(sentences=_sentences(step))


def _seat_of_largest_change(entry: JudgedEntry) -> int:
    moved = [
        abs(after - before)
        for before, after in zip(entry.before.by_seat, entry.after.by_seat, strict=True)
    ]
    return moved.index(max(moved))


def _label(entry: JudgedEntry, mark: str) -> str:
    if mark:
        return str(EntryMark(mark).label)
    if not entry.turning:
        return ""
    return _("turning point, caused by chance") if entry.seat is None else _("turning point")


def _sentences(step: StepWords) -> str:
    """Sentences about a step: its label, and its cost with a better choice, or the share of wins
    before and after a turning point. The shares and the cost of a line fit."""
    if not step.label:
        return ""
    sentences = [f"{step.name}: {step.label}."]
    if step.lost:
        if not step.decisive:
            cost = _("The move cost %(lost)s of the chance to win.")
            sentences.append(cost % {"lost": step.lost})
        sentences += [_("Better: %(words)s") % {"words": words} for words in step.better[:1]]
        shares = {"best": step.before, "after": step.after}
        sentences.append(
            _(
                "The chance to win is %(best)s with the best move and %(after)s with the "
                "move played."
            )
            % shares
        )
    elif step.mark == EntryMark.ONLY:
        sentences.append(_("Any other move would have cost a lot."))
    else:
        shares = {"before": step.before, "after": step.after, "wide": step.wide}
        sentences.append(_("Chance to win: %(before)s → %(after)s (%(wide)s).") % shares)
    return " ".join(sentences)


def _summaries(
    replay: Replay, analysis: Analysis, steps: Sequence[StepWords]
) -> Iterable[SeatSummary]:
    for seat, seat_drawing in enumerate(replay.drawing.seats):
        choices = [entry for entry in analysis.entries if entry.seat == seat and entry.best]
        marks = [str(entry.mark) for entry in choices if str(entry.mark) in FLAWS]
        flaws = [entry for entry in choices if str(entry.mark) in FLAWS]
        yield SeatSummary(
            seat=seat,
            name=replay.names[seat],
            letter=seat_drawing.letter,
            colour=seat_drawing.colour,
            accuracy=percent_words(1 - len(flaws) / len(choices)) if choices else "–",
            marks=tuple((str(flaw.label), marks.count(flaw.value)) for flaw in FLAWS),
            mistakes=_costliest(flaws, steps),
        )
