"""Moderation: reports, fraud detectors and their alerts, what moderators decided.

The log of their actions is ``games.action_log``, conflicts of interest are `standing`'s, and the
admin's pages are ``games.admin``. It never changes a rating: what it decides, `standing` settles.
"""

from games.moderation.fraud_detectors import Suspicion

__all__ = [
    "Suspicion",
]
