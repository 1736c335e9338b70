"""Shared shapes of boards: stone platforms, plates for free spaces, rewards.

One oblique camera for everything: a step back goes up and a little to the right, light comes from
the upper left, shadows fall to the lower right. Colours are CSS classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drawing.language import gettext as _
from drawing.language.words import points_of
from drawing.svg import coord, group, hint, path, svg_text, tag, use

if TYPE_CHECKING:
    from engine import Reward


STONE_WIDE, STONE_HIGH = 30, 22
"""The front of a stone."""

SIDE_X, SIDE_Y = 6, 13
"""How far its side goes to the right and up."""

STONE_TOP: Final = STONE_HIGH + SIDE_Y
"""From the ground to the rear edge of its top."""

COURSE_HIGH: Final = 10
"""Visible height of a covered stone's front."""

CELL_DEEP: Final = 25
"""How far a plate for a free space goes back."""

STONE_LIMIT: Final = 3
"""More stones than these are a number."""


def transformed(content: str, x: float, y: float, scale: float) -> str:
    """`content` at (x, y), larger or smaller."""
    transform = f"translate({coord(x)} {coord(y)}) scale({scale:g})"
    return tag("g", content, transform=transform)


# ------------------------------------------------------------------------------------- ground


def platform(x: float, y: float, wide: float, over: float, back: float, high: float = 9) -> str:
    """A stone platform: its front left corner, its width, how far it goes to the right and back,
    and its height below `y`."""
    right = coord(x + wide)
    shade = f"M{coord(x)} {coord(y + high + 2)}H{coord(x + wide + 6)}l{coord(over + 20)} "
    front = f"M{coord(x)} {coord(y)}v{high}H{right}l{coord(over)} {coord(-back)}"
    return (
        path(f"{shade}{coord(-back + 6)}l-30 -4z", "sh")
        + path(f"{front}v{-high}l{coord(-over)} {coord(back)}z", "stone-d")
        + path(
            f"M{coord(x)} {coord(y)}H{right}l{coord(over)} {coord(-back)}h{coord(-wide)}z",
            "stone-l",
        )
    )


def sill(words: str, meaning: str) -> str:
    """A long step at the foot of a far site, with the key to its numbers."""
    step = path("M2 272L8 266H338L342 272z", "stone-l") + path("M2 272H342V290H2z", "stone-d")
    return group(hint(meaning) + step + svg_text(172, 286, words, "key"))


def plinth(x: float, y: float, half: float) -> str:
    """A block of granite, 22 high, with its lower edge on `y`; what it reads comes over it."""
    left, right, top = coord(x - half), coord(x + half), coord(y - 22)
    return (
        path(f"M{left} {coord(y)}V{top}H{right}V{coord(y)}z", "ob-f")
        + path(f"M{right} {coord(y)}l7 -10v-22l-7 10z", "ob-s")
        + path(f"M{left} {top}l7 -10h{coord(2 * half)}l-7 10z", "ob-t")
    )


def needle(x: float, base: float, top: float, wide: float = 1.0) -> str:
    """An obelisk from `base` up to `top`."""

    def point(dx: float, y: float) -> str:
        return f"{coord(x + dx)} {coord(y)}"

    left, ridge, right = (
        point(-12 * wide, top + 24),
        point(2 * wide, top + 26),
        point(15 * wide, top + 20),
    )
    tip, foot = point(1, top), point(3, base)
    return (
        path(f"M{point(-17 * wide, base)}L{left} {ridge} {foot}z", "ob-l")
        + path(f"M{ridge}L{right} {point(21 * wide, base - 3)} {foot}z", "ob-d")
        + path(f"M{left}L{tip} {ridge}z", "ob-c")
        + path(f"M{tip}L{right} {ridge}z", "ob-s")
    )


def signs(x: float, top: float) -> str:
    """Carvings of an obelisk, from `top` down."""
    carved = (
        f"M{coord(x - 6)} {coord(top)}v10m-3 6h7m-7 6l7 6m-4 8a3 3 0 1 0 .1 0m-3 16h7v7h-7z"
        "m0 16q4 6 8 0m-5 12v8m-3 8h8m-8 8l8 5"
    )
    return path(carved, "glyph")


def casing() -> str:
    """A finished pyramid, 300 wide: two faces, courses, a gilded tip."""
    tip_x, tip_y = 208, 34
    courses = "".join(
        f"M{coord(tip_x - 168 * part)} {coord(tip_y + 224 * part)}"
        f"L{coord(tip_x + 50 * part)} {coord(tip_y + 234 * part)} "
        f"{coord(tip_x + 132 * part)} {coord(tip_y + 220 * part)}"
        for part in (index / 11 for index in range(2, 11))
    )
    return (
        path("M208 34L40 258L258 268z", "py-l")
        + path("M208 34L258 268L340 254z", "py-d")
        + path(courses, "course")
        + path("M208 34L190 58 213 60z", "cap-l")
        + path("M208 34L213 60 226 55z", "cap-d")
    )


# ------------------------------------------------------------------------------- free spaces


