"""Settings, from the environment (12-factor); docs/operations.md lists the variables.

Without any variable this is the embedded default: everything lives in the data folder.
"""

from pathlib import Path
from typing import Any

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# --- where it runs ------------------------------------------------------------

MODE: str = env.str("IMHOTEP_MODE", "embedded")
"""``embedded`` (one machine, one folder) or ``production``."""

DATA_DIR = Path(env.str("IMHOTEP_DATA", str(BASE_DIR / "data"))).absolute()
DEBUG: bool = env.bool("DEBUG", False)


def _secret_key() -> str:
    """The key from the environment; embedded, from the data folder, where `serve` made it."""
    kept = DATA_DIR / "secret_key"
    if key := env.str("SECRET_KEY", ""):
        return str(key)
    if MODE == "embedded":
        return kept.read_text("ascii").strip() if kept.exists() else "not yet made"
    return ""


SECRET_KEY = _secret_key()
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# --- the parts ----------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "django_filters",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games",
    "ratings",
    "imhotep_site",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

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
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-32000;",
}


def _database() -> dict[str, Any]:
    found: dict[str, Any] = env.db_url("DATABASE_URL", f"sqlite:///{DATA_DIR / 'imhotep.sqlite3'}")
    if found["ENGINE"].endswith("sqlite3"):
        return found | {"OPTIONS": SQLITE_OPTIONS}
    pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL", 8), "timeout": 10}
    return found | {"CONN_MAX_AGE": 0, "OPTIONS": found.get("OPTIONS", {}) | {"pool": pool}}


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- the queue ----------------------------------------------------------------

REDIS_URL: str = env.str("REDIS_URL", f"unix://{DATA_DIR / 'valkey.sock'}")
"""``redis://host:port/0``, or ``unix:///path/of.sock``."""

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_TIMEZONE = "UTC"

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
}

GAMES_CHANGED = "imhotep_site.pipeline.games_changed"
"""What `games` calls with ids, inside the transaction, when games come to count or cease to."""

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
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# --- language, files ------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
