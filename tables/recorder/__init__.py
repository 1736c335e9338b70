"""The recorder: a Python for browsers with the rules and the drawing.

``runtime`` keeps the Python for browsers (Pyodide) in the data folder, ``fetching`` gets it there;
``archive`` packs our modules; ``files`` says to pages where all of it lies.
"""

from tables.recorder.fetching import CannotFetch, fetch_runtime

__all__ = [
    "CannotFetch",
    "fetch_runtime",
]
