"""The actions of a turn: may it be done, then do it."""
