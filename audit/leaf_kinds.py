"""Kinds of leaves of the transparency log: the lines of a dump that they are of."""

from __future__ import annotations

import re
from typing import Final

from audit import fields

SITE: Final = "site"
"""The one record of the kind ``settings``, which stand in the manifest."""

KINDS: Final = {
    "decision": ("decisions", "id"),
    "verification": ("verifications", "id"),
    "standing": ("standings", "game"),
    "edition": ("editions", "name"),
    "closing": ("books", "id"),
    "pin": ("pins", "id"),
    "log": ("games", "id"),
    "player": ("players", "id"),
    "deal": ("deals", "id"),
    "broken-off": ("deals", "id"),
    "shared-deal": ("deals", "id"),
    "bound-deal": ("deals", "id"),
    "entry": ("books", "id"),
    "fold": ("folds", "id"),
    "terms": ("books", "id"),
    "event": ("event_acts", "id"),
    "member": ("club_members", "id"),
    "series": ("series_acts", "id"),
    "settings": ("", SITE),
    "predecessor": ("", ""),
}
"""Of what there are leaves: the file of the dump, and the field that names a record there.
Decisions come first: standings follow from them."""

NOT_HASHED: Final = {
    "verification": ("played_on", "accepted_at"),
    "pin": ("played_on", "accepted_at", "reason", "ended"),
    "decision": ("played_on", "accepted_at", "reason"),
    "deal": ("game", "played_on", "accepted_at"),
    "broken-off": ("game", "played_on", "accepted_at"),
    "shared-deal": (
        *("game", "played_on", "accepted_at"),
        *("revealed_at", "secret", "tables", "withheld"),
    ),
    "bound-deal": ("game", "played_on", "accepted_at"),
    "event": ("content", "content_salt", "text", "text_salt"),
    "series": ("content", "content_salt", "text", "text_salt"),
}
"""Fields of a line that no leaf has the digest of. Those of its game, whose day may be put right
until it is rated: the game's standing has them. The reason of a pin or a decision, for an account
that is named there may be closed; whether it ended, which comes later. The game that a deal
became, for the same reason. The tables of a shared deal, which come later. Content and
text of an act of an event or a series: the leaf has their digests, and a line may leave them out
while results are hidden."""

CHANGES: Final = ("standing", "settings")
"""Kinds of which a later leaf may say something else."""

SINCE: Final = {
    **{kind: kind for kind in ("log", "player", "deal", "decision", "settings", "fold", "member")},
    "broken-off": "deal",
    "entry": "settings",
}
"""Kinds that older logs have no leaf of: a log with one leaf of the kind named
here has them all."""


def may_change(kind: str, line: fields.Line) -> bool:
    """True of a record that a later leaf may change: a standing; a log that a player uploaded
    before the table's own came, which proves its deal; a guest, who may be merged; the player of
    an account that is closed; an entry of the books that is retired."""
    if kind == "entry":
        return line.get("retired") is True
    if kind == "log":
        return line.get("played_here") is True and "\nsecret: " in str(line.get("log"))
    if kind == "player":
        number = re.compile(rf"@?player-{line.get('id')}(-x+)?")
        closed = not line.get("salt") and number.fullmatch(str(line.get("name")))
        return line.get("handle") is None or bool(closed)
    return kind in CHANGES
