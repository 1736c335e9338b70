"""Settings, from the environment (12-factor); docs/operations.md lists the variables.

Without any variable this is the embedded default: everything lives in the data folder.
"""

import secrets
from pathlib import Path
from typing import Any

from imhotep_site import proxies
from imhotep_site.environment import env
from imhotep_site.places import socket_of
from imhotep_site.settings import api, push, record
from imhotep_site.settings.accounts import *  # noqa: F403
from imhotep_site.settings.pages import *  # noqa: F403
from imhotep_site.settings.queue import *  # noqa: F403

BASE_DIR = Path(__file__).resolve().parent.parent.parent

DAY, CENTURY = 24 * 3600, 36_500
"""Seconds, and days: what settings are at most; larger ones are no times to a computer."""

# --- where it runs ------------------------------------------------------------

MODE: str = env.choice("IMHOTEP_MODE", "embedded", ("embedded", "production"))
"""``embedded`` (one machine, one folder) or ``production``."""

DATA_DIR = Path(env.str("IMHOTEP_DATA", str(BASE_DIR / "data"))).absolute()
DEBUG: bool = env.bool("DEBUG", False)


def _secret_key() -> str:
    """The key from the environment; embedded, from the data folder, where `serve` made it. Else
    one for this process alone: production refuses that, see ``checks``."""
    if MODE == "embedded" and (key := env.kept("SECRET_KEY", DATA_DIR / "secret_key")):
        return key
    return env.str("SECRET_KEY") or secrets.token_urlsafe(48)


SECRET_KEY = _secret_key()

SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.origins("CSRF_TRUSTED_ORIGINS")

_likely = [origin for origin in CSRF_TRUSTED_ORIGINS if "*" not in origin]
if MODE == "production":
    _likely += [f"https://{host}" for host in ALLOWED_HOSTS if host[:1] not in ("*", ".")][:1]
_here = f"http://localhost:{env.int('PORT', 8000, most=65535)}"
SITE_URL: str = env.origin("SITE_URL", (*_likely, _here)[0])
"""Where people reach the site: for links in e-mail. If it is said, forms come from there, whatever
``Host`` says: a proxy may leave the port out."""
if env.str("SITE_URL") and SITE_URL not in CSRF_TRUSTED_ORIGINS:
    CSRF_TRUSTED_ORIGINS.append(SITE_URL)

# --- safety (see also policy.py, front/, checks.py) ----------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = MODE == "production"
SECURE_HSTS_SECONDS: int = env.int("HSTS_SECONDS", 0)

PROXIES: int = proxies.number()
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
    "drf_spectacular_sidecar",
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
    "insights.puzzles",
    "archive.log",
    "archive.dumps",
    "imhotep_site",
]

MIDDLEWARE = [
    "imhotep_site.health.probes",
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

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-32000; "
    "PRAGMA recursive_triggers=ON;",  # else INSERT OR REPLACE deletes what is written once
}


REQUESTS_AT_ONCE: int = env.int("REQUESTS_AT_ONCE", 8, least=1)
"""Of one web process; the others wait their turn. More only take the processor from each other.
One of them is for what is expensive, one for dry runs: see front/slots.py."""

CONNECTIONS_OF_ADDRESS: int = env.int("CONNECTIONS_OF_ADDRESS", 0 if PROXIES else 200)
"""Open at once from one address to one web process; 0: as many as there are. Behind a proxy all
come from its address."""


def _database() -> dict[str, Any]:
    size = env.int("DATABASE_POOL", 11)  # 0 for a worker, whose processes fork
    found: dict[str, Any] = env.database(
        "DATABASE_URL", f"sqlite:///{DATA_DIR / 'imhotep.sqlite3'}"
    )
    if str(found["ENGINE"]).endswith("sqlite3"):
        return found | {"OPTIONS": SQLITE_OPTIONS}
    options = dict(found.get("OPTIONS", {}))
    if size:
        options["pool"] = {"min_size": 1, "max_size": size, "timeout": 10}
    return found | {"CONN_MAX_AGE": 0, "OPTIONS": options}


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- the queue ----------------------------------------------------------------

REDIS_URL: str = env.queue("REDIS_URL", f"unix://{socket_of(DATA_DIR)}")
"""``redis://host:port/0``, or ``unix:///path/of.sock``."""

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1).replace(
    "?db=", "?virtual_host="
)
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"serializer": "imhotep_site.json_cache.JsonSerializer"},
    }
}
"""JSON, as in the queue: who can write to Redis can change what is there, and run nothing."""

RESEARCH_DIR = DATA_DIR / "research"
"""Where the workers write the facts of all games for researchers."""

DUMPS = Path(env.str("DUMPS", str(DATA_DIR / "dumps"))).absolute()
NIGHTLY_DUMP: bool = env.bool("NIGHTLY_DUMP", True)
"""Where the public record lies as files (docs/dump.md); whether they are written every night."""

GAMES_LEASE_SECONDS: float = env.float("CLAIM_SECONDS", 120.0, most=DAY)
"""A worker that judges a log for longer is taken for dead, and another may have it. Longer than
``CELERY_TASK_TIME_LIMIT``."""

