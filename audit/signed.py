"""Signed notes and checkpoints (C2SP signed-note, tlog-checkpoint), and Ed25519 (RFC 8032), with
the standard library alone. Signatures are checked here, and made elsewhere."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from hashlib import sha256, sha512
from typing import Final, NamedTuple

ED25519: Final = b"\x01"
"""The kind of the signatures, before the public key."""
DASH: Final = "\u2014"
MAX_SIGNATURES: Final = 100
BLANK_LINE: Final = "\n\n"
"""Between the text of a note and its signatures."""


class NotSigned(ValueError):
    """No signed note or checkpoint, or none that is signed by that key."""


class VerifierKey(NamedTuple):
    """Whose signatures count: a name and an Ed25519 public key."""

    name: str
    public: bytes
    kind: bytes = ED25519

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:4]

    @property
    def text(self) -> str:
        """As others are told it: a *vkey*."""
        return f"{self.name}+{self.id.hex()}+{b64encode(self.kind + self.public).decode()}"


def parse_vkey(text: str, kind: bytes = ED25519) -> VerifierKey:
    """The key of a vkey whose signatures are of `kind`. Raises ``NotSigned``."""
    name, _, tail = text.strip().partition("+")
    number, _, packed = tail.partition("+")
    public = _bytes(packed)
    if not is_name(name) or len(public) != 33 or public[:1] != kind:
        raise NotSigned("this is no key: a name, eight digits and an Ed25519 key, with + between")
    key = VerifierKey(name, public[1:], kind)
    if key.id.hex() != number:
        raise NotSigned(f"the key of {name} is damaged: its digits are {key.id.hex()}")
    return key


def is_name(text: str) -> bool:
    return bool(text) and "+" not in text and not re.search(r"\s", text)


# --- notes --------------------------------------------------------------------


def signed_note(text: str, key: VerifierKey, signature: bytes) -> str:
    """`text`, which ends with a line, and under it one signature."""
    return f"{text}\n{signature_line(key, signature)}"


def signature_line(key: VerifierKey, signature: bytes) -> str:
    return f"{DASH} {key.name} {b64encode(key.id + signature).decode()}\n"


def open_note(signed: str, key: VerifierKey) -> str:
    """The text of a note that `key` signed; signatures of others are passed over. Raises
    ``NotSigned``."""
    text, blank, lines = signed.rpartition("\n\n")
    if not blank or not lines.endswith("\n"):
        raise NotSigned("this is no signed note")
    text += "\n"
    if lines.count("\n") > MAX_SIGNATURES:
        raise NotSigned(f"more than {MAX_SIGNATURES} signatures")
    is_signed = False
    for line in lines[:-1].split("\n"):
        dash, name, packed = _three(line)
        blob = _bytes(packed)
        if dash != DASH or not is_name(name) or len(blob) < 5:
            raise NotSigned("this is no line of a signature")
        if name == key.name and blob[:4] == key.id:
            if not verifies(key.public, text.encode(), blob[4:]):
                raise NotSigned(f"the signature of {name} is wrong")
            is_signed = True
    if not is_signed:
        raise NotSigned(f"not signed by {key.text}")
    return text


def _three(line: str) -> tuple[str, str, str]:
    parts = line.split(" ")
    if len(parts) != 3:
        raise NotSigned("this is no line of a signature")
    return parts[0], parts[1], parts[2]


def _bytes(text: str) -> bytes:
    """Empty if it is not base64."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return b""


# --- checkpoints --------------------------------------------------------------


class Checkpoint(NamedTuple):
    """How far a log was, and what was in it. `origin`: which log."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def parse_checkpoint(text: str) -> Checkpoint:
    """A checkpoint from the text of a note; further lines are skipped. Raises ``NotSigned``."""
    lines = text.split("\n")
    if len(lines) < 4 or lines[-1] or not all(lines[:-1]):
        raise NotSigned("this is no checkpoint")
    origin, size, packed = lines[:3]
    root = _bytes(packed)
    if not re.fullmatch(r"0|[1-9][0-9]{0,17}", size) or len(root) != 32:
        raise NotSigned("this is no checkpoint")
    return Checkpoint(origin, int(size), root)


def open_checkpoint(signed: str, key: VerifierKey) -> Checkpoint:
    """A checkpoint that `key` signed, of the log that has the name of the key. Raises
    ``NotSigned``."""
    parsed = parse_checkpoint(open_note(signed, key))
    if parsed.origin != key.name:
        raise NotSigned(f"a checkpoint of {parsed.origin}, not of {key.name}")
    return parsed


# --- Ed25519 ------------------------------------------------------------------

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_SQRT_MINUS_1: Final = pow(2, (_P - 1) // 4, _P)

checkpoint, key_of = open_checkpoint, parse_vkey
"""The old names, for one release."""

Point = tuple[int, int, int, int]
"""Extended coordinates: x = X / Z, y = Y / Z, x * y = T / Z."""


def verifies(public: bytes, message: bytes, signature: bytes) -> bool:
    """True if `signature`, 64 bytes, is that of `message` by the key `public`, 32 bytes."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, nonce = _point(public), _point(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if key is None or nonce is None or number >= _ORDER:
        return False
    digest = sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(digest, "little") % _ORDER
    return _equal(_times(number, _BASE), _add(nonce, _times(challenge, key)))


def _point(packed: bytes) -> Point | None:
    """``None``: no point of the curve, or not as it is written."""
    y = int.from_bytes(packed, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _SQRT_MINUS_1 % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _add(point: Point, other: Point) -> Point:
    a = (point[1] - point[0]) * (other[1] - other[0]) % _P
    b = (point[1] + point[0]) * (other[1] + other[0]) % _P
    c = 2 * point[3] * other[3] * _D % _P
    d = 2 * point[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: Point) -> Point:
    product: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            product = _add(product, point)
        point = _add(point, point)
        number >>= 1
    return product


def _equal(point: Point, other: Point) -> bool:
    across = (point[0] * other[2] - other[0] * point[2]) % _P
    up = (point[1] * other[2] - other[1] * point[2]) % _P
    return across == 0 and up == 0


def _base() -> Point:
    """The point from which all keys are made: y is 4/5, x is even."""
    base = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    assert base is not None
    return base


_BASE: Final = _base()
