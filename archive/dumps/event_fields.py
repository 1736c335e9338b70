"""Fields of the lines about events."""

from __future__ import annotations

from typing import Final

from archive.dumps.field_types import FROM_1, HEX, ID, LATER, LineField

EVENT_FIELDS: Final[dict[str, tuple[LineField, ...]]] = {
    "events": (
        LineField("id", "number", "of the event", ID, LATER),
        LineField("name", "text|null", "its name; null: a moderator hides it", "", LATER),
        LineField("club", "number|null", "club that holds it", ID, LATER),
        LineField("announced_at", "moment", "moment at which it was made", "", LATER),
        LineField("ended_at", "moment|null", "moment at which it ended", "", LATER),
        LineField("terms", "object", "decisions of the organiser, by name (see below)", "", LATER),
        LineField(
            "visible_rounds",
            "number|null",
            "results of later rounds are hidden; null: none are",
            "rounds",
            LATER,
        ),
        LineField("arbiters", "list", "its arbiters; officers of its club are others", "", LATER),
        LineField("arbiters[].player", "number|null", "the arbiter", ID, LATER),
        LineField("entrants", "list", "the people who play", "", LATER),
        LineField("entrants[].number", "number", "number in the event", FROM_1, LATER),
        LineField("entrants[].player", "number|null", "player; null: a guest", ID, LATER),
        LineField(
            "entrants[].guest",
            "text|null",
            "name of a guest; null: an account, or a moderator hides it",
            "",
            LATER,
        ),
        LineField("entrants[].present", "flag", "plays the rounds to come", "", LATER),
        LineField("standings", "list", "from the first; hidden results count nothing", "", LATER),
        LineField("standings[].rank", "number", "rank; ties share one", FROM_1, LATER),
        LineField("standings[].entrant", "number", "number of the entrant", FROM_1, LATER),
        LineField("standings[].points", "text", "points of the event", "fraction", LATER),
        LineField(
            "standings[].tie_breaks",
            "list",
            "numbers of the tie-breaks, in order; null where one does not apply",
            "fractions",
            LATER,
        ),
        LineField("standings[].results", "number", "tables and byes", "tables", LATER),
        LineField("standings[].wins", "number", "tables won, alone or not", "tables", LATER),
        LineField("acts", "number", "lines of `event_acts` about it", "acts", LATER),
    ),
    "event_rounds": (
        LineField("event", "number", "the event", ID, LATER),
        LineField("round", "number", "number of the round", FROM_1, LATER),
        LineField("opened_at", "moment", "moment at which it opened", "", LATER),
        LineField("deadline", "moment|null", "players come, or finish, until then", "", LATER),
        LineField("on_site", "flag", "its tables are tables of the site", "", LATER),
        LineField("byes", "list", "numbers of entrants without a table", FROM_1, LATER),
    ),
    "event_tables": (
        LineField("event", "number", "the event", ID, LATER),
        LineField("round", "number", "number of the round", FROM_1, LATER),
        LineField("table", "number", "number of the table", FROM_1, LATER),
        LineField("hidden", "flag", "its result is hidden until the event ends", "", LATER),
        LineField(
            "state", "text", "`reported`, `confirmed` or `ruled`; empty: no result", "", LATER
        ),
        LineField("game", "text|null", "game that is its result", ID, LATER),
        LineField("seats", "list", "its seats, in turn order", "", LATER),
        LineField("seats[].entrant", "number", "number of the entrant", FROM_1, LATER),
        LineField("seats[].score", "number|null", "points of the game", "points", LATER),
        LineField("seats[].place", "number|null", "place at the table", FROM_1, LATER),
        LineField("seats[].came", "flag", "false: did not come", "", LATER),
    ),
    "event_acts": (
        LineField("id", "number", "of the act", ID, LATER),
        LineField("event", "number", "the event", ID, LATER),
        LineField("number", "number", "number among the acts of its event", FROM_1, LATER),
        LineField("kind", "text", "kind of the act (see below)", "", LATER),
        LineField("at", "moment", "moment of the act", "", LATER),
        LineField("round", "number|null", "round that it is about", FROM_1, LATER),
        LineField("by", "number|null", "player who acted; null: the site", ID, LATER),
        LineField("as_arbiter", "flag", "they acted as an arbiter", "", LATER),
        LineField("content", "object|null", "by kind (see below); null: it is hidden", "", LATER),
        LineField("content_digest", "text", "of salt and content, in the leaf", HEX, LATER),
        LineField("content_salt", "text|null", "null: the content is hidden", HEX, LATER),
        LineField("text", "text|null", "reason, or a name; null: hidden", "", LATER),
        LineField("text_digest", "text", "of salt and text, in the leaf", HEX, LATER),
        LineField(
            "text_salt", "text|null", "null: the text is not shown as it was written", HEX, LATER
        ),
    ),
}
"""By name of a file."""
