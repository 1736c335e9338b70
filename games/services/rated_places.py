"""The places that ratings use, where computer players acted for people who were gone."""

from __future__ import annotations

from collections.abc import Sequence


def rated_places(places: Sequence[int], replaced: Sequence[int | None]) -> list[int]:
    """By seat, from the `places` of the result and the entries since which seats were `replaced`.

    Players who played to the end come first, by the result. The others share the last place:
    leaving a little later gains nothing.

    >>> rated_places([1, 2, 3], [None, None, None])
    [1, 2, 3]
    >>> rated_places([1, 2, 3, 4], [57, 40, None, None])
    [3, 3, 1, 2]
    """
    order = [
        (since is not None, place if since is None else 0)
        for place, since in zip(places, replaced, strict=True)
    ]
    return [1 + sum(other < mine for other in order) for mine in order]
