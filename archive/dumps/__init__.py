"""The public record as files that everybody can check: ``python -m audit`` does."""
