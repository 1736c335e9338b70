"""Releases of the engine: what each would change of the record, and what was decided."""
