"""What a service answers when it does not do what was asked; each message is for people."""


class ServiceError(Exception):
    """`message` is a sentence for the person who asked."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotAllowed(ServiceError):
    """This account may not do it (403)."""


class Conflict(ServiceError):
    """It does not go with what is there already (409)."""


class Invalid(ServiceError):
    """The input cannot be used (400, or 413 if too large)."""


class Busy(ServiceError):
    """There is too much of it under way: it may be sent again later (429)."""
