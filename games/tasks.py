"""What workers do: an id comes in, one service is called.

A task may be delivered twice, or never; the services are made for both.
"""

from __future__ import annotations

from collections.abc import Sequence

from celery import shared_task

from games.services import drafts, forgotten, quota, retention, sweep, verify


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


@shared_task(soft_time_limit=565, time_limit=570)  # below the queue's visibility timeout
def keep_house() -> None:
    """Pack what is from before, drop what is refused for long, forget old counts and drafts."""
    retention.pack_old(most=20)
    retention.drop_refused()
    quota.forget()
    drafts.forget_old()
