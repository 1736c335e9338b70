"""One mail, to see whether mail works, and in words why it does not."""

from __future__ import annotations

import smtplib
import socket
import ssl
from typing import Final

from django.conf import settings
from django.core.mail import send_mail

from web.errors import Invalid
from web.site_name import site_name

NOWHERE: Final = {
    "console": "mails are written to the standard output, or to a log, and are not sent",
    "dummy": "mails are thrown away",
    "locmem": "mails are kept in memory",
    "filebased": "mails are written to files",
}
"""By module of the backend: what it does instead of sending."""


def try_mail(address: str) -> str:
    """Sends one to the address; what was done, as a sentence. Raises ``Invalid`` with the reason
    if it was not sent, and what to look at."""
    backend = settings.EMAIL_BACKEND.rsplit(".", 2)[-2]
    if backend in NOWHERE:
        raise Invalid(f"EMAIL_URL names no mail server: {NOWHERE[backend]}.")
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    text = f"This mail was sent by {settings.SITE_URL} to try whether mail works. It does.\n"
    try:
        send_mail(f"{site_name()}: mail works", text, None, [address])
    except (smtplib.SMTPException, OSError) as error:
        raise Invalid(f"The mail was not sent. {_failure_text(error, server)}") from error
    return (
        f"{server} took the mail from {settings.DEFAULT_FROM_EMAIL} to {address}. Whether it "
        "arrives is for the servers behind it to say: look into the mailbox, and among what is "
        "held for spam."
    )


def _failure_text(error: Exception, server: str) -> str:
    """The failure in words, the most special kinds of errors first."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"{server} does not take the user and the password of EMAIL_URL: {_reply(error)}."
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        reply = next(iter(error.recipients.values()))[1]
        return f"{server} does not take mail for this address: {_text(reply)}."
    if isinstance(error, smtplib.SMTPSenderRefused):
        return f"{server} takes no mail from DEFAULT_FROM_EMAIL ({error.sender}): {_reply(error)}."
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return f"{server} does not know TLS or logins: is the scheme of EMAIL_URL right? ({error})"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{server} refused: {_reply(error)}."
    if isinstance(error, ssl.SSLError):
        return (
            f"The TLS of {server} fails ({error}): smtp+tls:// is for port 587, "
            "smtp+ssl:// for 465, and the name has to be that of the certificate."
        )
    if isinstance(error, socket.gaierror):
        return f"There is no host {settings.EMAIL_HOST!r}: look at EMAIL_URL, and at the network."
    if isinstance(error, ConnectionRefusedError):
        return f"Nothing listens at {server}: is the port right?"
    if isinstance(error, TimeoutError):
        return (
            f"{server} does not answer within {settings.EMAIL_TIMEOUT} seconds: is the port right, "
            "and is it open to this machine?"
        )
    return f"{server}: {error}."


def _reply(error: smtplib.SMTPResponseException) -> str:
    return f"{error.smtp_code} {_text(error.smtp_error)}"


def _text(reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return " ".join(text.split())
