"""Settings, from the environment (12-factor); docs/operations.md lists the variables.

Without any variable this is the embedded default: everything lives in the data folder.
"""

import secrets
from pathlib import Path
from typing import Any

import environ
from kombu import Exchange, Queue

from imhotep_site import api_settings, proxies, push_settings
from imhotep_site.account_settings import *  # noqa: F403
from imhotep_site.page_settings import *  # noqa: F403
from imhotep_site.places import socket_of

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# --- where it runs ------------------------------------------------------------

MODE: str = env.str("IMHOTEP_MODE", "embedded")
"""``embedded`` (one machine, one folder) or ``production``."""

DATA_DIR = Path(env.str("IMHOTEP_DATA", str(BASE_DIR / "data"))).absolute()
DEBUG: bool = env.bool("DEBUG", False)


def _secret_key() -> str:
    """The key from the environment; embedded, from the data folder, where `serve` made it. Else
    one for this process alone: production refuses that, see ``checks``."""
    kept = DATA_DIR / "secret_key"
    if key := env.str("SECRET_KEY", ""):
        return str(key)
    if MODE == "embedded" and kept.exists():
        return kept.read_text("ascii").strip()
    return secrets.token_urlsafe(48)


SECRET_KEY = _secret_key()

SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

_origins = [origin for origin in CSRF_TRUSTED_ORIGINS if "*" not in origin]
SITE_URL: str = env.str(
    "SITE_URL", (*_origins, f"http://localhost:{env.str('PORT', '8000')}")[0]
).rstrip("/")
"""Where people reach the site: for links in e-mail."""

# --- safety (see also policy.py, front/, checks.py) ----------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = MODE == "production"
SECURE_HSTS_SECONDS: int = env.int("HSTS_SECONDS", 0)

PROXIES: int = max(0, proxies.number())
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
    "games",
    "ratings",
    "tables",
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


REQUESTS_AT_ONCE: int = env.int("REQUESTS_AT_ONCE", 8)
"""Of one web process; the others wait their turn. More only take the processor from each other.
One of them is for what is expensive, one for dry runs: see front/slots.py."""

CONNECTIONS_OF_ADDRESS: int = env.int("CONNECTIONS_OF_ADDRESS", 0 if PROXIES else 200)
"""Open at once from one address to one web process; 0: as many as there are. Behind a proxy all
come from its address."""


def _database() -> dict[str, Any]:
    found: dict[str, Any] = env.db_url("DATABASE_URL", f"sqlite:///{DATA_DIR / 'imhotep.sqlite3'}")
    if found["ENGINE"].endswith("sqlite3"):
        return found | {"OPTIONS": SQLITE_OPTIONS}
    options = dict(found.get("OPTIONS", {}))
    if size := env.int("DATABASE_POOL", 11):  # 0 for a worker, whose processes fork
        options["pool"] = {"min_size": 1, "max_size": size, "timeout": 10}
    return found | {"CONN_MAX_AGE": 0, "OPTIONS": options}


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- the queue ----------------------------------------------------------------

REDIS_URL: str = env.str("REDIS_URL", f"unix://{socket_of(DATA_DIR)}")
"""``redis://host:port/0``, or ``unix:///path/of.sock``."""

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1).replace(
    "?db=", "?virtual_host="
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    # A page does not wait for a queue that is away: the sweep finds what no message named.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_ACCEPT_CONTENT = CELERY_RESULT_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = CELERY_EVENT_SERIALIZER = "json"
"""What is in the queue names a task of ours and ids. Remote control stays on: without its
subscription a worker whose broker goes away while it works never notices (kombu 5)."""
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_TIMEZONE = "UTC"

# A worker asks its queues in turn: one uploaded game does not wait behind an import of a thousand.
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name, type="direct"), routing_key=name)
    for name in ("celery", "bulk", "play", "pulse")
]
CELERY_TASK_ROUTES = {
    "tables.tasks.think": {"queue": "play"},
    "tables.tasks.sweep_tables": {"queue": "pulse"},
    "tables.tasks.remind": {"queue": "pulse"},
    "tables.tasks.clear_first_games": {"queue": "bulk"},
    "tables.tasks.tell": {"queue": "pulse"},
    "tables.tasks.tell_who_was_not": {"queue": "pulse"},
    "imhotep_site.tasks.heartbeat": {"queue": "pulse"},
    "games.tasks.sweep_submissions": {"queue": "pulse"},
    "games.tasks.keep_house": {"queue": "bulk"},
    "ratings.tasks.fold_ratings": {"queue": "pulse"},
}
CELERY_BEAT_SCHEDULE = {
    "heartbeat": {
        "task": "imhotep_site.tasks.heartbeat",
        "schedule": 10,
        "options": {"expires": 10},
    },
    "sweep": {
        "task": "games.tasks.sweep_submissions",
        "schedule": 30,
        "options": {"expires": 30},
    },
    "keep-house": {
        "task": "games.tasks.keep_house",
        "schedule": 300,
        "options": {"expires": 300},
    },
    "fold": {
        "task": "ratings.tasks.fold_ratings",
        "schedule": 30,
        "options": {"expires": 30},
    },
    "relist": {
        "task": "ratings.tasks.relist_players",
        "schedule": 6 * 3600,
        "options": {"expires": 3600},
    },
    "tables": {
        "task": "tables.tasks.sweep_tables",
        "schedule": 5,
        "options": {"expires": 20},  # workers that think may keep it waiting
    },
    "remind": {
        "task": "tables.tasks.remind",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "first-games": {
        "task": "tables.tasks.clear_first_games",
        "schedule": 3600,
        "options": {"expires": 3600},
    },
    "tell": {
        "task": "tables.tasks.tell_who_was_not",
        "schedule": 60,
        "options": {"expires": 60},
    },
}
"""Seconds. The rows are the truth; sweeps and folds find what no message named."""

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"serializer": "imhotep_site.json_cache.JsonSerializer"},
    }
}
"""JSON, as in the queue: who can write to Redis can change what is there, and run nothing."""

