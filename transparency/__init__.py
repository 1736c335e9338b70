"""The log of the record: a Merkle tree that only grows, with signed checkpoints."""
