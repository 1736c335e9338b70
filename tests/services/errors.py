"""What is said when a server, a browser or a program cannot be had."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

IN_CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")


class ServiceMissing(Exception):
    """The message says what was looked for and where."""


def cannot_run(missing: ServiceMissing) -> NoReturn:
    """Skips the test, with the reason; where nothing may be skipped, fails it."""
    if IN_CI:
        pytest.fail(str(missing))
    pytest.skip(str(missing))
