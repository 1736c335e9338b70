"""Streams of a table: server-sent events to the pages that have it open.

One connection to Redis a process receives the messages (``subscriptions``). A table is then read
once for all streams of the process (``snapshots``, ``channels``). Each stream sends what its viewer
may see (``events``), in the form that browsers know (``wire``). What the streams of a process share
is the ``hub``. A stream that cannot go on says ``bye``; asking again and again always works.
"""
