"""A running game: position, entries, its end in the record; all of it as a viewer may see it.

Rows are the truth; a message to other processes is only a wake-up. A finished game is never judged
here: its log is handed in.
"""
