"""An example league, so that every page of a new site shows something.

Its games are played in processes of their own, which know no Django: nothing is imported here.
"""
