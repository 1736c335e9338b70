"""System checks: an unsafe start is refused, a missing key is a warning.

Django runs them for every command; ``refuse_unsafe_start`` for uvicorn and Celery.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.http.request import validate_host

from archive.log import signing
from games import ports
from games.notifications.push import vapid
from imhotep_site.compiled_catalogues import outdated_catalogues
from imhotep_site.tracing import lacks_packages

PRODUCTION = "production"
PUSH = "push"
TRANSPARENCY = "transparency"
CATALOGUES = "catalogues"
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


@checks.register(PRODUCTION)
def check_production(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Errors of a start with IMHOTEP_MODE=production, a sentence each."""
    errors = list(_proxy_errors())
    if settings.MODE == "production":
        errors += [*_safety_errors(), *_address_errors()]
    return [checks.Error(text, id=f"imhotep.E{number:03}") for number, text in sorted(errors)]


@checks.register
def check_tracing(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Without the packages the site runs, and sends no trace."""
    if not lacks_packages():
        return []
    sentence = "A trace collector is set, but the packages that send traces are not installed."
    hint = "Run: pip install --require-hashes --no-deps -r requirements/tracing.lock"
    return [checks.Warning(sentence, hint, id="imhotep.W035")]


@checks.register(PUSH)
def check_push(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Without a key the site runs, and sends no push messages."""
    if not settings.PUSH_KEY and settings.MODE == "production":
        sentence = "PUSH_KEY is not set: no push messages are sent."
        hint = "Set it to 31 random bytes in URL-safe base64; see docs/operations.md."
        return [checks.Warning(sentence, hint, id="imhotep.W030")]
    if settings.PUSH_KEY and vapid.server_key() is None:
        return [
            checks.Warning(
                "PUSH_KEY is not a valid key: no push messages are sent.", id="imhotep.W031"
            )
        ]
    return []


@checks.register(TRANSPARENCY)
def check_transparency(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Without a key the transparency log grows, and no checkpoint of it is signed."""
    if not settings.TRANSPARENCY_KEY and settings.MODE == "production":
        sentence = "TRANSPARENCY_KEY is not set: no checkpoint of the transparency log is signed."
        hint = "Set it to 32 random bytes in URL-safe base64; see docs/transparency.md."
        return [checks.Warning(sentence, hint, id="imhotep.W032")]
    if settings.TRANSPARENCY_KEY and signing.log_key() is None:
        sentence = (
            "TRANSPARENCY_KEY is not a valid key: no checkpoint of the transparency log is signed."
        )
        return [checks.Warning(sentence, id="imhotep.W033")]
    return []


@checks.register(CATALOGUES)
def check_catalogues(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Catalogues that no process could compile: their languages stay English, or as they were."""
    hint = "Run manage.py compilemessages as a user with write access there."
    return [
        checks.Warning(
            f"{file} is not compiled, and this process can't write there.", hint, id="imhotep.W034"
        )
        for file in outdated_catalogues()
    ]


def refuse_unsafe_start() -> None:
    """Raises ``UnsafeStart`` with every sentence of ``check_production``."""
    if errors := checks.run_checks(tags=[PRODUCTION]):
        sentences = "\n".join(f"  {error.id}: {error.msg}" for error in errors)
        raise UnsafeStart(f"Imhotep can't start:\n{sentences}")


def _safety_errors() -> Iterator[tuple[int, str]]:
    if not os.environ.get("SECRET_KEY"):
        yield 1, "SECRET_KEY is not set. Set it to a long random text."
    elif len(settings.SECRET_KEY) < SHORTEST_KEY:
        yield 1, f"SECRET_KEY has fewer than {SHORTEST_KEY} characters."
    if settings.DEBUG:
        yield 2, "DEBUG is on: it shows internals of the site to everybody. Turn it off."
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield 3, "The database is SQLite: set DATABASE_URL to a PostgreSQL database."
    if not os.environ.get("REDIS_URL"):
        yield 4, "The queue is the embedded one: set REDIS_URL to a Redis or Valkey server."


def _address_errors() -> Iterator[tuple[int, str]]:
    """Links in mails begin with ``SITE_URL``, passkeys belong to it, forms come from it."""
    hosts, site_url = settings.ALLOWED_HOSTS, settings.SITE_URL
    if not os.environ.get("ALLOWED_HOSTS"):
        yield 5, "ALLOWED_HOSTS is not set: list the host names of the site."
    elif "*" in hosts:
        yield 5, "ALLOWED_HOSTS allows every host: list the host names of the site."
    host = urlsplit(site_url).hostname or ""
    if not site_url.startswith("https://"):
        yield 7, f"SITE_URL is {site_url!r}: in production it begins with https://."
    elif os.environ.get("ALLOWED_HOSTS") and not validate_host(host, hosts):
        yield 7, f"SITE_URL is {site_url!r}: ALLOWED_HOSTS does not have {host!r}."


def _proxy_errors() -> Iterator[tuple[int, str]]:
    """uvicorn would believe every client, and take the leftmost address."""
    if not settings.PROXIES and "*" in os.environ.get("FORWARDED_ALLOW_IPS", ""):
        yield (
            6,
            'FORWARDED_ALLOW_IPS is "*": every client could choose its address. Leave it out, '
            "and say in PROXIES how many proxies stand before the site.",
        )
