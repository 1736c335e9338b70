"""What happens at a table, told to whoever has it open: server-sent events.

One connection to Redis a process hears what changed (``notices``); a table is then read once for
all of its streams in the process (``rooms``), and each stream tells what its viewer may see
(``telling``), in the form that browsers know (``wire``). A stream that cannot go on says ``bye``:
asking again and again always works.
"""
