"""The rules as pages: ``docs/rules`` read, linked and searched."""
