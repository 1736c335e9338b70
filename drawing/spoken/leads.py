"""Leaders in stones, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from drawing.language import gettext as _
from drawing.language import ngettext, once_a_language
from drawing.language.lines import SeatNames
from drawing.language.words import joined_words


def leaders(counts: Sequence[int]) -> list[int]:
    """The seats with the most, if there is a stone."""
    highest = max(counts, default=0)
    return [seat for seat, count in enumerate(counts) if highest and count == highest]


def spoken_leaders(seats: SeatNames, counts: Sequence[int]) -> str:
    """Leaders at a site; `counts`: stones by seat."""
    first = leaders(counts)
    if not first:
        return _("No stones")
    number = max(counts)
    return _leading(joined_words(map(seats.title, first)), number, len(first) == 1)


@once_a_language
def _leading(player: str, stones: int, alone: bool) -> str:
    words = {"who": player, "stones": stones}
    if alone:
        return ngettext(
            "%(who)s leads with %(stones)s stone",
            "%(who)s leads with %(stones)s stones",
            stones,
            **words,
        )
    return ngettext(
        "%(who)s lead with %(stones)s stone each",
        "%(who)s lead with %(stones)s stones each",
        stones,
        **words,
    )


def leads_row(seats: SeatNames, row: int, counts: Sequence[int]) -> str:
    """Leaders in a row of a site."""
    first = leaders(counts)
    if not first:
        return _("No stones in row %(row)s", row=row)
    number = max(counts)
    words = {"row": row, "who": joined_words(map(seats.title, first)), "stones": number}
    if len(first) == 1:
        return ngettext(
            "%(who)s leads row %(row)s with %(stones)s stone",
            "%(who)s leads row %(row)s with %(stones)s stones",
            number,
            **words,
        )
    return ngettext(
        "%(who)s lead row %(row)s with %(stones)s stone each",
        "%(who)s lead row %(row)s with %(stones)s stones each",
        number,
        **words,
    )
