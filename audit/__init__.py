"""An outsider's check of a dump: ``python -m audit DUMP``.

It judges each game again, computes standings, ledger and closings, and compares the dump with its
transparency log. It needs the standard library, ``engine`` and ``ratings.elo`` only. It never
writes to a dump; ``fetch`` gets one from a site, and nothing else asks the site.
"""
