"""The same game twice: one identity, contested seats, logs that differ by a slip.

`identity` says which record holds a game, `find` which game a log is nearly of, `contests` and
`decide` what its players and moderators say of it. Differences themselves are ``games.judging``'s.
It never judges a log, and never settles what counts without `standing`.
"""
