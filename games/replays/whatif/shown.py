"""Context of a branch's page: the table after it, the options, the way there."""

from __future__ import annotations

from django.urls import reverse

from drawing.play.branch import Followed, followed
from drawing.play.live import sources_of
from drawing.play.weighed import answer_to
from drawing.replay.page import blocks, move_list, said, scores, symbols, where
from drawing.replay.payload import inline_json
from drawing.replay.replay import cached_replay
from drawing.text.names import COMPUTERS
from drawing.text.rules.hints import hints
from engine import entry_text
from engine.vocabulary import BANK
from games.models import Game
from games.replays.whatif.branch import Branch, naming, options, sentences_of
from games.replays.whatif.code import address_of, packed

Context = dict[str, object]


def step_of(game: Game, found: Branch, address: str) -> Context:
    """For a script: where the branch leads. `moves`: its entries, each with its words, the colour
    that wrote it (empty: the bank) and its address; `moments`: the steps
    (``drawing.play.branch``); `asked`: what may be written next, for the board; `awaited`: the
    seat to act, -1 the bank, ``None`` at the end."""
    return _step(game, found, address, followed(found.log, found.ply))


def page_of(game: Game, found: Branch, address: str) -> Context:
    """For ``games/whatif.html``."""
    shown = followed(found.log, found.ply)
    step = _step(game, found, address, shown)
    replay, at = shown.replay, shown.replay.plies
    return {
        **more_of(game, found, address),
        "blocks": blocks(replay, at),
        "symbols": symbols(replay),
        "said": said(replay, at),
        "where": where(replay, at),
        "scores": scores(
            replay.drawing, replay.names, replay.score(at), sources_of(replay.drawing.rules)
        ),
        "rounds": move_list(cached_replay(game.log), -1, reverse("game", args=[game.pk])),
        "moves": step["moves"],
        "question": _question(step),
        "step": inline_json(step),
        "at": len(found.log.entries),
        "groups": options(found),
        "hints": hints(found.state.rules),
        "hints_url": f"{address}{'&' if '?' in address else '?'}worth=1",
    }


def more_of(game: Game, found: Branch, address: str) -> Context:
    """Parts next to the table that change with every step, for ``games/replay/branch_*.html``."""
    lines = found.lines
    seat = found.seat
    return {
        "game": game,
        "ply": found.ply,
        "undo": address_of(game.pk, found.ply, lines[:-1]) if lines else "",
        "m": packed(lines),
        "path": address,
        "picture": f"{address}{'&' if '?' in address else '?'}picture=1",
        "entries": len(lines),
        "who": "" if seat in (None, BANK) else found.names[seat or 0],
        "bank": seat == BANK,
        "over": found.over,
        "full": found.full,
        "naming": naming(found),
        "levels": list(COMPUTERS.items()),
    }


def weighed_of(found: Branch, begins: str) -> Context:
    """For a script: what the options that begin with the words `begins` would bring."""
    replay = followed(found.log, found.ply).replay
    return answer_to(found.state, replay.drawing, replay.names, begins)


# --- inside -------------------------------------------------------------------


def _step(game: Game, found: Branch, address: str, shown: Followed) -> Context:
    lines = found.lines
    setup = found.log.setup
    written = found.log.entries[found.ply :]
    moves = [
        {
            "entry": entry_text(setup, entry),
            "words": words,
            "colour": "" if entry.seat == BANK else setup.seats[entry.seat].word,
            "url": address_of(game.pk, found.ply, lines[:number]),
        }
        for number, (entry, words) in enumerate(zip(written, sentences_of(found), strict=True), 1)
    ]
    return {
        "address": address,
        "ply": found.ply,
        "over": found.over,
        "awaited": found.seat,
        "moves": moves,
        "moments": shown.payload,
        "asked": None if found.full else shown.asked(found.state),
    }


def _question(step: Context) -> str:
    asked = step["asked"]
    return str(asked["question"]) if isinstance(asked, dict) else ""
