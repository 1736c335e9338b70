"""The leaf of a game in its page, and its proof in the file to keep."""

from __future__ import annotations

import json
from typing import NamedTuple

from django import template
from django.utils.safestring import SafeString, mark_safe

from archive.log import proofs
from archive.log.models import Leaf, Log
from games.log_outbox import STANDING

register = template.Library()

_ESCAPED = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


class StandingLeaf(NamedTuple):
    """The last leaf of a game's standing, and the size of the newest tree."""

    leaf: Leaf
    size: int


@register.simple_tag
def leaf_of(game_id: str) -> StandingLeaf | None:
    """The last leaf of a game's standing; ``None`` without a leaf. Two queries."""
    last = Leaf.objects.filter(kind=STANDING, record=game_id).order_by("-pk").first()
    if last is None:
        return None
    return StandingLeaf(last, Log.objects.values_list("size", flat=True).get(pk=1))


class ProofText(NamedTuple):
    """The proof of a game: its text, the number of its last leaf, the size of the tree."""

    text: SafeString
    number: int
    size: str


@register.simple_tag
def proof_of(game_id: str) -> ProofText | None:
    """The proof as JSON that is safe within a script element; ``None`` if there is none yet."""
    proof = proofs.game_proof(game_id)
    if proof is None:
        return None
    text = json.dumps(proof, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)
    size = proof["checkpoint"].split("\n")[1]
    return ProofText(mark_safe(text), proof["leaves"][-1]["number"], size)
