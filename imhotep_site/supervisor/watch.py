"""Keeps the processes running until they are asked to end."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from types import FrameType

from imhotep_site.supervisor.child import Child

PATIENCE = 5.0
"""Seconds between asking the processes to end and ending them."""
LOGS_EVERY = 60.0
LOOK_EVERY = 1.0
"""Seconds between two looks at the processes; none starts again sooner."""
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Ended(BaseException):
    """Ctrl-C, SIGTERM, or the terminal was closed."""


class Watch:
    """The processes in the order of their start. Use with ``with``: on leaving, all have ended.

    Inside, a signal that asks to end raises ``Ended``; a second one, while ending, hurries.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.children: list[Child] = []
        self.hurry = False

    def __enter__(self) -> Watch:
        self.before = {number: signal.signal(number, _ended) for number in ENDING}
        return self

    def __exit__(self, *raised: object) -> None:
        for number in ENDING:
            signal.signal(number, self._hurry)
        self._end(self.children[1:])
        self._end(self.children[:1])  # the queue last: the others still talk to it
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def start(self, child: Child) -> Child:
        self.children.append(child)
        child.start()
        return child

    def keep_running(
        self,
        silent_children: Callable[[], Sequence[Child]],
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Start again what dies, and what is silent. ``Ended`` ends it, or that `goes_on` says no
        more."""
        look_at_logs = time.monotonic() + LOGS_EVERY
        while goes_on():
            self.look()
            for child in silent_children():
                self.say(f"{child.name} has done nothing for a minute, so it is restarted.")
                child.end_now()
            if time.monotonic() > look_at_logs:
                look_at_logs = time.monotonic() + LOGS_EVERY
                for child in self.children:
                    child.rotate()
            time.sleep(LOOK_EVERY)

    def look(self) -> None:
        for child in self.children:
            if child.alive:
                continue
            if not child.due:
                self.say(child.restart_later())
            elif time.monotonic() >= child.due:
                child.due = 0.0
                child.start()

    def _end(self, children: list[Child]) -> None:
        deadline = time.monotonic() + PATIENCE
        for child in children:
            child.ask_to_end()
        while any(child.alive for child in children):
            if self.hurry or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        for child in children:
            child.end_now()

    def _hurry(self, number: int, frame: FrameType | None) -> None:
        self.hurry = True


def _ended(number: int, frame: FrameType | None) -> None:
    raise Ended
