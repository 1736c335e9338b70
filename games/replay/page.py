"""What pages need of a replay: contexts for ``templates/games/replay/``, the payload, its ETag."""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine import EngineError, Log, write_text
from engine.vocabulary import BANK
from games.replay.ink import signed
from games.replay.record import VERSION, Moment, Record, payload, recorded
from games.replay.words import SOURCES

Context = dict[str, Any]

PAYLOAD_ID: Final = "replay-data"


def replay_context(log: Log | str, ply: int | None, base_url: str) -> Context:
    """What ``games/replay/replay.html`` needs for a game at `ply` (``None``: the last entry).

    `base_url` is the address of the game with a slash at its end; empty for a game that is not
    stored: then the payload lies in the page and no step has an address. A `ply` past the end is
    the end. Raises ``EngineError`` if the log cannot be read.
    """
    found = recorded(log if isinstance(log, str) else write_text(log))
    at = found.plies if ply is None else max(0, min(ply, found.plies))
    return {
        "blocks": blocks(found, at),
        "symbols": symbols(found),
        "ply": at,
        "plies": found.plies,
        "base_url": base_url,
        "payload_url": f"{base_url}replay.json?v={VERSION}" if base_url else "",
        "payload_id": PAYLOAD_ID,
        "payload": "" if base_url else inlined(found),
        "said": said(found, at),
        "where": where(found, at),
        "jumps": jumps(found, at, base_url),
        "rounds": move_list(found, at, base_url),
        "scores": score_table(found, at),
        "modules": sorted(module.word for module in found.drawing.rules.setup.modules),
        "error": found.error,
    }


def table_at(log_text: str, ply: int | None = None) -> Context | None:
    """The table as it stood before entry `ply` (from 1), or before the first entry that cannot
    stand, whichever comes first: for ``games/replay/table.html``. ``None`` if not even the header
    can be read.
    """
    try:
        found = recorded(log_text)
    except EngineError:
        return None
    at = found.plies
    if ply is not None:
        at = sum(1 for moment in found.moments if moment.ply < ply)
    return {
        "blocks": blocks(found, at),
        "symbols": symbols(found),
        "ply": at,
        "said": said(found, at),
        "where": where(found, at),
        "scores": score_table(found, at),
    }


# ----------------------------------------------------------------------------------- payload


def replay_json(log: Log | str) -> bytes:
    """The payload of a stored game, as JSON."""
    return dumped(log if isinstance(log, str) else write_text(log))


@lru_cache(maxsize=32)
def dumped(text: str) -> bytes:
    """The payload of the log `text`. Raises ``EngineError``."""
    body = json.dumps(payload(recorded(text)), ensure_ascii=False, separators=(",", ":"))
    return body.encode()


def replay_gzip(log: Log | str) -> bytes:
    """``replay_json``, packed; the same bytes every time."""
    return gzip.compress(replay_json(log), 6, mtime=0)


def etag(fingerprint: str) -> str:
    """The ETag of the payload of a game: the same game, the same drawing."""
    return f'"{fingerprint[:16]}-{VERSION}"'


def inlined(found: Record) -> SafeString:
    """The payload for a data block inside HTML: nothing in it can end the block."""
    body = json.dumps(payload(found), ensure_ascii=False, separators=(",", ":"))
    for character, code in (("<", "\\u003C"), (">", "\\u003E"), ("&", "\\u0026")):
        body = body.replace(character, code)
    return mark_safe(body)


# --------------------------------------------------------------------------------- fragments


def blocks(found: Record, at: int) -> list[Context]:
    """The blocks of the table after `at` steps, each as an ``<svg>``."""
    table = found.table(at)
    return [
        {"name": block.name, "svg": mark_safe(found.drawing.block_markup(index, table))}
        for index, block in enumerate(found.drawing.blocks)
    ]


def symbols(found: Record) -> SafeString:
    """What the pieces are made of."""
    return mark_safe(found.drawing.symbols())


def said(found: Record, at: int) -> str:
    """The words of the step that led here."""
    if at:
        return found.moments[at - 1].words
    return _("The table before the first entry.")


def where(found: Record, at: int) -> str:
    """Where in the game this is."""
    if not at:
        return _("Set-up")
    return heading(found.moments[at - 1])


