"""A message that only one browser can read: RFC 8291 (Message Encryption for Web Push), with the
one record of RFC 8188 (aes128gcm)."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
POINT: Final = 65
"""Bytes of a public key as browsers write it: uncompressed."""
SECRET: Final = 16
"""Bytes of the secret that a browser gives with its key."""
RECORD: Final = 4096
MAX_MESSAGE: Final = 3000
"""Bytes of a message."""


def sealed(
    message: bytes,
    browser_key: bytes,
    secret: bytes,
    private_key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """The body of a request that brings `message` to the browser with this public key and secret.
    `private_key`, `salt`: of this message alone; drawn here, but for tests.

    Raises ``ValueError`` for a key that is none, and for what is too long.
    """
    if len(message) > MAX_MESSAGE or len(secret) != SECRET:
        raise ValueError("too long a message, or no secret")
    private_key, salt = private_key or ec.generate_private_key(CURVE), salt or os.urandom(16)
    shared = private_key.exchange(ec.ECDH(), parse_browser_key(browser_key))
    point = point_of(private_key.public_key())
    keying = _derived(secret, shared, b"WebPush: info\0" + browser_key + point, 32)
    key = _derived(salt, keying, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, keying, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return header + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def parse_browser_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """The public key that a browser gave; raises ``ValueError`` for what is none."""
    if len(point) != POINT:
        raise ValueError("no uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """`key` as browsers write it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def base64url(data: bytes) -> str:
    """Base64 for addresses, without padding (RFC 4648, 5)."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def bytes_of(text: str) -> bytes:
    """The other way; raises ``ValueError``."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
