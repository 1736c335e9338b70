"""Pseudonyms of closed accounts and of guests whose name is hidden: they are shown under a number.

The handle itself is not kept. A text that names it is read with ``pseudonymise``. Names of guests
that moderators hid are shown under the number of their player in the same way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from games.models import ClosedAccount, HiddenName, Seating

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


# --- guests whose name is hidden ----------------------------------------------


def guest_digest(uploader: int, name: str) -> str:
    """Digest of the name of a guest that the account of this key knows: SHA-256 in hexadecimal."""
    text = unicodedata.normalize("NFC", name)
    return sha256(f"imhotep guest {uploader} {text}".encode()).hexdigest()


def hidden_labels(uploader: int, names: Iterable[str]) -> dict[str, str]:
    """The labels of those of `names`, of guests of that account, that are hidden, by name. One
    query, or none without guests."""
    digests = {
        guest_digest(uploader, name): name for name in names if name and not name.startswith("@")
    }
    rows = HiddenName.objects.filter(digest__in=digests) if digests else ()
    return {digests[row.digest]: str(row) for row in rows if row.digest}


def without_hidden_names(uploader: int, names: Sequence[str]) -> list[str]:
    """`names` of a log of that account with the labels of those that are hidden."""
    labels = hidden_labels(uploader, names)
    return [labels.get(name, name) for name in names]


def replace_names(text: str, names: Mapping[str, str]) -> str:
    """`text` with other names for those in `names`, in any case of letters."""
    for name, label in names.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", label, text, flags=re.IGNORECASE)
    return text


class PublicSeating(NamedTuple):
    """A correction of seats as everybody may read it: the seats `before` and `after`, and the
    `reason`."""

    before: list[dict[str, object]]
    after: list[dict[str, object]]
    reason: str


def public_seating(row: Seating) -> PublicSeating:
    """A correction of seats without closed accounts and hidden names. Rows are written once."""
    uploader = row.game.submission.upload.account_id
    labels = hidden_labels(uploader, [seat["name"] for seat in (*row.before, *row.after)])

    def under_labels(seats: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
        names = [str(seat["name"]) for seat in seats]
        return [
            {**seat, "name": labels.get(name, pseudonymise(name))}
            for seat, name in zip(seats, names, strict=True)
        ]

    reason = replace_names(pseudonymise(row.reason), labels)
    return PublicSeating(under_labels(row.before), under_labels(row.after), reason)
