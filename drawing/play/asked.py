"""Options of the player to act, for a script: words, and their places on the drawing."""

from __future__ import annotations

from collections.abc import Sequence

from drawing.board.scene import Drawing, Table
from drawing.language.option_words import SLED
from drawing.play.options import Option, question
from drawing.play.spots import spots
from engine import State, awaited


def options_payload(
    s: State, found: Sequence[Option], drawing: Drawing, table: Table
) -> dict[str, object]:
    """The options `found` in `s`, at which a player is to act: each by the keys of its words, what
    the words read as, and where on `drawing`, with the pieces of `table`, they lie."""
    now = awaited(s)
    assert now is not None
    words = {word.key: word for option in found for word in option.words}
    things = [*words.values(), *([SLED] if "load" in words else [])]
    return {
        "question": question(s),
        "turn": now.item is None,
        "letter": drawing.letters[now.seat],
        "words": {key: word.label for key, word in words.items()},
        "spots": spots(things, drawing, table, s, now.seat),
        "options": [
            [option.entry, [word.key for word in option.words], option.ordered] for option in found
        ],
    }
