"""What the log says, told once more from its leaves alone."""

from archive.log.models import Checkpoint, Leaf, Log, Tile
from audit.merkle import EMPTY, node_hash


def root_of(hashes: list[bytes]) -> bytes:
    """RFC 6962, 2.1, word for word."""
    if len(hashes) < 2:
        return hashes[0] if hashes else EMPTY
    half = 1
    while half * 2 < len(hashes):
        half *= 2
    return node_hash(root_of(hashes[:half]), root_of(hashes[half:]))


def tree() -> tuple[int, str]:
    """How many leaves there are, and their root."""
    hashes = [leaf.hash for leaf in Leaf.objects.order_by("pk")]
    return len(hashes), root_of(hashes).hex()


def agrees() -> None:
    """Every checkpoint is that of the leaves below its size, every tile that of its leaves."""
    hashes = [leaf.hash for leaf in Leaf.objects.order_by("pk")]
    assert list(Leaf.objects.order_by("pk").values_list("pk", flat=True)) == [*range(len(hashes))]
    assert Log.objects.get().size == len(hashes)
    points = list(Checkpoint.objects.order_by("pk"))
    assert points
    assert points[-1].pk == len(hashes)
    for point in points:
        assert point.root == root_of(hashes[: point.pk]).hex()
    for tile in Tile.objects.filter(level=0):
        slice_of_tile = hashes[tile.number * 256 : (tile.number + 1) * 256]
        assert bytes(tile.hashes) == b"".join(slice_of_tile)
    assert Tile.objects.filter(level=0).count() == len(hashes) // 256
