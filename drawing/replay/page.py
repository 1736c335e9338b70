"""Parts of a replay for pages: contexts for ``templates/games/replay/``, the payload, its ETag."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Final
from zlib import crc32

from drawing.board.scene import Drawing, Table
from drawing.language import addressed, cached_by_language
from drawing.language import gettext as _
from drawing.language.lines import Heard, block_lines
from drawing.language.words import SITES
from drawing.replay import viewers
from drawing.replay.payload import inline_json, payload
from drawing.replay.plates import kind_of, plates, seats
from drawing.replay.reading import StepScore
from drawing.replay.replay import VERSION, Frame, Replay, cached_replay
from drawing.replay.step_notes import step_notes
from drawing.replay.track import jumps, marks, points_graph
from drawing.replay.viewers import Viewer
from drawing.svg import Markup, signed_points
from drawing.text.names import SOURCES
from engine import EVERYTHING, EngineError, Log, write_text
from engine.setup import Setup
from engine.vocabulary import BANK, Site, Source

Context = dict[str, object]

PAYLOAD_ID: Final = "replay-data"

STILL: Final = "still-"
"""Before the ids of symbols of a table that only stands there."""

GIVES: Final = {
    Site.PYRAMID: Source.PYRAMID,
    Site.TEMPLE: Source.TEMPLE,
    Site.BURIAL_CHAMBER: Source.BURIAL_CHAMBER,
    Site.OBELISKS: Source.OBELISKS,
}
"""The source that a building site is."""


def replay_context(
    log: Log | str,
    ply: int | None,
    base_url: str,
    seat: str = viewers.ALL,
    prefix: str = "",
    level: str = viewers.FULL,
) -> Context:
    """Context of ``games/replay/replay.html`` for a game at `ply` (``None``: the last entry).

    `base_url` is the address of the game with a slash at its end; empty for a game that is not
    stored: then the payload lies in the page and no step has an address. A `ply` past the end is
    the end. `seat` is who looks (``viewers.read``); `prefix` goes before the ids of symbols, for
    a page with more than one table; `level`: how much is said (``viewers.LEVELS``). Raises
    ``EngineError`` if the log cannot be read and ``ValueError`` if no player of the game is called
    `seat`.
    """
    replay = viewed_replay(log, seat)
    current_ply = replay.plies if ply is None else max(0, min(ply, replay.plies))
    setup = replay.drawing.rules.setup
    query = viewers.query(replay.viewer, setup, level)
    return {
        "blocks": svg_blocks(replay, current_ply, prefix),
        "symbols": svg_symbols(replay, prefix),
        "prefix": prefix,
        "ply": current_ply,
        "plies": replay.plies,
        "base_url": base_url,
        "query": query,
        "version": VERSION,
        "payload_url": payload_url(base_url, replay.viewer, setup) if base_url else "",
        "payload_id": PAYLOAD_ID,
        "payload": "" if base_url else inlined(replay),
        "said": narration_at(replay, current_ply, level),
        "earlier": earlier_words(replay, current_ply),
        "told": step_notes(replay, current_ply, level),
        "where": place_in_words(replay, current_ply),
        "to_move": next_seat(replay, current_ply),
        "jumps": jumps(replay, current_ply, base_url, query),
        "rounds": move_list(replay, current_ply, base_url, query),
        "scores": score_table(replay, current_ply),
        "sites": site_table(replay),
        "marks": marks(replay),
        "graph": points_graph(replay, current_ply),
        "viewers": viewer_choices(replay),
        "modules": sorted(module.word for module in setup.modules),
        "error": replay.error,
    }


def viewed_replay(log: Log | str, seat: str = viewers.ALL) -> Replay:
    """The replay as `seat` (``viewers.read``) saw it. Raises ``EngineError`` if the log cannot be
    read and ``ValueError`` if no player of the game is called so."""
    text = log if isinstance(log, str) else write_text(log)
    return cached_replay(text, _viewer(text, seat))


def _viewer(text: str, seat: str) -> Viewer:
    """The viewer called `seat` in a game; everything needs no look at the game."""
    if seat == viewers.ALL:
        return EVERYTHING
    return viewers.parse_viewer(seat, cached_replay(text).drawing.rules.setup)


def payload_url(base_url: str, viewer: Viewer, setup: Setup) -> str:
    """The address of the payload of a stored game for `viewer`."""
    word = viewers.word_of(viewer, setup)
    seat = "" if word == viewers.ALL else f"&{viewers.PARAMETER}={word}"
    return f"{base_url}replay.json?v={VERSION}{seat}{addressed()}"


def viewer_choices(replay: Replay) -> list[Context]:
    """Whose eyes a page offers to look through."""
    setup = replay.drawing.rules.setup
    labels = [_("all cards"), _("a spectator"), *(seat.label for seat in replay.drawing.seats)]
    chosen = viewers.word_of(replay.viewer, setup)
    return [
        {"word": word, "label": label, "current": word == chosen}
        for word, label in zip(viewers.viewer_words(setup), labels, strict=True)
    ]


def table_at(log_text: str, ply: int | None = None) -> Context | None:
    """The table as it stood before entry `ply` (from 1), or before the first entry that cannot
    stand, whichever comes first: for ``games/replay/table.html``. ``None`` if not even the header
    can be read.
    """
    try:
        replay = cached_replay(log_text)
    except EngineError:
        return None
    frame_number = replay.plies
    if ply is not None:
        frame_number = sum(1 for frame in replay.frames if frame.ply < ply)
    return {
        "blocks": svg_blocks(replay, frame_number, STILL),
        "symbols": svg_symbols(replay, STILL),
        "prefix": STILL,
        "ply": frame_number,
        "said": narration_at(replay, frame_number),
        "where": place_in_words(replay, frame_number),
        "scores": score_table(replay, frame_number),
    }


# ----------------------------------------------------------------------------------- payload


def replay_json(log: Log | str, seat: str = viewers.ALL) -> bytes:
    """The payload of a stored game as JSON, as `seat` saw it. Raises ``ValueError`` if no player
    of the game is called so."""
    text = log if isinstance(log, str) else write_text(log)
    return dumped(text, _viewer(text, seat))


@cached_by_language(32)
def dumped(text: str, viewer: Viewer = EVERYTHING) -> bytes:
    """The payload of the log `text`. Raises ``EngineError``."""
    body = json.dumps(
        payload(cached_replay(text, viewer)), ensure_ascii=False, separators=(",", ":")
    )
    return body.encode()


def replay_etag(version: str, seat: str = viewers.ALL) -> str:
    """The ETag of the payload of a game: the same game (``Game.version``), the same drawing, the
    same eyes, the same language."""
    return f'"{version}-{VERSION}-{crc32((seat + addressed()).encode()):x}"'


def inlined(replay: Replay) -> Markup:
    """The payload for a data block inside HTML."""
    return inline_json(payload(replay))


# --------------------------------------------------------------------------------- fragments


def svg_blocks(replay: Replay, ply: int, prefix: str = "") -> list[Context]:
    """The blocks of the table after `ply` steps, each as an ``<svg>``."""
    table, heard = replay.table(ply), replay.heard(ply)
    return blocks_of(replay.drawing, replay.names, replay.score(ply), table, heard, prefix)


def blocks_of(
    drawing: Drawing,
    names: Sequence[str],
    score: StepScore,
    table: Table,
    heard: Heard,
    prefix: str = "",
) -> list[Context]:
    """For ``games/replay/blocks.html``: the blocks with the pieces of `table` on them, each with
    the place it has on the page, what `heard` says of it, and a site with what stands beside it."""
    listed = block_lines(heard)
    plated = plates(drawing, names, score, table)
    panels = seats(drawing, names, score, table)
    return [
        {
            "name": block.name,
            "kind": kind_of(block.name),
            "title": block.label,
            "plate": plated.get(block.name),
            **panels.get(block.name, {}),
            "lines": listed.get(block.name, []),
            "svg": _prefixed(drawing.block_markup(index, table, listed=True), prefix),
        }
        for index, block in enumerate(drawing.blocks)
    ]


def seat_panel_first(blocks: list[Context], seat: int | None) -> list[Context]:
    """`blocks` with the panel of `seat` before the other panels, which follow in turn order."""
    panels = [block for block in blocks if block["kind"] == "seat"]
    start = next((index for index, block in enumerate(panels) if block["seat"] == seat), 0)
    turned = iter(panels[start:] + panels[:start])
    return [next(turned) if block["kind"] == "seat" else block for block in blocks]


def svg_symbols(replay: Replay, prefix: str = "") -> Markup:
    """Symbols of the pieces."""
    return _prefixed(replay.drawing.symbols(), prefix)


def _prefixed(markup: str, prefix: str) -> Markup:
    """`markup` with `prefix` before the ids of symbols; quotes within words are escaped."""
    if prefix:
        markup = markup.replace(' id="i-', f' id="{prefix}i-')
        markup = markup.replace(' href="#i-', f' href="#{prefix}i-')
        markup = markup.replace('"url(#i-', f'"url(#{prefix}i-')
    return Markup(markup)


def narration_at(replay: Replay, ply: int, level: str = viewers.FULL) -> str:
    """The words of the step that led here."""
    if ply:
        step = replay.frames[ply - 1].told
        return step.brief if level == viewers.BRIEF else step.outcome_first
    return _("The table before the first move.")


def earlier_words(replay: Replay, ply: int) -> str:
    """The words of the step before this one, if there is any."""
    return replay.frames[ply - 2].words if ply > 1 else ""


def place_in_words(replay: Replay, ply: int) -> str:
    """Place in the game, in words."""
    if not ply:
        return _("Set-up")
    return heading(replay.frames[ply - 1])


def next_seat(replay: Replay, ply: int) -> Context | None:
    """Whose turn it is after `ply` steps: who writes the next entry that is not the bank's."""
    for frame in replay.frames[ply:]:
        if frame.seat != BANK:
            seat_drawing = replay.drawing.seats[frame.seat]
            return {
                "seat": frame.seat,
                "name": replay.names[frame.seat],
                "letter": seat_drawing.letter,
            }
    return None


