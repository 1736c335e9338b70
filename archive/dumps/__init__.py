"""Dumps: the public record as files of one moment.

`services` read one snapshot and write a new folder, which is shown when it is complete; ``audit``
checks it. It never publishes a private column.
"""
