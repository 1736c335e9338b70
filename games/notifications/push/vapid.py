"""Sender of push messages: the key of this site, and its signature (RFC 8292)."""

from __future__ import annotations

import json
import time
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings

from games.notifications.push.sealing import CURVE, base64url, bytes_of, point_of

LASTS: Final = 12 * 3600
"""Seconds that a signature holds; a day at most."""


@cache
def _read(text: str) -> ec.EllipticCurvePrivateKey | None:
    try:
        number = int.from_bytes(bytes_of(text), "big")
        return ec.derive_private_key(number, CURVE) if number else None
    except ValueError:
        return None


def server_key() -> ec.EllipticCurvePrivateKey | None:
    """The key of this site; ``None``: it sends no push messages."""
    return _read(settings.PUSH_KEY)


def public_key() -> str:
    """Public key for browsers; empty if there is none."""
    key = server_key()
    return base64url(point_of(key.public_key())) if key else ""


def signature(endpoint: str) -> str:
    """The header `Authorization` of a request to `endpoint`. Raises ``ValueError`` without a
    key."""
    key = server_key()
    if key is None:
        raise ValueError("there is no key")
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + LASTS,
        "sub": settings.PUSH_CONTACT,
    }
    signed = ".".join(
        base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    proof = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{proof}, k={public_key()}"
