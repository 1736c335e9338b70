"""The front before the views: connections, probes, bodies, and the queues for the threads.

A request passes ``connection`` (only what is complete goes on), ``probes`` (answered here),
``bodies`` (bounded in bytes and time), ``time_limit`` (an answer within 30 seconds) and
``concurrency`` (a few at once, in turn by address).
"""
