"""Trees of hashes as RFC 6962 has them, kept in tiles as C2SP tlog-tiles has them.

A node is named by its level and number: node n of level l is the root of the 2**l leaves from
n * 2**l on. A tile holds up to 256 nodes of every eighth level.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

SIZE: Final = 32
"""Bytes of a hash."""
HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
"""Hashes of a full tile."""
LARGEST_ENTRY: Final = 0xFFFF
EMPTY: Final = sha256(b"").digest()
"""The root of a tree without leaves."""

Nodes = Callable[[int, int], bytes]
"""Gives the hash of a whole node by level and number."""


class TreeRoot(NamedTuple):
    """The root of a tree of `size` leaves."""

    size: int
    root: bytes


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


# --- proofs -------------------------------------------------------------------


def tree_root(size: int, nodes: Nodes) -> bytes:
    """The root of the first `size` leaves."""
    return _range(0, size, nodes) if size else EMPTY


def inclusion_proof(number: int, size: int, nodes: Nodes) -> list[bytes]:
    """The hashes that prove that leaf `number` is in the tree of `size` leaves, from below.

    Raises ``ValueError`` if there is no such leaf.
    """
    if not 0 <= number < size:
        raise ValueError(f"leaf {number} is not in a tree of {size}")
    hashes, begin, end = [], 0, size
    while end - begin > 1:
        middle = begin + _half(end - begin)
        if number < middle:
            hashes.append(_range(middle, end, nodes))
            end = middle
        else:
            hashes.append(_range(begin, middle, nodes))
            begin = middle
    return hashes[::-1]


def is_included(
    leaf: bytes, number: int, size: int, proof: Sequence[bytes], tree_root: bytes
) -> bool:
    """True if `proof` shows that leaf `number`, with the hash `leaf`, is in the tree of `size`
    leaves with the root `tree_root` (RFC 9162, 2.1.3.2)."""
    if not 0 <= number < size:
        return False
    first, last, computed = number, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if first & 1 or first == last:
            computed = node_hash(sibling, computed)
            while first and not first & 1:
                first, last = first >> 1, last >> 1
        else:
            computed = node_hash(computed, sibling)
        first, last = first >> 1, last >> 1
    return last == 0 and computed == tree_root


included = is_included
"""The old name, for one release."""


def consistency_proof(old: int, size: int, nodes: Nodes) -> list[bytes]:
    """The hashes that prove that the tree of `size` leaves goes on from that of the first `old`
    (RFC 6962, 2.1.2); none for `old` 0 or `size`.

    Raises ``ValueError`` if `old` is above `size`.
    """
    if not 0 <= old <= size:
        raise ValueError(f"a tree of {size} does not go on from one of {old}")
    if old in (0, size):
        return []
    hashes, begin, end, complete = [], 0, size, True
    while end > old:
        middle = begin + _half(end - begin)
        if old <= middle:
            hashes.append(_range(middle, end, nodes))
            end = middle
        else:
            hashes.append(_range(begin, middle, nodes))
            begin, complete = middle, False
    return hashes[::-1] if complete else [_range(begin, end, nodes), *hashes[::-1]]


def is_consistent(old: TreeRoot, new: TreeRoot, proof: Sequence[bytes]) -> bool:
    """True if `proof` shows that the tree `new` goes on from `old` (RFC 9162, 2.1.4.2)."""
    if old.size in (0, new.size):
        return not proof and (old.size == 0 or old == new)
    if not proof or old.size > new.size:
        return False
    path = list(proof) if old.size & (old.size - 1) else [old.root, *proof]
    first, last = old.size - 1, new.size - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    old_root = new_root = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if first & 1 or first == last:
            old_root, new_root = node_hash(sibling, old_root), node_hash(sibling, new_root)
            while first and not first & 1:
                first, last = first >> 1, last >> 1
        else:
            new_root = node_hash(new_root, sibling)
        first, last = first >> 1, last >> 1
    return last == 0 and (old_root, new_root) == (old.root, new.root)


def _half(count: int) -> int:
    """The largest power of two below `count`, which is at least 2."""
    return 1 << ((count - 1).bit_length() - 1)


def _range(begin: int, end: int, nodes: Nodes) -> bytes:
    """The root of the leaves from `begin` up to `end`, as the proofs divide them."""
    count = end - begin
    if count & (count - 1) == 0:
        level = count.bit_length() - 1
        return nodes(level, begin >> level)
    middle = begin + _half(count)
    return node_hash(_range(begin, middle, nodes), _range(middle, end, nodes))


def hash_of_row(hashes: Sequence[bytes]) -> bytes:
    """The root of a power of two of hashes that stand side by side."""
    while len(hashes) > 1:
        pairs = range(0, len(hashes), 2)
        hashes = [node_hash(hashes[index], hashes[index + 1]) for index in pairs]
    return hashes[0]


# --- tiles --------------------------------------------------------------------


class HashTile(NamedTuple):
    """A tile by its place. `level`: 0 has the leaves; ``None``: their entries, not hashes."""

    level: int | None
    number: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """``tile/0/x001/x234/067``, ``tile/entries/000.p/17``."""
        quotient, last = divmod(self.number, 1000)
        parts = [f"{last:03}"]
        while quotient:
            quotient, last = divmod(quotient, 1000)
            parts.insert(0, f"x{last:03}")
        level = "entries" if self.level is None else str(self.level)
        width = f".p/{self.width}" if self.width < WIDTH else ""
        return f"tile/{level}/{'/'.join(parts)}{width}"


_PATH: Final = re.compile(
    r"tile/(entries|0|[1-9][0-9]?)/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?"
)
_LEVELS: Final = 64


def parse_tile_path(path: str) -> HashTile | None:
    """The tile that has this `path`; ``None`` if none has it, to the letter."""
    if (match := _PATH.fullmatch(path)) is None:
        return None
    level, number, width = match.groups()
    tile = HashTile(
        None if level == "entries" else int(level),
        int(number.replace("x", "").replace("/", "")),
        int(width or WIDTH),
    )
    return tile if tile.path == path and (tile.level or 0) < _LEVELS else None


def width_of(level: int, number: int, size: int) -> int:
    """How many hashes tile `number` of `level` has in a tree of `size` leaves; 0: there is none."""
    return max(0, min(WIDTH, (size >> HEIGHT * level) - number * WIDTH))


class TileTree:
    """The nodes of a tree of `size` leaves, from its tiles. `read` gives the bytes of a tile of
    hashes; each is read once. Raises ``ValueError`` for a tile that is too short."""

    def __init__(self, size: int, read: Callable[[HashTile], bytes]) -> None:
        self.size = size
        self.read = read
        self.kept: dict[HashTile, bytes] = {}

    def node(self, level: int, number: int) -> bytes:
        up, inside = divmod(level, HEIGHT)
        begin = number << inside
        hashes = self._hashes(up, begin >> HEIGHT)
        first = begin % WIDTH
        return hash_of_row(
            [
                hashes[first * SIZE : (first + 1) * SIZE]
                for first in range(first, first + (1 << inside))
            ]
        )

    def _hashes(self, level: int, number: int) -> bytes:
        tile = HashTile(level, number, width_of(level, number, self.size))
        if tile not in self.kept:
            hashes = self.read(tile)
            if len(hashes) != tile.width * SIZE:
                raise ValueError(f"{tile.path} has {len(hashes)} bytes")
            self.kept[tile] = hashes
        return self.kept[tile]


class TreeEdge:
    """The right edge of a tree: all that is needed to go on with it. `levels`: of each level of
    tiles the hashes of the tile that is not full."""

    def __init__(self, size: int = 0, packed: bytes = b"") -> None:
        """`packed`: as ``packed`` gave it. Raises ``ValueError`` if it is not of `size` leaves."""
        self.size = size
        self.levels: list[list[bytes]] = []
        offset = 0
        while size:
            size, width = divmod(size, WIDTH)
            end = offset + width * SIZE
            self.levels.append([packed[begin : begin + SIZE] for begin in range(offset, end, SIZE)])
            offset = end
        if offset != len(packed):
            raise ValueError(f"this is not the edge of a tree of {self.size} leaves")

    def add(self, leaf: bytes) -> Iterator[tuple[HashTile, bytes]]:
        """One more leaf, by its hash. Gives the tiles that it fills; has to be gone through."""
        number, hashed, level = self.size, leaf, 0
        self.size += 1
        while True:
            if level == len(self.levels):
                self.levels.append([])
            tile = self.levels[level]
            tile.append(hashed)
            if len(tile) < WIDTH:
                return
            yield HashTile(level, number >> HEIGHT * (level + 1)), b"".join(tile)
            hashed = hash_of_row(tile)
            tile.clear()
            level += 1

    def root(self) -> bytes:
        """Of all leaves so far."""
        peaks: bytes | None = None
        for level in self.levels:
            end, bit = len(level), 1
            while end:
                if end & bit:
                    peak = hash_of_row(level[end - bit : end])
                    peaks = peak if peaks is None else node_hash(peak, peaks)
                    end -= bit
                bit <<= 1
        return EMPTY if peaks is None else peaks

    def packed(self) -> bytes:
        """In one piece; where its levels begin follows from the size."""
        return b"".join(digest for level in self.levels for digest in level)


# --- entries ------------------------------------------------------------------


def pack_entries(entries: Iterable[bytes]) -> bytes:
    """A tile of entries: each with its length before it. Raises ``ValueError`` for one above
    ``LARGEST_ENTRY`` bytes."""
    pieces = []
    for entry in entries:
        if len(entry) > LARGEST_ENTRY:
            raise ValueError(f"an entry of {len(entry)} bytes")
        pieces += [len(entry).to_bytes(2, "big"), entry]
    return b"".join(pieces)
