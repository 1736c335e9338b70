"""`manage.py try_mail`: one mail, or what is wrong in a sentence."""

import smtplib
import socket
import ssl

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from games.notifications import mail_trial
from tests.services.processes import free_port

SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture
def smtp(settings):
    settings.EMAIL_BACKEND = SMTP
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    return settings


def test_a_mail_goes_out_by_the_settings(smtp, monkeypatch, capsys):
    sent = []
    monkeypatch.setattr(mail_trial, "send_mail", lambda *args: sent.append(args))
    smtp.DEFAULT_FROM_EMAIL, smtp.SITE_URL = "site@example.org", "https://games.example.org"
    call_command("try_mail", "you@example.org")
    ((subject, text, sender, recipients),) = sent
    assert (sender, recipients) == (None, ["you@example.org"])
    assert subject == "Imhotep record: mail works"
    assert "https://games.example.org" in text
    assert "took the mail from site@example.org to you@example.org" in capsys.readouterr().out


def test_without_a_server_it_says_where_mails_go(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    with pytest.raises(CommandError, match=r"EMAIL_URL names no mail server: .* are not sent"):
        call_command("try_mail", "you@example.org")
    assert mail.outbox == []


def test_where_nothing_listens_it_says_so(smtp):
    with pytest.raises(CommandError, match=rf"Nothing listens at 127\.0\.0\.1:{smtp.EMAIL_PORT}"):
        call_command("try_mail", "you@example.org")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            smtplib.SMTPAuthenticationError(535, b"5.7.8 no\n such"),
            "password of EMAIL_URL: 535 5.7.8",
        ),
        (smtplib.SMTPRecipientsRefused({"a@b": (550, b"no relay")}), "for this address: no relay"),
        (smtplib.SMTPSenderRefused(553, b"who", "x@y"), r"DEFAULT_FROM_EMAIL \(x@y\): 553 who"),
        (smtplib.SMTPNotSupportedError("no AUTH"), "does not know TLS or logins"),
        (smtplib.SMTPDataError(552, b"full"), "refused: 552 full"),
        (smtplib.SMTPServerDisconnected("closed"), "closed"),
        (ssl.SSLError(1, "WRONG_VERSION"), r"TLS of .* fails .*smtp\+ssl:// for 465"),
        (socket.gaierror(-2, "unknown"), "There is no host '127.0.0.1'"),
        (TimeoutError(), "does not answer within 10 seconds"),
        (OSError("Network is unreachable"), "Network is unreachable"),
    ],
)
def test_every_failure_is_a_sentence(smtp, monkeypatch, error, reason):
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(mail_trial, "send_mail", fail)
    with pytest.raises(CommandError, match=rf"The mail was not sent\. .*{reason}"):
        call_command("try_mail", "you@example.org")