def heading(frame: Frame) -> str:
    """``Round 3 · turn 12``."""
    if not frame.round:
        return _("Set-up")
    if not frame.turn:
        return _("Round %s") % frame.round
    return _("Round %(round)s · turn %(turn)s", round=frame.round, turn=frame.turn)


def move_list(replay: Replay, current_ply: int, base_url: str, query: str = "") -> list[Context]:
    """The steps by round and turn."""
    numbered = list(enumerate(replay.frames, 1))
    listed = []
    for number, of_round in groupby(numbered, lambda pair: pair[1].round):
        turns = [
            {
                "turn": turn,
                "moves": [
                    _move(replay, ply, frame, current_ply, base_url, query)
                    for ply, frame in of_turn
                ],
            }
            for turn, of_turn in groupby(of_round, lambda pair: pair[1].turn)
        ]
        title = _("Round %s") % number if number else _("Set-up")
        listed.append({"number": number, "title": title, "turns": turns})
    return listed


def _move(
    replay: Replay, ply: int, frame: Frame, current_ply: int, base_url: str, query: str
) -> Context:
    bank = frame.seat == BANK
    return {
        "ply": ply,
        "words": frame.words,
        "colour": "" if bank else replay.drawing.seats[frame.seat].colour,
        "bank": bank,
        "forced": frame.forced,
        "current": ply == current_ply,
        "url": f"{base_url}{ply}/{query}" if base_url else f"#{ply}",
    }


