"""A log step by step: pieces that changed, words, motion, the parts of its page.

The engine plays the log for one viewer, who never gets what their seat did not know.
"""
