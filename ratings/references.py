"""Addresses of the objects that a cause refers to (``games.causes.Why``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.urls import reverse

from games.models import Merge
from ratings.models import Entry, Reason
from web.templatetags.slots import outside


def refer(rows: Iterable[Reason | Entry]) -> None:
    """Give each row the address of what its `ref` names, as ``page``: a release, a dispute on the
    page of the game, the player that a guest turned out to be. Empty: the game shows all there is.
    One query, or none where no guest is named."""
    named = list(rows)
    merges = {number for row in named for kind, number in [parted(row.ref)] if kind == "merge"}
    found = Merge.objects.filter(pk__in=merges) if merges else ()
    guests = {merge.pk: merge.guest_id for merge in found}
    for row in named:
        row.page = _page(row, guests)


def parted(ref: str) -> tuple[str, int]:
    """``merge:7``; 0 where there is no number."""
    kind, _, number = ref.partition(":")
    return kind, int(number) if number.isascii() and number.isdigit() else 0


def _page(row: Reason | Entry, guests: Mapping[int, int]) -> str:
    kind, number = parted(row.ref)
    if kind == "release" and number:
        return outside("release", number)
    if kind == "dispute" and number:
        return f"{reverse('game', args=[row.game_id])}#dispute-{number}"
    if kind == "merge" and number in guests:
        return outside("player", guests[number])
    return ""