def score_table(replay: Replay, ply: int) -> Context:
    """Points by source and seat; rows for the sources that give anything in the whole game. The
    last row: what it would be if the game ended here, ``?`` where the viewer may not know."""
    return scores(replay.drawing, replay.names, replay.score(ply), replay.sources())


def scores(
    drawing: Drawing, names: Sequence[str], score: StepScore, sources: Sequence[Source]
) -> Context:
    """For ``games/replay/scores.html``: `score` by seat, a row for each of `sources`."""
    prospects: Sequence[int | None] = score.prospects or [None] * len(names)
    seats = zip(names, drawing.seats, score.points, prospects, strict=True)
    return {
        "seats": [
            {
                "name": name,
                "colour": seat.colour,
                "letter": seat.letter,
                "points": signed_points(points),
                "prospect": "?" if prospect is None else signed_points(prospect),
            }
            for name, seat, points, prospect in seats
        ],
        "rows": [
            {
                "source": SOURCES[source],
                "points": [signed_points(points[source]) for points in score.scored],
            }
            for source in sources
        ],
    }


def site_table(replay: Replay) -> list[Context]:
    """The sites by name, with the row of the score table that each of them is (-1: none)."""
    sources = replay.sources()
    return [
        {
            "name": site.word,
            "title": SITES[site],
            "row": sources.index(GIVES[site]) if GIVES.get(site) in sources else -1,
        }
        for site in Site
    ]
