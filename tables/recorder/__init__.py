"""The recorder: a Python for browsers with the rules and the drawing.

``runtime`` keeps the Python for browsers (Pyodide) in the data folder, ``fetching`` gets it there;
``archive`` packs our modules; ``files`` says to pages where all of it lies.

Nothing is imported here: the archive for browsers packs this package without the rest of the site.
"""
