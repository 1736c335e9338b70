"""Settings, from the environment (12-factor); docs/operations.md lists the variables.

Without any variable this is the embedded default: everything lives in the data folder.
"""

import secrets
from typing import Any
from urllib.parse import urlsplit

from environ import Env

from imhotep_site.settings import api
from imhotep_site.settings.accounts import *  # noqa: F403
from imhotep_site.settings.addresses import socket_path, storage_options
from imhotep_site.settings.databases import database
from imhotep_site.settings.environment import BASE_DIR as BASE_DIR
from imhotep_site.settings.environment import load_variables
from imhotep_site.settings.pages import *  # noqa: F403
from imhotep_site.settings.queue import *  # noqa: F403
from imhotep_site.settings.queue import broker_url, sentinel_transport
from web.redis_address import is_sentinel

variables = load_variables()

# --- where it runs ------------------------------------------------------------

MODE: str = variables.IMHOTEP_MODE
"""``embedded`` (one machine, one folder) or ``production``."""

DATA_DIR = variables.IMHOTEP_DATA.absolute()
DEBUG = variables.DEBUG

SECRET_KEY = variables.SECRET_KEY or secrets.token_urlsafe(48)
"""Without a key, one for this process alone: production refuses that, see ``checks``."""
SECRET_KEY_FALLBACKS = variables.SECRET_KEY_FALLBACKS
ALLOWED_HOSTS = variables.ALLOWED_HOSTS
CSRF_TRUSTED_ORIGINS = [*variables.CSRF_TRUSTED_ORIGINS]


def _default_site_url() -> str:
    """A trusted origin; in production else the first host."""
    origins = [origin for origin in CSRF_TRUSTED_ORIGINS if "*" not in origin]
    if MODE == "production":
        origins += [f"https://{host}" for host in ALLOWED_HOSTS if host[:1] not in ("*", ".")]
    return (*origins, f"http://localhost:{variables.PORT}")[0]


SITE_URL = variables.SITE_URL or _default_site_url()
"""Address of the site: for links in e-mail. Forms from a configured address are taken
whatever ``Host`` says: a proxy may leave the port out."""
if variables.SITE_URL and SITE_URL not in CSRF_TRUSTED_ORIGINS:
    CSRF_TRUSTED_ORIGINS.append(SITE_URL)

# --- safety (see also policy.py, front/, checks.py) ----------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = MODE == "production"
SECURE_HSTS_SECONDS = variables.HSTS_SECONDS

PROXIES = variables.proxy_count
"""Reverse proxies of ours before the site. They alone are believed about clients."""
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
if PROXIES > 0:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LARGEST_BODY = 64 * 1024 * 1024
"""Bytes of a request, all its files together; the page takes several files of 8 MiB."""
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 100
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# --- the parts ----------------------------------------------------------------

INSTALLED_APPS = [
    "imhotep_site.moderators.ModeratorsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "web",
    "games",
    "ratings",
    "insights.stats",
    "archive.releases",
    "insights.reviews",
    "tables",
    "events",
    "insights.puzzles",
    "archive.log",
    "archive.dumps",
    "imhotep_site",
]

MIDDLEWARE = [
    "imhotep_site.health.probes",
    "imhotep_site.policy.PathsWithoutNul",
    "imhotep_site.policy.CachePolicy",
    "imhotep_site.policy.ShortHeads",
    "django.middleware.security.SecurityMiddleware",
    "imhotep_site.packing.PackedPages",
    "imhotep_site.policy.ContentSecurityPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "imhotep_site.sessions.looking",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "imhotep_site.languages.Languages",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

CSRF_FAILURE_VIEW = "imhotep_site.api.handlers.form_refused"

SESSION_ENGINE = "imhotep_site.sessions"

ROOT_URLCONF = "imhotep_site.urls"
ASGI_APPLICATION = "imhotep_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["web.templatetags.site_name"],
        },
    },
]

# --- the database -------------------------------------------------------------

REQUEST_CONCURRENCY = variables.REQUEST_CONCURRENCY
"""Requests in the threads of one web process; the others wait their turn. One thread is for heavy
requests, one for dry runs: see front/concurrency.py."""

CONNECTIONS_PER_ADDRESS: int = (
    (0 if PROXIES else 200)
    if variables.CONNECTIONS_PER_ADDRESS is None
    else variables.CONNECTIONS_PER_ADDRESS
)
"""Open connections from one address to one web process; 0: unlimited. Behind a proxy all come
from its address."""


DATABASES: dict[str, dict[str, Any]] = {
    "default": database(
        variables.DATABASE_URL or f"sqlite:///{DATA_DIR / 'imhotep.sqlite3'}",
        variables.DATABASE_POOL,
    )
}
if variables.DATABASE_REPLICA_URL:
    DATABASES["replica"] = database(variables.DATABASE_REPLICA_URL, pool=0)
    """For dumps and files of researchers alone (``web.read_replica``)."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- the queue ----------------------------------------------------------------

REDIS_URL = variables.REDIS_URL or f"unix://{socket_path(DATA_DIR)}"
"""``redis://host:port/0``, ``unix:///path/of.sock``, or Sentinels (``web.redis_address``)."""

