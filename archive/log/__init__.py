"""The transparency log: a Merkle tree that only grows, with signed checkpoints.

`services.append` makes leaves of the outbox; `proofs` and `reading` answer for games and tiles. It
never adds a leaf for a record without an outbox row.
"""
