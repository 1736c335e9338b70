"""The way in for a script: a name and arguments as JSON, and JSON back.

There is one recording in a Python; ``static/js/recorder/worker.js`` calls ``called``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from drawing.language import one_language
from engine import EngineError
from tables.recorder.engine.problem import problem_of
from tables.recorder.engine.recording import Recording

Answer = dict[str, object]


class Face:
    """What can be asked; nothing but ``open`` before a game is open."""

    def __init__(self) -> None:
        self.recording: Recording | None = None

    @property
    def found(self) -> Recording:
        """The game that is open."""
        assert self.recording is not None, "no game is open"
        return self.recording

    def open(self, text: str) -> Answer:
        """Begin with a log, or with its head."""
        self.recording = Recording.opened(text)
        return self.recording.show()

    def called(self, name: str, given: str) -> str:
        """What `name` (``CALLS``) says, called with the list of arguments `given`, as JSON:
        {"answer"}, or {"refused": a problem (``tables.recorder.engine.problem``)}."""
        told: Answer
        try:
            with one_language():
                told = {"answer": CALLS[name](self, *json.loads(given))}
        except EngineError as error:
            told = {"refused": problem_of(error)}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


CALLS: Final[Mapping[str, Callable[..., Any]]] = {
    "open": Face.open,
    "do": lambda face, entry: face.found.do(entry),
    "back": lambda face, count: face.found.back(count),
    "jump": lambda face, ply: face.found.jump(ply),
    "change": lambda face, ply, entry: face.found.change(ply, entry),
    "again": lambda face: face.found.again(),
    "log": lambda face: face.found.log(),
}
