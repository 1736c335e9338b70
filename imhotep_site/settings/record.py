"""Who signs the transparency log: the settings of ``transparency``.

``RECORD_KEY``: the seed of an Ed25519 key, 32 bytes in base64, as for addresses or not; empty: the
log grows, and no checkpoint is signed. ``RECORD_ORIGIN``: the name of the log in checkpoints, which
stays when the site moves; if it is not set, the host of ``SITE_URL`` and ``/log``. Embedded it is
``localhost/log`` then: the same on every port.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from imhotep_site.environment import Environment


def key(env: Environment, mode: str, data: Path) -> str:
    """As the secret key: from the environment; embedded, from where `serve` made it."""
    if mode != "embedded":
        return env.str("RECORD_KEY", "")
    return env.kept("RECORD_KEY", data / "record_key")


def origin(env: Environment, mode: str, site_url: str) -> str:
    usual = "localhost/log" if mode == "embedded" else f"{urlsplit(site_url).netloc}/log"
    said = env.str("RECORD_ORIGIN", usual)
    if said.isascii() and said.isprintable() and not set(said) & {" ", "+"}:
        return said
    env.deny("RECORD_ORIGIN", "it has to be like games.example.org/log, without + and blanks")
    return usual
