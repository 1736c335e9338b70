"""Context of a branch's page: the table after it, the options, the way there."""

from __future__ import annotations

from django.urls import reverse

from drawing.language import gettext as _
from drawing.play.branch import Followed, followed
from drawing.play.live import sources_of
from drawing.play.weighed import answer_to
from drawing.replay.page import (
    move_list,
    narration_at,
    place_in_words,
    scores,
    svg_blocks,
    svg_symbols,
)
from drawing.replay.payload import inline_json
from drawing.replay.replay import cached_replay
from drawing.text.names import DIFFICULTIES
from drawing.text.rules.hints import all_hints
from engine import entry_text
from engine.vocabulary import BANK
from games.models import Game
from games.replays.whatif.branch import Branch, naming, options, sentences_of
from games.replays.whatif.code import branch_address, pack_branch

Context = dict[str, object]


def branch_step(game: Game, variation: Branch, address: str) -> Context:
    """For a script: where the branch leads. `moves`: its entries, each with its words, the colour
    that wrote it (empty: the bank) and its address; `moments`: the steps
    (``drawing.play.branch``); `asked`: what may be written next, for the board; `awaited`: the
    seat to act, -1 the bank, ``None`` at the end."""
    return _step(game, variation, address, followed(variation.log, variation.ply))


def branch_context(game: Game, variation: Branch, address: str) -> Context:
    """For ``games/whatif.html``."""
    course = followed(variation.log, variation.ply)
    step = _step(game, variation, address, course)
    replay, ply = course.replay, course.replay.plies
    return {
        **branch_parts(game, variation, address),
        "blocks": svg_blocks(replay, ply),
        "to_move": {"seat": variation.seat},
        "symbols": svg_symbols(replay),
        "said": narration_at(replay, ply),
        "where": place_in_words(replay, ply),
        "scores": scores(
            replay.drawing, replay.names, replay.score(ply), sources_of(replay.drawing.rules)
        ),
        "rounds": move_list(cached_replay(game.log), -1, reverse("game", args=[game.pk])),
        "moves": step["moves"],
        "question": _question(step),
        "step": inline_json(step),
        "at": len(variation.log.entries),
        "groups": options(variation),
        "hints": all_hints(variation.state.rules),
        "hints_url": f"{address}{'&' if '?' in address else '?'}worth=1",
    }


def branch_parts(game: Game, variation: Branch, address: str) -> Context:
    """Parts next to the table that change with every step, for ``games/replay/branch_*.html``."""
    lines = variation.lines
    seat = variation.seat
    return {
        "game": game,
        "ply": variation.ply,
        "undo": branch_address(game.pk, variation.ply, lines[:-1]) if lines else "",
        "m": pack_branch(lines),
        "path": address,
        "picture": f"{address}{'&' if '?' in address else '?'}picture=1",
        "entries": len(lines),
        "who": "" if seat in (None, BANK) else variation.names[seat or 0],
        "bank": seat == BANK,
        "over": variation.over,
        "full": variation.full,
        "naming": naming(variation),
        "levels": list(DIFFICULTIES.items()),
    }


def weighed_of(variation: Branch, begins: str) -> Context:
    """For a script: what the options that begin with the words `begins` would bring."""
    replay = followed(variation.log, variation.ply).replay
    return answer_to(variation.state, replay.drawing, replay.names, begins)


# --- inside -------------------------------------------------------------------


def _step(game: Game, variation: Branch, address: str, course: Followed) -> Context:
    lines = variation.lines
    setup = variation.log.setup
    entries = variation.log.entries[variation.ply :]
    moves = [
        {
            "entry": entry_text(setup, entry),
            "words": words,
            "colour": "" if entry.seat == BANK else setup.seats[entry.seat].word,
            "url": branch_address(game.pk, variation.ply, lines[:number]),
        }
        for number, (entry, words) in enumerate(
            zip(entries, sentences_of(variation), strict=True), 1
        )
    ]
    return {
        "address": address,
        "ply": variation.ply,
        "over": variation.over,
        "awaited": variation.seat,
        "moves": moves,
        "moments": course.payload,
        "asked": None if variation.full else _options(variation, course),
    }


def _options(variation: Branch, course: Followed) -> Context | None:
    """Options for the board; the question names the player whose move it is."""
    payload = course.pending_options(variation.state)
    if payload is None:
        return None
    player = variation.names[variation.seat or 0]
    if payload["turn"]:
        question = _("What does %(who)s do?") % {"who": player}
    else:
        question = _("{who}: {question}").format(who=player, question=payload["question"])
    return {**payload, "question": question}


def _question(step: Context) -> str:
    question = step["asked"]
    return str(question["question"]) if isinstance(question, dict) else ""
