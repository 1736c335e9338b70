"""Why the site cannot be served."""


class CannotServe(Exception):
    """The message is a sentence for the person at the keyboard, who sees no traceback."""
