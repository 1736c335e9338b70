"""What a browser needs to have the rules and the drawing itself: a Python, and our modules.

``runtime`` keeps the Python for browsers (Pyodide) in the data folder, ``fetching`` gets it there;
``archive`` packs our modules; ``files`` says to pages where all of it lies.
"""
