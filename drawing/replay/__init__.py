"""A log step by step: pieces that changed, what happened in words, the parts of its page."""
