"""A player against the field, and two players head to head."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from games.models import Player
from insights.stats.field import LEAST, against_field
from insights.stats.meeting import meeting

MAX_ID = (1 << 63) - 1


@require_safe
def field(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player's rated games, beside what all rated games of the same kinds say."""
    player = _player(player_id)
    if player.merged_into_id:
        return redirect("player-field", player.merged_into_id)
    context = {"player": player, "against": against_field(player), "least": LEAST}
    return render(request, "stats/field.html", context)


@require_safe
def against(request: HttpRequest, player_id: int, other_id: int) -> HttpResponse:
    """The rated games of two players together."""
    player, other = _player(player_id), _player(other_id)
    current_ids = player.merged_into_id or player.pk, other.merged_into_id or other.pk
    if current_ids[0] == current_ids[1]:
        raise Http404("that is one player")
    if current_ids != (player.pk, other.pk):
        return redirect("player-against", *current_ids)
    context = {"player": player, "other": other, "meeting": meeting(player, other)}
    return render(request, "stats/against.html", context)


# --- inside -------------------------------------------------------------------


def _player(player_id: int) -> Player:
    if player_id > MAX_ID:
        raise Http404("there is no such player")
    return get_object_or_404(Player.objects.select_related("account", "known_to"), pk=player_id)
