"""Sources of a player's points as a bar: the share of each site, of cards, of modules.

Read from the last ``GAMES_READ`` rated games. Units are those of the picture, 100 wide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from drawing.text.names import SOURCES
from engine.vocabulary import BUILDING_SITES, Source
from games.models import Player, Seat, Standing

GAMES_READ: Final = 500

CARDS: Final = (
    Source.PRIVATE_STONE_QUARRY,
    Source.DECORATIONS,
    Source.STATUES,
    Source.STONE_ORNAMENT,
    Source.UNUSED_BLUE_CARDS,
)
BUILT: Final = tuple(Source.words()[site.word] for site in BUILDING_SITES)


class StylePart(NamedTuple):
    """`name`: ``pyramid`` and so on, ``cards``, ``modules``; `mean`: its points in a game; `share`:
    of a hundred points; `x`, `width`: where it lies in the bar."""

    name: str
    label: str | Promise
    mean: float
    share: float
    x: float
    width: float


class Style(NamedTuple):
    """`text`: the parts in words."""

    games: int
    parts: list[StylePart]
    text: str


def style_of(player: Player) -> Style | None:
    """Of the player's latest rated games; None of no points. One query, of ``GAMES_READ`` rows at
    most."""
    rows = Seat.objects.filter(player=player, game__standing=Standing.COUNTED)
    latest = rows.order_by("-played_on", "-game_id").values_list("breakdown", flat=True)
    return style_from_breakdowns(latest[:GAMES_READ])


def style_from_breakdowns(breakdowns: Iterable[Mapping[str, int]]) -> Style | None:
    """The picture of points by source (``Seat.breakdown``), one mapping a game."""
    points, games = Counter[str](), 0
    for breakdown in breakdowns:
        games += 1
        for word, number in breakdown.items():
            points[_part_of(word)] += number
    gained = {name: max(0, points[name]) for name in LABELS if points[name] > 0}
    total = sum(gained.values())
    if not total:
        return None
    parts, x = [], 0.0
    for name, number in gained.items():
        width = 100 * number / total
        parts.append(
            StylePart(name, LABELS[name], number / games, width, round(x, 2), round(width, 2))
        )
        x += width
    return Style(games, parts, _in_words(games, parts))


LABELS: Final[dict[str, str | Promise]] = {
    **{source.word: SOURCES[source] for source in BUILT},
    "cards": gettext_lazy("Cards"),
    "modules": gettext_lazy("Modules"),
}
"""The parts, in their order."""


def _part_of(word: str) -> str:
    source = Source.words().get(word)
    if source in BUILT:
        return word
    return "cards" if source in CARDS else "modules"


def _in_words(games: int, parts: list[StylePart]) -> str:
    shares = ", ".join(
        _("%(what)s %(share)s %%") % {"what": part.label, "share": round(part.share)}
        for part in parts
    )
    template = ngettext(
        "Points of the last rated game: %(shares)s.",
        "Points of the last %(n)s rated games: %(shares)s.",
        games,
    )
    return template % {"n": games, "shares": shares}
