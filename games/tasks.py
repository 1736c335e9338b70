"""Celery tasks of games: an id comes in, one service is called.

A task may be delivered twice, or never; the services are made for both.
"""

from __future__ import annotations

from collections.abc import Sequence

from celery import shared_task

from games import (
    notices,
)
from games.accounts import password_reset, tokens
from games.duplicates import find
from games.facts import gather_facts as fact_gathering
from games.intake import (
    quota,
    retention,
    verify,
)
from games.moderation import patterns
from games.notifications import (
    mail_digest,
)
from games.search import new_games, packing
from games.standing import reminders


@shared_task(name="games.tasks.verify_game")
def verify_game(submission: int) -> None:
    verify.verify_submissions([submission])


@shared_task(name="games.tasks.verify_games")
def verify_games(submissions: Sequence[int]) -> None:
    verify.verify_submissions(submissions)


@shared_task(name="games.tasks.answer_forgotten")
def answer_forgotten(email: str) -> None:
    password_reset.send_reset_mail(email)


@shared_task(name="games.tasks.sweep_submissions")
def sweep_submissions() -> int:
    return verify.sweep_queue()


@shared_task(
    name="games.tasks.keep_house", soft_time_limit=565, time_limit=570
)  # below the queue's visibility timeout
def keep_house() -> None:
    """Pack and mark what is from before, drop what is refused for long, forget what is old."""
    retention.pack_old(limit=20)
    find.mark_for(seconds=120)
    retention.drop_refused()
    quota.delete_old_counts()
    notices.delete_old_notices()


@shared_task(name="games.tasks.remind_and_lapse", soft_time_limit=565, time_limit=570)
def remind_and_lapse() -> int:
    return reminders.process_unconfirmed_games()


@shared_task(name="games.tasks.mail_notices", soft_time_limit=565, time_limit=570)
def mail_notices() -> int:
    """Mail of a day's notices; the notice that tokens end, once."""
    return mail_digest.send_mail_digests() + tokens.announce_token_ends()


@shared_task(name="games.tasks.look_for_patterns", soft_time_limit=565, time_limit=570)
def look_for_patterns() -> int:
    """Find alerts for moderators."""
    return patterns.update_alerts()


@shared_task(name="games.tasks.gather_facts", soft_time_limit=565, time_limit=570)
def gather_facts() -> int:
    """Of games from before, or from before a new fact, for some minutes."""
    return fact_gathering.gather_for(seconds=240)


@shared_task(name="games.tasks.pack_games", soft_time_limit=565, time_limit=570)
def pack_games() -> int:
    """Catch up the search index, for some minutes."""
    return packing.pack_for(seconds=240)


@shared_task(name="games.tasks.notify_of_new_games", soft_time_limit=565, time_limit=570)
def notify_of_new_games() -> int:
    """Tell accounts of new games of their saved searches, for some minutes."""
    return new_games.look_for_new_games(seconds=240)
