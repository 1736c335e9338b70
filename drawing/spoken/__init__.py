"""The position as lists, for readers who do not see the picture.

A line is a sentence. Lists come from a view of the engine, never from the drawing.
"""
