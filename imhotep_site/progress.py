"""Progress of a long preparation: a line when a step begins, and every few seconds it lasts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

LINE_EVERY: Final = 8.0
"""Seconds without a line, at most."""


class Progress:
    """Reports steps to `say`. Use with ``with``: a thread repeats the current step."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.step = ""
        self._last_line = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._repeat, daemon=True)

    def __enter__(self) -> Progress:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join()

    def begin(self, step: str) -> None:
        """A step that is worth a line at once."""
        self.step = step
        self._report()

    def update(self, step: str) -> None:
        """A step that gets a line only if it, or those before it, take long."""
        self.step = step

    def _repeat(self) -> None:
        while not self._ended.wait(0.2):
            if time.monotonic() - self._last_line >= LINE_EVERY and self.step:
                self._report()

    def _report(self) -> None:
        self._last_line = time.monotonic()
        self.say(f"{self.step} …")
