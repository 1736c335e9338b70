"""The card of a link, 1200 x 630: players, points, the step in words, the table; its title."""

from __future__ import annotations

from html import escape
from textwrap import shorten, wrap
from typing import Final, NamedTuple

from drawing.export.picture import FONT, GROUND, INK, laid_out
from drawing.export.style import sheet_for
from drawing.language import gettext as _
from drawing.language.words import with_value
from drawing.replay.page import narration_at, place_in_words
from drawing.replay.replay import Replay
from drawing.svg import signed_points

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 20
HEAD: Final = 118
"""Units of the strip above the table."""
LONGEST_NAME: Final = 20
WORDS_A_LINE: Final = 104
NOTE_A_LINE: Final = 116


def card(replay: Replay, ply: int, note: str = "") -> str:
    """An SVG document. `note`: a sentence about the points, instead of the words of the step."""
    room = WIDTH - 2 * MARGIN, HEIGHT - HEAD - MARGIN
    sheet = laid_out(replay, ply)
    scale = min(room[0] / sheet.width, room[1] / sheet.height)
    left = (WIDTH - sheet.width * scale) / 2
    top = HEAD + (room[1] - sheet.height * scale) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}" fill="{INK}">'
        f"<style>{sheet_for(sheet.markup)}</style>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>'
        f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.4f})">{sheet.markup}</g>'
        f"{_players(replay, ply)}{_noted(replay, ply, note) if note else _words(replay, ply)}</svg>"
    )


def points_at(replay: Replay, ply: int) -> list[int]:
    """The points of each seat after `ply` steps."""
    return replay.score(ply).points


def _players(replay: Replay, ply: int) -> str:
    """Each in a column of their own: stone, name, points."""
    width = (WIDTH - 2 * MARGIN) / len(replay.names)
    parts = []
    pairs = zip(replay.drawing.seats, replay.names, points_at(replay, ply), strict=True)
    for number, (seat, name, points) in enumerate(pairs):
        x = MARGIN + number * width
        short_name = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
        size = 26 if len(replay.names) < 4 else 20
        parts.append(
            f'<g class="replay-block"><use href="#i-m{seat.letter}" '
            f'transform="translate({x + 16:.0f} 34) scale(1.5)"/></g>'
            f'<text x="{x + 40:.0f}" y="43" font-size="{size}" '
            f'font-weight="600">{escape(short_name)}'
            f'<tspan font-weight="700" dx="10">{escape(signed_points(points))}</tspan></text>'
        )
    return "".join(parts)


def _noted(replay: Replay, ply: int, note: str) -> str:
    """Place in the game, and the `note`."""
    lines = wrap(shorten(note, 2 * NOTE_A_LINE - 4, placeholder=" …"), NOTE_A_LINE)
    head = f'<text x="{MARGIN}" y="68" font-size="18">{escape(place_in_words(replay, ply))}</text>'
    return head + "".join(
        f'<text x="{MARGIN}" y="{90 + 20 * number}" font-size="18" font-weight="600">'
        f"{escape(line)}</text>"
        for number, line in enumerate(lines)
    )


def _words(replay: Replay, ply: int) -> str:
    lines = wrap(
        shorten(narration_at(replay, ply), 2 * WORDS_A_LINE - 4, placeholder=" …"), WORDS_A_LINE
    )
    place = escape(place_in_words(replay, ply))
    if len(lines) < 2:
        lines = [place, *lines]
    else:
        lines = [with_value(place, lines[0]) if len(lines[0]) < 80 else lines[0], *lines[1:2]]
    return "".join(
        f'<text x="{MARGIN}" y="{76 + 26 * number}" font-size="21">'
        f"{line if line == place else escape(line)}</text>"
        for number, line in enumerate(lines)
    )


class ShareWords(NamedTuple):
    """`title`: who plays, and where in the game; `description`: the points and the step; `tally`:
    who has how many points."""

    title: str
    description: str
    tally: str


def share_words(replay: Replay, ply: int, note: str = "") -> ShareWords:
    """Of the step. `note`: a sentence about the points."""
    players = ", ".join(replay.names)
    points = zip(replay.names, points_at(replay, ply), strict=True)
    tally = ", ".join(f"{name} {signed_points(number)}" for name, number in points)
    place = _("The end") if ply == replay.plies else place_in_words(replay, ply)
    return ShareWords(
        _("%(players)s: %(place)s", players=players, place=place),
        " ".join(
            sentence for sentence in (f"{tally}.", note, narration_at(replay, ply)) if sentence
        ),
        tally,
    )
