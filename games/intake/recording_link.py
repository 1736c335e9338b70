"""A log in an address, as ``static/js/recorder/link.js`` reads it: packed, after the sign #, which
no browser sends to a site."""

from __future__ import annotations

import base64
import zlib
from typing import Final

LONGEST: Final = 16 * 1024
"""Bytes of a log that is offered so; packed it is some 5,000 characters of an address."""
RAW: Final = -zlib.MAX_WBITS
"""DEFLATE without a frame (RFC 1951)."""


def fragment_of(log: str) -> str:
    """The end of an address of the recorder; empty for a log that is too long for one."""
    raw = log.encode("utf-8", "replace")
    if not raw.strip() or len(raw) > LONGEST:
        return ""
    packing = zlib.compressobj(9, wbits=RAW)
    packed = packing.compress(raw) + packing.flush()
    return f"#log={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
