"""The places that ratings use, where computer players acted for people who were gone."""

from __future__ import annotations

from collections.abc import Sequence


def rated_places(places: Sequence[int], replaced: Sequence[int | None]) -> list[int]:
    """By seat, from the `places` of the result and the entries since which seats were `replaced`.

    Whoever played to the end is before whoever did not, by the result. Those who did not share
    the last place: nobody wins by leaving a little later.

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