CELERY_BROKER_URL = broker_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS |= sentinel_transport(REDIS_URL)  # noqa: F405
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": [REDIS_URL],  # a text would be cut at commas
        "OPTIONS": {
            "serializer": "imhotep_site.json_cache.JsonSerializer",
            "socket_timeout": 2,
            "socket_connect_timeout": 2,
        }
        | ({"pool_class": "web.redis_client.MasterPool"} if is_sentinel(REDIS_URL) else {}),
    }
}
"""JSON, as in the queue: who can write to Redis can change what is there, and run nothing."""

RESEARCH_DIR = DATA_DIR / "research"
"""Folder of the research files, which workers write."""

DUMPS_DIR = (variables.DUMPS_DIR or DATA_DIR / "dumps").absolute()
NIGHTLY_DUMP = variables.NIGHTLY_DUMP
"""Folder of the public record as files (docs/dump.md), and whether they are written every night."""

WEEKLY_DEAL = variables.WEEKLY_DEAL
"""True if the site offers a deal of the week."""
if not WEEKLY_DEAL:
    OUTSIDE_PAGES.pop("deal of the week")  # noqa: F405
WEEKLY_DEAL_BEACON = variables.WEEKLY_DEAL_BEACON
"""Relay of the randomness beacon drand, whose numbers go into that deal; empty: none do."""

JUDGING_LEASE_SECONDS = variables.JUDGING_LEASE_SECONDS
"""A worker that judges a log for longer counts as dead, and another may judge it. Longer than
``CELERY_TASK_TIME_LIMIT``."""

GAMES_DAILY_BYTES = int(variables.UPLOAD_MIB_A_DAY * 1024 * 1024)
GAMES_DAILY_LOGS = variables.UPLOAD_LOGS_A_DAY
"""Upload quota of an account in a day (UTC), by page and API; 0: unlimited."""

REFUSED_LOG_DAYS = variables.REFUSED_LOG_DAYS
"""Days for which the bytes of refused logs are stored."""

REVIEW_RATED_GAMES = variables.REVIEW_RATED_GAMES
"""True if rated games among people are analysed without a request."""
REVIEWS_A_DAY = variables.REVIEWS_A_DAY
REVIEWS_PER_ACCOUNT = variables.REVIEWS_PER_ACCOUNT
"""Analyses that begin within 24 hours: in all, and for one account; 0: unlimited."""
REVIEW_CONCURRENCY = variables.REVIEW_CONCURRENCY
"""Workers that analyse at once: the others are free for what cannot wait."""

RELEASE_IMPACTS = variables.RELEASE_IMPACTS
"""True if the impact of a new engine is computed without a request."""
IMPACT_WORKERS = variables.IMPACT_WORKERS
"""Workers that judge games for impacts at once."""

LEADERBOARD_GAMES = variables.LEADERBOARD_GAMES
LEADERBOARD_OPPONENTS = variables.LEADERBOARD_OPPONENTS
LEADERBOARD_DAYS = variables.LEADERBOARD_DAYS
"""A leaderboard lists players with so many rated games against people, with so many of them, within
so many days. ``LEADERBOARD_WITNESSED_GAMES`` is below, with the mail."""

LEADERBOARD_DEVIATION = variables.LEADERBOARD_DEVIATION
"""Points: a leaderboard leaves out ratings by terms 2 that are less sure; None: no limit."""

BOOKS_CLOSE_AFTER_DAYS = variables.BOOKS_CLOSE_AFTER_DAYS
"""Days after which the books of a day are closed: its ratings are final. None: never. See
``ratings.services.closings``."""

SECOND_RATING_TERMS_FROM = variables.SECOND_RATING_TERMS_FROM
"""The first day of terms 2 of the ratings; ``start``: where nothing is rated yet they hold from the
start; None: never. See ``ratings.services.terms``."""

COMPUTER_PAUSE_SECONDS = variables.COMPUTER_PAUSE_SECONDS
"""Pause between the entries of computer players, so that people can follow."""
COMPUTER_THINKING_SECONDS = variables.COMPUTER_THINKING_SECONDS
"""Longest thinking of a computer player, whatever its level: a worker has other work."""

PUSH_KEY = variables.PUSH_KEY
"""The site's private key for push services (RFC 8292), in base64url; empty: no push messages."""
PUSH_DELAY_SECONDS = variables.PUSH_DELAY_SECONDS
"""Players who have not seen their turn after so long get a push message."""
PUSH_SERVICES = variables.PUSH_SERVICES
"""Hosts, with their subdomains, that push messages are sent to."""
PUSH_TTL = 24 * 3600
"""Seconds for which a push service stores a message for a browser that is offline."""

