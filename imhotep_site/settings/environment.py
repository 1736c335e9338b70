"""Environment variables of the settings: types, defaults and limits (docs/decisions/processes.md).

docs/operations.md describes each. An empty variable counts as unset. Every mistake is reported at
once, as a sentence without a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Final, Literal, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from imhotep_site.settings.addresses import (
    check_beacon,
    check_database,
    check_log_origin,
    check_mail,
    check_origin,
    check_origins,
    check_page,
    check_queue,
    check_replica,
    check_storage,
    check_witnesses,
    without_password,
)

WRONG_SETTINGS: Final = 2
"""Exit status of a start with wrong settings."""
BASE_DIR: Final = Path(__file__).resolve().parent.parent.parent
SHORTEST_TOKEN: Final = 24
DAY, CENTURY = 24 * 3600, 36_500
"""Upper limits in seconds and in days: a computer has no times beyond them."""
KEY_FILES: Final = {
    "SECRET_KEY": "secret_key",
    "PUSH_KEY": "push_key",
    "TRANSPARENCY_KEY": "record_key",
    "TRANSPARENCY_ORIGIN": "record_origin",
}
"""Files of the data folder in which `serve` stores the keys of an embedded site, and the name of
its log."""
PUSH_SERVICES: Final = [
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "web.push.apple.com",
    "notify.windows.com",
]
"""Hosts of the browsers' push services."""

RENAMED: Final = {
    "BOOKS_DAYS": "BOOKS_CLOSE_AFTER_DAYS",
    "CLAIM_SECONDS": "JUDGING_LEASE_SECONDS",
    "CONNECTIONS_OF_ADDRESS": "CONNECTIONS_PER_ADDRESS",
    "DUMPS": "DUMPS_DIR",
    "LEADERBOARD_VERIFIED": "LEADERBOARD_NEEDS_VERIFIED_EMAIL",
    "PUSH_PAUSE": "PUSH_DELAY_SECONDS",
    "RATED_VERIFIED": "RATED_NEEDS_VERIFIED_EMAIL",
    "RECORD_KEY": "TRANSPARENCY_KEY",
    "RECORD_ORIGIN": "TRANSPARENCY_ORIGIN",
    "REFUSED_DAYS": "REFUSED_LOG_DAYS",
    "REQUESTS_AT_ONCE": "REQUEST_CONCURRENCY",
    "REVIEWS_AT_ONCE": "REVIEW_CONCURRENCY",
    "REVIEWS_OF_ACCOUNT": "REVIEWS_PER_ACCOUNT",
    "REVIEWS_OF_RATED": "REVIEW_RATED_GAMES",
    "TABLES_PAUSE": "COMPUTER_PAUSE_SECONDS",
    "TABLES_THINK": "COMPUTER_THINKING_SECONDS",
}
"""Old names that are still read, with a warning, and the names that replace them."""


def split_commas(text: str) -> list[str]:
    return [part for part in map(str.strip, text.split(",")) if part]


def check_site_name(name: str) -> str:
    if len(name) > 40 or not name.isprintable():
        raise ValueError("it has to be one line of at most 40 characters")
    return name


def check_token(token: str) -> str:
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable():
        raise ValueError(f"it has to be at least {SHORTEST_TOKEN} characters of ASCII")
    return token


def none_or_days(text: str) -> str | None:
    return None if text.lower() == "none" else text


def day_or_start(text: object) -> object:
    """``start``, a day, or None for ``never``."""
    if text in ("start", "never"):
        return "start" if text == "start" else None
    return date.fromisoformat(text) if isinstance(text, str) else text


Names = Annotated[list[str], BeforeValidator(split_commas)]
Page = Annotated[str, AfterValidator(check_page)]


