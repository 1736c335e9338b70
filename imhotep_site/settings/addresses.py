"""Validators of addresses in environment variables, and their conversion for Django.

A validator returns the address, or raises ``ValueError`` with the end of a sentence: "it has to be
like …".
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from environ import Env

from web.redis_address import is_sentinel, sentinel_address

DATABASE_SCHEMES: Final = ("postgres", "postgresql", "sqlite")
QUEUE_SCHEMES: Final = ("redis", "rediss", "unix")
STORAGE_SCHEMES: Final = {"s3": "https", "s3+http": "http"}
STORAGE_OPTIONS: Final = frozenset({"region", "style"})
PASSWORD: Final = re.compile(r"((?:^(?![\w+]+://)|://)[^:@/]*:).*(?=@)")
QUERY_PASSWORD: Final = re.compile(r"(_password=)[^&]*")
WITNESS_KEY: Final = re.compile(r"[^\s+]+\+[0-9a-f]{8}\+B[0-9A-Za-z+/]{43}")
SOCKET_BYTES: Final = 100
"""Longest path of a socket: the system allows 107 bytes, macOS 103."""


def without_password(address: str) -> str:
    """The address with ``***`` in place of its password."""
    return QUERY_PASSWORD.sub(r"\1***", PASSWORD.sub(r"\1***", address))


def is_web(address: str) -> bool:
    return address.startswith(("https://", "http://"))


def is_origin(address: str) -> bool:
    """A scheme and a host, perhaps a port, and nothing else."""
    parts = _split(address)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return False
    return not (parts.path or parts.query or parts.fragment or parts.username)


def check_origin(address: str) -> str:
    origin = address.rstrip("/")
    if not is_origin(origin):
        raise ValueError("it has to be like https://games.example.org, without a path")
    return origin


def check_origins(origins: list[str]) -> list[str]:
    if not all(map(is_origin, origins)):
        raise ValueError("each has to be like https://games.example.org, without a path")
    return origins


def check_database(address: str) -> str:
    """PostgreSQL or SQLite."""
    parts = _split(address)
    if parts and parts.scheme in DATABASE_SCHEMES and Env.db_url_config(address).get("NAME"):
        return address
    raise ValueError("it has to be like postgres://user:password@host:5432/name")


def check_replica(address: str) -> str:
    """A standby of PostgreSQL."""
    if check_database(address).startswith("sqlite"):
        raise ValueError("it has to be like postgres://user:password@host:5432/name")
    return address


def check_queue(address: str) -> str:
    """Redis or Valkey, or the Sentinels that watch it."""
    if is_sentinel(address):
        with contextlib.suppress(ValueError):
            sentinel_address(address)
            return address
    parts = _split(address)
    if parts and parts.scheme in QUEUE_SCHEMES:
        number = parts.path.removeprefix("/")
        is_host = bool(parts.hostname) and (not number or number.isdigit())
        if is_host if parts.scheme != "unix" else parts.path.startswith("/"):
            return address
    raise ValueError(
        "it has to be like redis://:password@host:6379/0, or unix:///path, or "
        "sentinel://:password@host:26379,host:26379/0?master=imhotep"
    )


def check_storage(address: str) -> str:
    """A bucket of an S3 server, with a folder in it or without."""
    parts = _split(address)
    if parts and parts.scheme in STORAGE_SCHEMES and parts.hostname:
        options = dict(parse_qsl(parts.query, keep_blank_values=True))
        names = parts.path.strip("/").split("/")
        is_path = all(names) and not {".", ".."} & set(names) and not parts.fragment
        has_options = set(options) <= STORAGE_OPTIONS and all(options.values())
        is_styled = options.get("style", "path") in ("path", "virtual")
        if is_path and has_options and is_styled and bool(parts.username) == bool(parts.password):
            return address
    raise ValueError(
        "it has to be like s3://key:password@s3.example.org/bucket?region=eu-central-1"
    )


def storage_options(address: str) -> dict[str, object]:
    """Options of ``web.object_storage.ObjectStorage`` for ``STORAGE_URL``."""
    parts = urlsplit(address)
    bucket, _, folder = parts.path.strip("/").partition("/")
    query = dict(parse_qsl(parts.query))
    host = parts.netloc.rpartition("@")[2]
    return {
        "endpoint_url": f"{STORAGE_SCHEMES[parts.scheme]}://{host}",
        "bucket_name": bucket,
        "location": folder,
        "access_key": unquote(parts.username) if parts.username else None,
        "secret_key": unquote(parts.password) if parts.password else None,
        "region_name": query.get("region", "us-east-1"),
        "addressing_style": query.get("style", "path"),
    }


def check_mail(address: str) -> str:
    parts = _split(address)
    has_scheme = parts is not None and parts.scheme in Env.EMAIL_SCHEMES
    if parts and has_scheme and (parts.hostname or not parts.scheme.startswith("smtp")):
        return address
    raise ValueError("it has to be like smtp+tls://user:password@host:587, or consolemail://")


def check_page(address: str) -> str:
    """A web address, or a readable Markdown file."""
    if not is_web(address):
        try:
            Path(address).read_text("utf-8")
        except (OSError, ValueError):
            sentence = "it has to be an address (https://…) or a readable Markdown file"
            raise ValueError(sentence) from None
    return address


def check_beacon(address: str) -> str:
    """The address of a relay of the randomness beacon drand, without a slash at its end."""
    if address and not is_web(address):
        raise ValueError("it has to be the address of a relay of drand (https://…)")
    return address.rstrip("/")


def check_log_origin(name: str) -> str:
    """The name of a transparency log, as notes of C2SP have it."""
    if not name.isascii() or not name.isprintable() or set(name) & {" ", "+"}:
        raise ValueError("it has to be like games.example.org/log, without + or spaces")
    return name


def check_witnesses(entries: list[str]) -> list[str]:
    """Address and key of each witness of the transparency log."""
    for entry in entries:
        address, _, key = entry.partition(" ")
        if not WITNESS_KEY.fullmatch(key.strip()) or not is_web(address):
            raise ValueError(
                "each has to be an address, a space and a key, like https://witness.example.org "
                "witness.example.org+0a1b2c3d+BAcD…"
            )
    return entries


def socket_path(data: Path) -> Path:
    """Socket of the embedded Valkey: in the data folder, or in a short folder of its own where that
    path is too long for a socket."""
    path = data / "valkey.sock"
    if len(str(path).encode()) <= SOCKET_BYTES:
        return path
    digest = hashlib.sha256(str(data).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"imhotep-{digest}" / "valkey.sock"


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  (raises if it is no number)
    except ValueError:
        return None
    return parts
