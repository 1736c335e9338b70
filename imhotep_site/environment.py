"""The variables that the settings come from: each is judged where it is read.

What is wrong is noted, and the usual value stands in for it, so that one start names all that is
wrong (``refuse``). A variable that is empty counts as one that is not set.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from environ import Env

WRONG: Final = 2
"""Exit status of a start with wrong settings."""
ON: Final = ("1", "true", "yes", "on", "y", "ok")
OFF: Final = ("0", "false", "no", "off", "n")
DATABASES: Final = ("postgres", "postgresql", "sqlite")
QUEUES: Final = ("redis", "rediss", "unix")
PASSWORD: Final = re.compile(r"((?:^(?![\w+]+://)|://)[^:@/]*:).*(?=@)")

Text = str
Texts = list[str]
Switch = bool
Whole = int
Number = float
"""For annotations: the methods below have the names of the types that they give."""


Parts = dict[str, object]


class Mail(NamedTuple):
    """How mails are sent: the settings of Django that begin with ``EMAIL_``."""

    backend: str
    host: str
    port: int
    user: str
    password: str
    tls: bool
    ssl: bool


def without_password(address: str) -> str:
    """An address as it may be shown."""
    return PASSWORD.sub(r"\1***", address)


class Environment:
    """`wrong`: a sentence for each variable that cannot be what it is."""

    def __init__(self, given: Mapping[Text, Text]) -> None:
        self.given = given
        self.wrong: Texts = []

    def refuse(self) -> None:
        """Ends the process, with every sentence and no traceback, if something is wrong."""
        if self.wrong:
            lines = "".join(f"\n  {sentence}" for sentence in dict.fromkeys(self.wrong))
            self.wrong.clear()
            print(f"Imhotep does not start with these settings:{lines}", file=sys.stderr)
            raise SystemExit(WRONG)

    def deny(self, name: Text, wanted: Text) -> None:
        """`wanted`: what the variable has to be, as the rest of a sentence."""
        self.wrong.append(f"{name} is {without_password(self.given[name])!r}: {wanted}.")

    # ------------------------------------------------------------------- plain values

    def str(self, name: Text, default: Text = "") -> Text:
        return self.given.get(name, "") or default

    def list(self, name: Text, default: Sequence[Text] = ()) -> Texts:
        """With commas between; spaces around them are left out."""
        said = [part.strip() for part in self.str(name).split(",")]
        return [part for part in said if part] or [*default]

    def bool(self, name: Text, default: Switch = False) -> Switch:
        said = self.str(name).strip().lower()
        if not said or said in ON + OFF:
            return said in ON if said else default
        self.deny(name, "say on or off")
        return default

    def int(self, name: Text, default: Whole, least: Whole = 0, most: Whole | None = None) -> Whole:
        found = self._number(name, Whole)
        if found is None or (found >= least and (most is None or found <= most)):
            return default if found is None else int(found)
        up_to = f" to {most}" if most is not None else " up"
        self.deny(name, f"it has to be a whole number from {least}{up_to}")
        return default

    def days(self, name: Text, default: Whole, most: Whole) -> Whole | None:
        """From 1 to `most`; None: ``none``."""
        if self.str(name).strip().lower() == "none":
            return None
        return self.int(name, default, least=1, most=most)

    def float(self, name: Text, default: Number, most: Number) -> Number:
        """From 0 to `most`."""
        found = self._number(name, Number)
        if found is None or 0 <= found <= most:
            return default if found is None else found
        self.deny(name, f"it has to be a number from 0 to {most:.0f}")
        return default

    def _number(self, name: Text, kind: type[Number]) -> Number | None:
        """None if it is not set; below all limits if it is no number."""
        try:
            return kind(said) if (said := self.str(name).strip()) else None
        except ValueError:
            return float("-inf")

    def short(self, name: Text, most: Whole) -> Text:
        """A line of at most so many characters."""
        said = self.str(name).strip()
        if len(said) <= most and said.isprintable():
            return said
        self.deny(name, f"it has to be one line of at most {most} characters")
        return ""

    def choice(self, name: Text, default: Text, words: Sequence[Text]) -> Text:
        said = self.str(name).strip() or default
        if said in words:
            return said
        self.deny(name, f"say {', '.join(words[:-1])} or {words[-1]}")
        return default

    # ---------------------------------------------------------------------- addresses

    def database(self, name: Text, default: Text) -> Parts:
        """A PostgreSQL or a SQLite, as Django's ``DATABASES`` has it."""
        said = self.str(name, default)
        parts = _split(said)
        found: Parts = Env.db_url_config(said) if parts and parts.scheme in DATABASES else {}
        if found.get("NAME"):
            return found
        self.deny(name, "it has to be like postgres://user:password@host:5432/name")
        usual: Parts = Env.db_url_config(default)
        return usual

    def mail(self, name: Text, default: Text) -> Mail:
        """A mail server."""
        said = self.str(name, default)
        parts = _split(said)
        known = parts is not None and parts.scheme in Env.EMAIL_SCHEMES
        if parts and known and (parts.hostname or not parts.scheme.startswith("smtp")):
            return _mail(said)
        wanted = "it has to be like smtp+tls://user:password@host:587, or consolemail://"
        self.deny(name, wanted)
        return _mail(default)

    def queue(self, name: Text, default: Text) -> Text:
        """A Redis or a Valkey."""
        said = self.str(name, default)
        parts = _split(said)
        if parts and parts.scheme in QUEUES:
            number = parts.path.removeprefix("/")
            host = bool(parts.hostname) and (not number or number.isdigit())
            if host if parts.scheme != "unix" else parts.path.startswith("/"):
                return said
        self.deny(name, "it has to be like redis://:password@host:6379/0, or unix:///path")
        return default

    def origin(self, name: Text, default: Text) -> Text:
        """Where pages are: a scheme, a host, a port perhaps, and no path."""
        said = self.str(name, default).rstrip("/")
        if is_origin(said):
            return said
        self.deny(name, "it has to be like https://games.example.org, without a path")
        return default

    def origins(self, name: Text) -> Texts:
        said = self.list(name)
        if not all(is_origin(one) for one in said):
            self.deny(name, "each has to be like https://games.example.org, without a path")
            return []
        return said

    # -------------------------------------------------------------------------- files

    def page(self, name: Text) -> Text:
        """The address of a page, or of a file with its text in Markdown, which can be read."""
        said = self.str(name)
        if not said or is_web(said):
            return said
        try:
            Path(said).read_text("utf-8")
        except (OSError, ValueError):
            self.deny(name, "it has to be an address (https://…), or a Markdown file to be read")
            return ""
        return said

    def kept(self, name: Text, file: Path) -> Text:
        """What the variable says, else what the file does, if there is one."""
        if said := self.str(name):
            return said
        try:
            return file.read_text("ascii").strip()
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            self.wrong.append(
                f"{file} cannot be read: {why}. Name a folder of your own with IMHOTEP_DATA."
            )
            return ""


def _mail(said: str) -> Mail:
    found = Env.email_url_config(said)
    return Mail(
        found["EMAIL_BACKEND"],
        found.get("EMAIL_HOST") or "localhost",
        found.get("EMAIL_PORT") or 25,
        found.get("EMAIL_HOST_USER") or "",
        found.get("EMAIL_HOST_PASSWORD") or "",
        found.get("EMAIL_USE_TLS", False),
        found.get("EMAIL_USE_SSL", False),
    )


def is_web(said: str) -> bool:
    return said.startswith(("https://", "http://"))


def is_origin(said: str) -> bool:
    parts = _split(said)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return False
    return not (parts.path or parts.query or parts.fragment or parts.username)


def _split(said: str) -> SplitResult | None:
    """None if it is no address at all."""
    try:
        parts = urlsplit(said)
        parts.port  # noqa: B018  (asked for, because it may raise)
    except ValueError:
        return None
    return parts


env = Environment(os.environ)
"""That of this process."""