def heading(moment: Moment) -> str:
    """``Round 3 · turn 12``."""
    if not moment.round:
        return _("Set-up")
    if not moment.turn:
        return _("Round %s") % moment.round
    return _("Round %(round)s · turn %(turn)s") % {"round": moment.round, "turn": moment.turn}


def jumps(found: Record, at: int, base_url: str) -> list[Context]:
    """The buttons, in their order: where each leads from here (``None``: nowhere)."""
    turns, rounds = _marks(found, "turn"), _marks(found, "round")
    targets = [
        ("first", "M5 5V19M18 5 10 12 18 19", _("First entry"), 0),
        (
            "round-back",
            "M9 5 4 12 9 19M14 5 9 12 14 19M19 5 14 12 19 19",
            _("Previous round"),
            _before(rounds, at),
        ),
        ("turn-back", "M11 5 5 12 11 19M18 5 12 12 18 19", _("Previous turn"), _before(turns, at)),
        ("back", "M15 5 8 12 15 19", _("Back one entry"), at - 1),
        ("next", "M9 5 16 12 9 19", _("Forward one entry"), at + 1),
        (
            "turn-next",
            "M6 5 12 12 6 19M13 5 19 12 13 19",
            _("Next turn"),
            _after(turns, at, found.plies),
        ),
        (
            "round-next",
            "M5 5 10 12 5 19M10 5 15 12 10 19M15 5 20 12 15 19",
            _("Next round"),
            _after(rounds, at, found.plies),
        ),
        ("last", "M19 5V19M6 5 14 12 6 19", _("Last entry"), found.plies),
    ]
    return [
        {
            "name": name,
            "icon": icon,
            "words": words,
            "url": f"{base_url}{to}/" if base_url and 0 <= to <= found.plies and to != at else "",
        }
        for name, icon, words, to in targets
    ]


def _marks(found: Record, of: str) -> list[int]:
    """The plies at which a turn, or a round, is complete: the start and the end included."""
    marks = [0]
    pairs = zip(found.moments, found.moments[1:], strict=False)
    for number, (one, other) in enumerate(pairs, 1):
        same = one.round == other.round and (of == "round" or one.turn == other.turn)
        if not same:
            marks.append(number)
    return [*marks, found.plies]


def _before(marks: list[int], at: int) -> int:
    return max((mark for mark in marks if mark < at), default=0)


def _after(marks: list[int], at: int, plies: int) -> int:
    return min((mark for mark in marks if mark > at), default=plies)


def move_list(found: Record, at: int, base_url: str) -> list[Context]:
    """The steps by round and turn."""
    numbered = list(enumerate(found.moments, 1))
    listed = []
    for number, of_round in groupby(numbered, lambda pair: pair[1].round):
        turns = [
            {
                "turn": turn,
                "moves": [_move(found, ply, moment, at, base_url) for ply, moment in of_turn],
            }
            for turn, of_turn in groupby(of_round, lambda pair: pair[1].turn)
        ]
        title = _("Round %s") % number if number else _("Set-up")
        listed.append({"number": number, "title": title, "turns": turns})
    return listed


def _move(found: Record, ply: int, moment: Moment, at: int, base_url: str) -> Context:
    bank = moment.seat == BANK
    return {
        "ply": ply,
        "words": moment.words,
        "colour": "" if bank else found.drawing.seats[moment.seat].colour,
        "bank": bank,
        "forced": moment.forced,
        "current": ply == at,
        "url": f"{base_url}{ply}/" if base_url else f"#{ply}",
    }


def score_table(found: Record, at: int) -> Context:
    """Points by source and seat; rows for the sources that give anything in the whole game."""
    sources = found.sources()
    empty = tuple((0,) * len(SOURCES) for _ in found.names)
    scored = found.moments[at - 1].scored if at else empty
    return {
        "seats": [
            {
                "name": name,
                "colour": seat.colour,
                "letter": seat.letter,
                "points": signed(sum(points)),
            }
            for name, seat, points in zip(found.names, found.drawing.seats, scored, strict=True)
        ],
        "rows": [
            {"source": SOURCES[source], "points": [signed(points[source]) for points in scored]}
            for source in sources
        ],
    }
