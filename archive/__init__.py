"""The record for outsiders: dumps, the transparency log, releases of the engine.

Three Django apps with labels of their own (`dumps`, `transparency`, `releases`). What they publish
``audit`` checks without the site. They never decide what counts.
"""
