"""The payload of a replay, ``replay.json``: see ``docs/decisions/drawing.md``.

``seat``: the viewer (``all``, ``spectator``, a colour). ``version``: of the drawing, a part of the
address. ``names``, ``colours``: by seat. ``sources``: of points in this game. ``opening``: the
pieces before the first entry. ``first``: ``c`` and ``e`` then. ``heard``: the spoken lists then.
``rules``: by key ``[sentence, address]``. ``steps``: one an entry, of these fields:

``d`` changed pieces, ``s`` the narration, ``b`` the length of its brief words (absent: all),
``y`` keys of the rules behind it, ``l`` final scoring as ``[source, title, words, key]``,
``a`` the seat of the entry (-1: the bank), ``r`` the round (0: set-up), ``t`` the turn in it,
``p`` changed scores as ``[seat, source, points]``, ``c`` changed stone counts as ``[site, seat,
number]``, ``e`` points by seat if the game ended there (``null`` where the viewer may not know),
``f`` 1 for a forced entry, ``h`` changes of the spoken lists, ``m`` the motion of pieces.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from drawing.replay.motion import Motion
from drawing.replay.reading import StepScore
from drawing.replay.replay import VERSION, Frame, Replay
from drawing.replay.viewers import word_of
from drawing.svg import Markup
from drawing.text.names import source_name
from drawing.text.narration import Narration, ScoringStep
from drawing.text.reasons import SOURCES, RuleReason, rule_reason
from engine import Rules
from engine.vocabulary import Source

Cells = Sequence[Sequence[int]]


def payload(replay: Replay) -> dict[str, object]:
    """The replay as JSON-ready data."""
    sources = replay.sources()
    setup = replay.drawing.rules.setup
    return {
        "version": VERSION,
        "seat": word_of(replay.viewer, setup),
        "names": replay.names,
        "colours": [seat.colour for seat in replay.drawing.seats],
        "sources": [source.word for source in sources],
        "opening": replay.opening,
        "first": first_of(replay.first),
        "heard": replay.before,
        "steps": list(_steps(replay, sources)),
        "rules": rules_behind(replay.drawing.rules, [frame.told for frame in replay.frames]),
    }


def rules_behind(rules: Rules, narrations: Iterable[Narration]) -> dict[str, RuleReason]:
    """The rules behind steps, by their keys."""
    keys: dict[str, None] = {}
    for narration in narrations:
        keys.update(dict.fromkeys(narration.why))
        keys.update(dict.fromkeys(SOURCES[tally.source] for tally in narration.ending))
    return {key: rule_reason(rules, key) for key in keys}


def first_of(first: StepScore, sources: list[Source] | None = None) -> dict[str, object]:
    """How things stood before the first step; with `sources` the points, too, as of a game that is
    shown from a later turn on."""
    before: dict[str, object] = {
        "e": first.prospects,
        "c": first.stones,
        "w": first.worth,
        "q": first.quarry,
    }
    return before if sources is None else before | {"p": _score_cells(first, sources)}


def _steps(replay: Replay, sources: list[Source]) -> Iterator[dict[str, object]]:
    before = replay.first
    for frame in replay.frames:
        yield step_payload(frame, before, sources)
        before = frame.after


def step_payload(frame: Frame, before: StepScore, sources: list[Source]) -> dict[str, object]:
    """A step: short names, and nothing that goes without saying."""
    step: dict[str, Any] = {
        "d": frame.delta,
        "s": frame.words,
        "a": frame.seat,
        "r": frame.round,
        "t": frame.turn,
    }
    if frame.forced:
        step["f"] = 1
    step.update(_narration_fields(frame.told))
    if moved := dict(_moved(frame.motion, sources)):
        step["m"] = moved
    if points := list(changed(_score_cells(before, sources), _score_cells(frame.after, sources))):
        step["p"] = points
    if stones := list(changed(before.stones, frame.after.stones)):
        step["c"] = stones
    if worth := list(changed(before.worth, frame.after.worth)):
        step["w"] = worth
    if frame.after.quarry != before.quarry:
        step["q"] = frame.after.quarry
    if frame.after.prospects != before.prospects:
        step["e"] = frame.after.prospects
    if frame.heard:
        step["h"] = dict(frame.heard)
    return step


def _moved(motion: Motion, sources: list[Source]) -> Iterator[tuple[str, object]]:
    """Motion: `s`, the ship that sailed, the place of its dock, its stones in the order of
    unloading, its way; `g`, [seat, points, source, the stone that brought them]; `c`, the market
    space of a card (0: the pile), and the seat that it came to."""
    if voyage := motion.voyage:
        yield "s", [voyage.ship, voyage.place, " ".join(voyage.cargo), voyage.course]
    if motion.gains:
        indexes = {source: index for index, source in enumerate(sources)}
        yield (
            "g",
            [
                [gain.seat, gain.points, indexes.get(gain.source, -1), gain.stone]
                for gain in motion.gains
            ],
        )
    if motion.cards:
        yield "c", motion.cards


def _narration_fields(narration: Narration) -> Iterator[tuple[str, object]]:
    """Additions to the words: `b`, the number of characters of the brief words; `o`, where the
    result of the game begins; `y`, the keys of the rules behind it; `l`, the final scoring:
    [source, title, words, key, [seat, points] each] each."""
    if narration.brief != narration.words:
        yield "b", len(narration.brief)
    if narration.outcome_index:
        yield "o", narration.outcome_index
    if narration.why:
        yield "y", narration.why
    if narration.ending:
        yield (
            "l",
            [
                [
                    tally.source.word,
                    source_name(tally.source),
                    tally.words,
                    SOURCES[tally.source],
                    tally.points,
                ]
                for tally in narration.ending
            ],
        )


def narration_of(step: Mapping[str, Any]) -> Narration:
    """Words of a step of ``step_payload``."""
    words: str = step["s"]
    ending = [
        ScoringStep(
            Source.read(line[0]), line[2], tuple((seat, points) for seat, points in line[4])
        )
        for line in step.get("l", ())
    ]
    keys = tuple(step.get("y", ()))
    brief = words[: step.get("b", len(words))]
    return Narration(words, brief, tuple(ending), keys, step.get("o", 0))


def _score_cells(score: StepScore, sources: list[Source]) -> Cells:
    """The points by seat for `sources` only."""
    return [[seat[source] for source in sources] for seat in score.scored]


def changed(before: Cells, after: Cells) -> Iterator[list[int]]:
    """[row, column, value] for every cell that changed."""
    for row, (old, new) in enumerate(zip(before, after, strict=True)):
        for column, value in enumerate(new):
            if old[column] != value:
                yield [row, column, value]


def inline_json(data: object) -> Markup:
    """JSON for a data block inside HTML: nothing in it can end the block."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character, code in (("<", "\\u003C"), (">", "\\u003E"), ("&", "\\u0026")):
        body = body.replace(character, code)
    return Markup(body)
