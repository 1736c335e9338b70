"""Mutants: does some test notice when a line of the code is changed? (``make mutants``)"""
