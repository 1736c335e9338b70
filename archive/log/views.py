"""Views of the log: its page, and for programs checkpoint, key, tiles (C2SP tlog-tiles), proofs.
Clients only read."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import wraps
from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from archive.log import proofs, reading, witnesses
from archive.log.models import Leaf
from archive.log.signing import log_key
from audit.merkle import WIDTH, TreeEdge, parse_tile_path
from games.log_outbox import (
    BOUND_DEAL,
    BROKEN_OFF,
    CLOSING,
    DEAL,
    DECISION,
    EDITION,
    ENTRY,
    EVENT,
    FOLD,
    LOG,
    MEMBER,
    PIN,
    PLAYER,
    PREDECESSOR,
    SERIES,
    SETTINGS,
    SHARED_DEAL,
    STANDING,
    TERMS,
    VERIFICATION,
)
from games.models import Game, Verification
from web.rate_limits import Throttle, client_key

TILES: Final = Throttle("log-tile", most=1200, seconds=60)
"""Tiles of an address: a copy of a million leaves needs a quarter of an hour."""

PROOFS: Final = Throttle("log-proof", most=120, seconds=60)
"""Proofs of an address."""

LATEST: Final = 12
"""Leaves that the page shows."""


View = Callable[..., HttpResponse]

TEXT: Final = "text/plain; charset=utf-8"
NO_LANGUAGE: Final = {"Content-Language": "zxx"}
"""The same for all: an answer that says so does not vary by the reader (``Languages``)."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
A_DAY: Final = "public, max-age=86400"
FRESH: Final = "public, max-age=5"


def _rate_limited(throttle: Throttle) -> Callable[[View], View]:
    def limited(view: View) -> View:
        @wraps(view)
        def throttled_view(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
            if throttle.allows(client_key(request)):
                return view(request, *args, **named)
            headers = {"Retry-After": "60", "Cache-Control": "no-store"}
            refusal = _("Too many requests. Try again in a minute.")
            return HttpResponse(refusal, TEXT, 429, headers=headers)

        return throttled_view

    return limited


@require_safe
def newest_checkpoint(request: HttpRequest) -> HttpResponse:
    """The newest signed checkpoint."""
    note = witnesses.cosigned_note(reading.log_state())
    if not note:
        raise Http404("no checkpoint is signed")
    return HttpResponse(note, TEXT, headers=NO_LANGUAGE | {"Cache-Control": FRESH})


@require_safe
@_rate_limited(PROOFS)
def consistency(request: HttpRequest, old: int, size: int) -> HttpResponse:
    """The hashes that prove that the tree of `size` leaves goes on from that of `old`: one a line,
    in base64. They never change."""
    try:
        proof = reading.consistency_hashes(old, size, reading.log_state())
    except ValueError as error:
        raise Http404(str(error)) from None
    content = "".join(f"{b64encode(node).decode()}\n" for node in proof)
    return HttpResponse(content, TEXT, headers=NO_LANGUAGE | {"Cache-Control": A_DAY})


@require_safe
def vkey(request: HttpRequest) -> HttpResponse:
    """The key that signs, as a vkey."""
    public = log_key()
    if public is None:
        raise Http404("nothing is signed")
    headers = NO_LANGUAGE | {"Cache-Control": FRESH}
    return HttpResponse(f"{public.text}\n", TEXT, headers=headers)


@require_safe
@_rate_limited(TILES)
def tile_file(request: HttpRequest, path: str) -> HttpResponse:
    """A tile of hashes or of entries. What it holds never changes."""
    place = parse_tile_path(f"tile/{path}")
    content = reading.read_tile(place) if place else None
    if place is None or content is None:
        raise Http404("the log has no such tile")
    cache_control = FOR_EVER if place.width == WIDTH else A_DAY
    headers = NO_LANGUAGE | {"Cache-Control": cache_control}
    return HttpResponse(content, "application/octet-stream", headers=headers)


@require_safe
@_rate_limited(PROOFS)
def game_leaves(request: HttpRequest, game_id: str) -> HttpResponse:
    """The leaves of a game, each with its proof."""
    row = get_object_or_404(Game.objects.only("pk"), pk=game_id)
    proof = proofs.game_proof(row.pk)
    if proof is None:
        raise Http404("no signed leaf names this game yet")
    return JsonResponse(proof, headers=NO_LANGUAGE | {"Cache-Control": FRESH})


@require_safe
def log_page(request: HttpRequest) -> HttpResponse:
    """State and key of the log, instructions for checking it, its latest leaves."""
    state, public = reading.log_state(), log_key()
    root = TreeEdge(state.size, bytes(state.edge)).root()
    context = {
        "log": state,
        "root": b64encode(root).decode(),
        "key": public,
        "leaves": latest(LATEST),
        "witnesses": witnesses.witness_rows(),
        "home": request.build_absolute_uri(request.path),
    }
    return render(request, "transparency/log.html", context)


WORDS = {
    VERIFICATION: gettext_lazy("Verification"),
    STANDING: gettext_lazy("Standing"),
    EDITION: gettext_lazy("Edition"),
    CLOSING: gettext_lazy("Final ratings"),
    PIN: gettext_lazy("Pinned verdict"),
    LOG: gettext_lazy("Log"),
    PLAYER: gettext_lazy("Player"),
    DEAL: gettext_lazy("Table"),
    BROKEN_OFF: gettext_lazy("Table"),
    SHARED_DEAL: gettext_lazy("Shuffle of an event"),
    BOUND_DEAL: gettext_lazy("Shuffle of an event"),
    EVENT: gettext_lazy("Event"),
    MEMBER: gettext_lazy("Member of a club"),
    SERIES: gettext_lazy("Series"),
    FOLD: gettext_lazy("Ratings"),
    ENTRY: gettext_lazy("Late or reversed rating"),
    SETTINGS: gettext_lazy("Site settings"),
    PREDECESSOR: gettext_lazy("Earlier public log"),
    DECISION: gettext_lazy("Decision"),
    TERMS: gettext_lazy("Rating rules"),
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
    if leaf.kind in (STANDING, LOG):
        return leaf.record
    return games.get(leaf.record, "") if leaf.kind == VERIFICATION else ""
