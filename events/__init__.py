"""Organised play: clubs, evenings, tournaments, series.

Events hold tables of players, at a hall or on the site. Their standings come from
``ratings.standings`` and are worked out anew whenever they are read. This package never judges a
log, decides what counts or touches a rating.
"""
