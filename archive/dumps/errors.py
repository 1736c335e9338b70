"""Why there is no dump: for the command line and for the log."""

from __future__ import annotations


class NoDump(Exception):
    """A sentence. The dump before is still there."""