GAMES_DAILY_BYTES: int = int(env.float("UPLOAD_MIB_A_DAY", 50.0, most=1e6) * 1024 * 1024)
GAMES_DAILY_LOGS: int = env.int("UPLOAD_LOGS_A_DAY", 5_000)
"""What one account may bring in a day (UTC) by page and API; 0: as much as it likes."""

GAMES_REFUSED_DAYS: int = env.int("REFUSED_DAYS", 90, most=CENTURY)
"""So long the bytes of refused logs are kept."""

REVIEWS_OF_RATED: bool = env.bool("REVIEWS_OF_RATED", True)
"""Whether rated games among people are analysed by themselves, when they come to count."""
REVIEWS_A_DAY: int = env.int("REVIEWS_A_DAY", 500)
REVIEWS_OF_ACCOUNT: int = env.int("REVIEWS_OF_ACCOUNT", 10)
"""Analyses that begin within 24 hours: in all, and those that one account asks for; 0: as many as
they like."""
REVIEWS_AT_ONCE: int = env.int("REVIEWS_AT_ONCE", 1, least=1)
"""Analyses that workers are at together: the other workers are free for what cannot wait."""

RELEASE_IMPACTS: bool = env.bool("RELEASE_IMPACTS", True)
"""Whether a new engine has its impact worked out by itself."""
IMPACT_WORKERS: int = env.int("IMPACT_WORKERS", 2, least=1)
"""Workers that judge games for impacts together."""

LEADERBOARD_GAMES: int = env.int("LEADERBOARD_GAMES", 10)
LEADERBOARD_OPPONENTS: int = env.int("LEADERBOARD_OPPONENTS", 4)
LEADERBOARD_DAYS: int = env.int("LEADERBOARD_DAYS", 365, most=CENTURY)
"""Leaderboards list who has so many rated games against people, with so many of them, within so
many days. ``LEADERBOARD_VERIFIED`` is below, with the mail."""

BOOKS_DAYS: int | None = env.days("BOOKS_DAYS", 90, most=CENTURY)
"""The books of a day are closed so many days after it: what is rated then is not rated anew. None:
never. See ``ratings.services.closings``."""

TABLES_PAUSE: float = env.float("TABLES_PAUSE", 0.6, most=60)
"""Seconds between the entries of computer players, so that people can follow."""

TABLES_THINK: float = env.float("TABLES_THINK", 4.0, most=60)
"""Seconds that a computer player thinks at most, whatever its level: a worker has other work."""

PUSH_KEY: str = push.key(env, MODE, DATA_DIR)
PUSH_PAUSE: float = env.float("PUSH_PAUSE", 8.0, most=DAY)
PUSH_SERVICES: list[str] = env.list("PUSH_SERVICES", default=push.SERVICES)
PUSH_TTL = push.TTL
"""Notices by push: see ``push``."""

RECORD_KEY: str = record.key(env, MODE, DATA_DIR)
RECORD_ORIGIN: str = record.origin(env, MODE, SITE_URL)
"""The transparency log: see ``record``."""

SITE_NAME: str = env.short("SITE_NAME", most=40)
"""Empty: "Imhotep record", in the reader's language."""
OPERATOR_PAGES = {"imprint": env.page("IMPRINT"), "privacy": env.page("PRIVACY")}
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
SIGN_UP: str = env.choice("SIGN_UP", "open", ("open", "invitation", "closed"))
"""Who may open an account: ``open`` (everybody), ``invitation``, or ``closed`` (no one)."""
MODERATORS_NEED_SECOND_FACTOR = MODE == "production"
"""To enter the admin."""
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

_mail = env.mail("EMAIL_URL", "consolemail://")
EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT = _mail.backend, _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.tls, _mail.ssl
EMAIL_TIMEOUT = 10
LEADERBOARD_VERIFIED: bool = env.bool(
    "LEADERBOARD_VERIFIED", MODE == "production" and EMAIL_BACKEND.endswith("smtp.EmailBackend")
)
"""Whether only people with a verified address count as opponents there."""
RATED_VERIFIED: bool = env.bool("RATED_VERIFIED", LEADERBOARD_VERIFIED)
"""Whether a game that comes from now on waits until all its players have verified addresses. What
came before stays as it is; an arbiter's word needs none."""
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", "imhotep@localhost")
PUSH_CONTACT: str = SITE_URL if SITE_URL.startswith("https://") else f"mailto:{DEFAULT_FROM_EMAIL}"

# --- language, files ------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [(code, code) for code in ("en", "de", "es", "fr", "nl", "pl")]  # all complete
LANGUAGE_COOKIE_NAME, LANGUAGE_COOKIE_AGE = "language", 365 * 24 * 3600
LOCALE_PATHS, FORMAT_MODULE_PATH = [BASE_DIR / "locale"], "imhotep_site.formats"
TIME_ZONE = "UTC"

STATIC_URL, STATIC_ROOT = "static/", DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "imhotep_site.static_files.NamedByContent"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

# --- what is logged -------------------------------------------------------------

LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}

# --- the API: see api.py -----------------------------------------------

REST_FRAMEWORK = api.REST_FRAMEWORK
API_THROTTLES = api.API_THROTTLES
SPECTACULAR_SETTINGS = api.SPECTACULAR_SETTINGS

env.refuse()
