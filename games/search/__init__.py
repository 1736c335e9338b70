"""Games by what happened in them: one language for pages and API."""
