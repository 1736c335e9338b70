"""Pseudonyms of closed accounts: they are shown under their number.

The handle itself is not kept. A text that names it is read with ``pseudonymise``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Final

from games.judging.judge import JudgedLog
from games.models import ClosedAccount

NUMBERED: Final = re.compile(r"player-[0-9]+(-x+)?")
"""Handles of closed accounts: the number is that of the player."""

NAMED: Final = re.compile(r"@([A-Za-z0-9][A-Za-z0-9_-]{1,23})(?![A-Za-z0-9_-])")
"""Names of accounts in a text."""

SEATS: Final = "\nseats: "
"""In a canonical log once: its entries have no colon."""


def handle_digest(handle: str) -> str:
    """Digest of the handle of a closed account: SHA-256 in hexadecimal."""
    return sha256(f"imhotep handle {handle.lower()}".encode()).hexdigest()


def is_former(handle: str) -> bool:
    """True if an account that was called so has been closed. No account gets that handle again."""
    return ClosedAccount.objects.filter(former=handle_digest(handle)).exists()


def accounts_of(handles: Iterable[str]) -> dict[str, int]:
    """The ids of the closed accounts that were called so, by handle."""
    digests = {handle_digest(handle): handle for handle in handles}
    rows = ClosedAccount.objects.filter(former__in=digests) if digests else ()
    return {digests[row.former]: row.account_id for row in rows}


def pseudonymise(text: str) -> str:
    """`text` with the numbers of closed accounts in the place of ``@handle``. One query, or none
    for a text without handles."""
    handles = {name.lower() for name in NAMED.findall(text)}
    digests = {handle_digest(handle): handle for handle in handles}
    rows = ClosedAccount.objects.filter(former__in=digests) if digests else ()
    if not rows:
        return text
    numbers = {digests[row.former]: row.account.username for row in rows.select_related("account")}
    return replace_handles(text, numbers)


def pseudonymise_bytes(raw: bytes) -> bytes:
    """A file of another account's, if it is text; what is packed stays as it was received."""
    try:
        return pseudonymise(raw.decode()).encode()
    except UnicodeDecodeError:
        return raw


def replace_handles(text: str, names: Mapping[str, str]) -> str:
    """`text` with other handles for those in `names`."""

    def other(match: re.Match[str]) -> str:
        return f"@{names.get(match[1].lower(), match[1])}"

    return NAMED.sub(other, text)


def with_names(text: str, colours: Iterable[str], names: Iterable[str]) -> str:
    """A canonical log with these names, by seat. Its fingerprint and its digest stay: names are in
    neither."""
    seats = " ".join(f"{colour}={name}" for colour, name in zip(colours, names, strict=True))
    begin = text.index(SEATS) + len(SEATS)
    return f"{text[:begin]}{seats}{text[text.index(chr(10), begin) :]}"


def pseudonymise_log(verdict: JudgedLog) -> JudgedLog:
    """A log that the site wrote before a player of it closed their account."""
    header = verdict.header
    assert header is not None
    names = tuple(pseudonymise(name) for name in header.names)
    if names == header.names:
        return verdict
    colours = [colour.word for colour in header.setup.seats]
    return verdict._replace(
        header=replace(header, names=names),
        accepted={**verdict.fields, "names": dict(zip(colours, names, strict=True))},
        log=with_names(verdict.log, colours, names),
    )
