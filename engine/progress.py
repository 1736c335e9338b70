"""A progress bar for a terminal; silent where there is none, or little to do."""

from __future__ import annotations

import sys
import time
from typing import Final, TextIO

WIDTH: Final = 30
AFTER_SECONDS: Final = 1.0
EVERY_SECONDS: Final = 0.1


class ProgressBar:
    """Counts `done` of `total` (0: unknown), and draws when it has taken a while."""

    def __init__(self, total: int, unit: str, stream: TextIO | None = None) -> None:
        self.total = total
        self.what = unit
        self.stream = sys.stderr if stream is None else stream
        self.done = 0
        self.drawn = False
        self.next = time.monotonic() + AFTER_SECONDS

    def step(self) -> None:
        self.done += 1
        clock = time.monotonic()
        if clock >= self.next and self.stream.isatty():
            self.next = clock + EVERY_SECONDS
            self.drawn = True
            self.stream.write(f"\r{self.text()}\x1b[K")
            self.stream.flush()

    def text(self) -> str:
        """The bar as it stands."""
        if not self.total:
            return f"{self.done} {self.what}"
        filled = min(WIDTH, WIDTH * self.done // self.total)
        bar = "#" * filled + "." * (WIDTH - filled)
        return f"[{bar}] {self.done} of {self.total} {self.what}"

    def clear(self) -> None:
        """Take the bar away, so that a line can be written."""
        if self.drawn:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
