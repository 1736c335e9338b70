"""Options of the player to act, for a script: words, and their places on the drawing."""

from __future__ import annotations

from collections.abc import Sequence

from drawing.board.scene import Drawing, Table
from drawing.language.option_words import SLED
from drawing.play.options import Option, question
from drawing.play.spots import spots
from engine import State, awaited


def options_payload(
    s: State, options: Sequence[Option], drawing: Drawing, table: Table
) -> dict[str, object]:
    """The `options` in `s`, at which a player is to act: each by the keys of its words,
    what the words read as, and where on `drawing`, with the pieces of `table`, they lie."""
    awaited_action = awaited(s)
    assert awaited_action is not None
    words = {word.key: word for option in options for word in option.words}
    things = [*words.values(), *([SLED] if "load" in words else [])]
    return {
        "question": question(s),
        "turn": awaited_action.item is None,
        "letter": drawing.letters[awaited_action.seat],
        "words": {key: word.label for key, word in words.items()},
        "spots": spots(things, drawing, table, s, awaited_action.seat),
        "options": [
            [option.entry, [word.key for word in option.words], option.ordered]
            for option in options
        ],
    }