GAMES_CHANGED = "imhotep_site.pipeline.games_changed"
"""What `games` calls with ids, inside the transaction, when games come to count or cease to."""

ACCOUNT_CLOSES = "imhotep_site.pipeline.account_closes"
"""What `games` calls with an account, inside the transaction, before it is closed."""

ACCOUNT_TEXTS = "tables.services.own_data.TEXTS"
"""Columns, beside those of `games`, in which people write of others by handle."""

OWN_DATA = [f"{part}.services.own_data.parts" for part in ("games", "ratings", "tables")]
"""Who says what is stored about an account; see ``games.services.own_data``."""

GAMES_LEASE_SECONDS: float = env.float("CLAIM_SECONDS", 120.0)
"""A worker that judges a log for longer is taken for dead, and another may have it. Longer than
``CELERY_TASK_TIME_LIMIT``."""

GAMES_DAILY_BYTES: int = int(env.float("UPLOAD_MIB_A_DAY", 50.0) * 1024 * 1024)
GAMES_DAILY_LOGS: int = env.int("UPLOAD_LOGS_A_DAY", 5_000)
"""What one account may bring in a day (UTC) by page and API; 0: as much as it likes."""

GAMES_REFUSED_DAYS: int = env.int("REFUSED_DAYS", 90)
"""So long the bytes of refused logs are kept."""

LEADERBOARD_GAMES: int = env.int("LEADERBOARD_GAMES", 10)
LEADERBOARD_OPPONENTS: int = env.int("LEADERBOARD_OPPONENTS", 4)
LEADERBOARD_DAYS: int = env.int("LEADERBOARD_DAYS", 365)
"""Leaderboards list who has so many rated games against people, with so many of them, within so
many days. ``LEADERBOARD_VERIFIED`` is below, with the mail."""

TABLES_PAUSE: float = env.float("TABLES_PAUSE", 0.6)
"""Seconds between the entries of computer players, so that people can follow."""

TABLES_THINK: float = env.float("TABLES_THINK", 4.0)
"""Seconds that a computer player thinks at most, whatever its level: a worker has other work."""

PUSH_KEY: str = push_settings.key(env, MODE, DATA_DIR)
PUSH_PAUSE: float = env.float("PUSH_PAUSE", 8.0)
PUSH_SERVICES: list[str] = env.list("PUSH_SERVICES", default=push_settings.SERVICES)
PUSH_TTL = push_settings.TTL
"""Notices by push: see ``push_settings``."""

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
    {"NAME": "games.services.tokens.EndsTokens"},
]
SIGN_UP: str = env.str("SIGN_UP", "open")
"""Who may open an account: ``open`` (everybody), ``invitation``, or ``closed`` (no one)."""
MODERATORS_NEED_SECOND_FACTOR = MODE == "production"
"""To enter the admin."""
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

_mail: dict[str, Any] = env.email_url("EMAIL_URL", "consolemail://")
EMAIL_BACKEND: str = _mail["EMAIL_BACKEND"]
EMAIL_HOST: str = _mail.get("EMAIL_HOST") or "localhost"
EMAIL_PORT: int = _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER: str = _mail.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD: str = _mail.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS: bool = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
LEADERBOARD_VERIFIED: bool = env.bool(
    "LEADERBOARD_VERIFIED", MODE == "production" and EMAIL_BACKEND.endswith("smtp.EmailBackend")
)
"""Whether only people with a verified address count as opponents there."""
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

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "INFO")},
}

# --- the API: see api_settings.py -----------------------------------------------

REST_FRAMEWORK = api_settings.REST_FRAMEWORK
API_THROTTLES = api_settings.API_THROTTLES
SPECTACULAR_SETTINGS = api_settings.SPECTACULAR_SETTINGS
