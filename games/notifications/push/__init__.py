"""Web push: how a message is sealed, signed and delivered. Knows nothing of tables."""
