"""How many reverse proxies stand before the site. Everything that asks who a client is obeys it."""

from __future__ import annotations

import os
from typing import Final

from imhotep_site.environment import env

MOST: Final = 9
NONSENSE: Final = -1


def number() -> int:
    """`PROXIES`; without it what older settings say: `API_PROXIES`, or one if `TRUST_PROXY` is on.

    ``NONSENSE`` for what is no number from 0 to ``MOST``; then no proxy is believed (``checks``).
    """
    said = env.str("PROXIES", "").strip()
    if not said:
        said = env.str("API_PROXIES", "").strip() or "0"
        if said == "0" and env.bool("TRUST_PROXY", False):
            said = "1"
    found = int(said) if said.isascii() and said.isdigit() else NONSENSE
    return found if found <= MOST else NONSENSE


def believes_anybody() -> bool:
    """Whether uvicorn has to believe every client, and takes the leftmost address."""
    return "*" in os.environ.get("FORWARDED_ALLOW_IPS", "")
