"""The site's settings, for its tests: the same, with what would only make them slow left out.

Processes that a test starts read these too.
"""

import os

from imhotep_site.settings import *  # noqa: F403
from imhotep_site.settings import DATA_DIR, DATABASES
from imhotep_site.settings import STORAGES as SITE_STORAGES

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "django.contrib.auth.hashers.Argon2PasswordHasher",
]

# Of SQLite a file: processes beside the tests have to see it. Where the tests' own servers run, a
# migrated database is copied (see services/migrated.py).
MIGRATED = os.environ.get("TESTS_MIGRATED", "")
DATABASES["default"]["TEST"] = {"MIGRATE": not MIGRATED} | (
    {"NAME": str(DATA_DIR / "test.sqlite3")}
    if DATABASES["default"]["ENGINE"].endswith("sqlite3")
    else {"TEMPLATE": MIGRATED or None}
)

# Only the test of a power cut needs a file that is synced, and it has the site's own settings.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    OPTIONS = DATABASES["default"]["OPTIONS"]
    OPTIONS["init_command"] = OPTIONS["init_command"].replace("=FULL", "=OFF")

# Nobody runs collectstatic before a test: files are served from where they lie.
STORAGES = SITE_STORAGES | {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True

# Nobody follows the computer players of a test, and nobody waits for them.
COMPUTER_PAUSE_SECONDS = 0.0
COMPUTER_THINKING_SECONDS = 0.05
# They are looked for when somebody asks; else every client of a test would list them all.
WHITENOISE_AUTOREFRESH = True

# The worlds of the tests are small, and their games old.
LEADERBOARD_GAMES = LEADERBOARD_OPPONENTS = 1
LEADERBOARD_DAYS = 36_500
LEADERBOARD_WITNESSED_GAMES = 0
RATED_NEEDS_VERIFIED_EMAIL = False

# Most tests of ratings work with the numbers of terms 1; those of terms 2 say so.
SECOND_RATING_TERMS_FROM = None

# Few tests are about analyses: the others do not wait while one is worked out.
REVIEW_RATED_GAMES = False
