"""What a log says about who left, in words: a player who confirms the game confirms that too."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.models import Seat


def before_confirming(seats: Iterable[Seat]) -> list[str]:
    """A sentence for each seat whose player did not play to the end, with what follows from it."""
    gone = [seat for seat in seats if seat.replaced_at is not None]
    return [
        _(
            "The log says that %(who)s left at entry %(entry)d and a computer player went on. For "
            "ratings %(who)s has place %(rated)d; by points it is place %(place)d."
        )
        % {
            "who": seat.player or seat.name or seat.colour,
            "entry": seat.replaced_at,
            "rated": seat.rated_place,
            "place": seat.place,
        }
        for seat in sorted(gone, key=lambda seat: seat.number)
    ]