TRANSPARENCY_KEY = variables.TRANSPARENCY_KEY
"""Seed of the Ed25519 key that signs the transparency log, in base64; empty: no checkpoints."""
TRANSPARENCY_ORIGIN = variables.TRANSPARENCY_ORIGIN or (
    "localhost/log" if MODE == "embedded" else f"{urlsplit(SITE_URL).netloc}/log"
)
"""Name of the log in its checkpoints; embedded, that of the file `record_origin`."""

TRANSPARENCY_WITNESSES = variables.TRANSPARENCY_WITNESSES
"""Address and key of each witness that checkpoints are sent to, with a blank between."""

SITE_NAME = variables.SITE_NAME
"""Empty: "Imhotep record", in the reader's language."""
OPERATOR_PAGES = {"imprint": variables.IMPRINT, "privacy": variables.PRIVACY}
"""Markdown files or addresses; empty: there is none."""

# --- people -------------------------------------------------------------------

AUTH_USER_MODEL = "games.Account"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "games.accounts.tokens.EndsTokens"},
]
SIGN_UP: str = variables.SIGN_UP
"""Right to open an account: ``open`` (everybody), ``invitation``, or ``closed`` (no one)."""
MODERATORS_NEED_SECOND_FACTOR = MODE == "production"
"""To enter the admin."""
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

_mail: dict[str, Any] = Env.email_url_config(variables.EMAIL_URL)
EMAIL_BACKEND: str = _mail["EMAIL_BACKEND"]
EMAIL_HOST: str = _mail.get("EMAIL_HOST") or "localhost"
EMAIL_PORT: int = _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER: str = _mail.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD: str = _mail.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS: bool = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
_mail_is_sent: bool = (
    MODE == "production" and EMAIL_BACKEND.endswith("smtp.EmailBackend")
    if variables.LEADERBOARD_NEEDS_VERIFIED_EMAIL is None
    else variables.LEADERBOARD_NEEDS_VERIFIED_EMAIL
)
LEADERBOARD_WITNESSED_GAMES: int = (
    5 * _mail_is_sent
    if variables.LEADERBOARD_WITNESSED_GAMES is None
    else variables.LEADERBOARD_WITNESSED_GAMES
)
"""Of the games that list a player so many were played here, or an arbiter vouches for them."""
RATED_NEEDS_VERIFIED_EMAIL: bool = (
    _mail_is_sent
    if variables.RATED_NEEDS_VERIFIED_EMAIL is None
    else variables.RATED_NEEDS_VERIFIED_EMAIL
)
"""True if a new game is rated only once all its players have verified addresses. Earlier games
stay as they are; an arbiter's word needs none."""
DEFAULT_FROM_EMAIL = variables.DEFAULT_FROM_EMAIL
PUSH_CONTACT: str = SITE_URL if SITE_URL.startswith("https://") else f"mailto:{DEFAULT_FROM_EMAIL}"

# --- language, files ------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [(code, code) for code in ("en", "de", "es", "fr", "nl", "pl")]  # all complete
LANGUAGE_COOKIE_NAME, LANGUAGE_COOKIE_AGE = "language", 365 * 24 * 3600
LOCALE_PATHS, FORMAT_MODULE_PATH = [BASE_DIR / "locale"], "imhotep_site.formats"
TIME_ZONE = "UTC"

STATIC_URL, STATIC_ROOT = "static/", DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "imhotep_site.static_files.NamedByContent"
    },
}
if variables.STORAGE_URL:
    STORAGES["shared"] = {
        "BACKEND": "web.object_storage.ObjectStorage",
        "OPTIONS": storage_options(variables.STORAGE_URL),
    }
    """Dumps and research files, for several hosts; without it they lie in the folders above."""
WHITENOISE_USE_FINDERS = DEBUG

# --- what is logged -------------------------------------------------------------

LOG_FORMAT: str = variables.LOG_FORMAT
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "web.json_lines.JsonLines"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": variables.LOG_LEVEL},
    # else the beat's routine fills a worker's log: three lines a task, and failures drown
    "loggers": {
        name: {"level": "WARNING"}
        for name in ("celery.beat", "celery.worker.strategy", "celery.app.trace")
        if variables.LOG_LEVEL == "INFO"
    }
    # uvicorn has set up its own loggers by now
    | ({"uvicorn": {"handlers": ["console"], "propagate": False}} if LOG_FORMAT == "json" else {}),
}

METRICS_TOKEN = variables.METRICS_TOKEN
"""The token that ``/metrics`` asks for; empty: it answers this machine alone."""

# --- the API: see api.py -----------------------------------------------

REST_FRAMEWORK = api.REST_FRAMEWORK | {"NUM_PROXIES": PROXIES}
API_THROTTLES = api.API_THROTTLES
SPECTACULAR_SETTINGS = api.SPECTACULAR_SETTINGS
