"""The way in for a script: a name and arguments as JSON, and JSON back.

There is one recording in a Python; ``static/js/recorder/worker.js`` calls ``called``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from drawing.language import language_looked_up_once
from engine import EngineError
from tables.recorder.engine.problem import problem_of
from tables.recorder.engine.recording import Recording

Answer = dict[str, object]


class Face:
    """Calls of the page; only ``open`` before a game is open."""

    def __init__(self) -> None:
        self.recording: Recording | None = None

    @property
    def open_recording(self) -> Recording:
        """The game that is open."""
        assert self.recording is not None, "no game is open"
        return self.recording

    def open(self, text: str) -> Answer:
        """Begin with a log, or with its head."""
        self.recording = Recording.opened(text)
        return self.recording.show()

    def called(self, name: str, arguments: str) -> str:
        """Answer of `name` (``CALLS``), called with the list of arguments `arguments`, as JSON:
        {"answer"}, or {"refused": a problem (``tables.recorder.engine.problem``)}."""
        answer: Answer
        try:
            with language_looked_up_once():
                answer = {"answer": CALLS[name](self, *json.loads(arguments))}
        except EngineError as error:
            answer = {"refused": problem_of(error)}
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


CALLS: Final[Mapping[str, Callable[..., Any]]] = {
    "open": Face.open,
    "do": lambda face, entry: face.open_recording.do(entry),
    "back": lambda face, count: face.open_recording.back(count),
    "jump": lambda face, ply: face.open_recording.jump(ply),
    "change": lambda face, ply, entry: face.open_recording.change(ply, entry),
    "again": lambda face: face.open_recording.retry_waiting(),
    "log": lambda face: face.open_recording.log(),
}
