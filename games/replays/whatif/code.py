"""Entries packed into an address and out of it again.

Lines, deflated with a dictionary of the words that logs are made of, in the letters that an
address may hold. The dictionary is a part of every link that is out there: it never changes.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Sequence
from typing import Final

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.limits import BRANCH_BYTES, BRANCH_CHARACTERS, BRANCH_ENTRIES
from web.errors import Invalid

DICTIONARY: Final = (
    b"prophecies scaffold crypt round 4 3 2 2\nround 4 3 3 2\nmarket refill draw look "
    b"temple_decoration pyramid_decoration obelisk_decoration burial_chamber_decoration "
    b"entrance sarcophagus paved_path statue chisel lever hammer sail private_ship prophecy favor "
    b"wager left right build tile column keep stones points card decline play add "
    b" market\n pyramid\n temple\n burial_chamber\n obelisks\n"
    b"black take\nwhite take\nbrown take\ngray take\n"
    b"black sail 1 market\nwhite sail 2 pyramid\nbrown sail 3 temple\ngray sail 4 obelisks\n"
    b"black load 1.1\nwhite load 2.1\nbrown load 3.1\ngray load 4.1\n"
    b"gray load 4.2\nbrown load 3.2\nwhite load 2.2\nblack load 1.2\n"
)


def pack_branch(lines: Sequence[str]) -> str:
    """`lines` for an address; nothing for none. Raises ``Invalid`` if they are too many."""
    if not lines:
        return ""
    if len(lines) > BRANCH_ENTRIES:
        raise Invalid(_("A what-if can have at most %d moves.") % BRANCH_ENTRIES)
    deflate = zlib.compressobj(9, wbits=-15, zdict=DICTIONARY)
    body = deflate.compress("\n".join(lines).encode()) + deflate.flush()
    text = urlsafe_b64encode(body).rstrip(b"=").decode()
    if len(text) > BRANCH_CHARACTERS:
        raise Invalid(_("This what-if is too long for a link."))
    return text


def branch_address(game_id: str, ply: int, lines: Sequence[str]) -> str:
    """Of the page of a branch. Raises ``Invalid`` if it is too long."""
    query = f"?{urlencode({'m': pack_branch(lines)})}" if lines else ""
    return reverse("what-if", args=[game_id, ply]) + query


def unpack_branch(text: str) -> list[str]:
    """The lines in `text`. Raises ``Invalid`` for anything that is not a what-if."""
    if not text:
        return []
    broken = Invalid(_("This link is broken: it may have been cut off when it was copied."))
    if len(text) > BRANCH_CHARACTERS or not text.isascii():
        raise broken
    inflate = zlib.decompressobj(wbits=-15, zdict=DICTIONARY)
    try:
        body = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        lines = inflate.decompress(body, BRANCH_BYTES).decode("ascii").split("\n")
    except (Error, ValueError, zlib.error):
        raise broken from None
    if not inflate.eof or inflate.unused_data or len(lines) > BRANCH_ENTRIES:
        raise broken
    return lines
