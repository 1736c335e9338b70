"""Trees, proofs and tiles: against the roots of the reference, and against a definition that is
written down once more, without tiles."""

from __future__ import annotations

import pytest

from audit import merkle
from audit.merkle import (
    EMPTY,
    HashTile,
    TileTree,
    TreeEdge,
    TreeRoot,
    leaf_hash,
    node_hash,
    parse_tile_path,
)

ENTRIES = [b"", b"\0", b"\x10", b"\x20\x21", b"\x30\x31", b"@ABC", b"PQRSTUVW", b"`abcdefghijklmno"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""Of the first one to eight entries, as the reference of Certificate Transparency has them."""


def leaves(count: int) -> list[bytes]:
    return [leaf_hash(number.to_bytes(4, "big")) for number in range(count)]


def root_of(hashes: list[bytes]) -> bytes:
    """RFC 6962, 2.1, word for word."""
    if len(hashes) < 2:
        return hashes[0] if hashes else EMPTY
    half = 1
    while half * 2 < len(hashes):
        half *= 2
    return node_hash(root_of(hashes[:half]), root_of(hashes[half:]))


class Written:
    """A log in a dictionary: full tiles as they come, the others from the edge."""

    def __init__(self, hashes: list[bytes]) -> None:
        self.edge, self.tiles = TreeEdge(), {}
        for one in hashes:
            self.tiles.update(self.edge.add(one))

    def read(self, tile: HashTile) -> bytes:
        assert tile.level is not None
        whole = self.tiles.get(HashTile(tile.level, tile.number)) or b"".join(
            self.edge.levels[tile.level]
        )
        return whole[: tile.width * 32]

    def nodes(self, size: int | None = None) -> merkle.Nodes:
        return TileTree(self.edge.size if size is None else size, self.read).node


def test_the_roots_are_those_of_the_reference():
    edge = TreeEdge()
    assert edge.root() == EMPTY
    for entry, wanted in zip(ENTRIES, ROOTS, strict=True):
        assert (list(edge.add(leaf_hash(entry))), edge.root().hex()) == ([], wanted)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 64, 70])
def test_every_leaf_is_proved_and_no_other(size):
    log, hashes = Written(leaves(size)), leaves(size)
    root = root_of(hashes)
    assert merkle.tree_root(size, log.nodes()) == log.edge.root() == root
    for number, leaf in enumerate(hashes):
        proof = merkle.inclusion_proof(number, size, log.nodes())
        assert merkle.is_included(leaf, number, size, proof, root)
        assert not merkle.is_included(leaf_hash(b"?"), number, size, proof, root)
        assert not merkle.is_included(leaf, number, size, proof, EMPTY)
        assert not merkle.is_included(leaf, number, size, [*proof, EMPTY], root)
        assert not merkle.is_included(leaf, size, size, proof, root)
        assert not merkle.is_included(leaf, -1, size, proof, root)
        if proof:
            assert not merkle.is_included(leaf, number, size, proof[:-1], root)
            other = number ^ 1
            assert other >= size or not merkle.is_included(leaf, other, size, proof, root)


def test_what_no_tree_has_is_not_proved():
    log = Written(leaves(3))
    for number in (-1, 3, 10**18):
        with pytest.raises(ValueError, match="not in a tree"):
            merkle.inclusion_proof(number, 3, log.nodes())


@pytest.mark.parametrize("size", [255, 256, 257, 66_000])
def test_a_tree_goes_on_from_its_edge_and_every_older_tree_stays_provable(size):
    hashes = leaves(size)
    whole = Written(hashes)
    half = Written(hashes[: size // 2])
    edge = TreeEdge(half.edge.size, half.edge.packed())
    for one in hashes[size // 2 :]:
        half.tiles.update(edge.add(one))
    assert half.tiles == whole.tiles
    assert edge.root() == whole.edge.root() == root_of(hashes)
    for old in (1, 200, size // 3, size - 1):
        assert merkle.tree_root(old, whole.nodes()) == root_of(hashes[:old])
    last = merkle.inclusion_proof(size - 1, size, whole.nodes())
    assert merkle.is_included(hashes[-1], size - 1, size, last, root_of(hashes))


def test_the_tiles_are_those_of_the_specification():
    log = Written(leaves(70_000))
    assert len([tile for tile in log.tiles if tile.level == 0]) == 273
    assert [tile for tile in log.tiles if tile.level == 1] == [HashTile(1, 0)]
    assert [len(level) for level in log.edge.levels] == [112, 17, 1]
    assert [merkle.width_of(level, (273, 1, 0)[level], 70_000) for level in range(3)] == [
        112,
        17,
        1,
    ]
    assert merkle.width_of(0, 274, 70_000) == 0


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (HashTile(0, 1234067), "tile/0/x001/x234/067"),
        (HashTile(0, 273, 112), "tile/0/273.p/112"),
        (HashTile(63, 0, 1), "tile/63/000.p/1"),
        (HashTile(2, 1000), "tile/2/x001/000"),
        (HashTile(None, 0), "tile/entries/000"),
        (HashTile(None, 12_345, 255), "tile/entries/x012/345.p/255"),
    ],
)
def test_a_tile_has_one_path(tile, path):
    assert (tile.path, parse_tile_path(path)) == (path, tile)


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/300",
        "tile/0/000.p/017",
        "tile/0/000.p/",
        "tile/00/000",
        "tile/64/000",
        "tile/-1/000",
        "tile/0/x000/000",
        "tile/0/x000/x001/000",
        "tile/0/0",
        "tile/0/0000",
        "tile/0/001/000",
        "tile/0/x001",
        "tile/0/" + "x001/" * 6 + "000",
        "tile/0/../000",
        "tile/0/000/",
        "tile/0/000\n",
        "tile/0/\u0660\u0660\u0660",
        "tile/data/000",
        "tile//000",
        "",
    ],
)
def test_no_other_path_is_one(path):
    assert parse_tile_path(path) is None


def test_an_edge_is_of_its_size():
    packed = Written(leaves(300)).edge.packed()
    assert len(packed) == 45 * 32
    for size, some in ((301, packed), (300, b""), (300, packed[:-1]), (0, packed)):
        with pytest.raises(ValueError, match="not the edge"):
            TreeEdge(size, some)


def test_a_tile_that_is_too_short_proves_nothing():
    with pytest.raises(ValueError, match="has 31 bytes"):
        TileTree(5, lambda tile: bytes(31)).node(0, 0)


def test_entries_have_their_lengths_before_them():
    packed = merkle.pack_entries([b"", b"a", bytes(0xFFFF)])
    assert packed == b"\x00\x00" + b"\x00\x01a" + b"\xff\xff" + bytes(0xFFFF)
    with pytest.raises(ValueError, match="65536 bytes"):
        merkle.pack_entries([bytes(0x10000)])


def test_a_proof_of_consistency_holds_for_its_two_trees_alone():
    hashes = [leaf_hash(bytes([number])) for number in range(70)]
    roots = [TreeRoot(size, root_of(hashes[:size])) for size in range(71)]

    def nodes(level, number):
        return merkle.hash_of_row(hashes[number << level : (number + 1) << level])

    for size in range(71):
        for old in range(size + 1):
            proof = merkle.consistency_proof(old, size, nodes)
            assert merkle.is_consistent(roots[old], roots[size], proof), (old, size)
            assert len(proof) <= 8
            if not old or old == size:
                continue
            lies = [
                (roots[old]._replace(root=bytes(32)), roots[size], proof),
                (roots[old], roots[size]._replace(root=bytes(32)), proof),
                (roots[old], roots[size], proof[:-1]),
                (roots[old], roots[size], [*proof, bytes(32)]),
                (roots[old], roots[size], [bytes(32), *proof[1:]]),
                (roots[size], roots[old], proof),
            ]
            assert not any(merkle.is_consistent(*lie) for lie in lies), (old, size)
    with pytest.raises(ValueError, match="does not go on"):
        merkle.consistency_proof(3, 2, nodes)
