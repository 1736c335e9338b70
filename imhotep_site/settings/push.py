"""How players are told by push: the settings of ``tables/push``.

``PUSH_KEY``: the number that is the private key by which push services know this site (RFC 8292),
as base64 for addresses; empty: no push messages are sent. ``PUSH_PAUSE``: seconds after which a
player is told that it is their turn, if they have not seen it by then. ``PUSH_SERVICES``: hosts,
with all below them, that messages are sent to. ``PUSH_TTL``: seconds that a push service keeps a
message for a browser that is not there. ``PUSH_CONTACT``: where its operators may write.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from imhotep_site.environment import Environment

SERVICES: Final = [
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "web.push.apple.com",
    "notify.windows.com",
]
"""Those of the browsers."""

TTL: Final = 24 * 3600


def key(env: Environment, mode: str, data: Path) -> str:
    """As the secret key: from the environment; embedded, from where `serve` made it."""
    if mode != "embedded":
        return env.str("PUSH_KEY", "")
    return env.kept("PUSH_KEY", data / "push_key")