class Variables(BaseModel):
    """Values of the environment variables, under their names."""

    IMHOTEP_MODE: Literal["embedded", "production"] = "embedded"
    IMHOTEP_DATA: Path = BASE_DIR / "data"
    DEBUG: bool = False
    LOG_LEVEL: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "INFO"

    LOG_FORMAT: Literal["line", "json"] = "line"
    METRICS_TOKEN: Annotated[str, AfterValidator(check_token)] = ""

    # keys: embedded, the default is read from the data folder
    SECRET_KEY: str = Field("", validate_default=True)
    SECRET_KEY_FALLBACKS: Names = []
    PUSH_KEY: str = Field("", validate_default=True)
    TRANSPARENCY_KEY: str = Field("", validate_default=True)
    TRANSPARENCY_ORIGIN: Annotated[str, AfterValidator(check_log_origin)] = Field(
        "", validate_default=True
    )
    TRANSPARENCY_WITNESSES: Annotated[Names, AfterValidator(check_witnesses)] = []

    # addresses and proxies
    ALLOWED_HOSTS: Names = ["localhost", "127.0.0.1", "[::1]"]
    CSRF_TRUSTED_ORIGINS: Annotated[Names, AfterValidator(check_origins)] = []
    SITE_URL: Annotated[str, AfterValidator(check_origin)] = ""
    HOST: str = ""
    LAN: bool = False
    PORT: int = Field(8000, ge=0, le=65535)
    PROXIES: int | None = Field(None, ge=0, le=9)
    API_PROXIES: int = Field(0, ge=0, le=9)
    TRUST_PROXY: bool = False
    HSTS_SECONDS: int = Field(0, ge=0)

    # database, queue, mail
    DATABASE_URL: Annotated[str, AfterValidator(check_database)] = ""
    DATABASE_REPLICA_URL: Annotated[str, AfterValidator(check_replica)] = ""
    DATABASE_POOL: int = Field(11, ge=0)
    REDIS_URL: Annotated[str, AfterValidator(check_queue)] = ""
    STORAGE_URL: Annotated[str, AfterValidator(check_storage)] = ""
    EMAIL_URL: Annotated[str, AfterValidator(check_mail)] = "consolemail://"
    DEFAULT_FROM_EMAIL: str = "imhotep@localhost"
    REQUEST_CONCURRENCY: int = Field(8, ge=1)
    CONNECTIONS_PER_ADDRESS: int | None = Field(None, ge=0)

    # the operator's choices
    SITE_NAME: Annotated[str, AfterValidator(check_site_name)] = ""
    IMPRINT: Page = ""
    PRIVACY: Page = ""
    SIGN_UP: Literal["open", "invitation", "closed"] = "open"
    JUDGING_LEASE_SECONDS: float = Field(120.0, ge=0, le=DAY)
    UPLOAD_MIB_A_DAY: float = Field(50.0, ge=0, le=1e6)
    UPLOAD_LOGS_A_DAY: int = Field(5_000, ge=0)
    REFUSED_LOG_DAYS: int = Field(90, ge=0, le=CENTURY)
    REVIEW_RATED_GAMES: bool = True
    REVIEWS_A_DAY: int = Field(500, ge=0)
    REVIEWS_PER_ACCOUNT: int = Field(10, ge=0)
    REVIEW_CONCURRENCY: int = Field(1, ge=1)
    NIGHTLY_DUMP: bool = True
    WEEKLY_DEAL: bool = True
    WEEKLY_DEAL_BEACON: Annotated[str, AfterValidator(check_beacon)] = ""
    DUMPS_DIR: Path | None = None
    RELEASE_IMPACTS: bool = True
    IMPACT_WORKERS: int = Field(2, ge=1)
    LEADERBOARD_GAMES: int = Field(10, ge=0)
    LEADERBOARD_OPPONENTS: int = Field(4, ge=0)
    LEADERBOARD_DAYS: int = Field(365, ge=0, le=CENTURY)
    LEADERBOARD_WITNESSED_GAMES: int | None = Field(None, ge=0)
    LEADERBOARD_NEEDS_VERIFIED_EMAIL: bool | None = None
    RATED_NEEDS_VERIFIED_EMAIL: bool | None = None
    LEADERBOARD_DEVIATION: Annotated[int | None, BeforeValidator(none_or_days)] = Field(
        150, ge=1, le=250
    )
    BOOKS_CLOSE_AFTER_DAYS: Annotated[int | None, BeforeValidator(none_or_days)] = Field(
        90, ge=1, le=CENTURY
    )
    SECOND_RATING_TERMS_FROM: Annotated[
        date | Literal["start"] | None, BeforeValidator(day_or_start)
    ] = "start"
    COMPUTER_PAUSE_SECONDS: float = Field(0.6, ge=0, le=60)
    COMPUTER_THINKING_SECONDS: float = Field(4.0, ge=0, le=60)
    PUSH_DELAY_SECONDS: float = Field(8.0, ge=0, le=DAY)
    PUSH_SERVICES: Names = PUSH_SERVICES

    @field_validator(*KEY_FILES)
    @classmethod
    def read_key(cls, key: str, info: ValidationInfo) -> str:
        """The key, or that of the data folder where an embedded site has none in a variable."""
        folder = info.data.get("IMHOTEP_DATA")
        if key or folder is None or info.data.get("IMHOTEP_MODE") != "embedded":
            return key
        file = folder.absolute() / KEY_FILES[str(info.field_name)]
        try:
            return str(file.read_text("ascii")).strip()
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
            raise PydanticCustomError(
                "file",
                "{file} cannot be read: {reason}. Name a folder of your own with IMHOTEP_DATA.",
                {"file": str(file), "reason": reason},
            ) from None

    @property
    def proxy_count(self) -> int:
        """``PROXIES``, or its older names: ``API_PROXIES``, and ``TRUST_PROXY`` for one proxy."""
        if self.PROXIES is not None:
            return self.PROXIES
        return self.API_PROXIES or int(self.TRUST_PROXY)


