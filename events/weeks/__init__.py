"""The deal of the week: one deal that any account may play, once."""
