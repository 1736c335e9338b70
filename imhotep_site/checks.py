"""System checks: a start that would be unsafe or would lose work is refused.

Django runs them for every command; ``refuse_unsafe_start`` for uvicorn and Celery.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.http.request import validate_host

from archive.log import signing
from games import ports
from games.notifications.push import vapid
from imhotep_site import proxies
from imhotep_site.compiled_catalogues import outdated_catalogues

TAG = "production"
PUSH = "push"
RECORD = "record"
WORDS = "words"
SHORTEST_KEY = 32


class UnsafeStart(SystemExit):
    """Printed by Python as its message, without a traceback; exit status 1."""


@checks.register
def check_port(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Without a whole port the first upload would fail, inside its transaction."""
    if ports.is_connected():
        return []
    return [checks.Error("No whole port of games is connected.", id="imhotep.E040")]


@checks.register(TAG)
def check_production(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """What a site with IMHOTEP_MODE=production needs; one error a sentence."""
    if settings.MODE == "embedded":
        return _proxies()
    asked_of = (_key, _debug, _database, _queue, _hosts, _site_url, _proxies)
    return [error for asked in asked_of for error in asked()]


@checks.register(PUSH)
def check_push(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Without a key the site runs, and sends no push messages."""
    if not settings.PUSH_KEY and settings.MODE == "production":
        said = "There is no PUSH_KEY: no notices are sent by push."
        hint = "Set it to 31 random bytes in base64 for addresses; see docs/operations.md."
        return [checks.Warning(said, hint, id="imhotep.W030")]
    if settings.PUSH_KEY and vapid.own_key() is None:
        return [checks.Warning("PUSH_KEY is no key: no notices are sent.", id="imhotep.W031")]
    return []


@checks.register(RECORD)
def check_record(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Without a key the transparency log grows, and no checkpoint of it is signed."""
    if not settings.RECORD_KEY and settings.MODE == "production":
        said = "There is no RECORD_KEY: no checkpoint of the transparency log is signed."
        hint = "Set it to 32 random bytes in base64 for addresses; see docs/transparency.md."
        return [checks.Warning(said, hint, id="imhotep.W032")]
    if settings.RECORD_KEY and signing.key() is None:
        said = "RECORD_KEY is no key: no checkpoint of the transparency log is signed."
        return [checks.Warning(said, id="imhotep.W033")]
    return []


@checks.register(WORDS)
def check_catalogues(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Catalogues that no process could compile: their languages stay English, or as they were."""
    hint = "Run manage.py compilemessages as a user who may write there."
    return [
        checks.Warning(
            f"{file} is not compiled, and this process may not.", hint, id="imhotep.W034"
        )
        for file in outdated_catalogues()
    ]


def refuse_unsafe_start() -> None:
    """Raises ``UnsafeStart`` with every sentence of ``check_production``."""
    if found := checks.run_checks(tags=[TAG]):
        sentences = "\n".join(f"  {error.id}: {error.msg}" for error in found)
        raise UnsafeStart(f"Imhotep does not start like this:\n{sentences}")


def _key() -> list[checks.CheckMessage]:
    if not os.environ.get("SECRET_KEY"):
        return [_error(1, "There is no SECRET_KEY: set it to a long random text.")]
    if len(settings.SECRET_KEY) < SHORTEST_KEY:
        return [_error(1, f"SECRET_KEY has fewer than {SHORTEST_KEY} characters.")]
    return []


def _debug() -> list[checks.CheckMessage]:
    return [_error(2, "DEBUG is on: it shows the insides of the site.")] if settings.DEBUG else []


def _database() -> list[checks.CheckMessage]:
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return [_error(3, "The database is SQLite: set DATABASE_URL to a PostgreSQL.")]
    return []


def _queue() -> list[checks.CheckMessage]:
    if not os.environ.get("REDIS_URL"):
        return [_error(4, "The queue is the embedded one: set REDIS_URL to a Redis or Valkey.")]
    return []


def _hosts() -> list[checks.CheckMessage]:
    if not os.environ.get("ALLOWED_HOSTS"):
        return [_error(5, "ALLOWED_HOSTS is not set: name the addresses of the site.")]
    if "*" in settings.ALLOWED_HOSTS:
        return [_error(5, "ALLOWED_HOSTS allows every address: name those of the site.")]
    return []


def _site_url() -> list[checks.CheckMessage]:
    """Links in mails begin with it, passkeys belong to it, forms come from it."""
    said = settings.SITE_URL
    if not said.startswith("https://"):
        return [_error(7, f"SITE_URL is {said!r}: in production it begins with https://.")]
    host = urlsplit(said).hostname or ""
    if os.environ.get("ALLOWED_HOSTS") and not validate_host(host, settings.ALLOWED_HOSTS):
        return [_error(7, f"SITE_URL is {said!r}: ALLOWED_HOSTS does not have {host!r}.")]
    return []


def _proxies() -> list[checks.CheckMessage]:
    if not proxies.number() and proxies.believes_anybody():
        return [
            _error(
                6,
                'FORWARDED_ALLOW_IPS is "*": every client could choose its address. Leave it out, '
                "and say in PROXIES how many proxies stand before the site.",
            )
        ]
    return []


def _error(number: int, sentence: str) -> checks.Error:
    return checks.Error(sentence, id=f"imhotep.E{number:03}")
