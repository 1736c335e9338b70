"""How many logs of an account may wait to be judged."""

from __future__ import annotations

from games.errors import Busy
from games.limits import MOST_WAITING
from games.models import Account, Channel, Submission
from games.models.upload import OPEN


def check_waiting(account: Account, channel: Channel) -> None:
    """Raises ``Busy`` if as many as may wait do so. What was played here is always taken."""
    if channel not in (Channel.PAGE, Channel.API):
        return
    waiting = Submission.objects.filter(status__in=OPEN, upload__account=account)
    if waiting[:MOST_WAITING].count() >= MOST_WAITING:
        raise Busy(
            f"{MOST_WAITING:,} of your logs wait to be judged already, and no more may: "
            "send this again when some of them are done"
        )
