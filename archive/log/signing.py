"""The signing key of this site, and its name."""

from __future__ import annotations

from base64 import b64decode
from functools import cache
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from audit.signed import Checkpoint, VerifierKey, signed_note

SEED: Final = 32
"""Bytes of a private key."""


@cache
def _read(text: str) -> Ed25519PrivateKey | None:
    try:
        plain = text.translate({ord("-"): "+", ord("_"): "/"}).rstrip("=")
        seed = b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        return None
    return Ed25519PrivateKey.from_private_bytes(seed) if len(seed) == SEED else None


def log_key() -> VerifierKey | None:
    """The public key by which others know this log; ``None``: it signs nothing."""
    private = _read(settings.TRANSPARENCY_KEY)
    return (
        VerifierKey(settings.TRANSPARENCY_ORIGIN, private.public_key().public_bytes_raw())
        if private
        else None
    )


def signed_checkpoint(size: int, root: bytes) -> str:
    """The checkpoint of a tree as a signed note; empty without a key."""
    private, public = _read(settings.TRANSPARENCY_KEY), log_key()
    if private is None or public is None:
        return ""
    text = Checkpoint(public.name, size, root).text
    return signed_note(text, public, private.sign(text.encode()))
