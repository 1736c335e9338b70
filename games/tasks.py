"""What workers do: an id comes in, one service is called.

A task may be delivered twice, or never; the services are made for both.
"""

from __future__ import annotations

from collections.abc import Sequence

from celery import shared_task

from games.services import forgotten, sweep, verify


@shared_task
def verify_game(submission: int) -> None:
    verify.verify([submission])


@shared_task
def verify_games(submissions: Sequence[int]) -> None:
    verify.verify(submissions)


@shared_task
def answer_forgotten(email: str) -> None:
    forgotten.answer(email)


@shared_task
def sweep_submissions() -> int:
    return sweep.sweep()
