"""The transparency log: a Merkle tree that only grows, with signed checkpoints."""
