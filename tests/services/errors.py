"""What is said when a server or a browser cannot be had."""


class ServiceMissing(Exception):
    """The message says what was looked for and where."""
