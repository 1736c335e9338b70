"""A real site that is broken on purpose, under load: what is lost, doubled, wrong or too late.

``python -m tests.chaos`` starts ``manage.py serve`` on each store, has clients upload, confirm and
play and a moderator void games, causes the faults of ``faults`` in a random order, and checks after
each, with queries of its own, that everything acknowledged is there once.
"""