class WrongSettings(ValueError):
    """A sentence for each variable with a wrong value."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = list(dict.fromkeys(sentences))


def read_variables(environ: Mapping[str, str]) -> Variables:
    """Variables of `environ`. Raises ``WrongSettings`` with every mistake."""
    texts = {name: text for name, text in environ.items() if text.strip()}
    old_names = {RENAMED[name]: name for name in RENAMED if name in texts}
    sentences = [
        f"{old} and {new} differ: they are two names of one setting. Remove {old}, the old name"
        for new, old in old_names.items()
        if texts.setdefault(new, texts[old]) != texts[old]
    ]
    values = {
        name: texts[name] if name in KEY_FILES else texts[name].strip()
        for name in Variables.model_fields
        if name in texts
    }
    try:
        variables = Variables.model_validate(values)
    except ValidationError as wrong:
        sentences += [_sentence(error, old_names) for error in wrong.errors()]
    if sentences:
        raise WrongSettings([f"{sentence}." for sentence in sentences])
    return variables


def load_variables() -> Variables:
    """Variables of this process; wrong ones end it with ``WRONG_SETTINGS``, old names warn."""
    try:
        variables = read_variables(os.environ)
    except WrongSettings as wrong:
        lines = "".join(f"\n  {sentence}" for sentence in wrong.sentences)
        print(f"Imhotep can't start with these settings:{lines}", file=sys.stderr)
        raise SystemExit(WRONG_SETTINGS) from None
    for old, new in RENAMED.items():
        if os.environ.get(old, "").strip():
            print(f"{old} is now called {new}. The old name still works.", file=sys.stderr)
    return variables


def _sentence(error: ErrorDetails, old_names: Mapping[str, str]) -> str:
    """A mistake with the name that the operator wrote, without passwords or the final stop."""
    if error["type"] == "file":
        return error["msg"].removesuffix(".")
    name = str(error["loc"][0])
    if error["type"] == "value_error":
        accepted = str(error["ctx"]["error"])
    else:
        accepted = _accepted(Variables.model_fields[name])
    return f"{old_names.get(name, name)} is {without_password(error['input'])!r}: {accepted}"


def _accepted(field: FieldInfo) -> str:
    """Values that a field takes, as the rest of a sentence."""
    if get_origin(field.annotation) is Literal:
        *words, last = get_args(field.annotation)
        return f"say {', '.join(words)} or {last}"
    if bool in (field.annotation, *get_args(field.annotation)):
        return "use on or off"
    number = "number" if field.annotation is float else "whole number"
    least = next(limit.ge for limit in field.metadata if hasattr(limit, "ge"))
    limits = [limit.le for limit in field.metadata if hasattr(limit, "le")]
    return f"it has to be a {number} from {least} " + (f"to {limits[0]:.0f}" if limits else "up")
