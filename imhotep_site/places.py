"""Where things lie in the data folder of the embedded default."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

LONGEST_SOCKET = 100
"""Bytes: the system allows 107 for the path of a socket, 103 on macOS."""


def socket_of(data: Path) -> Path:
    """Valkey's socket: in the data folder, or, if that lies too deep, in a short one of its own."""
    near = data / "valkey.sock"
    if len(str(near).encode()) <= LONGEST_SOCKET:
        return near
    name = hashlib.sha256(str(data).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"imhotep-{name}" / "valkey.sock"
