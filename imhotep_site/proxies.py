"""How many reverse proxies stand before the site. Everything that asks who a client is obeys it."""

from __future__ import annotations

import os
from typing import Final

from imhotep_site.environment import env

MOST: Final = 9


def number() -> int:
    """`PROXIES`; without it what older settings say: `API_PROXIES`, or one if `TRUST_PROXY` is on.
    What is no number from 0 to ``MOST`` is noted as wrong."""
    if env.str("PROXIES").strip():
        return env.int("PROXIES", 0, most=MOST)
    return env.int("API_PROXIES", 0, most=MOST) or int(env.bool("TRUST_PROXY", False))


def believes_anybody() -> bool:
    """Whether uvicorn has to believe every client, and takes the leftmost address."""
    return "*" in os.environ.get("FORWARDED_ALLOW_IPS", "")
