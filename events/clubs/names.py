"""Names of clubs: read like handles, so that none passes for another club, a role or the site."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from events.models import Club
from games.accounts import handle_skeleton, is_reserved
from web.errors import Conflict, Invalid

SHORTEST: Final = 3
LONGEST: Final = 40
SIGNS: Final = " -'’.&"
"""Signs of a name besides letters and digits."""
SCRIPTS: Final = ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW", "DEVANAGARI", "THAI", "HANGUL")
EAST_ASIAN: Final = ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA")
"""Scripts of letters. A name has those of one script; Japanese has three."""

LATIN_LETTERS: Final = str.maketrans("авеѕіјкмнорстухԁɡαεικνορτυχ", "abesijkmhopctyxdgaeiknoptux")
"""Letters of other scripts for the Latin letters that they look like, in small letters."""

RESERVED_SLUGS: Final = frozenset({"new", "join", "feed", "games", "members", "search"})


def checked_name(name: str) -> str:
    """`name` with single spaces. Raises ``Invalid`` for one that is too short or long, has other
    signs, mixes scripts, or would mislead: a role, a word of the log, a page, a computer player."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not SHORTEST <= len(name) <= LONGEST:
        sentence = _("Enter a name of %(least)d to %(most)d characters.")
        raise Invalid(sentence % {"least": SHORTEST, "most": LONGEST})
    if any(not (sign.isalnum() or sign in SIGNS or _is_mark(sign)) for sign in name):
        raise Invalid(_("Use only letters, digits, spaces and - ' . & in a name."))
    scripts = {_script(sign) for sign in name if sign.isalpha()}
    if len(scripts) != 1 or "" in scripts:
        raise Invalid(_("A name needs letters, and all of them must be from the same alphabet."))
    if is_reserved(club_skeleton(name)) or is_reserved(slugify(name)):
        raise Invalid(_("This name would mislead people. Choose another one."))
    return name


def club_skeleton(name: str) -> str:
    """The form in which names that look alike are equal (as skeletons of Unicode TS 39)."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(sign for sign in plain if sign.isalnum()).translate(LATIN_LETTERS)
    return handle_skeleton(letters)


def must_be_free(skeleton: str, club: Club | None = None) -> None:
    """Raises ``Conflict`` if a club, open or closed, has a name that looks like this one."""
    clubs = Club.objects.filter(skeleton=skeleton)
    if (clubs.exclude(pk=club.pk) if club else clubs).exists():
        raise Conflict(_("Another club has this name or a similar one. Choose another name."))


def free_slug(name: str) -> str:
    """An address for a new club of this name."""
    base = slugify(name)[:40].strip("-") or "club"
    if base in RESERVED_SLUGS or re.fullmatch(r"[0-9-]+", base):
        base = f"club-{base}"
    slug, number = base, 1
    while Club.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug


# --- inside -------------------------------------------------------------------


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) == "Mn"


def _script(letter: str) -> str:
    """The script of a letter; empty for one of another script than those above."""
    word = unicodedata.name(letter, "").split(" ")[0]
    if word in EAST_ASIAN:
        return "CJK"
    return word if word in SCRIPTS else ""
