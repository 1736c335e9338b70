"""Fields of every line of a dump: type, unit, meaning. ``docs/dump.md`` has them as tables.

A type is a Python type as its line has it in JSON, ``day`` and ``moment`` as texts of a fixed form,
``list`` and ``object``; ``|null`` where it may be null. A field that is not in every line of its
file has a `when`.
"""

from __future__ import annotations

from typing import Final

from archive.dumps.event_fields import EVENT_FIELDS
from archive.dumps.field_types import HEX, ID, LATER, POINTS, LineField

GAME: Final = LineField("game", "text|null", "id of the game; null: of no game on record", ID)
OF_GAME: Final = LineField("game", "text", "id of the game", ID)
PLAYED_ON: Final = LineField("played_on", "day|null", "day on which the game was played")
ACCEPTED_AT: Final = LineField(
    "accepted_at", "moment|null", "moment at which the game came on record"
)
PLACE: Final = (
    LineField("played_on", "day", "day on which the game was played"),
    LineField("accepted_at", "moment", "moment at which the game came on record"),
)
PLACE_OR_NULL: Final = (PLAYED_ON, ACCEPTED_AT)
POOL: Final = LineField("pool", "text", "population: `overall`, number of players, `computer`")

ENTRY: Final = "`entry`"
CLOSING: Final = "`closing`"
TERMS: Final = "`terms`"
TERMS_2: Final = "terms 2"
BOTS: Final = "bots"
CLUB: Final = "an arbiter of a club vouched"
DEAL: Final = "`deal`"
BROKEN_OFF: Final = "`broken-off`"
SHARED: Final = "`shared-deal`"
BOUND: Final = "`bound-deal`"
ANY_DEAL: Final = "`deal`, `shared-deal`"

