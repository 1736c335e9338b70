"""What workers do: an id comes in, one service is called.

A task may be delivered twice, or never; the services are made for both.
"""

from __future__ import annotations

from collections.abc import Sequence

from celery import shared_task

from games.services import (
    digest,
    drafts,
    facts,
    forgotten,
    nearly,
    notices,
    patterns,
    quota,
    retention,
    sweep,
    verify,
    waiting,
)


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
    """Pack and mark what is from before, drop what is refused for long, forget what is old."""
    retention.pack_old(most=20)
    nearly.mark_for(seconds=120)
    retention.drop_refused()
    quota.forget()
    notices.forget()
    drafts.forget_old()


@shared_task(soft_time_limit=565, time_limit=570)
def remind_and_lapse() -> int:
    return waiting.remind_and_lapse()


@shared_task(soft_time_limit=565, time_limit=570)
def mail_notices() -> int:
    return digest.mail_notices()


@shared_task(soft_time_limit=565, time_limit=570)
def look_for_patterns() -> int:
    """What moderators should look at."""
    return patterns.look()


@shared_task(soft_time_limit=565, time_limit=570)
def gather_facts() -> int:
    """Of games from before, or from before a new fact, for some minutes."""
    return facts.gather_for(seconds=240)
