"""Leaves as pages show them."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from archive.log.models import Leaf
from games.log_outbox import CLOSING, EDITION, PIN, STANDING, VERIFICATION
from games.models import Verification

WORDS = {
    VERIFICATION: _("Verification"),
    STANDING: _("Standing"),
    EDITION: _("Edition"),
    CLOSING: _("Closing of the books"),
    PIN: _("Pin"),
}


class LeafRow(NamedTuple):
    """`game`: the id of the game that it is about; empty if it is about none."""

    leaf: Leaf
    word: str
    game: str


def latest(limit: int) -> list[LeafRow]:
    """The newest leaves first; two queries."""
    leaves = list(Leaf.objects.order_by("-pk")[:limit])
    runs = [int(leaf.record) for leaf in leaves if leaf.kind == VERIFICATION]
    verifications = Verification.objects.filter(pk__in=runs, game__isnull=False)
    games = {str(pk): str(game) for pk, game in verifications.values_list("pk", "game_id")}
    return [LeafRow(leaf, str(WORDS[leaf.kind]), _game(leaf, games)) for leaf in leaves]


def _game(leaf: Leaf, games: dict[str, str]) -> str:
    if leaf.kind == STANDING:
        return leaf.record
    return games.get(leaf.record, "") if leaf.kind == VERIFICATION else ""
