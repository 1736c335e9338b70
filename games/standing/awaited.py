"""Players whose word stored games wait for, for many games at once."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from drawing.language.words import joined_words
from games.models import Game, Standing
from games.standing.standing import StandingInputs, standing_inputs


def awaited_sentences(games: Iterable[Game]) -> dict[str, str]:
    """By id of each waiting game what it waits for, in a sentence. The seats of `games` are
    loaded; a few queries for all of them."""
    waiting_games = [game for game in games if game.standing == Standing.WAITING]
    inputs = standing_inputs(waiting_games) if waiting_games else {}
    return {game.pk: _awaited_sentence(game, inputs[game.pk]) for game in waiting_games}


def _awaited_sentence(game: Game, inputs: StandingInputs) -> str:
    seats = [] if inputs.arbiter else list(game.seats.all())
    names = [
        f"@{seat.player.name}"
        for seat in seats
        if seat.player
        and seat.player.account_id is not None
        and seat.player.account_id not in inputs.attested
    ]
    if not names:
        return _("Not rated yet. The game’s page says why.")
    text = ngettext(
        "Waiting for %(players)s to confirm it.",
        "Waiting for %(players)s to confirm it.",
        len(names),
    )
    return text % {"players": joined_words(names)}
