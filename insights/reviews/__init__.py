"""Computer analysis of finished games: asked for, worked out by workers, shown."""