def cell(x: float, y: float, half: float = 19, look: str = "plate") -> str:
    """A free space where a stone would stand on (x, y)."""
    lean = CELL_DEEP * 11 / 24
    left = f"M{coord(x - half)} {coord(y + 5)}h{coord(2 * half)}"
    return path(f"{left}l{coord(lean)} -{CELL_DEEP}h{coord(-2 * half)}z", look)


def pad(x: float, y: float, points: int, *, dark: bool = False) -> str:
    """Pad for further stones, with the worth of each; `dark` is the ground."""
    plate, words = ("slot-dark", "ceiling-points") if dark else ("slot", "val")
    return cell(x, y, 16, plate) + svg_text(x + 4, y - 2, f"+{points}", words)


def valued(x: float, y: float, reward: Reward, half: float = 19) -> str:
    """A free space and what it gives."""
    return group(hint(gives(reward)) + cell(x, y, half) + on_cell(x + 4, y, reward))


def on_cell(x: float, y: float, gain: Reward) -> str:
    """Reward of a space, on its plate: points in front, all else behind."""
    has_bonus = gain.cards or gain.stones or gain.load
    if gain.points and has_bonus:
        return svg_text(x - 13, y - 2, str(gain.points), "val") + _bonus(x + 7, y - 2, gain)
    return reward(x - 1, y - 2, gain)


def points_on_cell(x: float, y: float, points: int) -> str:
    """A free space and its points."""
    return cell(x, y) + svg_text(x + 4, y - 2, str(points), "val")


# ------------------------------------------------------------------------------------ rewards


def reward(x: float, y: float, gain: Reward) -> str:
    """Reward of a space, around the base line at (x, y)."""
    if gain.or_stones:
        return (
            svg_text(x - 14, y, str(gain.points), "reward")
            + path(f"M{coord(x - 6)} {coord(y + 2)}l6 -15", "either")
            + svg_text(x + 6, y, str(gain.or_stones), "reward")
            + use("cube", x + 18, y)
        )
    if gain.best_of:
        return _fan(x, y, gain.best_of)
    if not gain.points:
        return _bonus(x, y, gain)
    if gain.cards or gain.stones or gain.load:
        return svg_text(x - 13, y, str(gain.points), "reward") + _bonus(x + 9, y, gain)
    return svg_text(x, y, str(gain.points), "reward")


def _bonus(x: float, y: float, reward: Reward) -> str:
    """A card, stones for the sled, or a stone for a ship, on the base line at (x, y)."""
    if reward.cards:
        return _card(x, y)
    if reward.stones:
        return _cubes(x, y, reward.stones)
    hull = f"M{coord(x - 13)} {coord(y - 8)}q2 8 8 8h11q6 0 8 -10q-3 5 -9 5h-10q-5 0 -8 -3z"
    return _cubes(x + 1, y - 4, 1) + path(hull, "little-ship")


def _cubes(x: float, y: float, stones: int) -> str:
    """So many stones; many of them as a number and one."""
    if stones > STONE_LIMIT:
        return svg_text(x - 9, y, str(stones), "val") + use("cube", x + 4, y)
    left = x - 1 - 4 * (stones - 1)
    outline = "M-6 0V-8L-3 -12H8V-4L5 0z"
    layers = [path(outline, "little-cube"), use("cube", 0, 0)]
    return "".join(group("".join(layers), left + 8 * index, y) for index in reversed(range(stones)))


def _card(x: float, y: float, look: str = "little-card") -> str:
    """The back of a card, standing on (x, y)."""
    left, top = coord(x - 6), coord(y - 14)
    eye = f"M{coord(x - 4)} {coord(y - 7)}q4 -5 8 0q-4 5 -8 0z"
    return path(f"M{left} {top}h12v15h-12z", look) + path(eye, "little-eye")


def _fan(x: float, y: float, cards: int) -> str:
    """So many cards, of which one is kept: it stands out."""
    left = x - 4.5 * (cards - 1)
    cards_behind = [_card(left + 9 * index, y) for index in range(cards)]
    middle = cards // 2
    cards_behind[middle] = ""
    return "".join(cards_behind) + _card(left + 9 * middle, y - 4, "little-card little-kept")


def gives(reward: Reward) -> str:
    """Reward of a space, in words."""
    if reward.points and reward.or_stones:
        return _(
            "%(points)s points or %(stones)s stones", points=reward.points, stones=reward.or_stones
        )
    parts = []
    if reward.points:
        parts.append(points_of(reward.points))
    if reward.cards:
        parts.append(_("a card from the pile"))
    if reward.best_of:
        parts.append(_("the best of %(count)s cards", count=reward.best_of))
    if reward.stones:
        parts.append(_("%(stones)s stones for the sled", stones=reward.stones))
    if reward.load:
        parts.append(_("place a stone on a ship"))
    return ", ".join(parts)


# ------------------------------------------------------------------------------------ symbols


def board_symbols() -> str:
    """Symbols that several boards need."""
    flag = path("M0 2V-34", "pole") + path("M0 -41h28l-6 9.5 6 9.5h-28z", "flag")
    symbols = {"cell-next": cell(0, 0, look="cell-next"), "top-flag": flag}
    return "".join(tag("g", content, id=f"i-{name}") for name, content in symbols.items())
