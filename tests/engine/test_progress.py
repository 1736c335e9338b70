"""The progress bar: on a terminal, when it takes a while, and away when a line is to come."""

from __future__ import annotations

import io

import pytest

from engine.progress import ProgressBar


class Screen(io.StringIO):
    """A stream that may be a terminal."""

    def __init__(self, terminal: bool = True) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


class Kept(Screen):
    """A terminal that shows what it was told to, when it was told to."""

    def flush(self) -> None:
        self.shown = self.getvalue()


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("engine.progress.time", clock)
    return clock


def test_nothing_is_drawn_when_there_is_little_to_do(clock: Clock) -> None:
    screen = Screen()
    progress = ProgressBar(10, "games", screen)
    clock.now += 0.9
    progress.step()
    progress.clear()
    assert screen.getvalue() == ""


def test_each_stage_is_revealed_at_once_and_taken_away_at_once(clock: Clock) -> None:
    """A line that ends without a line break stays in the buffer of the stream else."""
    screen = Kept()
    progress = ProgressBar(4, "games", screen)
    clock.now += 1
    progress.step()
    assert "1 of 4 games" in screen.shown
    progress.clear()
    assert screen.shown == screen.getvalue()


def test_the_bar_is_drawn_after_a_second(clock: Clock) -> None:
    screen = Screen()
    progress = ProgressBar(4, "games", screen)
    clock.now += 1
    progress.step()
    bar = "#" * 7 + "." * 23
    assert screen.getvalue() == f"\r[{bar}] 1 of 4 games\x1b[K"


def test_nothing_is_drawn_where_there_is_no_terminal(clock: Clock) -> None:
    screen = Screen(terminal=False)
    progress = ProgressBar(4, "games", screen)
    clock.now += 5
    progress.step()
    progress.clear()
    assert (screen.getvalue(), progress.done) == ("", 1)


def test_the_bar_is_not_drawn_at_every_step(clock: Clock) -> None:
    screen = Screen()
    progress = ProgressBar(1000, "games", screen)
    clock.now += 1
    for _ in range(50):
        progress.step()
    assert screen.getvalue().count("\r") == 1
    clock.now += 0.2
    progress.step()
    assert "51 of 1000" in screen.getvalue()


def test_the_bar_is_taken_away(clock: Clock) -> None:
    screen = Screen()
    progress = ProgressBar(2, "games", screen)
    clock.now += 1
    progress.step()
    progress.clear()
    assert screen.getvalue().endswith("\x1b[K\r\x1b[K")


def test_the_bar_is_full_at_the_end_and_no_fuller() -> None:
    progress = ProgressBar(2, "games", Screen())
    progress.done = 2
    assert progress.text() == f"[{'#' * 30}] 2 of 2 games"
    progress.done = 3
    assert progress.text() == f"[{'#' * 30}] 3 of 2 games"


def test_where_the_total_is_unknown_there_is_a_count() -> None:
    progress = ProgressBar(0, "games", Screen())
    progress.done = 17
    assert progress.text() == "17 games"


def test_it_draws_on_the_error_stream(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    progress = ProgressBar(1, "files")
    clock.now += 2
    progress.step()
    assert "1 of 1 files" in screen.getvalue()
