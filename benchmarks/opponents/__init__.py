"""Computer players of earlier engines, kept as they were, for matches against those of today."""