LINE_FIELDS: Final[dict[str, tuple[LineField, ...]]] = {
    "games": (
        LineField("id", "text", "of the game; follows from its fingerprint", ID),
        LineField("fingerprint", "text", "digest of the game without names", HEX),
        LineField("digest", "text", "digest of all that happened in the game", HEX),
        LineField("log", "text", "canonical log"),
        LineField("submission", "number|null", "the submission of this log", ID),
        *PLACE,
        LineField("standing", "text", "whether the game counts (docs/standing.md)"),
        LineField("edition", "text", "name of the printed numbers"),
        LineField("profile", "text", "name of the profile of rules"),
        LineField("sites", "text", "side of each site, as in the log"),
        LineField("modules", "list", "words of the modules, as in the log"),
        LineField("chance", "text", "how chance was decided: as `chance:` in the log"),
        LineField("entries", "number", "number of entries of the log", "entries"),
        LineField("played_here", "flag", "the game was played at a table of the site"),
        LineField("seats", "list", "seats in turn order"),
        LineField("seats[].colour", "text", "colour of the seat"),
        LineField("seats[].player", "number", "player of the seat", ID),
        LineField("seats[].name", "text", "name of the player in the log"),
        LineField("seats[].points", "number", "points at the end", "points of the game"),
        LineField("seats[].place", "number", "place by the rules; ties share one", "from 1"),
        LineField(
            "seats[].rated_place",
            "number",
            "place for ratings: replaced players come after those who played on",
            "from 1",
        ),
        LineField(
            "seats[].replaced_at",
            "number|null",
            "entry from which a computer player went on for the player; null: played to the end",
            "entry, from 1",
        ),
        LineField(
            "seats[].resigned_at",
            "number",
            "entry by which the player resigned",
            "entry, from 1",
            LATER,
            "seats that resigned",
        ),
        LineField("seats[].sled", "number", "stones on the sled at the end", "stones"),
        LineField("seats[].breakdown", "object", "points by source", "points of the game"),
    ),
    "verifications": (
        LineField("id", "number", "of the run", ID),
        LineField("submission", "number|null", "the submission whose log was judged", ID),
        GAME,
        LineField("at", "moment", "moment of the run"),
        LineField("engine", "text", "version of the engine that judged"),
        LineField("build", "text", "build of the engine that judged", "12 hex digits"),
        LineField("edition", "text", "name of the printed numbers"),
        LineField("profile", "text", "profile of the game; empty: no game"),
        *PLACE_OR_NULL,
        LineField("verdict", "text", "`verified` or `refused`"),
        LineField("fingerprint", "text", "of the log; empty: no game", HEX),
        LineField("digest", "text", "of what happened; empty: no game", HEX),
        LineField("refusal", "object|null", "kind, rule and place of a refusal; null: none"),
    ),
    "standings": (
        OF_GAME,
        LineField("fingerprint", "text", "fingerprint that players confirm", HEX),
        LineField("standing", "text", "whether the game counts (docs/standing.md)"),
        *PLACE,
        LineField("seats", "list", "seats in turn order"),
        LineField("seats[].player", "number", "player of the seat", ID),
        LineField("seats[].has_account", "flag", "the player has an account and has to confirm"),
        LineField(
            "seats[].since",
            "number",
            "seating (not entry) from which on this player sits here: a confirmation counts if its "
            "`seating` is not smaller",
            "seating, from 0",
        ),
        LineField("seats[].place", "number", "as in `games`", "from 1"),
        LineField("seats[].rated_place", "number", "as in `games`", "from 1"),
        LineField("confirmed", "list", "confirmations of this fingerprint, oldest first"),
        LineField("confirmed[].player", "number", "player who confirmed", ID),
        LineField(
            "confirmed[].seating",
            "number",
            "seating that was confirmed: the number of corrections of the seats before it",
            "seating, from 0",
        ),
        LineField("confirmed[].at", "moment", "moment of the confirmation"),
        LineField("arbiter", "object|null", "an arbiter vouches; null: none does"),
        LineField("arbiter.seat", "number|null", "seat of the arbiter; null: none", "from 0"),
        LineField(
            "arbiter.may_sit", "flag", "the arbiter's word counts although they sit in the game"
        ),
        LineField(
            "club_arbiter",
            "object",
            "the last word of an arbiter of a club, which stands for confirmations",
            "",
            LATER,
            CLUB,
        ),
        LineField("club_arbiter.club", "number", "the club", ID, LATER, CLUB),
        LineField("club_arbiter.player", "number", "player of the arbiter", ID, LATER, CLUB),
        LineField(
            "club_arbiter.seating", "number", "seating that is vouched for", "from 0", LATER, CLUB
        ),
        LineField("club_arbiter.at", "moment", "moment of the word", "", LATER, CLUB),
        LineField("disputed_by", "list", "open disputes that keep the game from counting"),
        LineField("disputed_by[].player", "number|null", "player who disputes", ID),
        LineField("disputed_by[].effect", "text", "how the dispute keeps it from counting"),
        LineField("contested_by", "list", "open claims of seats that keep it from counting"),
        LineField("contested_by[].player", "number|null", "player who claims a seat", ID),
        LineField("contested_by[].effect", "text", "how the claim keeps it from counting"),
        LineField("refuted", "flag", "the last verification refused the log"),
        LineField("void", "flag", "a moderator voided the game"),
        LineField("unrated", "flag", "the game is not for ratings"),
        LineField(
            "waits_for_address", "flag", "nothing but the verified address of a player is missing"
        ),
    ),
    "tables": (
        LineField("id", "text|null", "of the table; null: its address is not public", ID),
        GAME,
        *PLACE_OR_NULL,
        LineField("phase", "text", "how far the table is"),
        LineField("commitment", "text", "SHA-256 of the table's secret; empty: none", HEX),
        LineField("terms", "number", "construction of the deal (docs/fair-dealing.md)"),
        LineField("promises", "object", "by colour, SHA-256 of a share", HEX),
        LineField("shares", "object", "by colour, a share that was opened", HEX),
        LineField("created_at", "moment", "moment at which the table was opened"),
        LineField("started_at", "moment|null", "moment at which the game began"),
        LineField("ended_at", "moment|null", "moment at which the table ended"),
    ),
    "deals": (
        LineField(
            "record", "text", "`deal`, `broken-off`, `shared-deal` or `bound-deal`", "", LATER
        ),
        LineField("id", "number", "of the deal, or of the deal for many tables", ID, LATER),
        GAME._replace(since=LATER),
        PLAYED_ON._replace(since=LATER),
        ACCEPTED_AT._replace(since=LATER),
        LineField("opened_at", "moment", "moment of the table's opening", "", LATER, ANY_DEAL),
        LineField("filled_at", "moment", "all seats were taken", "", LATER, DEAL),
        LineField("commitment", "text", "as in `tables`", HEX, LATER, ANY_DEAL),
        LineField("terms", "number", "as in `tables`", "", LATER, ANY_DEAL),
        LineField(
            "colours", "list", "colours of the seats, in the order of texts", "", LATER, ANY_DEAL
        ),
        LineField("agreed", "object", "set-up, as fields of a log", "", LATER, ANY_DEAL),
        LineField("promises", "object", "as in `tables`", HEX, LATER, DEAL),
        LineField("entrant_promises", "list", "of all entrants, in order", HEX, LATER, SHARED),
        LineField(
            "beacon",
            "text|null",
            "round of drand whose number is its last share",
            "",
            LATER,
            SHARED,
        ),
        LineField("closed_at", "moment", "the promises stand", "", LATER, SHARED),
        LineField("withheld_until", "moment", "its games are shown by then", "", LATER, SHARED),
        LineField(
            "revealed_at", "moment|null", "its games were shown; null: not yet", "", LATER, SHARED
        ),
        LineField("secret", "text|null", "its secret, once it is shown", HEX, LATER, SHARED),
        LineField("tables", "list", "deals of tables that were dealt from it", ID, LATER, SHARED),
        LineField(
            "withheld", "list", "those whose games are withheld: played or over", ID, LATER, SHARED
        ),
        LineField("bound_at", "moment", "the shares stand", "", LATER, BOUND),
        LineField("shares", "object", "by promise the share; empty: withheld", HEX, LATER, BOUND),
        LineField(
            "beacon_digits", "text|null", "number of that round; null: none", HEX, LATER, BOUND
        ),
        LineField(
            "share", "text", "all together: the share at the first colour", HEX, LATER, BOUND
        ),
        LineField("phase", "text", "`cancelled` or `abandoned`", "", LATER, BROKEN_OFF),
        LineField("ended_at", "moment|null", "moment of the breaking off", "", LATER, BROKEN_OFF),
    ),
    "ledger": (
        LineField("id", "number", "of the change", ID),
        OF_GAME,
        *PLACE_OR_NULL,
        LineField("nth", "number", "entry of the game in the books; 0: the ordinary one", "from 0"),
        LineField("kind", "text", "`late`, `reversal`, `again`, or empty: in the order of play"),
        LineField("day", "day", "day of the entry, under which it is rated"),
        LineField("at", "moment", "moment of the entry; orders those of a day"),
        POOL,
        LineField("player", "number", "player whose rating changed", ID),
        LineField("before", "number", "rating before the change", POINTS),
        LineField("after", "number", "rating after the change", POINTS),
        LineField("games_before", "number", "rated games of the player before it", "games"),
        LineField("deviation_before", "number", "deviation before it", POINTS, LATER, TERMS_2),
        LineField("deviation", "number", "deviation after it", POINTS, LATER, TERMS_2),
        LineField("pairs", "list", "a pair for each opponent, in turn order"),
        LineField("pairs[].opponent", "number", "player", ID),
        LineField("pairs[].score", "number", "0, 500 or 1000: lost, tied, won", "thousandths"),
        LineField("pairs[].expected", "number", "expected score", "thousandths"),
        LineField("pairs[].k", "number", "weight; below 0 in a reversal", "points"),
        LineField("pairs[].term", "number", "part of this pair in the change", POINTS),
        LineField("added", "object", "fold (run over the games) that added the change"),
        LineField("added.fold", "number", "of the fold", ID),
        LineField("added.at", "moment", "moment at which the fold began"),
        LineField("added.cause", "text", "`change` or `rebuild`"),
        LineField("retired", "object|null", "fold that retired the change; null: it holds"),
        LineField("retired.fold", "number", "of the fold", ID),
        LineField("retired.at", "moment", "moment at which the fold began"),
        LineField("retired.cause", "text", "`change` or `rebuild`"),
    ),
    "books": (
        LineField("record", "text", "`entry`, `closing` or `terms`"),
        LineField("id", "number", "of the entry, closing or terms; each counts by itself", ID),
        LineField("game", "text", "id of the game", ID, when=ENTRY),
        LineField("nth", "number", "entry among those of its game", "from 1", when=ENTRY),
        LineField("kind", "text", "`late`, `reversal` or `again`", when=ENTRY),
        LineField("day", "day", "day under which it is rated", when=ENTRY),
        LineField("at", "moment", "orders entries of a day; of a closing or terms, its moment"),
        LineField("cause", "text", "event that caused it", when=ENTRY),
        LineField("ref", "text", "record of the event, such as `dispute:7`", when=ENTRY),
        LineField(
            "reverses",
            "number|null",
            "`nth` of the entry that a reversal takes back",
            "from 0",
            when=ENTRY,
        ),
        LineField(
            "seats",
            "list|null",
            "of a reversal: player and rated place of each seat, in turn order",
            when=ENTRY,
        ),
        LineField("added_by", "number", "fold that added it", ID, when=ENTRY),
        LineField(
            "retired_by", "number|null", "fold that retired it; null: it holds", ID, when=ENTRY
        ),
        LineField("retired", "flag", "it no longer holds", when=ENTRY),
        LineField("through", "day", "last day that it closes", when=CLOSING),
        LineField("changes", "number", "changes in force in its days", "changes", when=CLOSING),
        LineField("digest", "text", "of the changes (see below)", HEX, when=CLOSING),
        LineField(
            "previous",
            "text|null",
            "digest of the closing before; null: the first",
            HEX,
            when=CLOSING,
        ),
        LineField("terms", "number", "by which entries are rated: 2", "", LATER, TERMS),
        LineField(
            "from_day", "day", "first day of the books to which they apply", "", LATER, TERMS
        ),
    ),
    "reasons": (
        LineField("fold", "number", "fold that replaced changes", ID),
        OF_GAME,
        LineField("cause", "text", "event that caused it"),
        LineField("ref", "text", "record of the event, such as `dispute:7`"),
        LineField("at", "moment", "moment of the event"),
    ),
    "folds": (
        LineField("id", "number", "fold that retired changes, had reasons, or rebuilt", ID, LATER),
        LineField("at", "moment", "moment at which the fold began", "", LATER),
        LineField("cause", "text", "`change` or `rebuild`", "", LATER),
        LineField("retired", "number", "changes that it retired", "changes", LATER),
        LineField("reasons", "number", "lines of `reasons` that name it", "reasons", LATER),
        LineField("digest", "text", "of these lines (see above)", HEX, LATER),
    ),
    "ratings": (
        LineField("player", "number", "player", ID),
        POOL,
        LineField("rating", "number", "present rating", POINTS),
        LineField("games", "number", "rated games", "games"),
        LineField("last_played", "day", "day of the last rated game"),
        LineField("deviation", "number", "on that day", POINTS, LATER, TERMS_2),
    ),
    "players": (
        LineField("id", "number", "of the player", ID),
        LineField("handle", "text|null", "handle of the account; null: a guest"),
        LineField("name", "text", "name in logs: `@handle`, a guest's name, or `player-7`"),
        LineField("computer", "text", "level of a computer player; empty: a person"),
        LineField("merged_into", "number|null", "player whom the guest turned out to be", ID),
        LineField("merged_at", "moment|null", "moment of that decision"),
        LineField("salt", "text", "random, for the leaf; empty: the account is closed", "", LATER),
        LineField("bot_since", "moment", "moment at which it was marked as a bot", "", LATER, BOTS),
    ),
    "pins": (
        LineField("id", "number", "of the pin", ID, LATER),
        LineField("game", "text", "id of the game", ID, LATER),
        PLAYED_ON._replace(since=LATER),
        ACCEPTED_AT._replace(since=LATER),
        LineField("engine", "text", "version whose verdict stays", "", LATER),
        LineField("build", "text", "build whose verdict stays", "12 hex digits", LATER),
        LineField("impact", "number", "comparison that the decision is about", ID, LATER),
        LineField("against", "text", "version and build of the release", "", LATER),
        LineField("reason", "text", "public words of the moderator", "", LATER),
        LineField("decided_at", "moment", "moment of the decision", "", LATER),
        LineField("since", "moment", "moment at which it was carried out", "", LATER),
        LineField("ended", "flag", "another decision ended the pin", "", LATER),
    ),
    "decisions": (
        LineField("id", "number", "of the decision", ID, LATER),
        GAME._replace(since=LATER),
        PLAYED_ON._replace(since=LATER),
        ACCEPTED_AT._replace(since=LATER),
        LineField("kind", "text", "kind of the decision (docs/transparency.md)", "", LATER),
        LineField("role", "text", "role of the account that decided", "", LATER),
        LineField("before", "text", "standing before it; empty: no game", "", LATER),
        LineField("after", "text", "standing after it; empty: no game", "", LATER),
        LineField(
            "subject", "text", "build of a release, name of a wrong edition; else empty", "", LATER
        ),
        LineField("reason", "text", "public words of a moderator; else empty", "", LATER),
        LineField("at", "moment", "moment of the decision", "", LATER),
    ),
    "club_members": (
        LineField("id", "number", "of the row", ID, LATER),
        LineField("club", "number", "the club", ID, LATER),
        LineField("player", "number", "the member", ID, LATER),
        LineField("role", "text", "`member`, `officer` or `arbiter`", "", LATER),
        LineField("joined_at", "moment", "moment at which they joined", "", LATER),
        LineField("since", "moment", "moment at which they got the role", "", LATER),
        LineField("until", "moment|null", "moment at which it ended; null: still", "", LATER),
        LineField("salt", "text", "random, for the leaf", HEX, LATER),
    ),
    **EVENT_FIELDS,
    "editions": (
        LineField("name", "text", "of the edition"),
        LineField("base", "text", "edition whose numbers it changes"),
        LineField("toml", "text", "numbers that differ, as TOML"),
        LineField("sha256", "text", "SHA-256 of `toml` in UTF-8", HEX),
        LineField("made_at", "moment", "moment at which it was made"),
        LineField("reason", "text", "public words of the moderator"),
    ),
}
"""By name of a file, the fields of its lines in the order of the code. An object without fields of
its own has keys that differ from line to line, or values of one sort."""
