"""Whether the rules run compiled (``make fast``) or as they are written; they are the same."""

from __future__ import annotations

from typing import Final

from engine import state

COMPILED: Final = not state.__file__.endswith(".py")
