"""The embedded default: one command, one folder, all processes of the site on one machine."""


class CannotServe(Exception):
    """The message is a sentence for the person at the keyboard, who sees no traceback."""
